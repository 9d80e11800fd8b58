"""Memory that pictures took is given back to the system at once. Start reading at `give_back_large_pieces`.

The C library learns from the first large piece that is freed to cut the following ones from its heap, where
small things that stay settle between them: the boards of two hundred people made the bot grow by 3 to 5 MB a
minute, two thirds of it holes; with a fixed threshold it does not.
"""

from __future__ import annotations

import ctypes

_M_MMAP_THRESHOLD = -3  # malloc.h of glibc
_LARGE = 128 * 1024  # bytes: glibc's own threshold before it learns


def give_back_large_pieces() -> bool:
    """Have glibc map every large piece by itself; False where the C library is another."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    return mallopt is not None and mallopt(_M_MMAP_THRESHOLD, _LARGE) == 1
