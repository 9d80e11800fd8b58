"""The settings panel, the match list, and a group DM without the bot."""

from __future__ import annotations

from playwright.async_api import Locator, expect

from .conftest import BROWSER, Open
from .server import Server
from .window import Window

pytestmark = BROWSER


async def test_an_admin_on_a_phone(server: Server, opened: Open) -> None:
    alice = await opened(server, "Alice", "games", width=360)
    await alice.command("/settings")
    await alice.receives("Server settings", "Same as the server (English) · default")
    panel = alice.ephemeral_reply
    await panel.get_by_role("button", name="Games").click()
    await alice.receives("All channels")
    await panel.get_by_role("button", name="Limits").click()
    await panel.get_by_text("No limit · default").click()
    await alice.page.get_by_test_id("select-options").get_by_text("5 boards").click()
    await alice.receives("Saved: Boards per channel")
    await expect(panel.get_by_text("5 boards")).to_be_visible()
    await panel.get_by_role("button", name="Moderation").click()
    await panel.get_by_role("button", name="Reset to defaults").click()
    await panel.get_by_role("button", name="Yes, reset everything").click()
    await alice.receives("Saved: default settings")
    await panel.get_by_role("button", name="Limits").click()
    await alice.receives("No limit · default")
    assert not alice.problems


async def test_a_moderator_ends_a_match_by_the_menu_of_its_message(server: Server, opened: Open) -> None:
    alice, bob = await opened(server, "Alice", "lounge"), await opened(server, "Bob", "lounge")
    board = await bob.begins("/play othello level:1 side:first")
    await board.ready()
    await _menu(bob, board.message_id)
    await expect(bob.page.get_by_test_id("menu-app")).to_have_count(0)  # Bob is no moderator
    await _menu(alice, board.message_id)
    await alice.page.get_by_test_id("menu-app").filter(has_text="Apps → Moderate match").click()
    await alice.receives(f"#{board.match_id}", "In play, 0 moves")
    await alice.ephemeral_reply.get_by_role("button", name="End without result").click()
    await alice.ephemeral_reply.get_by_role("button", name="Confirm").click()
    await alice.receives("The match is void")
    assert not alice.problems and not bob.problems


async def test_a_command_of_a_menu_has_its_own_name_in_the_readers_language(
    server: Server, opened: Open
) -> None:
    minji = await opened(server, "민지", "오셀로")
    board = await minji.begins("/대국 오셀로 단계:1 편:first")
    await board.ready()
    await _menu(minji, board.message_id)
    await minji.page.get_by_test_id("menu-app").filter(has_text="대국 관리").click()
    await expect(minji.ephemeral_reply.get_by_test_id("used")).to_contain_text("대국 관리")
    assert not minji.problems


async def test_a_moderator_bans_a_member_by_the_menu_of_their_name(server: Server, opened: Open) -> None:
    alice = await opened(server, "Alice", "lounge", device="1280x800")
    await alice.page.get_by_test_id("member").filter(has_text="Bob").click()
    await alice.page.get_by_test_id("menu-app").filter(has_text="Apps → Ban from the bot").click()
    form = alice.page.get_by_test_id("modal")
    await expect(form.get_by_text("Matches in play here: 0")).to_be_visible()
    await form.locator('[data-custom-id="reason"]').fill("spam")
    await form.get_by_test_id("modal-submit").click()
    await alice.receives("Bob can't use the bot in this server")
    await alice.ephemeral_reply.get_by_role("button", name="Lift the ban").click()
    await alice.ephemeral_reply.get_by_role("button", name="Confirm").click()
    await alice.receives("Nobody is banned")
    assert not alice.problems


async def _menu(window: Window, message_id: str) -> None:
    message = window.page.locator(f'li.message[data-message-id="{message_id}"]')
    await message.hover()
    await message.get_by_test_id("message-menu").click()


async def test_a_match_moves_to_another_channel(server: Server, opened: Open) -> None:
    alice = await opened(server, "Alice", "games")
    board = await alice.begins("/play othello level:1 side:first")
    await board.ready()
    await alice.go("lounge")
    await alice.command("/matches")
    await _go_to_page_of(alice, board.match_id)
    await _bring(alice, board.match_id).click()
    here = await alice.last_board(after=board.match_id - 1)
    await here.ready()
    await here.move()
    await here.shows("Move 2")  # the computer's move, in the new channel
    assert not alice.problems


def _bring(window: Window, match_id: int) -> Locator:
    return window.ephemeral_reply.locator(f'[data-custom-id="p:bring:{match_id}"]')


async def _go_to_page_of(window: Window, match_id: int) -> None:
    """Turn the pages of the list until the match is there; other tests leave matches too."""
    pages = window.ephemeral_reply.locator('[data-custom-id$="-here"]')
    await expect(pages.or_(_bring(window, match_id)).first).to_be_visible()
    while not await _bring(window, match_id).count():
        before = await pages.inner_text()
        await window.ephemeral_reply.get_by_role("button", name="▶️").click()
        await expect(pages).not_to_have_text(before)


async def test_a_group_without_the_bot(server: Server, opened: Open) -> None:
    """Alice installed the bot for her own account."""
    alice = await opened(server, "Alice", "games")
    await alice.page.locator("#guilds").get_by_test_id("guild").first.click()
    await alice.page.get_by_test_id("channel").filter(has_text="Weekend").click()
    board = await alice.begins("/play othello level:1 side:first")
    await board.ready()
    await board.move()
    await board.shows("Move 2")
    assert not alice.problems
