"""The page draws emoji from its own font, in color, in both themes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Literal

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from sandbox import Sandbox

from .conftest import BROWSER
from .pages import leave_page, open_page

pytestmark = BROWSER

ROOT = Path(__file__).parents[2]
PLACES = ("bot", "sandbox/page", "sandbox/world", "tests/browser")
KINDS = {".py", ".po", ".js", ".html", ".css"}
EMOJI = r"text => [...new Set(text.match(/\p{Extended_Pictographic}|\p{Emoji_Presentation}/gu))]"
WIDTHS = """async (emoji) => {
  const pen = document.createElement('canvas').getContext('2d');
  await document.fonts.load('160px Emoji', '\u26ab');
  pen.font = '160px Emoji';
  return Object.fromEntries(emoji.map((one) => [one, pen.measureText(one).width]));
}"""
ROW = """async (emoji) => {
  const pen = document.createElement('canvas').getContext('2d');
  await document.fonts.load('80px Emoji', emoji);
  pen.font = '80px Emoji';
  pen.textBaseline = 'top';
  pen.fillText(emoji, 0, 0);
  const { data } = pen.getImageData(0, 55, 110, 1);
  return Array.from({ length: 110 }, (_, at) => data[4 * at]);
}"""
COLORS = """async ([emoji, ink]) => {
  const pen = document.createElement('canvas').getContext('2d');
  await document.fonts.load('80px Emoji', '\u26ab');
  pen.font = '80px Emoji';
  pen.fillStyle = ink;
  pen.textBaseline = 'top';
  pen.fillText(emoji, 0, 0);
  return [...pen.getImageData(55, 50, 1, 1).data];
}"""
Theme = Literal["dark", "light"]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def page(browser: Browser) -> AsyncIterator[Page]:
    async with Sandbox.running() as sandbox:
        opened = await open_page(browser, 1280, 800)
        await opened.goto(sandbox.url)
        yield opened
        await leave_page(opened)


async def test_every_emoji_is_in_the_pages_font(page: Page) -> None:
    files = [path for place in PLACES for path in (ROOT / place).rglob("*") if path.suffix in KINDS]
    used = await page.evaluate(EMOJI, "".join(path.read_text(encoding="utf-8") for path in files))
    widths = await page.evaluate(WIDTHS, used)
    assert len(used) > 30
    assert {one for one, width in widths.items() if width != 220} == set()  # 1.375 × 160


@pytest.mark.parametrize("ink", ["white", "black"])
@pytest.mark.parametrize(("emoji", "color"), [("⚫", (49, 55, 61)), ("⚪", (230, 231, 232))])
async def test_black_and_white_discs_keep_their_color(
    page: Page, emoji: str, color: tuple[int, int, int], ink: str
) -> None:
    red, green, blue, alpha = await page.evaluate(COLORS, [emoji, ink])
    assert (red, green, blue) == pytest.approx(color, abs=1) and alpha == 255


async def test_the_layers_of_an_emoji_are_at_their_places(page: Page) -> None:
    row = await page.evaluate(ROW, "⏸")  # two white bars on blue
    assert min(row[20:90]) < 100 and max(row[20:90]) == 255
    assert row[20:90] == pytest.approx(row[20:90][::-1], abs=40)
