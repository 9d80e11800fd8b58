"""The replies of the defender that stop the win after wrong moves in puzzles of Gomoku that make no four.

A reply is a stop if the solver has no win by fours after it. The point of the answer is tried after the usual
stops, since it cannot be shown. In a puzzle of threes it alone is tried: most replies let the three win.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

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
    """By wrong move, what stops the win then, or `NO_STOP`; the most frequent stop is that of `ANY`."""
    position = puzzle.after(step)
    assert isinstance(position, GomokuPosition)
    search = Search()
    answer = puzzle.line[step]
    right = {answer, *puzzle.also.get(step, ())}
    is_of_fours = puzzle.themes[0] == "fours"
    usual = _usual_stops(search, position, puzzle.line[step:]) if is_of_fours else []
    by_move = dict[str, Move]()
    for move in position.legal_moves():
        after = position.play(move)
        if move in right or after.outcome() is not None or any(fives(after, side) for side in Side):
            continue  # a five is made or stopped, which needs no search
        near = _near(after, [move]) if is_of_fours else ()
        by_move[move] = _stop_of(search, after, chain(usual, [answer], near))
    return _with_default(by_move)


def _usual_stops(search: Search, position: GomokuPosition, line: Sequence[Move]) -> list[Move]:
    """The first stops near the moves of a line, without its first move, the answer, if the solver passes."""
    after_pass = passed(position)
    near = [move for move in _near(position, line) if move != line[0]]
    return [move for move in near if _is_stop(search, after_pass, move)][:_TRIED]


def _stop_of(search: Search, position: GomokuPosition, replies: Iterable[Move]) -> Move:
    """The first of the replies that is a stop; `NO_STOP` if none is."""
    return next((reply for reply in replies if _is_stop(search, position, reply)), NO_STOP)


def _with_default(by_move: Mapping[str, Move]) -> Mapping[str, Move]:
    """The stops, with the most frequent at `ANY` instead of at its moves; nothing if there is no stop."""
    if all(reply == NO_STOP for reply in by_move.values()):
        return {}
    ((default, _),) = Counter(by_move.values()).most_common(1)
    return {ANY: default, **{move: reply for move, reply in by_move.items() if reply != default}}


def _is_stop(search: Search, position: GomokuPosition, reply: Move) -> bool:
    """Whether the side that has just moved has no win by fours after a reply."""
    try:
        after = position.play(reply)
        return after.outcome() is None and not search.wins(after)
    except (IllegalMove, Unproved):
        return False


def _near(position: GomokuPosition, moves: Sequence[Move]) -> Iterator[Move]:
    """The legal ones of `moves`, then the legal points within `_REACH` of them, each once."""
    board = position.board
    legal = set(position.legal_moves())
    offsets = range(-_REACH, _REACH + 1)
    steps = [row * board.stride + column for row in offsets for column in offsets]
    origins = [board.points[move] for move in moves if move in board.points]
    around = (board.names.get(origin + step) for origin in origins for step in steps)
    return (move for move in dict.fromkeys([*moves, *around]) if move in legal)
