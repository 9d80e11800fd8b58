"""Levels 1 to 8: players who look moves up in the solution, with more or less care.

Start reading at `play`. Level 8 always plays perfectly: it wins as soon and loses as late as possible. The
others sometimes look only a few plies ahead and otherwise follow a heuristic: the hare keeps away from the
hounds' side, the hounds stay to the left of the hare and advance.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from ai.base import Choice, Limit
from ai.hare_and_hounds.solution import END, solution
from games.base import Move, Side
from games.hare_and_hounds import COLUMN, POINTS, HarePosition

_SHOWN = 12
"""How many moves are shown of a line that ends with a third repetition."""


@dataclass(frozen=True, slots=True)
class Care:
    """How often a level slips, that is, plays by the heuristic, and how many plies it then looks ahead.

    The hounds' game is the harder one, so a level slips more often as the hare.
    """

    as_hounds: float
    as_hare: float
    depth: int


CARES = {
    "1": Care(0.90, 1.00, depth=1),
    "2": Care(0.72, 1.00, depth=3),
    "3": Care(0.46, 0.85, depth=3),
    "4": Care(0.34, 0.60, depth=3),
    "5": Care(0.24, 0.37, depth=3),
    "6": Care(0.15, 0.20, depth=3),
    "7": Care(0.07, 0.07, depth=3),
    "8": Care(0.00, 0.00, depth=0),
}
"""Chosen so that each level scores between 60 and 70 % against the one below, both sides played."""


def play(position: HarePosition, care: Care, limit: Limit) -> Choice:
    """The move of a level. Its value is exact, whether the move is the best or not."""
    rng = random.Random(limit.seed)
    slips = rng.random() < (care.as_hounds if position.to_move is Side.FIRST else care.as_hare)
    moves = position.legal_moves()
    rng.shuffle(moves)
    if slips:
        move = max(moves, key=lambda move: _heuristic_rank(position, move, care.depth, rng))
    else:
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


def _heuristic_rank(position: HarePosition, move: Move, depth: int, rng: random.Random) -> tuple[int, float]:
    """What is forced within ``depth`` plies, then the heuristic with noise."""
    after = position.play(move)
    forced = solution(position).value(after, depth - 1)
    hare = COLUMN[after.hare]
    hounds = [COLUMN[point] for point in range(len(POINTS)) if after.hounds >> point & 1]
    if position.to_move is Side.SECOND:
        estimate = float(hare)
    else:
        estimate = sum(3.0 if hound < hare else 0.0 for hound in hounds) + 0.5 * sum(hounds)
    return _sign(position) * forced, estimate + rng.gauss(0.0, 1.0)


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
