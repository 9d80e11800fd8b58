"""Twelve Janggi's engine: which player answers at which level."""

from __future__ import annotations

import contextlib
from functools import cached_property
from typing import cast

from ai.analysis import Verdict
from ai.base import Choice, Limit
from ai.twelve_janggi import analysis, beginner, material_player, tablebase, tablebase_player
from ai.twelve_janggi.root import Plan, Searcher, think
from games.base import Move, Position
from games.twelve_janggi import TWELVE_JANGGI, JanggiPosition

PLANS = {
    "3": Plan(depth=1, nodes=3_000, variety=120, table_bits=12),
    "4": Plan(depth=3, nodes=10_000, variety=100, table_bits=12),
    "5": Plan(depth=5, nodes=40_000, variety=80),
    "6": Plan(depth=7, nodes=150_000, variety=60),
    "7": Plan(depth=11, nodes=600_000, variety=40, table_bits=20),
    "8": Plan(depth=60, nodes=1 << 60, variety=20, table_bits=21),
}
"""Each level searches deeper than the one below. Level 8 looks moves up, and searches where it cannot."""


class JanggiEngine:
    """Twelve Janggi's computer player, one per process."""

    def choose(self, position: Position, level: str, limit: Limit) -> Choice:
        """The engine's move in an unfinished position, at a level of `ai.twelve_janggi.levels.LEVELS`."""
        board = cast(JanggiPosition, position)
        if level in material_player.DEPTHS:
            return material_player.play(board, material_player.DEPTHS[level])
        if level in beginner.BEGINNERS:
            return beginner.play(board, beginner.BEGINNERS[level], limit)
        if level == "8" and (words := tablebase.shipped()) is not None:
            with contextlib.suppress(tablebase_player.NotInTablebase):
                return tablebase_player.play(board, limit, words)
        return think(board, PLANS[level], limit, self._searcher)

    def analyse(self, position: Position, played: Move | None, limit: Limit) -> Verdict:
        """The best move of an unfinished position and the one that was played, both by the tablebase.

        Raises `NoVerdict` without the tablebase.
        """
        return analysis.analyse(cast(JanggiPosition, position), played)

    def warm_up(self, kernel_set: str = "") -> None:
        """Load every kernel: importing compiles them, because all have explicit signatures.

        One short search also allocates the table; one probe of the tablebase reads the whole file once.
        """
        for level in ("7", "8"):
            self.choose(TWELVE_JANGGI.start("classic"), level, Limit(1.0, nodes=1000, seed=0))

    @cached_property
    def _searcher(self) -> Searcher:
        return Searcher()


ENGINE = JanggiEngine()
