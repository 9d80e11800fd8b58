"""The exact solver against published results and against plain minimax."""

import random

import numpy as np
import pytest

from ai.othello.bits import KINDS, embed
from ai.othello.solve import solve
from ai.othello.table import BUDGET, KIND, new_table, new_work
from games.othello import OTHELLO, OthelloPosition

# From the public FFO end-game test: number, board, side to move, its final disc difference.
FFO = [
    (1, "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--", "X", 18),
    (2, "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX-", "X", 10),
    (3, "----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX", "X", 2),
    (4, "-XXXXXX-X-XXXOO-XOXXXOOXXXOXOOOX-OXOOXXX--OOOXXX--OOXX----XOXXO-", "X", 0),
    (5, "-OOOOO----OXXO-XXXOXOXX-XXOXOXXOXXOOXOOOXXXXOO-OX-XOOO---XXXXX--", "X", 32),
    (6, "--OXXX--OOOXXX--OOOXOXO-OOXOOOX-OOXXXXXXXOOXXOX--OOOOX---XXXXXX-", "X", 14),
    (8, "---X-X--X-XXXX--XXXXOXXXXXXOOOOOXXOXXXO-XOXXXXO-XOOXXX--XOOXXO--", "O", 8),
    (10, "-XXXX-----OXXX--XOXOXOXXOXOXXOXXOXXOXOOOXXXOXOOX--OXXO---OOOOO--", "O", 10),
    (13, "--XXXXX--OOOXX---OOOXXXX-OXOXOXXOXXXOXXX--XOXOXX--OXOOO--OOOOO--", "X", 14),
    (16, "-XXXXXX-X-XXXOO-XOXXXOOXXOOXXXOX-OOOXXXX--OOXXXX---OOO----XOX-O-", "X", 24),
    (19, "--OXXO--XOXXXX--XOOOOXXXXOOOXXXXX-OOOXXX--OOOOXX--XXOOO----XXOO-", "X", 8),
]


def solved(position: OthelloPosition, low: int = -65, high: int = 65) -> int:
    work = new_work()
    work[BUDGET], work[KIND] = 10**9, KINDS[position.size]
    own, other = (np.uint64(embed(discs, position.size)) for discs in (position.own, position.other))
    return solve(own, other, low, high, 0, new_table(16), work)


@pytest.mark.parametrize(("number", "board", "side", "score"), FFO)
def test_published_end_games(number, board, side, score):
    position = read(board, side)
    assert solved(position) == score
    for low, high in ((score - 1, score), (score, score + 1), (-1, 1)):
        bound = solved(position, low, high)
        assert bound >= high if score >= high else bound <= low if score <= low else bound == score


def read(board: str, side: str) -> OthelloPosition:
    rows = [" ".join(board[start : start + 8].replace("-", ".")) for start in range(0, 64, 8)]
    return OTHELLO.position("\n".join(rows) + f"\nto move: {'first' if side == 'X' else 'second'}")


def minimax(position: OthelloPosition) -> int:
    if position.outcome() is not None:
        return position.score(position.to_move) - position.score(position.to_move.other)
    return max(-minimax(position.play(move)) for move in position.legal_moves())


@pytest.mark.parametrize(("variant", "empties"), [("8x8", 5), ("6x6", 5), ("6x6", 7), ("8x8", 1), ("8x8", 7)])
def test_ends_of_random_games(variant, empties):
    dice = random.Random(empties)
    for _ in range(15 if empties < 7 else 4):
        position = OTHELLO.start(variant)
        while position.outcome() is None and position.board.full.bit_count() - discs(position) > empties:
            position = position.play(dice.choice(position.legal_moves()))
        assert solved(position) == minimax(position)


def discs(position: OthelloPosition) -> int:
    return (position.black | position.white).bit_count()
