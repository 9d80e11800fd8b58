"""Four directions at once: LLVM vector code for the two operations every Othello node needs.

Start reading at `raw_moves`. A board is one 64-bit word a side, bit 0 = a1, bits run along rows. A vector
has four lanes of 64 bits, one for each pair of opposite directions: along the row, the column and the
two diagonals. LLVM turns it into AVX2 or NEON, or into plain words where there are no vectors.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ai.kernels import cgutils, intrinsic, ir, types

_WORD = ir.IntType(64)
_LANES = ir.VectorType(_WORD, 4)
_STEPS = (1, 8, 9, 7)
_ALL = (1 << 64) - 1
_INNER = 0x7E7E7E7E7E7E7E7E  # columns b to g: a run that is enclosed never touches the sides
_RUN_MASKS = (_INNER, _ALL, _INNER, _INNER)


def _lanes(values: tuple[int, ...]) -> Any:
    return ir.Constant(_LANES, list(values))


def _same(value: int) -> Any:
    return _lanes((value,) * 4)


def _splat(builder: Any, word: Any) -> Any:
    undefined = ir.Constant(_LANES, ir.Undefined)
    first = builder.insert_element(undefined, word, ir.IntType(32)(0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), 4), [0, 0, 0, 0])
    return builder.shuffle_vector(first, undefined, zeros)


def _call(builder: Any, name: str, result: Any, *arguments: Any) -> Any:
    kind = ir.FunctionType(result, [argument.type for argument in arguments])
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), arguments)


def _any_lane(builder: Any, lanes: Any) -> Any:
    return _call(builder, "llvm.vector.reduce.or.v4i64", _WORD, lanes)


def _moves_code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    own = _splat(builder, arguments[0])
    enclosed = builder.and_(_splat(builder, arguments[1]), _lanes(_RUN_MASKS))
    step, two_steps = _lanes(_STEPS), _lanes(tuple(2 * step for step in _STEPS))

    def toward(shift: Callable[[Any, Any], Any]) -> Any:
        run = builder.and_(enclosed, shift(own, step))
        run = builder.or_(run, builder.and_(enclosed, shift(run, step)))
        pairs = builder.and_(enclosed, shift(enclosed, step))
        for _ in range(2):
            run = builder.or_(run, builder.and_(pairs, shift(run, two_steps)))
        return shift(run, step)

    return _any_lane(builder, builder.or_(toward(builder.shl), toward(builder.lshr)))


def _rays(sign: int) -> list[tuple[int, ...]]:
    table = []
    for square in range(64):
        lanes = []
        for rows, columns in ((0, 1), (1, 0), (1, 1), (1, -1)):
            row, column, ray = square // 8, square % 8, 0
            while 0 <= (row := row + sign * rows) < 8 and 0 <= (column := column + sign * columns) < 8:
                ray |= 1 << row * 8 + column
            lanes.append(ray)
        table.append(tuple(lanes))
    return table


def _table(builder: Any, name: str, rows: list[tuple[int, ...]], square: Any) -> Any:
    kind = ir.ArrayType(_LANES, 64)
    value = ir.Constant(kind, [_lanes(row) for row in rows])
    known = builder.module.globals.get(name) or cgutils.global_constant(builder.module, name, value)
    known.align = 32
    return builder.load(builder.gep(known, [ir.IntType(32)(0), square], inbounds=True), align=32)


def _flips_code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    own, other = _splat(builder, arguments[0]), builder.not_(_splat(builder, arguments[1]))
    zero, one = _same(0), _same(1)

    up = _table(builder, "othello_rays_up", _rays(1), arguments[2])
    stops = builder.and_(up, other)
    nearest = builder.and_(stops, builder.sub(zero, stops))
    outflank = builder.and_(nearest, own)
    found = builder.icmp_unsigned("!=", outflank, zero)
    flips_up = builder.and_(up, builder.select(found, builder.sub(outflank, one), zero))

    down = _table(builder, "othello_rays_down", _rays(-1), arguments[2])
    stops = builder.and_(down, other)
    # One is put in at the bottom so that the count of leading zeros is always defined and below 64.
    leading = _call(builder, "llvm.ctlz.v4i64", _LANES, builder.or_(stops, one), ir.IntType(1)(1))
    nearest = builder.and_(stops, builder.lshr(_same(1 << 63), leading))
    outflank = builder.and_(nearest, own)
    above = builder.sub(zero, builder.add(outflank, outflank))  # 0 where there is nothing to flip
    return _any_lane(builder, builder.or_(flips_up, builder.and_(down, above)))


@intrinsic
def raw_moves(_typing: Any, own: Any, other: Any) -> Any:
    """Squares (uint64) from which ``own`` would enclose discs of ``other``; occupied ones not removed."""
    return types.uint64(types.uint64, types.uint64), _moves_code


@intrinsic
def flips(_typing: Any, own: Any, other: Any, square: Any) -> Any:
    """Discs (uint64) of ``other`` that a disc of ``own`` on ``square`` (an index, int64) turns over."""
    return types.uint64(types.uint64, types.uint64, types.int64), _flips_code


@intrinsic
def count(_typing: Any, word: Any) -> Any:
    """How many bits of a uint64 are set (int64)."""
    return types.int64(types.uint64), lambda context, builder, signature, args: builder.ctpop(args[0])


@intrinsic
def lowest(_typing: Any, word: Any) -> Any:
    """The index of the lowest set bit of a uint64 that is not 0 (int64)."""
    return (
        types.int64(types.uint64),
        lambda context, builder, signature, args: builder.cttz(args[0], ir.IntType(1)(1)),
    )
