"""A person's profile: the rating over time with how far off it may be, and a bar of results for each game.

Everything can be read on a phone, which shows the picture 282 pixels wide: digits are 30 pixels high.
A bar is green for wins, gray for draws, red for losses, as in standings, with words on it.
"""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from bot.drawing.animation import GROUND, INK
from bot.drawing.lettering import NAMES, fitted
from bot.drawing.standings import COLORS, ON_PLATE, Mark
from bot.drawing.themes import Color, blend

WIDTH, CURVE = 960, 330
"""Pixels: the width, and the height of the part with the rating."""
LEFT, RIGHT, TOP, BOTTOM = 112, 28, 48, 58
"""Margins of the curve: numbers are left of it, dates below it."""
ROW, MARGIN = 52, 14
"""The height of a row of results, and what is above and below the rows."""
_BAR, _NAME = 42, 330
"""The height of a bar, and what the name of the game takes left of it."""
_TEXT, _WORDS = 30, 24
"""The height of digits, and of those beside words."""
_MIN_SEGMENT = 112
"""The width of a part of a bar in which a number can be read."""
_MIN_RANGE = 160
"""Points of rating between the lowest and the highest on a curve, at least."""
_AROUND = 40
"""Points of rating above and below the curve."""
_MAX_AROUND = 200
"""Points above and below the last rating, at most; up to there it is the deviation."""
_STEPS = (20, 50, 100, 200, 500, 1000)
"""Points of rating between two lines: the smallest with at most `_MAX_LINES` of them."""
_MAX_LINES = 4
_LINE, _SCALE = 7, 2
"""The width of the curve, and how much larger it is drawn than shown."""
_MARKS = (Mark.WIN, Mark.DRAW, Mark.LOSS)
_CURVE_COLOR: dict[str, Color] = {"light": (28, 104, 186), "dark": (92, 172, 246)}

Counts = tuple[int, int, int]
"""Wins, draws and losses."""


@dataclass(frozen=True, slots=True)
class ResultBar:
    """The results in a game."""

    name: str
    """The game's."""
    counts: Counts
    words: tuple[str, str, str]
    """What is written on the parts for wins, draws and losses."""


@dataclass(frozen=True, slots=True)
class ProfileChart:
    """What the picture shows."""

    theme: str
    points: tuple[tuple[float, float, float], ...]
    """The time, the rating and its deviation, in the order of time; without any there is no curve."""
    dates: tuple[str, ...] = ()
    """What is written below the curve, from the left end to the right one."""
    results: tuple[ResultBar, ...] = ()
    axes: tuple[str, str] = ("", "")
    """The words for the numbers beside the curve and for what is below it: rating, date."""


def chart_size(chart: ProfileChart) -> tuple[int, int]:
    """Width and height in pixels."""
    rows = len(chart.results) * ROW + 2 * MARGIN if chart.results else 0
    return WIDTH, (CURVE if chart.points else 0) + rows


