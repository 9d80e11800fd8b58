"""Tactical reading: liberties, ladders, and the vital points of eye spaces.

Start reading at `best_atari` and `defend_chain`, the two-liberty fights of playouts, and at
`caught_in_ladder`, the ladders that the tree reads. All are kernels on the board of `ai.go.board`.
"""

# ruff: noqa: PLR1714  (kernels: branches are cheaper than objects)
from __future__ import annotations

import numpy as np

from ai.go.board import (
    BOARD,
    CELL,
    COLOR,
    HEAD,
    KO,
    MANY,
    NEXT,
    NOWHERE,
    PSEUDO_BITS,
    PSEUDO_LIBERTIES,
    SCRATCH,
    atari,
    copy,
    legal,
    only_liberty_after,
    other_liberty,
    place,
)
from ai.go.patterns import BORDER, EMPTY, STEPS
from ai.kernels import Array, Int, bare, numba

_INT = numba.int64
_ADJACENT = STEPS[:4]
_PAIR = numba.types.UniTuple(CELL, 2)  # type: ignore[no-untyped-call]
_PSEUDO_MASK = (1 << PSEUDO_BITS) - 1
_MAX_PSEUDO_OF_TWO = 8
"""Two liberties are counted at most this often: each by its four neighbors."""

# -- liberties ----------------------------------------------------------------------------------------------


@bare(_PAIR(BOARD, CELL))
def two_liberties(board: Array, head: Int) -> tuple[Int, Int]:
    """A chain's two liberties; with one, the second is `NOWHERE`; with three or more, the first is `MANY`."""
    first, second = np.uint32(NOWHERE), np.uint32(NOWHERE)
    if board[PSEUDO_LIBERTIES + head] & _PSEUDO_MASK > _MAX_PSEUDO_OF_TWO:
        return np.uint32(MANY), second
    stone = head
    while True:
        for step in _ADJACENT:
            cell = np.uint32(stone + step)
            if board[COLOR + cell] == EMPTY and cell != first and cell != second:
                if first == NOWHERE:
                    first = cell
                elif second == NOWHERE:
                    second = cell
                else:
                    return np.uint32(MANY), second
        stone = board[NEXT + stone]
        if stone == head:
            return first, second


@bare(_INT(BOARD, CELL, _INT))
def liberties_after(board: Array, cell: Int, color: Int) -> Int:
    """How many liberties a stone on an empty cell would have, 3 for more; one that captures has 3."""
    seen, latest, earlier = 0, np.uint32(NOWHERE), np.uint32(NOWHERE)
    for step in _ADJACENT:
        at = np.uint32(cell + step)
        near = board[COLOR + at]
        if near == BORDER:
            continue
        head = board[HEAD + at]
        if near == EMPTY:
            if at != latest and at != earlier:
                seen += 1
                latest, earlier = at, latest
        elif near != color:
            if atari(board, head) != NOWHERE:
                return 3
        else:
            stone = head
            while seen < 3:
                for side in _ADJACENT:
                    free = np.uint32(stone + side)
                    if board[COLOR + free] == EMPTY and free != cell and free != latest and free != earlier:
                        seen += 1
                        latest, earlier = free, latest
                stone = board[NEXT + stone]
                if stone == head:
                    break
        if seen >= 3:
            return 3
    return seen


# -- two liberties ------------------------------------------------------------------------------------------


@bare(CELL(BOARD, CELL, CELL, _INT))
def tightest_atari(board: Array, first: Int, second: Int, color: Int) -> Int:
    """The one of a chain's two liberties whose loss leaves it the fewest; `NOWHERE` as in `best_atari`."""
    chosen, fewest = np.uint32(NOWHERE), 3
    for turn in range(2):
        cell, other = (second, first) if turn else (first, second)
        if cell == board[KO] or only_liberty_after(board, cell, color) != MANY:
            continue
        left = liberties_after(board, other, 3 - color)
        if left < fewest:
            chosen, fewest = cell, left
    return chosen


@bare(CELL(BOARD, CELL, _INT))
def best_atari(board: Array, head: Int, color: Int) -> Int:
    """The atari by ``color`` on a chain of two liberties that leaves it the fewest; `NOWHERE` if none.

    There is none on a chain that would run out of it to three liberties, or if the stone would be in atari
    itself.
    """
    first, second = two_liberties(board, head)
    if first == MANY or second == NOWHERE:
        return NOWHERE
    return tightest_atari(board, first, second, color)


@bare(CELL(BOARD, CELL, _INT))
def ladder_atari(board: Array, last: Int, color: Int) -> Int:
    """`best_atari` on the chain of a stone that has a liberty itself, found faster by `other_liberty`."""
    for step in _ADJACENT:
        first = np.uint32(last + step)
        if board[COLOR + first] == EMPTY:
            second = other_liberty(board, board[HEAD + last], first)
            if second != NOWHERE and second != MANY:
                return tightest_atari(board, first, second, color)
            return NOWHERE
    return NOWHERE


