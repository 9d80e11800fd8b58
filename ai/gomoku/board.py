"""A Gomoku board for search: stones, and what each empty point would make. Start reading at `place`.

Points are numbered along rows of 25, with a wall between rows. Every line of the board is also one word, two
bits a point (0 empty, 1 Black, 2 White, 3 off the board), so that the eleven points around any point are one
shift away; the tables of `RULES` give both sides' line patterns there. A stone changes at most forty such
windows. The board keeps each point's pattern, its code and shape, and their counts, sums and sets up to date.
`take_back` undoes exactly these changes, so stones must be taken back in reverse order. Rapfi's board works
like this (github.com/dhbloo/rapfi).
"""

from __future__ import annotations

import zlib
from functools import lru_cache
from typing import Any

import numpy as np

from ai.gomoku import point_patterns
from ai.gomoku.line_patterns import (
    DOUBLE_FOUR,
    FIVE,
    FOUR,
    OPEN_FOUR,
    OPEN_THREE,
    OVERLINE,
    SPLIT_THREE,
    WINDOWS,
    ends,
    pairs,
)
from ai.gomoku.network import HIDDEN, LANES, copy_features, update_features
from ai.gomoku.point_patterns import (
    ASK_RENJU,
    CODE,
    CODES,
    FREE,
    LIVE,
    OMOK,
    REFUSED,
    RENJU_BLACK,
    RENJU_WHITE,
    SHAPE,
)
from ai.gomoku.values import Network, Values
from ai.kernels import Array, Int, Word, bare, intrinsic, numba
from games.base import Move, Side
from games.gomoku import VARIANTS, GomokuPosition

EMPTY, BLACK, WHITE, WALL = 0, 1, 2, 3
STRIDE = 25
MARGIN = 5
AREA = STRIDE * 30
WORDS = (AREA + 63) // 64
STEPS = np.array([1, STRIDE, STRIDE - 1, STRIDE + 1])

