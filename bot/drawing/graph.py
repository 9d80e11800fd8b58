"""The graph of a match: its evaluation over the moves, mistakes, phases, and the time of each move.

FIRST's color fills the graph from the bottom up to the curve, SECOND's the rest, as both divide an evaluation
bar. Everything can be read on a phone, which shows the picture 282 pixels wide.
"""

from __future__ import annotations

import io
import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from PIL import Image, ImageDraw

from bot.drawing.animation import GROUND, INK, materials
from bot.drawing.lettering import NAMES, fitted
from bot.drawing.sprites import OVERSAMPLING
from bot.drawing.themes import Color, blend
from games.base import Side

WIDTH, HEIGHT, TIMES = 960, 480, 176
"""Pixels: the width, the height of the graph, and what the times and the words above them add to it."""
LEFT, RIGHT, TOP, BOTTOM = 24, 24, 24, 64
"""Margins; the numbers of moves are in the lower one."""
_CURVE, _PROVEN = 6, 11
"""Widths of the curve; the wider one where the evaluation is exact."""
_MARK, _SMALL_MARK, _MANY = 19, 15, 10
"""The radius of a mark, and of each if there are many."""
_TEXT = 34
"""The height of digits in pixels."""
_WORDS, _WORD_MARGIN = 32, 14
"""The height of digits beside words, and the distance of words from the frame."""
_TIMES_TOP, _TIMES_BOTTOM = 46, 24
"""What is above the bars of the times, for words, and below them."""
_OUTLINE = 4
"""How far the outline of words reaches."""
_BRIGHT = 128
"""The lightness of 255 from which an area has dark words on it."""
_MAX_NUMBERS = 6
"""How many numbers of moves are written below."""


class Severity(Enum):
    """How bad a marked move is."""

    MISTAKE = auto()
    BLUNDER = auto()


COLORS: dict[Severity, Color] = {Severity.MISTAKE: (232, 140, 30), Severity.BLUNDER: (222, 52, 44)}
_CURVE_COLOR: Color = (46, 134, 222)


@dataclass(frozen=True, slots=True)
class AxisWords:
    """What the axes of a graph mean, in the reader's language."""

    moves: str
    """What the numbers below count."""
    first: str
    second: str
    """Of what the lower and the upper part are the share: Black's and White's chance to win."""
    times: str = ""
    """What the bars below the numbers are."""


@dataclass(frozen=True, slots=True)
class EvaluationGraph:
    """What a graph shows. Positions are counted by the moves before them."""

    slug: str
    theme: str
    scores: tuple[float | None, ...]
    """FIRST's expected result in each position from the start to the end, from -1 to 1; None is unknown."""
    proven: tuple[bool, ...]
    """Whether each score is exact."""
    marks: tuple[tuple[int, Side, Severity], ...] = ()
    """The number of each marked move from 1, who played it, and how bad it is."""
    phases: tuple[int, ...] = ()
    """The positions with which a new phase begins."""
    times: tuple[tuple[int, Side, float], ...] = ()
    """The number of a move from 1, who played it, and the seconds it took."""
    words: AxisWords | None = None


def graph_size(graph: EvaluationGraph) -> tuple[int, int]:
    """Width and height in pixels."""
    return WIDTH, HEIGHT + (TIMES if graph.times else 0)


