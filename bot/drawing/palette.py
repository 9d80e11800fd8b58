"""The colors with which a board's pictures are stored.

There are 160, chosen once for each empty board, without dithering. A palette of each picture takes 40 ms; RGB
and dithered pictures are twice as large. Eight more entries are the translucent edge of the rounded corners.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from PIL import Image, ImageDraw

from bot.drawing.geometry import Box
from bot.drawing.themes import Color

COLORS = 160  # of a palette, without those of the corners
ALPHA_STEPS = 8  # palette entries for the edge of the rounded corners, from clear to opaque
CORNER = 22  # radius of a picture's corners
SAMPLE = 200  # the width to which an empty board is reduced when its palette is chosen
_OVERSAMPLING = 8  # of the corner


@dataclass(frozen=True, slots=True, eq=False)
class Palette:
    """Colors, and the rounded corners in these colors."""

    image: Image.Image
    """Has the colors as its palette, which is how Pillow is given one."""
    colors: bytes
    """Red, green and blue of each entry."""
    alphas: bytes
    """The opacity of each entry."""
    corner: Image.Image
    """The numbers of the entries in the upper left corner."""
    outside: Image.Image
    """The mask of the pixels there that are not opaque."""

    @classmethod
    def of(cls, image: Image.Image, sprites: Iterable[Image.Image], behind: Color, edge: Color) -> Self:
        """Choose the palette for an empty board and for ``sprites`` that lie on the color ``behind``.

        ``edge`` is the color of the rounded corners.
        """
        palette = _samples(image, list(sprites), behind).quantize(COLORS, method=Image.Quantize.MEDIANCUT)
        chosen = bytes(palette.getpalette() or [])[: COLORS * 3].ljust(COLORS * 3, b"\0")
        radius = CORNER * _OVERSAMPLING
        large = Image.new("L", (radius, radius))
        ImageDraw.Draw(large).ellipse((0, 0, 2 * radius, 2 * radius), fill=255)
        inside = large.reduce(_OVERSAMPLING)
        return cls(
            palette,
            colors=chosen + bytes(edge) * ALPHA_STEPS,
            alphas=bytes([255] * COLORS + [255 * step // (ALPHA_STEPS - 1) for step in range(ALPHA_STEPS)]),
            corner=inside.point(lambda level: COLORS + level * ALPHA_STEPS // 256),
            outside=inside.point(lambda level: 255 if level < 255 else 0),
        )

    def numbers(self, image: Image.Image) -> Image.Image:
        """The number of the nearest color for each pixel, as a gray image."""
        nearest = image.quantize(palette=self.image, dither=Image.Dither.NONE)
        return Image.frombytes("L", nearest.size, nearest.tobytes())

    def round_corners(self, numbers: Image.Image, box: Box) -> None:
        """Clear the corners of ``box`` in a part of a picture of this palette's numbers."""
        left, top, right, bottom = box[0], box[1], box[2] - CORNER, box[3] - CORNER
        patch, hole = self.corner, self.outside
        for place in ((left, top), (left, bottom), (right, bottom), (right, top)):
            numbers.paste(patch, place, hole)
            patch, hole = (image.transpose(Image.Transpose.ROTATE_90) for image in (patch, hole))


def _samples(image: Image.Image, sprites: list[Image.Image], behind: Color) -> Image.Image:
    """Put samples of all that a picture may hold on one sheet, from which the palette is chosen.

    Pieces take more of the sheet than of a picture, because banding shows on them first.
    """
    height = max((sprite.height for sprite in sprites), default=0)
    width = max(SAMPLE, sum(sprite.width for sprite in sprites))
    sheet = Image.new("RGB", (width, SAMPLE + height), behind)
    sheet.paste(image.resize((SAMPLE, SAMPLE), Image.Resampling.NEAREST), (0, 0))
    left = 0
    for piece in sprites:
        sheet.paste(piece, (left, SAMPLE), piece)
        left += piece.width
    return sheet
