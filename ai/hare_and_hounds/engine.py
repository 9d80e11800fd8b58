"""Hare and Hounds' engine: which player answers at which level."""

from __future__ import annotations

from typing import cast

from ai.analysis import Verdict
from ai.base import Choice, Limit
from ai.hare_and_hounds import analysis, enclosure_player, solution_player
from games.base import Move, Position
from games.hare_and_hounds import HARE_AND_HOUNDS, HarePosition


class HareEngine:
    """Hare and Hounds' computer player, one per process."""

    def choose(self, position: Position, level: str, limit: Limit) -> Choice:
        """The engine's move in an unfinished position, at a level of `ai.hare_and_hounds.levels.LEVELS`."""
        board = cast(HarePosition, position)
        if level == "enclosure":
            return enclosure_player.play(board)
        return solution_player.play(board, solution_player.CARES[level], limit)

    def analyse(self, position: Position, played: Move | None, limit: Limit) -> Verdict:
        """The best move of an unfinished position and the one that was played, both exactly."""
        return analysis.analyse(cast(HarePosition, position), played)

    def warm_up(self, kernel_set: str = "") -> None:
        """Solve the game, without a turn limit and with one."""
        for variant in HARE_AND_HOUNDS.variants:
            self.choose(HARE_AND_HOUNDS.start(variant), "8", Limit(1.0, seed=0))


ENGINE = HareEngine()
