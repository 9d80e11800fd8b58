"""Standings: by points, then by points lost so far, direct encounter, Buchholz and Sonneborn-Berger.

The points lost are those that the opponents got and, in a Swiss, those of rounds that were missed: of people
with as many points, whoever can still win more is above. In the end they are equal for them. Direct encounter
is the points of those who are level against each other; it decides only if all of them have met. Buchholz,
which Go calls SOS, is the sum of the opponents' points. Sonneborn-Berger is the sum of the points of those
who were beaten, and half of the points of those who were held to a draw. A bye counts as a match against
FIDE's virtual opponent (Handbook C.02.13, until 2022): it has as many points as the entrant had before the
round, loses that match and draws in each later round. A match that was forfeited counts like any other. So it
is in tournaments with rounds: an arena and a ladder have standings of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from data.model.tournament import Pairing, Tournament


@dataclass(frozen=True, slots=True)
class Standing:
    """An entrant's place."""

    number: int
    points: int
    """In halves, also those of an arena."""
    lost: int = 0
    """In halves: what was to be had in the matches that are over, and was not."""
    buchholz: int = 0
    """In halves."""
    sonneborn_berger: int = 0
    """In quarters."""
    place: int = 0
    """From 1; entrants whom nothing separates share a place."""


_Criterion = Callable[[Sequence[Standing], Sequence[Pairing]], dict[int, int]]
"""Separates a group: a value for each entrant's number, the highest of the first place."""


def standings_by_points(tournament: Tournament, *, everybody_is_paired: bool = False) -> list[Standing]:
    """The entrants of a tournament with rounds, the first place first; a computer is last.

    ``everybody_is_paired``: who is in no pairing of a round has missed it; otherwise they may rest.
    """
    points = {
        entrant.number: sum(
            pairing.points_of(entrant.number) for pairing in tournament.of_entrant(entrant.number)
        )
        for entrant in tournament.entrants
    }
    # A computer fills a seat: whatever its points, people have the places before it.
    computers = {entrant.number for entrant in tournament.entrants if entrant.user_id is None}
    unplaced = [
        _standing(number, tournament, points, everybody_is_paired=everybody_is_paired) for number in points
    ]
    people = _ranked(
        [standing for standing in unplaced if standing.number not in computers], tournament.pairings
    )
    filling = _ranked(
        [standing for standing in unplaced if standing.number in computers], tournament.pairings
    )
    filling = [replace(standing, place=len(people) + standing.place) for standing in filling]
    return removed_last(tournament, [*people, *filling])


def removed_last(tournament: Tournament, standings: Sequence[Standing]) -> list[Standing]:
    """The standings with those whom a moderator has removed last, so that the others move up."""
    removed = {entrant.number for entrant in tournament.entrants if entrant.removed}
    gone = [standing for standing in standings if standing.number in removed]
    kept = [standing for standing in standings if standing.number not in removed]
    moved_up = (
        replace(standing, place=standing.place - sum(other.place < standing.place for other in gone))
        for standing in kept
    )
    return [*moved_up, *(replace(standing, place=len(kept) + 1) for standing in gone)]


def halves(points: int) -> str:
    """Points that are counted in halves, as people write them.

    >>> halves(5)
    '2½'
    """
    whole, half = divmod(points, 2)
    if not half:
        return str(whole)
    return f"{whole}½" if whole else "½"


def quarters(points: int) -> str:
    """Points that are counted in quarters, as people write them.

    >>> quarters(11), quarters(4), quarters(1)
    ('2¾', '1', '¼')
    """
    whole, part = divmod(points, 4)
    fraction = ("", "¼", "½", "¾")[part]
    return f"{whole}{fraction}" if whole or not part else fraction


def separated_by_tiebreaks(tournament: Tournament, standings: Sequence[Standing]) -> list[list[Standing]]:
    """The people with as many points, where a tie-break has given them different places."""
    levels = dict[int, list[Standing]]()
    for standing in standings:
        entrant = tournament.entrant(standing.number)
        if entrant.user_id is not None and not entrant.removed:
            levels.setdefault(standing.points, []).append(standing)
    return [level for level in levels.values() if len({tied.place for tied in level}) > 1]


