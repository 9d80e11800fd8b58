"""The kernels' boards against the rules of `games/othello`, and against known counts."""

import os
import random
import subprocess
import sys

import numpy as np
import pytest

from ai.kernels import njit
from ai.othello import bits, cells, lanes, plain
from ai.othello.end import settled
from games.base import PASS, Side
from games.othello import OTHELLO, OthelloPosition

PERFT = (1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800)


def random_positions(variant: str, games: int, seed: int) -> list[OthelloPosition]:
    """Every position of random games, finished ones too."""
    dice = random.Random(seed)
    found = []
    for _ in range(games):
        position = OTHELLO.start(variant)
        while True:
            found.append(position)
            if position.outcome() is not None:
                break
            position = position.play(dice.choice(position.legal_moves()))
    return found


def words(position: OthelloPosition) -> tuple[np.uint64, np.uint64, np.uint64]:
    size = position.size
    own, other = (np.uint64(bits.embed(discs, size)) for discs in (position.own, position.other))
    return own, other, bits.BOARDS[bits.KINDS[size]]


@pytest.mark.parametrize("variant", ["8x8", "6x6"])
def test_bitboards_follow_the_rules(variant):
    for position in random_positions(variant, 30, seed=1):
        own, other, board = words(position)
        assert int(bits.moves(own, other, board)) == bits.embed(position.mobility, position.size)
        for move in position.legal_moves():
            if move == PASS:
                continue
            index = position.board.grid.index(move)
            square = bits.square_of(index, position.size)
            assert bits.index_of(square, position.size) == index
            turned = position.board.flips(position.own, position.other, 1 << index)
            assert int(bits.flips_of(own, other, square)) == bits.embed(turned, position.size)
        if position.outcome() is not None:
            difference = position.score(position.to_move) - position.score(position.to_move.other)
            assert settled(own, other, board & ~(own | other)) == difference


@pytest.mark.parametrize("variant", ["8x8", "6x6", "10x10"])
def test_cells_follow_the_rules(variant):
    for position in random_positions(variant, 12, seed=2):
        side, width = int(position.to_move), position.size + 2
        board = cells.cells_of(position)
        assert cells.discs(board, side) == position.count(position.to_move)
        for index, name in enumerate(position.board.names):
            cell = cells.cell_of(index, position.size)
            assert cells.index_of(cell, position.size) == index
            after = board.copy()
            turned = cells.turn(after, width, cell, side, True)
            if name not in position.legal_moves():
                assert turned == 0
                assert (after == board).all()
                continue
            assert turned == cells.turn(board, width, cell, side, False)
            assert (after == cells.cells_of(position.play(name))).all()
        assert cells.can_move(board, width, side) == bool(position.mobility)
        if position.outcome() is not None:
            difference = position.score(Side.FIRST) - position.score(Side.SECOND)
            assert cells.result(board, 1) == difference == -cells.result(board, 2)


@njit("uint64(uint64, uint64, int64)")
def vector_flips(own, other, square):
    return lanes.flips(own, other, square)


@njit("uint64(uint64, uint64)")
def vector_moves(own, other):
    return lanes.raw_moves(own, other)


@njit("uint64(uint64, uint64, uint64)")
def vector_stable(own, occupied, outside):
    return lanes.stable(own, occupied, outside)


def test_vectors_and_plain_words_say_the_same():
    dice = random.Random(3)
    for _ in range(2000):
        density = dice.random()
        discs = [dice.choice("XO") if dice.random() < density else "." for _ in range(64)]
        own, other = (np.uint64(sum(1 << i for i, disc in enumerate(discs) if disc == c)) for c in "XO")
        free = ~int(own | other)
        assert int(vector_moves(own, other)) & free == int(plain.raw_moves(own, other)) & free
        for outside in (np.uint64(0), bits.BOARDS[0] & ~bits.BOARDS[1] & ~(own | other)):
            assert vector_stable(own, own | other, outside) == plain.stable(own, own | other, outside)
        for square in range(64):
            if discs[square] == ".":
                assert vector_flips(own, other, square) == plain.flips(own, other, square)


@pytest.mark.parametrize("variant", ["8x8", "6x6"])
def test_stable_discs_are_never_turned(variant):
    for game in range(20):
        position, dice, held = OTHELLO.start(variant), random.Random(game), {Side.FIRST: 0, Side.SECOND: 0}
        while position.outcome() is None:
            position = position.play(dice.choice(position.legal_moves()))
            own, other, board = words(position)
            held[position.to_move] |= int(plain.stable(own, own | other, ~board))
            held[position.to_move.other] |= int(plain.stable(other, own | other, ~board))
            assert held[position.to_move] & ~int(own) == 0
            assert held[position.to_move.other] & ~int(other) == 0
        assert any(held.values())


def test_kernels_without_wide_vectors():
    code = (
        "from ai.kernels import WIDE_VECTORS; from ai.othello import bits; import numpy as np;"
        "from games.othello import OTHELLO; start = OTHELLO.start('8x8');"
        "print(WIDE_VECTORS, bits.perft(np.uint64(start.own), np.uint64(start.other), bits.BOARDS[0], 8))"
    )
    plainly = os.environ | {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}
    told = subprocess.run(
        [sys.executable, "-c", code], env=plainly, capture_output=True, text=True, check=True
    )
    assert told.stdout.split() == ["False", str(PERFT[8])]


def test_perft_of_bitboards():
    own, other, board = words(OTHELLO.start("8x8"))
    assert tuple(bits.perft(own, other, board, depth) for depth in range(12)) == PERFT


def cells_perft(board, width, side, depth):
    if depth == 0:
        return 1
    total = 0
    for cell in range(width + 1, len(board) - width - 1):
        if board[cell] == cells.EMPTY and cells.turn(board, width, cell, side, False):
            child = board.copy()
            cells.turn(child, width, cell, side, True)
            total += cells_perft(child, width, 3 - side, depth - 1)
    if total or not cells.can_move(board, width, 3 - side):
        return total or 1
    return cells_perft(board, width, 3 - side, depth - 1)


def test_perft_of_cells():
    board = cells.cells_of(OTHELLO.start("8x8"))
    assert tuple(cells_perft(board, 10, 1, depth) for depth in range(7)) == PERFT[:7]


def test_perft_of_small_and_large_boards_agree_with_the_rules():
    def count(position, depth):
        if depth == 0 or position.outcome() is not None:
            return 1
        return sum(count(position.play(move), depth - 1) for move in position.legal_moves())

    small, large = OTHELLO.start("6x6"), OTHELLO.start("10x10")
    assert bits.perft(*words(small), 5) == count(small, 5)
    assert cells_perft(cells.cells_of(large), 12, 1, 5) == count(large, 5)
