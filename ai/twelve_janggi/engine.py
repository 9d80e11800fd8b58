"""Twelve Janggi's engine: which player answers at which level. Start reading at `JanggiEngine.choose`."""

from __future__ import annotations

import contextlib
from functools import cached_property
from typing import cast

from ai.base import Choice, Limit
from ai.twelve_janggi import beginner, material, perfect, table
from ai.twelve_janggi.root import Plan, Searcher, think
from games.base import Position
from games.twelve_janggi import TWELVE_JANGGI, JanggiPosition

PLANS = {
    "3": Plan(depth=1, nodes=3_000, variety=120, memory=12),
    "4": Plan(depth=3, nodes=10_000, variety=100, memory=12),
    "5": Plan(depth=5, nodes=40_000, variety=80),
    "6": Plan(depth=7, nodes=150_000, variety=60),
    "7": Plan(depth=11, nodes=600_000, variety=40, memory=20),
    "8": Plan(depth=60, nodes=1 << 60, variety=20, memory=21),
}
"""Each level looks further than the one below. Level 8 looks moves up, and searches only where it cannot."""


class JanggiEngine:
    """Twelve Janggi's computer player, one for a process."""

    def choose(self, position: Position, level: str, limit: Limit) -> Choice:
        """The engine's move in an unfinished position at a level of `ai.twelve_janggi.levels.LEVELS`."""
        board = cast(JanggiPosition, position)
        if level in material.DEPTHS:
            return material.play(board, material.DEPTHS[level])
        if level in beginner.BEGINNERS:
            return beginner.play(board, beginner.BEGINNERS[level], limit)
        if level == "8" and (words := table.shipped()) is not None:
            with contextlib.suppress(perfect.Unknown):
                return perfect.play(board, limit, words)
        return think(board, PLANS[level], limit, self._searcher)

    def warm_up(self) -> None:
        """Compile, or load, every kernel: importing did it, for all have explicit signatures.

        One short search also makes its table; one look at the solution reads the whole file once.
        """
        for level in ("7", "8"):
            self.choose(TWELVE_JANGGI.start("classic"), level, Limit(1.0, nodes=1000, seed=0))

    @cached_property
    def _searcher(self) -> Searcher:
        return Searcher()


ENGINE = JanggiEngine()
