"""Pairings: FIDE's Berger tables, and what has to hold for every round of a Swiss and of a round robin."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.tournaments.changes import joined
from bot.tournaments.round_robin import round_robin, rounds_of
from data.model.tournament import Kind, Pairing, Result, Tournament, TournamentState
from tests.bot.tournaments.played import play_round, stronger, tournament

# FIDE Handbook C.05, annex 1.
BERGER = {
    4: "1-4 2-3 / 4-3 1-2 / 2-4 3-1",
    6: "1-6 2-5 3-4 / 6-4 5-3 1-2 / 2-6 3-1 4-5 / 6-5 1-4 2-3 / 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5 / 8-5 6-4 7-3 1-2 / 2-8 3-1 4-7 5-6 / 8-6 7-5 1-4 2-3 / "
    "3-8 4-2 5-1 6-7 / 8-7 1-6 2-5 3-4 / 4-8 5-3 6-2 7-1",
}


@pytest.mark.parametrize("entrants", BERGER)
def test_a_round_robin_is_a_berger_table(entrants: int) -> None:
    rounds = (round_robin(entrants, number) for number in range(1, rounds_of(entrants) + 1))
    assert (
        " / ".join(" ".join(f"{one}-{other}" for one, other in pairs) for pairs in rounds) == BERGER[entrants]
    )


@given(st.integers(3, 20))
def test_in_a_round_robin_everybody_meets_everybody_once(entrants: int) -> None:
    rounds = [round_robin(entrants, number) for number in range(1, rounds_of(entrants) + 1)]
    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs)
    assert set(met.values()) == {1} and len(met) == entrants * (entrants - 1) // 2
    for pairs in rounds:
        playing = [one for pair in pairs for one in pair]
        assert len(set(playing)) == len(playing) == entrants - entrants % 2


@given(st.integers(3, 10))
def test_in_a_double_round_robin_everybody_meets_everybody_with_both_sides(entrants: int) -> None:
    cup = tournament(Kind.DOUBLE_ROUND_ROBIN, entrants)
    while cup.state is TournamentState.RUNNING:
        cup = play_round(cup, stronger)
    met = Counter((pair.first, pair.second) for pair in cup.pairings)
    assert set(met.values()) == {1} and len(met) == entrants * (entrants - 1)


@given(st.integers(3, 10))
def test_in_a_double_round_robin_nobody_has_a_side_three_times_in_a_row(entrants: int) -> None:
    cup = tournament(Kind.DOUBLE_ROUND_ROBIN, entrants)
    while cup.state is TournamentState.RUNNING:
        cup = play_round(cup, stronger)
    for entrant in cup.entrants:
        sides = [pair.side_of(entrant.number) for pair in cup.of_entrant(entrant.number)]
        assert all(len({*three}) == 2 for three in zip(sides, sides[1:], sides[2:], strict=False))


def random_result(chance: random.Random) -> Result:
    return chance.choice([Result.FIRST, Result.SECOND, Result.DRAW])


def check_swiss(one: Tournament) -> None:
    """What holds after every round of a Swiss that has fewer rounds than entrants."""
    met = Counter(frozenset((pair.first, pair.second)) for pair in one.pairings)
    assert set(met.values()) == {1}, "nobody meets an opponent again, or has a second bye"
    for number in range(1, one.round + 1):
        playing = [entrant for pair in one.in_round(number) for entrant in (pair.first, pair.second)]
        assert len(set(playing)) == len(playing) and playing.count(None) <= 1


@settings(max_examples=40, deadline=None)
@given(st.integers(4, 20), st.integers(0, 10**6))
def test_in_a_swiss_nobody_meets_twice(people: int, seed: int) -> None:
    chance = random.Random(seed)
    one = tournament(Kind.SWISS, people, rounds=7)
    while one.state is TournamentState.RUNNING:
        check_swiss(one)
        one = play_round(one, lambda _: random_result(chance))
    check_swiss(one)
    assert one.round == one.rounds == min(7, max(3, (people + 1) // 2))


def test_a_swiss_pairs_the_halves_of_each_group_and_gives_the_last_the_bye() -> None:
    one = tournament(Kind.SWISS, 9, rounds=3)
    assert [(pair.first, pair.second) for pair in one.in_round(1)] == [
        (1, 5), (6, 2), (3, 7), (8, 4), (9, None),
    ]  # fmt: skip
    one = play_round(one, stronger)
    groups = [{one.entrant(pair.first), pair.second} for pair in one.in_round(2)]
    assert len(groups) == 5
    winners = {1, 2, 3, 4, 9}
    between = [
        pair for pair in one.in_round(2) if pair.second and len({pair.first, pair.second} & winners) == 1
    ]
    assert len(between) == 1, "five have a point, so one of them meets one without"
    (bye,) = (pair for pair in one.in_round(2) if pair.second is None)
    assert bye.first == 8 and bye.result is Result.BYE


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6))
def test_sides_are_balanced_in_a_swiss(seed: int) -> None:
    chance, one = random.Random(seed), tournament(Kind.SWISS, 16, rounds=6)
    while one.state is TournamentState.RUNNING:
        one = play_round(one, lambda _: random_result(chance))
    for entrant in one.entrants:
        firsts = sum(pair.first == entrant.number for pair in one.of_entrant(entrant.number))
        assert 2 <= firsts <= 4


def test_two_meet_again_only_if_there_is_no_other_way() -> None:
    one = tournament(Kind.SWISS, 4, rounds=3)  # 3 and 4 meet in the second round
    one = play_round(one, stronger)
    one = one.without(1).without(2)
    one = play_round(play_round(one, stronger), stronger)
    assert one.state is TournamentState.OVER
    last = one.in_round(3)
    assert [{pair.first, pair.second} for pair in last] == [{3, 4}]


# --- Played to the end ---------------------------------------------------------------------------------


def test_a_swiss_of_64_with_drop_outs_and_late_joiners_is_played_to_the_end() -> None:
    chance, one = random.Random(64), tournament(Kind.SWISS, 64)
    assert one.rounds == 6
    while one.state is TournamentState.RUNNING:
        check_swiss(one)
        if one.round in (2, 3):
            for number in chance.sample([entrant.number for entrant in one.playing], 3):
                one = one.without(number)
            one = joined(one, 500 + one.round)
        one = play_round(one, lambda pair: stronger(pair) if chance.random() < 0.8 else random_result(chance))
    assert one.round == 6 and len(one.entrants) == 66 and len(one.playing) == 60
    for entrant in one.entrants:
        rounds = [pair.round for pair in one.of_entrant(entrant.number)]
        assert len(rounds) == 6 or entrant.dropped or entrant.number > 64


def test_a_round_robin_of_12_with_drop_outs_is_played_to_the_end() -> None:
    one = tournament(Kind.ROUND_ROBIN, 12)
    assert one.rounds == 11
    while one.state is TournamentState.RUNNING:
        if one.round in (4, 7):
            one = one.without(one.round)
        one = play_round(one, stronger)
    met = Counter(frozenset((pair.first, pair.second)) for pair in one.pairings)
    assert len(met) == 66 and set(met.values()) == {1}
    by_4 = {pair.round: pair.points_of(4) for pair in one.of_entrant(4)}
    assert len(by_4) == 11 and not any(points for number, points in by_4.items() if number > 4)
    assert Result.NOBODY in {pair.result for pair in one.pairings if {pair.first, pair.second} == {4, 7}}


def test_the_computer_fills_an_odd_number_of_seats() -> None:
    for people, entrants in ((5, 6), (6, 6)):
        one = tournament(Kind.SWISS, people, level="3")
        assert len(one.entrants) == entrants
        assert all(pair.second is not None for pair in one.pairings)
    last = tournament(Kind.ROUND_ROBIN, 3, level="3").entrants[-1]
    assert (last.number, last.user_id, last.level) == (4, None, "3")


def test_pairings_are_values() -> None:
    pair = Pairing(1, 1, 3, 7, result=Result.DRAW)
    assert pair.opponent_of(3) == 7 and pair.opponent_of(7) == 3 and pair.points_of(7) == 1
