"""Clocks in the browser: they count down on the page, and a match can be adjourned."""

from __future__ import annotations

import re

from playwright.async_api import expect

from .conftest import BROWSER, Open
from .server import Server

pytestmark = BROWSER

WORDS = """async (all) => {
  const times = await import('/page/times.js');
  return all.map((seconds) => times.timestamp(times.now() / 1000 + seconds, 'R').textContent);
}"""
RELATIVE = [
    (3 * 86_400 - 5, "in 3 days", "3일 후"),
    (86_400 + 60, "in 1 day", "1일 후"),
    (86_400 - 60, "in 1 day", "1일 후"),
    (3_590, "in 1 hour", "1시간 후"),
    (294, "in 5 minutes", "5분 후"),
    (59, "in 59 seconds", "59초 후"),
    (-175, "3 minutes ago", "3분 전"),
]
"""Seconds from now, and the words that Discord has for them."""


async def test_relative_times_match_discords(server: Server, opened: Open) -> None:
    seconds, english, korean = zip(*RELATIVE, strict=True)
    moments = [each + 0.3 for each in seconds]
    alice = await opened(server, "Alice", "lounge")
    assert await alice.page.evaluate(WORDS, moments) == list(english)
    await alice.become("민지")
    assert await alice.page.evaluate(WORDS, moments) == list(korean)


async def test_a_clock_counts_down_without_edits(server: Server, opened: Open) -> None:
    alice = await opened(server, "Alice", "games")
    bob = await opened(server, "Bob", "games", width=360)
    first = await alice.begins(
        "/play othello opponent:@Bob side:first clock:10 minutes + 10 seconds per move"
    )
    await first.shows("10 min + 10 s per move")
    second = bob.board(first)
    await second.press("accept")
    await first.shows("⚫ until ", "(in 10 minutes) · ⚪ 10:00")
    await first.move()
    await second.shows("⚪ until ", "(in 10 minutes)")
    timestamp = second.root.locator("time[data-relative]").first
    await expect(timestamp).to_have_text(re.compile("in 10 minutes"))
    # The page's clock is set ahead: the text changes without an edit of the message.
    await bob.page.evaluate(
        "import('/page/times.js').then((times) => times.setClock(times.now() / 1000 + 570))"
    )
    await expect(timestamp).to_have_text(re.compile(r"in \d\d seconds"))


async def test_a_match_is_adjourned_and_resumed(server: Server, opened: Open) -> None:
    minji = await opened(server, "민지", "오셀로", width=360)
    junho = await opened(server, "준호", "오셀로")
    first = await minji.begins("/대국 오셀로 편:first 상대:@준호")
    second = junho.board(first)
    await first.shows("한 수에 3일")
    await second.press("accept")
    await second.shows("기한 3일 후")
    await minji.command("/판 할일:adjourn")
    await second.shows("@민지 님의 쉬기 제안")
    await second.answer_offer("adjourn-yes")
    await first.shows("쉬는 중입니다.")
    assert await first.moves.count() == 0
    await second.press("go-on")
    await first.shows("⚫ 흑 @민지 차례", "기한 3일 후")
    await first.move()