def draw_profile(chart: ProfileChart) -> bytes:
    """Return the picture as a PNG. Takes some ten milliseconds: call it in another process."""
    image = Image.new("RGB", chart_size(chart), GROUND[chart.theme])
    if chart.points:
        image.paste(_Curve(chart).drawn(), (0, 0))
    top = (CURVE if chart.points else 0) + MARGIN
    for number, bar in enumerate(chart.results):
        _draw_row(image, bar, top + number * ROW, INK[chart.theme])
    stored = io.BytesIO()
    # This method shifts some colors by a few tones, in a fifth of the time.
    image.quantize(64, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(stored, "PNG")
    return stored.getvalue()


# --- The curve ---------------------------------------------------------------------------------------


def rating_range(points: Sequence[tuple[float, float, float]]) -> tuple[float, float]:
    """The ratings at the lower and at the upper edge of the curve."""
    values, (_, last, deviation) = [value for _, value, _ in points], points[-1]
    around = min(deviation, _MAX_AROUND)
    low = min(min(values) - _AROUND, last - around)
    high = max(max(values) + _AROUND, last + around)
    missing = max(0.0, _MIN_RANGE - (high - low))
    return low - missing / 2, high + missing / 2


def rating_lines(low: float, high: float) -> Sequence[int]:
    """The ratings with a line: at most `_MAX_LINES` round numbers."""
    step = next((spacing for spacing in _STEPS if (high - low) / spacing <= _MAX_LINES), _STEPS[-1])
    return range(math.ceil(low / step) * step, math.floor(high) + 1, step)


class _Curve:
    """The upper part, drawn larger than it is shown."""

    def __init__(self, chart: ProfileChart) -> None:
        self._chart = chart
        self._scale = _SCALE
        self._low, self._high = rating_range(chart.points)
        size = WIDTH * self._scale, CURVE * self._scale
        self._image = Image.new("RGB", size, GROUND[chart.theme])
        self._pen = ImageDraw.Draw(self._image)

    def drawn(self) -> Image.Image:
        """The part in its size, with its numbers and dates."""
        theme = self._chart.theme
        ground, color = GROUND[theme], _CURVE_COLOR[theme]
        points = self._spread()
        if len(points) > 1:
            band = [*((x, value + deviation) for x, value, deviation in points)]
            band += [(x, value - deviation) for x, value, deviation in reversed(points)]
            self._pen.polygon([self._at(*vertex) for vertex in band], fill=blend(ground, color, 0.28))
        lines = rating_lines(self._low, self._high)
        for rating in lines:
            ends = [self._at(0.0, rating), self._at(1.0, rating)]
            self._pen.line(ends, fill=blend(ground, INK[theme], 0.3), width=2 * self._scale)
        curve = [self._at(x, value) for x, value, _ in points]
        self._pen.line(curve, fill=color, width=_LINE * self._scale, joint="curve")
        (end, height), reach = curve[-1], _LINE * 1.6 * self._scale
        self._pen.ellipse((end - reach, height - reach, end + reach, height + reach), fill=color)
        shown = self._image.reduce(self._scale)
        self._write(shown, lines)
        return shown

    def _spread(self) -> list[tuple[float, float, float]]:
        """The points with their place between the ends, from 0 to 1; the last one of each pixel."""
        points = self._chart.points
        first, last = points[0][0], points[-1][0]
        if last <= first:
            _, rating, deviation = points[-1]
            return [(0.0, rating, deviation), (1.0, rating, deviation)]
        places = {round((point[0] - first) / (last - first) * WIDTH): point for point in points}
        return [((at - first) / (last - first), value, off) for at, value, off in places.values()]

    def _at(self, x: float, rating: float) -> tuple[float, float]:
        """The pixel of the large picture, for a place between the ends from 0 to 1 and a rating."""
        share = (rating - self._low) / (self._high - self._low)
        wide, high = WIDTH - LEFT - RIGHT, CURVE - TOP - BOTTOM
        return (LEFT + wide * x) * self._scale, (TOP + high * (1 - min(1.0, max(0.0, share)))) * self._scale

    def _write(self, image: Image.Image, lines: Sequence[int]) -> None:
        ink = INK[self._chart.theme]
        for word, y in zip(self._chart.axes, (8, CURVE - BOTTOM + 18), strict=True):
            if word:
                text = fitted(word, _WORDS, LEFT - 24, ink, NAMES)
                image.paste(text, (12, y), text)
        for rating in lines:
            text = fitted(str(rating), _TEXT, LEFT - 20, ink)
            y = round(self._at(0.0, rating)[1] / self._scale)
            image.paste(text, (LEFT - 12 - text.width, y - text.height // 2), text)
        dates = self._chart.dates
        for number, date in enumerate(dates):
            text = fitted(date, _TEXT, 240, ink)
            share = number / max(1, len(dates) - 1)
            x = LEFT + round(share * (WIDTH - LEFT - RIGHT - text.width))
            image.paste(text, (x, CURVE - BOTTOM + 18), text)


# --- Results -----------------------------------------------------------------------------------------


def segments(counts: Counts, width: int) -> Sequence[int]:
    """How wide the parts of a bar are: by their counts, but none that is not empty too narrow to read."""
    total = max(1, sum(counts))
    shares = [max(_MIN_SEGMENT, width * count / total) if count else 0.0 for count in counts]
    over = sum(shares) - width
    wide = [share for share in shares if share > _MIN_SEGMENT]
    room = sum(share - _MIN_SEGMENT for share in wide)
    if over > 0 and room > 0:
        shares = [
            share - over * (share - _MIN_SEGMENT) / room if share > _MIN_SEGMENT else share
            for share in shares
        ]
    return [round(share) for share in shares]


def _draw_row(image: Image.Image, bar: ResultBar, top: int, ink: Color) -> None:
    label = fitted(bar.name, _TEXT, _NAME - 44, ink, NAMES)
    image.paste(label, (24, top + (ROW - label.height) // 2), label)
    left, y = _NAME, top + (ROW - _BAR) // 2
    pen = ImageDraw.Draw(image)
    wides = segments(bar.counts, WIDTH - _NAME - RIGHT)
    for mark, words, wide in zip(_MARKS, bar.words, wides, strict=True):
        if wide:
            pen.rectangle((left, y, left + wide - 3, y + _BAR - 1), fill=COLORS[mark])
            text = fitted(words, _WORDS, wide - 12, ON_PLATE, NAMES)
            image.paste(text, (left + (wide - 2 - text.width) // 2, y + (_BAR - text.height) // 2), text)
            left += wide
