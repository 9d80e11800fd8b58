"""Alpha-beta of an Othello ending to its last disc, for win, draw or loss."""

from __future__ import annotations

from functools import lru_cache

from ai.puzzles.proof import Unproved
from ai.puzzles.puzzle import Puzzle
from games.othello import OthelloPosition

_LOST, _WON = -1, 1


def prove(puzzle: Puzzle) -> None:
    """Search every move of the position. Raises `Unproved`."""
    position = puzzle.position
    assert isinstance(position, OthelloPosition)
    for move in position.legal_moves():
        wins = -_result(position.play(move), _LOST, 0) == _WON
        if wins is not (move == puzzle.answer):
            raise Unproved(f"{move} {'wins, too' if wins else 'does not win'}")


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
