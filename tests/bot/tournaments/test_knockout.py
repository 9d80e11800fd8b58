"""Knockouts of every size: what holds for a bracket, and what becomes of draws, drop-outs and corrections."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.tournaments.bracket import Bracket, rounds_for, seed_order
from bot.tournaments.changes import (
    can_return,
    continued,
    correctable,
    corrected,
    joined,
    seeded,
    started,
    with_results,
)
from bot.tournaments.kinds import format_of, standings
from data.model.tournament import Kind, Pairing, Result, Tournament, TournamentState
from tests.bot.tournaments.played import OPEN, matched, play_round, stronger, tournament

SIZES = range(2, 34)
DECISIVE = [Result.FIRST, Result.SECOND, Result.FIRST_BY_FORFEIT, Result.SECOND_BY_FORFEIT]
EVERY_RESULT = [*DECISIVE, Result.DRAW, Result.NOBODY, Result.NOT_COUNTED]


def knockout(people: int) -> Tournament:
    """One in its first round, whose entrants are seeded by their numbers."""
    return tournament(Kind.KNOCKOUT, people)


def played(people: int, play: Callable[[Pairing], Result] = stronger) -> Tournament:
    """One that was played to its end."""
    running = knockout(people)
    while running.state is TournamentState.RUNNING:
        running = play_round(running, play)
    return running


def matches(knockout: Tournament) -> list[Pairing]:
    """The pairings of two."""
    return [pairing for pairing in knockout.pairings if pairing.second is not None]


def places(knockout: Tournament) -> dict[int, int]:
    """The place of each entrant."""
    return {standing.number: standing.place for standing in standings(knockout)}


def losers(knockout: Tournament) -> Iterator[tuple[int, int]]:
    """The round in which each match was lost, and by whom."""
    for pairing in matches(knockout):
        if pairing.result in (Result.FIRST, Result.FIRST_BY_FORFEIT):
            yield pairing.round, pairing.second or 0
        elif pairing.result in (Result.SECOND, Result.SECOND_BY_FORFEIT):
            yield pairing.round, pairing.first


@pytest.mark.parametrize("people", SIZES)
def test_there_is_a_match_for_everybody_who_goes_out_and_one_for_third_place(people: int) -> None:
    assert len(matches(played(people))) == people - 1 + (people > 3)


@pytest.mark.parametrize("people", SIZES)
def test_the_stronger_ones_take_the_first_places(people: int) -> None:
    by_number = places(played(people))
    assert [by_number[number] for number in range(1, min(4, people) + 1)] == [1, 2, 3, 4][:people]


@pytest.mark.parametrize("people", SIZES)
def test_those_who_go_out_in_the_same_round_share_a_place(people: int) -> None:
    shared = Counter(places(played(people)).values())
    assert [shared.get(place, 0) for place in (5, 9, 17)] == [
        max(0, min(2 * place - 2, people) - place + 1) for place in (5, 9, 17)
    ]


@pytest.mark.parametrize("people", SIZES)
def test_byes_are_of_the_highest_seeds_in_the_first_round(people: int) -> None:
    byes = [pairing for pairing in played(people).pairings if pairing.second is None]
    assert {pairing.round for pairing in byes} <= {1}
    assert sorted(pairing.first for pairing in byes) == [*range(1, 2 ** rounds_for(people) - people + 1)]


@pytest.mark.parametrize("rounds", range(1, 6))
def test_the_highest_seeds_can_meet_only_in_the_last_rounds(rounds: int) -> None:
    order = seed_order(rounds)
    for left in range(rounds):
        parts = [
            order[start : start + 2 ** (rounds - left)] for start in range(0, 2**rounds, 2 ** (rounds - left))
        ]
        assert all(sum(seed <= 2**left for seed in part) == 1 for part in parts)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(SIZES), st.integers(0, 10**6))
def test_nobody_plays_after_losing_but_for_third_place(people: int, seed: int) -> None:
    chance = random.Random(seed)
    over = played(people, lambda _: chance.choice(DECISIVE))
    for number, loser in losers(over):
        later = [pairing for pairing in over.of_entrant(loser) if pairing.round > number]
        assert len(later) <= (number == (over.rounds or 0) - 1)
    assert sorted(places(over).values())[:2] == [1, 2]


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(SIZES), st.integers(0, 10**6))
def test_whatever_happens_it_ends_and_nobody_plays_two_matches_at_once(people: int, seed: int) -> None:
    chance, running = random.Random(seed), knockout(people)
    for _ in range(400):
        if running.state is not TournamentState.RUNNING:
            break
        numbers = [number for pairing in running.open_pairings for number in (pairing.first, pairing.second)]
        assert len({*numbers}) == len(numbers)
        assert running.pairings == tuple(sorted(running.pairings, key=lambda pair: (pair.round, pair.board)))
        if chance.random() < 0.3:
            running = running.without(chance.choice(running.entrants).number)
        running = play_round(
            running, lambda _: chance.choice(EVERY_RESULT) if chance.random() < 0.8 else Result.DRAW
        )
        if chance.random() < 0.2 and running.state is TournamentState.RUNNING and correctable(running):
            wrong = chance.choice(correctable(running))
            right = chance.choice([Result.FIRST, Result.SECOND, Result.DRAW, Result.NOBODY])
            running = continued(corrected(running, wrong.round, wrong.board, right), 2.0)
    assert running.state is TournamentState.OVER


@pytest.mark.parametrize("people", [2, 3, 5, 16])
def test_it_waits_for_the_seeds_of_its_entrants(people: int) -> None:
    waiting = replace(OPEN, kind=Kind.KNOCKOUT)
    for person in range(people):
        waiting = joined(waiting, 101 + person)
    waiting = continued(started(waiting), 0.0)
    assert waiting.state is TournamentState.RUNNING and not waiting.pairings
    assert continued(seeded(waiting, {}), 0.0).round == 1


def test_those_with_a_rating_are_seeded_by_it_before_those_without() -> None:
    waiting = replace(OPEN, kind=Kind.KNOCKOUT)
    for person in (101, 102, 103, 104):
        waiting = joined(waiting, person)
    after = seeded(started(waiting), {103: 1400.0, 104: 1700.0})
    assert [entrant.rank for entrant in after.entrants] == [3, 4, 2, 1]


# --- Draws -------------------------------------------------------------------------------------------


def test_a_draw_is_replayed_with_the_sides_swapped() -> None:
    running = play_round(knockout(4), lambda pairing: Result.DRAW if pairing.board == 1 else Result.FIRST)
    assert running.round == 1
    drawn, replay = running.pairings[0], running.open_pairings[0]
    assert (replay.first, replay.second) == (drawn.second, drawn.first)


def test_after_a_second_draw_the_lower_seed_goes_through() -> None:
    running = play_round(play_round(knockout(4), lambda _: Result.DRAW), lambda _: Result.DRAW)
    assert running.round == 2
    final, third = running.open_pairings
    assert {final.first, final.second} == {3, 4} and {third.first, third.second} == {1, 2}


def test_a_void_match_is_played_again_with_the_same_sides() -> None:
    running = play_round(knockout(2), lambda _: Result.NOT_COUNTED)
    void, replay = running.pairings
    assert (replay.first, replay.second, replay.result) == (void.first, void.second, None)


def test_a_result_that_is_voided_later_leaves_the_next_round_as_it_is() -> None:
    running = play_round(knockout(4), stronger)
    void = replace(running.pairings[0], result=Result.NOT_COUNTED)
    after = continued(replace(running, pairings=(void, *running.pairings[1:])), 1.0)
    assert after.open_pairings == running.open_pairings


def test_who_goes_through_by_the_rule_for_draws_has_beaten_the_opponent() -> None:
    over = knockout(2)
    for _ in range(2):
        over = play_round(over, lambda _: Result.DRAW)
    rules = format_of(over)
    scores = {standing.number: rules.score(over, standing) for standing in rules.standings(over)}
    assert scores == {2: "1-0", 1: "0-1"}


@pytest.mark.parametrize(
    ("people", "rounds", "out"), [(8, 1, {5, 6, 7, 8}), (8, 2, {5, 6, 7, 8}), (4, 1, set())]
)
def test_who_waits_for_third_place_is_not_out(people: int, rounds: int, out: set[int]) -> None:
    running = knockout(people)
    for _ in range(rounds):
        running = play_round(running, stronger)
    rules = format_of(running)
    assert {entrant.number for entrant in running.entrants if rules.is_out(running, entrant.number)} == out


def test_a_loser_of_a_semifinal_is_not_out_while_the_other_one_is_played() -> None:
    running = matched(knockout(4))
    lost = replace(running.pairings[0], result=Result.FIRST)
    running = continued(replace(running, pairings=(lost, *running.pairings[1:])), 1.0)
    assert not format_of(running).is_out(running, lost.second or 0)


@pytest.mark.parametrize(
    ("people", "number", "board", "places"),
    [
        (8, 1, 1, range(5, 9)),
        (6, 1, 3, range(5, 7)),
        (8, 2, 1, None),
        (8, 3, 1, range(2, 3)),
        (8, 3, 2, range(4, 5)),
        (2, 1, 1, range(2, 3)),
    ],
)
def test_a_loss_decides_the_place_unless_it_is_in_a_semifinal(
    people: int, number: int, board: int, places: range | None
) -> None:
    running = knockout(people)
    assert format_of(running).places_of_loser(running, Pairing(number, board, 1, 2)) == places


# --- Who leaves --------------------------------------------------------------------------------------


def test_who_leaves_loses_the_next_match() -> None:
    running = play_round(continued(knockout(4).without(1), 1.0), stronger)
    over = play_round(running, stronger)
    assert places(over) == {4: 2, 2: 1, 3: 3, 1: 4}


def test_who_has_left_does_not_go_on_though_the_opponent_resigns() -> None:
    running = matched(knockout(4)).without(1, removed=True)
    after = with_results(running, {1001: Result.FIRST, 1002: Result.SECOND}, 1.0)
    assert after.in_round(1)[0].result is Result.SECOND_BY_FORFEIT
    final, third = continued(after, 1.0).in_round(2)
    assert final.has(4) and final.result is None
    assert third.has(1) and third.points_of(1) == 0 and third.result is not None


def test_who_has_left_and_loses_has_lost_by_play() -> None:
    running = matched(knockout(4)).without(1, removed=True)
    assert with_results(running, {1001: Result.SECOND}, 1.0).in_round(1)[0].result is Result.SECOND


def test_who_is_put_back_plays_the_match_that_was_given_up_again() -> None:
    running = continued(matched(knockout(4)), 1.0).without(1)
    left = continued(with_results(running, {1001: Result.SECOND_BY_FORFEIT, 1002: Result.FIRST}, 1.0), 1.0)
    assert left.round == 2 and can_return(left, 1) and not can_return(left, 2)
    back = continued(format_of(left).returned(left, 1), 1.0)
    assert [(pairing.first, pairing.second) for pairing in back.open_pairings] == [(1, 4)]


def test_who_has_left_is_not_put_back_once_the_final_is_over() -> None:
    running = continued(matched(knockout(4)), 1.0).without(1)
    left = continued(with_results(running, {1001: Result.SECOND_BY_FORFEIT, 1002: Result.FIRST}, 1.0), 1.0)
    assert not can_return(play_round(left, stronger), 1)


def test_where_both_have_left_the_next_opponent_has_a_bye() -> None:
    left = continued(knockout(8).without(1).without(8), 1.0)
    running = play_round(left, stronger)
    byes = [pairing for pairing in running.in_round(2) if pairing.result is Result.BYE]
    assert [pairing.first for pairing in byes] == [4]


def test_a_loser_of_a_semifinal_who_has_nobody_to_meet_is_third() -> None:
    assert places(played(3)) == {1: 1, 2: 2, 3: 3}


# --- Corrections -------------------------------------------------------------------------------------


def test_a_corrected_result_brings_the_other_player_into_the_next_round() -> None:
    running = matched(play_round(knockout(4), stronger))
    after = continued(
        corrected(running, 1, 1, Result.SECOND if running.pairings[0].first == 1 else Result.FIRST), 2.0
    )
    final, third = after.open_pairings
    assert {final.first, final.second} == {2, 4} and {third.first, third.second} == {1, 3}
    assert final.match_id is third.match_id is None


def test_a_result_corrected_to_a_draw_is_replayed_while_others_play_on() -> None:
    running = matched(play_round(knockout(8), stronger))
    after = continued(corrected(running, 1, 1, Result.DRAW), 2.0)
    assert [(pairing.round, pairing.board) for pairing in after.open_pairings] == [(1, 5), (2, 2)]
    assert format_of(after).listed(after, None)[0].round == 1


def test_a_result_stays_once_the_next_match_is_over() -> None:
    running = matched(play_round(knockout(4), stronger))
    final = replace(running.pairings[2], result=Result.FIRST)
    running = replace(running, pairings=(*running.pairings[:2], final, running.pairings[3]))
    assert [(pairing.round, pairing.board) for pairing in correctable(running)] == [(2, 1)]


def test_the_bracket_knows_who_meets_next() -> None:
    running = matched(knockout(4))
    first = replace(running.pairings[0], result=Result.FIRST)
    bracket = Bracket(continued(replace(running, pairings=(first, *running.pairings[1:])), 1.0))
    assert bracket.players((2, 1)) is None
    decision = bracket.decision((1, 1))
    assert decision is not None and decision.winner == first.first


def stages(people: int) -> Iterator[Tournament]:
    """A knockout before its start and, with enough people, after each result up to its end."""
    waiting = replace(OPEN, kind=Kind.KNOCKOUT)
    for person in range(101, 101 + people):
        waiting = joined(waiting, person)
    yield waiting
    if people < 2:
        return
    begun = started(waiting)
    yield begun
    running = matched(continued(seeded(begun, {}), 0.0))
    yield running
    while running.state is TournamentState.RUNNING:
        pairing = running.open_pairings[0]
        running = matched(continued(with_results(running, {pairing.match_id or 0: stronger(pairing)}), 1.0))
        yield running


@pytest.mark.parametrize("people", range(6))
def test_who_can_be_replaced_is_known_at_every_stage_of_a_small_knockout(people: int) -> None:
    rules = format_of(replace(OPEN, kind=Kind.KNOCKOUT))
    for stage in stages(people):
        numbers = [entrant.number for entrant in stage.entrants]
        assert [standing.number for standing in standings(stage)] == sorted(numbers) or stage.round
        out = [number for number in numbers if rules.is_out(stage, number)]
        if not stage.round:
            assert out == []
        if stage.state is TournamentState.OVER:
            assert out == numbers[1:], "only the winner has never lost"
        for pairing in stage.open_pairings:
            assert not {pairing.first, pairing.second} & set(out)
