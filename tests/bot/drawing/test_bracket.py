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


def test_the_winner_of_the_final_alone_is_on_gold() -> None:
    gold = []
    for counts in ((2, 1), (8, 4, 2)):
        colors = Image.open(io.BytesIO(draw_bracket(picture(counts)))).convert("RGB").getcolors(100_000)
        gold.append(
            sum(count for count, (red, green, blue) in colors or [] if red > 200 and blue < 90 < green)
        )
    assert all(6_000 < count < 11_000 for count in gold), "the size of one row"


def test_a_bye_has_no_box() -> None:
    whole, shown = picture((2, 1)), picture((2, 1))
    shown = BracketPicture(shown.theme, shown.headers, ((None, meeting(1)), shown.columns[1]), shown.below)
    with_box, without = (
        Image.open(io.BytesIO(draw_bracket(each))).convert("RGB").crop((0, 50, 280, 118))
        for each in (whole, shown)
    )
    assert len(with_box.getcolors(100_000) or []) > 1
    assert len(without.getcolors(100_000) or []) == 1
