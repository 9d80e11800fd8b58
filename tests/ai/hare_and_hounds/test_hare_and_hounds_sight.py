"""What players of a skill see in Hare and Hounds: what is forced by their depth, a feeling elsewhere."""

import random

import numpy as np
import pytest

from ai.base import Limit
from ai.hare_and_hounds.feeling import feelings
from ai.hare_and_hounds.sight import HareSight
from ai.hare_and_hounds.solution import END, PLACEMENTS, solution
from ai.human import player
from ai.human.mind import Mind
from ai.human.sight import DECIDED
from games.base import Move, Side
from games.hare_and_hounds import DEN, HARE_AND_HOUNDS, INDEX, HarePosition


def unfinished(number: int, side: int) -> list[HarePosition]:
    """Some placements with at least two moves."""
    dice = random.Random(number)
    every = (HarePosition("no-limit", *placement, side) for placement in dice.sample(PLACEMENTS, 200))
    return [position for position in every if len(position.legal_moves()) > 1]


def played(position: HarePosition, skill: float, seed: int) -> Move:
    return player.choose(HareSight(position, None), Mind(skill), Limit(60.0, seed=seed), ()).move


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("depth", [1, 2, 3, 6, 11])
def test_a_game_is_decided_only_if_it_is_forced_within_the_depth(side: int, depth: int) -> None:
    for position in unfinished(depth, side):
        sign, moves = 1 - 2 * side, position.legal_moves()
        for move, reading in zip(moves, HareSight(position, None).read(moves, depth), strict=True):
            after = position.play(move)
            outcome = after.outcome()
            if outcome is not None:
                assert reading.value == (DECIDED if outcome.winner is position.to_move else -DECIDED)
                continue
            forced = sign * solution(position).value(after, depth - 1)
            assert (abs(reading.value) > 20) == (forced != 0), position.diagram()
            assert forced == 0 or reading.value * forced > 0
            assert abs(forced) == 0 or END - abs(forced) < depth


def test_the_answer_is_a_legal_reply() -> None:
    for position in unfinished(1, 0):
        moves = position.legal_moves()
        for move, reading in zip(moves, HareSight(position, None).read(moves, 4), strict=True):
            replies = position.play(move).legal_moves()
            assert reading.answer in replies or not replies


def test_feelings_are_the_hounds_and_infinite_where_the_game_is_over() -> None:
    felt = feelings()
    for place, (_, hare) in enumerate(PLACEMENTS):
        if hare == DEN:
            assert felt[0, place] == felt[1, place] == -np.inf
    assert not np.isnan(felt).any()
    start = HARE_AND_HOUNDS.start("classic")
    passed = HarePosition("classic", sum(1 << INDEX[point] for point in ("a4", "b4", "c4")), INDEX["b2"])
    places = [PLACEMENTS.index((position.hounds, position.hare)) for position in (passed, start)]
    assert felt[0, places[0]] < felt[0, places[1]]


@pytest.mark.parametrize("side", [0, 1])
def test_a_higher_skill_keeps_a_deep_win_more_often(side: int) -> None:
    winning = [
        position
        for position in unfinished(7, side)
        if 3 < END - abs(solution(position).value(position)) < 12
        and (solution(position).value(position) > 0) == (side == 0)
    ][:25]
    assert len(winning) > 10

    def kept(skill: float) -> int:
        after = [
            solution(position).value(position.play(played(position, skill, seed)))
            for position in winning
            for seed in range(4)
        ]
        return sum((value > 0) == (side == 0) and value != 0 for value in after)

    assert kept(0) < kept(4) <= kept(10)


def test_moves_are_legal_and_follow_from_the_seed() -> None:
    for side in (0, 1):
        for seed, position in enumerate(unfinished(3, side)[:40]):
            move = played(position, 3.0, seed)
            assert move in position.legal_moves()
            assert move == played(position, 3.0, seed)


def test_the_last_move_points_to_the_piece_that_moved() -> None:
    position = HARE_AND_HOUNDS.start("classic").play(Move("b1-b2"))
    assert position.to_move is Side.SECOND
    assert "b2-b3" in HareSight(position, Move("b1-b2")).shown
