"""The picture of a profile: its curve, its bars, and what fits."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image

from bot.drawing.profile import (
    CURVE,
    MARGIN,
    ROW,
    WIDTH,
    ProfileChart,
    ResultBar,
    chart_size,
    draw_profile,
    rating_lines,
    rating_range,
    segments,
)
from bot.drawing.standings import COLORS, Mark
from bot.drawing.themes import THEMES, Color
from bot.texts import LANGUAGES, texts
from bot.ui.level_names import level_name
from bot.ui.ratings import category_name
from data.model.rating_categories import Category

from .pictures import color_at

POINTS = tuple((86_400.0 * day, 1500.0 + day, 80.0) for day in range(100))


def bar(name: str, *counts: int) -> ResultBar:
    won, drawn, lost = counts
    return ResultBar(name, (won, drawn, lost), (f"{won} won", f"{drawn} drawn", f"{lost} lost"))


CHART = ProfileChart("light", POINTS, ("2026-01", "2026-04"), (bar("Go", 6, 2, 2), bar("Renju", 0, 0, 3)))


def opened(chart: ProfileChart) -> Image.Image:
    return Image.open(io.BytesIO(draw_profile(chart))).convert("RGB")


def share(image: Image.Image, row: int, color: Color) -> float:
    """How much of a row of results has a color."""
    y = CURVE + MARGIN + row * ROW + 8
    line = [color_at(image, x, y) for x in range(340, WIDTH - 40)]
    return sum(max(abs(a - b) for a, b in zip(one, color, strict=True)) < 12 for one in line) / len(line)


@pytest.mark.parametrize("theme", THEMES)
def test_bars_have_the_shares_of_the_results(theme: str) -> None:
    image = opened(replace(CHART, theme=theme))
    assert image.size == chart_size(CHART) == (WIDTH, CURVE + 2 * ROW + 2 * MARGIN)
    found = [share(image, 0, COLORS[mark]) for mark in (Mark.WIN, Mark.DRAW, Mark.LOSS)]
    assert found == pytest.approx([0.6, 0.2, 0.2], abs=0.04)
    assert share(image, 1, COLORS[Mark.LOSS]) > 0.95


def test_without_a_rating_there_is_no_curve_and_without_results_there_are_no_bars() -> None:
    assert opened(replace(CHART, points=())).size == (WIDTH, 2 * ROW + 2 * MARGIN)
    assert opened(replace(CHART, results=(), points=POINTS[:1])).size == (WIDTH, CURVE)


def test_six_games_are_no_higher_than_discord_shows_at_full_width() -> None:
    results = tuple(bar(str(category), 1, 1, 1) for category in Category)
    width, height = chart_size(replace(CHART, results=results))
    assert 350 * width / height > 480  # pixels on a desktop: wider than half of a message


@pytest.mark.parametrize(
    ("counts", "expected"),
    [((1, 0, 0), [600, 0, 0]), ((99, 1, 0), [488, 112, 0]), ((1, 98, 1), [112, 376, 112])],
)
def test_small_results_can_be_read(counts: tuple[int, int, int], expected: list[int]) -> None:
    assert list(segments(counts, 600)) == expected


@pytest.mark.parametrize(("value", "deviation"), [(1500.0, 350.0), (1500.0, 45.0), (2850.0, 60.0)])
def test_the_last_rating_and_round_numbers_are_within_the_range(value: float, deviation: float) -> None:
    low, high = rating_range([(0.0, value, deviation)])
    lines = rating_lines(low, high)
    assert low < value < high and 2 <= len(lines) <= 5 and all(low <= line <= high for line in lines)


def test_a_growing_rating_is_drawn_upwards() -> None:
    image = opened(CHART)
    blue = (28, 104, 186)

    def height(x: int) -> int:
        column = [color_at(image, x, y) for y in range(CURVE)]
        return min(y for y, one in enumerate(column) if max(map(abs, map(int.__sub__, one, blue))) < 24)

    assert height(200) > height(500) > height(900)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_font_has_the_letters_of_every_game_and_of_levels(language: str) -> None:
    from bot.drawing.lettering import NAMES, font

    missing = font(NAMES, 40).getmask("\uffff").getbbox(), bytes(font(NAMES, 40).getmask("\uffff"))
    reader = texts(language)
    for name in [*(category_name(category, reader) for category in Category), level_name("go", "3", reader)]:
        for letter in name.replace(" ", ""):
            shape = font(NAMES, 40).getmask(letter)
            assert (shape.getbbox(), bytes(shape)) != missing, letter


def test_it_is_small() -> None:
    assert len(draw_profile(CHART)) < 30_000
