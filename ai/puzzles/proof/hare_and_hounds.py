"""Forward search of Hare and Hounds: whether the hounds can force a win within a number of plies.

Without a turn limit, the hare has what the hounds cannot force within `_ENOUGH_PLIES`: some position must
return.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from ai.puzzles.proof import Unproved
from ai.puzzles.puzzle import Puzzle
from games.base import Move, Side
from games.hare_and_hounds import PLY_LIMIT, HarePosition

_ENOUGH_PLIES = 120
"""Without a turn limit: more than twice the plies that the hounds ever need."""


def prove(puzzle: Puzzle) -> None:
    """Search every move of the position. Raises `Unproved`."""
    position = puzzle.position
    assert isinstance(position, HarePosition)
    winning = _winning_moves(position)
    for move in position.legal_moves():
        if (move in winning) is not (move == puzzle.answer):
            raise Unproved(f"{move} {'wins, too' if move in winning else 'does not win'}")


def further(puzzle: Puzzle) -> Iterator[Sequence[Move]]:
    """The moves that keep the win at each of the solver's moves of the line after the first."""
    for step in range(2, len(puzzle.line), 2):
        position = puzzle.after(step)
        assert isinstance(position, HarePosition)
        yield _winning_moves(position)


def _winning_moves(position: HarePosition) -> Sequence[Move]:
    """The moves after which the side that plays them wins by force."""
    moves = position.legal_moves()
    return [move for move in moves if _winner(position.play(move)) is position.to_move]


def _winner(position: HarePosition) -> Side:
    """The side that wins by force."""
    plies_left = PLY_LIMIT - position.ply if position.variant == "classic" else _ENOUGH_PLIES
    return Side.FIRST if _hounds_win(_without_history(position), plies_left) else Side.SECOND


def _without_history(position: HarePosition) -> HarePosition:
    """The position without its history and ply: a forced win that takes the fewest plies repeats nothing."""
    return HarePosition("no-limit", position.hounds, position.hare, position.ply % 2)


@cache
def _hounds_win(position: HarePosition, plies: int) -> bool:
    """Whether the hounds can force a win within so many plies."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.winner is Side.FIRST
    if plies == 0:
        return False
    results = (
        _hounds_win(_without_history(position.play(move)), plies - 1) for move in position.legal_moves()
    )
    return any(results) if position.to_move is Side.FIRST else all(results)
