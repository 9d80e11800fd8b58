"""A win by force is one: whatever the rules let the defender answer, the attack wins with a move less."""

from __future__ import annotations

import pytest

from ai.claims.checkers.budget import Budget
from ai.claims.checkers.gomoku_force import Force
from games.gomoku import GomokuPosition
from tests.ai.gomoku.positions import near_game

NODES = 1 << 40
LONGEST = 3


def wins(position: GomokuPosition, moves: int) -> bool:
    return Force(position.to_move, (), Budget(NODES)).wins(position, moves)


def winning_moves(position: GomokuPosition, moves: int) -> list[GomokuPosition]:
    """The positions after each move that is said to win with so many moves."""
    force, after = Force(position.to_move, (), Budget(NODES)), list[GomokuPosition]()
    for move in position.legal_moves():
        following = position.play(move)
        if following.outcome() is None and force.wins_after(following, move, moves - 1):
            after.append(following)
    return after


def check(position: GomokuPosition, moves: int) -> int:
    """Play each answer of the rules to the moves that are said to win; how many answers that were."""
    answers = 0
    for after in winning_moves(position, moves)[:2]:
        for answer in after.legal_moves():
            reply = after.play(answer)
            assert reply.winner is None, after.diagram()
            assert wins(reply, moves - 1), f"{reply.diagram()}\n{answer} {moves}"
            answers += 1
    return answers


@pytest.mark.parametrize(
    "variant",
    [
        "renju-15",
        "omok-15",
        pytest.param("omok-19", marks=pytest.mark.soak),
        "standard-15",
        "freestyle-15",
    ],
)
def test_wins_by_force_hold_against_every_answer(variant: str) -> None:
    answers = 0
    for seed in range(12):
        position = near_game(variant, 12 + seed % 8, seed)
        if position.outcome() is None and wins(position, LONGEST) and not wins(position, 1):
            answers += check(position, 3 if wins(position, 2) is False else 2)
    assert answers > 50
