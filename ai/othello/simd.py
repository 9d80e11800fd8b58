"""Four directions at once: LLVM vector code for the operations that every Othello node needs.

Start reading at `enclosing_squares`. A board is one 64-bit word a side, bit 0 = a1, bits run along rows. A
vector has four lanes of 64 bits, one for each line through a square: the row, the column and both diagonals.
``scalar.py`` has the same operations for processors whose vectors cannot shift lanes by different distances.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ai.kernels import cgutils, intrinsic, ir, types

_WORD = ir.IntType(64)
_LANES = ir.VectorType(_WORD, 4)
_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))  # rows and columns of a step along each line
STEPS = tuple(8 * rows + columns for rows, columns in _DIRECTIONS)
"""How far apart the squares of a line are, in bits."""
_ALL = (1 << 64) - 1
_INNER = 0x7E7E7E7E7E7E7E7E  # columns b to g: an enclosed run never touches the sides
RUN_MASKS = (_INNER, _ALL, _INNER, _INNER)
"""Where discs can be enclosed along each line."""


def _on_board(row: int, column: int) -> bool:
    return 0 <= row < 8 and 0 <= column < 8


def _ray(square: int, rows: int, columns: int) -> int:
    row, column, ray = square // 8, square % 8, 0
    while _on_board(row := row + rows, column := column + columns):
        ray |= 1 << row * 8 + column
    return ray


RAYS_UP = tuple(tuple(_ray(square, y, x) for y, x in _DIRECTIONS) for square in range(64))
"""The squares beyond each square along each line, toward higher bits."""
RAYS_DOWN = tuple(tuple(_ray(square, -y, -x) for y, x in _DIRECTIONS) for square in range(64))
"""The squares beyond each square along each line, toward lower bits."""


def _within(steps: int, sign: int) -> tuple[int, ...]:
    # For each line, the squares from which this many steps stay on the board.
    return tuple(
        sum(
            1 << square
            for square in range(64)
            if _on_board(square // 8 + sign * steps * rows, square % 8 + sign * steps * columns)
        )
        for rows, columns in _DIRECTIONS
    )


WITHIN = {(steps, sign): _within(steps, sign) for steps in (1, 2, 4) for sign in (1, -1)}
"""By steps and sign: for each line, the squares from which that many steps stay on the board."""


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
    enclosed = builder.and_(_splat(builder, arguments[1]), _lanes(RUN_MASKS))
    step, two_steps = _lanes(STEPS), _lanes(tuple(2 * shift for shift in STEPS))

    # Runs of the other side's discs that begin beside an own one, grown in parallel prefix (Kogge and Stone):
    # to two discs one by one, then by pairs of discs to four and to six, the longest that a line can enclose.
    def toward(shift: Callable[[Any, Any], Any]) -> Any:
        run = builder.and_(enclosed, shift(own, step))
        run = builder.or_(run, builder.and_(enclosed, shift(run, step)))
        pairs = builder.and_(enclosed, shift(enclosed, step))
        for _ in range(2):
            run = builder.or_(run, builder.and_(pairs, shift(run, two_steps)))
        return shift(run, step)

    return _any_lane(builder, builder.or_(toward(builder.shl), toward(builder.lshr)))


def _table(builder: Any, name: str, rows: tuple[tuple[int, ...], ...], square: Any) -> Any:
    kind = ir.ArrayType(_LANES, 64)
    value = ir.Constant(kind, [_lanes(row) for row in rows])
    known = builder.module.globals.get(name) or cgutils.global_constant(builder.module, name, value)
    known.align = 32
    return builder.load(builder.gep(known, [ir.IntType(32)(0), square], inbounds=True), align=32)


def _flips_code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    own, other = _splat(builder, arguments[0]), builder.not_(_splat(builder, arguments[1]))
    zeros, ones = _same(0), _same(1)

    # ``other`` is what ends a run: own discs and empty squares. The nearest on the ray outflanks if it is
    # own; the bits below it, as far as they are on the ray, are the run. Going down, those above it.
    up = _table(builder, "othello_rays_up", RAYS_UP, arguments[2])
    stops = builder.and_(up, other)
    nearest = builder.and_(stops, builder.sub(zeros, stops))
    outflank = builder.and_(nearest, own)
    is_outflanked = builder.icmp_unsigned("!=", outflank, zeros)
    flips_up = builder.and_(up, builder.select(is_outflanked, builder.sub(outflank, ones), zeros))

    down = _table(builder, "othello_rays_down", RAYS_DOWN, arguments[2])
    stops = builder.and_(down, other)
    # Setting the lowest bit keeps the count of leading zeros defined and below 64.
    leading = _call(builder, "llvm.ctlz.v4i64", _LANES, builder.or_(stops, ones), ir.IntType(1)(1))
    nearest = builder.and_(stops, builder.lshr(_same(1 << 63), leading))
    outflank = builder.and_(nearest, own)
    above = builder.sub(zeros, builder.add(outflank, outflank))  # 0 where nothing is flipped
    return _any_lane(builder, builder.or_(flips_up, builder.and_(down, above)))


def _not(values: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(_ALL ^ value for value in values)


def _full_lines(builder: Any, occupied: Any) -> Any:
    # For each line the squares whose whole line is occupied: from both ends, doubling the steps.
    def toward(shift: Callable[[Any, Any], Any], sign: int) -> Any:
        full = occupied
        for steps in (1, 2, 4):
            ahead = shift(full, _lanes(tuple(steps * step for step in STEPS)))
            full = builder.and_(full, builder.or_(ahead, _lanes(_not(WITHIN[steps, sign]))))
        return full

    return builder.and_(toward(builder.lshr, 1), toward(builder.shl, -1))


def _stable_code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    own, outside = arguments[0], arguments[2]
    occupied = builder.or_(arguments[1], outside)
    at_ends = builder.or_(_lanes(_not(WITHIN[1, 1])), _lanes(_not(WITHIN[1, -1])))
    held = builder.or_(_full_lines(builder, _splat(builder, occupied)), at_ends)
    step = _lanes(STEPS)

    # From the squares outside, add own discs whose four lines are all safe, until no more are added.
    start, loop, done = builder.block, builder.append_basic_block(), builder.append_basic_block()
    builder.branch(loop)
    builder.position_at_end(loop)
    known = builder.phi(_WORD)
    known.add_incoming(outside, start)
    lanes = _splat(builder, known)
    beside = builder.or_(builder.shl(lanes, step), builder.lshr(lanes, step))
    everywhere = _call(builder, "llvm.vector.reduce.and.v4i64", _WORD, builder.or_(held, beside))
    grown = builder.or_(known, builder.and_(own, everywhere))
    known.add_incoming(grown, loop)
    builder.cbranch(builder.icmp_unsigned("==", grown, known), done, loop)
    builder.position_at_end(done)
    return builder.and_(grown, own)


@intrinsic
def enclosing_squares(_typing: Any, own: Any, other: Any) -> Any:
    """Squares (uint64) from which ``own`` would enclose discs of ``other``; occupied ones are not removed."""
    return types.uint64(types.uint64, types.uint64), _moves_code


@intrinsic
def flips(_typing: Any, own: Any, other: Any, square: Any) -> Any:
    """Discs (uint64) of ``other`` that a disc of ``own`` on ``square`` (an index, int64) flips."""
    return types.uint64(types.uint64, types.uint64, types.int64), _flips_code


@intrinsic
def stable(_typing: Any, own: Any, occupied: Any, outside: Any) -> Any:
    """Discs of ``own`` (uint64) that can never be flipped; squares ``outside`` (uint64) do not exist.

    A disc is safe along a line if the line is full or ends at it, or if its neighbor along the line is
    stable. A disc that is safe along all four lines is stable: corners first, then the discs that depend on
    them.
    """
    return types.uint64(types.uint64, types.uint64, types.uint64), _stable_code
