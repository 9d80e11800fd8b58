"""The forbidden points of Gomoku against a slow reference and against public test suites."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from games.base import IllegalMove, Move, Side
from games.gomoku import VARIANTS, GomokuPosition
from tests.games import gomoku_reference as reference

PUBLIC = json.loads((Path(__file__).parent / "data" / "renju_forbidden.json").read_text())["cases"]
POINTS_EACH = 6


@pytest.mark.parametrize("case", PUBLIC, ids=lambda case: f"{case['source'].split()[-1]}-{case['move']}")
def test_public_suites(case: dict[str, Any]) -> None:
    position = with_stones("renju-15", case["black"].split(), case["white"].split())
    if case["refusal"] is None:
        position.play(Move(case["move"]))
        return
    with pytest.raises(IllegalMove) as refused:
        position.play(Move(case["move"]))
    assert refused.value.key == case["refusal"], case["why"]


def with_stones(variant: str, black: list[str], white: list[str]) -> GomokuPosition:
    board = VARIANTS[variant].board
    points = bytearray(board.empty)
    for stone, moves in ((1, black), (2, white)):
        for move in moves:
            points[board.points[Move(move)]] = stone
    return GomokuPosition(variant, bytes(points), Side.FIRST)


def dense(rng: random.Random, variant: str, side: Side) -> GomokuPosition:
    """Many stones in one part of the board, more of the mover than a game would have."""
    rules = VARIANTS[variant]
    part = rng.choice((7, 9, rules.size))
    low = [rng.randint(0, rules.size - part) for _ in range(2)]
    mine, theirs = rng.choice(((0.3, 0.05), (0.25, 0.15), (0.4, 0.2), (0.2, 0.02)))
    cells = bytearray(rules.size**2)
    for index in range(len(cells)):
        row, column = divmod(index, rules.size)
        if low[0] <= row < low[0] + part and low[1] <= column < low[1] + part:
            drawn = rng.random()
            cells[index] = side if drawn < mine else side.other if drawn < mine + theirs else 0
    return GomokuPosition(variant, rules.board.fill(bytes(cells)), side)


def stones_of(position: GomokuPosition) -> reference.Stones:
    size = position.size
    return {(index % size, size - index // size): ".XO"[stone] for index, stone in enumerate(position.cells)}


def expected(position: GomokuPosition, stones: reference.Stones, move: Move) -> str | None:
    point = ("abcdefghijklmnopqrs".index(move[0]), int(move[1:]))
    if position.variant == "renju-15":
        return reference.renju(stones, point)
    mine = ".XO"[position.to_move]
    return reference.omok(stones, point, mine, exactly=position.variant == "omok-15")


@pytest.mark.parametrize("positions", [100, pytest.param(600, marks=pytest.mark.soak)])
@pytest.mark.parametrize(
    ("variant", "side"),
    [
        ("renju-15", Side.FIRST),
        ("omok-15", Side.FIRST),
        ("omok-15", Side.SECOND),
        ("omok-19", Side.FIRST),
    ],
)
def test_forbidden_points_equal_the_reference(variant: str, side: Side, positions: int) -> None:
    rng = random.Random(f"{variant} {side}")
    refused = 0
    for _ in range(positions):
        position = dense(rng, variant, side)
        stones = stones_of(position)
        empty = [name for name, at in position.board.in_order if not position.points[at]]
        some = rng.sample(sorted(position.forbidden), min(3, len(position.forbidden)))
        near = [move for move in empty if touches(position, move)]
        for move in {*some, *rng.sample(near, min(POINTS_EACH, len(near)))}:
            shown = f"{move}\n{position.diagram()}"
            assert position.forbidden.get(move) == expected(position, stones, move), shown
            refused += move in position.forbidden
    assert refused > positions, "the sample holds too few refused points to tell anything"


def touches(position: GomokuPosition, move: Move) -> bool:
    at, board = position.board.points[move], position.board
    return any(
        position.points[at + sign * step] == position.to_move for step in board.directions for sign in (1, -1)
    )
