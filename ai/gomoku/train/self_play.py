"""The engine's games against itself. Start reading at `play_game`."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ai.base import Limit
from ai.gomoku.board import (
    EMPTY,
    MARGIN,
    STRIDE,
    may_play,
    new_board,
    place,
    refusals,
    shape_of,
    tables,
)
from ai.gomoku.point_patterns import FIVES
from ai.gomoku.root import Plan, SearchMemory, decide
from ai.gomoku.values import Values
from games.base import Side
from games.gomoku import VARIANTS

SHARES = {"renju-15": 40, "freestyle-15": 20, "standard-15": 15, "omok-15": 15, "omok-19": 10}
"""How many games of a hundred are of a variant. The other variants differ in board size alone."""
BATCH = 20
"""Games in a batch, which one worker plays."""
_FAIR_OPENING = 250
"""The largest absolute evaluation of an opening that is played."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game: its variant, its moves as `ai.gomoku.train.fit.learn` reads them, and the winner, 0: none."""

    variant: str
    moves: NDArray[np.int32]
    winner: int


def play_batch(path: Path, seed: int, nodes: int, values: Values) -> None:
    """Play a batch of games and write them to a file."""
    rng, memory = random.Random(seed), SearchMemory(14)
    names = list(SHARES)
    games = [
        play_game(rng.choices(names, list(SHARES.values()))[0], rng, nodes, memory, values)
        for _ in range(BATCH)
    ]
    arrays = {f"{number}-{game.variant}-{game.winner}": game.moves for number, game in enumerate(games)}
    unfinished = path.with_name(path.name + ".part")
    with unfinished.open("wb") as file:
        np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
    unfinished.replace(path)


def load(path: Path) -> Iterator[Game]:
    """The games of a file."""
    with np.load(path) as arrays:
        for name in arrays.files:
            _, _, rest = name.partition("-")
            variant, _, winner = rest.rpartition("-")
            yield Game(variant, arrays[name], int(winner))


def rules_with(variant: str, values: Values) -> np.void:
    """A variant's rules with other values than the shipped ones."""
    exactly = VARIANTS[variant].exactly_five
    return tables((Side.FIRST in exactly, Side.SECOND in exactly), refusals(variant), values)


def play_game(variant: str, rng: random.Random, nodes: int, memory: SearchMemory, values: Values) -> Game:
    """A game of the engine against itself, from a random opening that it evaluates as fair."""
    rules = rules_with(variant, values)
    plan = Plan(depth=40, nodes=nodes, vcf_nodes=nodes // 4, variety=40, noise=12, table_bits=14)
    while True:
        board, moves = new_board(variant), list[tuple[int, int, int, int]]()
        for point in _opening(board, rules, rng):
            side = 1 + len(moves) % 2
            place(board, rules, point, side)
            moves.append((point, side, 0, 0))
        if abs(_value(board, rules, len(moves), plan, rng, memory)) < _FAIR_OPENING:
            break
    winner = 0
    while winner == 0 and board["empties"] > 0:
        side = 1 + len(moves) % 2
        limit = Limit(60.0, nodes, rng.randrange(1 << 30))
        verdict = decide(board, rules, side, plan, limit, memory)
        if not verdict.line:
            break
        point = verdict.line[0]
        moves.append((point, side, int(np.clip(verdict.value, -2000, 2000)), 1))
        winner = side if shape_of(board, rules, side, point) == FIVES else 0
        place(board, rules, point, side)
    return Game(variant, np.array(moves, dtype=np.int32), winner)


def _value(
    board: np.void, rules: np.void, stones: int, plan: Plan, rng: random.Random, memory: SearchMemory
) -> int:
    limit = Limit(60.0, plan.nodes, rng.randrange(1 << 30))
    return decide(board, rules, 1 + stones % 2, plan, limit, memory).value


def _opening(board: np.void, rules: np.void, rng: random.Random) -> list[int]:
    """Two to seven stones near the middle, each near another."""
    middle = MARGIN + int(board["size"]) // 2
    points = [(middle + rng.randint(-1, 1)) * STRIDE + middle + rng.randint(-1, 1)]
    wanted = rng.randint(2, 7)
    while len(points) < wanted:
        row, column = divmod(rng.choice(points), STRIDE)
        point = (row + rng.randint(-3, 3)) * STRIDE + column + rng.randint(-3, 3)
        if board["cells"][point] == EMPTY and point not in points and may_play(board, rules, point, 1):
            points.append(point)
    return points
