"""Puzzles of Othello: endings in which, by the engine's exact solver, exactly one move wins."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from ai.deepening import ALL_NODES
from ai.othello import weights
from ai.othello.bitboard_searcher import BitboardSearcher
from ai.othello.root import EXACT, INFINITY, empties_of
from ai.puzzles.make import positions
from ai.puzzles.make.themes import othello_themes
from ai.puzzles.puzzle import Puzzle
from games import replay
from games.base import Move, Record
from games.othello import OthelloPosition

_EMPTIES = range(6, 13)
_LONGEST = 9
"""Plies of a line that is shown."""
_VARIANTS = ("8x8", "8x8", "8x8", "6x6")


def records(rng: Random) -> Iterator[Record]:
    """The positions of matches between middling levels, most of them on the whole board."""
    return positions("othello", _VARIANTS, range(2, 7), rng)


def find(record: Record) -> Puzzle | None:
    """The puzzle at the end of a record, if there is one."""
    position = replay(record)
    assert isinstance(position, OthelloPosition)
    moves = position.legal_moves()
    if empties_of(position) not in _EMPTIES or len(moves) < 2:
        return None
    values = {move: -value(position.play(move)) for move in moves}
    winning = [move for move, value in values.items() if value > 0]
    if len(winning) != 1:
        return None
    answer = winning[0]
    afters = {move: position.play(move) for move in moves if move != answer}
    replies: dict[str, Move] = {
        move: _best(after) for move, after in afters.items() if after.outcome() is None
    }
    line = _line(position, answer)
    themes, discs = othello_themes(position, answer), values[answer] // 100
    return Puzzle(record.game, record.variant, record.moves, line, themes, replies, discs=discs)


def value(position: OthelloPosition) -> int:
    """The exact result for the side to move, in hundredths of discs."""
    if position.outcome() is not None:
        return 100 * (position.score(position.to_move) - position.score(position.to_move.other))
    searcher = _searcher(position.size)
    searcher.begin(clear=False)
    searcher.allow_nodes(ALL_NODES)
    return searcher.search(position, empties_of(position), -INFINITY, INFINITY, EXACT)


@cache
def _searcher(size: int) -> BitboardSearcher:
    return BitboardSearcher(size, weights.of_size(size), 18)


def _best(position: OthelloPosition) -> Move:
    return min(position.legal_moves(), key=lambda move: value(position.play(move)))


def _line(position: OthelloPosition, move: Move) -> tuple[Move, ...]:
    line, after = [move], position.play(move)
    while after.outcome() is None and len(line) < _LONGEST:
        line.append(_best(after))
        after = after.play(line[-1])
    return tuple(line if len(line) % 2 else line[:-1])
