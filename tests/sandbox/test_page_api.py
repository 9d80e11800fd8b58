"""The page's socket, actions and files."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp
import pytest

from sandbox import Sandbox
from sandbox.core import messages
from sandbox.testing.waiting import WITHIN
from sandbox.validate.messages import EPHEMERAL

from .conftest import connected
from .test_bot import commands


class Window:
    def __init__(self, sandbox: Sandbox, name: str, session: aiohttp.ClientSession) -> None:
        self.sandbox, self.session, self.user = sandbox, session, sandbox.person(name).id
        self.frames: list[dict[str, Any]] = []

    async def __aenter__(self) -> Window:
        self.socket = await self.session.ws_connect(f"{self.sandbox.url}/page/ws?user={self.user}")
        self.hello = (await self.socket.receive_json())["d"]
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.socket.close()

    async def frame(self, name: str) -> Any:
        while True:
            frame = await asyncio.wait_for(self.socket.receive_json(), WITHIN)
            self.frames.append(frame)
            if frame["t"] == name:
                return frame["d"]

    async def do(self, verb: str, **body: Any) -> tuple[int, Any]:
        url = f"{self.sandbox.url}/page/api/{verb}"
        async with self.session.post(url, json={"user": self.user, **body}) as response:
            return response.status, await response.json()


@pytest.fixture
async def session() -> Any:
    async with aiohttp.ClientSession() as opened:
        yield opened


async def test_hello(sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
    async with connected(sandbox, commands), Window(sandbox, "준호", session) as window:
        hello = window.hello
        assert hello["me"]["locale"] == "ko" and hello["me"]["avatar_color"].startswith("#")
        assert [guild["name"] for guild in hello["guilds"]] == [
            "한국 보드게임",
            "Board Game Club",
            "Corner Café",
        ]
        assert [len(guild["channels"]) for guild in hello["guilds"]] == [3, 3, 1]
        assert hello["dms"] == [] and not hello["me"]["has_app"]
        assert hello["bot"]["online"] and hello["bot"]["user"]["bot"]
        assert {command["name"] for command in hello["commands"]["global"]} >= {"play", "move"}
        assert "settings" not in {command["name"] for command in hello["commands"]["global"]}
        assert len(hello["users"]) == 5 and hello["now"] > 0


async def test_hello_has_no_ephemeral_messages(sandbox: Sandbox) -> None:
    context, alice = sandbox.context, sandbox.person("Alice")
    channel = context.state.channel(str(sandbox.channel("games")))
    for extra in ({}, {"flags": EPHEMERAL, "_reader": alice.id}):
        messages.create(context, channel, context.state.bot_id, {"content": "Hello"}, extra=extra)
    shown = sandbox.sockets.hello(alice.id)["messages"][channel["id"]]
    assert [message["flags"] for message in shown] == [0]


async def test_each_line_of_the_bots_log_is_sent_once(
    sandbox: Sandbox, session: aiohttp.ClientSession
) -> None:
    sandbox.sockets.add_log("before")
    async with Window(sandbox, "Alice", session) as window:
        assert window.hello["bot"]["log"] == ["before"]
        sandbox.sockets.add_log("after")
        assert await window.frame("LOG") == {"line": "after"}


async def test_a_click_from_the_page(sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
    async with (
        connected(sandbox, commands),
        Window(sandbox, "Alice", session) as alice,
        Window(sandbox, "Bob", session) as bob,
    ):
        channel = sandbox.channel("games")
        play = next(command for command in alice.hello["commands"]["global"] if command["name"] == "play")
        options = [{"type": 1, "name": "othello", "options": [{"type": 4, "name": "level", "value": 2}]}]
        status, _ = await alice.do(
            "command", channel_id=channel, command_id=play["id"], options=options, nonce="n1"
        )
        assert status == 200
        ack = await alice.frame("INTERACTION_ACK")
        assert (ack["nonce"], ack["type"]) == ("n1", 4)
        message = await bob.frame("MESSAGE_CREATE")
        where = {"channel_id": channel, "message_id": message["id"], "component_type": 2}
        assert (await bob.do("component", **where, custom_id="sq:d3", nonce="n2"))[0] == 200
        update = await alice.frame("MESSAGE_UPDATE")
        assert update["components"][0]["components"][0]["content"] == "clicked d3 by Bob"
        status, answer = await bob.do("component", **where, custom_id="sq:e9", nonce="n3")
        assert status == 403 and answer["error"].endswith(".")
        assert not [
            frame for frame in bob.frames if frame["t"] == "INTERACTION_ACK" and frame["d"]["nonce"] == "n1"
        ]


async def test_modal_autocomplete_and_dismiss(sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
    async with connected(sandbox, commands), Window(sandbox, "Alice", session) as alice:
        channel = sandbox.channel("games")
        ids = {command["name"]: command["id"] for command in alice.hello["commands"]["global"]}
        typed = [{"type": 3, "name": "to", "value": "c", "focused": True}]
        await alice.do("autocomplete", channel_id=channel, command_id=ids["move"], options=typed, nonce="a")
        assert [choice["name"] for choice in (await alice.frame("INTERACTION_AUTOCOMPLETE"))["choices"]] == [
            "c4"
        ]
        await alice.do("command", channel_id=channel, command_id=ids["form"], options=[], nonce="b")
        opened = await alice.frame("INTERACTION_MODAL")
        fields = [component["component"]["custom_id"] for component in opened["modal"]["components"]]
        filled = [
            {"type": 18, "component": {"type": 4, "custom_id": fields[0], "value": "d3"}},
            {"type": 18, "component": {"type": 3, "custom_id": fields[1], "values": []}},
        ]
        body = {"channel_id": channel, "interaction_id": opened["interaction_id"], "custom_id": "form:1"}
        assert (await alice.do("modal", **body, components=filled, nonce="c"))[0] == 200
        said = await alice.frame("MESSAGE_CREATE")
        assert said["flags"] & 64 and said["content"] == "d3 []"
        assert (await alice.do("dismiss", message_id=said["id"]))[0] == 200
        assert (await alice.frame("MESSAGE_DELETE"))["id"] == said["id"]
        assert (await alice.do("dismiss", message_id=said["id"]))[0] == 404
        assert said["id"] in sandbox.state.messages[said["channel_id"]], "the bot can still edit it"
        assert said["id"] not in {message.id for message in sandbox.person("Alice").sees(channel)}


async def test_messages(sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
    async with Window(sandbox, "Alice", session) as alice, Window(sandbox, "민지", session) as minji:
        channel = sandbox.channel("games")
        _, said = await alice.do("message", channel_id=channel, content="안녕")
        received = await minji.frame("MESSAGE_CREATE")
        assert (received["id"], received["content"]) == (said["message_id"], "안녕")
        await minji.do("message", channel_id=channel, content="hi", reply_to=received["id"])
        answer = await alice.frame("MESSAGE_CREATE")
        answer = answer if answer["content"] == "hi" else await alice.frame("MESSAGE_CREATE")
        assert answer["referenced_message"]["content"] == "안녕" and answer["type"] == 19
        assert (await minji.do("delete", channel_id=channel, message_id=received["id"]))[0] == 403
        await alice.do("delete", channel_id=channel, message_id=answer["id"])  # as the guild's owner
        assert (await minji.frame("MESSAGE_DELETE"))["id"] == answer["id"]
        _, opened = await alice.do("dm", **{"with": sandbox.state.bot_id})
        made = await alice.frame("CHANNEL_CREATE")
        assert made["id"] == opened["channel_id"] and made["recipients"][0]["bot"]
        await minji.do("typing", channel_id=channel)
        assert (await alice.frame("TYPING"))["user_id"] == minji.user


@pytest.mark.parametrize(
    ("name", "username"),
    [("Zoë **B** <@1>", "zo_b_1"), ("지우", "person"), ("🎓", "person"), ("Alice", "alice_5")],
)
async def test_a_person_of_any_name_is_added(
    sandbox: Sandbox, session: aiohttp.ClientSession, name: str, username: str
) -> None:
    async with (
        connected(sandbox) as bot,
        Window(sandbox, "민지", session) as minji,
        Window(sandbox, "Bob", session) as bob,
    ):
        status, answer = await minji.do("person", name=f" {name} ")
        assert status == 200
        added = (await bob.frame("MEMBER_ADD"))["user"]
        assert (added["id"], added["global_name"], added["locale"]) == (answer["user_id"], name, "ko")
        assert added["username"] == username
        hello = sandbox.sockets.hello(added["id"])
        assert [guild["name"] for guild in hello["guilds"]] == [
            guild["name"] for guild in bob.hello["guilds"]
        ]
        assert (await bot.fetch_user(int(added["id"]))).display_name == name


async def test_bad_requests(sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
    async with Window(sandbox, "Alice", session) as alice:
        for verb, body in (
            ("nothing", {}),
            ("message", {}),
            ("message", {"channel_id": "1", "content": "x"}),
            ("message", {"channel_id": sandbox.channel("games"), "content": " "}),
            ("command", {"channel_id": sandbox.channel("games"), "command_id": "1"}),
            ("modal", {"channel_id": sandbox.channel("games"), "interaction_id": "1", "custom_id": "x"}),
            ("dismiss", {"message_id": "1"}),
            ("dm", {"with": "1"}),
            ("person", {"name": " "}),
            ("person", {"name": "x" * 33}),
        ):
            status, answer = await alice.do(verb, **body)
            assert 400 <= status < 500 and answer["error"].endswith("."), (verb, answer)
        url = f"{sandbox.url}/page/api/message"
        async with session.post(url, data="nonsense") as response:
            assert response.status == 400
        async with session.get(f"{sandbox.url}/page/../app.py") as response:
            assert response.status == 404
        async with session.get(f"{sandbox.url}/page/%2e%2e/app.py") as response:
            assert response.status == 404


async def test_an_offline_bot(sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
    async with connected(sandbox, commands):
        pass
    async with Window(sandbox, "Alice", session) as alice:
        assert not alice.hello["bot"]["online"]
        form = next(command for command in alice.hello["commands"]["global"] if command["name"] == "form")
        await alice.do(
            "command", channel_id=sandbox.channel("games"), command_id=form["id"], options=[], nonce="n"
        )
        assert (await alice.frame("INTERACTION_FAILED"))["reason"] == "offline"
