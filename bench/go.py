"""Go's speed: the rules on 19x19, playouts, compiling."""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

from bench import Row, median_seconds
from games.base import PASS, Move
from games.go import GO, GoPosition

SIZES = (9, 13, 19)
PLAYOUTS = {9: 4_000, 13: 2_000, 19: 1_000}
MOVES = 300


def rows() -> Iterator[Row]:
    """Measure everything about Go."""
    games = [random_game(seed) for seed in range(5)]
    yield replaying(games)
    yield listing(games)
    for size in SIZES:
        yield playouts(size)
        yield playouts(size, reads=1)
        yield playouts(size, reads=2)
        yield searching(size)
    yield from compiling()


def random_game(seed: int) -> list[Move]:
    """Return the moves of a random game on 19x19 without passes or filled eyes."""
    choose, position, moves = random.Random(seed).choice, GO.start("19x19-korean"), list[Move]()
    while len(moves) < MOVES:
        open_points = [point for point in position.open_points if not _is_closed(position, point)]
        moves.append(Move(position.board.names[choose(open_points)]) if open_points else PASS)
        position = position.play(moves[-1])
    return moves


def _is_closed(position: GoPosition, point: int) -> bool:
    return all(position.stones[near] == position.to_move for near in position.board.neighbors[point])


def replaying(games: list[list[Move]]) -> Row:
    """Measure the milliseconds to replay a game of 300 moves."""

    def replay(moves: list[Move]) -> None:
        position = GO.start("19x19-korean")
        for move in moves:
            position = position.play(move)

    times = [median_seconds(lambda moves=moves: replay(moves), 9) for moves in games]  # type: ignore[misc]
    return Row("go 300-move 19x19 replay", 1000 * statistics.median(times), "ms", "≤ 5")


def listing(games: list[list[Move]]) -> Row:
    """Measure the milliseconds to list the legal moves of fresh 19x19 positions."""
    times = []
    for moves in games:
        for length in (50, 150, 250, 300):
            position = GO.start("19x19-chinese")
            for move in moves[:length]:
                position = position.play(move)
            began = time.perf_counter()
            position.legal_moves()
            times.append(time.perf_counter() - began)
    return Row("go legal_moves on 19x19", 1000 * statistics.median(times), "ms", "≤ 5")


def playouts(size: int, reads: int = 0) -> Row:
    """Measure playouts per second from an empty board without a tree, by how much they read."""
    import numpy as np

    from ai.go.board import CELLS, dice_of, load
    from ai.go.playout import run_playouts

    board = load(GO.start(f"{size}x{size}-korean"))
    owned, first = np.zeros(CELLS, dtype=np.int32), np.zeros(CELLS, dtype=np.int32)
    dice, games = dice_of(1), PLAYOUTS[size]
    taken = median_seconds(lambda: run_playouts(board, board.copy(), 1, games, reads, owned, first, dice), 5)
    bar = "≥ 35000" if size == 9 and not reads else ""
    return Row(
        f"go {('', 'ladder-reading ', 'full-reading ')[reads]}playouts, {size}x{size}",
        games / taken,
        "playouts/s",
        bar,
    )


def searching(size: int) -> Row:
    """Measure playouts per second of level 8's tree search from an empty board."""
    from ai.base import Limit
    from ai.go.engine import ENGINE

    nodes = PLAYOUTS[size] * 2

    def think() -> None:
        choice = ENGINE.choose(GO.start(f"{size}x{size}-korean"), "8", Limit(60.0, nodes=nodes, seed=1))
        if choice.nodes != nodes:
            raise AssertionError(f"{choice.nodes} playouts, not {nodes}")

    return Row(f"go level 8, {size}x{size}", nodes / median_seconds(think, 3), "playouts/s", "")


def compiling() -> Iterator[Row]:
    """Measure the seconds of the warm-up in a fresh process, without and with compiled kernels on disk."""
    with tempfile.TemporaryDirectory() as folder:
        yield Row("go warm-up, cold", _warm_up(folder), "s", "≤ 20")
        yield Row("go warm-up, cached", _warm_up(folder), "s", "≤ 1")


def _warm_up(folder: str) -> float:
    environment = {**os.environ, "DAEGUK_CACHE_DIR": folder}
    code = "import time; t = time.perf_counter(); from ai.go.engine import ENGINE; ENGINE.warm_up(); "
    command = [sys.executable, "-c", code + "print(time.perf_counter() - t)"]
    return float(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout)
