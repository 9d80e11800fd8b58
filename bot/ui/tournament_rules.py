"""The rules of a tournament, for a reader who asks: how it goes, points, ties, who can join and when."""

from __future__ import annotations

from collections.abc import Iterator

from discord.ui import Container, LayoutView, TextDisplay

from bot.texts import Texts
from bot.tournaments.kinds import format_of
from bot.ui.layout import layout
from bot.ui.match_message import INACTIVE
from bot.ui.tournament import heading, how_it_goes
from data.model.tournament import BEGIN_SECONDS, UNFINISHED, Tournament


def rules_view(tournament: Tournament, texts: Texts) -> LayoutView:
    """What its kind of tournament and its clock mean, a line for each rule."""
    lines = [f"**{heading(tournament, texts)}**", *(f"- {line}" for line in _rules(tournament, texts))]
    return layout(Container(TextDisplay("\n".join(lines)), accent_color=INACTIVE))


def _rules(tournament: Tournament, texts: Texts) -> Iterator[str]:
    rules = format_of(tournament)
    yield how_it_goes(tournament, texts)
    for key in rules.details:
        yield texts(key)
    if rules.points_rule is not None:
        yield texts(rules.points_rule)
    ties = rules.tiebreaks_so_far if tournament.state in UNFINISHED else rules.tiebreaks
    if ties is not None:
        yield texts(ties)
    if tournament.is_live:
        away = "tournament.rules.first-move" if rules.gives_up else "tournament.rules.first-move-arena"
        yield texts(away, n=round(BEGIN_SECONDS / 60))
    if rules.late_entry is not None:
        yield texts(rules.late_entry)
