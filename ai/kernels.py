"""The project's only import of numba and LLVM, with their private parts and the cache of compiled kernels.

Kernel modules import `njit`, `numba` and the rest from here (import-linter checks it), and `ai.kernel_cache`
decides where a kernel is stored. The private parts of numba in use are its list of cache locators, the type
inference of recursive calls, and the options ``_nrt`` and ``no_cfunc_wrapper``; `tests/ai/test_kernels.py`
fails first if one of them changes. So are those of its code library that `_Library` replaces.
"""

from __future__ import annotations

import contextlib
import ctypes
import mmap
import sys
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any, Self

import numba
import numba.extending
import numpy as np
from llvmlite import binding as llvm
from llvmlite import ir
from numba.core import caching as _caching
from numba.core import cgutils as _cgutils
from numba.core import codegen as _codegen
from numba.core import typeinfer as _typeinfer
from numba.core import types

from ai.kernel_cache import cache_home, compiled_mark, kernel_folder

__all__ = [
    "WIDE_VECTORS",
    "Array",
    "Int",
    "Word",
    "bare",
    "cgutils",
    "clear",
    "intrinsic",
    "ir",
    "njit",
    "numba",
    "types",
]

_HOME = cache_home()


def _processor() -> str:
    # Kernels are compiled for one kind of processor; several may share the folder of a user.
    config: Any = numba.config
    name = config.CPU_NAME or llvm.get_host_cpu_name()
    features = config.CPU_FEATURES or llvm.get_host_cpu_features().flatten()
    return f"{name} {features}"


def is_compiled(kernel_set: str) -> bool:
    """Whether a kernel set is in the cache for this processor; true without a cache. Raises OSError."""
    return _HOME is None or compiled_mark(_HOME, kernel_set, _processor()).exists()


def note_compiled(kernel_set: str) -> None:
    """Note that a kernel set is in the cache; call it once every kernel of the set is compiled and stored."""
    if _HOME is not None:
        compiled_mark(_HOME, kernel_set, _processor()).touch()


class Locator(_caching._CacheLocator):
    """The place of a function's compiled code, as numba asks for it."""

    def __init__(self, folder: Path, line: int) -> None:
        self._folder = folder
        self._line = line

    @classmethod
    def from_function(cls, py_func: FunctionType, py_file: str) -> Self | None:
        """Locate a function of a source file; None for code without a file."""
        source = Path(py_file)
        if _HOME is None or not source.is_file():
            return None
        return cls(kernel_folder(_HOME, source), py_func.__code__.co_firstlineno)

    def get_cache_path(self) -> str:
        """Return the folder of the function's files."""
        return str(self._folder)

    def get_source_stamp(self) -> str:
        """Return a hash of the sources that the function depends on."""
        return self._folder.name

    def get_disambiguator(self) -> str:
        """Return what distinguishes functions of the same name in a module."""
        return str(self._line)


_caching.CacheImpl._locator_classes.insert(0, Locator)

_infer_return_type: Callable[[Any], Any] = _typeinfer.TypeInferer.return_types_from_partial


def _return_type(kernel: Any) -> Any:
    """Take the return type of a recursive call from the kernel's signature.

    numba infers the types of the whole kernel again for each call of itself, a third of the compile time of
    Othello's search.
    """
    returned = [kernel.typevars[variable.name] for variable in kernel._get_return_vars()]
    if returned and all(variable.locked for variable in returned):
        return returned[0].type
    return _infer_return_type(kernel)


_typeinfer.TypeInferer.return_types_from_partial = _return_type  # type: ignore[method-assign]


