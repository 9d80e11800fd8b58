"""Othello's levels and their limits. Imports no numba, because the bot's process imports it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ai.analysis import BLUNDER, INACCURACY, MISTAKE, Line, grade_by
from ai.base import HUMAN_LEVELS, Limit
from ai.othello import book
from games import replay
from games.base import Move, Record, Side
from games.othello import OthelloPosition

LEVELS: dict[str, Limit] = {
    **HUMAN_LEVELS,
    "8": Limit(5.0),
    "classic": Limit(1.0),
}
"""Weakest first, then the source's own player. Seconds of wall time on one core."""

KERNEL_SETS = {"bitboard": True, "mailbox": True}
"""The kernels of 8x8 and 6x6; those of 10x10 and of the source's player."""


def kernel_set(variant: str, level: str) -> str:
    """Find the kernels that a level needs."""
    return "mailbox" if level == "classic" or variant == "10x10" else "bitboard"


CERTAIN_DISCS = 10.0
"""A lead, in discs, that makes a win all but sure: scores are the hyperbolic tangent of leads over this."""


def lead(score: float) -> float:
    """The lead, in discs, that an estimated score (-1 to 1, ends excluded) stands for."""
    return CERTAIN_DISCS * math.atanh(score)


COUNTS_MARGINS = True
"""Every disc counts, however far a side is ahead."""
ACCURACY_MARGIN = 5.2
"""Discs: see `ai.analysis.accuracy`."""

_DISCS = (3, 6, 12)
"""The fewest discs that a move with each label loses, if it does not change the result."""
_ROUGH_DISCS = 2.5
"""The fewest discs that an estimate can tell apart: from the start, where all moves are equal, it saw 1.6."""
_SURE_GRADE = 2
"""By discs, an estimate is not so wrong as to see a mistake in a move of the book."""
_BOOK_CENTIDISCS = 150
"""How much less than the best a move of the book may be worth."""


def grade(record: Record, best: Line, played: Line, loss: float, margin_loss: float | None) -> int:
    """By discs, or by chances where that is worse: few discs can decide a game.

    The book's moves that are nearly the best are good, and an estimate makes a move one grade worse at most.
    """
    by_chances = grade_by(loss, (INACCURACY, MISTAKE, BLUNDER))
    if margin_loss is None:
        return by_chances
    by_discs = grade_by(margin_loss, _DISCS)
    if best.proven and played.proven:
        return max(by_chances, by_discs)
    position = replay(record)
    assert isinstance(position, OthelloPosition)
    if margin_loss < _ROUGH_DISCS or (by_discs < _SURE_GRADE and played.move in _good_in_book(position)):
        return 0
    return max(by_discs, min(by_chances, by_discs + 1))


def _good_in_book(position: OthelloPosition) -> Sequence[Move]:
    """The moves of the opening book that are nearly the best; of a solved book, the best."""
    known = book.of_size(position.size)
    moves = known.moves(position)
    worst = max((value for _, value in moves), default=0) - (0 if known.exact else _BOOK_CENTIDISCS)
    return [move for move, value in moves if value >= worst]


_SOLVED_EMPTIES = 24
_SOLVING_SECONDS, _ESTIMATING_SECONDS = 1.5, 0.18


def analysis_seconds(record: Record) -> float:
    """More where the game can be solved, which takes most of the time with 21 to 24 empty squares only."""
    position = replay(record)
    assert isinstance(position, OthelloPosition)
    empties = position.size**2 - position.count(Side.FIRST) - position.count(Side.SECOND)
    return _SOLVING_SECONDS if empties <= _SOLVED_EMPTIES else _ESTIMATING_SECONDS
