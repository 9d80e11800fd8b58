"""A match as an animation: its pictures one after the other, with a strip below them.

The strip has a text between the sides' pieces, and above it a thin bar that both sides' colors divide as the
evaluation does. Pictures have half of their size, and frames are made one at a time, so a match of 250 moves
does not take the memory of 250 pictures.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.drawing.discs import disc
from bot.drawing.lettering import fitted
from bot.drawing.themes import THEMES, Color, Material
from games.base import Side

HALF = 2
"""By how much pictures are reduced."""
STRIP, BAR = 56, 8
"""Pixels of height: the strip, and the bar at its top."""
SHORTEST, LONGEST, LAST = 0.25, 0.9, 4.0
"""Seconds: how long a frame is shown at least and at most, and how long the last one is."""
WHOLE = 60.0
"""Seconds that a long match takes, unless its frames would be shorter than `SHORTEST`."""

GROUND: dict[str, Color] = {"light": (255, 255, 255), "dark": (50, 51, 57)}
"""What is behind the strip, by theme."""
INK: dict[str, Color] = {"light": (30, 32, 36), "dark": (236, 237, 240)}
"""The color of texts, by theme."""
_TEXT, _RADIUS, _MARGIN = 18, 15, 30
"""Pixels in the strip: the height of digits, the radius of the pieces, and from the edge to their middles."""
_MIDDLE: Color = (214, 64, 48)
"""The mark in the middle of the bar."""
_QUALITY, _EFFORT = 75, 2
"""Of WebP. With efforts of 0, 2 and 4, 61 moves of Othello are 562, 409 and 390 KB and take 2.3, 1.9 and
2.6 s."""
_COLORS = 128  # of GIF


class Format(StrEnum):
    """How an animation is written."""

    WEBP = "webp"
    GIF = "gif"


@dataclass(frozen=True, slots=True)
class Frame:
    """A moment of a match."""

    board: bytes
    """The board as a PNG."""
    text: str
    """What the strip says, such as the number of the move."""
    clocks: tuple[str, str] = ("", "")
    """What the strip says beside FIRST's and SECOND's pieces."""
    score: float | None = None
    """FIRST's expected result, from -1 to 1; None where it is not known."""


def seconds(count: int) -> list[float]:
    """How long each of ``count`` frames is shown."""
    seconds_of_frame = min(LONGEST, max(SHORTEST, WHOLE / count))
    return [seconds_of_frame] * (count - 1) + [LAST]


def animate(frames: Iterable[Frame], count: int, slug: str, theme: str, file_format: Format) -> bytes:
    """Return the frames of a match, ``count`` of them and at least two, as an animation that repeats.

    Takes seconds: call it in another process. Raises `KeyError` for an unknown theme.
    """
    film = _Film(_images(frames, slug, theme), count)
    durations = [round(1000 * duration) for duration in seconds(count)]
    stored = io.BytesIO()
    if file_format is Format.GIF:
        _write_gif(film, durations, stored)
    else:
        film.first.save(
            stored,
            "WEBP",
            save_all=True,
            append_images=[film],
            duration=durations,
            loop=0,
            quality=_QUALITY,
            method=_EFFORT,
        )
    return stored.getvalue()


class _Film(Image.Image):
    """All images but the `first`, in turn: Pillow asks for each by `seek`, and only once."""

    def __init__(self, images: Iterator[Image.Image], count: int) -> None:
        super().__init__()
        self.first = next(images)
        self.n_frames = count - 1
        self._images = images

    def seek(self, frame: int) -> None:
        """Become the next image. Raises EOFError after the last one."""
        image = next(self._images, None)
        if image is None:
            raise EOFError(frame)
        self.im, self._mode, self._size = image.im, image.mode, image.size


def _write_gif(film: _Film, durations: Sequence[int], stored: io.BytesIO) -> None:
    """With one palette, so that only what a move changes is written."""
    first = film.first.quantize(_COLORS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    rest = (_next(film).quantize(palette=first, dither=Image.Dither.NONE) for _ in range(film.n_frames))
    first.save(
        stored, "GIF", save_all=True, append_images=rest, duration=list(durations), loop=0, optimize=True
    )


def _next(film: _Film) -> Image.Image:
    film.seek(0)
    return film.copy()


def _images(frames: Iterable[Frame], slug: str, theme: str) -> Iterator[Image.Image]:
    for frame in frames:
        board = Image.open(io.BytesIO(frame.board)).convert("RGBA").reduce(HALF)
        image = Image.new("RGB", (board.width, board.height + STRIP), GROUND[theme])
        image.paste(board, (0, 0), board)
        _draw_strip(image, board.height, frame, slug, theme)
        yield image


def _draw_strip(image: Image.Image, top: int, frame: Frame, slug: str, theme: str) -> None:
    first, second = materials(slug, theme)
    if frame.score is not None:
        _draw_bar(image, top, frame.score, first, second)
    middle = top + BAR + (STRIP - BAR) // 2
    text = fitted(frame.text, _TEXT, image.width // 3, INK[theme])
    image.paste(text, ((image.width - text.width) // 2, middle - text.height // 2), text)
    for side, at in ((Side.FIRST, _MARGIN), (Side.SECOND, image.width - _MARGIN)):
        piece = disc(_RADIUS, *((first, second) if side is Side.FIRST else (second, first)))
        image.paste(piece, (at - piece.width // 2, middle - piece.height // 2), piece)
        if clock := frame.clocks[side - 1]:
            text = fitted(clock, _TEXT, image.width // 4, INK[theme])
            left = at + _MARGIN if side is Side.FIRST else at - _MARGIN - text.width
            image.paste(text, (left, middle - text.height // 2), text)


def _draw_bar(image: Image.Image, top: int, score: float, first: Material, second: Material) -> None:
    """FIRST's color from the left, SECOND's from the right, and the middle marked."""
    pen, width = ImageDraw.Draw(image), image.width
    end = round(width * (score + 1) / 2)
    pen.rectangle((0, top, width, top + BAR - 1), fill=second.light)
    if end > 0:
        pen.rectangle((0, top, end - 1, top + BAR - 1), fill=first.middle)
    pen.rectangle((width // 2 - 1, top, width // 2, top + BAR - 1), fill=_MIDDLE)


@lru_cache(maxsize=8)
def materials(slug: str, theme: str) -> tuple[Material, Material]:
    """What FIRST's and SECOND's pieces are made of."""
    colors = THEMES[theme]
    return (colors.green, colors.ivory) if slug == "twelve_janggi" else (colors.black, colors.white)
