"""Words of memory by address, for kernels that call themselves. Start reading at `word`.

numba hands an array to a function as seven values, which a small recursive kernel feels at every node. The
search kernels are handed one address instead: that of the numbers a search works in (`ai/othello/desk.py`),
among which are the addresses of the table and the weights. Nothing is checked here.
"""

from __future__ import annotations

from typing import Any

from ai.kernels import intrinsic, ir, types

_WORD = ir.IntType(64)


def place(builder: Any, address: Any, kind: Any, index: Any = None) -> Any:
    """A pointer to the ``index``-th thing of an LLVM type behind an address."""
    pointer = builder.inttoptr(address, kind.as_pointer())
    return pointer if index is None else builder.gep(pointer, [index])


@intrinsic
def word(_typing: Any, address: Any, index: Any) -> Any:
    """The ``index``-th word behind an address, as a uint64."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(place(builder, arguments[0], _WORD, arguments[1]))

    return types.uint64(types.int64, types.int64), code


@intrinsic
def number(_typing: Any, address: Any, index: Any) -> Any:
    """The ``index``-th word behind an address, as an int64."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(place(builder, arguments[0], _WORD, arguments[1]))

    return types.int64(types.int64, types.int64), code


@intrinsic
def short(_typing: Any, address: Any, index: Any) -> Any:
    """The ``index``-th int16 behind an address, as an int64."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = place(builder, arguments[0], ir.IntType(16), arguments[1])
        return builder.sext(builder.load(pointer, align=2), _WORD)

    return types.int64(types.int64, types.int64), code


@intrinsic
def put_word(_typing: Any, address: Any, index: Any, value: Any) -> Any:
    """Write a uint64 to the ``index``-th word behind an address."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.store(arguments[2], place(builder, arguments[0], _WORD, arguments[1]))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.uint64), code


@intrinsic
def put(_typing: Any, address: Any, index: Any, value: Any) -> Any:
    """Write an int64 to the ``index``-th word behind an address."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.store(arguments[2], place(builder, arguments[0], _WORD, arguments[1]))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), code


@intrinsic
def fetch_soon(_typing: Any, address: Any) -> Any:
    """Ask the processor to bring the line of memory at an address near: it will be read shortly."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = place(builder, arguments[0], ir.IntType(8))
        kind = ir.FunctionType(ir.VoidType(), [pointer.type, *[ir.IntType(32)] * 3])
        prefetch = builder.module.declare_intrinsic("llvm.prefetch", [pointer.type], kind)
        builder.call(prefetch, [pointer, *(ir.IntType(32)(flag) for flag in (0, 3, 1))])
        return context.get_dummy_value()

    return types.void(types.int64), code
