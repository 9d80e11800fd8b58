"""The evaluation of unfinished positions, in centidiscs for the side to move. Start reading at `evaluate`.

It is the sum of one weight for each place of a pattern (`ai/othello/patterns.py`) and for each mobility count
(``mobility.py``), by the stage of the game. The pattern indices live in the search state, ply by ply, and are
updated incrementally by what a move's discs change.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ai.bitops import count, lowest
from ai.kernels import Int, Word, intrinsic, ir, njit, types
from ai.othello.mobility import COUNT_VALUES, COUNTS, count_at, mobility_counts
from ai.othello.patterns import COUNTS_AT, GEOMETRIES, SLOTS, WEIGHTS_PER_STAGE
from ai.othello.pointers import load_int, load_int16, pointer_to
from ai.othello.search_state import BOARD_KIND, FEATURES, FEATURES_AT, INDEX_ROWS, WEIGHTS

STAGES = 15
STAGE_EMPTIES = 4
"""A stage spans this many numbers of empty squares: the first has 0 to 3 of them."""
LARGEST = 6_300
"""No evaluation is beyond plus or minus this."""

_MIDDLES = np.stack([geometry.middles for geometry in GEOMETRIES.values()])
_LANES = 16
_SHORTS = ir.VectorType(ir.IntType(16), _LANES)
_WORD = ir.IntType(64)


def _vectors(builder: Any, address: Any) -> list[Any]:
    start = pointer_to(builder, address, _SHORTS)
    return [builder.gep(start, [ir.IntType(32)(part)]) for part in range(SLOTS // _LANES)]


def _load(builder: Any, address: Any) -> list[Any]:
    return [builder.load(pointer, align=2) for pointer in _vectors(builder, address)]


def _row(builder: Any, rows: Any, square: Any) -> list[Any]:
    return _load(builder, builder.add(rows, builder.mul(square, _WORD(2 * SLOTS))))


def _update_code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    # A placed disc adds its row: its digit goes from 0 to 1. A turned one adds its row twice: from -1 to 1.
    # The sums are negated, because the other side moves next and every digit changes its sign.
    before, after, rows, square, turned = arguments
    sums = [
        builder.add(old, new)
        for old, new in zip(_load(builder, before), _row(builder, rows, square), strict=True)
    ]
    start, loop, body, done = builder.block, *(builder.append_basic_block() for _ in range(3))
    builder.branch(loop)
    builder.position_at_end(loop)
    left = builder.phi(_WORD)
    running = [builder.phi(_SHORTS) for _ in sums]
    for phi, value in zip([left, *running], [turned, *sums], strict=True):
        phi.add_incoming(value, start)
    builder.cbranch(builder.icmp_unsigned("==", left, _WORD(0)), done, body)
    builder.position_at_end(body)
    gained = _row(builder, rows, builder.cttz(left, ir.IntType(1)(1)))
    twice = [builder.shl(row, ir.Constant(_SHORTS, [1] * _LANES)) for row in gained]
    rest = builder.and_(left, builder.sub(left, _WORD(1)))
    for phi, value in zip([left, *running], [rest, *map(builder.add, running, twice)], strict=True):
        phi.add_incoming(value, body)
    builder.branch(loop)
    builder.position_at_end(done)
    for pointer, value in zip(_vectors(builder, after), running, strict=True):
        builder.store(builder.neg(value), pointer, align=2)
    return context.get_dummy_value()


def _swap_code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    before, after = arguments
    for pointer, value in zip(_vectors(builder, after), _load(builder, before), strict=True):
        builder.store(builder.neg(value), pointer, align=2)
    return context.get_dummy_value()


def _clear_code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    for pointer in _vectors(builder, arguments[0]):
        builder.store(ir.Constant(_SHORTS, [0] * _LANES), pointer, align=2)
    return context.get_dummy_value()


@intrinsic
def _clear(_typing: Any, features: Any) -> Any:
    """Write the indices of an empty board."""
    return types.void(types.int64), _clear_code


@intrinsic
def _update(_typing: Any, before: Any, after: Any, rows: Any, square: Any, turned: Any) -> Any:
    """Write the indices after a move, from the other side's view, to the address ``after``."""
    return types.void(*[types.int64] * 4, types.uint64), _update_code


