"""Alpha-beta of an Othello ending to its last disc, for win, draw or loss."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from ai.puzzles.proof import Unproved
from ai.puzzles.puzzle import Puzzle
from games.base import Move
from games.othello import OthelloPosition

_LOST, _WON = -1, 1


def prove(puzzle: Puzzle) -> None:
    """Search every move of the position. Raises `Unproved`."""
    position = puzzle.position
    assert isinstance(position, OthelloPosition)
    right = _winning(position)
    for move in position.legal_moves():
        if (move in right) is not (move == puzzle.answer):
            raise Unproved(f"{move} {'wins, too' if move in right else 'does not win'}")


def further(puzzle: Puzzle) -> Iterator[Sequence[Move]]:
    """The moves that win at each of the solver's moves of the line after the first."""
    for shown in range(2, len(puzzle.line), 2):
        position = puzzle.after(shown)
        assert isinstance(position, OthelloPosition)
        yield _winning(position)


def _winning(position: OthelloPosition) -> Sequence[Move]:
    moves = position.legal_moves()
    return [move for move in moves if -_result(position.play(move), _LOST, 0) == _WON]


@lru_cache(maxsize=1 << 18)
def _result(position: OthelloPosition, low: int, high: int) -> int:
    """The sign of the final score for the side to move, exact between ``low`` and ``high``."""
    outcome = position.outcome()
    if outcome is not None:
        if outcome.winner is None:
            return 0
        return _WON if outcome.winner is position.to_move else _LOST
    best = _LOST
    # Fastest first: the fewer replies a move leaves, the smaller its tree, and the sooner it may decide.
    for after in sorted(map(position.play, position.legal_moves()), key=_mobility):
        best = max(best, -_result(after, -high, -max(low, best)))
        if best >= high:
            break
    return best


def _mobility(position: OthelloPosition) -> int:
    return position.mobility.bit_count()
