"""The board of the search: stones, chains and captures in one array of numbers.

Start reading at `place`. A board is a uint32 array of the length `LENGTH`, made by `load`: a few single
numbers, then parts of `CELLS` numbers, one a cell (colors, chains, codes of the neighbors). All sizes use the
same 21 columns, so that the offsets of neighbors are constants.

A chain is a ring of stones, each with the next, and a head that all of them name. The head has the number of
its stones and its pseudo-liberties: every empty neighbor of every stone, counted as often as it is one, with
the sum of the cells and of their squares. All pseudo-liberties are the same cell, and the chain is in atari,
exactly if number × squares = sum × sum. Number and sum share one place: see `PSEUDO_LIBERTIES`.

Cells are unsigned and every part begins beyond the first row's width, so that the compiler knows that no
index is negative and omits Python's counting from the end, which costs a fifth of the time.
"""

# ruff: noqa: PLR1714, SIM109  (kernels: branches are cheaper than objects)
from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.go.patterns import (
    BLACK,
    BORDER,
    CLOSED,
    EMPTY,
    EYE,
    NEAR,
    OPPOSITE,
    ROOM,
    STEPS,
    STRIDE,
    TABLE,
    WHITE,
)
from ai.kernels import Array, Int, Word, bare, numba
from games.go import GoPosition

CELLS = STRIDE * STRIDE
NOWHERE = 0
"""No cell: a corner of the border. Also the move that is a pass."""
MANY = 1
"""In the place of a liberty: there are two or more (three, where two are returned). A border cell too."""

COUNT = 0
"""How many cells are empty."""
KO = 1
"""Where the side to move must not retake."""
CAPTURED = 2
"""How many stones the last move captured."""
END = 3
"""The first cell behind the last row."""
SCRATCH = 8
"""Where readers of a board may keep some cells (`ai.go.tactics`)."""
_FIRST = 32
COLOR, CODE, HEAD, NEXT, STONES, PSEUDO_LIBERTIES, SQUARES, EMPTIES, PLACE, LENGTH = (
    _FIRST + part * CELLS for part in range(10)
)
"""Where each part begins. EMPTIES lists the empty cells; PLACE has the place of each in the list."""
PSEUDO_BITS = 11
"""In PSEUDO_LIBERTIES, at a chain's head: their number in this many bits, the sum of their cells above."""
_PSEUDO_MASK = (1 << PSEUDO_BITS) - 1

BOARD = numba.uint32[::1]
CELL = numba.uint32
DICE = numba.uint64[::1]
"""The state of a random number generator, one number."""
_INT = numba.int64
_ADJACENT = STEPS[:4]
_LARGEST_NAKADE = 6
_MAX_PSEUDO_OF_TWO = 8
"""Two liberties are counted at most this often: each by its four neighbors."""

# xorshift64*: S. Vigna, "An experimental exploration of Marsaglia's xorshift generators, scrambled" (2016).
_X1, _X2, _X3 = np.uint64(12), np.uint64(25), np.uint64(27)
_ODD = np.uint64(0x2545F4914F6CDD1D)
_HIGH = np.uint64(33)


