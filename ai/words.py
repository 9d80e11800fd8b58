"""Bits of 64-bit words, for kernels: each is one instruction of the processor. Start at `count`."""

from __future__ import annotations

from typing import Any

from ai.kernels import intrinsic, ir, types


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


@intrinsic
def leading_zeros(_typing: Any, word: Any) -> Any:
    """How many zeros a uint64 that is not 0 begins with, from its highest bit (int64)."""
    return (
        types.int64(types.uint64),
        lambda context, builder, signature, args: builder.ctlz(args[0], ir.IntType(1)(1)),
    )
