"""The one door to numba and LLVM: sets the cache folder before numba is imported.

Kernel modules import `njit`, `numba` and the rest from here, never from numba itself: whichever module is
imported first, the folder is set by then (import-linter holds this). numba's cache looks only at the file
of the cached function itself, so after an edit of an imported kernel module it would silently run stale
code; a cache folder named by a hash of all engine sources (and of numba's and Python's versions) makes
that impossible.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.metadata
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

_AI = Path(__file__).parent
_PREFIX = "numba-"
_KEPT_SECONDS = 7 * 86_400.0


def cache_folder() -> Path:
    """The folder for compiled kernels of exactly these sources."""
    digest = hashlib.sha256(f"{sys.version}{importlib.metadata.version('numba')}".encode())
    for source in sorted(_AI.rglob("*.py")):
        digest.update(source.relative_to(_AI).as_posix().encode())
        digest.update(source.read_bytes())
    return _cache_home() / f"{_PREFIX}{digest.hexdigest()[:16]}"


def _cache_home() -> Path:
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "daeguk"
    try:
        home.mkdir(parents=True, exist_ok=True)
        if os.access(home, os.W_OK):
            return home
    except OSError:
        pass
    return Path(tempfile.gettempdir()) / f"daeguk-{os.getuid() if hasattr(os, 'getuid') else 'cache'}"


def _prepare() -> None:
    if "NUMBA_CACHE_DIR" not in os.environ:
        folder = cache_folder()
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        os.environ["NUMBA_CACHE_DIR"] = str(folder)
        _forget_old(folder)


def _forget_old(current: Path) -> None:
    for folder in current.parent.glob(f"{_PREFIX}*"):
        with contextlib.suppress(OSError):
            if folder != current and time.time() - folder.stat().st_mtime > _KEPT_SECONDS:
                shutil.rmtree(folder, ignore_errors=True)


_prepare()

import numba  # noqa: E402  (the cache folder must be set first)
import numba.extending  # noqa: E402
from llvmlite import binding as llvm  # noqa: E402
from llvmlite import ir  # noqa: E402
from numba.core import cgutils as _cgutils  # noqa: E402
from numba.core import types  # noqa: E402

__all__ = [
    "WIDE_VECTORS",
    "Array",
    "Int",
    "Word",
    "bare",
    "cache_folder",
    "cgutils",
    "intrinsic",
    "ir",
    "njit",
    "numba",
    "types",
]


def _wide_vectors() -> bool:
    # Whether kernels are compiled for a processor whose vectors shift four words by four distances.
    config: Any = numba.config
    if config.CPU_NAME == "generic":
        return False
    if config.CPU_FEATURES is not None:
        return "+avx2" in config.CPU_FEATURES
    return bool(llvm.get_host_cpu_features().get("avx2", False))


WIDE_VECTORS = _wide_vectors()
"""Whether the processor has AVX2. Where it has not (or numba is told to forget it), kernels take a path of
plain words: `NUMBA_CPU_NAME=generic NUMBA_CPU_FEATURES=""` shows it on any machine."""

cgutils: Any = _cgutils
"""numba's helpers for writing LLVM code; numba has annotated only some of them."""

Word = Any
"""Inside a kernel: a uint64."""
Int = Any
"""Inside a kernel: an int64."""
Array = Any
"""Inside a kernel: an array; its shape is in the kernel's signature or docstring."""


def njit(*signatures: Any, **options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Compile a kernel with `numba.njit`: cached on disk, without the GIL, plain integer division.

    Kernels are never called from C, and to compile what numba makes for that takes a quarter of the time.
    """
    usual = {"cache": True, "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
    return numba.njit(*signatures, **{**usual, **options})  # type: ignore[no-any-return]


def bare(*signatures: Any, **options: Any) -> Callable[[Callable[..., Any]], Any]:
    """`njit` for a kernel that makes no array: it does not count the references to those it is given.

    numba counts them with atomic instructions in every kernel that calls another with an array, and cannot
    tell that the caller keeps it: half of the time of Go's playouts. A kernel that makes an array, or assigns
    one to a part of another, does not compile so.
    """
    return njit(*signatures, **{"_nrt": False, **options})


def intrinsic(code: Callable[..., Any]) -> Any:
    """A function for kernels that is written in LLVM's own instructions, see `numba.extending.intrinsic`."""
    return numba.extending.intrinsic(code)