def draw_graph(graph: EvaluationGraph) -> bytes:
    """Return a graph as a PNG. Takes some ten milliseconds: call it in another process."""
    large = _Canvas(graph, OVERSAMPLING // 2)
    large.draw()
    image = large.image.reduce(OVERSAMPLING // 2)
    _write_numbers(image, graph)
    if graph.words is not None:
        _write_words(image, graph, graph.words)
    stored = io.BytesIO()
    image.quantize(64, dither=Image.Dither.NONE).save(stored, "PNG", optimize=True)
    return stored.getvalue()


def _x(graph: EvaluationGraph, ply: float) -> float:
    """Pixels from the left edge to a position, or to a place between two."""
    return LEFT + (WIDTH - LEFT - RIGHT) * ply / max(1, len(graph.scores) - 1)


def _y(score: float) -> float:
    """Pixels from the upper edge to a score."""
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - score) / 2


class _Canvas:
    """A picture that is drawn larger than it is shown."""

    def __init__(self, graph: EvaluationGraph, scale: int) -> None:
        self._graph = graph
        self._scale = scale
        width, height = graph_size(graph)
        self.image = Image.new("RGB", (width * scale, height * scale), GROUND[graph.theme])
        self._pen = ImageDraw.Draw(self.image)
        first, second = materials(graph.slug, graph.theme)
        self._colors = {Side.FIRST: first.middle, Side.SECOND: second.middle}
        self._gray = blend(GROUND[graph.theme], INK[graph.theme], 0.35)

    def draw(self) -> None:
        """Draw everything but the numbers."""
        self._areas()
        self._rules()
        self._curve()
        self._marks()
        self._times()

    def _box(self, left: float, top: float, right: float, bottom: float, color: Color) -> None:
        k = self._scale
        if right > left and bottom > top:
            box = round(left * k), round(top * k), round(right * k) - 1, round(bottom * k) - 1
            self._pen.rectangle(box, fill=color)

    def _line(self, points: Sequence[tuple[float, float]], color: Color, width: float) -> None:
        k = self._scale
        scaled = [(x * k, y * k) for x, y in points]
        self._pen.line(scaled, fill=color, width=round(width * k), joint="curve")

    def _areas(self) -> None:
        """Both colors on either side of the curve; a pale gray where it is unknown."""
        k, (top, bottom) = self._scale, (_y(1), _y(-1))
        pale = blend(GROUND[self._graph.theme], INK[self._graph.theme], 0.1)
        self._box(_x(self._graph, 0), top, WIDTH - RIGHT, bottom, pale)
        for run in _runs(self._graph.scores):
            curve = [(_x(self._graph, ply), _y(score)) for ply, score in run]
            left, right = curve[0][0], curve[-1][0]
            self._box(left, top, right, bottom, self._colors[Side.SECOND])
            below = [*curve, (right, bottom), (left, bottom)]
            self._pen.polygon([(x * k, y * k) for x, y in below], fill=self._colors[Side.FIRST])

    def _rules(self) -> None:
        """A frame, the middle, and a dashed line at the beginning of each phase."""
        left, right, top, bottom = LEFT, WIDTH - RIGHT, _y(1), _y(-1)
        self._line([(left, _y(0)), (right, _y(0))], self._gray, 3)
        for ply in self._graph.phases:
            x = _x(self._graph, ply)
            for start in range(round(top), round(bottom), 24):
                self._line([(x, start), (x, min(bottom, start + 13))], self._gray, 4)
        frame = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
        self._line(frame, self._gray, 3)

    def _curve(self) -> None:
        """The curve, wider between two positions whose evaluation is exact."""
        for run in _runs(self._graph.scores):
            points = [(_x(self._graph, ply), _y(score)) for ply, score in run]
            if len(points) > 1:
                self._line(points, _CURVE_COLOR, _CURVE)
            for (start, _), left, right in zip(run, points, points[1:], strict=False):
                if self._graph.proven[start] and self._graph.proven[start + 1]:
                    self._line([left, right], _CURVE_COLOR, _PROVEN)

    def _marks(self) -> None:
        """A disc for a mistake, a diamond for a blunder: ○ and ◇ with the color of who played it inside."""
        radius = _radius(self._graph)
        for ply, side, severity in self._graph.marks:
            if (at := _mark_at(self._graph, ply)) is not None:
                # Outside how bad it was, inside whose move it was.
                self._mark(at, severity, COLORS[severity], radius * 1.45)
                self._mark(at, severity, self._colors[side], radius * 0.8)

    def _mark(self, at: tuple[float, float], severity: Severity, color: Color, radius: float) -> None:
        x, y, reach = at[0] * self._scale, at[1] * self._scale, radius * self._scale
        if severity is Severity.MISTAKE:
            self._pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill=color)
        else:
            reach *= 1.25  # a diamond has less area than a disc of the same width
            self._pen.polygon([(x - reach, y), (x, y - reach), (x + reach, y), (x, y + reach)], fill=color)

    def _times(self) -> None:
        """FIRST's bars upwards, SECOND's downwards; their height is the square root of the time."""
        if not self._graph.times:
            return
        room = (TIMES - _TIMES_TOP - _TIMES_BOTTOM) / 2
        middle, reach = HEIGHT + _TIMES_TOP + room, room - 3
        longest = max(1.0, *(spent for _, _, spent in self._graph.times))
        half = max(2.0, (_x(self._graph, 1) - LEFT) * 0.45)
        pale = blend(GROUND[self._graph.theme], INK[self._graph.theme], 0.22)
        self._box(LEFT, middle - reach - 3, WIDTH - RIGHT, middle + reach + 3, pale)
        for ply, side, seconds in self._graph.times:
            high, x = reach * (seconds / longest) ** 0.5, _x(self._graph, ply - 0.5)
            top, bottom = (middle - high, middle) if side is Side.FIRST else (middle, middle + high)
            self._box(x - half, top, x + half, bottom, self._colors[side])
        self._line([(LEFT, middle), (WIDTH - RIGHT, middle)], self._gray, 3)


def _radius(graph: EvaluationGraph) -> int:
    """The radius of each mark of a graph."""
    return _MARK if len(graph.marks) <= _MANY else _SMALL_MARK


def _mark_at(graph: EvaluationGraph, ply: int) -> tuple[float, float] | None:
    """Where the mark of a move is, inside the frame; None if the score is unknown."""
    score, radius = graph.scores[ply], _radius(graph)
    if score is None:
        return None
    return _x(graph, ply), min(max(_y(score), _y(1) + radius), _y(-1) - radius)


