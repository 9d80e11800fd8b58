"""The kinds of tournament: the only place that says which format a kind has."""

from __future__ import annotations

from collections.abc import Mapping

from bot.tournaments.arena import Arena
from bot.tournaments.formats import Format
from bot.tournaments.groups import Groups
from bot.tournaments.knockout import Knockout
from bot.tournaments.ladder import Ladder
from bot.tournaments.round_robin import DoubleRoundRobin, RoundRobin
from bot.tournaments.simul import ComputerSimul, Simul
from bot.tournaments.standings import Standing
from bot.tournaments.swiss import Swiss
from data.model.tournament import Kind, Tournament

FORMATS: Mapping[Kind, Format] = {
    rules.kind: rules
    for rules in (
        RoundRobin(),
        DoubleRoundRobin(),
        Swiss(),
        Knockout(),
        Arena(),
        Ladder(),
        Simul(),
        ComputerSimul(),
    )
}
"""The format of each kind, in the order of menus."""
_GROUPS = Groups()


def format_for(kind: Kind, groups: int | None) -> Format:
    """The format of a kind; a round robin can have ``groups``."""
    return _GROUPS if groups and kind is Kind.ROUND_ROBIN else FORMATS[kind]


def format_of(tournament: Tournament) -> Format:
    """How a tournament works."""
    return format_for(tournament.kind, tournament.groups)


def standings(tournament: Tournament) -> list[Standing]:
    """The entrants, the first place first."""
    return format_of(tournament).standings(tournament)
