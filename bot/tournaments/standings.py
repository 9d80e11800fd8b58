"""Standings: by points, then by Buchholz, Sonneborn-Berger and direct encounter.

Buchholz is the sum of the opponents' points. Sonneborn-Berger is the sum of the points of those who were
beaten, and half of the points of those who were held to a draw. A bye counts as a match against an
opponent with as many points as oneself; a match that was forfeited counts like any other.
An arena has points of its own (`bot.tournaments.arena`), a ladder has places (`bot.tournaments.ladder`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from bot.tournaments.arena import counted, points_of
from bot.tournaments.groups import final, group_stage, groups_of, is_in_groups
from bot.tournaments.ladder import ranked, record
from data.tournaments.model import Pairing, Tournament


@dataclass(frozen=True, slots=True)
class Standing:
    """An entrant's place."""

    number: int
    points: int
    """In halves, also those of an arena."""
    buchholz: int = 0
    """In halves."""
    sonneborn_berger: int = 0
    """In quarters."""
    encounter: int = 0
    """The points, in halves, against those who are level with them otherwise, if all of them met."""
    place: int = 0
    """From 1; the same for those whom nothing separates."""


def standings(tournament: Tournament) -> list[Standing]:
    """The entrants, the first place first."""
    if tournament.is_arena:
        return _arena_standings(tournament)
    if tournament.is_ladder:
        return _ladder_standings(tournament)
    if tournament.groups:
        return _group_standings(tournament)
    pairings = tournament.pairings
    points = {
        one.number: sum(pairing.points_of(one.number) for pairing in tournament.of_entrant(one.number))
        for one in tournament.entrants
    }
    level = sorted((_standing(one, pairings, points) for one in points), key=_without_encounter)
    separated = [
        one for _, group in groupby(level, _without_encounter) for one in _separated(list(group), pairings)
    ]
    return _placed(separated)


def finalists(tournament: Tournament) -> list[int]:
    """The winners of the groups, by number."""
    return [standings(group_stage(tournament, one))[0].number for one in groups_of(tournament)]


def _group_standings(tournament: Tournament) -> list[Standing]:
    """Group by group; from the final on, the finalists before all others."""
    groups = [standings(group_stage(tournament, members)) for members in groups_of(tournament)]
    if is_in_groups(tournament):
        return [one for group in groups for one in group]
    best = {group[0].number for group in groups}
    first = standings(final(tournament, sorted(best)))
    others = sorted(
        (one for group in groups for one in group[1:]), key=lambda one: (one.place, *_order(one), one.number)
    )
    return [*first, *(replace(one, place=place) for place, one in enumerate(others, start=len(first) + 1))]


def _arena_standings(tournament: Tournament) -> list[Standing]:
    """By points, then by more wins, then by fewer matches."""
    numbers = [one.number for one in tournament.entrants]
    matches = {number: counted(tournament, number) for number in numbers}
    found = {}
    for number in numbers:
        wins = sum(one.points_of(number) == 2 for one in matches[number])
        found[number] = (-points_of(tournament, number), -wins, len(matches[number]))
    order = sorted(numbers, key=lambda number: (found[number], number))
    return [
        Standing(
            number, -2 * found[number][0], place=1 + sum(other < found[number] for other in found.values())
        )
        for number in order
    ]


def _ladder_standings(tournament: Tournament) -> list[Standing]:
    """Those who are on the ladder."""
    on_it = enumerate(ranked(tournament), start=1)
    return [Standing(one.number, 2 * record(tournament, one.number)[0], place=place) for place, one in on_it]


def _standing(number: int, pairings: Sequence[Pairing], points: dict[int, int]) -> Standing:
    buchholz = sonneborn_berger = 0
    for pairing in pairings:
        if pairing.has(number) and pairing.result is not None:
            opponent = pairing.opponent_of(number)
            theirs = points[number if opponent is None else opponent]
            buchholz += theirs
            sonneborn_berger += pairing.points_of(number) * theirs
    return Standing(number, points[number], buchholz, sonneborn_berger)


def _without_encounter(one: Standing) -> tuple[int, int, int]:
    return -one.points, -one.buchholz, -one.sonneborn_berger


def _order(one: Standing) -> tuple[int, int, int, int]:
    return (*_without_encounter(one), -one.encounter)


def _separated(group: list[Standing], pairings: Sequence[Pairing]) -> list[Standing]:
    """Those who are level, by their matches against each other; as they joined if not all of them met."""
    numbers = {one.number for one in group}
    among = [one for one in pairings if one.result is not None and {one.first, one.second} <= numbers]
    if len(among) < len(numbers) * (len(numbers) - 1) // 2:
        return group
    met = [
        replace(
            one, encounter=sum(pairing.points_of(one.number) for pairing in among if pairing.has(one.number))
        )
        for one in group
    ]
    return sorted(met, key=_order)


def _placed(ranked: Sequence[Standing]) -> list[Standing]:
    placed: list[Standing] = []
    for index, one in enumerate(ranked, start=1):
        is_level = bool(placed) and _order(placed[-1]) == _order(one)
        placed.append(replace(one, place=placed[-1].place if is_level else index))
    return placed
