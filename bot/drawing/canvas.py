"""The drawing kit: a prepared ground, sprites stamped on it, and the PNG. Start reading at `Canvas`.

Pictures are composed in RGB and stored with 160 colours chosen once per ground, without dithering, at
compression level 5. Measured on an 8x8 board half full at level 6: so 54 KB in 10 ms; RGB 135 KB in 29 ms;
dithered 142 KB in 26 ms; a palette chosen per picture 57 KB in 51 ms; at level 5 58 KB in 7 ms; 9 50 KB in
31 ms. Eight more palette entries are the translucent edge of the rounded corners.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from PIL import Image, ImageDraw

from bot.drawing.themes import Colour
from games.base import Side

COLOURS = 160
STEPS = 8  # palette entries for the rounded corners' edge, from clear to opaque
CORNER = 22  # radius of a picture's corners
COMPRESSION = 5
SAMPLE = 200  # a ground is sampled this wide for its palette


@dataclass(frozen=True, slots=True)
class Lattice:
    """Where points stand: ``columns`` x ``rows`` cells, the first centred at (left, top)."""

    columns: int
    rows: int
    cell: int
    left: float
    top: float
    viewer: Side = Side.FIRST

    def at(self, column: float, row: float) -> tuple[float, float]:
        """The pixel of a point; the board is turned round for the SECOND player."""
        if self.viewer is Side.SECOND:
            column, row = self.columns - 1 - column, self.rows - 1 - row
        return self.left + column * self.cell, self.top + row * self.cell


@dataclass(frozen=True, slots=True)
class Ground:
    """An empty board that pictures start from: its pixels and the palette they are stored with."""

    image: Image.Image
    palette: Image.Image
    colours: bytes
    alphas: bytes
    corner: Image.Image
    outside: Image.Image

    @classmethod
    def of(cls, image: Image.Image, sprites: Iterable[Image.Image], behind: Colour, edge: Colour) -> Self:
        """Prepare a ground with rounded corners in the colour ``edge``.

        Its palette also serves ``sprites``, lying on ``behind``.
        """
        palette = _sheet(image, list(sprites), behind).quantize(COLOURS, method=Image.Quantize.MEDIANCUT)
        chosen = bytes(palette.getpalette() or [])[: COLOURS * 3].ljust(COLOURS * 3, b"\0")
        alphas = bytes([255] * COLOURS + [255 * step // (STEPS - 1) for step in range(STEPS)])
        large = Image.new("L", (CORNER * 8, CORNER * 8))
        ImageDraw.Draw(large).ellipse((0, 0, CORNER * 16, CORNER * 16), fill=255)
        inside = large.reduce(8)
        return cls(
            image,
            palette,
            colours=chosen + bytes(edge) * STEPS,
            alphas=alphas,
            corner=inside.point(lambda level: COLOURS + level * STEPS // 256),
            outside=inside.point(lambda level: 255 if level < 255 else 0),
        )

    def round_corners(self, image: Image.Image) -> None:
        """Cut the corners of a picture that already has this ground's palette."""
        right, bottom = image.width - CORNER, image.height - CORNER
        patch, hole = self.corner, self.outside
        for place in ((0, 0), (0, bottom), (right, bottom), (right, 0)):
            image.paste(patch, place, hole)
            patch, hole = (
                patch.transpose(Image.Transpose.ROTATE_90),
                hole.transpose(Image.Transpose.ROTATE_90),
            )


def _sheet(image: Image.Image, sprites: list[Image.Image], behind: Colour) -> Image.Image:
    """Samples of everything a picture may hold, from which its palette is chosen.

    Pieces count for more than their area: banding shows on them first.
    """
    height = max((sprite.height for sprite in sprites), default=0)
    width = max(SAMPLE, sum(sprite.width for sprite in sprites))
    sheet = Image.new("RGB", (width, SAMPLE + height), behind)
    sheet.paste(image.resize((SAMPLE, SAMPLE), Image.Resampling.NEAREST), (0, 0))
    left = 0
    for sprite in sprites:
        sheet.paste(sprite, (left, SAMPLE), sprite)
        left += sprite.width
    return sheet


class Canvas:
    """One picture in the making."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self.image = ground.image.copy()

    def stamp(self, sprite: Image.Image, at: tuple[float, float]) -> None:
        """Lay a sprite centred at a pixel."""
        corner = round(at[0] - sprite.width / 2), round(at[1] - sprite.height / 2)
        self.image.paste(sprite, corner, sprite)

    def png(self) -> bytes:
        """The finished picture."""
        image = self.image.quantize(palette=self._ground.palette, dither=Image.Dither.NONE)
        image.putpalette(self._ground.colours)
        self._ground.round_corners(image)
        out = io.BytesIO()
        image.save(out, "PNG", compress_level=COMPRESSION, transparency=self._ground.alphas)
        return out.getvalue()
