"""Playouts: games played to their end by a fast policy, and who owns what then. Start reading at `playout`.

The policy is MoGo's: answer an atari, else play a local pattern beside the last stone, else anywhere; never
fill an eye, never lose stones for nothing. A playout ends when neither side has such a move, so that only
eyes and points of seki are left. The tree's playouts also continue ladders: without that, a chain that runs
in vain looks saved until the tree has grown to the ladder's end. With `FULL_READING` they also help own
chains of two liberties and play vital points of eyes: these judge a board best and take longest.
"""

from __future__ import annotations

import numpy as np

from ai.go.board import (
    BOARD,
    CELL,
    CODE,
    COLOR,
    COUNT,
    DICE,
    EMPTIES,
    END,
    HEAD,
    KO,
    MANY,
    NEXT,
    NOWHERE,
    atari,
    copy,
    move_quality,
    only_liberty_after,
    place,
    roll,
)
from ai.go.patterns import BLACK, BORDER, EMPTY, LOCALS, NEAR, ROOM, STEPS, STRIDE, WHITE
from ai.go.tactics import best_atari, defend_chain, ladder_atari, vital_point
from ai.kernels import Array, Int, bare, numba

CELL_LIST = numba.int32[::1]
"""One number a cell, or a list of cells."""
_INT = numba.int64
_ADJACENT = STEPS[:4]
_ATARI_IN_16, _FIGHT_IN_16, _SPOIL_IN_16, _LOCAL_IN_16 = 15, 14, 13, 15
"""How often, of 16 times, the policy considers ataris, two-liberty fights, eyes, and patterns."""
NO_READING, LADDERS_ONLY, FULL_READING = 0, 1, 2
"""How much tactics a playout reads."""
_MAX_TURNS = 3
"""A playout of more plies a cell than this is counted as it is."""


@bare(CELL(BOARD, CELL, DICE))
def rescue(board: Array, chain: Int, dice: Array) -> Int:
    """A move that saves a chain in atari: it captures an attacker or gains liberties; `NOWHERE` if none."""
    color = np.int64(board[COLOR + chain])
    chosen, seen = np.uint32(NOWHERE), 0
    liberty = atari(board, chain)
    if liberty != board[KO] and only_liberty_after(board, liberty, color) == MANY:
        chosen, seen = liberty, 1
    stone = chain
    while True:
        for step in _ADJACENT:
            if board[COLOR + stone + step] == 3 - color:
                prey = atari(board, board[HEAD + stone + step])
                if prey != NOWHERE and prey != board[KO] and prey != liberty:
                    seen += 1
                    if roll(dice, seen) == 0:  # reservoir sampling: each move seen is as likely
                        chosen = prey
        stone = board[NEXT + stone]
        if stone == chain:
            return chosen


@bare(CELL(BOARD, CELL, _INT, DICE))
def answer_atari(board: Array, last: Int, color: Int, dice: Array) -> Int:
    """Capture the stone on ``last`` if it is in atari, or save a chain that it put in atari."""
    chosen, seen = np.uint32(NOWHERE), 0
    prey = atari(board, board[HEAD + last])
    if prey != NOWHERE and prey != board[KO]:
        chosen, seen = prey, 1
    for step in _ADJACENT:
        if board[COLOR + last + step] != color:
            continue
        head = board[HEAD + last + step]
        if atari(board, head) != NOWHERE:
            move = rescue(board, head, dice)
            if move != NOWHERE:
                seen += 1
                if roll(dice, seen) == 0:
                    chosen = move
    return chosen


@bare(CELL(BOARD, CELL, _INT, DICE))
def fight_two_liberties(board: Array, last: Int, color: Int, dice: Array) -> Int:
    """Put the chain of ``last`` in atari, or protect a chain beside it from atari."""
    chosen, seen = best_atari(board, board[HEAD + last], color), 0
    if chosen != NOWHERE:
        seen = 1
    for step in _ADJACENT:
        if board[COLOR + last + step] == color:
            move = defend_chain(board, board[HEAD + last + step], color)
            if move != NOWHERE:
                seen += 1
                if roll(dice, seen) == 0:
                    chosen = move
    return chosen


@bare(CELL(BOARD, CELL, _INT))
def nakade_beside(board: Array, last: Int, color: Int) -> Int:
    """The vital point of a small eye space of the opponent beside ``last``; `NOWHERE` if there is none."""
    for step in _ADJACENT:
        cell = np.uint32(last + step)
        if board[COLOR + cell] == EMPTY:
            vital = vital_point(board, cell, 3 - color)
            return vital if vital != board[KO] else np.uint32(NOWHERE)
    return NOWHERE


@bare(CELL(BOARD, CELL, _INT, DICE))
def answer_beside(board: Array, center: Int, color: Int, dice: Array) -> Int:
    """A move by a pattern beside a stone; `NOWHERE` if there is none."""
    matches = np.int64(0)
    for side in range(8):
        cell = np.uint32(center + STEPS[side])
        code = np.int64(board[CODE + cell])
        empty = np.int64(board[COLOR + cell] == EMPTY)
        matches |= (np.int64(LOCALS[code >> 5]) >> (code & 31) & empty) << side  # one bit a code, 32 a word
    if matches == 0:
        return NOWHERE
    side = roll(dice, 8)
    for _ in range(8):  # around from a random side to the first that is no self-atari
        if matches >> side & 1:
            cell = np.uint32(center + STEPS[side])
            if cell != board[KO] and (
                NEAR[board[CODE + cell] & 255] & ROOM or only_liberty_after(board, cell, color) == MANY
            ):
                return cell
        side = side + 1 & 7
    return NOWHERE


