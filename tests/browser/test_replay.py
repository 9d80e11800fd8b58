"""The animation of a finished match in the browser: whole on a phone, with its players and result."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from .conftest import BROWSER, Open
from .server import Server
from .window import box_of

pytestmark = BROWSER


@pytest.mark.parametrize(("width", "height"), [(390, 844), pytest.param(1280, 800, marks=pytest.mark.soak)])
async def test_a_replay_is_one_screen(server: Server, opened: Open, width: int, height: int) -> None:
    alice = await opened(server, "Alice", "games", width=width, height=height)
    board = await alice.begins("/play othello level:1 side:first")
    await board.ready()
    await board.move()
    await board.shows("Move 2")
    await board.press("resign")
    await alice.answer("resign-yes")
    await expect(board.over).to_be_visible()
    await board.press("replay")
    message = alice.ephemeral_reply
    picture = message.locator("img[src$='replay.webp']")
    await expect(picture).to_have_js_property("complete", value=True)
    await expect(message).to_contain_text("resigned")
    whole, shown = await box_of(message), await box_of(picture)
    assert whole["y"] > 0 and whole["y"] + whole["height"] < height
    assert shown["height"] <= 350
    assert not alice.problems
