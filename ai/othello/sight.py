"""What a person sees in a position of Othello, see `ai.human.sight`. A unit is two discs."""

from __future__ import annotations

from collections.abc import Sequence

from ai.human.sight import DECIDED, Reading
from ai.othello.root import EXACT, INFINITY, Searcher, empties_of
from games.base import Move
from games.othello import OthelloPosition

_UNIT = 200.0
"""Centidiscs."""
_DISC, _CORNER, _EDGE = 0.35, 4.0, 0.7
"""What a beginner likes: to flip discs, corners, edges."""
_DEEPEST = {6: 12, 8: 12, 10: 6}
"""By the size of the board. Without bitboards reading takes 0.4 s to depth 6, and up to 9 s to depth 8."""
_SELECTIVE_FROM, _SELECTIVE = 8, 110
"""From this depth on, searches cut forward, with this confidence."""


class OthelloSight:
    """A position of Othello in which at least two moves are legal."""

    def __init__(self, position: OthelloPosition, searcher: Searcher) -> None:
        self.deepest = _DEEPEST[position.size]
        self._position, self._searcher = position, searcher
        self._after = {move: position.play(move) for move in position.legal_moves()}
        self.shown: frozenset[Move] = frozenset()

    def impressions(self) -> dict[Move, float]:
        """Few people think of more at first than of discs, corners and edges."""
        before = self._position.count(self._position.to_move)
        return {
            move: _DISC * (after.count(self._position.to_move) - before) + self._place(move)
            for move, after in self._after.items()
        }

    def _place(self, move: Move) -> float:
        last = self._position.size - 1
        row, column = divmod(self._position.board.grid.index(move), self._position.size)
        edges = (row in (0, last)) + (column in (0, last))
        return (0.0, _EDGE, _CORNER)[edges]

    def read(self, moves: Sequence[Move], depth: int) -> list[Reading]:
        """Search each move by itself; with all empty squares in reach the game is solved."""
        return [self._read(move, depth) for move in moves]

    def _read(self, move: Move, depth: int) -> Reading:
        after = self._after[move]
        outcome = after.outcome()
        if outcome is not None:
            lead = after.count(self._position.to_move) - after.count(self._position.to_move.other)
            return Reading(_in_units(100 * lead))
        depth = min(depth, empties_of(self._position))
        confidence = EXACT if depth < _SELECTIVE_FROM or depth == empties_of(self._position) else _SELECTIVE
        value = -self._searcher.search(after, depth - 1, -INFINITY, INFINITY, confidence)
        answer = None
        if depth > 1 and not after.must_pass:
            answer = self._searcher.table_move(after)
        return Reading(_in_units(value), answer)


def _in_units(centidiscs: int) -> float:
    return max(-DECIDED, min(DECIDED, centidiscs / _UNIT))