def cell_of(point: int, size: int) -> int:
    """The cell of a point of a board of ``size``."""
    return (point // size + 1) * STRIDE + point % size + 1


def point_of(cell: int, size: int) -> int:
    """The inverse of `cell_of`."""
    return (cell // STRIDE - 1) * size + cell % STRIDE - 1


def cells_of(size: int) -> NDArray[np.int64]:
    """The cells of all points of a size, in order."""
    return np.array([cell_of(point, size) for point in range(size * size)])


def load(position: GoPosition, dead: frozenset[int] = frozenset()) -> NDArray[np.uint32]:
    """The search board of a position, without the stones on ``dead`` points."""
    board = np.zeros(LENGTH, dtype=np.uint32)
    board[COLOR : COLOR + CELLS] = BORDER
    board[END] = (position.size + 1) * STRIDE
    for point, color in enumerate(position.stones):
        board[COLOR + cell_of(point, position.size)] = EMPTY if point in dead else color
    rebuild(board)
    if position.ko is not None:
        board[KO] = cell_of(position.ko, position.size)
    return board


def dice_of(seed: int) -> NDArray[np.uint64]:
    """The state of a random number generator for a seed."""
    # Nearby seeds are spread by the golden ratio; xorshift would never leave a state of 0.
    return np.array([(seed * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03) & (2**64 - 1) or 1], dtype=np.uint64)


@bare(_INT(DICE, _INT))
def roll(dice: Array, sides: Int) -> Int:
    """A random number below ``sides`` (xorshift64*)."""
    state: Word = dice[0]
    state ^= state >> _X1
    state ^= state << _X2
    state ^= state >> _X3
    dice[0] = state
    return np.int64((state * _ODD) >> _HIGH) * sides >> 31  # the upper 31 bits, scaled without a division


@bare(numba.void(BOARD, BOARD))
def copy(board: Array, other: Array) -> None:
    """Copy a board; cells outside its size stay as they are."""
    for at in range(_FIRST):
        board[at] = other[at]
    for part in range(_FIRST, LENGTH, CELLS):
        for at in range(part, part + np.int64(other[END]) + STRIDE):
            board[at] = other[at]


@bare(numba.void(BOARD, CELL))
def new_chain(board: Array, cell: Int) -> None:
    """Make a chain of the one stone on ``cell``."""
    board[HEAD + cell] = board[NEXT + cell] = cell
    board[STONES + cell] = 1
    pseudo, squares = 0, 0
    for step in _ADJACENT:
        at = cell + step
        if board[COLOR + at] == EMPTY:
            pseudo += 1 + (at << PSEUDO_BITS)
            squares += at * at
    board[PSEUDO_LIBERTIES + cell], board[SQUARES + cell] = pseudo, squares


@bare(numba.void(BOARD, CELL, CELL))
def join(board: Array, first: Int, second: Int) -> None:
    """Join the chains of two stones."""
    head, small = board[HEAD + first], board[HEAD + second]
    if head == small:
        return
    if board[STONES + head] < board[STONES + small]:  # as few stones as possible get a new head
        head, small = small, head
    board[STONES + head] += board[STONES + small]
    board[PSEUDO_LIBERTIES + head] += board[PSEUDO_LIBERTIES + small]
    board[SQUARES + head] += board[SQUARES + small]
    stone = small
    while True:
        board[HEAD + stone] = head
        stone = board[NEXT + stone]
        if stone == small:
            break
    # Exchanging one link of each makes one ring of two.
    board[NEXT + head], board[NEXT + small] = board[NEXT + small], board[NEXT + head]


@bare(numba.void(BOARD))
def rebuild(board: Array) -> None:
    """Compute everything from the colors."""
    board[COUNT] = 0
    for cell in range(STRIDE + 1, CELLS - STRIDE - 1):
        color = board[COLOR + cell]
        if color == BORDER:
            continue
        code = np.int64(0)
        for side in range(8):
            code |= np.int64(board[COLOR + cell + STEPS[side]]) << 2 * side
        board[CODE + cell] = code
        board[HEAD + cell] = board[NEXT + cell] = cell
        if color == EMPTY:
            board[EMPTIES + board[COUNT]] = cell
            board[PLACE + cell] = board[COUNT]
            board[COUNT] += 1
        else:
            new_chain(board, cell)
    for cell in range(STRIDE + 1, CELLS - STRIDE - 1):
        color = board[COLOR + cell]
        if color == BLACK or color == WHITE:
            for step in (1, STRIDE):  # right and down: every pair of neighbors once
                if board[COLOR + cell + step] == color:
                    join(board, cell, cell + step)


@bare(CELL(BOARD, CELL))
def atari(board: Array, head: Int) -> Int:
    """The only liberty of a chain in atari; `NOWHERE` if it has more."""
    pseudo = np.int64(board[PSEUDO_LIBERTIES + head])
    count, total = pseudo & _PSEUDO_MASK, pseudo >> PSEUDO_BITS
    # Σ1 · Σc² = (Σc)² exactly if all cells c are equal (Cauchy and Schwarz). A chain has a liberty.
    if count * board[SQUARES + head] == total * total:
        return total // count
    return NOWHERE


@bare(numba.boolean(BOARD, CELL, _INT))
def legal(board: Array, cell: Int, color: Int) -> bool:
    """Whether a stone may be placed on an empty cell, repetitions other than simple ko aside."""
    if cell == board[KO]:
        return False
    for step in _ADJACENT:
        near = board[COLOR + cell + step]
        if near == EMPTY:
            return True
        # An own chain must have another liberty; an enemy chain must have none, so that it is captured.
        if near != BORDER and (atari(board, board[HEAD + cell + step]) == NOWHERE) == (near == color):
            return True
    return False


@bare(CELL(BOARD, CELL, CELL))
def other_liberty(board: Array, head: Int, cell: Int) -> Int:
    """The liberties of a chain besides ``cell``: `NOWHERE` if none, the only one, or `MANY`."""
    pseudo = np.int64(board[PSEUDO_LIBERTIES + head])
    count, total, squares = pseudo & _PSEUDO_MASK, pseudo >> PSEUDO_BITS, np.int64(board[SQUARES + head])
    if count > _MAX_PSEUDO_OF_TWO:
        return MANY
    here = np.int64(cell)
    for step in _ADJACENT:  # ``cell`` was counted once for each stone of the chain beside it
        if board[HEAD + cell + step] == head and board[COLOR + cell + step] != EMPTY:
            count -= 1
            total -= here
            squares -= here * here
    if count == 0:
        return NOWHERE
    if count * squares == total * total:
        return total // count
    return MANY


@bare(CELL(BOARD, CELL, _INT))
def only_liberty_after(board: Array, cell: Int, color: Int) -> Int:
    """The only liberty of a stone placed on an empty cell, `NOWHERE` (suicide) or `MANY`.

    A stone that captures counts as having many.
    """
    only = np.int64(NOWHERE)
    for step in _ADJACENT:
        at = cell + step
        near = board[COLOR + at]
        if near == EMPTY:
            last = at
        elif near == BORDER:
            continue
        else:
            head = board[HEAD + at]
            if near != color:
                if atari(board, head) != NOWHERE:
                    return MANY
                continue
            last = np.int64(other_liberty(board, head, cell))
            if last == MANY:
                return MANY
        if last != NOWHERE and last != only:
            if only != NOWHERE:
                return MANY
            only = last
    return only


@bare(numba.boolean(BOARD, CELL, _INT))
def is_eye(board: Array, cell: Int, color: Int) -> bool:
    """Whether an empty cell is an eye of ``color`` that should not be filled."""
    return bool(TABLE[board[CODE + cell]] & (EYE << color))


@bare(_INT(BOARD, CELL, _INT))
def friends(board: Array, cell: Int, color: Int) -> Int:
    """How many adjacent cells hold a stone of ``color``."""
    number = 0
    for step in _ADJACENT:
        if board[COLOR + cell + step] == color:
            number += 1
    return number


@bare(CELL(BOARD, CELL, CELL))
def first_of(board: Array, cell: Int, head: Int) -> Int:
    """The first neighbor of ``cell`` that belongs to a chain."""
    for step in _ADJACENT:
        if board[HEAD + cell + step] == head and board[COLOR + cell + step] != EMPTY:
            return cell + step
    return NOWHERE


@bare(numba.boolean(BOARD, CELL, _INT, CELL))
def nakade(board: Array, cell: Int, color: Int, liberty: Int) -> bool:
    """Whether stones that a move on ``cell`` leaves in atari form a shape of only one eye when captured.

    True for up to three stones, and for shapes that one stone divides or that fold on themselves: by the most
    neighbors that a stone of the shape has within it, and the pairs of neighbors. Stones whose last liberty
    is their own eye do not fill another's.
    """
    size, degree, pairs = 1, 0, 0
    if friends(board, liberty, 3 - color) == 0:
        return False
    board[COLOR + cell] = color  # for `friends` only, until the shape is measured
    for step in _ADJACENT:
        head = board[HEAD + cell + step]
        # A chain that touches the cell twice is measured once.
        if board[COLOR + cell + step] == color and first_of(board, cell, head) == cell + step:
            size += board[STONES + head]
            if size > _LARGEST_NAKADE:
                break
            stone = head
            while True:
                within = friends(board, stone, color)
                degree, pairs = max(degree, within), pairs + within
                stone = board[NEXT + stone]
                if stone == head:
                    break
    within = friends(board, cell, color)
    degree, pairs = max(degree, within), (pairs + within) // 2
    board[COLOR + cell] = EMPTY
    if size <= 3:
        return True
    if size == 4:  # the pyramid, or the square
        return bool(degree == 3 or pairs == 4)
    if size == 5:  # the cross, or the bulky five
        return bool(degree == 4 or (degree == 3 and pairs == 5))
    return bool(size == 6 and degree == 4 and pairs == 6)  # the rabbity six


@bare(_INT(BOARD, CELL, _INT))
def move_quality(board: Array, cell: Int, color: Int) -> Int:
    """How sensible a stone on an empty cell is: 2 if it has liberties, 1 if it is a nakade.

    0 if it is illegal, fills an own eye, or is lost for nothing.
    """
    code = board[CODE + cell]
    near = NEAR[code & 255]
    if near & ROOM:
        return 0 if cell == board[KO] else 2
    if (near & (CLOSED << color) and TABLE[code] & (EYE << color)) or cell == board[KO]:
        return 0
    liberty = only_liberty_after(board, cell, color)
    if liberty == MANY:
        return 2
    return 1 if liberty != NOWHERE and nakade(board, cell, color, liberty) else 0


@bare(numba.void(BOARD, CELL, _INT))
def set_color(board: Array, cell: Int, color: Int) -> None:
    """Set the color of an empty cell, or clear that of a stone, and update the neighbors' codes."""
    difference = board[COLOR + cell] ^ color
    board[COLOR + cell] = color
    for side in range(8):
        board[CODE + cell + STEPS[side]] ^= difference << 2 * OPPOSITE[side]


@bare(numba.void(BOARD, CELL))
def remove_chain(board: Array, start: Int) -> None:
    """Remove the chain of a stone from the board."""
    enemy = 3 - board[COLOR + start]
    stone, pseudo_one, square = start, 1 + (np.int64(start) << PSEUDO_BITS), np.int64(start) * start
    while True:
        set_color(board, stone, EMPTY)
        board[EMPTIES + board[COUNT]], board[PLACE + stone] = stone, board[COUNT]
        board[COUNT] += 1
        board[CAPTURED] += 1
        for step in _ADJACENT:
            if board[COLOR + stone + step] == enemy:
                head = board[HEAD + stone + step]
                board[PSEUDO_LIBERTIES + head] += pseudo_one
                board[SQUARES + head] += square
        stone = board[NEXT + stone]
        pseudo_one, square = 1 + (np.int64(stone) << PSEUDO_BITS), np.int64(stone) * stone
        if stone == start:
            break


@bare(numba.void(BOARD, CELL, _INT))
def place(board: Array, cell: Int, color: Int) -> None:
    """Place a stone on a cell where it is legal, and remove what it captures."""
    # The last empty cell of the list fills the gap that this one leaves.
    last = np.uint32(board[COUNT] - 1)
    moved, hole = board[EMPTIES + last], board[PLACE + cell]
    pseudo_one, square = 1 + (np.int64(cell) << PSEUDO_BITS), np.int64(cell) * cell
    board[COUNT], board[EMPTIES + hole], board[PLACE + moved] = last, moved, hole
    set_color(board, cell, color)
    new_chain(board, cell)
    board[KO], board[CAPTURED] = NOWHERE, 0
    caught = False
    for step in _ADJACENT:
        near = board[COLOR + cell + step]
        if near == EMPTY or near == BORDER:
            continue
        head = board[HEAD + cell + step]
        board[PSEUDO_LIBERTIES + head] -= pseudo_one
        board[SQUARES + head] -= square
        if near == color:
            join(board, cell, cell + step)
        else:
            caught |= board[PSEUDO_LIBERTIES + head] == 0
    if not caught:
        return
    # Only now: a chain that touches the stone twice had to lose both pseudo-liberties first.
    for step in _ADJACENT:
        if (
            board[COLOR + cell + step] == 3 - color
            and board[PSEUDO_LIBERTIES + board[HEAD + cell + step]] == 0
        ):
            remove_chain(board, cell + step)
    head = board[HEAD + cell]
    # A ko: one stone captured by one stone, which could be captured back at once.
    if (
        board[CAPTURED] == 1
        and board[STONES + head] == 1
        and board[PSEUDO_LIBERTIES + head] & _PSEUDO_MASK == 1
    ):
        board[KO] = board[PSEUDO_LIBERTIES + head] >> PSEUDO_BITS
