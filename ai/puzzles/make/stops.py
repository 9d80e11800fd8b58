"""What the defender answers to wrong moves in a puzzle of Gomoku that make no four.

A reply counts as a stop if the solver has no win by fours after it. One at the point that is to be found
comes last, since it cannot be shown. In a puzzle of threes no other is sought: most would let the three win.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ai.puzzles.proof import Unproved
from ai.puzzles.proof.gomoku import Search, fives, passed
from ai.puzzles.puzzle import ANY, NO_STOP, Puzzle
from games.base import IllegalMove, Move, Side
from games.gomoku import GomokuPosition

_REACH = 2
"""Lines around the moves of a puzzle's line, and around a wrong move, in which stops are sought."""
_TRIED = 4
"""Stops of the answer that are tried against each wrong move."""


def with_stops(puzzle: Puzzle) -> Puzzle:
    """The puzzle with the stops of each of its questions; a puzzle of defense has none."""
    if puzzle.themes[0] == "defense":
        return puzzle
    stops = {step: _stops(puzzle, step) for step in puzzle.questions}
    return replace(puzzle, stops={step: known for step, known in stops.items() if known})


def _stops(puzzle: Puzzle, step: int) -> Mapping[str, Move]:
    """By wrong move, what stops the win then, or `NO_STOP`; the most frequent one is that of `ANY`."""
    position, answer = puzzle.after(step), puzzle.line[step]
    assert isinstance(position, GomokuPosition)
    search, by_move, usual = Search(), dict[str, Move](), list[Move]()
    is_of_fours = puzzle.themes[0] == "fours"
    if is_of_fours:
        near = [move for move in _near(position, puzzle.line[step:]) if move != answer]
        usual = [reply for reply in near if _is_stop(search, passed(position), reply)][:_TRIED]
    for move in position.legal_moves():
        after = position.play(move)
        is_right = move in (answer, *puzzle.also.get(step, ()))
        if is_right or after.outcome() is not None or any(fives(after, side) for side in Side):
            continue  # a five is made or stopped, which needs no search
        local = _near(after, [move]) if is_of_fours else ()
        by_move[move] = next(
            (reply for reply in (*usual, answer, *local) if _is_stop(search, after, reply)), NO_STOP
        )
    if not any(by_move.values()):
        return {}
    ((commonest, _),) = Counter(by_move.values()).most_common(1)
    return {ANY: commonest, **{move: reply for move, reply in by_move.items() if reply != commonest}}


def _is_stop(search: Search, position: GomokuPosition, reply: Move) -> bool:
    """Whether the side that has just moved has no win by fours after a reply."""
    try:
        after = position.play(reply)
        return after.outcome() is None and not search.wins(after)
    except (IllegalMove, Unproved):
        return False


def _near(position: GomokuPosition, moves: Sequence[Move]) -> Iterator[Move]:
    """The legal moves of a few, then those around them, each once."""
    legal, points, names = set(position.legal_moves()), position.board.points, position.board.names
    lines = range(-_REACH, _REACH + 1)
    steps = [row * position.board.stride + column for row in lines for column in lines]
    around = (names.get(points[move] + step) for move in moves if move in points for step in steps)
    return (move for move in dict.fromkeys([*moves, *around]) if move in legal)
