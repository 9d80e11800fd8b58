"""Standings: by points, then by Buchholz, Sonneborn-Berger and direct encounter.

Buchholz is the sum of the opponents' points. Sonneborn-Berger is the sum of the points of those who were
beaten, and half of the points of those who were held to a draw. A bye counts as a match against an
opponent with as many points as oneself; a match that was forfeited counts like any other.
So it is in tournaments with rounds: an arena and a ladder have standings of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from data.model.tournament import Pairing, Tournament


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
    """The points, in halves, against the entrants who are level otherwise, if all of them met."""
    place: int = 0
    """From 1; entrants whom nothing separates share a place."""


def standings_by_points(tournament: Tournament) -> list[Standing]:
    """The entrants of a tournament with rounds, the first place first; a computer is last."""
    pairings = tournament.pairings
    computers = {entrant.number for entrant in tournament.entrants if entrant.user_id is None}
    points = {
        entrant.number: sum(
            pairing.points_of(entrant.number) for pairing in tournament.of_entrant(entrant.number)
        )
        for entrant in tournament.entrants
    }
    level = sorted((_standing(number, pairings, points) for number in points), key=_without_encounter)
    separated = [
        standing
        for _, group in groupby(level, _without_encounter)
        for standing in _separated(list(group), pairings)
    ]
    people = [standing for standing in separated if standing.number not in computers]
    filling = [standing for standing in separated if standing.number in computers]
    last = enumerate(filling, start=len(people) + 1)
    return [*_placed(people), *(replace(standing, place=place) for place, standing in last)]


def halves(points: int) -> str:
    """Points that are counted in halves, as people write them.

    >>> halves(5)
    '2½'
    """
    whole, half = divmod(points, 2)
    if not half:
        return str(whole)
    return f"{whole}½" if whole else "½"


def _standing(number: int, pairings: Sequence[Pairing], points: dict[int, int]) -> Standing:
    buchholz = sonneborn_berger = 0
    for pairing in pairings:
        if pairing.has(number) and pairing.result is not None:
            opponent = pairing.opponent_of(number)
            theirs = points[number if opponent is None else opponent]
            buchholz += theirs
            sonneborn_berger += pairing.points_of(number) * theirs
    return Standing(number, points[number], buchholz, sonneborn_berger)


def _without_encounter(standing: Standing) -> tuple[int, int, int]:
    return -standing.points, -standing.buchholz, -standing.sonneborn_berger


def order(standing: Standing) -> tuple[int, int, int, int]:
    """The sort key of the standings: the first place has the lowest."""
    return (*_without_encounter(standing), -standing.encounter)


def _separated(group: list[Standing], pairings: Sequence[Pairing]) -> list[Standing]:
    """Level entrants by their matches against each other, or as ``group`` has them if not all of them met."""
    numbers = {standing.number for standing in group}
    among = [
        pairing
        for pairing in pairings
        if pairing.result is not None and {pairing.first, pairing.second} <= numbers
    ]
    if len(among) < len(numbers) * (len(numbers) - 1) // 2:
        return group
    met = [
        replace(
            standing,
            encounter=sum(
                pairing.points_of(standing.number) for pairing in among if pairing.has(standing.number)
            ),
        )
        for standing in group
    ]
    return sorted(met, key=order)


def _placed(ranked: Sequence[Standing]) -> list[Standing]:
    placed: list[Standing] = []
    for index, standing in enumerate(ranked, start=1):
        is_level = bool(placed) and order(placed[-1]) == order(standing)
        placed.append(replace(standing, place=placed[-1].place if is_level else index))
    return placed
