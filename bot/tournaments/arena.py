"""Arenas: for a time, whoever is free is paired at once; points as on lichess.

A win is 2 points and a draw 1; after two wins in a row they count double, until the next match that is not
won. Two who have just met wait for the next match that ends, and are paired again only if there is none, as
on lichess. In the last minutes nobody is paired, and matches that are going on at the end do not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from bot.tournaments.formats import (
    DEFAULT_LIVE_CLOCK,
    Format,
    Sentence,
    counted,
    newly_over,
    not_counted,
    without_absent,
)
from bot.tournaments.sides import played_by, seated
from bot.tournaments.standings import Standing, removed_last
from data.model.tournament import Entrant, Kind, Pairing, Result, Tournament, TournamentState

CLOSING_SECONDS = 120.0
"""The last seconds of an arena, in which nobody is paired."""
_NEIGHBORS = 12
"""How many of the entrants with the next fewer points are considered as opponents of each."""
_MAX_WEIGHT = 1000
"""The weight of a pair that has not met, before their wait is added."""
_AGAIN = 3
"""What each earlier meeting takes off the weight."""
_JUST_MET = 200
"""What a meeting in the last match of either of them takes off."""
_LONGEST = 600.0
"""Seconds from which on it does not matter how much longer somebody waits."""


class Arena(Format):
    """People come and go, and are paired as long as they are there, until its time is over."""

    kind = Kind.ARENA
    max_people = 100
    gives_up = False
    name = "tournament.kind.arena"
    choice = "choice.tournament.arena"
    explanation = "tournament.plan.arena"
    details = ("tournament.plan.arena.pairing", "tournament.plan.arena.end")
    points_rule = "tournament.rules.arena-points"
    alt = "tournament.arena.alt"
    tiebreaks = tiebreaks_so_far = "tournament.arena.equal-points"
    announcement = "tournament.arena.announced"
    thread = "tournament.arena.thread"
    labels: ClassVar[Mapping[str, str]] = {**Format.labels, "drop": "button.tournament-pause"}
    default_clock = DEFAULT_LIVE_CLOCK
    fields = ("minutes", "starts")

    def with_consequences(self, before: Tournament, after: Tournament) -> Tournament:
        """Whoever did not begin a match that has ended now is not paired anymore, until they join again."""
        absent = {_absentee(pairing) for pairing in newly_over(before, after)}
        entrants = (
            replace(entrant, dropped=entrant.dropped or entrant.number in absent)
            for entrant in after.entrants
        )
        return replace(after, entrants=tuple(entrants))

    def continued(self, tournament: Tournament, now: float) -> Tournament:
        """Its end, or a match for everybody who is free and finds an opponent."""
        if tournament.round == 0:
            tournament = replace(tournament, round=1, deadline=now + 60.0 * (tournament.minutes or 0))
        deadline = tournament.deadline or 0.0
        if now >= deadline:
            after = not_counted(tournament, tournament.open_pairings)
            return replace(after, state=TournamentState.OVER, ended_at=now)
        tournament = without_absent(tournament)
        if now >= deadline - CLOSING_SECONDS:
            return tournament
        return replace(tournament, pairings=(*tournament.pairings, *_new_pairings(tournament, now)))

    def ends_at(self, tournament: Tournament) -> float | None:
        """When its time is over, in unix seconds; None before it has begun."""
        return tournament.deadline

    def standings(self, tournament: Tournament) -> list[Standing]:
        """The entrants by points, then by more wins, then by fewer matches."""
        orders = {entrant.number: _order(tournament, entrant.number) for entrant in tournament.entrants}
        standings = []
        for number in sorted(orders, key=lambda candidate: (orders[candidate], candidate)):
            place = 1 + sum(order < orders[number] for order in orders.values())
            standings.append(Standing(number, 2 * points_of(tournament, number), place=place))
        return removed_last(tournament, standings)

    def announced(self, tournament: Tournament) -> list[Standing]:
        """The first places of those who have points."""
        return [standing for standing in super().announced(tournament) if standing.points]

    def is_on_streak(self, tournament: Tournament, number: int) -> bool:
        """Whether an entrant has won the last two matches."""
        return [pairing.points_of(number) for pairing in counted(tournament, number)[-2:]] == [2, 2]

    def notes(self, tournament: Tournament, number: int) -> Iterator[Sentence]:
        """How many matches they have played, and whether they pause."""
        yield "tournament.arena.matches", {"n": len(counted(tournament, number))}
        if tournament.entrant(number).dropped and tournament.state is TournamentState.RUNNING:
            yield "tournament.arena.paused", {}

    def progress(self, tournament: Tournament) -> Sentence:
        """How many matches are going on, and how many of its players pause."""
        everybody = sum(not entrant.removed for entrant in tournament.entrants)
        playing = len(tournament.playing)
        key = "tournament.arena.running" if playing == everybody else "tournament.arena.running-paused"
        numbers = {"n": len(tournament.open_pairings), "players": playing}
        return key, {**numbers, "all": everybody, "paused": everybody - playing}

    def problem_of_clock(self, *, is_live: bool) -> str | None:
        """An arena needs clocks for the whole match: its matches have to be over within its time."""
        return None if is_live else "tournament.arena.clock"


def _order(tournament: Tournament, number: int) -> tuple[int, int, int]:
    """The sort key of the standings: the first place has the lowest."""
    matches = counted(tournament, number)
    wins = sum(pairing.points_of(number) == 2 for pairing in matches)
    return -points_of(tournament, number), -wins, len(matches)


def newly_absent(before: Tournament, after: Tournament) -> list[Entrant]:
    """The people of an arena who pause in ``after`` alone, because they have not begun a match."""
    if after.kind is not Kind.ARENA:
        return []
    open_before = {(pairing.round, pairing.board) for pairing in before.open_pairings}
    forfeited = {
        _absentee(pairing) for pairing in after.pairings if (pairing.round, pairing.board) in open_before
    }
    paused = {entrant.number for entrant in before.entrants if entrant.dropped}
    return [
        entrant
        for entrant in after.entrants
        if entrant.dropped and not entrant.removed and entrant.number in forfeited - paused
    ]


def _absentee(pairing: Pairing) -> int | None:
    """The entrant who forfeited a match by not beginning it; None if nobody did."""
    losers = {Result.FIRST_BY_FORFEIT: pairing.second, Result.SECOND_BY_FORFEIT: pairing.first}
    return losers.get(pairing.result) if pairing.result is not None else None


# --- Pairing -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Free:
    """Somebody who waits for an opponent."""

    number: int
    points: int
    last: int | None
    """Their last opponent."""
    waited: float
    """Seconds since their last match ended, at most `_LONGEST`; `_LONGEST` before their first."""
    opponents: tuple[int | None, ...]


def free_entrants(tournament: Tournament) -> list[Entrant]:
    """The entrants who have not dropped out and are in no match."""
    busy = {number for pairing in tournament.open_pairings for number in (pairing.first, pairing.second)}
    return [entrant for entrant in tournament.playing if entrant.number not in busy]


def _new_pairings(tournament: Tournament, now: float) -> Iterator[Pairing]:
    pairs = arena_pairs(tournament, now)
    places = _free_places(tournament, len(pairs))
    for board, ((first, second), place) in enumerate(
        zip(pairs, places, strict=True), len(tournament.pairings) + 1
    ):
        yield Pairing(tournament.round, board, first, second, place=place)


def _free_places(tournament: Tournament, count: int) -> list[int]:
    taken = {pairing.place for pairing in tournament.open_pairings}
    return [place for place in range(1, len(taken) + count + 1) if place not in taken][:count]


def arena_pairs(tournament: Tournament, now: float) -> list[tuple[int, int]]:
    """Pairs of the numbers of free entrants, who moves first before the other."""
    from networkx import Graph, max_weight_matching  # the import takes 0.2 seconds

    free = sorted(
        (_free(tournament, entrant.number, now) for entrant in free_entrants(tournament)),
        key=lambda waiting: (-waiting.points, waiting.number),
    )
    graph = Graph()
    for rank, high in enumerate(free):
        for distance, low in enumerate(free[rank + 1 : rank + 1 + _NEIGHBORS], start=1):
            if not (high.last == low.number and low.last == high.number):
                graph.add_edge(high.number, low.number, weight=_weight(high, low, distance))
    pairs = sorted(sorted(pair) for pair in max_weight_matching(graph, maxcardinality=True))
    if not pairs and len(free) > 1 and not _is_somebody_coming(tournament):
        pairs = [sorted((free[0].number, free[1].number))]
    return [
        seated(played_by(first, tournament.pairings), played_by(second, tournament.pairings))
        for first, second in pairs
    ]


def _free(tournament: Tournament, number: int, now: float) -> _Free:
    pairings = list(tournament.of_entrant(number))
    opponents = tuple(pairing.opponent_of(number) for pairing in pairings)
    ended_at = pairings[-1].ended_at if pairings else None
    waited = _LONGEST if ended_at is None else min(_LONGEST, now - ended_at)
    return _Free(
        number, points_of(tournament, number), opponents[-1] if pairings else None, waited, opponents
    )


def _is_somebody_coming(tournament: Tournament) -> bool:
    """Whether somebody will be free who plays on after the match that they are in."""
    return any(
        not tournament.entrant(number or 0).dropped
        for pairing in tournament.open_pairings
        for number in (pairing.first, pairing.second)
    )


def _weight(high: _Free, low: _Free, distance: int) -> float:
    """How good a pair is that is ``distance`` places apart."""
    again = _AGAIN * high.opponents.count(low.number)
    if low.number == high.last or high.number == low.last:
        again += _JUST_MET
    return _MAX_WEIGHT - distance**2 - again + (high.waited + low.waited) / 10


# --- Points ------------------------------------------------------------------------------------------


def points_of(tournament: Tournament, number: int) -> int:
    """An entrant's points."""
    points = streak = 0
    for pairing in counted(tournament, number):
        halves = pairing.points_of(number)
        points += halves * (2 if streak >= 2 else 1)
        streak = streak + 1 if halves == 2 else 0
    return points
