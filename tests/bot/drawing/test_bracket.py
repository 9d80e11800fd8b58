"""The bracket of a knockout: it fits a phone, its letters can be read, and it draws any name."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from bot.drawing.bracket import BracketPicture, Meeting, Player, State, bracket_size, draw_bracket
from bot.drawing.standings import Mark

PHONE, DESKTOP_HEIGHT = 282, 350
"""Pixels that Discord gives a picture: the width on a phone of 390, and the height on a desktop."""
NAMES = ["민지", "Alexandra the Magnificent of Umbria", "李世乭", "🦊🦊", "Ζωή", "かな", "𝐁𝐨𝐥𝐝 🎉", ""]


def meeting(number: int) -> Meeting:
    first, second = NAMES[number % len(NAMES)], NAMES[(number + 1) % len(NAMES)]
    return (
        Player(first, "#1", State.THROUGH, "½ 1", Mark.WIN),
        Player(second, "#2", State.OUT, "½ 0", Mark.LOSS),
    )


def picture(counts: tuple[int, ...], theme: str = "dark") -> BracketPicture:
    """One with so many matches in each column; without a final among them, it is below."""
    columns = tuple(tuple(meeting(number) for number in range(count)) for count in counts)
    below = (("Final", meeting(2)),) if counts[-1] > 1 else ()
    headers = tuple("Quarterfinals" for _ in counts)
    return BracketPicture(theme, headers, columns, (*below, ("Third place", (None, None))))


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("counts", [(1,), (2, 1), (4, 2, 1), (8, 4, 2)])
def test_every_bracket_fits_a_phone_and_can_be_read_there(counts: tuple[int, ...], theme: str) -> None:
    shown = picture(counts, theme)
    image = Image.open(io.BytesIO(draw_bracket(shown)))
    assert image.size == bracket_size(shown)
    assert 19 * PHONE / image.width >= 8, "a digit is at least 8 pixels high"
    assert image.height * PHONE / image.width <= 420, "with the buttons, it is seen at once"
    assert 19 * min(1.0, DESKTOP_HEIGHT / image.height) >= 8, "also where the height is the limit"


def colors(shown: BracketPicture, box: tuple[int, int, int, int] | None = None) -> dict[object, int]:
    """How many pixels of a picture, or of a part of it, have each color."""
    image = Image.open(io.BytesIO(draw_bracket(shown))).convert("RGB").crop(box)
    return {color: count for count, color in image.getcolors(100_000) or []}


@pytest.mark.parametrize("counts", [(2, 1), (8, 4, 2)])
def test_the_winner_of_the_final_alone_is_on_gold(counts: tuple[int, ...]) -> None:
    assert 6_000 < colors(picture(counts))[226, 178, 60] < 11_000, "the size of one row"


def test_a_bye_has_no_box() -> None:
    whole = picture((2, 1))
    shown = BracketPicture(whole.theme, whole.headers, ((None, meeting(1)), whole.columns[1]), whole.below)
    upper = 0, 50, 280, 118
    assert len(colors(whole, upper)) > 1 == len(colors(shown, upper))
