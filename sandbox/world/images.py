"""The size of a PNG, read without decoding it."""

from __future__ import annotations

import struct

_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def png_size(data: bytes) -> tuple[int, int] | None:
    """Return (width, height) of a PNG in pixels, or None if `data` is not a PNG."""
    if not data.startswith(_SIGNATURE) or len(data) < 24:
        return None
    width, height = struct.unpack(">II", data[16:24])
    return int(width), int(height)
