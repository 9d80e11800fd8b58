"""What is seen in positions of Othello, and how exact the endings of each skill are."""

from __future__ import annotations

import random
from functools import cache

import pytest

from ai.base import Limit
from ai.human.mind import Mind
from ai.human.sight import DECIDED
from ai.othello.engine import ENGINE, _searcher
from ai.othello.sight import OthelloSight
from games.base import Move
from games.othello import OTHELLO, OthelloPosition

SEEDS = range(20)


def after(moves: int, seed: int, variant: str = "8x8") -> OthelloPosition:
    """A position of a random game in which at least two moves are legal."""
    dice = random.Random(seed)
    while True:
        position = OTHELLO.start(variant)
        for _ in range(moves):
            if position.outcome() is not None:
                break
            position = position.play(dice.choice(position.legal_moves()))
        if position.outcome() is None and len(position.legal_moves()) > 1:
            return position


@cache
def result(position: OthelloPosition) -> int:
    """The disc difference under best play, by the rules alone."""
    if position.outcome() is not None:
        return position.score(position.to_move) - position.score(position.to_move.other)
    return max(-result(position.play(move)) for move in position.legal_moves())


@pytest.mark.parametrize("seed", range(4))
def test_an_ending_in_reach_is_solved(seed: int) -> None:
    position = after(54, seed)
    sight = OthelloSight(position, _searcher(8))
    moves = position.legal_moves()
    for move, reading in zip(moves, sight.read(moves, 12), strict=True):
        exact = -result(position.play(move))
        assert reading.value == pytest.approx(max(-DECIDED, min(DECIDED, exact / 2)))


def test_beginners_like_discs_edges_and_corners() -> None:
    position = OTHELLO.position(
        "\n".join([". O X . . . . .", ". O X . . . . .", ". O X . . . . .", *[". . . . . . . ."] * 5])
        + "\nto move: first"
    )
    liked = OthelloSight(position, _searcher(8)).impressions()
    assert max(liked, key=lambda move: liked[move]) == Move("a1")


def test_discs_lost_in_an_ending_fall_with_skill() -> None:
    """The mean of what a move with seven empty squares gives away, in discs."""
    positions = [after(53, seed) for seed in range(12)]
    lost = []
    for skill in (0, 4, 8, 12):
        given = [
            result(position) + result(position.play(move))
            for number, position in enumerate(positions)
            for seed in SEEDS[:4]
            for move in [ENGINE.imitate(position, Mind(skill), Limit(60.0, seed=100 * number + seed)).move]
        ]
        lost.append(sum(given) / len(given))
    assert lost[0] > 3 > lost[2] and lost[3] < 1, lost
    assert lost == sorted(lost, reverse=True), lost


@pytest.mark.parametrize("variant", OTHELLO.variants)
def test_every_size_is_played(variant: str) -> None:
    position = after(10, 1, variant)
    for skill in (-1.0, 3.5, 8.0):
        choice = ENGINE.imitate(position, Mind(skill), Limit(60.0, seed=3))
        assert choice.move in position.legal_moves() and not choice.proven
        assert choice == ENGINE.imitate(position, Mind(skill), Limit(60.0, seed=3))
