"""Hare and Hounds' engine: which player answers at which level."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from ai.analysis import Verdict
from ai.base import Choice, Limit
from ai.hare_and_hounds import analysis, enclosure_player, solution_player
from ai.hare_and_hounds.sight import HareSight
from ai.human import player
from ai.human.mind import Mind
from ai.human.scale import mind_of
from games.base import Move, Position
from games.hare_and_hounds import HARE_AND_HOUNDS, HarePosition


class HareEngine:
    """Hare and Hounds' computer player, one per process."""

    def choose(self, position: Position, level: str, limit: Limit, moves: Sequence[Move] = ()) -> Choice:
        """The engine's move in an unfinished position, at a level of `ai.hare_and_hounds.levels.LEVELS`."""
        board = cast(HarePosition, position)
        if level == "enclosure":
            return enclosure_player.play(board)
        if (mind := mind_of("hare_and_hounds", level)) is not None:
            return self.imitate(board, mind, limit, moves)
        return solution_player.play(board, limit)

    def imitate(self, position: Position, mind: Mind, limit: Limit, moves: Sequence[Move] = ()) -> Choice:
        """The move of a person in an unfinished position, see `ai.human.player`."""
        sight = self.sight(position, moves)
        return player.forced(position) if sight is None else player.choose(sight, mind, limit, moves)

    def sight(self, position: Position, moves: Sequence[Move] = ()) -> HareSight | None:
        """What people see."""
        board = cast(HarePosition, position)
        if len(board.legal_moves()) == 1:
            return None
        return HareSight(board, moves[-1] if moves else None)

    def analyse(self, position: Position, played: Move | None, limit: Limit) -> Verdict:
        """The best move of an unfinished position and the one that was played, both exactly."""
        return analysis.analyse(cast(HarePosition, position), played)

    def warm_up(self, kernel_set: str = "") -> None:
        """Solve the game, without a turn limit and with one."""
        for variant in HARE_AND_HOUNDS.variants:
            self.choose(HARE_AND_HOUNDS.start(variant), "8", Limit(1.0, seed=0))


ENGINE = HareEngine()
