"""Othello's engine: which player answers at which level."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import cast

from ai.analysis import Verdict
from ai.base import Choice, Limit
from ai.human import player
from ai.human.mind import Mind
from ai.human.scale import mind_of
from ai.othello import analysis, book
from ai.othello.levels import kernel_set as kernel_set_of
from ai.othello.root import Plan, Searcher, expected_result, think
from ai.othello.sight import OthelloSight
from games.base import Move, Position
from games.othello import OTHELLO, OthelloPosition

FULL = Plan(depth=60, exact=26, variety=50)
"""How level 8 searches."""

_A_MOMENT = Limit(0.02)
_TABLE_BITS = {8: 21, 6: 20}  # 16 bytes an entry
_READING_BITS = 16  # quickly cleared
_WIDE_EXACT = 12  # what the mailbox board can solve within the limits


class OthelloEngine:
    """Othello's computer player, one per process."""

    def choose(self, position: Position, level: str, limit: Limit, moves: Sequence[Move] = ()) -> Choice:
        """The engine's move in an unfinished position, at a level of `ai.othello.levels.LEVELS`."""
        board = cast(OthelloPosition, position)
        if level == "classic":
            return _classic(board)
        if (mind := mind_of("othello", level)) is not None:
            return self.imitate(board, mind, limit, moves)
        known = _from_book(board, limit)
        if known is not None:
            return known
        plan = FULL if board.size <= 8 else replace(FULL, exact=_WIDE_EXACT)
        return think(board, plan, limit, _searcher(board.size))

    def imitate(self, position: Position, mind: Mind, limit: Limit, moves: Sequence[Move] = ()) -> Choice:
        """The move of a person in an unfinished position, see `ai.human.player`."""
        sight = self.sight(position, moves)
        return player.forced(position) if sight is None else player.choose(sight, mind, limit, moves)

    def sight(self, position: Position, moves: Sequence[Move] = ()) -> OthelloSight | None:
        """What people see."""
        board = cast(OthelloPosition, position)
        if len(board.legal_moves()) == 1:
            return None
        searcher = _reader(board.size)
        searcher.begin(clear=True)  # a choice must not depend on earlier ones
        return OthelloSight(board, searcher)

    def analyse(self, position: Position, played: Move | None, limit: Limit) -> Verdict:
        """The best move of an unfinished position and the one that was played, by one search."""
        board = cast(OthelloPosition, position)
        plan = FULL if board.size <= 8 else replace(FULL, exact=_WIDE_EXACT)
        return analysis.analyse(board, played, limit, _searcher(board.size), plan)

    def warm_up(self, kernel_set: str = "") -> None:
        """Load every kernel, or those of one set: importing compiles them, as all have explicit signatures.

        One short search of each variant also allocates the tables, without filling them.
        """
        for variant in OTHELLO.variants:
            for level in ("classic", "1", "8"):
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
def _reader(size: int) -> Searcher:
    return _searcher(size, _READING_BITS)


@cache
def _searcher(size: int, table_bits: int | None = None) -> Searcher:
    if size > 8:
        from ai.othello.mailbox_searcher import MailboxSearcher

        return MailboxSearcher()
    from ai.othello import weights
    from ai.othello.bitboard_searcher import BitboardSearcher

    return BitboardSearcher(size, weights.of_size(size), table_bits or _TABLE_BITS[size])


ENGINE = OthelloEngine()
