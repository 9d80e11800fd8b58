"""The search: PVS with a transposition table and quiescence. Start reading at `search`.

Values are those of `ai/twelve_janggi/evaluate.py`, for the side to move. Only moves that do not leave the own
King en prise are searched. A King that can be captured or can enter safely ends a line, so that a search sees
two plies beyond its depth. The driver is ``root.py``.
"""

# ruff: noqa: PLR0911, PLR0912  (kernels: branches are cheaper than objects)
from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.kernels import Array, Int, Word, njit, numba
from ai.twelve_janggi.evaluate import SURE, WON, decided_value, evaluate
from ai.twelve_janggi.state import (
    ALL,
    FAR,
    GOALS,
    LIST,
    SQUARE_COUNT,
    STATE,
    THEIRS,
    attack_maps,
    list_all,
    list_moves,
    piece_at,
    play,
)

ENTRY = np.dtype([("key", "u8"), ("value", "i2"), ("depth", "i2"), ("bound", "i2"), ("move", "i2")])
"""A state, its value, its depth and kind of bound, its best move (0: unknown)."""
EXACT, LOWER, UPPER = 0, 1, 2
INFINITY = 31_000
"""Beyond every value."""
UNKNOWN = 2 * INFINITY

# Places in the work array.
NODES = 0  # nodes searched
BUDGET = 1  # nodes allowed
STOP = 2  # not 0 when the search must end now
DRAWN = 3  # how many states the history makes draws
KILLERS = 8  # two moves a ply
PLIES = 128
HISTORY = KILLERS + 2 * PLIES  # 256 moves of each side, which moves of eight bits index
LISTS = HISTORY + 512
"""Where the move lists begin: `LIST` places a ply, each a score and a move in one number."""
MOVE_BITS = 8
FIRST = 1 << 40

TABLE = numba.from_dtype(ENTRY)[::1]
WORK = numba.int64[::1]
LINE = numba.uint64[::1]
"""The states of the current line by ply, then, from `PLIES`, those that the history makes draws."""

_INT = numba.int64
_PAIR = numba.types.UniTuple(_INT, 2)  # type: ignore[no-untyped-call]
_WORTH = np.array([0, 9, 5, 4, 1, 3], dtype=np.int64)  # by kind, in the order in which they are captured
_MASKS = numba.types.UniTuple(_INT, 3)  # type: ignore[no-untyped-call]
_ODD_1, _ODD_2 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)
_SHIFT_1, _SHIFT_2, _SIDE = np.uint64(29), np.uint64(32), np.uint64(60)
_QUIESCENCE_DEPTH = -8  # the depth at which quiescence ends
_MAX_HISTORY = 1 << 20
_LATE = 4  # later moves are first searched at reduced depth


def new_table(bits: int) -> NDArray[np.void]:
    """An empty table of 2**bits entries."""
    return np.zeros(1 << bits, dtype=ENTRY)


def new_work() -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """The work array of a search."""
    return np.zeros(LISTS + PLIES * LIST, dtype=np.int64)


@njit(_INT(TABLE, STATE))
def slot_of(table: Array, state: Word) -> Int:
    """The table index of a state: of two, the one that holds it, or the second."""
    mixed = (state ^ (state >> _SHIFT_2)) * _ODD_1
    mixed ^= mixed >> _SHIFT_1
    mixed *= _ODD_2
    mixed ^= mixed >> _SHIFT_2
    place = np.int64(mixed & np.uint64(len(table) - 1))  # the pair is this place and place ^ 1
    return place if table[place].key == state else place ^ 1


@njit(numba.void(TABLE, STATE, *[_INT] * 5))
def store(table: Array, state: Word, depth: Int, value: Int, ply: Int, bound: Int, move: Int) -> None:
    """Store a value; of a pair of entries the first keeps the deeper search, the second the newer."""
    place = slot_of(table, state)
    if table[place].key != state and table[place ^ 1].depth <= depth:
        place ^= 1
    entry = table[place]
    if move == 0 and entry.key == state:
        move = np.int64(entry.move)
    if value > SURE:  # plies to the end count from this state, not from the root
        value += ply
    elif value < -SURE:
        value -= ply
    entry.key = state
    entry.value, entry.depth = value, depth
    entry.bound, entry.move = bound, move


