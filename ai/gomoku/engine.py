"""Gomoku's engine: which player answers at which level. Start reading at `GomokuEngine.choose`."""

from __future__ import annotations

from functools import cached_property
from typing import cast

from ai.base import Choice, Limit
from ai.gomoku import beginner, swap, weights, window
from ai.gomoku.root import Memory, Plan, think
from games.base import Position
from games.gomoku import GOMOKU, GomokuPosition

PLANS = {
    "3": Plan(depth=1, nodes=1_000, chase=0, variety=30, mood=320, memory=12),
    "4": Plan(depth=3, nodes=4_000, chase=100, variety=30, mood=90, memory=12),
    "5": Plan(depth=5, nodes=12_000, chase=1_000, variety=30, memory=14),
    "6": Plan(depth=8, nodes=40_000, chase=5_000, variety=25, memory=16),
    "7": Plan(depth=11, nodes=100_000, chase=20_000, variety=20, memory=18),
    "8": Plan(depth=60, nodes=1 << 40, chase=120_000, variety=15, memory=20),
}
"""What each level that searches may spend. Up to level 6 the nodes, not the clock, end a search."""


class GomokuEngine:
    """Gomoku's computer player, one for a process."""

    def choose(self, position: Position, level: str, limit: Limit) -> Choice:
        """The engine's move in an unfinished position at a level of `ai.gomoku.levels.LEVELS`."""
        board = cast(GomokuPosition, position)
        if board.stage:
            return swap.play(board, PLANS.get(level, PLANS["3"]), limit, self._memory)
        if level == "window":
            return window.play(board, limit)
        if level == "weights":
            return weights.play(board, limit)
        if level in beginner.BEGINNERS:
            return beginner.play(board, beginner.BEGINNERS[level], limit)
        return think(board, PLANS[level], limit, self._memory)

    def warm_up(self) -> None:
        """Compile, or load, every kernel: importing did it, for all have explicit signatures.

        One short search also makes the tables and brings them into memory.
        """
        start = GOMOKU.start(GOMOKU.variants[0])
        position = start.play(start.legal_moves()[0])
        for level in ("window", "weights", "8"):
            self.choose(position, level, Limit(1.0, nodes=1000, seed=0))

    @cached_property
    def _memory(self) -> Memory:
        return Memory()


ENGINE = GomokuEngine()