def needs_sonneborn_berger(tournament: Tournament, standings: Sequence[Standing]) -> bool:
    """Whether it separates some with as many points, whom their matches against each other do not."""
    return any(
        len(set(_encounter(level, tournament.pairings).values())) == 1
        and len({standing.sonneborn_berger for standing in level}) > 1
        for level in separated_by_tiebreaks(tournament, standings)
    )


def _standing(
    number: int, tournament: Tournament, points: Mapping[int, int], *, everybody_is_paired: bool
) -> Standing:
    pairings = list(tournament.of_entrant(number))
    done = tournament.round - len(pairings) if everybody_is_paired else 0  # rounds that were missed
    buchholz = sonneborn_berger = 0
    for pairing in pairings:
        if pairing.result is not None:
            done += 1
            opponent = pairing.opponent_of(number)
            opponent_points = (
                _virtual_points(number, pairing, tournament) if opponent is None else points[opponent]
            )
            buchholz += opponent_points
            sonneborn_berger += pairing.points_of(number) * opponent_points
    lost = 2 * done - points[number]
    return Standing(number, points[number], lost, buchholz, sonneborn_berger)


def _virtual_points(number: int, bye: Pairing, tournament: Tournament) -> int:
    """The points of the virtual opponent of a bye, in halves."""
    before = sum(
        pairing.points_of(number) for pairing in tournament.of_entrant(number) if pairing.round < bye.round
    )
    unfinished = {pairing.round for pairing in tournament.open_pairings}
    later = {pairing.round for pairing in tournament.pairings if pairing.round > bye.round}
    return before + len(later - unfinished)


def order(standing: Standing) -> tuple[int, int, int]:
    """The sort key of entrants who have not met: the first place has the lowest."""
    return -standing.points, -standing.buchholz, -standing.sonneborn_berger


def _ranked(standings: Sequence[Standing], pairings: Sequence[Pairing]) -> list[Standing]:
    """The standings with their places; those whom nothing separates share one."""
    ranked: list[Standing] = []
    for group in _separated(standings, _CRITERIA, pairings):
        place = len(ranked) + 1
        ranked += [replace(standing, place=place) for standing in group]
    return ranked


def _separated(
    group: Sequence[Standing], criteria: Sequence[_Criterion], pairings: Sequence[Pairing]
) -> Iterator[Sequence[Standing]]:
    """The entrants of a group who are level by all ``criteria``, the first place first."""
    if len(group) < 2 or not criteria:
        yield group
        return
    values = criteria[0](group, pairings)
    for value in sorted(set(values.values()), reverse=True):
        level = [standing for standing in group if values[standing.number] == value]
        yield from _separated(level, criteria[1:], pairings)


def _points(group: Sequence[Standing], _: Sequence[Pairing]) -> dict[int, int]:
    return {standing.number: standing.points for standing in group}


def _not_lost(group: Sequence[Standing], _: Sequence[Pairing]) -> dict[int, int]:
    return {standing.number: -standing.lost for standing in group}


def _buchholz(group: Sequence[Standing], _: Sequence[Pairing]) -> dict[int, int]:
    return {standing.number: standing.buchholz for standing in group}


def _sonneborn_berger(group: Sequence[Standing], _: Sequence[Pairing]) -> dict[int, int]:
    return {standing.number: standing.sonneborn_berger for standing in group}


def _encounter(group: Sequence[Standing], pairings: Sequence[Pairing]) -> dict[int, int]:
    """The points of each against the others of a group, in halves; 0 for all unless all of them have met."""
    numbers = {standing.number for standing in group}
    among = [
        pairing
        for pairing in pairings
        if pairing.result is not None and {pairing.first, pairing.second} <= numbers
    ]
    met = {frozenset((pairing.first, pairing.second)) for pairing in among}
    if len(met) < len(numbers) * (len(numbers) - 1) // 2:
        return dict.fromkeys(numbers, 0)
    return {
        number: sum(pairing.points_of(number) for pairing in among if pairing.has(number))
        for number in numbers
    }


_CRITERIA = _points, _not_lost, _encounter, _buchholz, _sonneborn_berger, _encounter
"""The last for those who are level in a group not all of whom have met."""
