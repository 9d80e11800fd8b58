"""Two people in two windows: challenge, moves seen live, undo, resignation, and each one's language."""

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
    hers = await minji.last_board(after=newest)
    his = junho.board(hers)
    await his.says("@준호 님, @민지 님이 대국을 신청했습니다!", "@민지 님이 ⚫ 흑을 잡습니다.")
    await expect(his.root).to_have_class(re.compile(r"\bmentioned\b"))  # it rings
    await hers.press("accept")
    await minji.hears("신청을 받은 사람만")
    await his.press("accept")
    await hers.says("⚫ @민지 2 : 2 @준호 ⚪", "⚫ @민지 차례")

    await his.move_refused()
    await junho.hears("아직 당신의 차례가 아닙니다.")
    picture = await his.picture()
    for mover, watcher, symbol, turn in (
        (hers, his, "⚫ 흑", "⚪ @준호"),
        (his, hers, "⚪ 백", "⚫ @민지"),
    ) * 2:
        before = await watcher.stamp()
        move = await mover.move(1)
        await watcher.changed(before)
        await watcher.says(f"{symbol} {move}", f"{turn} 차례")
    assert await his.picture() != picture

    before = await his.stamp()
    await his.press("undo")
    await hers.says("@준호 님이 한 수 무르기를 청합니다.")
    await hers.press("undo-yes")
    for board in (hers, his):
        await board.changed(before)
        await board.says("⚪ @준호 차례")
    assert len(server.match(hers.match_id).record.moves) == 3

    await hers.press("resign")
    await minji.hears("정말 기권하시겠습니까?")
    await minji.answer("resign-yes")
    for board in (hers, his):
        await board.says("⚪ @준호 승리: 상대의 기권.")
        await expect(board.over).to_be_visible()
    await expect(junho.page.get_by_text("정말 기권하시겠습니까?")).to_have_count(0)
    stored = server.match(hers.match_id)
    assert (stored.state, stored.winner, stored.reason) == ("over", 2, "outcome.resigned")


async def test_each_reads_their_own_language(server: Server, opened: Open) -> None:
    alice = await opened(server, "Alice", "lounge")
    minji = await opened(server, "민지", "lounge")
    hers = await alice.begins("/play othello opponent:@민지 side:first")
    other = minji.board(hers)
    for board in (hers, other):
        await board.says("@민지, @Alice challenges you to a match!", "Accept", "Decline")
    await other.press("accept")
    await other.says("⚫ @Alice to move")

    await other.move_refused()
    await minji.hears("아직 당신의 차례가 아닙니다.", "나만 볼 수 있는 메시지입니다")
    await other.press("abort")
    await minji.hears("대국을 취소하시겠습니까?")
    await minji.answer("resign-no")
    await minji.hears("대국을 계속합니다.")

    before = await other.stamp()
    await hers.move()
    await other.changed(before)
    await hers.move_refused()
    await alice.hears("It is not your turn yet.", "Only you can see this")
    await hers.press("abort")
    await alice.hears("Call the match off?")
    await alice.answer("abort-yes")
    for board in (hers, other):
        await board.says("The match was called off.")


async def test_a_challenge_declined_and_one_taken_back(server: Server, opened: Open) -> None:
    alice = await opened(server, "Alice", "lounge")
    bob = await opened(server, "Bob", "lounge")
    hers = await alice.begins("/play othello opponent:Bob")
    await bob.board(hers).press("decline")
    await alice.sees("The challenge was declined.")
    hers = await alice.begins("/play othello opponent:bob")
    await hers.press("cancel")
    await bob.sees("The challenge was taken back.")
