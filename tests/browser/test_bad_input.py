"""Invalid input gets an ephemeral reply and changes nothing."""

from __future__ import annotations

from playwright.async_api import expect

from .conftest import BROWSER, Open
from .server import Server

pytestmark = BROWSER


async def test_garbage_typed_and_a_spectator(server: Server, opened: Open) -> None:
    alice = await opened(server, "Alice", "games")
    junho = await opened(server, "준호", "games")
    board = await alice.begins("/play othello level:1 side:first")
    await board.ready()
    for typed, sentence in (
        ("<script>@everyone", "“<script>@everyone”"),
        ("z9", "z9 is off the board, which ends at h8."),
        ("d4", "d4 is occupied."),
        ("a1", "a1 doesn't flip any discs."),
        ("pass", "You can only pass when you have no legal move."),
    ):
        await alice.command(f"/move {typed}")
        await alice.receives(sentence)

    watched = junho.board(board)
    await watched.move_refused()
    await junho.receives("이 대국에 참여하고 있지 않습니다.", "나만 볼 수 있는 메시지입니다")
    await watched.press("abort")
    await junho.receives("이 대국에 참여하고 있지 않습니다.")
    assert server.match(board.match_id).record.moves == ()
    assert await board.position_id() == "0.0"


async def test_opponents_who_cannot_play(server: Server, opened: Open) -> None:
    bob = await opened(server, "Bob", "games")
    for opponent, sentence in (
        ("Bob", "You can't play against yourself."),
        ("Daeguk", "To play against me, leave the opponent empty"),
    ):
        await bob.command(f"/play othello opponent:{opponent}")
        await bob.receives(sentence)
    await bob.command("/play othello opponent:Alice level:8")
    await bob.receives("Choose an opponent or a level, not both")
    await bob.command("/play othello level:9")
    await bob.receives("There is no level 9")


async def test_settings_are_for_those_who_manage_the_server(server: Server, opened: Open) -> None:
    minji = await opened(server, "민지", "잡담")  # the owner
    junho = await opened(server, "준호", "잡담")
    await minji.types("/설정")
    await expect(minji.page.get_by_test_id("picker-item")).to_contain_text(["/설정"])
    await minji.page.keyboard.press("Enter")
    await minji.page.keyboard.press("Enter")
    await minji.receives("이 서버의 설정")

    await junho.types("/")
    items = junho.page.get_by_test_id("picker-item")
    await expect(items.filter(has_text="도움말")).to_be_visible()
    await expect(items.filter(has_text="/설정")).to_have_count(0)
