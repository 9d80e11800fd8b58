"""The source's own player: alpha-beta 3, 5 or 7 plies deep over tables of piece values.

Start reading at `play` and `worth`. The source gives the tables and the depths. Where it says nothing: a
decided game outweighs everything, sooner ones more; a third repetition is worth 0; of equal moves the first
in the order of their notation is played. The player is deterministic. For SECOND the tables are rotated like
the board.
"""

from __future__ import annotations

import math

import numpy as np

from ai.base import Choice
from ai.kernels import Array, Int, Word, njit, numba
from ai.twelve_janggi.state import (
    FAR,
    LIST,
    LISTED,
    SQUARE_COUNT,
    STATE,
    THEIRS,
    attack_maps,
    drawn_states,
    list_all,
    move_name,
    piece_at,
    state_of,
)
from ai.twelve_janggi.state import play as played
from games.base import Move, Side
from games.twelve_janggi import JanggiPosition

DEPTHS = {"material-3": 3, "material-5": 5, "material-7": 7}
INFINITY = 1_000_000
"""A captured King, or a King that stayed in the enemy camp; less one for each ply until then."""
DECIDED = INFINITY - 1000
"""Values at least this far from zero are decided games."""

ON_BOARD = {
    "K": ((0, 0, 0, 100), (0, 0, 0, 100), (0, 0, 0, 100)),
    "J": ((3, 4, 4, 3), (4, 5, 5, 4), (3, 4, 4, 3)),
    "S": ((3, 4, 4, 3), (4, 5, 5, 4), (3, 4, 4, 3)),
    "Z": ((1, 1, 2, 3), (1, 1, 2, 3), (1, 1, 2, 3)),
    "H": ((2, 2, 3, 3), (2, 2, 4, 3), (2, 2, 3, 3)),
}
"""By kind, rows a to c, columns from the own camp to the other's: the source's tables."""
IN_HAND = {"S": 3, "J": 3, "Z": 1}
"""The source has the Marquis too, at 2, but a captured Marquis is a Man. A captured King is `INFINITY`."""

_INT = numba.int64
_DRAWN = numba.uint64[::1]
_CERTAIN = 8.0  # an advantage that makes a win all but sure


def _table() -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    table = np.zeros((16, SQUARE_COUNT), dtype=np.int64)
    for kind, rows in enumerate(ON_BOARD.values(), start=1):
        table[kind] = np.array(rows).reshape(SQUARE_COUNT)
        table[kind | THEIRS] = -table[kind][::-1]
    return table


_PLACED = _table()
_HELD = np.array([IN_HAND[kind] for kind in "JSZ"], dtype=np.int64)


@njit(_INT(STATE))
def worth(state: Word) -> Int:
    """The source's evaluation for the side to move: own minus enemy pieces on the board and in hand."""
    total: Int = 0
    for square in range(SQUARE_COUNT):
        total += _PLACED[piece_at(state, square), square]
    for kind in range(3):
        own = np.int64((state >> np.uint64(48 + 2 * kind)) & np.uint64(3))
        other = np.int64((state >> np.uint64(54 + 2 * kind)) & np.uint64(3))
        total += _HELD[kind] * (own - other)
    return total


@njit(_INT(STATE, *[_INT] * 4, _DRAWN, LISTED))
def negamax(state: Word, depth: Int, alpha: Int, beta: Int, ply: Int, drawn: Array, work: Array) -> Int:
    """The value of a state ``depth`` plies deep by alpha-beta. work[0] counts nodes; lists are at `LIST`."""
    work[0] += 1
    _, _, _, _, king, _ = attack_maps(state)
    if king < 0:
        return ply - INFINITY
    if (FAR >> king) & 1:
        return INFINITY - ply
    for repeated in drawn:
        if repeated == state:
            return 0
    base = LIST * ply
    length = list_all(state, work, base)
    if length == 0:
        return ply - INFINITY
    if depth == 0:
        return worth(state)
    best = -INFINITY
    for place in range(base, base + length):
        after = played(state, work[place])
        value = -negamax(after, depth - 1, -beta, -max(alpha, best), ply + 1, drawn, work)
        best = max(best, value)
        if best >= beta:
            break
    return best


def play(position: JanggiPosition, depth: int) -> Choice:
    """The source's move, ``depth`` plies deep. Only a forced win or loss is proven."""
    state, side = np.uint64(state_of(position)), position.to_move
    drawn = np.array(drawn_states(position), dtype=np.uint64)
    work = np.zeros(LIST * (depth + 2), dtype=np.int64)
    best, liked = -INFINITY - 1, Move("")
    for move, number in _by_name(state, side):
        value = -int(negamax(played(state, number), depth - 1, -INFINITY, -best, 1, drawn, work))
        if value > best:
            best, liked = value, move
    proven = abs(best) >= DECIDED
    score = math.copysign(1.0, best) if proven else max(-0.99, min(0.99, math.tanh(best / _CERTAIN)))
    return Choice(liked, score, depth, int(work[0]), (liked,), proven)


def _by_name(state: np.uint64, side: Side) -> list[tuple[Move, int]]:
    moves = np.zeros(LIST, dtype=np.int64)
    length = int(list_all(state, moves, 0))
    return sorted((move_name(int(move), side), int(move)) for move in moves[:length])
