"""Verdicts: the best move of a position and the one that was played, both measured in the same way.

Start reading at `analyse`. A search of the position finds the best move. The positions after it and after the
one that was played are then searched with the same number of simulations: the best answer's results are the
score, the mean of the final boards is the margin, and their owners say where points are lost. Once nothing is
worth a stone, the board is counted without the dead stones instead.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from ai.analysis import Line, Verdict
from ai.base import Limit, NoVerdict
from ai.claims.checkers.budget import Budget
from ai.claims.checkers.go import holds
from ai.claims.claim import Claim
from ai.claims.kind import Kind
from ai.go.endgame import assess, own_eye
from ai.go.komi import score_position
from ai.go.ownership import judge
from ai.go.search import Searcher
from ai.go.tree import ANY_PASS, NO_PASS
from games.base import PASS, Move, Outcome, Side
from games.go import GoPosition

_SHARE = 1 / 3
"""The part of a limit that is processor time; a busy machine has the whole limit to find it."""
_ROOT, _BEST, _PLAYED = 0.5, 0.75, 1.0
"""The parts of that spent after each search: of the position, and of the two moves."""
_NODES = 250_000
"""Of the tree; the searches of one limit make no more."""
_MAX_SCORE = 0.99
_EQUAL_SCORES, _EQUAL_POINTS = 0.02, 0.5
"""Two measurements of one move differ by as much."""
_LONGEST_LINE = 12
_SMALL = 9
"""Lines of the board on which the simulations tell the first line from others."""


@dataclass(frozen=True, slots=True)
class _Measured:
    """A move's score and margin for the side that plays it, and the answers that are expected."""

    move: Move
    score: float
    margin: float
    answers: tuple[Move, ...] = ()
    owned: NDArray[np.float64] | None = None
    """Who owns each point of the final boards: 1 Black, -1 White; None if none were played."""

    @property
    def line(self) -> Line:
        """The move and its answers as a line of a verdict, at most `_LONGEST_LINE` moves long."""
        moves = (self.move, *self.answers)[:_LONGEST_LINE]
        return Line(self.move, moves, self.score, margin=self.margin)


def analyse(position: GoPosition, played: Move | None, limit: Limit) -> Verdict:
    """Compare the best move of an unfinished position with the one that was played.

    Raises `NoVerdict` while dead stones are marked.
    """
    if position.scoring:
        raise NoVerdict("stones are being marked")
    analysis = _Analysis(position, limit)
    move, ownership = analysis.search()
    best = analysis.measure(move, _BEST)
    if played is None or played == move:
        return Verdict(best.line, None, ownership)
    other = analysis.measure(played, _PLAYED)
    if _as_good(other, best):
        if not _is_idle(position, played, best.move):
            return Verdict(other.line, None, ownership)
        other = replace(other, score=min(other.score, best.score), margin=min(other.margin, best.margin))
    return Verdict(best.line, other.line, ownership, lost=_lost(position, best, other))


def _is_idle(position: GoPosition, played: Move, better: Move) -> bool:
    """Whether a move is alone on the first line of a larger board that is mostly empty.

    Simulations find it as good as others there, since they fill the board by chance.
    """
    idle = Claim(Kind.FIRST_LINE, better=better)
    return position.size > _SMALL and played != PASS and holds(position, played, idle, Budget(0))


def _lost(position: GoPosition, best: _Measured, other: _Measured) -> tuple[float, ...]:
    """The points of `Verdict.lost`."""
    if best.owned is None or other.owned is None:
        return ()
    sign = 1 if position.to_move is Side.FIRST else -1
    points = (sign * (best.owned - other.owned)).reshape(position.size, position.size)
    return tuple(
        float(part.sum())
        for rows in np.split(points, thirds(position.size))
        for part in np.split(rows, thirds(position.size), axis=1)
    )


def thirds(size: int) -> tuple[int, int]:
    """Where the second and the last third of a board's lines begin."""
    first = size // 3
    return first, size - first


def _as_good(candidate: _Measured, best: _Measured) -> bool:
    if abs(candidate.score - best.score) > _EQUAL_SCORES:
        return candidate.score > best.score
    return candidate.margin >= best.margin - _EQUAL_POINTS


@cache
def _searcher() -> Searcher:
    """A searcher for analysis alone: a match continues with what the other searcher's tree has learned."""
    return Searcher(_NODES)


class _Analysis:
    """One position and the limit of all searches together."""

    def __init__(self, position: GoPosition, limit: Limit) -> None:
        self._position, self._limit = position, limit
        self._began, self._began_in_thread = time.perf_counter(), time.thread_time()
        self._searcher = _searcher()
        self._seed = limit.seed or 0
        self._simulations: int | None = None if limit.nodes is None else max(1, limit.nodes // 4)

    def search(self) -> tuple[Move, bytes]:
        """The best move and the ownership of the board."""
        position, search = self._position, self._searcher
        assessed = assess(position)
        points = (*assessed.points, *assessed.settled)
        search.begin(position, points or position.open_points, self._seed, assessed.passing)
        nodes = self._limit.nodes
        self._think(_ROOT, None if nodes is None else max(1, nodes // 2))
        ownership = np.clip(np.rint(128 + 128 * search.owned(position.size)), 0, 255).astype(np.uint8)
        ends = assessed.won or not assessed.points
        return PASS if ends else search.best(position, assessed.settled), ownership.tobytes()

    def measure(self, move: Move, share: float) -> _Measured:
        """A move by the position after it."""
        after = self._position.play(move)
        outcome = after.outcome()
        if outcome is not None or after.scoring:
            return self._counted(move, after, outcome)
        points = tuple(point for point in after.open_points if not own_eye(after, point))
        if after.passes:
            points = assess(after).points
            if not points:
                return self._counted(move, after, None)
        search = self._searcher
        search.begin(after, points, self._seed, NO_PASS if after.passes else ANY_PASS)
        self._think(share, self._simulations)
        self._simulations = search.playouts
        answer = search.choice(after)
        black = search.margin()
        margin = black if self._position.to_move is Side.FIRST else -black
        return _Measured(move, -answer.score, margin, answer.line, search.owned(self._position.size))

    def _think(self, share: float, simulations: int | None) -> None:
        """Search until ``share`` of the processor time, or of the limit, is spent since the beginning."""
        seconds, search = self._limit.seconds, self._searcher
        until, latest = self._began_in_thread + _SHARE * seconds * share, self._began + seconds * share
        search.think_while(
            lambda: time.thread_time() < until and time.perf_counter() < latest,
            simulations,
            self._position.size,
        )

    def _counted(self, move: Move, after: GoPosition, outcome: Outcome | None) -> _Measured:
        """A move after which nothing is worth a stone, by the count without the dead stones."""
        side = self._position.to_move
        score = score_position(after, () if outcome else judge(after).dead)
        winner = outcome.winner if outcome else score.winner
        result = 0.0 if winner is None else _MAX_SCORE if winner is side else -_MAX_SCORE
        return _Measured(move, result, score.of(side) - score.of(side.other))
