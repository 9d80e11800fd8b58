"""Gomoku's engine: which player answers at which level."""

from __future__ import annotations

from functools import cached_property
from typing import cast

from ai.analysis import Verdict
from ai.base import Choice, Limit
from ai.gomoku import analysis, beginner, swap, weights_player, window_player
from ai.gomoku.root import Plan, SearchMemory, think
from games.base import Move, Position
from games.gomoku import GOMOKU, GomokuPosition

PLANS = {
    "3": Plan(depth=1, nodes=1_000, vcf_nodes=0, variety=30, noise=320, table_bits=12),
    "4": Plan(depth=3, nodes=4_000, vcf_nodes=100, variety=30, noise=90, table_bits=12),
    "5": Plan(depth=5, nodes=12_000, vcf_nodes=1_000, variety=30, table_bits=14),
    "6": Plan(depth=8, nodes=40_000, vcf_nodes=5_000, variety=25, table_bits=16),
    "7": Plan(depth=11, nodes=100_000, vcf_nodes=20_000, variety=20, table_bits=18),
    "8": Plan(depth=60, nodes=1 << 40, vcf_nodes=120_000, variety=15, table_bits=20),
}
"""How each level searches. Up to level 6 the nodes, not the clock, end a search."""


class GomokuEngine:
    """Gomoku's computer player, one per process."""

    def choose(self, position: Position, level: str, limit: Limit) -> Choice:
        """The engine's move in an unfinished position, at a level of `ai.gomoku.levels.LEVELS`."""
        board = cast(GomokuPosition, position)
        if board.stage:
            return swap.play(board, PLANS.get(level, PLANS["3"]), limit, self._memory)
        if level == "window":
            return window_player.play(board, limit)
        if level == "weights":
            return weights_player.play(board, limit)
        if level in beginner.BEGINNERS:
            return beginner.play(board, beginner.BEGINNERS[level], limit)
        return think(board, PLANS[level], limit, self._memory)

    def analyse(self, position: Position, played: Move | None, limit: Limit) -> Verdict:
        """The best move of an unfinished position and the one that was played, by one search.

        Raises `NoVerdict` in the opening of swap2, and where Black has to pass.
        """
        return analysis.analyse(cast(GomokuPosition, position), played, limit, self._memory)

    def warm_up(self, kernel_set: str = "") -> None:
        """Load every kernel: importing compiles them, because all have explicit signatures.

        One short search also allocates the tables and touches their memory.
        """
        start = GOMOKU.start(GOMOKU.variants[0])
        position = start.play(start.legal_moves()[0])
        for level in ("window", "weights", "8"):
            self.choose(position, level, Limit(1.0, nodes=1000, seed=0))

    @cached_property
    def _memory(self) -> SearchMemory:
        return SearchMemory()


ENGINE = GomokuEngine()
