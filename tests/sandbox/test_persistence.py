"""The state after a restart and after a kill."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import aiohttp
import pytest

from sandbox import Sandbox

from .conftest import connected
from .test_bot import commands, png


async def test_messages_and_components_survive(tmp_path: Path) -> None:
    async with Sandbox.running(tmp_path) as sandbox, connected(sandbox, commands):
        alice, channel = sandbox.person("Alice"), sandbox.channel("games")
        reply = await alice.command(channel, "play othello")
        alice.say(alice.dm, "remember me")
        secret = await alice.command(channel, "move", to="d3")
        before = hello(sandbox)
        old = {reply.shown.id, secret.shown.id}
    async with Sandbox.running(tmp_path) as sandbox:
        message = sandbox.messages(channel)[-1]
        assert message.id == reply.shown.id
        assert hello(sandbox) == before
        assert [message.content for message in sandbox.messages(sandbox.person("Alice").dm)] == [
            "remember me"
        ]
        async with aiohttp.ClientSession() as session, session.get(message.images[0].url) as response:
            assert await response.read() == png().getvalue()
            assert response.content_type == "image/png"
        async with connected(sandbox, commands):
            update = await sandbox.person("Alice").click(message, "d3")
            assert update.text == "clicked d3 by Alice" and update.message == message
            newer = await sandbox.person("Alice").command(channel, "play othello")
            assert int(newer.shown.id) > max(map(int, old))


def hello(sandbox: Sandbox) -> list[object]:
    frame = sandbox.sockets.hello(sandbox.person("Bob").id)
    return [frame["guilds"], frame["users"], frame["commands"]]


async def test_a_kill_loses_nothing_that_was_flushed(tmp_path: Path) -> None:
    async with Sandbox.running(tmp_path / "a") as sandbox:
        channel = sandbox.channel("games")
        sent = [sandbox.person("Alice").say(channel, str(number)).id for number in range(50)]
        sandbox.store.flush()
        shutil.copytree(tmp_path / "a", tmp_path / "b")  # the files of a killed process
    async with Sandbox.running(tmp_path / "b") as sandbox:
        assert [message.id for message in sandbox.messages(channel)] == sent


async def test_deletions_are_stored(tmp_path: Path) -> None:
    async with Sandbox.running(tmp_path) as sandbox, connected(sandbox, commands):
        alice, channel = sandbox.person("Alice"), sandbox.channel("games")
        reply = await alice.command(channel, "play othello")
        sandbox.person("Alice").actions.delete(channel, reply.shown.id)
    database = sqlite3.connect(tmp_path / "sandbox.db")
    assert database.execute("SELECT count(*) FROM blobs").fetchone() == (0,)
    assert database.execute("SELECT count(*) FROM documents WHERE kind = 'message'").fetchone() == (0,)
    database.close()


async def test_two_sandboxes_cannot_share_a_folder(tmp_path: Path) -> None:
    async with Sandbox.running(tmp_path) as sandbox:
        sandbox.store.flush()
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            Sandbox(tmp_path)