@bare(CELL(BOARD, CELL, _INT))
def defend_chain(board: Array, head: Int, color: Int) -> Int:
    """A move by ``color`` for its chain of two liberties that can be put in atari; `NOWHERE` if none.

    It captures or attacks an attacker, or leaves the chain three liberties.
    """
    first, second = two_liberties(board, head)
    if first == MANY or second == NOWHERE:
        return NOWHERE
    if best_atari(board, head, 3 - color) == NOWHERE:
        return NOWHERE
    stone = head
    while True:
        for step in _ADJACENT:
            if board[COLOR + stone + step] == 3 - color:
                prey = board[HEAD + stone + step]
                cell = atari(board, prey)
                if cell == NOWHERE:
                    cell = best_atari(board, prey, color)
                if cell != NOWHERE and cell != board[KO]:
                    return cell
        stone = board[NEXT + stone]
        if stone == head:
            break
    most_liberties, chosen = 2, np.uint32(NOWHERE)
    for turn in range(2):
        cell = second if turn else first
        gained = liberties_after(board, cell, color) if cell != board[KO] else 0
        if gained > most_liberties:
            chosen, most_liberties = cell, gained
    return chosen


# -- eye spaces ---------------------------------------------------------------------------------------------

_LARGEST_SPACE = 6
_INSIDE = SCRATCH + _LARGEST_SPACE
"""Where the neighbors within the space are counted, behind the list of its cells."""


@bare(CELL(BOARD, CELL, _INT))
def vital_point(board: Array, start: Int, color: Int) -> Int:
    """The one point that makes two eyes of an empty space, or prevents them; `NOWHERE` if there is none.

    The space is the empty region of the cell ``start``. It must be enclosed by stones of ``color`` and be
    one of the shapes of the proverb: three, a pyramid, a cross, a bulky five, a rabbity six.
    """
    board[SCRATCH], size, number, pairs, best = start, 1, 0, 0, 0
    while number < size:
        inside = 0
        for step in _ADJACENT:
            cell = np.uint32(board[SCRATCH + number] + step)
            near = board[COLOR + cell]
            if near == 3 - color:
                return NOWHERE
            if near != EMPTY:
                continue
            inside += 1
            known = False
            for other in range(size):
                known = known or board[SCRATCH + other] == cell
            if not known:
                if size == _LARGEST_SPACE:
                    return NOWHERE
                board[SCRATCH + size] = cell
                size += 1
        board[_INSIDE + number] = inside
        pairs += inside
        best = number if inside > board[_INSIDE + best] or number == 0 else best
        number += 1
    degree, pairs = board[_INSIDE + best], pairs // 2
    # Without a ring: three in a row, the pyramid, the cross. With one: the bulky five, the rabbity six.
    tree = (size == 3 and degree == 2) or (size == 4 and degree == 3) or (size == 5 and degree == 4)
    if tree or (size == 5 and degree == 3 and pairs == 5) or (size == 6 and degree == 4 and pairs == 6):
        return board[SCRATCH + best]
    return NOWHERE


# -- ladders ------------------------------------------------------------------------------------------------

LADDER = 80
"""The most plies of a ladder that are read: the length of one across the largest board and a few turns."""
LADDERS = numba.uint32[:, ::1]
"""Boards to read ladders on, one a ply."""
READ, _MAX_READ = SCRATCH - 1, 160
"""Where, on the first of them, the stones tried are counted; and how many a ladder may cost."""
_MAX_TRIED = 8


@bare(_INT(BOARD, CELL, _INT))
def list_escapes(board: Array, head: Int, liberty: Int) -> Int:
    """List the moves that may save a chain in atari, its liberty last; how many they are."""
    enemy, number, stone = 3 - np.int64(board[COLOR + head]), 0, head
    while True:
        for step in _ADJACENT:
            at = stone + step
            if board[COLOR + at] == enemy and number < _MAX_TRIED:
                cell = atari(board, board[HEAD + at])
                if cell != NOWHERE and cell != liberty:
                    board[SCRATCH + number] = cell
                    number += 1
        stone = board[NEXT + stone]
        if stone == head:
            break
    board[SCRATCH + number] = liberty
    return number + 1


@bare(numba.boolean(LADDERS, _INT, CELL))
def caught_in_ladder(boards: Array, ply: Int, stone: Int) -> bool:
    """Whether the chain of a stone is caught on ``boards[ply]``, where its side moves on even plies.

    Its side captures attackers in atari, or runs; the enemy gives atari on either liberty.
    """
    board = boards[ply]
    color, (first, second) = np.int64(board[COLOR + stone]), two_liberties(board, board[HEAD + stone])
    runs = ply % 2 == 0
    if first == MANY or (runs and second != NOWHERE) or ply + 1 >= LADDER:
        return False
    if not runs and second == NOWHERE:
        return bool(first != board[KO])
    board[SCRATCH], board[SCRATCH + 1] = first, second
    number = list_escapes(board, board[HEAD + stone], first) if runs else 2
    mover = color if runs else 3 - color
    for turn in range(number):
        cell = board[SCRATCH + turn]
        if not legal(board, cell, mover) or boards[0, READ] > _MAX_READ:
            continue
        copy(boards[ply + 1], board)
        place(boards[ply + 1], cell, mover)
        boards[0, READ] += 1
        # A move that works for its mover decides: the chain escapes if it runs, else it is caught.
        if caught_in_ladder(boards, ply + 1, stone) != runs:
            return not runs
    return bool(runs)
