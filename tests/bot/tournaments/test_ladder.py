"""Ladders without storage: who challenges whom, and who takes which place."""

from __future__ import annotations

import random
from dataclasses import replace

from bot.tournaments.changes import continued, joined, with_results
from bot.tournaments.kinds import standings
from bot.tournaments.ladder import (
    AGAIN_SECONDS,
    REACH,
    challenged,
    have_just_met,
    is_busy,
    opponents_above,
    ranked,
    record,
)
from data.model.tournament import Kind, Result, Tournament, TournamentState
from tests.bot.tournaments.played import OPEN, matched

DAY = 86_400.0


def ladder(people: int) -> Tournament:
    """One with people 101, 102, …, in the order in which they came."""
    made = replace(OPEN, kind=Kind.LADDER, state=TournamentState.RUNNING, round=1)
    for person in range(1, people + 1):
        made = joined(made, 100 + person)
    return made


def order(one: Tournament) -> list[int]:
    """The numbers of the entrants, the first place first."""
    return [entrant.number for entrant in ranked(one)]


def played(one: Tournament, challenger: int, other: int, winner: int | None, now: float = 0.0) -> Tournament:
    """With a challenge that is over; without a winner it is a draw."""
    one = matched(challenged(one, challenger, other))
    pairing = one.open_pairings[-1]
    result = {pairing.first: Result.FIRST, pairing.second: Result.SECOND}.get(winner, Result.DRAW)
    return continued(with_results(one, {pairing.match_id or 0: result}, now), now)


def test_a_winner_takes_the_place_and_others_move_down_one() -> None:
    one = ladder(5)
    assert order(played(one, 4, 2, 4)) == [1, 4, 2, 3, 5]
    assert order(played(one, 4, 2, 2)) == [1, 2, 3, 4, 5]
    assert order(played(one, 4, 2, None)) == [1, 2, 3, 4, 5]


def test_who_was_overtaken_meanwhile_takes_nothing_from_below() -> None:
    one = matched(challenged(ladder(4), 3, 2))
    one = played(one, 4, 1, 4)
    assert order(one) == [4, 1, 2, 3]
    open_one = one.open_pairings[0]
    winner = Result.FIRST_BY_FORFEIT if open_one.first == 3 else Result.SECOND_BY_FORFEIT
    assert order(with_results(one, {open_one.match_id or 0: winner}, 1.0)) == [4, 1, 3, 2]


def test_only_those_close_above_can_be_challenged() -> None:
    one = ladder(6)
    assert [entrant.number for entrant in opponents_above(one, 6)] == [5, 4, 3]
    assert opponents_above(one, 1) == [] and len(opponents_above(one, 2)) == 1
    one = one.without(4)
    assert [entrant.number for entrant in opponents_above(one, 6)] == [5, 3, 2]
    assert opponents_above(one, 4) == [], "who has left challenges nobody"


def test_who_leaves_loses_the_place_and_comes_back_at_the_bottom() -> None:
    one = matched(challenged(ladder(4), 3, 2)).without(2)
    assert order(one) == [1, 3, 4]
    pairing = one.open_pairings[0]
    one = with_results(one, {pairing.match_id or 0: Result.FIRST}, 1.0)
    assert order(one) == [1, 3, 4], "a match against somebody who has left moves nobody"
    assert order(joined(one, 102)) == [1, 3, 4, 2]


def test_a_match_that_was_never_begun_counts_for_nothing() -> None:
    one = continued(challenged(ladder(3), 3, 2).without(2), 0.0)
    assert [pairing.result for pairing in one.pairings] == [Result.NOT_COUNTED]
    assert order(one) == [1, 3] and not is_busy(one, 3) and record(one, 3) == (0, 0)


def test_the_same_two_wait_a_day() -> None:
    one = played(ladder(3), 3, 2, 2, now=1000.0)
    assert have_just_met(one, 3, 2, 1000.0 + AGAIN_SECONDS - 1)
    assert not have_just_met(one, 3, 2, 1000.0 + AGAIN_SECONDS) and not have_just_met(one, 3, 1, 1000.0)


def test_a_ladder_with_400_challenges() -> None:
    """The stronger, who joined later, come to the top; old matches are not listed anymore."""
    chance, one, now = random.Random(30), ladder(10), 0.0
    for _ in range(400):
        now += DAY
        challenger = chance.choice(order(one)[1:])
        other = chance.choice(opponents_above(one, challenger)).number
        before = order(one)
        assert 0 < before.index(challenger) - before.index(other) <= REACH
        stronger = max(challenger, other) if chance.random() < 0.9 else min(challenger, other)
        one = played(one, challenger, other, stronger, now)
        after = order(one)
        assert sorted(after) == sorted(before)
        untouched = before[: before.index(other)] + before[before.index(challenger) + 1 :]
        assert untouched == after[: before.index(other)] + after[before.index(challenger) + 1 :]
        assert after == before or after[before.index(other)] == challenger == stronger
    boards = [pairing.board for pairing in one.pairings]
    assert len(boards) <= 301 and len(set(boards)) == len(boards)
    places = [standing.place for standing in standings(one)]
    assert places == list(range(1, 11)) and set(order(one)[:3]) <= {7, 8, 9, 10}
