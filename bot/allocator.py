"""Memory that pictures took goes back to the system, or serves the next one. Start reading at `keep_flat`.

The C library learns from the first large piece that is freed to cut the following ones from its heap, where
small things that stay settle between them: the boards of two hundred people made the bot grow by 3 to 5 MB a
minute, two thirds of it holes. With a fixed threshold it does not grow; but mapping every piece anew takes a
board 18 % more processor time, with eight blocks that Pillow keeps 5 % more.
"""

from __future__ import annotations

import ctypes

from PIL import Image

_M_MMAP_THRESHOLD = -3  # malloc.h of glibc
_LARGE = 128 * 1024  # bytes: glibc's own threshold before it learns
_BLOCKS = 8  # the largest picture in the making takes one of 4 MB; see "Block Allocator" in Pillow's manual


def keep_flat() -> bool:
    """Have glibc map every large piece by itself, and Pillow keep some; False if it is not glibc."""
    Image.core.set_blocks_max(_BLOCKS)  # type: ignore[attr-defined]
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    return mallopt is not None and mallopt(_M_MMAP_THRESHOLD, _LARGE) == 1
