"""Arenas: for a time, whoever is free is paired at once; points as on lichess.

A win is 2 points and a draw 1; after two wins in a row they count double, until the next match that is not
won. Two who have just met wait for the next match that ends, and are paired again only if there is none, as
on lichess. In the last minutes nobody is paired, and matches that are going on at the end do not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.tournaments.sides import played_by, seated
from data.tournaments.model import Entrant, Pairing, Result, Tournament, TournamentState

CLOSING_SECONDS = 120.0
"""For so long before the end, nobody is paired."""
_NEIGHBORS = 12
"""So many of those with the next fewer points are looked at as opponents."""
_AGAIN, _JUST_MET, _MOST = 3, 200, 1000
_LONGEST = 600.0
"""Seconds from which on it does not matter how much longer somebody waits."""


def arena_continued(one: Tournament, now: float) -> Tournament:
    """The arena with what follows: its end, or a match for everybody who is free and finds an opponent."""
    if one.round == 0:
        one = replace(one, round=1, deadline=now + 60.0 * (one.minutes or 0))
    deadline = one.deadline or 0.0
    if now >= deadline:
        pairings = tuple(_not_counted(pairing) for pairing in one.pairings)
        return replace(one, pairings=pairings, state=TournamentState.OVER, ended_at=now)
    one = without_absent(one)
    if now >= deadline - CLOSING_SECONDS:
        return one
    return replace(one, pairings=(*one.pairings, *_new_pairings(one, now)))


def with_absentees_paused(before: Tournament, after: Tournament) -> Tournament:
    """Whoever did not begin a match that has ended now is not paired anymore, until they join again."""
    absent = {
        _loser(now)
        for then, now in zip(before.pairings, after.pairings, strict=True)
        if then.result is None and now.result is not None
    }
    entrants = (replace(one, dropped=one.dropped or one.number in absent) for one in after.entrants)
    return replace(after, entrants=tuple(entrants))


def _loser(pairing: Pairing) -> int | None:
    """Who did not begin the match."""
    losers = {Result.FIRST_BY_FORFEIT: pairing.second, Result.SECOND_BY_FORFEIT: pairing.first}
    return losers.get(pairing.result) if pairing.result is not None else None


def _not_counted(pairing: Pairing) -> Pairing:
    return pairing if pairing.result is not None else replace(pairing, result=Result.NOT_COUNTED)


def without_absent(one: Tournament) -> Tournament:
    """Pairings whose matches are not begun count for nothing if one of the two has left."""
    return replace(one, pairings=tuple(_unless_absent(one, pairing) for pairing in one.pairings))


def _unless_absent(one: Tournament, pairing: Pairing) -> Pairing:
    is_open = pairing.result is None and pairing.match_id is None
    left = any(one.entrant(number or 0).dropped for number in (pairing.first, pairing.second))
    return replace(pairing, result=Result.NOT_COUNTED) if is_open and left else pairing


# --- Pairing -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Free:
    """Somebody who waits for an opponent."""

    number: int
    points: int
    last: int | None
    """Their last opponent."""
    waited: float
    """Seconds."""
    opponents: tuple[int | None, ...]


def free_entrants(one: Tournament) -> list[Entrant]:
    """Who can be paired."""
    busy = {number for pairing in one.open_pairings for number in (pairing.first, pairing.second)}
    return [entrant for entrant in one.playing if entrant.number not in busy]


def _new_pairings(one: Tournament, now: float) -> Iterator[Pairing]:
    pairs = arena_pairs(one, now)
    places = _free_places(one, len(pairs))
    for board, ((first, second), place) in enumerate(zip(pairs, places, strict=True), len(one.pairings) + 1):
        yield Pairing(one.round, board, first, second, place=place)


def _free_places(one: Tournament, count: int) -> list[int]:
    taken = {pairing.place for pairing in one.open_pairings}
    return [place for place in range(1, len(taken) + count + 1) if place not in taken][:count]


def arena_pairs(one: Tournament, now: float) -> list[tuple[int, int]]:
    """Pairs of those who are free, who moves first before the other."""
    from networkx import Graph, max_weight_matching  # the import takes 0.2 seconds

    free = sorted(
        (_free(one, entrant.number, now) for entrant in free_entrants(one)),
        key=lambda each: (-each.points, each.number),
    )
    graph = Graph()
    for rank, high in enumerate(free):
        for distance, low in enumerate(free[rank + 1 : rank + 1 + _NEIGHBORS], start=1):
            if not (high.last == low.number and low.last == high.number):
                graph.add_edge(high.number, low.number, weight=_weight(high, low, distance))
    found = sorted(sorted(pair) for pair in max_weight_matching(graph, maxcardinality=True))
    if not found and len(free) > 1 and not _is_somebody_coming(one):
        found = [sorted((free[0].number, free[1].number))]
    return [seated(played_by(high, one.pairings), played_by(low, one.pairings)) for high, low in found]


def _free(one: Tournament, number: int, now: float) -> _Free:
    theirs = list(one.of_entrant(number))
    opponents = tuple(pairing.opponent_of(number) for pairing in theirs)
    ended_at = theirs[-1].ended_at if theirs else None
    waited = _LONGEST if ended_at is None else min(_LONGEST, now - ended_at)
    return _Free(number, points_of(one, number), opponents[-1] if theirs else None, waited, opponents)


def _is_somebody_coming(one: Tournament) -> bool:
    """Whether somebody will be free who plays on after the match that they are in."""
    return any(
        not one.entrant(number or 0).dropped
        for pairing in one.open_pairings
        for number in (pairing.first, pairing.second)
    )


def _weight(high: _Free, low: _Free, distance: int) -> float:
    again = _AGAIN * high.opponents.count(low.number)
    if low.number == high.last or high.number == low.last:
        again += _JUST_MET
    return _MOST - distance**2 - again + (high.waited + low.waited) / 10


# --- Points ------------------------------------------------------------------------------------------


def counted(one: Tournament, number: int) -> Sequence[Pairing]:
    """The pairings of an entrant that count, in order."""
    return [pairing for pairing in one.of_entrant(number) if pairing.result not in (None, Result.NOT_COUNTED)]


def points_of(one: Tournament, number: int) -> int:
    """An entrant's points."""
    points = streak = 0
    for pairing in counted(one, number):
        halves = pairing.points_of(number)
        points += halves * (2 if streak >= 2 else 1)
        streak = streak + 1 if halves == 2 else 0
    return points


def is_on_streak(one: Tournament, number: int) -> bool:
    """Whether their next win counts double."""
    last = [pairing.points_of(number) for pairing in counted(one, number)[-2:]]
    return last == [2, 2]