def _runs(scores: Sequence[float | None]) -> Iterator[list[tuple[int, float]]]:
    """The parts of a curve that are known: the position of each score, and the score."""
    run: list[tuple[int, float]] = []
    for ply, score in enumerate(scores):
        if score is not None:
            run.append((ply, score))
        elif run:
            yield run
            run = []
    if run:
        yield run


def _write_words(image: Image.Image, graph: EvaluationGraph, words: AxisWords) -> None:
    """Say on either area of what it is the share, and before the numbers below what they count."""
    first, second = materials(graph.slug, graph.theme)
    _write_on(image, graph, words.second, TOP + _WORD_MARGIN, second.middle)
    _write_on(image, graph, words.first, HEIGHT - BOTTOM - _WORD_MARGIN - _WORDS - _OUTLINE, first.middle)
    if graph.times and words.times:
        times = fitted(words.times, _WORDS, WIDTH - LEFT - RIGHT, INK[graph.theme], NAMES)
        image.paste(times, (LEFT, HEIGHT), times)
    moves = fitted(words.moves, _WORDS, WIDTH // _MAX_NUMBERS // 2, INK[graph.theme], NAMES)
    image.paste(moves, (LEFT, HEIGHT - BOTTOM + 14 + _TEXT - moves.height), moves)


def _write_on(image: Image.Image, graph: EvaluationGraph, words: str, top: int, area: Color) -> None:
    """Write on an area where the curve is not, as far left as that is possible.

    An outline in the area's color keeps words legible if the curve crosses them everywhere.
    """
    ink = INK["light"] if sum(area) / 3 >= _BRIGHT else INK["dark"]
    text, outline = (fitted(words, _WORDS, WIDTH - LEFT - RIGHT, color, NAMES) for color in (ink, area))
    left = _place(graph, text.size, top)
    for x, y in itertools.product((-_OUTLINE, 0, _OUTLINE), repeat=2):
        image.paste(outline, (left + x, top + y), outline)
    image.paste(text, (left, top), text)


def _place(graph: EvaluationGraph, size: tuple[int, int], top: int) -> int:
    """The left edge of words of a size, below ``top``: the first where no curve and no mark is behind them.

    If there is none, it is one without a mark, if possible, where the curve is farthest beyond their area's
    side.
    """
    (width, height), reach, curve = size, _MARK * 2, dict(_heights(graph))
    middle = top + height / 2
    beyond = 1 if middle < _y(0) else -1  # SECOND's area is above the curve, FIRST's below it
    lefts = range(LEFT + _WORD_MARGIN, WIDTH - RIGHT - _WORD_MARGIN - width + 1, 12) or [LEFT + _WORD_MARGIN]

    def room(left: int) -> float:
        """Pixels from the middle of words to the nearest part of the curve; negative on the wrong side."""
        behind = (curve[x] for x in range(left - reach, left + width + reach) if x in curve)
        return min(((y - middle) * beyond for y in behind), default=-math.inf)

    marks = [at for ply, _, _ in graph.marks if (at := _mark_at(graph, ply)) is not None]
    around = _radius(graph) * 1.85

    def is_clear(left: int) -> bool:
        """Whether no mark is behind words."""
        return not any(
            left - around <= x <= left + width + around and abs(y - middle) <= height / 2 + around
            for x, y in marks
        )

    free = next((left for left in lefts if room(left) >= height / 2 + reach), None)
    return free if free is not None else max(lefts, key=lambda left: (is_clear(left), room(left)))


def _heights(graph: EvaluationGraph) -> Iterator[tuple[int, float]]:
    """How far the curve is from the upper edge, for each pixel from the left where it is known."""
    for run in _runs(graph.scores):
        points = [(_x(graph, ply), _y(score)) for ply, score in run]
        for (x, y), (next_x, next_y) in itertools.pairwise(points):
            yield from (
                (column, y + (next_y - y) * (column - x) / (next_x - x))
                for column in range(math.ceil(x), math.floor(next_x) + 1)
            )


def numbers(moves: int) -> Sequence[int]:
    """The numbers of moves that are written below a graph: multiples of 5, 10, 20 or 50."""
    step = next((spacing for spacing in (5, 10, 20, 50) if moves / spacing <= _MAX_NUMBERS), 100)
    return range(step, moves + 1, step)


def _write_numbers(image: Image.Image, graph: EvaluationGraph) -> None:
    for ply in numbers(len(graph.scores) - 1):
        text = fitted(str(ply), _TEXT, 120, INK[graph.theme])
        x = min(round(_x(graph, ply) - text.width / 2), WIDTH - text.width - 6)
        image.paste(text, (x, HEIGHT - BOTTOM + 14), text)
