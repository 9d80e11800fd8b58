"""Simuls without storage: who gives it, the boards, what is shown of them, and the end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.tournaments.changes import (
    continued,
    joined,
    people_missing,
    replaced,
    started,
    started_in_time,
    with_results,
    would_be_called_off,
)
from bot.tournaments.kinds import FORMATS, standings
from bot.tournaments.simul import OPPONENTS, Simul, record
from data.model.match import DELETED_USER
from data.model.tournament import Entrant, Kind, Pairing, Result, Tournament, TournamentState
from games.base import Side
from games.clock import ROUNDS, given_by
from tests.bot.tournaments.played import OPEN, matched

RULES, BY_COMPUTER = FORMATS[Kind.SIMUL], FORMATS[Kind.COMPUTER_SIMUL]
GIVER, NEWCOMER = 100, 200


def opened(opponents: int) -> Tournament:
    """One that person 100 gives, and people 101, 102, … have joined."""
    simul = replace(OPEN, kind=Kind.SIMUL, creator_id=GIVER, entrants=RULES.first_entrants(GIVER))
    for person in range(1, opponents + 1):
        simul = joined(simul, GIVER + person)
    return simul


def running(opponents: int) -> Tournament:
    """One whose boards have begun."""
    return matched(continued(started(opened(opponents)), 0.0))


def won_by(pairing: Pairing, number: int | None) -> Result:
    """The result with which an entrant wins a board; a draw if nobody does."""
    return {pairing.first: Result.FIRST, pairing.second: Result.SECOND}.get(number, Result.DRAW)


def played(simul: Tournament, *winners: int | None) -> Tournament:
    """With the first boards over, each won by an entrant, or drawn."""
    results = {
        pairing.match_id or 0: won_by(pairing, winner)
        for pairing, winner in zip(simul.open_pairings, winners, strict=False)
    }
    return continued(with_results(simul, results, 5.0), 5.0)


def test_the_giver_meets_everybody_at_once_and_moves_first_on_odd_boards() -> None:
    simul = running(4)
    seats = [(pairing.board, pairing.first, pairing.second) for pairing in simul.pairings]
    assert seats == [(1, 1, 2), (2, 3, 1), (3, 1, 4), (4, 5, 1)]
    assert {pairing.round for pairing in simul.pairings} == {1}


def test_it_begins_with_the_giver_and_two_others_and_has_room_for_eight() -> None:
    assert [people_missing(opened(opponents)) for opponents in range(4)] == [2, 1, 0, 0]
    assert RULES.size(None) == (3, 1 + OPPONENTS)
    assert not RULES.is_open(running(2))


def test_boards_begin_once() -> None:
    simul = running(3)
    assert continued(simul, 9.0) == simul


def test_who_joins_again_as_the_giver_stays_the_giver() -> None:
    simul = joined(opened(2), GIVER)
    assert [entrant.rank for entrant in simul.entrants] == [1, None, None]


def test_it_is_over_with_the_last_board() -> None:
    simul = played(running(3), 1, 3)
    assert simul.state is TournamentState.RUNNING
    simul = played(simul, None)
    assert (simul.state, simul.ended_at) == (TournamentState.OVER, 5.0)
    assert [record(simul, number) for number in (1, 2, 3, 4)] == [(1, 1, 1), (0, 0, 1), (1, 0, 0), (0, 1, 0)]


def test_the_giver_is_listed_first_without_a_place_and_the_others_by_board() -> None:
    ranked = standings(played(running(3), 1, 3, None))
    assert [(each.number, each.place, each.points) for each in ranked] == [
        (1, 0, 3),
        (2, 1, 0),
        (3, 2, 2),
        (4, 3, 1),
    ]


def test_the_giver_and_who_has_not_lost_are_announced_with_their_records() -> None:
    simul = played(running(3), 1, 3, None)
    assert [each.number for each in RULES.announced(simul)] == [1, 3, 4]
    assert [key.rpartition(".")[2] for key, _ in RULES.notes(simul, 1)] == ["won", "drawn", "lost"]
    assert [*RULES.notes(simul, 3)] == [("tournament.simul.won", {"n": 1})]


def test_a_void_board_is_in_no_record() -> None:
    simul = running(2)
    results = {simul.pairings[0].match_id or 0: Result.NOBODY}
    simul = continued(with_results(simul, results, 5.0), 5.0)
    assert record(simul, 1) == (0, 0, 0)
    assert record(simul, 2) == (0, 0, 0)


def test_progress_counts_the_giver_s_boards() -> None:
    _, numbers = RULES.progress(played(running(4), 1, None, 4))
    assert numbers == {"won": 1, "drawn": 1, "lost": 1, "n": 1}


def test_an_opponent_reads_their_own_board_first_and_the_giver_all_in_order() -> None:
    simul = running(3)
    assert [pairing.board for pairing in RULES.listed(simul, 4)] == [3, 1, 2]
    assert [pairing.board for pairing in RULES.listed(simul, 1)] == [1, 2, 3]
    assert [pairing.board for pairing in RULES.listed(simul, None)] == [1, 2, 3]


def test_who_leaves_before_the_boards_begin_forfeits() -> None:
    simul = continued(started(opened(3)), 0.0).without(3)
    assert [pairing.result for pairing in continued(simul, 1.0).pairings] == [
        None,
        Result.SECOND_BY_FORFEIT,
        None,
    ]


def test_a_giver_who_leaves_while_it_runs_forfeits_what_has_not_begun() -> None:
    simul = continued(continued(started(opened(2)), 0.0).without(1), 1.0)
    assert [pairing.result for pairing in simul.pairings] == [
        Result.SECOND_BY_FORFEIT,
        Result.FIRST_BY_FORFEIT,
    ]
    assert simul.state is TournamentState.OVER


def test_an_entrant_has_played_all_once_their_boards_are_over() -> None:
    simul = played(running(2), 1)
    assert RULES.has_played_all(simul, 2)
    assert not RULES.has_played_all(simul, 3) and not RULES.has_played_all(simul, 1)
    assert not RULES.has_played_all(opened(2), 2)


def test_it_needs_its_giver_only_before_the_start() -> None:
    assert would_be_called_off(opened(3), 1)
    assert not would_be_called_off(opened(3), 2)
    assert not would_be_called_off(running(3), 1)


@pytest.mark.parametrize(
    "entrants",
    [(Entrant(1, 101), Entrant(2, 102)), (Entrant(1, DELETED_USER, dropped=True, rank=1), Entrant(2, 102))],
    ids=["banned", "erased"],
)
def test_without_its_giver_it_is_canceled_by_itself(entrants: tuple[Entrant, ...]) -> None:
    simul = started_in_time(replace(opened(2), entrants=entrants), 7.0)
    assert (simul.state, simul.ended_at) == (TournamentState.CANCELED, 7.0)


def test_somebody_else_can_take_the_place_of_the_giver() -> None:
    simul = replaced(opened(2), 1, NEWCOMER, ())
    giver = Simul().giver(simul)
    assert giver is not None and giver.user_id == NEWCOMER
    assert started_in_time(simul, 7.0) == simul


def test_it_has_days_for_each_move_and_is_never_rated() -> None:
    assert RULES.problem_of_clock(is_live=True) == "tournament.simul.clock"
    assert RULES.problem_of_clock(is_live=False) is None
    assert not RULES.can_be_rated


def test_minutes_for_a_round_are_those_of_the_giver_on_each_board() -> None:
    simul = replace(running(2), control="round-15m")
    assert not simul.is_live
    controls = [RULES.control(simul, pairing) for pairing in simul.pairings]
    assert controls == [given_by(ROUNDS["round-15m"], side).name for side in (Side.FIRST, Side.SECOND)]
    assert {RULES.control(running(2), pairing) for pairing in simul.pairings} == {OPEN.control}


def opened_by_computer(others: int) -> Tournament:
    """One that the computer gives at level 4; its creator is in it, and others have joined."""
    entrants = BY_COMPUTER.first_entrants(GIVER)
    simul = replace(OPEN, kind=Kind.COMPUTER_SIMUL, creator_id=GIVER, level="4", entrants=entrants)
    for person in range(1, others + 1):
        simul = joined(simul, GIVER + person)
    return simul


def test_the_computer_sits_down_at_the_start_and_plays_everybody() -> None:
    simul = matched(continued(started(opened_by_computer(2)), 0.0))
    computer = BY_COMPUTER.giver(simul)
    assert computer == Entrant(4, None, "4", rank=1)
    assert [(pairing.first, pairing.second) for pairing in simul.pairings] == [(4, 1), (2, 4), (4, 3)]


def test_two_people_are_enough_against_the_computer_and_eight_can_join() -> None:
    assert [people_missing(opened_by_computer(others)) for others in range(3)] == [1, 0, 0]
    assert BY_COMPUTER.size(None)[1] == OPPONENTS
    nobody = replace(opened_by_computer(0), entrants=())
    assert people_missing(nobody) == 2 and not BY_COMPUTER.is_called_off(nobody)


def test_its_creator_can_leave_a_simul_of_the_computer() -> None:
    assert not would_be_called_off(opened_by_computer(2), 1)


def test_the_end_against_the_computer_is_announced_with_its_record() -> None:
    simul = played(matched(continued(started(opened_by_computer(2)), 0.0)), 4, 2, 4)
    assert simul.state is TournamentState.OVER
    assert [standing.number for standing in BY_COMPUTER.announced(simul)] == [4, 2]
    assert record(simul, 4) == (2, 0, 1)
    assert BY_COMPUTER.progress(simul) == (
        "tournament.computer-simul.running",
        {"won": 2, "drawn": 0, "lost": 1, "n": 0},
    )


def test_against_the_computer_every_clock_is_possible_and_nothing_is_rated() -> None:
    assert BY_COMPUTER.problem_of_clock(is_live=True) is None
    assert not BY_COMPUTER.can_be_rated