BOARD_FIELDS = np.dtype(
    [
        ("lines", "u8", (4, 40)),  # by direction and line: the points, from bit 10 on
        ("sets", "u8", (3, 8, WORDS)),  # by side and shape: the empty points, a bit each
        ("live", "u8", (3, WORDS)),  # by side: the empty points that LIVE says matter
        ("key", "u8"),  # Zobrist's hash of the stones
        ("salt", "u8"),  # the hash of the empty board, different in every variant
        ("totals", "i8", 3),  # by side: the sum of `Rules`' worth over its empty points
        ("changes", "u4", (AREA // 2 * 40, 2)),  # what `take_back` undoes: a point and both its forms
        ("marks", "i4", AREA // 2),  # how many changes there were before each stone
        (
            "patterns",
            "u2",
            (3, AREA),
        ),  # by side and empty point: the classes of its four lines, four bits each
        ("counts", "i4", (3, 8)),  # how many empty points have a shape
        ("stones", "i4"),  # how many were placed since the board was set up
        ("empties", "i4"),
        ("size", "i4"),
        ("exact", "i4", 3),  # by side: 1 if only exactly five win
        ("refuses", "i4", 3),  # by side: FREE, OMOK, RENJU or HUNTER
        ("codes", "u2", (3, AREA)),  # by side and empty point
        ("cells", "u1", AREA),  # EMPTY, BLACK, WHITE or WALL
        ("features", "u2", 2 * LANES),  # see `ai.gomoku.network`
        ("kept", "u2", (AREA // 2, 2 * LANES)),  # the features before each stone
    ],
    align=True,
)
RULES_FIELDS = np.dtype(
    [
        ("pairs", "u1", WINDOWS),  # see `ai.gomoku.line_patterns.pairs`
        ("ends", "u1", WINDOWS),  # see `ai.gomoku.line_patterns.ends`; in renju alone
        ("code", "u2", 1 << 16),  # a form's code
        ("worth", "i8", (3, CODES)),  # by side: for the side to move times 2**32, and for the other
        (
            "threat",
            "i2",
            (3, point_patterns.THREATS),
        ),  # by the side to move: see `ai.gomoku.evaluate.threat_mask`
        ("gain", "i2", (3, 2, CODES)),  # by mover, own point (0) or the other's: how good a move is
        ("shape", "u1", (3, CODES)),  # by side, with ASK and LIVE
        ("embed", "i2", (3, CODES, 2 * LANES)),  # by side that would play there: as Black, as White sees it
        ("inner", "f4", (3, 2 * LANES, HIDDEN)),  # by the side to move, as are these: see `ai.gomoku.network`
        ("bias", "f4", (3, HIDDEN)),
        ("outer", "f4", (3, HIDDEN)),
    ],
    align=True,
)
BOARD = numba.from_dtype(BOARD_FIELDS)
RULES = numba.from_dtype(RULES_FIELDS)
"""A variant's rules as tables."""
_INT = numba.int64
_WORD = numba.uint64
_ONE = np.uint64(1)
_ALL_WALL = np.uint64(0xFFFFFFFFFFFFFFFF)
_THREE = np.uint64(3)
_LEFT = np.uint64((1 << 10) - 1)
_RIGHT = np.uint64(((1 << 10) - 1) << 10)

_RNG = np.random.default_rng(15)
STONES = _RNG.integers(1 << 63, size=(3, AREA), dtype=np.uint64)
"""Zobrist numbers of a stone by side and point."""
TURN = np.uint64(0x9E3779B97F4A7C15)
"""The Zobrist number of White to move."""

ALLOWED, WINS, FORBIDDEN = 0, 1, 2
"""Renju's verdict on a move."""


@intrinsic
def lowest_bit(_typing: Any, word: Any) -> Any:
    """The index of the lowest bit of a uint64 that is not 0."""

    def emit(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return builder.cttz(values[0], numba.core.cgutils.true_bit)

    return numba.types.int64(word), emit


@bare(_INT(_WORD, _INT))
def window(line: Word, place_in_line: Int) -> Int:
    """The ten points around a point of a line, as a number below WINDOWS."""
    # The line shifted so that the point itself is in bits 10 and 11, between five points on either side:
    #
    #   bit 21       12 11 10 9         0        bit 19       10 9         0
    #       after       point    before     ->       after         before
    around = line >> np.uint64(2 * place_in_line)
    return np.int64((around & _LEFT) | ((around >> np.uint64(2)) & _RIGHT))


_PLACE = numba.types.UniTuple(_INT, 2)  # type: ignore[no-untyped-call]


@bare(_PLACE(_INT, _INT))
def line_through(point: Int, direction: Int) -> tuple[Int, Int]:
    """The number of the line through a point, and the point's place in it."""
    row, column = point // STRIDE - MARGIN, point % STRIDE - MARGIN
    if direction == 0:
        return row, column
    if direction == 1:
        return column, row
    return (row + column, row) if direction == 2 else (row - column + 19, row)  # at least 0 on 20x20


@bare(_INT(BOARD, _INT, _INT))
def window_at(board: Array, point: Int, direction: Int) -> Int:
    """The window of a point, read from the lines."""
    line, at = line_through(point, direction)
    return window(board.lines[direction, line], at)


@bare(numba.void(BOARD, _INT, _INT))
def _toggle_stone(board: Array, point: Int, side: Int) -> None:
    # Put a stone into the four lines, or remove it: an empty point is 00, so the same XOR does both.
    for direction in range(4):
        line, at = line_through(point, direction)
        board.lines[direction, line] ^= np.uint64(side) << np.uint64(2 * at + 10)


@bare(numba.void(BOARD, RULES, _INT, _INT, _INT))
def _set_pattern(board: Array, rules: Array, side: Int, point: Int, form: Int) -> None:
    # Give an empty point a new pattern for a side, and update what depends on it.
    old, new = np.int64(board.codes[side, point]), np.int64(rules.code[form])
    board.patterns[side, point] = form
    if old == new:
        return
    board.codes[side, point] = new
    board.totals[side] += rules.worth[side, new] - rules.worth[side, old]
    was, shape = np.int64(rules.shape[side, old]), np.int64(rules.shape[side, new])
    if was == shape:
        return
    bit = _ONE << np.uint64(point & 63)
    board.counts[side, was & SHAPE] -= 1
    board.counts[side, shape & SHAPE] += 1
    board.sets[side, was & SHAPE, point >> 6] ^= bit
    board.sets[side, shape & SHAPE, point >> 6] ^= bit
    if (was ^ shape) & LIVE:
        board.live[side, point >> 6] ^= bit


@bare(numba.void(BOARD, RULES, _INT, _INT))
def _toggle_empty(board: Array, rules: Array, point: Int, sign: Int) -> None:
    # Add an empty point to the sums and sets (sign 1), or remove it (-1).
    bit = _ONE << np.uint64(point & 63)
    for side in range(1, 3):
        code = np.int64(board.codes[side, point])
        shape = np.int64(rules.shape[side, code])
        board.counts[side, shape & SHAPE] += sign
        board.totals[side] += sign * rules.worth[side, code]
        board.sets[side, shape & SHAPE, point >> 6] ^= bit
        if shape & LIVE:
            board.live[side, point >> 6] ^= bit
    board.empties += sign


@bare(numba.void(BOARD, RULES, _INT, _INT))
def place(board: Array, rules: Array, point: Int, side: Int) -> None:
    """Put a stone on an empty point."""
    copy_features(board.kept[board.stones], board.features)
    black, white = rules.embed[1, board.codes[1, point]], rules.embed[2, board.codes[2, point]]
    update_features(board.features, rules.embed[0, 0], rules.embed[0, 0], black, white)
    _toggle_empty(board, rules, point, -1)
    board.cells[point] = side
    board.key ^= STONES[side, point]
    top = board.marks[board.stones]
    for direction in range(4):
        number, at = line_through(point, direction)
        line = board.lines[direction, number] ^ (np.uint64(side) << np.uint64(2 * at + 10))
        board.lines[direction, number] = line
        shift = 4 * direction
        for way in range(-1, 2, 2):
            passed: Int = 0
            for k in range(1, 6):
                cell = np.int64((line >> np.uint64(2 * (at + way * k) + 10)) & _THREE)
                passed |= cell
                if cell != EMPTY:
                    if passed == WALL:  # off the board, or behind stones of both sides: nothing changes there
                        break
                    continue
                neighbor = point + way * k * STEPS[direction]
                black, white = np.int64(board.patterns[1, neighbor]), np.int64(board.patterns[2, neighbor])
                new = np.int64(rules.pairs[window(line, at + way * k)])
                # Each pattern holds this line's class in four bits from `shift` on. Most stay as they were.
                if (black >> shift) & 15 | ((white >> shift) & 15) << 4 == new:
                    continue
                board.changes[top, 0] = neighbor
                board.changes[top, 1] = black | white << 16
                top += 1
                black_was, white_was = board.codes[1, neighbor], board.codes[2, neighbor]
                _set_pattern(board, rules, 1, neighbor, black & ~(15 << shift) | (new & 15) << shift)
                _set_pattern(board, rules, 2, neighbor, white & ~(15 << shift) | (new >> 4) << shift)
                update_features(
                    board.features,
                    rules.embed[1, board.codes[1, neighbor]],
                    rules.embed[2, board.codes[2, neighbor]],
                    rules.embed[1, black_was],
                    rules.embed[2, white_was],
                )
    board.stones += 1
    board.marks[board.stones] = top


@bare(numba.void(BOARD, RULES, _INT))
def take_back(board: Array, rules: Array, point: Int) -> None:
    """Take back the stone that was placed last."""
    # Each change is undone once, in any order: a stone changes a point's class along one line only.
    top = board.marks[board.stones]
    board.stones -= 1
    for change in range(board.marks[board.stones], top):
        neighbor, patterns = np.int64(board.changes[change, 0]), np.int64(board.changes[change, 1])
        _set_pattern(board, rules, 1, neighbor, patterns & 0xFFFF)
        _set_pattern(board, rules, 2, neighbor, patterns >> 16)
    copy_features(board.features, board.kept[board.stones])
    side = np.int64(board.cells[point])
    board.cells[point] = EMPTY
    board.key ^= STONES[side, point]
    _toggle_stone(board, point, side)
    _toggle_empty(board, rules, point, 1)


@bare(numba.void(BOARD))
def _clear(board: Array) -> None:
    # Reset everything but the stones.
    board.stones = 0
    board.empties = 0
    board.key = board.salt
    for lane in range(2 * LANES):
        board.features[lane] = 0
    for side in range(1, 3):
        board.totals[side] = 0
        for shape in range(8):
            board.counts[side, shape] = 0
            for word in range(WORDS):
                board.sets[side, shape, word] = 0
        for word in range(WORDS):
            board.live[side, word] = 0
    for direction in range(4):
        for line in range(40):
            board.lines[direction, line] = _ALL_WALL


@bare(numba.void(BOARD, RULES))
def scan(board: Array, rules: Array) -> None:
    """Recompute everything from the stones."""
    _clear(board)
    for point in range(AREA):
        cell = np.int64(board.cells[point])
        if cell != WALL:  # the lines are all wall so far (11), so this XOR leaves the cell
            _toggle_stone(board, point, WALL ^ cell)
        if cell in (BLACK, WHITE):
            board.key ^= STONES[cell, point]
    for point in range(AREA):
        if board.cells[point] != EMPTY:
            continue
        board.patterns[1, point] = board.patterns[2, point] = 0
        for direction in range(4):
            classes = np.int64(rules.pairs[window_at(board, point, direction)])
            board.patterns[1, point] |= (classes & 15) << 4 * direction
            board.patterns[2, point] |= (classes >> 4) << 4 * direction
        for side in range(1, 3):
            board.codes[side, point] = rules.code[board.patterns[side, point]]
        _toggle_empty(board, rules, point, 1)
        black, white = rules.embed[1, board.codes[1, point]], rules.embed[2, board.codes[2, point]]
        update_features(board.features, black, white, rules.embed[0, 0], rules.embed[0, 0])


@bare(_INT(BOARD, RULES, _INT))
def renju_verdict(board: Array, rules: Array, point: Int) -> Int:
    """ALLOWED, WINS or FORBIDDEN for Black on an empty point, as in `games.gomoku.forbidden`.

    It reads the lines alone, because the recursion places stones on the lines only.
    """
    fours, threes, overline = 0, 0, False
    for direction in range(4):
        kind = rules.pairs[window_at(board, point, direction)] & 15
        if kind == FIVE:
            return WINS
        overline |= kind == OVERLINE
        threes += kind in (OPEN_THREE, SPLIT_THREE)
        fours += 2 if kind == DOUBLE_FOUR else 1 if kind in (FOUR, OPEN_FOUR) else 0
    if overline or fours >= 2:
        return FORBIDDEN
    if threes < 2:
        return ALLOWED
    # Of two threes or more, only those count that Black may make an open four of: on a point that is not
    # forbidden itself, with this stone in place. ``left`` threes are not decided yet.
    _toggle_stone(board, point, BLACK)
    left, real = threes, 0
    for direction in range(4):
        made = np.int64(rules.ends[window_at(board, point, direction)])
        is_real = 0
        for place_of_end in range(7):
            end = point + (place_of_end - 3) * STEPS[direction]
            if (made >> place_of_end) & 1 and renju_verdict(board, rules, end) == ALLOWED:
                is_real = 1
                break
        real += is_real
        left -= made != 0
        if real >= 2 or real + left < 2:
            break
    _toggle_stone(board, point, BLACK)
    return FORBIDDEN if real >= 2 else ALLOWED


@bare(_INT(BOARD, RULES))
def verdicts(board: Array, rules: Array) -> Int:
    """Compute renju's verdict on every empty point, for benchmarks; how many there are."""
    empty_points, forbidden = 0, 0
    for point in range(AREA):
        if board.cells[point] == EMPTY:
            forbidden += renju_verdict(board, rules, point) == FORBIDDEN
            empty_points += 1
    return empty_points if forbidden >= 0 else 0  # always so; unused verdicts would be optimized away


@bare(_INT(BOARD, RULES, _INT, _INT))
def shape_of(board: Array, rules: Array, side: Int, point: Int) -> Int:
    """The shape that a side's stone would make on an empty point, without ASK_RENJU and LIVE."""
    return np.int64(rules.shape[side, board.codes[side, point]] & SHAPE)


@bare(numba.boolean(BOARD, RULES, _INT, _INT))
def may_play(board: Array, rules: Array, point: Int, side: Int) -> Any:
    """Whether the rules let a side play an empty point."""
    shape = rules.shape[side, board.codes[side, point]]
    if shape & ASK_RENJU:
        return renju_verdict(board, rules, point) != FORBIDDEN
    return shape & SHAPE != REFUSED


@bare(_INT(BOARD, RULES, _INT, _INT))
def find_shape(board: Array, rules: Array, side: Int, shape: Int) -> Int:
    """The first point of a shape that the side may play; 0 if there is none."""
    if board.counts[side, shape] == 0:
        return 0
    for word in range(WORDS):
        left = board.sets[side, shape, word]
        while left:
            point = 64 * word + lowest_bit(left)
            if may_play(board, rules, point, side):
                return point
            left &= left - _ONE
    return 0


def new_board(variant: str) -> np.void:
    """The empty board of a variant."""
    rules = VARIANTS[variant]
    exactly = Side.FIRST in rules.exactly_five, Side.SECOND in rules.exactly_five
    return empty_board(rules.size, exactly, refusals(variant))


def empty_board(size: int, exactly: tuple[bool, bool], refused: tuple[int, int]) -> np.void:
    """The empty board of a size up to 20, by whether each side needs exactly five and its restrictions."""
    board: np.void = np.zeros(1, dtype=BOARD_FIELDS)[0]
    cells = board["cells"].reshape(-1, STRIDE)
    cells[:] = WALL
    cells[MARGIN : MARGIN + size, MARGIN : MARGIN + size] = EMPTY
    board["size"], board["exact"][1:], board["refuses"][1:] = size, exactly, refused
    board["salt"] = zlib.crc32(bytes([size, *exactly, *refused])) << 30
    scan(board, tables(exactly, refused))
    return board


def refusals(variant: str) -> tuple[int, int]:
    """What each side is refused, see `ai.gomoku.point_patterns.FREE`."""
    rules = VARIANTS[variant]
    if rules.renju:
        return RENJU_BLACK, RENJU_WHITE
    black, white = (OMOK if side in rules.no_three_three else FREE for side in Side)
    return black, white


def rules_of(variant: str) -> np.void:
    """A variant's rules as tables. Variants that differ only in board size share them."""
    exactly = VARIANTS[variant].exactly_five
    return tables((Side.FIRST in exactly, Side.SECOND in exactly), refusals(variant))


@lru_cache(maxsize=8)
def tables(exactly: tuple[bool, bool], refused: tuple[int, int], values: Values | None = None) -> np.void:
    """The tables for the winning rule and the restrictions, by side, with learned values."""
    values = values or Values.trained()
    rules: np.void = np.zeros(1, dtype=RULES_FIELDS)[0]
    rules["pairs"], rules["code"] = pairs(*exactly), CODE
    if RENJU_BLACK in refused:
        rules["ends"] = ends()
    for side, refusal in enumerate(refused, start=1):
        worth = values.worth[refusal].astype(np.int64)
        rules["worth"][side] = (worth[0] << 32) + worth[1]
        rules["shape"][side], rules["threat"][side] = point_patterns.shapes(refusal), values.threat[refusal]
        rules["gain"][side] = values.gain[refusal][0], values.gain[refused[2 - side]][1]
        _network_tables(rules, side, values.network, refusal, refused[2 - side])
    return rules


def _network_tables(rules: np.void, side: int, network: Network, mine: int, theirs: int) -> None:
    """Write the network's weights for a side that is refused ``mine``; Black's lanes come first."""
    turn = 0 if side == BLACK else LANES
    rules["embed"][side] = np.roll(
        np.hstack([network.embed[mine, 0], network.embed[theirs, 1]]), turn, axis=1
    )
    rules["inner"][side] = np.roll(network.inner[mine], turn, axis=0)
    rules["bias"][side], rules["outer"][side] = network.bias[mine], network.outer[mine]


def board_of(position: GomokuPosition) -> np.void:
    """A position's board."""
    board, size = new_board(position.variant), position.size
    inside = slice(MARGIN, MARGIN + size)
    stones = np.frombuffer(position.cells, dtype=np.uint8).reshape(size, size)
    board["cells"].reshape(-1, STRIDE)[inside, inside] = stones
    scan(board, rules_of(position.variant))
    return board


def point_of(position: GomokuPosition, move: Move) -> int:
    """The number of a point here, from its name."""
    row, column = divmod(position.board.grid.index(move), position.size)
    return (row + MARGIN) * STRIDE + column + MARGIN


def move_of(position: GomokuPosition, point: int) -> Move:
    """The inverse of `point_of`."""
    row, column = point // STRIDE - MARGIN, point % STRIDE - MARGIN
    return position.board.grid.name(row * position.size + column)
