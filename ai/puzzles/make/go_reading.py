"""Matches and captures of Go by kernels: quick sources of what may be a puzzle on a large board.

`play_match` plays both sides by the learned chances of moves alone, without a search. `scan` lists the chains
that exactly one move near them captures. It tries fewer moves than the proof and reads a limited number of
positions, so that what it lists can be wrong; `ai.puzzles.proof.go_capture` decides.
"""

from __future__ import annotations

import numpy as np

from ai.go.board import (
    BOARD,
    CELL,
    CELLS,
    COLOR,
    COUNT,
    DICE,
    EMPTIES,
    END,
    HEAD,
    KO,
    NEXT,
    NOWHERE,
    STONES,
    atari,
    copy,
    is_eye,
    legal,
    place,
    roll,
)
from ai.go.move_features import TEAM, WEIGHTS, features_of
from ai.go.node_features import HINTS, fill_hints
from ai.go.patterns import BLACK, EMPTY, STEPS, STRIDE
from ai.go.tactics import LADDERS, two_liberties
from ai.kernels import Array, Int, bare, numba

ESCAPED = 4
"""The liberties with which a chain has escaped."""
QUIET = 2
"""The most moves of the attacker that are no atari."""
PLIES = 78
"""The most plies that are read."""
WIDTH = 48
"""The most moves that are tried in a position."""
BUDGET = 20_000
"""Positions that are read about one chain."""
MIN_STONES = 2
"""The stones of the smallest chain that `scan` reads about."""
LISTED = 16
"""The most chains that `scan` lists."""

LISTS = numba.uint32[:, ::1]
"""The moves that are tried, a row for each ply; the last row counts the positions that were read."""
_INT = numba.int64
_CAPTURES = numba.int64[:, ::1]
_WORDS = numba.int64[::1]
_ADJACENT = STEPS[:4]
_NEAR = (*_ADJACENT, *STEPS[4:], -2 * STRIDE, -2, 2, 2 * STRIDE)
"""From a cell to those at most two steps away."""
_REACH = 4
"""Rows and columns around a chain's head in which a change makes `scan` read about it again."""
_SCALE = 1 << 20
"""What a chance is rolled in."""


@bare(_INT(BOARD, CELL, BOARD))
def list_liberties(board: Array, head: Int, cells: Array) -> Int:
    """List a chain's liberties, at most `ESCAPED` of them; how many they are."""
    number, stone = 0, head
    while True:
        for step in _ADJACENT:
            cell = np.uint32(stone + step)
            if board[COLOR + cell] != EMPTY:
                continue
            known = False
            for at in range(number):
                known = known or cells[at] == cell
            if not known:
                cells[number] = cell
                number += 1
                if number == ESCAPED:
                    return number
        stone = board[NEXT + stone]
        if stone == head:
            return number


@bare(_INT(BOARD, BOARD, _INT, _INT))
def add_cell(board: Array, cells: Array, number: Int, cell: Int) -> Int:
    """Add an empty cell to a list, once; how many are on it."""
    # A board's rows beyond its size may hold anything.
    if cell <= STRIDE or cell >= board[END] or number >= WIDTH or board[COLOR + cell] != EMPTY:
        return number
    for at in range(number):
        if cells[at] == cell:
            return number
    cells[number] = cell
    return number + 1


@bare(_INT(BOARD, CELL, BOARD, _INT))
def list_near(board: Array, head: Int, cells: Array, number: Int) -> Int:
    """Add what is near a chain's listed liberties, and the liberties of weak chains beside it."""
    liberties = number
    for at in range(liberties):
        for step in _NEAR:
            number = add_cell(board, cells, number, np.int64(cells[at]) + step)
    enemy, stone = 3 - np.int64(board[COLOR + head]), head
    while True:
        for step in _ADJACENT:
            beside = np.uint32(stone + step)
            if board[COLOR + beside] == enemy:
                first, second = two_liberties(board, board[HEAD + beside])
                if first > 1:  # neither nowhere nor many
                    number = add_cell(board, cells, number, np.int64(first))
                    if second != NOWHERE:
                        number = add_cell(board, cells, number, np.int64(second))
        stone = board[NEXT + stone]
        if stone == head:
            return number


@bare(_INT(BOARD, CELL, BOARD, _INT))
def list_captures(board: Array, head: Int, cells: Array, number: Int) -> Int:
    """Add the moves that capture a chain in atari beside a chain."""
    enemy, stone = 3 - np.int64(board[COLOR + head]), head
    while True:
        for step in _ADJACENT:
            beside = np.uint32(stone + step)
            if board[COLOR + beside] == enemy:
                cell = atari(board, board[HEAD + beside])
                if cell != NOWHERE:
                    number = add_cell(board, cells, number, np.int64(cell))
        stone = board[NEXT + stone]
        if stone == head:
            return number


@bare(_INT(LADDERS, LISTS, _INT, CELL, CELL, _INT))
def play(boards: Array, lists: Array, ply: Int, stone: Int, cell: Int, quiet: Int) -> Int:
    """Play a move on ``boards[ply]``, of the attacker on even plies; how many quiet moves are left.

    Less than 0 if it is not legal, or if the chain of the stone escapes at once.
    """
    board, color = boards[ply], np.int64(boards[ply, COLOR + stone])
    mover = color if ply % 2 else 3 - color
    if not legal(board, cell, mover):
        return -1
    copy(boards[ply + 1], board)
    place(boards[ply + 1], cell, mover)
    if mover == color:
        return quiet
    left = list_liberties(boards[ply + 1], boards[ply + 1, HEAD + stone], lists[ply + 1])
    return -1 if left >= ESCAPED else quiet - 1 if left > 1 else quiet


