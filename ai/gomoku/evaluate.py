"""The evaluation of a position. Start reading at `evaluate`.

It is the sum of what both sides could make on every empty point, which the board keeps, a value for the
threats on the board, and the output of the network.
"""

from __future__ import annotations

import numpy as np

from ai.gomoku.board import BOARD, RULES
from ai.gomoku.network import network_output
from ai.gomoku.point_patterns import FIVES, FOUR_THREE, FOURS, OPEN_THREES, TWO_THREES, WINNING_FOUR
from ai.gomoku.table import DECIDED
from ai.kernels import Array, Int, bare, numba

_INT = numba.int64


@bare(_INT(BOARD, _INT))
def threat_mask(board: Array, side: Int) -> Int:
    """The shapes that the side to move could make and those that the other side could, as one number."""
    # Fives of the side to move are missing: they decide before any evaluation.
    #
    #   bit   10   9    8    7    6    5     4    3    2    1    0
    #         3    3+3  4    4+3  won  5     3    3+3  4    4+3  won
    #         the other side                 the side to move
    mine, theirs = board.counts[side], board.counts[3 - side]
    mask = (mine[WINNING_FOUR] > 0) | (mine[FOUR_THREE] > 0) << 1 | (mine[FOURS] > 0) << 2
    mask |= (mine[TWO_THREES] > 0) << 3 | (mine[OPEN_THREES] > 0) << 4
    mask |= (theirs[FIVES] > 0) << 5 | (theirs[WINNING_FOUR] > 0) << 6 | (theirs[FOUR_THREE] > 0) << 7
    mask |= (theirs[FOURS] > 0) << 8 | (theirs[TWO_THREES] > 0) << 9 | (theirs[OPEN_THREES] > 0) << 10
    return mask


@bare(_INT(BOARD, RULES, _INT))
def evaluate(board: Array, rules: Array, side: Int) -> Int:
    """The evaluation of a position with ``side`` to move."""
    # A total is two sums in one word: for the side to move in the upper half, for the other in the lower,
    # which is signed and borrows from the upper one where it is negative.
    mine, theirs = board.totals[side], board.totals[3 - side]
    to_move = (mine - ((mine << 32) >> 32)) >> 32
    value = to_move - ((theirs << 32) >> 32) + rules.threat[side, threat_mask(board, side)]
    value += np.int64(network_output(board.features, rules.inner[side], rules.bias[side], rules.outer[side]))
    return min(max(value, 1 - DECIDED), DECIDED - 1)
