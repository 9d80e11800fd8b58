"""Errors other than an invalid form: ids, permissions, tokens, deadlines, rate limits."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest

from sandbox import Sandbox
from sandbox.core.interaction_model import Interaction
from sandbox.core.interactions import DEADLINE
from sandbox.testing.waiting import WITHIN
from sandbox.world.permissions import Permission

from .conftest import Api, Bot, connected, field_errors

Interact = Callable[[], Awaitable[Interaction]]


@pytest.fixture
async def interact(sandbox: Sandbox, api: Api) -> Any:
    """Creates an interaction that no bot answers."""
    url = f"/applications/{sandbox.state.bot_id}/commands"
    _, command = await api("POST", url, {"name": "go", "description": "Go"})
    async with connected(sandbox):

        async def ask() -> Interaction:
            alice = sandbox.person("Alice")
            return alice.actions.command(sandbox.channel("games"), command["id"], [])

        yield ask


def callback(interaction: Interaction) -> str:
    return f"/interactions/{interaction.id}/{interaction.token}/callback"


def hook(sandbox: Sandbox, interaction: Interaction) -> str:
    return f"/webhooks/{sandbox.state.bot_id}/{interaction.token}"


SAY = {"type": 4, "data": {"content": "hi"}}


async def test_unknown_ids(sandbox: Sandbox, api: Api) -> None:
    channel = sandbox.channel("games")
    for method, path, code in (
        ("GET", "/channels/1", 10003),
        ("POST", "/channels/1/messages", 10003),
        ("GET", f"/channels/{channel}/messages/1", 10008),
        ("PATCH", f"/channels/{channel}/messages/1", 10008),
        ("GET", "/guilds/1", 10004),
        ("GET", "/users/1", 10013),
        ("GET", f"/guilds/{next(iter(sandbox.state.guilds))}/members/1", 10007),
        ("POST", "/interactions/1/x/callback", 10062),
        ("POST", f"/webhooks/{sandbox.state.bot_id}/x", 50027),
        ("GET", "/nowhere", 0),
    ):
        status, answer = await api(method, path, {"type": 4} if method != "GET" else None)
        assert answer["code"] == code and status in (401, 404), (path, answer)


async def test_the_token_is_checked(sandbox: Sandbox, api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    status, answer = await api("GET", "/users/@me", headers={"Authorization": "Bot other"})
    assert (status, answer["code"]) == (401, 0)
    monkeypatch.setattr(discord.http.Route, "BASE", sandbox.api_base)
    bot = Bot()
    with pytest.raises(discord.LoginFailure):
        await bot.login("other")
    await bot.close()


async def test_permissions(sandbox: Sandbox, api: Api) -> None:
    channel = sandbox.channel("games")
    path = f"/channels/{channel}/messages"
    sent = (await api("POST", path, {"content": "x"}))[1]
    said = sandbox.person("Alice").say(channel, "mine")
    assert (await api("PATCH", f"{path}/{said.id}", {"content": "x"}))[1]["code"] == 50005
    assert (await api("DELETE", f"{path}/{said.id}"))[1]["code"] == 50013
    sandbox.places.deny(channel, Permission.SEND_MESSAGES)
    assert (await api("POST", path, {"content": "x"}))[1]["code"] == 50013
    assert (await api("PATCH", f"{path}/{sent['id']}", {"content": "y"}))[0] == 200
    sandbox.places.deny(channel, Permission.VIEW_CHANNEL)
    assert (await api("POST", path, {"content": "x"}))[1]["code"] == 50001
    assert (await api("GET", f"{path}/{sent['id']}"))[1]["code"] == 50001
    sandbox.places.allow(channel, Permission.SEND_MESSAGES)
    assert (await api("POST", path, {"content": "x"}))[0] == 200
    assert (await api("POST", path, {"content": ""}))[1]["code"] == 50006


async def test_a_denied_file_and_a_denied_view_reach_the_client(sandbox: Sandbox) -> None:
    async with connected(sandbox) as bot:
        channel = sandbox.channel("games")
        seen = bot.get_channel(int(channel))
        assert isinstance(seen, discord.TextChannel)
        sandbox.places.deny(channel, Permission.ATTACH_FILES)
        await sandbox.until(lambda: not seen.permissions_for(seen.guild.me).attach_files)
        with pytest.raises(discord.Forbidden) as caught:
            await seen.send(file=discord.File(__file__))
        assert caught.value.code == 50013


async def test_a_thread_has_the_type_of_its_channel(sandbox: Sandbox, api: Api) -> None:
    news = sandbox.places.add_channel(next(iter(sandbox.state.guilds)), "news", kind=5)
    _, sent = await api("POST", f"/channels/{news}/messages", {"content": "x"})
    opened = (await api("POST", f"/channels/{news}/messages/{sent['id']}/threads", {"name": "t"}))[1]
    assert opened["type"] == 10
    for channel, kind, code in (
        (news, 10, None),
        (news, 11, 50024),
        (news, 12, 50024),
        (sandbox.channel("games"), 10, 50024),
        (sandbox.channel("games"), 12, None),
    ):
        body = {"name": "t", "type": kind}
        assert (await api("POST", f"/channels/{channel}/threads", body))[1].get("code") == code, kind


async def test_a_message_in_an_archived_thread_is_not_edited(sandbox: Sandbox, api: Api) -> None:
    body = {"name": "t", "type": 11}
    thread = (await api("POST", f"/channels/{sandbox.channel('games')}/threads", body))[1]["id"]
    sent = (await api("POST", f"/channels/{thread}/messages", {"content": "x"}))[1]["id"]
    await api("PATCH", f"/channels/{thread}", {"archived": True})
    edit = f"/channels/{thread}/messages/{sent}"
    status, answer = await api("PATCH", edit, {"content": "y"})
    assert (status, answer["code"]) == (400, 50083)
    await api("POST", f"/channels/{thread}/messages", {"content": "this opens it again"})
    assert (await api("PATCH", edit, {"content": "y"}))[0] == 200


@pytest.mark.parametrize("kind", [2, 13])
async def test_a_voice_channel_reaches_the_client(sandbox: Sandbox, kind: int) -> None:
    async with connected(sandbox) as bot:
        made = sandbox.places.add_channel(next(iter(sandbox.state.guilds)), "voice", kind=kind)
        seen = await sandbox.until(lambda: bot.get_channel(int(made)))
        assert isinstance(seen, discord.VoiceChannel | discord.StageChannel) and seen.bitrate == 64_000


async def test_one_answer_only(sandbox: Sandbox, api: Api, interact: Interact) -> None:
    interaction = await interact()
    assert (await api("POST", hook(sandbox, interaction), {"content": "early"}))[1]["code"] == 10015
    assert (await api("POST", callback(interaction), {"type": 7, "data": {}}))[1]["code"] == 50035
    assert (await api("POST", callback(interaction), {"type": 4, "data": {"content": ""}}))[1][
        "code"
    ] == 50006
    assert (await api("POST", callback(interaction), SAY))[0] == 204
    assert (await api("POST", callback(interaction), SAY))[1]["code"] == 40060


async def test_three_seconds(sandbox: Sandbox, api: Api, interact: Interact) -> None:
    sandbox.interactions.deadline = DEADLINE
    interaction = await interact()
    sandbox.clock.advance(2.5)
    await asyncio.sleep(0)
    assert not interaction.is_over
    sandbox.clock.advance(0.6)
    assert (await asyncio.wait_for(interaction.outcome, WITHIN)).reason == "timeout"
    assert (await api("POST", callback(interaction), SAY))[1]["code"] == 10062


async def test_fifteen_minutes(sandbox: Sandbox, api: Api, interact: Interact) -> None:
    interaction = await interact()
    _, answer = await api("POST", callback(interaction) + "?with_response=true", SAY)
    message_id = answer["resource"]["message"]["id"]
    original = hook(sandbox, interaction) + "/messages/@original"
    sandbox.clock.advance(890)
    assert (await api("PATCH", original, {"content": "late"}))[1]["id"] == message_id
    sandbox.clock.advance(20)
    status, answer = await api("PATCH", original, {"content": "too late"})
    assert (status, answer["code"]) == (401, 50027)
    channel = sandbox.channel("games")
    assert (await api("PATCH", f"/channels/{channel}/messages/{message_id}", {"content": "ok"}))[0] == 200


async def test_follow_ups(sandbox: Sandbox, api: Api, interact: Interact) -> None:
    interaction = await interact()
    await api("POST", callback(interaction), {"type": 5, "data": {"flags": 64}})
    _, first = await api("POST", hook(sandbox, interaction), {"content": "first"})
    assert first["id"] == interaction.original_id and first["flags"] & 64 and not first["flags"] & 128
    _, second = await api("POST", hook(sandbox, interaction), {"content": "second"})
    assert second["id"] != first["id"] and not second["flags"] & 64
    path = f"{hook(sandbox, interaction)}/messages/"
    assert (await api("GET", path + second["id"]))[1]["content"] == "second"
    assert (await api("DELETE", path + "@original"))[0] == 204
    assert (await api("GET", path + "@original"))[1]["code"] == 10008
    channel = sandbox.channel("games")
    assert (await api("GET", f"/channels/{channel}/messages/{first['id']}"))[1]["code"] == 10008


LABEL = {"type": 18, "label": "l", "component": {"type": 4, "custom_id": "i", "style": 1}}
MODALS: list[tuple[dict[str, Any], str]] = [
    ({"title": "x" * 46}, "data.title"),
    ({"custom_id": "x" * 101}, "data.custom_id"),
    ({"components": []}, "data.components"),
    ({"components": [LABEL] * 6}, "data.components"),
    ({"components": [LABEL | {"label": "x" * 46}]}, "data.components.0.label"),
    ({"components": [LABEL | {"description": "x" * 101}]}, "data.components.0.description"),
    ({"components": [LABEL, LABEL]}, "data.components.1.component.custom_id"),
    ({"components": [LABEL | {"component": None}]}, "data.components.0.component"),
    ({"components": [LABEL | {"component": {"type": 2}}]}, "data.components.0.component.type"),
    (
        {
            "components": [
                LABEL | {"component": {"type": 4, "custom_id": "i", "style": 1, "max_length": 4001}}
            ]
        },
        "data.components.0.component.max_length",
    ),
    (
        {
            "components": [
                {"type": 1, "components": [{"type": 4, "custom_id": "i", "style": 1, "label": "x" * 46}]}
            ]
        },
        "data.components.0.components.0.label",
    ),
    (
        {
            "components": [
                {"type": 18, "label": "x", "component": {"type": 19, "custom_id": "f", "max_values": 11}}
            ]
        },
        "data.components.0.component.max_values",
    ),
    (
        {"components": [{"type": 1, "components": [{"type": 19, "custom_id": "f"}]}]},
        "data.components.0.components.0.type",
    ),
]


async def test_limits_of_modals_and_choices(sandbox: Sandbox, api: Api, interact: Interact) -> None:
    interaction = await interact()
    for changes, path in MODALS:
        data = {"title": "t", "custom_id": "m", "components": [LABEL]} | changes
        status, answer = await api("POST", callback(interaction), {"type": 9, "data": data})
        assert status == 400 and path in field_errors(answer), (path, answer)
    data = {"title": "t" * 45, "custom_id": "m", "components": [LABEL, {"type": 10, "content": "read"}]}
    assert (await api("POST", callback(interaction), {"type": 9, "data": data}))[0] == 204
    assert (await api("GET", hook(sandbox, interaction) + "/messages/@original"))[1]["code"] == 10008


async def test_edits_of_old_messages_are_limited(sandbox: Sandbox, api: Api) -> None:
    path = f"/channels/{sandbox.channel('games')}/messages"
    sent = (await api("POST", path, {"content": "x"}))[1]
    sandbox.clock.advance(3601)
    statuses = [(await api("PATCH", f"{path}/{sent['id']}", {"content": "y"}))[0] for _ in range(3)]
    status, answer = await api("PATCH", f"{path}/{sent['id']}", {"content": "z"})
    assert statuses == [200] * 3 and (status, answer["code"]) == (429, 30046)
    assert answer["retry_after"] > 0


async def test_rate_limits_when_switched_on(sandbox: Sandbox, api: Api) -> None:
    sandbox.limits.enabled = True
    path = f"/channels/{sandbox.channel('games')}/messages"
    statuses = [(await api("POST", path, {"content": "x"}))[0] for _ in range(6)]
    assert statuses == [200] * 5 + [429]
    sandbox.clock.advance(5)
    assert (await api("POST", path, {"content": "x"}))[0] == 200


async def test_history(sandbox: Sandbox, api: Api) -> None:
    channel = sandbox.channel("games")
    ids = [sandbox.person("Alice").say(channel, str(number)).id for number in range(9)]
    path = f"/channels/{channel}/messages"

    async def read(query: str) -> list[str]:
        return [message["content"] for message in (await api("GET", f"{path}?{query}"))[1]]

    assert await read("limit=2") == ["8", "7"]
    assert await read(f"before={ids[4]}&limit=2") == ["3", "2"]
    assert await read(f"after={ids[4]}&limit=2") == ["6", "5"]
    assert await read(f"around={ids[4]}&limit=3") == ["5", "4", "3"]
    assert field_errors((await api("GET", f"{path}?limit=101"))[1]) == {"limit": "NUMBER_TYPE_MAX"}
