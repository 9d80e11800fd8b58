"""Twelve Janggi's engine: which player answers at which level."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from functools import cached_property
from typing import cast

from ai.analysis import Verdict
from ai.base import Choice, Limit
from ai.human import player
from ai.human.mind import Mind
from ai.human.scale import mind_of
from ai.twelve_janggi import analysis, material_player, tablebase, tablebase_player
from ai.twelve_janggi.root import Plan, Searcher, think
from ai.twelve_janggi.sight import JanggiSight
from games.base import Move, Position
from games.twelve_janggi import TWELVE_JANGGI, JanggiPosition

FULL = Plan(depth=60, nodes=1 << 60, variety=20, table_bits=21)
"""How level 8 searches where it cannot look a position up."""


class JanggiEngine:
    """Twelve Janggi's computer player, one per process."""

    def choose(self, position: Position, level: str, limit: Limit, moves: Sequence[Move] = ()) -> Choice:
        """The engine's move in an unfinished position, at a level of `ai.twelve_janggi.levels.LEVELS`."""
        board = cast(JanggiPosition, position)
        if level in material_player.DEPTHS:
            return material_player.play(board, material_player.DEPTHS[level])
        if (mind := mind_of("twelve_janggi", level)) is not None:
            return self.imitate(board, mind, limit, moves)
        if (words := tablebase.shipped()) is not None:
            with contextlib.suppress(tablebase_player.NotInTablebase):
                return tablebase_player.play(board, limit, words)
        return think(board, FULL, limit, self._searcher)

    def imitate(self, position: Position, mind: Mind, limit: Limit, moves: Sequence[Move] = ()) -> Choice:
        """The move of a person in an unfinished position, see `ai.human.player`."""
        sight = self.sight(position, moves)
        return player.forced(position) if sight is None else player.choose(sight, mind, limit, moves)

    def sight(self, position: Position, moves: Sequence[Move] = ()) -> JanggiSight | None:
        """What people see."""
        board = cast(JanggiPosition, position)
        if len(board.legal_moves()) == 1:
            return None
        return JanggiSight(board, self._searcher, moves[-1] if moves else None)

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