@intrinsic
def _swap(_typing: Any, before: Any, after: Any) -> Any:
    """Write the indices from the other side's view to the address ``after``."""
    return types.void(types.int64, types.int64), _swap_code


def _short(builder: Any, address: Any, index: Any) -> Any:
    pointer = pointer_to(builder, address, ir.IntType(16), index)
    return builder.sext(builder.load(pointer, align=2), _WORD)


def _sum_weights_code(kind: int) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        features, weights = arguments
        total = _short(builder, weights, _WORD(WEIGHTS_PER_STAGE - 1))
        for slot in range(SLOTS):
            middle = int(_MIDDLES[kind, slot])
            if middle != WEIGHTS_PER_STAGE - 1:
                index = builder.add(_short(builder, features, _WORD(slot)), _WORD(middle))
                total = builder.add(total, _short(builder, weights, index))
        return total

    return code


@intrinsic
def _sum_weights_8(_typing: Any, features: Any, weights: Any) -> Any:
    """The sum of the weights of 8x8's patterns, from the addresses of the indices and of a stage."""
    return types.int64(types.int64, types.int64), _sum_weights_code(0)


@intrinsic
def _sum_weights_6(_typing: Any, features: Any, weights: Any) -> Any:
    """The sum of the weights of 6x6's patterns, from the addresses of the indices and of a stage."""
    return types.int64(types.int64, types.int64), _sum_weights_code(1)


@njit("int64(int64, int64)")
def _features(state: Int, ply: Int) -> Int:
    return state + 8 * (FEATURES_AT + ply * FEATURES)


@njit("void(int64, int64, int64, uint64)")
def update_features(state: Int, ply: Int, square: Int, turned: Word) -> None:
    """Compute the indices of ply + 1 from those of ply and a move."""
    before = _features(state, ply)
    _update(before, before + 8 * FEATURES, load_int(state, INDEX_ROWS), square, turned)


@njit("void(int64, int64)")
def pass_features(state: Int, ply: Int) -> None:
    """Compute the indices of ply + 1 from those of ply after a pass."""
    before = _features(state, ply)
    _swap(before, before + 8 * FEATURES)


@njit("int64(uint64, uint64, uint64, int64, int64)")
def evaluate(own: Word, other: Word, empty: Word, ply: Int, state: Int) -> Int:
    """The evaluation of the position at a ply, from its board and indices."""
    stage = min(count(empty) // STAGE_EMPTIES, STAGES - 1)
    weights = load_int(state, WEIGHTS) + 2 * WEIGHTS_PER_STAGE * stage
    if load_int(state, BOARD_KIND) == 0:
        total = _sum_weights_8(_features(state, ply), weights)
    else:
        total = _sum_weights_6(_features(state, ply), weights)
    packed = mobility_counts(own, other, empty)
    for which in range(COUNTS):
        total += load_int16(weights, COUNTS_AT + COUNT_VALUES * which + count_at(packed, which))
    return min(max(total, -LARGEST), LARGEST)


@njit("void(uint64, uint64, int64, int64)")
def set_features(own: Word, other: Word, ply: Int, state: Int) -> None:
    """Compute the indices of a ply from the board, where a search begins."""
    # Each `_update` adds one disc and changes the view, `_swap` changes it back.
    features = _features(state, ply)
    _clear(features)
    rows = load_int(state, INDEX_ROWS)
    while other != 0:
        _update(features, features, rows, lowest(other), np.uint64(0))
        _swap(features, features)
        other &= other - np.uint64(1)
    _swap(features, features)
    while own != 0:
        _update(features, features, rows, lowest(own), np.uint64(0))
        _swap(features, features)
        own &= own - np.uint64(1)
