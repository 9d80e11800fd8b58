"""Hare and Hounds' engine: which player answers at which level. Start reading at `HareEngine.choose`."""

from __future__ import annotations

from typing import cast

from ai.base import Choice, Limit
from ai.hare_and_hounds import enclosure, lookup
from games.base import Position
from games.hare_and_hounds import HARE_AND_HOUNDS, HarePosition


class HareEngine:
    """Hare and Hounds' computer player, one for a process."""

    def choose(self, position: Position, level: str, limit: Limit) -> Choice:
        """The engine's move in an unfinished position at a level of `ai.hare_and_hounds.levels.LEVELS`."""
        board = cast(HarePosition, position)
        if level == "enclosure":
            return enclosure.play(board)
        return lookup.play(board, lookup.CARES[level], limit)

    def warm_up(self) -> None:
        """Solve the game, without a limit and with one."""
        for variant in HARE_AND_HOUNDS.variants:
            self.choose(HARE_AND_HOUNDS.start(variant), "8", Limit(1.0, seed=0))


ENGINE = HareEngine()
