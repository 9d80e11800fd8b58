"""Bit operations on 64-bit words for kernels. Each compiles to one processor instruction."""

from __future__ import annotations

from typing import Any

from ai.kernels import intrinsic, ir, types


@intrinsic
def count(_typing: Any, word: Any) -> Any:
    """Count the set bits of a uint64 (int64)."""
    return types.int64(types.uint64), lambda context, builder, signature, args: builder.ctpop(args[0])


@intrinsic
def lowest(_typing: Any, word: Any) -> Any:
    """Return the index of the lowest set bit of a nonzero uint64 (int64)."""
    return (
        types.int64(types.uint64),
        lambda context, builder, signature, args: builder.cttz(args[0], ir.IntType(1)(1)),
    )


@intrinsic
def leading_zeros(_typing: Any, word: Any) -> Any:
    """Count the zeros above the highest set bit of a nonzero uint64 (int64)."""
    return (
        types.int64(types.uint64),
        lambda context, builder, signature, args: builder.ctlz(args[0], ir.IntType(1)(1)),
    )
