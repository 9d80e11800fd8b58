"""The panel of settings and the list of matches in a browser, and a group in which the bot is no member."""

from __future__ import annotations

from playwright.async_api import Locator, expect

from .conftest import BROWSER, Open
from .server import Server
from .window import Window

pytestmark = BROWSER


async def test_an_admin_on_a_phone(server: Server, opened: Open) -> None:
    alice = await opened(server, "Alice", "games", width=360)
    await alice.command("/settings")
    await alice.hears("Settings of this server", "The server's own (English) · default", "Every channel")
    panel = alice.whisper
    await panel.get_by_text("Any number · default").click()
    await alice.page.get_by_test_id("select-options").get_by_text("5 boards").click()
    await alice.hears("Saved: Boards in one channel at once")
    await expect(panel.get_by_text("5 boards")).to_be_visible()
    await panel.get_by_role("button", name="Back to the defaults").click()
    await panel.get_by_role("button", name="Yes, reset everything").click()
    await alice.hears("Saved: the defaults", "Any number · default")
    assert not alice.problems


async def test_a_match_is_brought_along(server: Server, opened: Open) -> None:
    alice = await opened(server, "Alice", "games")
    board = await alice.begins("/play othello level:1 side:first")
    await board.ready()
    await alice.go("lounge")
    await alice.command("/matches")
    await _turned_to(alice, board.match_id)
    await _bring(alice, board.match_id).click()
    here = await alice.last_board(after=board.match_id - 1)
    await here.ready()
    await here.move()
    await here.says("Move 2")  # the computer answers there, too
    assert not alice.problems


def _bring(window: Window, match_id: int) -> Locator:
    return window.whisper.locator(f'[data-custom-id="p:bring:{match_id}"]')


async def _turned_to(window: Window, match_id: int) -> None:
    """Other tests leave matches of theirs, so that it may stand on a later page."""
    pages = window.whisper.locator('[data-custom-id$="-here"]')
    await expect(pages.or_(_bring(window, match_id)).first).to_be_visible()
    while not await _bring(window, match_id).count():
        before = await pages.inner_text()
        await window.whisper.get_by_role("button", name="▶").click()
        await expect(pages).not_to_have_text(before)


async def test_a_group_without_the_bot(server: Server, opened: Open) -> None:
    """Alice has added it to her account; 민지 presses."""
    alice = await opened(server, "Alice", "games")
    await alice.page.locator("#guilds").get_by_test_id("guild").first.click()
    await alice.page.get_by_test_id("channel").filter(has_text="Weekend").click()
    board = await alice.begins("/play othello level:1 side:first")
    await board.ready()
    await board.move()
    await board.says("Move 2")
    assert not alice.problems
