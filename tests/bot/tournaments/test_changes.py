"""Somebody takes the place of an entrant, leaves, or comes back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.tournaments.changes import (
    can_be_replaced,
    can_return,
    continued,
    given_up,
    joined,
    replaced,
    seeded,
    with_results,
)
from bot.tournaments.kinds import format_of, standings
from data.model.tournament import Kind, Pairing, Result, Tournament, TournamentState
from tests.bot.tournaments.played import OPEN, matched, play_round, stronger, tournament

NEWCOMER = 900


def points(cup: Tournament) -> dict[int, int]:
    """The halves of points of each entrant, by number."""
    return {standing.number: standing.points for standing in standings(cup)}


@pytest.mark.parametrize("kind", [Kind.SWISS, Kind.ROUND_ROBIN])
def test_in_rounds_the_newcomer_takes_over_points_and_pairings(kind: Kind) -> None:
    cup = play_round(tournament(kind, 6), stronger)
    after = replaced(cup.without(1), 1, NEWCOMER, [])
    assert (after.entrant(1).user_id, after.entrant(1).dropped) == (NEWCOMER, False)
    assert points(after) == points(cup)
    assert [pairing for pairing in after.pairings if pairing.round == 2] == list(cup.in_round(2))


def test_a_match_that_has_not_begun_is_replaced_and_one_that_has_stays() -> None:
    cup = matched(tournament(Kind.ROUND_ROBIN, 6))
    first, second, _ = cup.in_round(1)
    after = replaced(cup, first.first, NEWCOMER, [first])
    assert [pairing.match_id for pairing in after.in_round(1)][:2] == [None, second.match_id]
    assert continued(after, 1.0) == after, "nobody loses by forfeit"


@pytest.mark.parametrize("kind", [Kind.SWISS, Kind.ROUND_ROBIN, Kind.DOUBLE_ROUND_ROBIN])
def test_who_has_left_can_be_put_back_until_the_last_round_begins(kind: Kind) -> None:
    cup = continued(tournament(kind, 4).without(1), 1.0)
    assert can_return(cup, 1) and not can_return(cup, 2)
    while cup.state is TournamentState.RUNNING:
        assert can_return(cup, 1) is (cup.round < (cup.rounds or 0))
        cup = play_round(cup, stronger)
    assert not can_return(cup, 1)


@pytest.mark.parametrize("kind", [Kind.SWISS, Kind.ROUND_ROBIN])
def test_who_has_played_in_the_last_round_has_played_all(kind: Kind) -> None:
    cup = tournament(kind, 4)
    while cup.round < (cup.rounds or 0):
        assert not format_of(cup).has_played_all(cup, 1)
        cup = play_round(cup, stronger)
    cup = matched(cup)
    (pairing, _) = cup.in_round(cup.round)
    cup = with_results(cup, {pairing.match_id or 0: Result.FIRST})
    assert [format_of(cup).has_played_all(cup, number) for number in range(1, 5)] == [
        pairing.has(number) for number in range(1, 5)
    ]


@pytest.mark.parametrize("kind", [*Kind])
def test_only_whoever_leaves_for_good_gives_up_the_open_match(kind: Kind) -> None:
    made = replace(OPEN, kind=kind, state=TournamentState.RUNNING, round=1)
    for person in (101, 102, 103):
        made = joined(made, person)
    made = replace(
        made, pairings=(Pairing(1, 1, 1, 2, match_id=7), Pairing(1, 2, 3, None, result=Result.BYE))
    )
    assert given_up(made) == [] == given_up(made.without(1, removed=True)) == given_up(made.without(3))
    expected = [] if kind is Kind.ARENA else [(made.pairings[0], 2)]
    assert given_up(made.without(1)) == expected


def test_a_result_by_forfeit_stays() -> None:
    cup = continued(tournament(Kind.ROUND_ROBIN, 6).without(2), 1.0)
    lost = next(pairing for pairing in cup.in_round(1) if pairing.has(2))
    assert lost.result in (Result.FIRST_BY_FORFEIT, Result.SECOND_BY_FORFEIT)
    assert lost in replaced(cup, 2, NEWCOMER, []).pairings


@pytest.mark.parametrize("kind", [Kind.ARENA, Kind.LADDER])
def test_without_rounds_the_one_leaves_and_the_other_enters(kind: Kind) -> None:
    cup = replace(tournament(kind, 4), minutes=60, round=1)
    after = replaced(cup, 1, NEWCOMER, [])
    assert after.entrant(1).dropped and after.entrant(5).user_id == NEWCOMER
    assert points(after)[5] == 0
    assert [standing.number for standing in standings(after)][-1] == 5 or kind is Kind.ARENA
    assert not can_be_replaced(after, 1)


def test_in_a_knockout_only_those_who_are_still_in_it_are_replaced() -> None:
    cup = play_round(continued(seeded(tournament(Kind.KNOCKOUT, 8), {}), 0.0), stronger)
    numbers = range(1, 9)
    lost = {number for number in numbers if not any(pairing.has(number) for pairing in cup.open_pairings)}
    assert len(lost) == 4
    assert {number for number in numbers if not can_be_replaced(cup, number)} == lost


def test_the_seat_of_a_computer_stays() -> None:
    cup = tournament(Kind.ROUND_ROBIN, 5, level="3")
    assert [can_be_replaced(cup, entrant.number) for entrant in cup.entrants] == [True] * 5 + [False]
