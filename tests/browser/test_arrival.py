"""The page's first minute: a person, a server and a welcome in the browser's language; one tap is a match.

The welcome is the first message of its channel: tests that write a lot are in files after this one.
"""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, expect

from bot.texts import texts
from games import GAMES

from .conftest import BROWSER
from .pages import WAIT, open_page
from .server import Server
from .window import Window

pytestmark = BROWSER

PLACES = {
    "en-GB": ("Alice", "games", "Board Game Club"),
    "ko-KR": ("민지", "오셀로", "한국 보드게임"),
    "fr-FR": ("Alice", "games", "Board Game Club"),
}
"""Where a browser of each language arrives."""
_ALONE = """message => {
    for (const other of [...document.querySelectorAll('li.message')]) if (other !== message) other.remove();
}"""
"""The channel as it is when the bot has just joined: the shared server's has messages of other tests."""


async def arrive(
    browser: Browser, server: Server, locale: str, width: int = 1280, device: str = ""
) -> Window:
    """A new browser's window, on the page as it opens; as wide as asked for, or a device's."""
    height = 844
    if device:
        width, height = map(int, device.split("x"))
    page = await open_page(browser, width, height, locale=locale)
    window = Window(page, PLACES[locale][0], server.reading_seconds)
    await window.page.goto(f"{server.url}/?device={device}")
    await expect(window.page.get_by_test_id("bot-status")).to_have_attribute(
        "data-online", "true", timeout=WAIT
    )
    return window


@pytest.mark.parametrize("locale", PLACES)
async def test_the_page_opens_in_the_browsers_language(browser: Browser, server: Server, locale: str) -> None:
    window = await arrive(browser, server, locale)
    person, channel, guild = PLACES[locale]
    page, reader = window.page, texts(locale)
    try:
        await expect(page.get_by_test_id("channel-title")).to_contain_text(channel)
        await expect(page.locator("#sidebar-head")).to_contain_text(guild)
        mine = page.get_by_test_id("member-switcher").and_(page.locator(":visible"))
        await expect(mine).to_contain_text(person)
        welcome = page.locator("li.message.v2").filter(has_text=reader.plain("welcome.title")).first
        for slug in GAMES:
            await expect(welcome).to_contain_text(reader.plain(f"game.{slug}"), timeout=WAIT)
    finally:
        await window.close()
    assert window.problems == []


async def test_the_whole_welcome_is_on_a_desktops_screen(browser: Browser, server: Server) -> None:
    for locale in ("en-GB", "ko-KR"):
        window = await arrive(browser, server, locale, device="1280x800")
        title = texts(locale).plain("welcome.title")
        await window.page.locator("li.message.v2").filter(has_text=title).first.evaluate(_ALONE)
        welcome = window.page.locator("li.message")
        await expect(welcome.locator(".gallery img")).to_have_js_property("complete", True)
        await expect(welcome.locator(".author")).to_be_in_viewport(ratio=1)
        commands = welcome.locator("[data-command]" if locale == "en-GB" else "code")
        await expect(commands.last).to_be_in_viewport(ratio=1)
        await window.close()


@pytest.mark.parametrize(("locale", "width"), [("en-GB", 1280), ("ko-KR", 390)])
async def test_one_tap_on_the_welcome_is_a_match(
    browser: Browser, server: Server, locale: str, width: int
) -> None:
    window = await arrive(browser, server, locale, width)
    reader = texts(locale)
    try:
        newest = await window.newest()
        welcome = window.page.locator("li.message.v2").filter(has_text=reader.plain("welcome.title")).first
        await welcome.get_by_role("button", name=reader.plain("game.hare_and_hounds"), exact=True).click()
        board = await window.last_board(after=newest)
        await board.ready()
        await board.shows(reader.plain("game.hare_and_hounds"), f"#{board.match_id}")
        assert server.match(board.match_id).record.game == "hare_and_hounds"
    finally:
        await window.close()
    assert window.problems == []


async def test_a_command_of_the_welcome_goes_to_the_composer(browser: Browser, server: Server) -> None:
    window = await arrive(browser, server, "en-GB")
    try:
        await window.page.locator('.mention[data-command="learn"]').first.click()
        await expect(window.page.get_by_test_id("command-name")).to_contain_text("learn")
    finally:
        await window.close()
    assert window.problems == []


async def test_another_person_arrives_in_a_server_of_their_language(browser: Browser, server: Server) -> None:
    window = await arrive(browser, server, "ko-KR")
    try:
        await window.become("준호")
        await expect(window.page.get_by_test_id("channel-title")).to_contain_text("오셀로")
        await window.become("Alice")
        await expect(window.page.get_by_test_id("channel-title")).to_contain_text("games")
    finally:
        await window.close()
    assert window.problems == []
