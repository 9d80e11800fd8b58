"""`/export` in the browser: the file is attached to an answer that only the person sees."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from .conftest import BROWSER, Open
from .server import Server

pytestmark = BROWSER


@pytest.mark.parametrize("width", [360, pytest.param(1280, marks=pytest.mark.soak)])
async def test_a_finished_match_is_a_file(server: Server, opened: Open, width: int) -> None:
    alice = await opened(server, "Alice", "games", width=width)
    board = await alice.begins("/play othello level:1 side:first")
    await board.ready()
    await board.move()
    await board.shows("Move 2")
    await board.press("resign")
    await alice.answer("resign-yes")
    await expect(board.over).to_be_visible()
    await alice.command(f"/record export match:{board.match_id}")
    await alice.receives("Here is the match")
    await expect(alice.ephemeral_reply).to_contain_text(f"daeguk-{board.match_id}.sgf")
    assert not alice.problems
