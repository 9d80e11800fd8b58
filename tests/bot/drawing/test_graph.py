"""The graph of a match: both colors, its curve, marks, numbers, times, and what is not known."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from bot.drawing.animation import materials
from bot.drawing.graph import (
    BOTTOM,
    COLORS,
    HEIGHT,
    LEFT,
    RIGHT,
    TIMES,
    TOP,
    WIDTH,
    AxisWords,
    EvaluationGraph,
    Severity,
    draw_graph,
    graph_size,
    numbers,
)
from bot.drawing.themes import THEMES, Color
from games.base import Side

from .contrasts import EYES, contrast
from .pictures import color_at

SCORES = tuple(0.5 if ply < 30 else -0.5 for ply in range(61))
GRAPH = EvaluationGraph("othello", "light", SCORES, (False,) * 61)


def opened(graph: EvaluationGraph) -> Image.Image:
    return Image.open(io.BytesIO(draw_graph(graph))).convert("RGB")


def at(ply: float, score: float) -> tuple[int, int]:
    """The pixel of a score after ``ply`` moves of sixty."""
    x = LEFT + (WIDTH - LEFT - RIGHT) * ply / 60
    return round(x), round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - score) / 2)


def near(one: Color, other: Color, most: int = 24) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) <= most


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("slug", ["othello", "twelve_janggi"])
def test_both_colors_divide_it(slug: str, theme: str) -> None:
    first, second = materials(slug, theme)
    image = opened(replace(GRAPH, slug=slug, theme=theme))
    assert near(color_at(image, *at(15, 0.3)), first.middle) and near(
        color_at(image, *at(15, 0.8)), second.middle
    )
    assert near(color_at(image, *at(45, -0.8)), first.middle)
    assert near(color_at(image, *at(45, -0.2)), second.middle)


def test_what_is_not_known_has_neither_color() -> None:
    image = opened(replace(GRAPH, scores=(*SCORES[:30], *(None,) * 31)))
    first, _ = materials("othello", "light")
    colors = {color_at(image, *at(45, score)) for score in (-0.8, -0.3, 0.3, 0.8)}
    assert len(colors) == 1
    assert not near(colors.pop(), first.middle, 60)
    assert near(color_at(image, *at(15, 0.3)), first.middle)


def test_nothing_known_and_a_single_move() -> None:
    assert opened(replace(GRAPH, scores=(None,) * 61)).size == (WIDTH, HEIGHT)
    assert opened(EvaluationGraph("go", "dark", (0.1, None), (False, False))).size == (WIDTH, HEIGHT)


@pytest.mark.parametrize("severity", Severity)
@pytest.mark.parametrize("side", Side)
def test_a_mark_has_its_severity_around_its_players_color(severity: Severity, side: Side) -> None:
    image = opened(replace(GRAPH, marks=((10, side, severity),)))
    x, y = at(10, 0.5)
    assert near(color_at(image, x, y), materials("othello", "light")[side - 1].middle)
    assert near(color_at(image, x - 20, y), COLORS[severity])


def test_a_mark_at_the_edge_is_whole() -> None:
    image = opened(replace(GRAPH, scores=(1.0,) * 61, marks=((60, Side.FIRST, Severity.BLUNDER),)))
    assert near(color_at(image, at(60, 1)[0], TOP + 17), materials("othello", "light")[0].middle)


def test_an_exact_part_is_bolder() -> None:
    def thickness(graph: EvaluationGraph) -> int:
        image, (x, y) = opened(graph), at(15, 0.5)
        return sum(near(color_at(image, x, y + step), (46, 134, 222), 40) for step in range(-12, 13))

    assert thickness(replace(GRAPH, proven=(True,) * 61)) > thickness(GRAPH) + 2


def test_phases_are_dashed() -> None:
    plain, dashed = opened(GRAPH), opened(replace(GRAPH, phases=(20, 40)))
    for ply, changes in ((20, True), (40, True), (25, False)):
        x = at(ply, 0)[0]
        column = (x, TOP, x + 1, HEIGHT - BOTTOM)
        assert (plain.crop(column).tobytes() != dashed.crop(column).tobytes()) is changes


def test_times_are_bars_up_and_down() -> None:
    times = ((11, Side.FIRST, 100.0), (32, Side.SECOND, 25.0))
    graph = replace(GRAPH, times=times)
    image = opened(graph)
    assert image.size == graph_size(graph) == (WIDTH, HEIGHT + TIMES)
    first, second = materials("othello", "light")
    middle = HEIGHT + 46 + (TIMES - 46 - 24) // 2  # below words, above a margin
    assert near(color_at(image, at(10.5, 0)[0], middle - 40), first.middle)
    assert near(color_at(image, at(31.5, 0)[0], middle + 20), second.middle)
    assert not near(color_at(image, at(31.5, 0)[0], middle + 40), second.middle), "half as high"


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        (3, []),
        (12, [5, 10]),
        (30, [5, 10, 15, 20, 25, 30]),
        (61, [20, 40, 60]),
        (250, [50, 100, 150, 200, 250]),
    ],
)
def test_which_numbers_are_written(moves: int, expected: list[int]) -> None:
    assert list(numbers(moves)) == expected


def test_it_is_small() -> None:
    marks = tuple((ply, Side.FIRST, Severity.BLUNDER) for ply in range(1, 60, 3))
    assert len(draw_graph(replace(GRAPH, marks=marks, phases=(20, 40)))) < 20_000


@pytest.mark.parametrize("theme", THEMES)
def test_words_are_around_the_graph_and_never_on_it(theme: str) -> None:
    plain = opened(replace(GRAPH, theme=theme))
    words = AxisWords("수", "흑", "A side with a very long name", "Chance to win", "수마다 쓴 시간")
    difference = ImageChops.difference(plain, opened(replace(GRAPH, theme=theme, words=words)))
    changed = difference.convert("L").point(lambda level: 255 * (level > 24))
    assert changed.crop((0, TOP, WIDTH, HEIGHT - BOTTOM)).getbbox() is None
    for box in ((LEFT, 0, 300, TOP), (WIDTH // 2, 0, WIDTH, TOP), (LEFT, HEIGHT - BOTTOM, 100, HEIGHT)):
        assert changed.crop(box).getbbox() is not None


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("slug", ["othello", "twelve_janggi"])
def test_what_is_written_around_it_can_be_read_in_both_themes(slug: str, theme: str) -> None:
    """Discord tells nobody which theme a reader has: a dark ground looked like a frame in the light one."""
    colors = THEMES[theme].goban
    image = opened(replace(GRAPH, slug=slug, theme=theme))
    assert near(color_at(image, 4, 4), colors.wood.middle)
    assert all(contrast(colors.wood.middle, colors.ink, eye) >= 4.5 for eye in EYES)


@pytest.mark.parametrize("theme", THEMES)
def test_words_above_the_bars_of_the_times(theme: str) -> None:
    graph = replace(GRAPH, theme=theme, times=((11, Side.FIRST, 100.0), (32, Side.SECOND, 25.0)))
    plain = opened(replace(graph, words=AxisWords("", "", "")))
    worded = opened(replace(graph, words=AxisWords("", "", "", "", "Time per move")))
    above, bars = (LEFT, HEIGHT, 300, HEIGHT + 46), (0, HEIGHT + 46, WIDTH, HEIGHT + TIMES)
    assert plain.crop(above).tobytes() != worded.crop(above).tobytes()
    assert not any(ImageChops.difference(plain.crop(bars), worded.crop(bars)).convert("L").histogram()[24:])
