"""After a restart of the sandbox or a kill of the bot every match is as it was."""

from __future__ import annotations

import asyncio
import os
import signal
import sys

import pytest
from playwright.async_api import expect

from .conftest import BROWSER, Open
from .server import ROOT, Server, children, gone

pytestmark = BROWSER


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
async def test_the_bot_is_killed_while_the_computer_thinks(restarted_server: Server, opened: Open) -> None:
    alice = await opened(restarted_server, "Alice", "go-corner")
    board = await alice.begins("/play othello level:8 side:first variant:10x10")  # a board without a book
    await board.ready()
    move = await board.move()
    bot = restarted_server.bot
    workers = children(bot)
    os.kill(bot, signal.SIGKILL)
    assert restarted_server.match(board.match_id).record.moves == (move,)  # the computer was thinking
    await restarted_server.logged(r"The bot exited \(killed by SIGKILL\); restarting it in 1 s\.")
    await board.changed("1.0")
    await board.ready()
    moves = restarted_server.match(board.match_id).record.moves
    assert moves[0] == move and len(moves) == 2
    assert restarted_server.bot != bot
    await gone(workers)  # the killed bot's workers exit


async def test_a_restart(restarted_server: Server, opened: Open) -> None:
    """A match goes on by a button from before it; a piece that was selected stays selected."""
    alice = await opened(restarted_server, "Alice", "go-corner")
    alice.may_lose_server = True
    janggi = await alice.begins("/play twelve-janggi level:1 side:first")
    await janggi.ready()
    await janggi.select_piece(0)
    selected = await janggi.moves.first.get_attribute("data-custom-id") or ""
    board = await alice.begins("/play othello level:1 side:first")
    for number in range(3):
        await board.ready()
        await board.move(number)
    await board.ready()
    before, position = restarted_server.match(board.match_id), await board.position_id()

    assert await restarted_server.stop(signal.SIGTERM) == 0
    assert "Traceback" not in "\n".join(restarted_server.lines[restarted_server.started :])
    await expect(alice.page.get_by_test_id("connection")).to_be_visible()

    await restarted_server.start(ready=False)
    await expect(alice.page.get_by_test_id("connection")).to_be_hidden()
    assert restarted_server.match(board.match_id) == before
    assert await board.position_id() == position
    await restarted_server.logged(r"ready .*guilds=", since=restarted_server.started)
    await board.move()  # a button from before the restart
    await board.ready()
    after = restarted_server.match(board.match_id)
    assert after.record.moves[: len(before.record.moves)] == before.record.moves
    assert len(after.record.moves) > len(before.record.moves)
    await janggi.moves.first.click()
    await janggi.changed("0.0")
    assert restarted_server.match(janggi.match_id).record.moves[0] == selected.rpartition(":")[2]

    await alice.page.reload()
    await board.shows(f"#{board.match_id}")


async def test_a_port_in_use(server: Server, tmp_path: object) -> None:
    arguments = ("-m", "sandbox", "--port", str(server.port), "--state", str(tmp_path))
    second = await asyncio.create_subprocess_exec(
        sys.executable, *arguments, cwd=ROOT, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    output, _ = await asyncio.wait_for(second.communicate(), 60)
    assert second.returncode == 1
    sentence = (
        f"Port {server.port} is in use; choose another one with --port, for example --port {server.port + 1}."
    )
    assert output.decode().strip() == sentence
