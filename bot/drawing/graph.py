"""The graph of a match: its evaluation over the moves, mistakes, phases, and the time of each move.

FIRST's color fills the graph from the bottom up to the curve, SECOND's the rest, as both divide an evaluation
bar. Around it is the wood of the boards, which suits both of Discord's themes. Everything can be read on a
phone, which shows the picture 282 pixels wide.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from PIL import Image, ImageDraw

from bot.drawing.animation import materials
from bot.drawing.lettering import NAMES, fitted
from bot.drawing.sprites import OVERSAMPLING
from bot.drawing.themes import THEMES, Color, blend
from games.base import Side

WIDTH, HEIGHT, TIMES = 960, 480, 176
"""Pixels: the width, the height of the graph, and what the times and the words above them add to it."""
LEFT, RIGHT, TOP, BOTTOM = 24, 24, 68, 64
"""Margins; the words are in the upper one, the numbers of moves in the lower one."""
_CURVE, _PROVEN = 6, 11
"""Widths of the curve; the wider one where the evaluation is exact."""
_MARK, _SMALL_MARK, _MANY = 19, 15, 10
"""The radius of a mark, and of each if there are many."""
_TEXT = 34
"""The height of digits in pixels."""
_WORDS, _SWATCH, _GAP = 32, 34, 12
"""The height of digits beside words, the side of a square with a side's color, and what is beside it."""
_TIMES_TOP, _TIMES_BOTTOM = 46, 24
"""What is above the bars of the times, for words, and below them."""
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
    """The names of the sides, whose parts are below and above the curve."""
    chance: str = ""
    """Of what both parts are the shares: the chance to win."""
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


def _ground(graph: EvaluationGraph) -> Color:
    """The color around the graph."""
    return THEMES[graph.theme].goban.wood.middle


def _ink(graph: EvaluationGraph) -> Color:
    """The color of what is written on it."""
    return THEMES[graph.theme].goban.ink


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
        self.image = Image.new("RGB", (width * scale, height * scale), _ground(graph))
        self._pen = ImageDraw.Draw(self.image)
        first, second = materials(graph.slug, graph.theme)
        self._colors = {Side.FIRST: first.middle, Side.SECOND: second.middle}
        self._gray = blend(_ground(graph), _ink(graph), 0.35)

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
        pale = blend(_ground(self._graph), _ink(self._graph), 0.1)
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
        pale = blend(_ground(self._graph), _ink(self._graph), 0.22)
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
    """Say above the graph what it shows and which color is whose, and below it what the numbers count."""
    ink, right = _ink(graph), WIDTH - RIGHT
    for name, material in zip((words.first, words.second), materials(graph.slug, graph.theme), strict=True):
        text = fitted(name, _WORDS, WIDTH // 4, ink, NAMES)
        _paste_above(image, text, right - text.width)
        right -= text.width + _GAP + _SWATCH
        _paste_above(image, _swatch(material.middle, ink), right)
        right -= 2 * _GAP
    _paste_above(image, fitted(words.chance, _WORDS, max(1, right - LEFT), ink, NAMES), LEFT)
    if graph.times and words.times:
        times = fitted(words.times, _WORDS, WIDTH - LEFT - RIGHT, ink, NAMES)
        image.paste(times, (LEFT, HEIGHT), times)
    moves = fitted(words.moves, _WORDS, WIDTH // _MAX_NUMBERS // 2, ink, NAMES)
    image.paste(moves, (LEFT, HEIGHT - BOTTOM + 14 + _TEXT - moves.height), moves)


def _paste_above(image: Image.Image, part: Image.Image, left: int) -> None:
    image.paste(part, (left, (TOP - part.height) // 2), part)


def _swatch(color: Color, ink: Color) -> Image.Image:
    """A square with a side's color in a thin frame."""
    square = Image.new("RGBA", (_SWATCH, _SWATCH), ink)
    square.paste(color, (2, 2, _SWATCH - 2, _SWATCH - 2))
    return square


def numbers(moves: int) -> Sequence[int]:
    """The numbers of moves that are written below a graph: multiples of 5, 10, 20 or 50."""
    step = next((spacing for spacing in (5, 10, 20, 50) if moves / spacing <= _MAX_NUMBERS), 100)
    return range(step, moves + 1, step)


def _write_numbers(image: Image.Image, graph: EvaluationGraph) -> None:
    for ply in numbers(len(graph.scores) - 1):
        text = fitted(str(ply), _TEXT, 120, _ink(graph))
        x = min(round(_x(graph, ply) - text.width / 2), WIDTH - text.width - 6)
        image.paste(text, (x, HEIGHT - BOTTOM + 14), text)
