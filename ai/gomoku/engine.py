"""Gomoku's engine: which player answers at which level."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import cast

from ai.analysis import Verdict
from ai.base import Choice, Limit
from ai.gomoku import analysis, swap, weights_player, window_player
from ai.gomoku.root import Plan, SearchMemory, think
from ai.gomoku.sight import GomokuSight
from ai.human import player
from ai.human.mind import Mind
from ai.human.scale import mind_of
from games.base import Move, Position
from games.gomoku import GOMOKU, GomokuPosition

FULL = Plan(depth=60, nodes=1 << 40, vcf_nodes=120_000, variety=15, table_bits=20)
"""How level 8 searches."""
_SWAPPING = Plan(depth=1, nodes=1_000, vcf_nodes=0, variety=30, table_bits=12)
"""How the levels below judge swap2's opening."""


class GomokuEngine:
    """Gomoku's computer player, one per process."""

    def choose(self, position: Position, level: str, limit: Limit, moves: Sequence[Move] = ()) -> Choice:
        """The engine's move in an unfinished position, at a level of `ai.gomoku.levels.LEVELS`."""
        board = cast(GomokuPosition, position)
        if (mind := mind_of("gomoku", level)) is not None:
            return self.imitate(board, mind, limit, moves)
        if board.stage:
            return swap.play(board, FULL if level == "8" else _SWAPPING, limit, self._memory)
        if level == "window":
            return window_player.play(board, limit)
        if level == "weights":
            return weights_player.play(board, limit)
        return think(board, FULL, limit, self._memory)

    def imitate(self, position: Position, mind: Mind, limit: Limit, moves: Sequence[Move] = ()) -> Choice:
        """The move of a person in an unfinished position, see `ai.human.player`."""
        board = cast(GomokuPosition, position)
        if board.stage:
            return swap.play(board, _SWAPPING, limit, self._memory)
        sight = self.sight(board, moves)
        return player.forced(position) if sight is None else player.choose(sight, mind, limit, moves)

    def sight(self, position: Position, moves: Sequence[Move] = ()) -> GomokuSight | None:
        """What people see; None in the opening of swap2, too."""
        board = cast(GomokuPosition, position)
        if board.stage or len(board.legal_moves()) == 1:
            return None
        return GomokuSight(board, self._memory, moves)

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
