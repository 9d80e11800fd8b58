"""Welcomes: once in a server that the bot joins, and to people who mention or write to it."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.drawing import showcase
from bot.match.limits import WELCOMES
from bot.messages.welcomes import MAX_CHARACTERS, Welcomes
from bot.texts import LANGUAGES, texts
from bot.texts.command_names import CommandLinks
from data.errors import StoreBusy
from tests.bot.discord_fakes import (
    BOT,
    CHANNEL,
    DM_OFFSET,
    GUILD,
    FakeChannel,
    FakeGuild,
    FakeTextChannel,
    FakeThread,
    Method,
    fault,
)
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN
from tests.clock import Clock

ENGLISH, KOREAN = texts("en")("welcome.title"), texts("ko")("welcome.title")
NEEDED = discord.Permissions(view_channel=True, send_messages=True, attach_files=True)


def guild(h: Harness) -> FakeGuild:
    return h.client.servers[GUILD]


async def greet(h: Harness) -> None:
    await h.services.welcomes.greet(cast(Any, guild(h)))


@pytest.mark.parametrize(("slug", "differs"), [("twelve_janggi", True), ("othello", False)])
async def test_the_picture_of_a_game_shows_the_pieces_of_a_language(
    h: Harness, monkeypatch: pytest.MonkeyPatch, slug: str, differs: bool
) -> None:
    monkeypatch.setattr("bot.messages.welcomes.game_picture", showcase.game_picture)
    pictures = set()
    for language in LANGUAGES:
        _, (file,) = await h.services.welcomes.of_game(slug, texts(language), GUILD)
        pictures.add(file.fp.read())
    assert len(pictures) == 1 + differs


async def test_the_picture_of_all_games_shows_the_pieces_of_a_language(
    h: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.messages.welcomes.all_games_picture", showcase.all_games_picture)
    pictures = set()
    for language in LANGUAGES:
        _, (file,) = await h.services.welcomes.message(texts(language), GUILD)
        pictures.add(file.fp.read())
    assert len(pictures) == len(LANGUAGES)


# --- Servers -------------------------------------------------------------------------------------------


async def test_a_server_is_welcomed_once(h: Harness) -> None:
    for _ in range(3):
        await greet(h)
    (sent,) = h.discord.of(Method.SEND)
    assert (sent.channel_id, sent.attachments, sent.mentions) == (CHANNEL, 1, ())
    assert ENGLISH in sent.text and "p:play:othello-2" in sent.custom_ids
    assert h.discord.of(Method.PIN) == [], "without the permission"


@pytest.mark.parametrize(("shard", "welcomed"), [(None, [0, 1, 1]), (1, [1, 1]), (2, [])])
async def test_servers_of_a_shard_that_the_bot_has_joined_lately(
    h: Harness, monkeypatch: pytest.MonkeyPatch, shard: int | None, welcomed: list[int]
) -> None:
    welcomes, found = h.services.welcomes, list[int]()
    joined = discord.utils.utcnow()
    guilds = [
        SimpleNamespace(shard_id=one, unavailable=False, me=SimpleNamespace(joined_at=joined))
        for one in (0, 1, 1)
    ]
    left = SimpleNamespace(shard_id=1, unavailable=False, me=SimpleNamespace(joined_at=None))
    unavailable = SimpleNamespace(shard_id=1, unavailable=True, me=None)

    async def greet(guild: SimpleNamespace) -> None:
        found.append(guild.shard_id)

    monkeypatch.setattr(welcomes, "_client", SimpleNamespace(guilds=[*guilds, left, unavailable]))
    monkeypatch.setattr(welcomes, "_now", joined.timestamp)
    monkeypatch.setattr(welcomes, "greet", greet)
    await welcomes.catch_up(shard)
    assert found == welcomed


async def test_in_the_language_of_the_server(h: Harness) -> None:
    guild(h).preferred_locale = discord.Locale.korean
    await greet(h)
    assert KOREAN in h.discord.of(Method.SEND)[0].text


async def test_in_the_first_channel_where_the_bot_may(h: Harness) -> None:
    for number, lacking in enumerate(("view_channel", "send_messages", "attach_files")):
        closed = FakeTextChannel(h.discord, 71 + number)
        closed.bot_may = discord.Permissions(NEEDED.value)
        setattr(closed.bot_may, lacking, False)
        guild(h).channels = {closed.id: closed, **guild(h).channels}
    await greet(h)
    assert [one.channel_id for one in h.discord.of(Method.SEND)] == [CHANNEL]


async def test_in_the_system_channel_if_there_is_one(h: Harness) -> None:
    system = guild(h).system_channel = FakeTextChannel(h.discord, 71)
    guild(h).channels[71] = system
    await greet(h)
    assert [one.channel_id for one in h.discord.of(Method.SEND)] == [71]


async def test_nowhere_if_the_bot_may_nowhere(h: Harness) -> None:
    cast(FakeTextChannel, guild(h).channels[CHANNEL]).bot_may = discord.Permissions.none()
    await greet(h)
    assert h.discord.requests == []
    assert await h.store.welcomes.claim(GUILD), "there is another chance when it joins again"


async def test_it_is_pinned_where_the_bot_may_pin(h: Harness) -> None:
    channel = cast(FakeTextChannel, guild(h).channels[CHANNEL])
    channel.bot_may = discord.Permissions(NEEDED.value, pin_messages=True)
    await greet(h)
    assert [one.message_id for one in h.discord.of(Method.PIN)] == [h.discord.of(Method.SEND)[0].message_id]


async def test_a_pin_that_fails_is_no_fault(h: Harness) -> None:
    channel = cast(FakeTextChannel, guild(h).channels[CHANNEL])
    channel.bot_may = discord.Permissions(NEEDED.value, pin_messages=True)
    h.discord.fail(Method.PIN, fault(403))
    await greet(h)
    assert len(h.discord.of(Method.SEND)) == 1


async def test_a_server_that_cannot_be_reached_is_not_tried_again(h: Harness) -> None:
    h.discord.fail(Method.SEND, fault(500))
    await greet(h)
    await greet(h)
    assert h.discord.requests == []


# --- People --------------------------------------------------------------------------------------------


def welcomes(h: Harness, clock: Clock | None = None) -> Welcomes:
    """Welcomes whose time a test moves."""
    services = h.services
    client = cast(Any, h.client)
    links, ticks = CommandLinks(), clock or Clock()
    return Welcomes(client, h.store, services.composer, services.activity, links, time.time, ticks)


def said(h: Harness, content: str, channel: Any = None, **changes: Any) -> Any:
    """What Ana writes in the channel of the matches, with a mention of the bot."""
    values: dict[str, Any] = {
        "author": SimpleNamespace(id=ANA, bot=False),
        "type": discord.MessageType.default,
        "guild": guild(h),
        "channel": channel or guild(h).channels[CHANNEL],
        "content": content,
        "mentions": [h.client.user],
    }
    return SimpleNamespace(**{**values, **changes})


def direct(h: Harness, content: str, user: int = ANA) -> Any:
    """What a person writes to the bot."""
    channel = FakeChannel(h.discord, DM_OFFSET + user)
    return said(h, content, channel, guild=None, mentions=[], author=SimpleNamespace(id=user, bot=False))


@pytest.mark.parametrize("words", [f"<@{BOT}>", f"<@!{BOT}> play", f"hi <@{BOT}>!"])
async def test_a_mention_is_answered(h: Harness, words: str) -> None:
    await welcomes(h).answer(said(h, words))
    (sent,) = h.discord.of(Method.SEND)
    assert ENGLISH in sent.text and sent.attachments == 1


@pytest.mark.parametrize(
    "changes",
    [
        {"author": SimpleNamespace(id=BOT + 1, bot=True)},
        {"mentions": []},
        {"type": discord.MessageType.reply},
        {"type": discord.MessageType.pins_add},
        {"content": f"<@{BOT}> " + "w" * (MAX_CHARACTERS + 1)},
    ],
)
async def test_what_is_not_answered(h: Harness, changes: dict[str, Any]) -> None:
    await welcomes(h).answer(said(h, **{"content": f"<@{BOT}>", **changes}))
    assert h.discord.requests == []


async def test_the_bots_own_direct_messages_are_not_answered(h: Harness) -> None:
    own = direct(h, "hi")
    own.author = SimpleNamespace(id=BOT, bot=True)
    await welcomes(h).answer(own)
    assert h.discord.requests == []


async def test_a_channel_gets_one_a_minute(h: Harness) -> None:
    clock = Clock()
    answers = welcomes(h, clock)
    other = guild(h).channels[71] = FakeTextChannel(h.discord, 71)
    for channel in (None, None, other, None):
        await answers.answer(said(h, f"<@{BOT}>", channel))
    assert [one.channel_id for one in h.discord.of(Method.SEND)] == [CHANNEL, 71]
    clock.now += WELCOMES.seconds
    await answers.answer(said(h, f"<@{BOT}>"))
    assert len(h.discord.of(Method.SEND)) == 3


async def test_only_in_the_channels_that_a_server_has_chosen(h: Harness) -> None:
    lounge = guild(h).channels[71] = FakeTextChannel(h.discord, 71)
    await h.services.settings.update(GUILD, channels=(71,))
    answers = welcomes(h)
    for place in (None, lounge, FakeThread(h.discord, 72, CHANNEL)):
        await answers.answer(said(h, f"<@{BOT}>", place))
    assert [one.channel_id for one in h.discord.of(Method.SEND)] == [71]


async def test_where_the_bot_may_not_post_it_says_nothing(h: Harness) -> None:
    channel = cast(FakeTextChannel, guild(h).channels[CHANNEL])
    channel.bot_may = discord.Permissions(view_channel=True, send_messages=True)
    thread = FakeThread(h.discord, 72, CHANNEL)  # without the permission to send in threads
    for place in (channel, thread):
        await welcomes(h).answer(said(h, f"<@{BOT}>", place))
    assert h.discord.requests == []


async def test_direct_messages_are_in_the_language_of_the_person(h: Harness) -> None:
    answers = welcomes(h)
    h.services.activity.acted(BEN, "ko")
    for message, title in (
        (direct(h, "hi", BEN), KOREAN),
        (direct(h, "hi", ANA), ENGLISH),
        (direct(h, "안녕하세요", ANA + 50), KOREAN),
    ):
        await answers.answer(message)
        sent = h.discord.of(Method.SEND)[-1]
        assert title in sent.text and sent.channel_id == message.channel.id
        assert not any("person" in one for one in sent.custom_ids)


async def test_a_store_or_a_discord_that_fails_is_logged(h: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    async def busy(_: int) -> None:
        raise StoreBusy("held by a test")

    h.discord.fail(Method.SEND, fault(500))
    await welcomes(h).answer(said(h, f"<@{BOT}>"))
    monkeypatch.setattr(h.services.activity, "person", busy)
    await welcomes(h).answer(direct(h, "hi"))
    assert h.discord.requests == []
