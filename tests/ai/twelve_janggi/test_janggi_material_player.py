"""The source's player: its tables, its worked example, plain minimax at its three depths."""

import math
import random

import numpy as np
import pytest

from ai.twelve_janggi import material_player
from ai.twelve_janggi.state import state_of
from games.base import Move, Side
from games.twelve_janggi import SQUARES, TWELVE_JANGGI, JanggiPosition

# Columns 1 to 4 from the own camp, rows a, b, c: copied from the source.
TABLES = {
    "K": "0 0 0 100 / 0 0 0 100 / 0 0 0 100",
    "J": "3 4 4 3 / 4 5 5 4 / 3 4 4 3",
    "S": "3 4 4 3 / 4 5 5 4 / 3 4 4 3",
    "Z": "1 1 2 3 / 1 1 2 3 / 1 1 2 3",
    "H": "2 2 3 3 / 2 2 4 3 / 2 2 3 3",
}
HELD = {"J": 3, "S": 3, "Z": 1}


def worth(position: JanggiPosition) -> int:
    return int(material_player.worth(np.uint64(state_of(position))))


def plain_worth(position: JanggiPosition, side: Side) -> int:
    """The source's evaluation, directly from its tables."""
    total = sum(HELD[kind] for kind in position.hands[side - 1])
    total -= sum(HELD[kind] for kind in position.hands[side.other - 1])
    for square, piece in enumerate(position.board):
        if piece == ".":
            continue
        table = [int(number) for number in TABLES[piece.upper()].replace("/", "").split()]
        value = table[square if piece.isupper() else len(SQUARES) - 1 - square]
        total += value if piece.isupper() == (side is Side.FIRST) else -value
    return total


def after(plies: int, seed: int) -> JanggiPosition:
    dice, position = random.Random(seed), TWELVE_JANGGI.start("classic")
    for _ in range(plies):
        following = position.play(dice.choice(position.legal_moves()))
        if following.outcome() is not None:
            break
        position = following
    return position


EXAMPLE = """
    S . . j
    K J k .
    . Z . s
    hands: Z / -
    """


def test_the_worked_example() -> None:
    """Minus three on the board, minus one in hand, for the second side."""
    assert worth(TWELVE_JANGGI.position(EXAMPLE + "to move: second")) == -4
    assert worth(TWELVE_JANGGI.position(EXAMPLE.replace("Z / -", "- / -") + "to move: second")) == -3
    assert worth(TWELVE_JANGGI.position(EXAMPLE + "to move: first")) == 4


@pytest.mark.parametrize("kind", TABLES)
def test_every_number_of_the_tables(kind: str) -> None:
    numbers = [int(number) for number in TABLES[kind].replace("/", "").split()]
    for square, number in enumerate(numbers):
        board = ["."] * len(SQUARES)
        board[square] = kind
        own = JanggiPosition("".join(board), ("", ""), Side.FIRST)
        assert worth(own) == number
        assert worth(JanggiPosition(own.board, own.hands, Side.SECOND)) == -number
        assert worth(JanggiPosition(own.board[::-1].swapcase(), ("", ""), Side.SECOND)) == number


def test_hands() -> None:
    for first, second, value in (("J", "", 3), ("S", "", 3), ("Z", "", 1), ("JZ", "S", 1), ("", "ZZ", -2)):
        assert worth(JanggiPosition("K..........k", (first, second), Side.FIRST)) == value


def minimax(position: JanggiPosition, depth: int, ply: int = 0) -> float:
    """The value for the side to move without pruning; sooner ends weigh more."""
    outcome = position.outcome()
    if outcome is not None:
        if outcome.winner is None:
            return 0
        return (1e6 - ply) * (1 if outcome.winner is position.to_move else -1)
    if depth == 0:
        return plain_worth(position, position.to_move)
    return max(-minimax(position.play(move), depth - 1, ply + 1) for move in position.legal_moves())


def first_best(position: JanggiPosition, depth: int) -> tuple[Move, float]:
    values = {move: -minimax(position.play(move), depth - 1, 1) for move in position.legal_moves()}
    best = max(values.values())
    return next(move for move in sorted(values) if values[move] == best), best


@pytest.mark.parametrize("seed", range(12))
def test_alpha_beta_is_plain_minimax(seed: int) -> None:
    position = after(2 + 2 * seed, seed)
    choice = material_player.play(position, 3)
    move, value = first_best(position, 3)
    assert choice.move == move, position.diagram()
    assert choice.proven == (abs(value) > 1e5)
    if choice.proven:
        assert choice.score == math.copysign(1.0, value)
    else:
        assert math.isclose(choice.score, math.tanh(value / 8))


def test_depths() -> None:
    position = after(6, 2)
    assert material_player.DEPTHS == {"material-3": 3, "material-5": 5, "material-7": 7}
    choices = [material_player.play(position, depth) for depth in (3, 5, 7)]
    assert [choice.depth for choice in choices] == [3, 5, 7]
    assert choices[0].nodes < choices[1].nodes < choices[2].nodes
    assert material_player.play(position, 5) == choices[1], "it is never varied"


def test_a_third_repetition_is_worth_nothing() -> None:
    """A reply to a position that occurred twice before is a draw, which is better than a loss."""
    position = TWELVE_JANGGI.position("J . . k\nK . J .\n. . . .\nto move: second\nhands: SZZ / -")
    again = position.play(Move("a4-b4")).key
    repeated = JanggiPosition(position.board, position.hands, Side.SECOND, (again, position.key, again))
    outcome = repeated.play(Move("a4-b4")).outcome()
    assert outcome is not None and outcome.winner is None
    assert material_player.play(position, 3).score < 0
    choice = material_player.play(repeated, 3)
    assert (choice.move, choice.score) == ("a4-b4", 0.0) == (first_best(repeated, 3)[0], 0.0)