@bare(numba.boolean(LADDERS, LISTS, _INT, CELL, _INT))
def is_captured(boards: Array, lists: Array, ply: Int, stone: Int, quiet: Int) -> bool:
    """Whether the chain of a stone is captured on ``boards[ply]``; the attacker moves on even plies.

    At most ``quiet`` more of the attacker's moves are no atari. False as soon as the positions are too many.
    """
    board, cells, attacks = boards[ply], lists[ply], ply % 2 == 0
    head = board[HEAD + stone]
    number = list_liberties(board, head, cells)
    lists[PLIES + 1, 0] += 1
    if number >= ESCAPED or ply >= PLIES or lists[PLIES + 1, 0] > BUDGET:
        return False
    if number == 1:
        if attacks:
            return bool(cells[0] != board[KO])
        number = list_captures(board, head, cells, number)
    elif attacks and quiet == 0:
        number = 2 if number == 2 else 0
    else:
        if not attacks:  # a pass
            copy(boards[ply + 1], board)
            boards[ply + 1, KO] = NOWHERE
            if not is_captured(boards, lists, ply + 1, stone, quiet):
                return False
        number = list_near(board, head, cells, number)
    for turn in range(number):
        still = play(boards, lists, ply, stone, cells[turn], quiet)
        # A move that works for its mover decides.
        if still >= 0 and is_captured(boards, lists, ply + 1, stone, still) == attacks:
            return bool(attacks)
    return bool(not attacks)


@bare(CELL(LADDERS, LISTS, CELL))
def only_capture(boards: Array, lists: Array, stone: Int) -> Int:
    """The only move near a chain that captures it, of the other side, on ``boards[0]``; else `NOWHERE`."""
    board, cells, only = boards[0], lists[0], np.uint32(NOWHERE)
    head = board[HEAD + stone]
    lists[PLIES + 1, 0] = 0
    number = list_near(board, head, cells, list_liberties(board, head, cells))
    for turn in range(number):
        still = play(boards, lists, 0, stone, cells[turn], QUIET)
        if still >= 0 and is_captured(boards, lists, 1, stone, still):
            if only != NOWHERE:
                return NOWHERE
            only = cells[turn]
    return only if lists[PLIES + 1, 0] <= BUDGET else np.uint32(NOWHERE)


@bare(_INT(BOARD, CELL))
def surroundings(board: Array, cell: Int) -> Int:
    """A number that changes with the stones near a cell."""
    total = np.int64(17)
    for row in range(-_REACH, _REACH + 1):
        for column in range(-_REACH, _REACH + 1):
            at = np.int64(cell) + row * STRIDE + column
            if 0 < at < CELLS:
                total = total * 5 + np.int64(board[COLOR + at])
    return total


@bare(_INT(LADDERS, LISTS, _INT, _WORDS, _CAPTURES))
def scan(boards: Array, lists: Array, attacker: Int, known: Array, captures: Array) -> Int:
    """List the chains that exactly one move of a side captures on ``boards[0]``; how many they are.

    A row of ``captures`` is a stone of the chain and the move. ``known`` has the surroundings of the chains
    that were read about before, by their heads: those that have not changed are left out.
    """
    board, listed = boards[0], 0
    for at in range(STRIDE + 1, np.int64(board[END])):
        head = np.uint32(at)
        if board[COLOR + head] != 3 - attacker or board[HEAD + head] != head:
            continue
        liberties = list_liberties(board, head, lists[0])
        if board[STONES + head] < MIN_STONES or liberties < 2 or liberties >= ESCAPED:
            continue
        around = surroundings(board, head)
        if known[head] == around:
            continue
        known[head] = around
        move = only_capture(boards, lists, head)
        if move != NOWHERE and listed < LISTED:
            captures[listed, 0], captures[listed, 1] = head, move
            listed += 1
    return listed


@bare(_INT(BOARD, LADDERS, HINTS, TEAM, WEIGHTS, numba.float32[::1], DICE, _WORDS, _INT, numba.float64))
def play_match(
    board: Array,
    boards: Array,
    hints: Array,
    team: Array,
    weights: Array,
    chances: Array,
    dice: Array,
    moves: Array,
    size: Int,
    sureness: float,
) -> Int:
    """Play a match from ``board``, Black first, until ``moves`` is full; how many moves it has.

    A move is drawn by its learned chance to the power of ``sureness``. It ends early where none is left.
    """
    color, last, before = np.int64(BLACK), np.uint32(NOWHERE), np.uint32(NOWHERE)
    for ply in range(len(moves)):
        fill_hints(board, color, hints, boards)
        count, total = np.int64(board[COUNT]), 0.0
        for number in range(count):
            cell = board[EMPTIES + number]
            chances[number] = 0.0
            if legal(board, cell, color) and not is_eye(board, cell, color):
                features_of(board, cell, color, last, before, size, count, hints, 0.0, team)
                strength = 0.0
                for feature in team:
                    strength += weights[feature]
                chances[number] = np.exp(min(sureness * strength, 30.0))
                total += chances[number]
        if total <= 0.0:
            return ply
        left = total * roll(dice, _SCALE) / _SCALE
        chosen = np.uint32(NOWHERE)
        for number in range(count):
            if chances[number] > 0.0:
                chosen = board[EMPTIES + number]
                left -= chances[number]
                if left < 0.0:
                    break
        place(board, chosen, color)
        moves[ply] = chosen
        before, last, color = last, chosen, 3 - color
    return len(moves)
