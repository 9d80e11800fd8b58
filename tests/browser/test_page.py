"""The page itself: scroll position, columns of buttons, previews of replies, suggestions."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from .conftest import BROWSER, Open
from .server import Server

pytestmark = BROWSER

_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
_TALLER = "() => { document.getElementById('messages').lastElementChild.style.paddingBottom = '400px'; }"
_SHORTER_AND_TALLER_AGAIN = """() => {
  const last = document.getElementById('messages').lastElementChild;
  last.style.paddingBottom = '0px';
  document.getElementById('jump').click();
  last.style.paddingBottom = '400px';
}"""
_FROM_THE_END = """() => {
  const { scrollTop, scrollHeight, clientHeight } = document.getElementById('scroller');
  return scrollHeight - scrollTop - clientHeight;
}"""

_LEFTS = """rows => rows.map((row) => [...row.querySelectorAll('button')])
  .map((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().left)))"""


async def test_a_list_that_shrinks_and_grows_within_a_frame_stays_at_its_end(
    server: Server, opened: Open
) -> None:
    alice = await opened(server, "Alice", "games")
    await alice.begins("/play othello level:1 side:first")
    for change in (_TALLER, _SHORTER_AND_TALLER_AGAIN):
        await alice.page.evaluate(change)
        await alice.page.evaluate(_FRAMES)
        await alice.page.evaluate(_FRAMES)
        assert await alice.page.evaluate(_FROM_THE_END) <= 1


async def test_the_buttons_of_a_board_align_in_columns(server: Server, opened: Open) -> None:
    alice = await opened(server, "Alice", "games")
    board = await alice.begins("/play go size:19x19 level:1 side:first")
    await board.move_in_part(0, 0)
    await board.ready()
    *_, controls = lefts = await board.root.locator(".row").evaluate_all(_LEFTS)
    assert [len(row) for row in lefts] == [4, 4, 4, 3]
    assert all(row == lefts[0] for row in lefts[:-1]), "a word is as wide as a number"
    assert controls[0] == lefts[0][0]


async def test_a_replys_preview_has_no_markup(server: Server, opened: Open) -> None:
    alice = await opened(server, "Alice", "go-corner")
    board = await alice.begins("/play go level:1 side:first")
    await board.ready()
    await board.root.get_by_test_id("reply").first.evaluate("button => button.click()")
    await alice.types("hello")
    await alice.page.keyboard.press("Enter")
    preview = alice.page.get_by_test_id("reply-reference").filter(has_text="Go 9×9")
    await expect(preview).to_contain_text("type d4 here")
    await expect(preview).not_to_contain_text("-#")


async def test_typed_text_wins_over_an_outdated_suggestion(server: Server, opened: Open) -> None:
    """While autocomplete is pending, the list still shows the choices of an earlier text."""
    alice = await opened(server, "Alice", "lounge")
    board = await alice.begins("/play go level:1 side:first")
    await board.ready()
    await alice.types("/move move:j")
    choices = alice.page.get_by_test_id("picker-choice")
    await expect(choices.first).to_be_visible()
    await alice.page.route("**/page/api/autocomplete", lambda route: None)  # never answered
    await alice.page.keyboard.type("9")
    await alice.page.keyboard.press("Enter")
    await board.changed("0.0")
    assert server.match(board.match_id).record.moves[0] == "j9"
    assert server.match(board.match_id).record.moves[0] == "j9"


@pytest.mark.parametrize(
    ("person", "channel", "line", "title"),
    [
        ("Alice", "lounge", "/puzzle go", "×"),  # the size of its board
        ("Alice", "lounge", "/puzzle Gomoku four", "Gomoku"),
        ("민지", "잡담", "/문제 바둑", "×"),
        ("민지", "잡담", "/배우기 바둑", "바둑"),
    ],
)
async def test_a_choice_is_taken_without_the_name_of_its_option(
    server: Server, opened: Open, person: str, channel: str, line: str, title: str
) -> None:
    """A text that fits a game or a theme becomes the option, as `/play go` is typed without one."""
    window = await opened(server, person, channel)
    await window.types(line)
    await window.page.keyboard.press("Enter")
    await window.page.keyboard.press("Enter")
    await window.receives(title)
