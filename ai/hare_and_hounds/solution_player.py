"""Level 8: perfect play by the solution. It wins as soon and loses as late as possible. Start at `play`."""

from __future__ import annotations

import random
from collections.abc import Iterator

from ai.base import Choice, Limit
from ai.hare_and_hounds.solution import END, solution
from games.base import Move, Side
from games.hare_and_hounds import HarePosition

_SHOWN = 12
"""How many moves are shown of a line that ends with a third repetition."""


def play(position: HarePosition, limit: Limit) -> Choice:
    """One of the best moves, with its exact value."""
    moves = position.legal_moves()
    random.Random(limit.seed).shuffle(moves)
    move = max(moves, key=lambda move: _rank(position, position.play(move)))
    return played_out(position, move, len(moves))


def perfect(position: HarePosition) -> Move:
    """The first of the best moves."""
    return max(position.legal_moves(), key=lambda move: _rank(position, position.play(move)))


def _rank(position: HarePosition, after: HarePosition) -> tuple[int, int]:
    # The value, then the repetitions: the hare wins by them, so it seeks them and the hounds avoid them.
    return _sign(position) * _value(position, after), -_sign(position) * after.repetitions


def _value(position: HarePosition, after: HarePosition) -> int:
    outcome = after.outcome()
    if outcome is not None:
        return END if outcome.winner is Side.FIRST else -END
    return solution(position).value(after)


def _sign(position: HarePosition) -> int:
    return 1 if position.to_move is Side.FIRST else -1


def played_out(position: HarePosition, move: Move, nodes: int = 1) -> Choice:
    """A legal move with its exact value and the line that follows with best play."""
    value = _value(position, position.play(move))
    line = tuple(_line(position, move, _SHOWN if value == 0 else 2 * END))
    winner = 1 if value > 0 else -1  # what nobody forces is the hare's win by repetition
    plies = None if value == 0 else END - abs(value) + 1
    return Choice(move, float(winner * _sign(position)), plies or len(line), nodes, line, True, plies)


def _line(position: HarePosition, move: Move, plies: int) -> Iterator[Move]:
    for _ in range(plies):
        yield move
        position = position.play(move)
        if position.outcome() is not None:
            break
        move = perfect(position)
