"""A whole match by clicks, against the real computer player: of every game in `make soak`."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from bot.presenters.registry import PRESENTERS, game_title
from bot.texts import texts
from games import GAMES, replay
from games.base import PASS, Record
from games.go import GoPosition

from .conftest import BROWSER, Open
from .pages import WAIT
from .server import Server
from .window import Board, Window

pytestmark = BROWSER

MAX_PLIES = 250
GO_MOVES = 6  # then passes, until the computer passes too
VARIANTS = {slug: game.variants[0] for slug, game in GAMES.items()} | {"othello": "6x6"}
"""The default ones, but for a match of 60 moves that are all alike."""


async def play_on(board: Board, number: int) -> None:
    """Play a move by its button, or by selecting a piece first, or a part of the board."""
    if await board.moves.count():
        await board.move(number * 7)
    elif await board.parts.count():
        await board.move_in_part(number * 3, number * 7)
    else:
        await board.select_piece(number * 3)
        await board.move(number * 7)


async def play_go(server: Server, board: Board, number: int) -> None:
    """Play some moves, then pass; agree to the proposed score."""
    position = replay(server.match(board.match_id).record)
    assert isinstance(position, GoPosition)
    if position.scoring:
        await board.say("agree")
    elif number < GO_MOVES:
        await play_on(board, number)
    elif PRESENTERS["go"].doubt(position, PASS, texts("en")):
        await board.window.read()
        before = await board.position_id()
        await board.root.locator('button[data-custom-id$=":pass"]').click()
        await board.window.receives("Pass all the same?")
        await board.window.answer("move")
        await board.changed(before)
    else:
        await board.say("pass")


async def play_out(server: Server, board: Board) -> None:
    """Play until the match is over."""
    for number in range(MAX_PLIES):
        await board.ready()
        if await board.over.count():
            break
        if server.match(board.match_id).record.game == "go":
            await play_go(server, board, number)
        else:
            await play_on(board, number)
        await expect(board.root.locator("button.button").last).to_be_in_viewport()
    await expect(board.over).to_be_visible()


async def review(window: Window, board: Board, record: Record) -> None:
    """Review the match from its overview to its graph, its end and its start, and ask for a hint there."""
    moves, number = record.moves, PRESENTERS[record.game].move_number
    plies = len(moves)
    last, before, first = (number(moves, ply) for ply in (plies - 1, plies - 2, 0))
    await board.press("review")
    await expect(window.ephemeral_reply).to_have_text(
        re.compile("Analyzing|analysis|Turning points"), timeout=WAIT
    )
    await expect(window.ephemeral_reply.locator("img")).to_be_visible()
    for argument, text in (
        ("explain", "the larger area is ahead"),
        ("end", f"Move {last} of {last}: "),
        (str(plies - 1), f"Move {before} of {last}: "),
        ("start", f"Starting position · {last} moves"),
        ("1", f"Move {first} of {last}: "),
    ):
        button = window.ephemeral_reply.locator(
            f'button[data-custom-id^="b:review:"][data-custom-id$=":{argument}"]'
        )
        await button.click()
        await window.receives(text)
    await window.answer("advise")
    await expect(window.ephemeral_reply).to_have_text(re.compile("💡 .+ · .+"), timeout=WAIT)


SHORTEST = "twelve_janggi"
"""In it pieces are selected, moved and dropped. `tests/bot/whole/test_other_games.py` presses the buttons
of every game without a browser."""


@pytest.mark.parametrize(
    "slug", [pytest.param(slug, marks=[] if slug == SHORTEST else [pytest.mark.soak]) for slug in GAMES]
)
async def test_a_whole_match(server: Server, opened: Open, slug: str) -> None:
    alice = await opened(server, "Alice", "games")
    variant = " variant:6x6" if slug == "othello" else ""
    board = await alice.begins(f"/play {slug.replace('_', '-')} level:1 side:first{variant}")
    title = game_title(slug, VARIANTS[slug], texts("en"))
    await board.shows(title, f"#{board.match_id}", "Computer (lv. 1/8)")
    await play_out(server, board)
    stored = server.match(board.match_id)
    outcome = replay(stored.record).outcome()
    assert outcome is not None
    assert stored.state == "over"
    assert (stored.winner, stored.reason) == (outcome.winner and int(outcome.winner), outcome.reason)
    await board.shows("Draw" if outcome.winner is None else "wins")
    await review(alice, board, stored.record)


async def test_a_part_of_the_board_is_enlarged_on_a_phone(server: Server, opened: Open) -> None:
    alice = await opened(server, "Alice", "lounge", width=360, is_mobile=True, has_touch=True)
    board = await alice.begins("/play go size:19x19 level:1 side:first")
    await board.ready()
    picture = await board.picture()
    await board.window.read()
    part = await board.enlarge(0, tap=True)
    await expect(part.get_by_role("button", name="d16", exact=True)).to_be_visible(timeout=WAIT)
    await expect(part.locator("img")).to_be_visible()
    assert await board.picture() == picture, "everybody else sees the whole board"
    wide = await board.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 360
    await board.move_in_part(0, 3, tap=True)
    await board.ready()
    assert len(server.match(board.match_id).record.moves) == 2

    await board.press("type")
    before = await board.position_id()
    await alice.submit(" A 1")
    await board.changed(before)
    assert server.match(board.match_id).record.moves[2] == "a1"


async def test_a_part_is_enlarged_again_after_it_was_dismissed(server: Server, opened: Open) -> None:
    """At once: the bot is not told that the message is gone, so it has to send another, with its picture."""
    alice = await opened(server, "Alice", "lounge")
    board = await alice.begins("/play go size:19x19 level:1 side:first")
    await board.ready()
    for part in range(2):
        shown = await board.enlarge(part)
        await expect(shown.locator("img")).to_be_visible()
        assert await shown.locator("img").evaluate("image => image.decode().then(() => image.naturalWidth)")
        await shown.get_by_test_id("dismiss").click()
        await expect(shown).to_have_count(0)
