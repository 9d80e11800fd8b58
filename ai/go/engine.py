"""Go's engine: which player answers at which level. Start reading at `GoEngine.choose`."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from ai.analysis import Verdict
from ai.base import Choice, Limit
from ai.go import analysis, opening, scoring_protocol
from ai.go.endgame import Assessment, ahead, assess, better_than_pass, is_late, lead
from ai.go.ownership import estimate, judge
from ai.go.search import searcher
from ai.go.shape import player as shape
from ai.go.sight import GoSight, simulations
from ai.human import player
from ai.human.mind import Mind
from ai.human.scale import mind_of
from games.base import PASS, Move, Position
from games.go import GO, GoPosition

SIMULATIONS = {9: 100_000, 13: 70_000}
"""Level 8's simulations by the size of the board, which take a part of its seconds (`bench/go.py`),"""
LARGE_SIMULATIONS = 55_000
"""and on larger ones."""

HOPELESS = -0.9
"""A chance to win of five percent, as a score: the engine would resign below it,"""
_ENOUGH = 500
"""after at least this many simulations. Fewer are too uncertain."""
_TELLING = 6
"""Who errs as people do believes a search only if it was read so deep, with 146 simulations."""
_LOST, _DOUBTFUL = 0.25, 0.17
"""Who is behind by such a part of the board, and so much more for each unit of its noise, resigns too."""
_STILL_OPEN = -0.5
"""Nobody resigns who reads that the score is better, whatever the board looks like."""
_LEAD = 4.0
"""How sure a part of the board that is ahead makes: a quarter of it, of 88 %."""
_THOROUGH = 10
"""Who reads with at least so many simulations asks what a stone would lose before a game ends."""
_SURE = 0.99


class GoEngine:
    """Go's computer player, one per process."""

    def choose(self, position: Position, level: str, limit: Limit, moves: Sequence[Move] = ()) -> Choice:
        """The engine's move in an unfinished position, at a level of `ai.go.levels.LEVELS`."""
        began = time.perf_counter()
        board = cast(GoPosition, position)
        if (mind := mind_of("go", level)) is not None:
            return self.imitate(board, mind, limit, moves)
        if board.scoring:
            return scoring_protocol.choose_in_scoring(board)
        assessed = assess(board)
        if assessed.won or not assessed.points:
            return _pass(board)
        if level == "shape":
            return shape.play(board, assessed.points, limit)
        return self._think(board, assessed, limit, began)

    def imitate(self, position: Position, mind: Mind, limit: Limit, moves: Sequence[Move] = ()) -> Choice:
        """The move of a person in an unfinished position, see `ai.human.player`."""
        board = cast(GoPosition, position)
        if board.scoring:
            return scoring_protocol.choose_in_scoring(board)
        assessed = assess(board, mind.knowledge, simulations(mind.skill) >= _THOROUGH)
        if assessed.won or not assessed.points:
            return _pass(board)
        if len(assessed.points) == 1:
            move = Move(board.board.names[assessed.points[0]])
            return Choice(move, 0.0, 1, 1, (move,))
        considered = opening.considered(board, assessed.points, is_wide=True)
        assessed = replace(assessed, points=considered)
        seed = random.getrandbits(62) if limit.seed is None else limit.seed + board.ply
        search = searcher()
        last = moves[-1] if moves else None
        sight = GoSight(board, assessed, mind, search, seed, last, limit.nodes)
        choice = player.choose(sight, mind, limit, moves)
        if search.playouts >= _ENOUGH and search.best(board, sight.doubted) == PASS:
            stone = better_than_pass(board, *search.alternatives_to_pass(board, sight.doubted))
            choice = choice if stone is not None else replace(choice, move=PASS, line=(PASS,))
        return _with_belief(board, mind, choice, sight.expected)

    def sight(self, position: Position, moves: Sequence[Move] = ()) -> None:
        """Nothing: how a stone looks depends on what a skill has learned of shape."""

    def _think(self, board: GoPosition, assessed: Assessment, limit: Limit, began: float) -> Choice:
        search, lines = searcher(), SIMULATIONS.get(board.size, LARGE_SIMULATIONS)
        doubted = assessed.doubted(lines if limit.nodes is None else min(lines, limit.nodes))
        points = (*opening.considered(board, assessed.points, is_wide=False), *doubted)
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
    score = _SURE if ahead(board, judge(board)) else -_SURE
    return Choice(PASS, score, 1, 1, (PASS,))


def _with_belief(board: GoPosition, mind: Mind, choice: Choice, expected: float | None) -> Choice:
    """A person's choice with what it believes of the game, and whether it resigns.

    Who reads deep believes the search, others what the board looks like: the weak resign only when most of it
    is lost, and nobody while a search still gives chances. Nobody resigns whom the searches of the scoring
    phase see ahead.
    """
    part = lead(board, estimate(board)) / board.board.area if is_late(board) else 0.0
    score = math.tanh(_LEAD * part) if expected is None else 2 * expected - 1
    looks_lost = part < -_LOST - _DOUBTFUL * mind.noise and score < _STILL_OPEN
    resigns = looks_lost or (score < HOPELESS and choice.depth >= _TELLING)
    resigns = resigns and choice.move != PASS and lead(board, judge(board)) < 0
    if resigns:
        score = min(score, HOPELESS)
    return replace(choice, score=_SURE * score, resigns=resigns)


ENGINE = GoEngine()
