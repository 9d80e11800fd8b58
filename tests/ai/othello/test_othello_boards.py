"""The kernels' boards against the rules of `games/othello`, and against known counts."""

import random

import numpy as np
import pytest

from ai.othello import bits, cells
from games.base import PASS, Side
from games.othello import OTHELLO, OthelloPosition

PERFT = (1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284)


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
            assert bits.final_score(own, other, board) == difference


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


def test_perft_of_bitboards():
    own, other, board = words(OTHELLO.start("8x8"))
    assert tuple(bits.perft(own, other, board, depth) for depth in range(11)) == PERFT


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
