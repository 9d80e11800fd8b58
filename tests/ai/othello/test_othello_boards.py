"""The kernels' boards against the rules of `games/othello`, and against known counts."""

import os
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from ai.kernels import Word, njit
from ai.othello import bitboard, mailbox, scalar, simd
from ai.othello.endgame import final_score
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
    own, other = (np.uint64(bitboard.embed(discs, size)) for discs in (position.own, position.other))
    return own, other, bitboard.BOARDS[bitboard.KINDS[size]]


@pytest.mark.parametrize("variant", ["8x8", "6x6"])
def test_bitboards_follow_the_rules(variant: str) -> None:
    for position in random_positions(variant, 30, seed=1):
        own, other, board = words(position)
        assert int(bitboard.moves(own, other, board)) == bitboard.embed(position.mobility, position.size)
        for move in position.legal_moves():
            if move == PASS:
                continue
            index = position.board.grid.index(move)
            square = bitboard.square_of(index, position.size)
            assert bitboard.index_of(square, position.size) == index
            turned = position.board.flips(position.own, position.other, 1 << index)
            assert int(scalar.flips(own, other, square)) == bitboard.embed(turned, position.size)
        if position.outcome() is not None:
            difference = position.score(position.to_move) - position.score(position.to_move.other)
            assert final_score(own, other, board & ~(own | other)) == difference


@pytest.mark.parametrize("variant", ["8x8", "6x6", "10x10"])
def test_the_mailbox_follows_the_rules(variant: str) -> None:
    for position in random_positions(variant, 12, seed=2):
        side, width = int(position.to_move), position.size + 2
        board = mailbox.cells_of(position)
        assert mailbox.discs(board, side) == position.count(position.to_move)
        for index, name in enumerate(position.board.names):
            cell = mailbox.cell_of(index, position.size)
            assert mailbox.index_of(cell, position.size) == index
            after = board.copy()
            turned = mailbox.flip_discs(after, width, cell, side, True)
            if name not in position.legal_moves():
                assert turned == 0
                assert (after == board).all()
                continue
            assert turned == mailbox.flip_discs(board, width, cell, side, False)
            assert (after == mailbox.cells_of(position.play(name))).all()
        assert mailbox.can_move(board, width, side) == bool(position.mobility)
        if position.outcome() is not None:
            difference = position.score(Side.FIRST) - position.score(Side.SECOND)
            assert mailbox.result(board, 1) == difference == -mailbox.result(board, 2)


@njit("uint64(uint64, uint64, int64)")
def vector_flips(own: Word, other: Word, square: int) -> Word:
    return simd.flips(own, other, square)


@njit("uint64(uint64, uint64)")
def vector_moves(own: Word, other: Word) -> Word:
    return simd.enclosing_squares(own, other)


@njit("uint64(uint64, uint64, uint64)")
def vector_stable(own: Word, occupied: Word, outside: Word) -> Word:
    return simd.stable(own, occupied, outside)


def test_simd_and_scalar_operations_agree() -> None:
    dice = random.Random(3)
    for _ in range(2000):
        density = dice.random()
        discs = [dice.choice("XO") if dice.random() < density else "." for _ in range(64)]
        own, other = (np.uint64(sum(1 << i for i, disc in enumerate(discs) if disc == c)) for c in "XO")
        free = ~int(own | other)
        assert int(vector_moves(own, other)) & free == int(scalar.enclosing_squares(own, other)) & free
        for outside in (np.uint64(0), bitboard.BOARDS[0] & ~bitboard.BOARDS[1] & ~(own | other)):
            assert vector_stable(own, own | other, outside) == scalar.stable(own, own | other, outside)
        for square in range(64):
            if discs[square] == ".":
                assert vector_flips(own, other, square) == scalar.flips(own, other, square)


@pytest.mark.parametrize("variant", ["8x8", "6x6"])
def test_stable_discs_are_never_turned(variant: str) -> None:
    for game in range(20):
        position, dice, held = OTHELLO.start(variant), random.Random(game), {Side.FIRST: 0, Side.SECOND: 0}
        while position.outcome() is None:
            position = position.play(dice.choice(position.legal_moves()))
            own, other, board = words(position)
            held[position.to_move] |= int(scalar.stable(own, own | other, ~board))
            held[position.to_move.other] |= int(scalar.stable(other, own | other, ~board))
            assert held[position.to_move] & ~int(own) == 0
            assert held[position.to_move.other] & ~int(other) == 0
        assert any(held.values())


def test_kernels_without_wide_vectors() -> None:
    code = (
        "from ai.kernels import WIDE_VECTORS; from ai.othello import bitboard; import numpy as np;"
        "from games.othello import OTHELLO; start = OTHELLO.start('8x8');"
        "own, other = np.uint64(start.own), np.uint64(start.other);"
        "print(WIDE_VECTORS, bitboard.perft(own, other, bitboard.BOARDS[0], 8))"
    )
    plainly = os.environ | {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}
    output = subprocess.run(
        [sys.executable, "-c", code], env=plainly, capture_output=True, text=True, check=True
    )
    assert output.stdout.split() == ["False", str(PERFT[8])]


def test_perft_of_bitboards() -> None:
    own, other, board = words(OTHELLO.start("8x8"))
    assert tuple(bitboard.perft(own, other, board, depth) for depth in range(12)) == PERFT


def mailbox_perft(board: np.ndarray[Any, Any], width: int, side: int, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for cell in range(width + 1, len(board) - width - 1):
        if board[cell] == mailbox.EMPTY and mailbox.flip_discs(board, width, cell, side, False):
            child = board.copy()
            mailbox.flip_discs(child, width, cell, side, True)
            total += mailbox_perft(child, width, 3 - side, depth - 1)
    if total or not mailbox.can_move(board, width, 3 - side):
        return total or 1
    return mailbox_perft(board, width, 3 - side, depth - 1)


def test_perft_of_the_mailbox() -> None:
    board = mailbox.cells_of(OTHELLO.start("8x8"))
    assert tuple(mailbox_perft(board, 10, 1, depth) for depth in range(7)) == PERFT[:7]


def test_perft_of_small_and_large_boards_agree_with_the_rules() -> None:
    def count(position: OthelloPosition, depth: int) -> int:
        if depth == 0 or position.outcome() is not None:
            return 1
        return sum(count(position.play(move), depth - 1) for move in position.legal_moves())

    small, large = OTHELLO.start("6x6"), OTHELLO.start("10x10")
    assert bitboard.perft(*words(small), 5) == count(small, 5)
    assert mailbox_perft(mailbox.cells_of(large), 12, 1, 5) == count(large, 5)
