"""What kind of picture an attachment is, and its size, read without decoding it."""

from __future__ import annotations

import io
from typing import NamedTuple

from PIL import Image

_KINDS = ("PNG", "JPEG", "GIF", "WEBP")
"""The formats that Discord shows."""


class ImageInfo(NamedTuple):
    """The content type of a picture, and its width and height in pixels."""

    content_type: str
    width: int
    height: int


def image_info(data: bytes) -> ImageInfo | None:
    """Return the content type and the size of a picture; None for other files."""
    try:
        with Image.open(io.BytesIO(data), formats=_KINDS) as image:
            return ImageInfo(Image.MIME[image.format or ""], *image.size)
    except (OSError, KeyError, ValueError, Image.DecompressionBombError):
        return None
