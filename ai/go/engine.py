"""Go's engine: which player answers at which level. Start reading at `GoEngine.choose`."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, replace
from typing import cast

from ai.analysis import Verdict
from ai.base import Choice, Limit
from ai.go import analysis, beginner, scoring_protocol
from ai.go.endgame import Assessment, ahead, assess, better_than_pass
from ai.go.ownership import judge
from ai.go.search import searcher
from ai.go.shape import player as shape
from games.base import PASS, Move, Position
from games.go import GO, GoPosition


@dataclass(frozen=True, slots=True)
class Plan:
    """How many simulations a level makes on boards of up to 9, up to 13, and more lines.

    ``slips``: how many of its moves, in percent, it plays as the better beginner would.
    """

    small: int
    middle: int
    large: int
    slips: int = 0

    def playouts(self, size: int) -> int:
        """The simulations for a board of a size."""
        return self.small if size <= 9 else self.middle if size <= 13 else self.large


PLANS = {
    "3": Plan(60, 50, 40, slips=40),
    "4": Plan(250, 200, 150),
    "5": Plan(1_000, 800, 600),
    "6": Plan(2_400, 1_800, 1_200),
    "7": Plan(11_000, 8_000, 5_000),
    "8": Plan(100_000, 70_000, 55_000),
}
"""Chosen to take a part of the level's seconds on one core, see `bench/go.py`."""


HOPELESS = -0.9
"""A chance to win of five percent, as a score: the engine would resign below it,"""
_ENOUGH = 500
"""after at least this many simulations. Fewer are too uncertain, and weak levels play on."""


class GoEngine:
    """Go's computer player, one per process."""

    def choose(self, position: Position, level: str, limit: Limit) -> Choice:
        """The engine's move in an unfinished position, at a level of `ai.go.levels.LEVELS`."""
        began = time.perf_counter()
        board = cast(GoPosition, position)
        if board.scoring:
            return scoring_protocol.choose_in_scoring(board)
        assessed = assess(board)
        if assessed.won or not assessed.points:
            return _pass(board)
        if level == "shape":
            return shape.play(board, assessed.points, limit)
        if level in beginner.BEGINNERS:
            return beginner.play(board, beginner.BEGINNERS[level], assessed.points, limit)
        plan = PLANS[level]
        dice = random.Random(None if limit.seed is None else limit.seed + 1)
        if plan.slips > dice.randrange(100):
            return beginner.play(board, beginner.BEGINNERS["2"], assessed.points, limit)
        return self._think(board, assessed, plan, limit, began)

    def _think(
        self, board: GoPosition, assessed: Assessment, plan: Plan, limit: Limit, began: float
    ) -> Choice:
        search, lines = searcher(), plan.playouts(board.size)
        doubted = assessed.doubted(lines if limit.nodes is None else min(lines, limit.nodes))
        points = (*assessed.points, *doubted)
        if limit.seed is None:
            search.resume(board, points, random.getrandbits(62), assessed.passing)
        else:
            search.begin(board, points, limit.seed, assessed.passing)
        search.think(lines, limit, board.size, began)
        choice = search.choice(board, search.best(board, doubted))
        if choice.move == PASS:
            stone = better_than_pass(board, *search.alternatives_to_pass(board, doubted))
            choice = choice if stone is None else search.choice(board, Move(board.board.names[stone]))
        hopeless = choice.nodes >= _ENOUGH and max(choice.score, search.handicap_score(board)) < HOPELESS
        return replace(choice, resigns=hopeless)

    def analyse(self, position: Position, played: Move | None, limit: Limit) -> Verdict:
        """The best move of an unfinished position and the one that was played, measured in the same way.

        Raises `NoVerdict` while dead stones are marked.
        """
        return analysis.analyse(cast(GoPosition, position), played, limit)

    def warm_up(self, kernel_set: str = "") -> None:
        """Load every kernel: importing compiles them, because all have explicit signatures.

        One short search per size also allocates the tree and touches its memory.
        """
        for variant in GO.variants:
            if variant.endswith("-korean"):
                self.choose(GO.start(variant), "8", Limit(1.0, nodes=32, seed=0))


def _pass(board: GoPosition) -> Choice:
    score = 0.99 if ahead(board, judge(board)) else -0.99
    return Choice(PASS, score, 1, 1, (PASS,))


ENGINE = GoEngine()
