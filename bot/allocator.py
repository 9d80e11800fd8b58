"""Keeps the heap from fragmenting under the buffers that pictures need.

When glibc frees a first large buffer it starts to take the following ones from its heap, where small objects
that live long settle between them: with boards for two hundred people the bot grew by 3 to 5 MB a minute,
two thirds of it holes. With a fixed threshold it does not grow. Mapping each buffer separately costs 18%
more CPU per board; with eight blocks that Pillow keeps, 5%.
"""

from __future__ import annotations

import ctypes

from PIL import Image

_M_MMAP_THRESHOLD = -3  # malloc.h of glibc
_LARGE = 128 * 1024  # bytes: glibc's initial threshold
_BLOCKS = 8  # the largest picture takes one block of 4 MB; see "Block Allocator" in Pillow's manual


def limit_heap_fragmentation() -> bool:
    """Have glibc map large buffers separately, and Pillow keep some. Returns False without glibc."""
    Image.core.set_blocks_max(_BLOCKS)  # type: ignore[attr-defined]
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    return mallopt is not None and mallopt(_M_MMAP_THRESHOLD, _LARGE) == 1