class _Library(_codegen.JITCodeLibrary):
    """A compiled kernel, as numba keeps it: machine code, and LLVM's code for inlining in other kernels.

    From the cache, LLVM's code is read when another kernel is compiled with it, which a worker never does:
    read at once, as numba does, it takes 40 MB with all games.
    """

    _bitcode: bytes | None = None

    @classmethod
    def _unserialize(cls, codegen: Any, state: tuple[str, str, Any]) -> Any:
        name, kind, data = state
        if kind != "object":
            return super()._unserialize(codegen, state)  # type: ignore[no-untyped-call]
        machine_code, bitcode = data
        library = codegen.create_library(name)
        library.enable_object_caching()
        library._set_compiled_object(machine_code)
        library._finalize_final_module()
        codegen._engine._load_defined_symbols(llvm.parse_bitcode(bitcode))
        library._bitcode = bitcode
        return library

    def _get_module_for_linking(self) -> Any:
        if self._shared_module is None and self._bitcode is not None:
            return llvm.parse_bitcode(self._bitcode)
        return super()._get_module_for_linking()  # type: ignore[no-untyped-call]


_codegen.JITCPUCodegen._library_class = _Library


def release_compiler() -> None:
    """Give back the 70 MB of LLVM's machine code; the system reads them from the file again when needed.

    Only compiling and loading kernels need them. Nothing is lost: the pages are those of a file, and cannot
    be written. Does nothing where the system is not Linux.
    """
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/maps").read_text().splitlines():
            addresses, access, *_, file = line.split()
            if access == "r-xp" and "llvmlite" in file:
                begin, end = (int(address, 16) for address in addresses.split("-"))
                _give_back(begin, end)
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc's
    if trim is not None:
        trim(0)


def clear(array: np.ndarray[Any, Any]) -> None:
    """Fill a large array with zeros, by giving its memory back to the system until it is written again."""
    begin, size = array.ctypes.data, array.nbytes
    # The whole pages within the array: its start rounded up (by dividing downward twice), its end down.
    first, last = -(-begin // mmap.PAGESIZE) * mmap.PAGESIZE, (begin + size) // mmap.PAGESIZE * mmap.PAGESIZE
    whole = array.reshape(-1).view(np.uint8)
    if first < last and _give_back(first, last):
        whole[: first - begin] = whole[last - begin :] = 0
    else:
        whole[:] = 0


def _give_back(begin: int, end: int) -> bool:
    """Drop whole pages of memory; false where the system is not Linux, and nothing changes."""
    advice = getattr(mmap, "MADV_DONTNEED", None)
    if advice is None or not sys.platform.startswith("linux"):
        return False
    failed: int = ctypes.CDLL(None).madvise(ctypes.c_void_p(begin), ctypes.c_size_t(end - begin), advice)
    return failed == 0


def _wide_vectors() -> bool:
    config: Any = numba.config
    if config.CPU_NAME == "generic":
        return False
    if config.CPU_FEATURES is not None:
        return "+avx2" in config.CPU_FEATURES
    return bool(llvm.get_host_cpu_features().get("avx2", False))


WIDE_VECTORS = _wide_vectors()
"""Whether the processor can shift the four words of a vector by different distances (AVX2).

Without AVX2 kernels use plain words. ``NUMBA_CPU_NAME=generic NUMBA_CPU_FEATURES=""`` selects that path on
any machine.
"""

cgutils: Any = _cgutils
"""numba's helpers for LLVM code, which have only some type annotations."""

Word = Any
"""Inside a kernel: a uint64."""
Int = Any
"""Inside a kernel: an int64."""
Array = Any
"""Inside a kernel: an array; the kernel's signature or docstring gives its shape."""


def njit(*signatures: Any, **options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Compile a kernel with `numba.njit`: cached on disk, without the GIL, with C's integer division.

    ``no_cfunc_wrapper`` leaves out the code for calls from C, a quarter of the compile time.
    """
    usual = {"cache": _HOME is not None, "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
    return numba.njit(*signatures, **{**usual, **options})  # type: ignore[no-any-return]


def bare(*signatures: Any, **options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Compile a kernel like `njit`, without reference counts for its arrays.

    numba counts references with atomic instructions in every kernel that passes an array to another, which
    takes half the time of Go's playouts. A kernel that creates an array, or assigns one to a part of another,
    does not compile with this.
    """
    return njit(*signatures, **{"_nrt": False, **options})


def intrinsic(code: Callable[..., Any]) -> Any:
    """Define a function for kernels in LLVM instructions; see `numba.extending.intrinsic`."""
    return numba.extending.intrinsic(code)
