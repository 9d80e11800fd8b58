"""Against the computer: hints, takebacks, typing, a board that moves on, in Korean, on a phone."""

from __future__ import annotations

import re

from playwright.async_api import expect

from .conftest import BROWSER, Open
from .server import Server
from .window import box_of

pytestmark = BROWSER


async def test_hint_typing_undo_and_rematch(server: Server, opened: Open) -> None:
    bob = await opened(server, "Bob", "go-corner")
    board = await bob.begins("/play othello level:1 side:first variant:6x6")
    await board.ready()
    await board.press("hint")
    await board.shows("💡 ")
    await expect(board.root.locator(".button.success")).to_have_count(1)

    await bob.command("/move c2")
    await board.changed("0.0")
    await board.ready()
    assert server.match(board.match_id).record.moves[0] == "c2"
    assert "💡" not in await board.root.inner_text()
    await expect(bob.page.locator("li.message.ephemeral")).to_have_count(0)

    before = await board.position_id()
    await board.press("undo")
    await board.changed(before)
    await expect(board.moves).to_have_text(["b3", "c2", "d5", "e4"])
    stored = server.match(board.match_id)
    assert (stored.record.moves, stored.takebacks) == ((), 1)

    await board.press("abort")
    await bob.receives("Are you sure you want to abort this match?")
    await bob.answer("resign-no")
    await bob.receives("The match continues.")
    await board.press("abort")
    await bob.answer("abort-yes")
    await board.shows("The match was aborted.")
    await board.press("rematch")
    again = await bob.last_board(after=board.match_id)
    await again.shows("White: @Bob to move")  # sides are exchanged
    await again.ready()
    assert server.match(again.match_id).record.variant == "6x6"


async def test_a_reposted_board_and_links_to_it(server: Server, opened: Open) -> None:
    bob = await opened(server, "Bob", "go-corner")
    old = await bob.begins("/play othello level:1 side:first variant:6x6")
    await old.ready()
    await bob.command("/board")
    await old.shows("Continue the match here")
    await expect(old.moves).to_have_count(0)
    board = await bob.last_board(after=old.match_id - 1)
    assert board.message_id != old.message_id
    await board.ready()
    await board.move()

    await bob.go("lounge")
    await bob.command("/matches")
    await bob.receives(f"Othello 6×6 #{board.match_id}", "Computer (lv. 1/8)")
    await bob.ephemeral_reply.get_by_role("link", name=f"#{board.match_id}").click()
    await expect(bob.page.get_by_test_id("channel-title")).to_contain_text("go-corner")
    await expect(board.root.locator(".picture")).to_be_in_viewport()
    await old.root.get_by_test_id("place-link").click()
    await expect(board.root.locator(".picture")).to_be_in_viewport()


async def test_in_korean(server: Server, opened: Open) -> None:
    minji = await opened(server, "민지", "바둑과-오목")
    board = await minji.begins("/대국 오셀로 단계:1 편:first")
    await board.shows("오셀로 8×8", "컴퓨터 (1/8단계)", "@민지 차례")
    await board.ready()

    await minji.types("/두기 ")
    choices = minji.page.get_by_test_id("picker-choice")
    await expect(choices).to_have_text([re.compile("첫 글자나 수를 입력하세요")])  # which is no move
    await minji.page.keyboard.type("ㄷ")
    await expect(choices).to_have_text(["e6"])
    await choices.click()
    await minji.page.keyboard.press("Enter")
    await board.changed("0.0")
    await board.ready()
    await expect(minji.page.locator("li.message.ephemeral")).to_have_count(0)
    assert server.match(board.match_id).record.moves[0] == "e6"

    await board.press("hint")
    await board.shows("💡 힌트: ")


async def test_on_a_phone(server: Server, opened: Open) -> None:
    junho = await opened(server, "준호", "잡담", width=360, has_touch=True, is_mobile=True)
    board = await junho.begins("/대국 오셀로 단계:1 편:first")
    await board.ready()
    for number in range(5):  # more legal moves than fit in a row
        await board.move(number, tap=True)
        await board.ready()

    page = junho.page
    for selector in ("html", "#scroller"):
        wide = await page.eval_on_selector(selector, "node => [node.scrollWidth, node.clientWidth]")
        assert wide[0] <= wide[1] <= 360, selector
    picture = await box_of(board.root.locator(".picture img"))
    assert picture["x"] >= 0 and picture["x"] + picture["width"] <= 360
    assert picture["width"] == 252  # as wide as the phone allows
    for button in await board.root.locator("button.button").all():
        box = await box_of(button)
        assert box["height"] >= 36 and box["width"] >= 52
        assert box["x"] >= 0 and box["x"] + box["width"] <= 360
