"""The table of standings: it fits a phone, its letters can be read, and it draws any name."""

from __future__ import annotations

import io
from itertools import pairwise

import pytest
from PIL import Image

from bot.drawing.animation import GROUND, INK
from bot.drawing.lettering import NAMES, drawable, font, font_size, shortened
from bot.drawing.standings import (
    COLORS,
    MAX_ROWS,
    PALE,
    WIDEST,
    Cell,
    Row,
    StandingsTable,
    draw_standings,
    table_size,
)
from bot.drawing.themes import blend
from bot.ui.tournament import NO_PLACE

from .contrasts import contrast

PHONE = 282
"""Pixels that Discord gives a picture on a phone of 390."""
ENTRANTS = [
    "민지",
    "Alexandra the Magnificent of Umbria",
    "李世乭",
    "𝐁𝐨𝐥𝐝 🎉",
    "🦊🦊",
    "Ζωή",
    "Ирина",
    "かな",
]


def table(
    columns: int, text: str, people: int = MAX_ROWS, theme: str = "dark", name: str = ""
) -> StandingsTable:
    cells = tuple(
        Cell(mark, text, name) for _, mark in zip(range(columns), [*COLORS] * columns, strict=False)
    )
    rows = tuple(
        Row(str(place), ENTRANTS[place % len(ENTRANTS)], f"#{place}", "10½", cells)
        for place in range(1, people + 1)
    )
    return StandingsTable(theme, "Player", "Points", tuple(str(one) for one in range(1, columns + 1)), rows)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    ("columns", "text", "name"),
    [
        (3, "1", ""),
        (6, "½", ""),
        (12, "0", ""),
        (8, "1 ½", ""),
        (3, "W", "Alice"),
        (7, "승", "민지"),
        (6, "L", "Alexandra"),
    ],
)
def test_every_table_fits_a_phone_and_can_be_read_there(
    columns: int, text: str, name: str, theme: str
) -> None:
    shown = table(columns, text, theme=theme, name=name)
    image = Image.open(io.BytesIO(draw_standings(shown)))
    assert image.size == table_size(shown)
    assert image.width <= WIDEST and 24 * PHONE / image.width >= 8, "a digit is at least 8 pixels high"
    assert image.height * PHONE / image.width <= 420, "with the buttons, it is seen at once"


def test_a_name_is_drawn_as_far_as_the_font_goes() -> None:
    assert [drawable(name) for name in ENTRANTS] == [
        "민지",
        "Alexandra the Magnificent of Umbria",
        "李世乭",
        "Bold",
        "",
        "Ζω",
        "Ирина",
        "かな",
    ]
    assert drawable("ㅋㅋ  \n각") == "ㅋㅋ 각"


@pytest.mark.parametrize("width", [60, 100, 200, 400])
def test_a_long_name_is_cut(width: int) -> None:
    size = font_size(24)
    for name in ("Alexandra the Magnificent of Umbria", "선수" * 20):
        cut = shortened(name, size, width)
        assert cut.endswith("…") and font(NAMES, size).getlength(cut) <= width


def test_who_has_dropped_out_is_paler() -> None:
    shades: list[int] = []
    for is_out in (False, True):
        row = Row("1", "Alice", "#1", "2", (), is_out)
        shown = StandingsTable("dark", "Player", "Points", (), (row,))
        image = Image.open(io.BytesIO(draw_standings(shown))).convert("L")
        shades.append(max(image.crop((62, 60, 200, 100)).tobytes()))
    assert all(paler < plain for plain, paler in pairwise(shades))


@pytest.mark.parametrize("theme", GROUND)
def test_what_is_paler_can_be_read(theme: str) -> None:
    stripe = blend(GROUND[theme], INK[theme], 0.07)
    pale = blend(GROUND[theme], INK[theme], PALE)
    assert contrast(pale, stripe, "all cones") >= 4.5


def test_the_sign_of_who_has_no_place_is_drawn() -> None:
    pictures = {
        draw_standings(StandingsTable("dark", "Player", "Points", (), (Row(place, "Alice", "#1", "0", ()),)))
        for place in ("", NO_PLACE)
    }
    assert len(pictures) == 2
