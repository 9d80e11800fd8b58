"""Memory accesses by address, for recursive kernels.

numba passes an array to a function as seven values, which a small recursive kernel pays for at every node.
The search kernels get one address instead, that of the search state (`ai/othello/search_state.py`), which
holds the addresses of the table and the weights. Nothing is bounds-checked here.
"""

from __future__ import annotations

from typing import Any

from ai.kernels import intrinsic, ir, types

_WORD = ir.IntType(64)


def pointer_to(builder: Any, address: Any, kind: Any, index: Any = None) -> Any:
    """A pointer to the ``index``-th item of an LLVM type at an address."""
    pointer = builder.inttoptr(address, kind.as_pointer())
    return pointer if index is None else builder.gep(pointer, [index])


@intrinsic
def load_word(_typing: Any, address: Any, index: Any) -> Any:
    """The ``index``-th word at an address, as a uint64."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(pointer_to(builder, arguments[0], _WORD, arguments[1]))

    return types.uint64(types.int64, types.int64), code


@intrinsic
def load_int(_typing: Any, address: Any, index: Any) -> Any:
    """The ``index``-th word at an address, as an int64."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(pointer_to(builder, arguments[0], _WORD, arguments[1]))

    return types.int64(types.int64, types.int64), code


@intrinsic
def load_int16(_typing: Any, address: Any, index: Any) -> Any:
    """The ``index``-th int16 at an address, as an int64."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = pointer_to(builder, arguments[0], ir.IntType(16), arguments[1])
        return builder.sext(builder.load(pointer, align=2), _WORD)

    return types.int64(types.int64, types.int64), code


@intrinsic
def store_word(_typing: Any, address: Any, index: Any, value: Any) -> Any:
    """Write a uint64 to the ``index``-th word at an address."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.store(arguments[2], pointer_to(builder, arguments[0], _WORD, arguments[1]))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.uint64), code


@intrinsic
def store_int(_typing: Any, address: Any, index: Any, value: Any) -> Any:
    """Write an int64 to the ``index``-th word at an address."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.store(arguments[2], pointer_to(builder, arguments[0], _WORD, arguments[1]))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), code


@intrinsic
def prefetch_line(_typing: Any, address: Any) -> Any:
    """Prefetch the cache line at an address."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = pointer_to(builder, arguments[0], ir.IntType(8))
        kind = ir.FunctionType(ir.VoidType(), [pointer.type, *[ir.IntType(32)] * 3])
        prefetch = builder.module.declare_intrinsic("llvm.prefetch", [pointer.type], kind)
        builder.call(prefetch, [pointer, *(ir.IntType(32)(flag) for flag in (0, 3, 1))])
        return context.get_dummy_value()

    return types.void(types.int64), code