@njit(_PAIR(TABLE, STATE, *[_INT] * 4))
def probe_table(table: Array, state: Word, depth: Int, alpha: Int, beta: Int, ply: Int) -> tuple[Int, Int]:
    """The value that the table settles at this depth, or `UNKNOWN`; and the best move, 0 if unknown."""
    entry = table[slot_of(table, state)]
    if entry.key != state:
        return UNKNOWN, 0
    move, value, bound = np.int64(entry.move), np.int64(entry.value), np.int64(entry.bound)
    sure = value > SURE or value < -SURE
    if sure:
        value -= ply if value > 0 else -ply
    if entry.depth < depth and not sure:  # a proven value holds at any depth
        return UNKNOWN, move
    if bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha):
        return value, move
    return UNKNOWN, move


@njit(numba.boolean(STATE, _INT, LINE, WORK))
def repeats(state: Word, ply: Int, line: Array, work: Array) -> bool:
    """Whether a state occurred before in this line, or occurs for the third time in the game."""
    for place in range(PLIES, PLIES + work[DRAWN]):
        if line[place] == state:
            return True
    # Only positions with the same side to move can be equal, and four plies are the shortest way back.
    for earlier in range(ply - 4, -1, -2):  # noqa: SIM110  (numba has no any() of a generator)
        if line[earlier] == state:
            return True
    return False


@njit(_INT(STATE, *[_INT] * 5, WORK))
def list_sorted(
    state: Word, king_goals: Int, goals: Int, drops: Int, first: Int, ply: Int, work: Array
) -> Int:
    """List moves at the ply's place with their ordering scores; how many.

    ``first``, then captures by most valuable victim, then killers and history.
    """
    base = LISTS + ply * LIST
    length = list_moves(state, king_goals, goals, drops, work, base)
    history = HISTORY + 256 * np.int64(state >> _SIDE)
    for place in range(base, base + length):
        move = work[place]
        taken = 0 if move >= SQUARE_COUNT << 4 else piece_at(state, move & 15) & 7  # drops take nothing
        if move == first:
            score = FIRST
        elif taken != 0:
            score = FIRST // 2 + (16 * _WORTH[taken] - _WORTH[piece_at(state, move >> 4)])
        elif move == work[KILLERS + 2 * ply]:
            score = FIRST // 4 + 1
        elif move == work[KILLERS + 2 * ply + 1]:
            score = FIRST // 4
        else:
            score = work[history + move]
        work[place] = (score << MOVE_BITS) | move
    return length


@njit(_INT(STATE, _INT))
def checker_mask(state: Word, king: Int) -> Int:
    """The square of the one piece that attacks the King; empty if several do: then only the King can move."""
    checker = 0
    for square in range(SQUARE_COUNT):
        piece = piece_at(state, square)
        if piece > THEIRS and (GOALS[piece, square] >> king) & 1:
            checker = 1 << square if checker == 0 else ALL + 1  # a bit beyond the board, so that none is left
    return checker & ALL


@njit(_MASKS(STATE, numba.boolean, *[_INT] * 4, WORK))
def target_masks(
    state: Word, quiescent: Int, own: Int, theirs: Int, threats: Int, king: Int, work: Array
) -> tuple[Int, Int, Int]:
    """Where the King, and the others, may step, and where pieces may be dropped: masks for `list_moves`.

    In quiescence captures alone; else all moves that do not leave the King en prise.
    """
    if quiescent:
        return theirs & ~threats, theirs, 0
    if work[DRAWN] != 0:  # a King may be left en prise in a state that is a draw
        return ALL & ~own, ALL & ~own, ALL & ~(own | theirs | FAR)
    if (threats >> king) & 1:
        return ALL & ~(own | threats), checker_mask(state, king), 0
    return ALL & ~(own | threats), ALL & ~own, ALL & ~(own | theirs | FAR)


