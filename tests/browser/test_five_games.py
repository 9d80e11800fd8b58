"""Every game by clicks in a browser, on its default variant, to its end; the computer really thinks."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from ai.base import solved
from games import GAMES, replay
from games.go import GoPosition

from .conftest import BROWSER, Open
from .server import Server
from .window import WAIT, Board, Window

pytestmark = BROWSER

TITLES = {
    "othello": "Othello 8×8",
    "gomoku": "Gomoku",
    "go": "Go 9×9",
    "hare_and_hounds": "Hare and Hounds",
    "twelve_janggi": "Twelve Janggi",
}
MOST_PLIES = 250
GO_MOVES = 6  # before one passes until the computer does too


async def play_on(board: Board, number: int) -> None:
    """One move: a button where there is one, else a piece and its goal."""
    if not await board.moves.count() and not await board.menus.count():
        await board.take_up(number * 3)
    await board.move(number * 7)


async def play_go(server: Server, board: Board, number: int) -> None:
    """Some moves, then passes; of the count whatever is proposed is agreed to."""
    position = replay(server.match(board.match_id).record)
    assert isinstance(position, GoPosition)
    if position.scoring:
        agree = board.root.locator(
            f'button[data-custom-id^="b:move:{board.match_id}:"][data-custom-id$=":agree"]'
        )
        before = await board.stamp()
        await agree.click()
        await board.changed(before)
    elif number < GO_MOVES:
        await board.move(number * 7)
    else:
        await board.from_menu("Pass")


async def play_out(server: Server, board: Board) -> None:
    """Play until the match is over."""
    for number in range(MOST_PLIES):
        await board.ready()
        if await board.over.count():
            break
        if server.match(board.match_id).record.game == "go":
            await play_go(server, board, number)
        else:
            await play_on(board, number)
    await expect(board.over).to_be_visible()


async def look_back(window: Window, board: Board, plies: int, *, knows: bool) -> None:
    """Review the match from its end to its start, and have a move advised there."""
    await board.press("review")
    await window.hears(f"Move {plies} of {plies}: ")
    await expect(window.whisper.locator("img")).to_be_visible()
    for argument, told in (
        (str(plies - 1), f"Move {plies - 1} of {plies}: "),
        ("start", f"The start of {plies} moves"),
        ("1", f"Move 1 of {plies}: "),
    ):
        key = window.whisper.locator(f'button[data-custom-id^="b:review:"][data-custom-id$=":{argument}"]')
        await key.click()
        await window.hears(told)
        assert ("to move: " in await window.whisper.inner_text()) == knows
    await window.answer("advise")
    await window.hears("💡 Try ", "to move: ")


@pytest.mark.parametrize("slug", GAMES)
async def test_a_whole_match(server: Server, opened: Open, slug: str) -> None:
    alice = await opened(server, "Alice", "games")
    board = await alice.begins(f"/play {slug.replace('_', '-')} level:1 side:first")
    await board.says(TITLES[slug], f"#{board.match_id}", "Computer (level 1)")
    await play_out(server, board)
    stored = server.match(board.match_id)
    outcome = replay(stored.record).outcome()
    assert outcome is not None and stored.state == "over"
    assert (stored.winner, stored.reason) == (outcome.winner and int(outcome.winner), outcome.reason)
    await board.says("A draw" if outcome.winner is None else "wins")
    await look_back(alice, board, len(stored.record.moves), knows=solved(slug))


async def test_panning_and_choosing_a_part_of_the_board_on_a_phone(server: Server, opened: Open) -> None:
    alice = await opened(server, "Alice", "lounge", width=360, is_mobile=True, has_touch=True)
    board = await alice.begins("/play go size:19x19 level:1 side:first")
    await board.ready()
    labels, picture = await board.moves.all_inner_texts(), await board.picture()
    left = board.root.locator("button").filter(has=board.page.locator("[alt='⬅️'], :text('⬅️')")).first
    await left.tap()
    await expect(board.moves.first).not_to_have_text(labels[0], timeout=WAIT)
    assert await board.picture() != picture
    wide = await board.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 360
    name = await board.move(12, tap=True)
    assert server.match(board.match_id).record.moves[0] == name


async def test_a_piece_taken_up_is_still_up_after_a_restart(own_server: Server, opened: Open) -> None:
    alice = await opened(own_server, "Alice", "games")
    board = await alice.begins("/play twelve-janggi level:1 side:first")
    await board.ready()
    await board.take_up(0)
    name = await board.moves.first.get_attribute("data-custom-id")
    assert await own_server.stop() == 0
    await own_server.start()
    await board.moves.first.click()
    await board.changed("0.0")
    alice.problems.clear()  # the browser tells of a socket that cannot connect
    assert own_server.match(board.match_id).record.moves[0] == (name or "").rpartition(":")[2]
