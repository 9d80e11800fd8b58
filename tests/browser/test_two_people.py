"""Two people in two windows: challenge, live moves, takeback, resignation, and languages."""

from __future__ import annotations

import re

from playwright.async_api import expect

from .conftest import BROWSER, Open
from .server import Server

pytestmark = BROWSER


async def test_a_match_of_two(server: Server, opened: Open) -> None:
    minji = await opened(server, "민지", "오셀로")
    junho = await opened(server, "준호", "오셀로")
    newest = await minji.newest()
    await minji.types("/대국 오셀로 편:first 상대:")
    await minji.page.get_by_test_id("picker-choice").filter(has_text="준호").click()
    await minji.page.keyboard.press("Enter")
    first = await minji.last_board(after=newest)
    second = junho.board(first)
    await second.shows("@준호 님, @민지 님이 대국을 신청했습니다!", "@민지 님이 ⚫ 흑을 맡습니다.")
    await expect(second.root).to_have_class(re.compile(r"\bmentioned\b"))  # it is highlighted
    await first.press("accept")
    await minji.receives("신청을 받은 사람만")
    await second.press("accept")
    await first.shows("흑 2 @민지 · 백 2 @준호", "⚫ 흑 @민지 차례")

    await second.move_refused()
    await junho.receives("지금은 상대 차례입니다.")
    picture = await second.picture()
    for mover, watcher, turn in ((first, second, "⚪ 백 @준호"), (second, first, "⚫ 흑 @민지")) * 2:
        before = await watcher.position_id()
        await mover.move(1)
        await watcher.changed(before)
        await watcher.shows(f"{turn} 차례")
    assert await second.picture() != picture

    before = await second.position_id()
    await second.press("undo")
    await first.shows("@준호 님의 무르기 요청")
    await first.answer_offer("undo-yes")
    for board in (first, second):
        await board.changed(before)
        await board.shows("⚪ 백 @준호 차례")
    assert len(server.match(first.match_id).record.moves) == 3

    await first.press("resign")
    await minji.receives("정말 기권하시겠습니까?")
    await minji.answer("resign-yes")
    for board in (first, second):
        await board.shows("⚪ @준호 승리: 흑 기권.")
        await expect(board.over).to_be_visible()
    await expect(junho.page.get_by_text("정말 기권하시겠습니까?")).to_have_count(0)
    stored = server.match(first.match_id)
    assert (stored.state, stored.winner, stored.reason) == ("over", 2, "outcome.resigned")


async def test_each_reads_their_own_language(server: Server, opened: Open) -> None:
    alice = await opened(server, "Alice", "lounge")
    minji = await opened(server, "민지", "lounge")
    first = await alice.begins("/play othello opponent:@민지 side:first")
    other = minji.board(first)
    for board in (first, other):
        await board.shows("@민지, @Alice has challenged you to a match!", "Accept", "Decline/cancel")
    await other.press("accept")
    await other.shows("⚫ Black: @Alice to move")

    await other.move_refused()
    await minji.receives("지금은 상대 차례입니다.", "나만 볼 수 있는 메시지입니다")
    await other.press("abort")
    await minji.receives("대국을 취소하시겠습니까?")
    await minji.answer("resign-no")
    await minji.receives("대국을 계속합니다.")

    before = await other.position_id()
    await first.move()
    await other.changed(before)
    await first.move_refused()
    await alice.receives("It isn't your turn.", "Only you can see this")
    await first.press("abort")
    await alice.receives("Are you sure you want to abort this match?")
    await alice.answer("abort-yes")
    for board in (first, other):
        await board.shows("The match was aborted.")


async def test_a_challenge_declined_and_one_withdrawn(server: Server, opened: Open) -> None:
    alice = await opened(server, "Alice", "lounge")
    bob = await opened(server, "Bob", "lounge")
    first = await alice.begins("/play othello opponent:Bob")
    await bob.board(first).press("decline")
    await alice.sees("The challenge was declined.")
    first = await alice.begins("/play othello opponent:bob")
    await first.press("decline")
    await bob.sees("The challenge was canceled.")