@njit(_INT(WORK, _INT, _INT))
def take_best(work: Array, start: Int, end: Int) -> Int:
    """Swap the best move of work[start:end] to its front; the move."""
    best = start
    for place in range(start + 1, end):
        if work[place] > work[best]:
            best = place
    work[start], work[best] = work[best], work[start]
    return work[start] & ((1 << MOVE_BITS) - 1)


@njit(numba.void(STATE, *[_INT] * 3, WORK))
def update_history(state: Word, move: Int, depth: Int, ply: Int, work: Array) -> None:
    """Update killers and history after a cutoff by a quiet move."""
    if work[KILLERS + 2 * ply] != move:
        work[KILLERS + 2 * ply + 1] = work[KILLERS + 2 * ply]
        work[KILLERS + 2 * ply] = move
    place = HISTORY + 256 * np.int64(state >> _SIDE) + move
    work[place] = min(work[place] + depth * depth, _MAX_HISTORY)


@njit(_INT(STATE, *[_INT] * 4, TABLE, WORK, LINE))
def search(
    state: Word, depth: Int, alpha: Int, beta: Int, ply: Int, table: Array, work: Array, line: Array
) -> Int:
    """The value ``depth`` plies deep plus quiescence (fail-soft); meaningless once work[STOP] is set.

    A repetition counts as a draw, so a win found here needs none: it is proven.
    """
    work[NODES] += 1
    if work[STOP] != 0 or work[NODES] > work[BUDGET]:
        work[STOP] = 1
        return 0
    if repeats(state, ply, line, work):
        return 0
    own, hits, theirs, threats, king, target = attack_maps(state)
    value: Int = decided_value(own, hits, threats, king, target)
    if value != 0:
        return value - ply if value > 0 else value + ply
    if ply >= PLIES - 1:
        return evaluate(state, hits, threats, king, target)

    checked = (threats >> king) & 1
    best, floor = ply + 2 - WON, alpha  # with the King left en prise it is lost in two plies
    first: Int = 0
    quiescent = depth <= 0 and not checked
    if quiescent:
        best = evaluate(state, hits, threats, king, target)
        if best >= beta or depth <= _QUIESCENCE_DEPTH:
            return best
        floor = max(floor, best)
    elif depth > 0:
        value, first = probe_table(table, state, depth, alpha, beta, ply)
        if value != UNKNOWN:
            return value

    line[ply] = state
    king_goals, goals, drops = target_masks(state, quiescent, own, theirs, threats, king, work)
    length = list_sorted(state, king_goals, goals, drops, first, ply, work)
    if length == 0 and depth > 0 and list_all(state, work, LISTS + ply * LIST) == 0:
        return ply - WON  # without any move it is lost now
    base, best_move = LISTS + ply * LIST, 0
    for place in range(base, base + length):
        move = take_best(work, place, base + length)
        after = play(state, move)
        quiet = work[place] >> MOVE_BITS <= _MAX_HISTORY
        # PVS with late move reductions: a late quiet move first at less depth, and any but the first with a
        # null window; again at full depth, then with the whole window, where it raises the floor.
        less = 2 if quiet and depth >= 3 and place >= base + _LATE and not checked else 1
        if place > base:
            value = -search(after, depth - less, -floor - 1, -floor, ply + 1, table, work, line)
            if less > 1 and value > floor:
                value = -search(after, depth - 1, -floor - 1, -floor, ply + 1, table, work, line)
        if place == base or floor < value < beta:
            value = -search(after, depth - 1, -beta, -floor, ply + 1, table, work, line)
        if work[STOP] != 0:
            return 0
        if value > best:
            best, best_move = value, move
            floor = max(floor, value)
            if floor >= beta:
                if quiet and depth > 0:
                    update_history(state, move, depth, ply, work)
                break
    if depth > 0:
        bound = UPPER if best <= alpha else LOWER if best >= beta else EXACT
        store(table, state, depth, best, ply, bound, best_move)
    return best
