"""Othello's engine: which player answers at which level."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import cast

from ai.analysis import Verdict
from ai.base import Choice, Limit
from ai.othello import analysis, beginner, book
from ai.othello.levels import kernel_set as kernel_set_of
from ai.othello.root import Plan, Searcher, expected_result, think
from games.base import Move, Position
from games.othello import OTHELLO, OthelloPosition

PLANS = {
    "3": Plan(depth=2, exact=0, slip=150, squares=True),
    "4": Plan(depth=4, exact=6, slip=150, squares=True),
    "5": Plan(depth=3, exact=8, slip=500),
    "6": Plan(depth=4, exact=12, slip=250),
    "7": Plan(depth=7, exact=16, slip=60, variety=80),
    "8": Plan(depth=60, exact=26, variety=50),
}
"""Levels 3 and 4 are what the source's author planned: square weights, one negamax, alpha-beta."""

SMALL_PLANS = {
    **PLANS,
    "5": Plan(depth=2, exact=6, slip=600),
    "6": Plan(depth=3, exact=8, slip=460),
    "7": Plan(depth=4, exact=10, slip=250),
}
"""6x6 has half the squares: with the depths of 8x8 the levels would see nearly everything and play alike."""

_A_MOMENT = Limit(0.02)
_TABLE_BITS = {8: 21, 6: 20}  # 16 bytes an entry
_SMALL_TABLE_BITS = 12  # for searches of a few thousand positions
_WIDE_EXACT = 12  # what the mailbox board can solve within the limits


class OthelloEngine:
    """Othello's computer player, one per process."""

    def choose(self, position: Position, level: str, limit: Limit) -> Choice:
        """The engine's move in an unfinished position, at a level of `ai.othello.levels.LEVELS`."""
        board = cast(OthelloPosition, position)
        if level == "classic":
            return _classic(board)
        if level in beginner.BEGINNERS:
            return beginner.play(board, beginner.BEGINNERS[level], limit)
        plan = (SMALL_PLANS if board.size == 6 else PLANS)[level]
        known = _from_book(board, limit) if level == "8" else None
        if known is not None:
            return known
        if board.size <= 8:
            return think(board, plan, limit, _narrow(board.size, plan.squares))
        return think(board, replace(plan, exact=min(plan.exact, _WIDE_EXACT)), limit, _wide(plan.squares))

    def analyse(self, position: Position, played: Move | None, limit: Limit) -> Verdict:
        """The best move of an unfinished position and the one that was played, by one search."""
        board = cast(OthelloPosition, position)
        if board.size <= 8:
            return analysis.analyse(board, played, limit, _narrow(board.size, squares=False), PLANS["8"])
        plan = replace(PLANS["8"], exact=_WIDE_EXACT)
        return analysis.analyse(board, played, limit, _wide(squares=False), plan)

    def warm_up(self, kernel_set: str = "") -> None:
        """Load every kernel, or those of one set: importing compiles them, as all have explicit signatures.

        One short search of each variant also allocates the tables, without filling them.
        """
        for variant in OTHELLO.variants:
            for level in ("1", "classic", "4", "8"):
                if kernel_set in ("", kernel_set_of(variant, level)):
                    self.choose(OTHELLO.start(variant), level, _A_MOMENT)


def _from_book(position: OthelloPosition, limit: Limit) -> Choice | None:
    # One of the book's moves, at random: all of them are good enough.
    opened = book.of_size(position.size)
    entries = opened.moves(position)
    if not entries:
        return None
    move, value = random.Random(limit.seed).choice(entries)
    score = float((value > 0) - (value < 0)) if opened.exact else expected_result(value)
    return Choice(move, score, 1, len(entries), (move,), proven=opened.exact)


# The modules with kernels are imported where they are needed first, so each kernel set compiles alone.


def _classic(board: OthelloPosition) -> Choice:
    from ai.othello import classic_player

    return classic_player.play(board)


@cache
def _narrow(size: int, squares: bool) -> Searcher:
    from ai.othello import weights
    from ai.othello.bitboard_searcher import BitboardSearcher

    if squares:
        return BitboardSearcher(size, weights.of_squares(size), _SMALL_TABLE_BITS)
    return BitboardSearcher(size, weights.of_size(size), _TABLE_BITS[size])


@cache
def _wide(squares: bool) -> Searcher:
    from ai.othello.mailbox_searcher import MailboxSearcher

    return MailboxSearcher(squares)


ENGINE = OthelloEngine()
