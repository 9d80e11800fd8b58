"""Forward search of Twelve Janggi: which moves win within the plies of the line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from ai.puzzles.proof import Unproved
from ai.puzzles.puzzle import Puzzle
from games import replay
from games.base import Move
from games.twelve_janggi import GOALS, SQUARES, JanggiPosition

_LOSES_WITHIN = 6


def prove(puzzle: Puzzle) -> None:
    """Search every move of the position. Raises `Unproved`.

    Only the answer wins within the moves of the line, or with the reply after it if the King has entered;
    where it is called the only move, the others lose.
    """
    position = puzzle.position
    assert isinstance(position, JanggiPosition)
    plies = _plies(puzzle)
    for move in position.legal_moves():
        after = _bare(position.play(move))
        if _mover_loses(after, plies - 1) is not (move == puzzle.answer):
            raise Unproved(f"{move} {'does not win' if move == puzzle.answer else 'wins'} in {plies} plies")
        if (
            move != puzzle.answer
            and "only-move" in puzzle.themes
            and not _mover_wins(after, _LOSES_WITHIN - 1)
        ):
            raise Unproved(f"{move} does not lose within {_LOSES_WITHIN} plies")


def further(puzzle: Puzzle) -> Iterator[Sequence[Move]]:
    """The moves that still win in time at each of the solver's moves of the line after the first."""
    for shown in range(2, len(puzzle.line), 2):
        position, plies = puzzle.after(shown), _plies(puzzle) - shown
        assert isinstance(position, JanggiPosition)
        moves = position.legal_moves()
        yield [move for move in moves if _mover_loses(_bare(position.play(move)), plies - 1)]


def _plies(puzzle: Puzzle) -> int:
    """The plies of the line, and the reply after it if the King has entered."""
    return len(puzzle.line) + (replay(puzzle.line_record).outcome() is None)


def _bare(position: JanggiPosition) -> JanggiPosition:
    """The position without its history: a win that takes the fewest plies repeats nothing."""
    return JanggiPosition(position.board, position.hands, position.to_move)


@lru_cache(maxsize=1 << 18)
def _mover_wins(position: JanggiPosition, plies: int) -> bool:
    outcome = position.outcome()
    if outcome is not None:
        return outcome.winner is position.to_move
    if plies <= 0:
        return False
    if _takes_king(position):
        return True
    if plies < 2:  # one ply wins only by taking the King
        return False
    return any(_mover_loses(_bare(position.play(move)), plies - 1) for move in _ordered(position))


@lru_cache(maxsize=1 << 18)
def _mover_loses(position: JanggiPosition, plies: int) -> bool:
    outcome = position.outcome()
    if outcome is not None:
        return outcome.winner is position.to_move.other
    if plies <= 0 or _takes_king(position):
        return False
    return all(_mover_wins(_bare(position.play(move)), plies - 1) for move in _ordered(position))


def _takes_king(position: JanggiPosition) -> bool:
    king = position.board.find(position.symbol("K", position.to_move.other))
    return any(
        king in GOALS[piece][origin]
        for origin, piece in enumerate(position.board)
        if piece != "." and position.owns(origin, position.to_move)
    )


def _ordered(position: JanggiPosition) -> list[Move]:
    """The moves of a position, captures first."""
    board = position.board
    return sorted(position.legal_moves(), key=lambda move: board[SQUARES.index(move[-2:])] == ".")
