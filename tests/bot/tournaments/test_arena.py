"""Arenas without storage: who is paired with whom, and when; points; the end."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from bot.tournaments.arena import CLOSING_SECONDS, Arena, arena_pairs, points_of
from bot.tournaments.changes import continued, joined, started, with_results
from bot.tournaments.kinds import format_of, standings
from data.model.tournament import Kind, Pairing, Result, Tournament, TournamentState
from tests.bot.tournaments.played import OPEN, matched, tournament

MINUTES = 60
END = 60.0 * MINUTES


def arena(people: int) -> Tournament:
    """One that starts at 0 and lasts an hour, with its first pairings."""
    made = replace(OPEN, kind=Kind.ARENA, control="5+5", minutes=MINUTES)
    for person in range(1, people + 1):
        made = joined(made, 100 + person)
    return matched(continued(started(made), 0.0))


def ended(one: Tournament, pairing: Pairing, result: Result, now: float) -> Tournament:
    """With the result of a pairing, and what follows at once."""
    return matched(continued(with_results(one, {pairing.match_id or 0: result}, now), now))


def pairs(one: Tournament) -> set[frozenset[int | None]]:
    """Who plays whom now."""
    return {frozenset((pairing.first, pairing.second)) for pairing in one.open_pairings}


def scored(*results: Result) -> Tournament:
    """The first of two entrants has had these results as the first side."""
    made = [Pairing(1, board, 1, 2, board, result) for board, result in enumerate(results, start=1)]
    return replace(arena(2), pairings=tuple(made))


WIN, LOSS, DRAW, NOT_COUNTED = Result.FIRST, Result.SECOND, Result.DRAW, Result.NOT_COUNTED


@pytest.mark.parametrize(
    ("results", "points", "is_double"),
    [
        ((), 0, False),
        ((WIN,), 2, False),
        ((WIN, WIN), 4, True),
        ((WIN, WIN, WIN), 8, True),
        ((WIN, WIN, DRAW, WIN), 8, False),
        ((WIN, WIN, LOSS, WIN), 6, False),
        ((WIN, NOT_COUNTED, WIN, WIN), 8, True),
        ((DRAW, WIN, WIN, Result.FIRST_BY_FORFEIT), 9, True),
    ],
)
def test_points(results: tuple[Result, ...], points: int, is_double: bool) -> None:
    one = scored(*results)
    assert (points_of(one, 1), Arena().is_on_streak(one, 1)) == (points, is_double)


def test_equal_points_are_separated_by_wins_then_by_fewer_matches() -> None:
    draws = [Pairing(1, board, 1, 4, board, DRAW) for board in (1, 2)]
    made = [*draws, Pairing(1, 3, 2, 4, 3, WIN), Pairing(1, 4, 3, 4, 4, WIN), Pairing(1, 5, 3, 4, 5, LOSS)]
    one = replace(arena(4), pairings=tuple(made))
    found = [(standing.number, standing.points // 2, standing.place) for standing in standings(one)]
    assert found == [(4, 4, 1), (2, 2, 2), (3, 2, 3), (1, 2, 4)]


def test_two_who_have_just_met_wait_for_others() -> None:
    one = arena(4)
    assert pairs(one) == {frozenset((1, 2)), frozenset((3, 4))}
    ab, cd = one.open_pairings
    one = ended(one, ab, WIN, 100.0)
    assert pairs(one) == {frozenset((3, 4))}, "1 and 2 have just met"
    assert continued(one, 1000.0) == one, "a match is going on, after which they meet others"
    one = ended(one, cd, LOSS, 110.0)
    assert len(pairs(one)) == 2 and not pairs(one) & {frozenset((1, 2)), frozenset((3, 4))}


def test_two_who_have_just_met_do_not_wait_for_those_who_pause() -> None:
    started = arena(4)
    ab, cd = started.open_pairings
    paused = started.without(cd.first).without(cd.second or 0)
    assert pairs(ended(paused, ab, WIN, 100.0)) == {frozenset((1, 2)), frozenset((3, 4))}


@pytest.mark.parametrize("people", [3, 4, 5, 6, 8, 10])
def test_nobody_meets_the_same_opponent_twice_in_a_row(people: int) -> None:
    chance, now, one = random.Random(people), 0.0, arena(people)
    until = dict[int | None, float]()
    while one.state is TournamentState.RUNNING:
        now += 10.0
        for pairing in one.open_pairings:
            until.setdefault(pairing.match_id, now + chance.uniform(120, 900))
        over = {number or 0: chance.choice((WIN, LOSS, DRAW)) for number, end in until.items() if end <= now}
        one = matched(continued(with_results(one, over, now), now))
        until = {number: end for number, end in until.items() if number not in over}
    for entrant in one.entrants:
        met = [pairing.opponent_of(entrant.number) for pairing in one.of_entrant(entrant.number)]
        assert all(now != then for then, now in pairwise(met)) and len(met) >= 3


def test_two_alone_meet_again_at_once_and_change_sides() -> None:
    one = arena(2)
    one = ended(one, one.open_pairings[0], WIN, 5.0)
    assert [(pairing.first, pairing.second) for pairing in one.pairings] == [(1, 2), (2, 1)]


def test_a_pause_ends_with_the_next_join_and_who_does_not_begin_pauses() -> None:
    one = arena(4)
    one = one.without(1)
    one = ended(one, one.open_pairings[0], LOSS, 5.0)
    assert not any(pairing.has(1) for pairing in one.open_pairings)
    one = ended(joined(one, 101), one.open_pairings[0], Result.SECOND_BY_FORFEIT, 10.0)
    assert one.entrant(3).dropped and any(pairing.has(1) for pairing in one.open_pairings)
    one = ended(joined(one, 103), one.open_pairings[0], WIN, 20.0)
    assert not one.entrant(3).dropped, "a pause is for one absence"


def test_nobody_is_paired_shortly_before_the_end_and_what_is_open_then_does_not_count() -> None:
    one = arena(4)
    first, second = one.open_pairings
    one = ended(ended(one, first, WIN, END - CLOSING_SECONDS), second, WIN, END - 10)
    assert not one.open_pairings
    one = arena(4)
    one = continued(ended(one, one.open_pairings[0], WIN, 5.0), END - 0.1)
    assert one.state is TournamentState.RUNNING
    over = continued(one, END)
    assert over.state is TournamentState.OVER
    assert [pairing.result for pairing in over.pairings] == [WIN, NOT_COUNTED]
    assert [standing.points for standing in standings(over)] == [4, 0, 0, 0]
    assert continued(over, END + 1) == over


def test_an_arena_of_20_is_played_to_the_end_while_people_leave_and_join() -> None:
    chance, now, one = random.Random(20), 0.0, arena(20)
    until = dict.fromkeys((pairing.match_id for pairing in one.open_pairings), 300.0)
    while one.state is TournamentState.RUNNING:
        now += 5.0
        over = {number for number, moment in until.items() if moment <= now}
        results = {number or 0: chance.choice((WIN, LOSS, LOSS, DRAW)) for number in over}
        if chance.random() < 0.1:
            somebody = chance.choice(one.entrants)
            one = joined(one, somebody.user_id or 0) if somebody.dropped else one.without(somebody.number)
        if chance.random() < 0.02:
            one = joined(one, 200 + len(one.entrants))
        before, one = one, matched(continued(with_results(one, results, now), now))
        assert one == matched(continued(with_results(one, results, now), now)), "twice is once"
        check(before, one, now)
        for pairing in one.open_pairings:
            until.setdefault(pairing.match_id, now + chance.uniform(60, 900))
        until = {number: moment for number, moment in until.items() if number not in over}
    assert now == END and len(one.pairings) > 60
    points = [standing.points // 2 for standing in standings(one)]
    assert points == sorted(points, reverse=True) and points[0] > points[-1]


def check(before: Tournament, after: Tournament, now: float) -> None:
    """Nobody plays twice at once, who is gone is not paired, and no two wait for each other."""
    seats = Counter(number for pairing in after.open_pairings for number in (pairing.first, pairing.second))
    assert set(seats.values()) <= {1}
    places = [pairing.place or 0 for pairing in after.open_pairings]
    assert len(set(places)) == len(places) and max(places, default=1) <= len(after.entrants) // 2 + 1
    for pairing in after.pairings[len(before.pairings) :]:
        first, second = pairing.first, pairing.second or 0
        assert not after.entrant(first).dropped and not after.entrant(second).dropped
        last, last_of_other = (
            next(iter(list(before.of_entrant(one))[::-1]), None) for one in (first, second)
        )
        if last is not None and last == last_of_other and len(after.playing) > 2:
            raise AssertionError("they have just met")
    assert now >= END - CLOSING_SECONDS or not arena_pairs(after, now)


def test_everybody_sees_all_matches_the_newest_first() -> None:
    cup = scored(WIN, LOSS)
    for number in (None, 1, 2):
        assert [pairing.board for pairing in Arena().listed(cup, number)] == [2, 1]


def test_who_pauses_is_counted_apart() -> None:
    cup = arena(4)
    assert Arena().progress(cup) == (
        "tournament.arena.running",
        {"n": 2, "players": 4, "all": 4, "paused": 0},
    )
    key, numbers = Arena().progress(cup.without(2))
    assert (key, numbers["players"], numbers["paused"]) == ("tournament.arena.running-paused", 3, 1)
    key, numbers = Arena().progress(cup.without(2, removed=True))
    assert (key, numbers["players"]) == ("tournament.arena.running", 3), "who was removed does not pause"


def test_a_match_goes_on_before_its_thread_is_open() -> None:
    cup = arena(2)
    cup = replace(cup, pairings=(replace(cup.pairings[0], match_id=None),))
    assert Arena().progress(cup)[1]["n"] == 1


def test_who_has_no_points_is_not_announced() -> None:
    over = tournament(Kind.ARENA, 4)
    assert format_of(over).announced(over) == []
    won = replace(over, pairings=(Pairing(1, 1, 3, 2, result=Result.FIRST),))
    assert [standing.number for standing in format_of(won).announced(won)] == [3]