@bare(CELL(BOARD, CELL, CELL, _INT, DICE))
def answer_locally(board: Array, last: Int, previous: Int, color: Int, dice: Array) -> Int:
    """A move by a pattern beside the last stone, or beside the one before; `NOWHERE` if there is none."""
    move = answer_beside(board, last, color, dice)
    if move == NOWHERE and previous != NOWHERE:
        move = answer_beside(board, previous, color, dice)
    return move


@bare(CELL(BOARD, _INT, DICE))
def any_sensible_move(board: Array, color: Int, dice: Array) -> Int:
    """A sensible move anywhere; `NOWHERE` (a pass) if there is none.

    Nakade stones are played only when nothing else is left: earlier they would be wasted.
    """
    count, kept = np.int64(board[COUNT]), np.uint32(NOWHERE)
    start = roll(dice, count) if count else 0
    for number in range(start, start + count):
        cell = board[EMPTIES + np.uint32(number if number < count else number - count)]
        good = move_quality(board, cell, color)
        if good == 2:
            return cell
        if good == 1:
            kept = cell
    return kept


@bare(CELL(BOARD, CELL, CELL, _INT, _INT, DICE))
def policy(board: Array, last: Int, previous: Int, color: Int, reading: Int, dice: Array) -> Int:
    """The policy's move after the last two moves, at a level of ``reading``; `NOWHERE` is a pass."""
    if last != NOWHERE:
        noise = roll(dice, 1 << 16)  # four bits for each of the choices below: one roll is cheaper than four
        if noise & 15 < _ATARI_IN_16:
            move = answer_atari(board, last, color, dice)
            if move != NOWHERE:
                return move
        if reading == LADDERS_ONLY and noise >> 4 & 15 < _FIGHT_IN_16:
            move = ladder_atari(board, last, color)
            if move != NOWHERE:
                return move
        if reading == FULL_READING and noise >> 4 & 15 < _FIGHT_IN_16:
            move = fight_two_liberties(board, last, color, dice)
            if move != NOWHERE:
                return move
        if reading == FULL_READING and noise >> 8 & 15 < _SPOIL_IN_16:
            move = nakade_beside(board, last, color)
            if move != NOWHERE:
                return move
        if noise >> 12 < _LOCAL_IN_16:
            move = answer_locally(board, last, previous, color, dice)
            if move != NOWHERE:
                return move
    return any_sensible_move(board, color, dice)


@bare(_INT(BOARD, CELL, _INT, _INT, CELL_LIST, DICE))
def playout(board: Array, last: Int, color: Int, reading: Int, first: Array, dice: Array) -> Int:
    """Play a board to its end, ``color`` to move; who made one more move before the first pass, or 0.

    ``first`` gets, on every cell where it is still 0, the color that plays there first.
    """
    max_plies, passes, extra, begins = _MAX_TURNS * np.int64(board[COUNT]), 0, 0, color
    previous = np.uint32(NOWHERE)
    for ply in range(max_plies):
        move = policy(board, last, previous, color, reading, dice)
        if move == NOWHERE:
            if passes == 0 and ply & 1:  # an odd number of moves before the first pass
                extra = begins
            passes += 1
            board[KO] = NOWHERE
            if last == NOWHERE and passes > 1:
                break
        else:
            place(board, move, color)
            if first[move] == 0:
                first[move] = color
        previous, last = last, move
        color = 3 - color
    return extra


@bare(_INT(BOARD, CELL))
def owner(board: Array, cell: Int) -> Int:
    """Who owns a cell after a playout: its stone's color, or the only color beside it; else 0."""
    color = np.int64(board[COLOR + cell])
    if color != EMPTY:
        return color
    beside = np.int64(0)
    for step in _ADJACENT:
        near = board[COLOR + cell + step]
        if near != BORDER:
            beside |= np.int64(near)
    return 0 if beside == BLACK | WHITE else beside


@bare(_INT(BOARD, CELL_LIST))
def count_area(board: Array, owned: Array) -> Int:
    """Black's area less White's after a playout; adds +1 or -1 to ``owned`` on every cell that is owned."""
    area = 0
    for cell in range(STRIDE + 1, np.int64(board[END])):
        if board[COLOR + cell] == BORDER:
            continue
        color = owner(board, cell)
        if color != 0:
            sign = 1 if color == BLACK else -1
            area += sign
            owned[cell] += sign
    return area


@bare(numba.void(BOARD, BOARD, _INT, _INT, _INT, CELL_LIST, CELL_LIST, DICE))
def run_playouts(
    board: Array,
    scratch: Array,
    color: Int,
    games: Int,
    reading: Int,
    owned: Array,
    first: Array,
    dice: Array,
) -> None:
    """Add up in ``owned`` the ends of ``games`` playouts; the sides move first in turns."""
    for game in range(games):
        copy(scratch, board)
        playout(scratch, NOWHERE, color if game & 1 else 3 - color, reading, first, dice)
        count_area(scratch, owned)
