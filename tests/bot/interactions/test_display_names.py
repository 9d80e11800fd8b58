"""Names of people, from what is known and from what Discord answers."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.interactions.display_names import display_names
from bot.messages import member_names as module
from bot.messages.member_names import KEPT_SECONDS, MAX_REQUESTS, MemberNames
from tests.bot.discord_fakes import fault

ME, MEMBER, SEEN, STRANGER, GONE, SLOW = range(1, 7)


def person(name: str) -> Any:
    return SimpleNamespace(display_name=name)


class Discord:
    """A server and a client that know some people, and find others."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def get_member(self, user_id: int) -> Any:
        return person("Nick") if user_id == MEMBER else None

    def get_user(self, user_id: int) -> Any:
        return person("Seen") if user_id == SEEN else None

    async def fetch_member(self, _: int) -> Any:
        raise fault(404)

    async def fetch_user(self, user_id: int) -> Any:
        self.asked.append(user_id)
        if user_id == SLOW:
            await asyncio.Event().wait()
        if user_id in (GONE, SEEN):
            raise fault(404)
        return person(f"User {user_id}")


def interaction(server: Discord, *, in_guild: bool = True) -> discord.Interaction:
    user = SimpleNamespace(id=ME, display_name="Me")
    guild: Any = server if in_guild else None
    return SimpleNamespace(user=user, guild=guild, client=server)  # type: ignore[return-value]


async def test_discord_is_asked_about_those_whose_name_in_the_server_is_not_known() -> None:
    server = Discord()
    people = [ME, MEMBER, SEEN, STRANGER, GONE]
    assert await display_names(interaction(server), people) == {
        **{ME: "Me", MEMBER: "Nick", SEEN: "Seen"},
        STRANGER: f"User {STRANGER}",
    }
    assert sorted(server.asked) == [SEEN, STRANGER, GONE]


async def test_outside_of_servers_people_have_no_nicknames() -> None:
    names = await display_names(interaction(Discord(), in_guild=False), [MEMBER])
    assert names == {MEMBER: f"User {MEMBER}"}


async def test_discord_is_asked_about_few_and_not_waited_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SECONDS", 0.05)
    server = Discord()
    names = await display_names(interaction(server), [SLOW, *range(100, 200)])
    assert len(server.asked) == MAX_REQUESTS == len(names) + 1 and SLOW not in names


async def test_nobody_is_named() -> None:
    assert await display_names(interaction(Discord()), []) == {}


async def test_a_server_s_names_are_asked_for_once_an_hour() -> None:
    server, now = Discord(), [0.0]
    client: Any = SimpleNamespace(
        get_guild=lambda _: server, get_user=server.get_user, fetch_user=server.fetch_user
    )
    names = MemberNames(client, lambda: now[0])
    for _ in range(2):
        assert await names.of(5, [MEMBER, STRANGER]) == {MEMBER: "Nick", STRANGER: f"User {STRANGER}"}
    assert server.asked == [STRANGER]
    now[0] += KEPT_SECONDS
    await names.of(5, [STRANGER])
    assert server.asked == [STRANGER, STRANGER]


async def test_discord_is_not_asked_about_who_has_just_pressed_something() -> None:
    server = Discord()
    client: Any = SimpleNamespace(
        get_guild=lambda _: server, get_user=server.get_user, fetch_user=server.fetch_user
    )
    names = MemberNames(client, lambda: 0.0)
    names.keep(5, STRANGER, "\u202eAlex")
    assert await names.of(5, [STRANGER]) == {STRANGER: "Alex"} and server.asked == []
