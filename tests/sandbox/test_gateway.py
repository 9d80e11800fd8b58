"""The gateway: reconnects of discord.py, and the close codes for a misbehaving client."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
import pytest

from sandbox import Sandbox
from sandbox.testing.waiting import WITHIN

from .conftest import Bot, connected

TOKEN = "the-token-of-these-tests"


async def test_events_missed_while_the_socket_was_cut_are_replayed(sandbox: Sandbox) -> None:
    async with connected(sandbox) as bot:
        channel, alice = sandbox.channel("games"), sandbox.person("Alice")
        await sandbox.faults.drop_gateway()
        alice.say(channel, "while you were away")
        await sandbox.until(lambda: bot.messages)
        assert "RESUMED" in bot.events and bot.events.count("READY") == 1


@pytest.mark.parametrize("code", [1000, 4000, 4009])
async def test_a_close_code_leads_to_a_resume(sandbox: Sandbox, code: int) -> None:
    async with connected(sandbox) as bot:
        await sandbox.faults.drop_gateway(code)
        await sandbox.until(lambda: "RESUMED" in bot.events)


async def test_a_reconnect_request(sandbox: Sandbox) -> None:
    async with connected(sandbox) as bot:
        sandbox.faults.reconnect()
        await sandbox.until(lambda: "RESUMED" in bot.events)


async def test_a_refused_resume_leads_to_a_new_session(sandbox: Sandbox) -> None:
    async with connected(sandbox) as bot:
        sandbox.faults.refuse_resume()
        await sandbox.faults.drop_gateway()
        await sandbox.until(lambda: bot.events.count("READY") == 2)
        assert sandbox.gateway.online


async def test_an_invalid_session(sandbox: Sandbox) -> None:
    async with connected(sandbox) as bot:
        sandbox.faults.invalidate()
        await sandbox.until(lambda: bot.events.count("READY") == 2)


async def test_an_interaction_reaches_a_bot_that_resumes_in_time(sandbox: Sandbox) -> None:
    def setup(bot: Bot) -> None:
        @bot.tree.command(description="Ping")
        async def ping(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("pong")

    async with connected(sandbox, setup):
        await sandbox.faults.drop_gateway()
        await sandbox.until(lambda: not sandbox.gateway.online)
        reply = await sandbox.person("Alice").command(sandbox.channel("games"), "ping")
        assert reply.text == "pong"


async def test_a_zombie_socket_is_replaced() -> None:
    async with Sandbox.running(heartbeat=0.2) as sandbox, connected(sandbox, heartbeat_timeout=0.5) as bot:
        sandbox.faults.zombie()
        await sandbox.until(lambda: len(sandbox.gateway.connections) == 1 and "RESUMED" in bot.events)


async def test_message_content_needs_its_intent(sandbox: Sandbox) -> None:
    async with connected(sandbox) as bot:
        channel, alice = sandbox.channel("games"), sandbox.person("Alice")
        assert bot.user is not None
        alice.say(channel, "private matters")
        alice.say(channel, f"hello {bot.user.mention}")
        alice.say(alice.dm, "a direct word")
        await sandbox.until(lambda: len(bot.messages) == 3)
        assert [message.content for message in bot.messages] == [
            "",
            f"hello {bot.user.mention}",
            "a direct word",
        ]


async def test_message_content_with_its_intent(sandbox: Sandbox) -> None:
    intents = discord.Intents.default()
    intents.message_content = True
    async with connected(sandbox, intents=intents) as bot:
        sandbox.person("Alice").say(sandbox.channel("games"), "in the open")
        await sandbox.until(lambda: bot.messages)
        assert bot.messages[0].content == "in the open"


async def test_an_intent_that_is_off_in_the_portal(sandbox: Sandbox) -> None:
    intents = discord.Intents.default()
    intents.message_content = True
    sandbox.faults.refuse_content()
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with connected(sandbox, intents=intents):
            pass
    sandbox.faults.clear()
    async with connected(sandbox, intents=intents) as bot:
        assert bot.is_ready()


async def test_members_and_presence(sandbox: Sandbox) -> None:
    intents = discord.Intents.default()
    intents.members = True
    async with connected(sandbox, intents=intents) as bot:
        guild = next(candidate for candidate in bot.guilds if candidate.name == "Board Game Club")
        assert {member.display_name for member in guild.members} == {"민지", "준호", "Alice", "Bob", "Daeguk"}
        assert guild.preferred_locale is discord.Locale.american_english
        alices = await guild.query_members(query="ali")
        assert [member.name for member in alices] == ["alice"]
        carol = sandbox.add_person("Carol", "ko")
        await sandbox.until(lambda: guild.get_member(int(carol.id)))
        await bot.change_presence(activity=discord.Game("Othello"))
        await sandbox.until(lambda: sandbox.gateway.activity == "Othello")


async def test_joining_and_leaving_guilds(sandbox: Sandbox) -> None:
    async with connected(sandbox) as bot:
        made = sandbox.places.add_guild("New", sandbox.person("Bob").id, "ko")
        await sandbox.until(lambda: bot.get_guild(int(made)))
        channel = sandbox.places.add_channel(made, "first")
        await sandbox.until(lambda: bot.get_channel(int(channel)))
        sandbox.places.delete_channel(channel)
        await sandbox.until(lambda: bot.get_channel(int(channel)) is None)
        sandbox.places.remove_member(made, sandbox.state.bot_id)
        await sandbox.until(lambda: bot.get_guild(int(made)) is None)


@pytest.fixture
async def socket() -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    async with (
        Sandbox.running(token=TOKEN) as sandbox,
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{sandbox.url}/gateway?v=10") as opened,
    ):
        assert (await opened.receive_json())["op"] == 10
        yield opened


IDENTIFY = {"token": TOKEN, "intents": 1, "properties": {}}


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("nonsense", 4002),
        ({"op": 99}, 4001),
        ({"op": 3, "d": {}}, 4003),
        ({"op": 2, "d": IDENTIFY | {"token": "wrong"}}, 4004),
        ({"op": 2, "d": IDENTIFY | {"shard": [2, 2]}}, 4010),
        ({"op": 2, "d": IDENTIFY | {"intents": -1}}, 4013),
        ({"op": 6, "d": {"token": "wrong", "session_id": "x", "seq": 0}}, 4004),
    ],
)
async def test_close_codes(socket: aiohttp.ClientWebSocketResponse, frame: Any, code: int) -> None:
    await (socket.send_str(frame) if isinstance(frame, str) else socket.send_json(frame))
    await asyncio.wait_for(socket.receive(), WITHIN)
    assert socket.close_code == code


async def test_identifying_twice(socket: aiohttp.ClientWebSocketResponse) -> None:
    await socket.send_json({"op": 2, "d": IDENTIFY})
    assert (await socket.receive_json())["t"] == "READY"
    await socket.send_json({"op": 2, "d": IDENTIFY})
    while (await socket.receive()).type is aiohttp.WSMsgType.TEXT:
        pass
    assert socket.close_code == 4005


async def test_a_silent_client_is_closed() -> None:
    async with (
        Sandbox.running(heartbeat=0.1) as sandbox,
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{sandbox.url}/gateway") as opened,
    ):
        await opened.receive_json()
        await asyncio.wait_for(opened.receive(), WITHIN)
        assert opened.close_code == 4009


async def test_resuming_an_unknown_session(socket: aiohttp.ClientWebSocketResponse) -> None:
    await socket.send_json({"op": 6, "d": {"token": TOKEN, "session_id": "x", "seq": 3}})
    assert await socket.receive_json() == {"op": 9, "d": False, "s": None, "t": None}
