"""Gomoku's speed: searching, continuous fours, forbidden points, the source's `weights`, compiling."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench import Row
from games.base import Move, Side
from games.gomoku import GOMOKU, VARIANTS, GomokuPosition

# Renju games of `weights` against itself from four random stones, after 12, 18, 24 and 30 plies.
MIDDLE_GAMES = (
    "h8 f7 i9 j8 i7 g7 g9 j6 e7 i11 f8 d6",
    "h8 j11 e10 e11 g8 i8 h7 d11 h9 h10 g9 f9 f11 g12 g10 g7 i7 k5",
    "h7 j5 i6 k11 i7 i5 j7 k7 h5 g4 j6 h6 g7 f7 k8 l9 i9 h8 f9 j9 g8 e10 g9 g10",
    "h9 g5 e11 j10 f11 g10 f10 f9 g9 h8 d11 c11 d12 c13 d10 d9 d13 d14 c10 e12 f12 c9 g13 h14 i9 g11 f13"
    " f14 h11 j9",
)

# Fair openings of four or five stones, on either size of board.
OPENINGS = ("h8 i9 g7 j7", "h8 g9 j8 i6 f7", "h8 h9 k8 g6 j10")
NODES = 500_000
PROBLEMS = Path(__file__).parents[1] / "tests" / "ai" / "gomoku" / "data" / "vcf.json"

_WARM_UP = (
    "import time; t = time.perf_counter(); from ai.gomoku.engine import ENGINE; ENGINE.warm_up();"
    " print(time.perf_counter() - t)"
)


def rows() -> Iterator[Row]:
    """Measure everything about Gomoku."""
    yield weights()
    yield searching()
    yield from chasing()
    yield refused()
    yield from compiling()


def weights() -> Row:
    """Measure CPU milliseconds per move of the source's player, five plies deep, in fixed middle games."""
    from ai.base import Limit
    from ai.gomoku.engine import ENGINE

    taken = []
    for text in MIDDLE_GAMES * 3:
        started = time.process_time()
        ENGINE.choose(_after(text), "weights", Limit(10.0))
        taken.append(time.process_time() - started)
    return Row("gomoku weights, depth 5, middle game", 1000 * statistics.median(taken), "ms", "≤ 200")


def searching() -> Row:
    """Measure nodes per CPU second of level 8 in fixed openings that are not decided at once."""
    from ai.base import Limit
    from ai.gomoku.engine import ENGINE

    nodes, seconds = 0, 0.0
    for variant in ("renju-15", "freestyle-15", "omok-19"):
        for moves in OPENINGS:
            position = _after(moves, variant)
            started = time.process_time()
            nodes += ENGINE.choose(position, "8", Limit(60.0, nodes=NODES, seed=1)).nodes
            seconds += time.process_time() - started
    return Row("gomoku level 8, from openings", nodes / seconds, "nodes/s", "≥ 800,000")


def chasing() -> Iterator[Row]:
    """Measure the milliseconds to solve published problems of continuous fours."""
    from ai.gomoku.board import board_of, rules_of
    from ai.gomoku.root import SearchMemory
    from ai.gomoku.vcf import search_vcf

    memory, taken = SearchMemory(), []
    for problem in json.loads(PROBLEMS.read_text())["problems"]:
        position = _problem(problem)
        board, rules = board_of(position), rules_of(position.variant)
        memory.reset(20, clear=True)
        memory.work["stop"], memory.work["vcf_end"] = 0, 1 << 40
        started = time.process_time()
        assert search_vcf(board, rules, memory.work, int(position.to_move), 0) > 0
        taken.append(1000 * (time.process_time() - started))
    yield Row(f"gomoku continuous fours, {len(taken)} problems", statistics.median(taken), "ms", "")
    yield Row("… the slowest", max(taken), "ms", "≤ 500")


def refused() -> Row:
    """Measure the nanoseconds to decide whether renju forbids Black a point, in middle games."""
    from ai.gomoku.board import board_of, rules_of, verdicts

    boards, rules, times = [board_of(_after(moves)) for moves in MIDDLE_GAMES], rules_of("renju-15"), 200
    started = time.process_time()
    decided = sum(int(verdicts(board, rules)) for board in boards for _ in range(times))
    return Row(
        "gomoku renju's verdict on a point", 1e9 * (time.process_time() - started) / decided, "ns", "≤ 300"
    )


def compiling() -> Iterator[Row]:
    """Measure the seconds of the warm-up in a fresh process, without and with compiled kernels on disk."""
    with tempfile.TemporaryDirectory() as folder:
        yield Row("gomoku warm-up, cold", _warm_up(folder), "s", "≤ 20")
        yield Row("gomoku warm-up, cached", _warm_up(folder), "s", "≤ 1")


def _warm_up(folder: str) -> float:
    environment = {**os.environ, "DAEGUK_CACHE_DIR": folder}
    command = [sys.executable, "-c", _WARM_UP]
    return float(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout)


def _after(moves: str, variant: str = "renju-15") -> GomokuPosition:
    position = GOMOKU.start(variant)
    for move in moves.split():
        position = position.play(Move(move))
    return position


def _problem(problem: dict[str, str]) -> GomokuPosition:
    board = VARIANTS[problem["variant"]].board
    points = bytearray(board.empty)
    for stone, moves in ((1, problem["black"]), (2, problem["white"])):
        for move in moves.split():
            points[board.points[Move(move)]] = stone
    side = Side.FIRST if problem["to_move"] == "black" else Side.SECOND
    return GomokuPosition(problem["variant"], bytes(points), side)
