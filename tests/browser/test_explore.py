"""`/explore` in the browser, by taps alone: imported games, a move, its matches, a review, and back."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import expect

from .conftest import BROWSER, Open
from .server import Server
from .window import box_of

pytestmark = BROWSER
GAMES = "".join(
    f"(;GM[2]SZ[8]RE[{result}];B[fe];W[{white}])\n" for result, white in (("B+2", "fd"), ("W+2", "df"))
)


@pytest.mark.parametrize(
    ("person", "channel", "commands", "texts", "width", "height"),
    [
        (
            "민지",
            "바둑과-오목",
            ("/기보 불러오기 ", "/분석판 오프닝:예 게임:"),
            ("기보 2개", "오셀로", "수직"),
            390,
            844,
        ),
        pytest.param(
            "Alice",
            "games",
            ("/record import ", "/analyze openings:True game:"),
            ("Imported 2 games", "Othello", "Perpendicular"),
            1280,
            800,
            marks=pytest.mark.soak,
        ),
    ],
)
async def test_from_the_start_to_a_review(
    server: Server,
    opened: Open,
    tmp_path: Path,
    person: str,
    channel: str,
    commands: tuple[str, str],
    texts: tuple[str, str, str],
    width: int,
    height: int,
) -> None:
    imported, game, opening = texts
    file = tmp_path / "games.sgf"
    file.write_text(GAMES)
    window = await opened(server, person, channel, width=width, height=height)
    page, reply = window.page, window.ephemeral_reply
    await window.types(commands[0])
    await page.locator('[data-testid="picker-option"][data-option="file"]').click()
    await page.get_by_test_id("option-file").set_input_files(str(file))
    await expect(page.get_by_test_id("option-pill").locator("input").first).to_have_value("games.sgf")
    await page.keyboard.press("Enter")
    await window.receives(imported)
    await window.types(commands[1])
    await page.get_by_role("option").filter(has_text=game).first.click()
    await page.keyboard.press("Enter")
    await window.receives("🧭")
    options = page.get_by_test_id("select-options").get_by_role("option")
    for move, seen in (("c4", "e3"), ("e3", opening)):
        await reply.get_by_role("combobox").click()
        await options.filter(has_text=move).first.click()
        await window.receives(seen)
    await expect(reply.locator("img").first).to_have_js_property("complete", value=True)
    whole = await box_of(reply.locator(".container").first)
    assert whole["y"] > 0 and whole["y"] + whole["height"] < height
    assert await reply.locator(".gallery img").get_attribute("alt")
    await reply.locator('button[data-custom-id^="p:explore-matches"]').click()
    await reply.locator('button[data-custom-id^="p:review:"]').first.click()
    await expect(reply.locator("img").first).to_be_visible()
    assert not window.problems
