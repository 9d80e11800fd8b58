"""The small neural network of the evaluation, updated incrementally (NNUE).

Start reading at `update_features`. Every empty point has rows of numbers for what Black and what White would
make there; they are added and clipped to 0 … ONE. Their sums over the board are the features: LANES from
Black's view, LANES from White's. A stone changes the rows of a few points; taking it back restores a copy.
`network_output` computes one number from the features when a position is evaluated. Incrementally updated
networks are Yu Nasu's (2018); clipped sums of what both sides make at a point are Rapfi's
(github.com/dhbloo/rapfi).

numba would check before every loop whether its arrays overlap, so these loops are LLVM vector code.
"""

from __future__ import annotations

from typing import Any

from ai.kernels import intrinsic, ir, numba

LANES = 16
"""How many features a side has."""
HIDDEN = 16
"""The size of the hidden layer."""
ONE = 128
"""The largest feature of a point, so that the sum over 400 points stays below 2**16."""

_WIDE = 2 * LANES
_BOTH = ir.VectorType(ir.IntType(16), _WIDE)
_REALS = ir.VectorType(ir.FloatType(), _WIDE)
_INNER = ir.VectorType(ir.FloatType(), HIDDEN)
_INDEX = ir.IntType(32)
_FAST = ("fast",)


def _pointers(context: Any, builder: Any, signature: Any, values: Any, kinds: Any) -> list[Any]:
    # The data pointer of each array, cast to a vector of its kind.
    return [
        builder.bitcast(context.make_array(array_type)(context, builder, value).data, kind.as_pointer())
        for array_type, value, kind in zip(signature.args, values, kinds, strict=True)
    ]


@intrinsic
def update_features(
    _typing: Any, features: Any, black: Any, white: Any, black_was: Any, white_was: Any
) -> Any:
    """Features += clip(black + white) - clip(black_was + white_was): a point's rows replace its old ones.

    All have 2 * LANES numbers of 16 bits; a point that is not empty has rows of zeros.
    """

    def emit(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        pointers = _pointers(context, builder, signature, values, [_BOTH] * 5)
        rows = [builder.load(pointer, align=2) for pointer in pointers]
        floor, ceiling = ir.Constant(_BOTH, [0] * _WIDE), ir.Constant(_BOTH, [ONE] * _WIDE)

        def clip(sums: Any) -> Any:
            above = builder.select(builder.icmp_signed(">", sums, floor), sums, floor)
            return builder.select(builder.icmp_signed("<", above, ceiling), above, ceiling)

        gone = clip(builder.add(rows[3], rows[4]))
        come = clip(builder.add(rows[1], rows[2]))
        builder.store(builder.sub(builder.add(rows[0], come), gone), pointers[0], align=2)
        return context.get_dummy_value()

    return numba.types.void(features, black, white, black_was, white_was), emit


@intrinsic
def copy_features(_typing: Any, to: Any, features: Any) -> Any:
    """Copy 2 * LANES numbers of 16 bits."""

    def emit(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        place, source = _pointers(context, builder, signature, values, [_BOTH] * 2)
        builder.store(builder.load(source, align=2), place, align=2)
        return context.get_dummy_value()

    return numba.types.void(to, features), emit


@intrinsic
def network_output(_typing: Any, features: Any, inner: Any, bias: Any, outer: Any) -> Any:
    """max(0, features @ inner + bias) @ outer, a float32.

    ``features`` are 2 * LANES numbers of 16 bits; ``inner`` (2 * LANES, HIDDEN), ``bias`` and ``outer``
    float32.
    """

    def emit(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        kinds = [_BOTH, _INNER, _INNER, _INNER]
        at, weights, bias_at, outer_at = _pointers(context, builder, signature, values, kinds)
        seen = builder.uitofp(builder.load(at, align=2), _REALS)
        nothing = ir.Constant(_INNER, ir.Undefined)
        first = ir.Constant(_INDEX, 0)
        everywhere = ir.Constant(ir.VectorType(_INDEX, HIDDEN), [0] * HIDDEN)
        sums = [builder.load(bias_at, align=4), *[ir.Constant(_INNER, [0.0] * HIDDEN)] * 3]
        for lane in range(_WIDE):  # four independent sums
            feature = builder.extract_element(seen, ir.Constant(_INDEX, lane))
            feature = builder.insert_element(nothing, feature, first)
            row = builder.load(builder.gep(weights, [ir.Constant(_INDEX, lane)]), align=4)
            term = builder.fmul(builder.shuffle_vector(feature, nothing, everywhere), row, flags=_FAST)
            sums[lane % 4] = builder.fadd(sums[lane % 4], term, flags=_FAST)
        total = builder.fadd(
            builder.fadd(sums[0], sums[1], flags=_FAST),
            builder.fadd(sums[2], sums[3], flags=_FAST),
            flags=_FAST,
        )
        zeros = ir.Constant(_INNER, [0.0] * HIDDEN)
        hidden = builder.select(builder.fcmp_ordered(">", total, zeros), total, zeros)
        hidden = builder.fmul(hidden, builder.load(outer_at, align=4), flags=_FAST)
        value = builder.extract_element(hidden, first)
        for place in range(1, HIDDEN):
            more = builder.extract_element(hidden, ir.Constant(_INDEX, place))
            value = builder.fadd(value, more, flags=_FAST)
        return value

    return numba.types.float32(features, inner, bias, outer), emit
