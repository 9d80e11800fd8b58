"""The first minute: what the bot says in a server that it joins, and a match by one tap on it."""

from __future__ import annotations

import pytest

from bot.interactions.introductions import easy_variant
from bot.ui.welcome import EASY_LEVEL
from games import GAMES
from games.base import Side
from sandbox import SeenMessage
from sandbox.testing.places import Place
from sandbox.world.permissions import Permission

from .world import World


async def joined(w: World, locale: str = "en-US") -> tuple[str, Place]:
    """A server that Bob invites the bot to, and its channel."""
    places = w.sandbox.places
    guild = places.add_guild("New", w.bob.id, locale, (w.alice.id, w.minji.id))
    places.remove_member(guild, w.sandbox.state.bot_id)
    channel = places.add_channel(guild, "hall")
    places.add_member(guild, w.sandbox.state.bot_id)
    return guild, channel


async def welcomed(w: World, channel: Place | str, count: int = 1) -> list[SeenMessage]:
    """The messages of the bot in a channel, as soon as there are so many."""

    return await w.sandbox.until(lambda: found if len(found := by_bot(w, channel)) >= count else None)


def by_bot(w: World, channel: Place | str) -> list[SeenMessage]:
    return [one for one in w.sandbox.messages(channel) if one.raw["author"]["id"] == w.sandbox.state.bot_id]


async def test_a_server_is_welcomed_once(w: World) -> None:
    guild, channel = await joined(w, "ko")
    (welcome,) = await welcomed(w, channel)
    assert w.says(w.minji, "welcome.title") in welcome.text and welcome.images and len(welcome.selects) == 1
    assert [one.label for one in welcome.buttons] == [w.says(w.minji, f"game.{slug}") for slug in GAMES]
    w.sandbox.places.remove_member(guild, w.sandbox.state.bot_id)
    w.sandbox.places.add_member(guild, w.sandbox.state.bot_id)
    await w.restart()
    w.minji.say(channel, f"<@{w.sandbox.state.bot_id}>")  # answered: the bot is back
    assert len(await welcomed(w, channel, 2)) == 2
    assert by_bot(w, w.games) == [], "it has been there for long"


async def test_a_server_that_was_joined_while_the_bot_was_down(w: World) -> None:
    guild, channel = await joined(w)
    await welcomed(w, channel)
    await w.stop()
    w.change("DELETE FROM welcomes")
    member = w.sandbox.state.guilds[guild]["_members"][w.sandbox.state.bot_id]
    member["joined_at"] = w.sandbox.context.clock.iso()
    await w.start()
    await welcomed(w, channel, 2)


@pytest.mark.parametrize("slug", GAMES)
async def test_one_tap_starts_a_match_and_the_next_one_plays(w: World, slug: str) -> None:
    _, channel = await joined(w)
    (welcome,) = await welcomed(w, channel)
    await w.restart()  # the buttons mean the same after it
    reply = await w.alice.click(welcome, custom_id=f"p:play:{slug.replace('_', '-')}-{EASY_LEVEL}")
    assert reply.kind == "message" and not reply.ephemeral
    match = await w.shown(await w.client.services.store.matches.get(1))
    assert (match.game, match.variant, match.level) == (slug, easy_variant(slug), EASY_LEVEL)
    assert match.user_of(Side.FIRST) == int(w.alice.id)


async def test_the_menu_looks_for_a_person(w: World) -> None:
    _, channel = await joined(w)
    (welcome,) = await welcomed(w, channel)
    reply = await w.alice.choose(welcome, "go-person")
    await w.minji.click(reply.shown, label="Accept")
    match = await w.shown(await w.client.services.store.matches.get(1))
    assert {match.first_id, match.second_id} == {int(w.alice.id), int(w.minji.id)}
    assert (match.game, match.variant) == ("go", "9x9-korean")


async def test_the_bot_answers_those_who_write_to_it(w: World) -> None:
    w.alice.say(w.games, f"<@{w.sandbox.state.bot_id}> play")
    (answer,) = await welcomed(w, w.games)
    assert w.says(w.alice, "welcome.title") in answer.text
    w.minji.say(w.minji.dm, "안녕!")
    (private,) = await welcomed(w, w.minji.dm)
    assert w.says(w.minji, "welcome.title") in private.text
    await w.minji.click(private, label="오셀로")
    assert (await w.shown(await w.client.services.store.matches.get(1))).guild_id is None


async def test_it_is_pinned_where_the_bot_may(w: World) -> None:
    places = w.sandbox.places
    guild, channel = await joined(w)
    await welcomed(w, channel)
    places.remove_member(guild, w.sandbox.state.bot_id)
    places.allow(channel, Permission.PIN_MESSAGES)
    w.change("DELETE FROM welcomes")
    places.add_member(guild, w.sandbox.state.bot_id)
    *_, welcome, notice = await welcomed(w, channel, 3)
    assert welcome.raw["pinned"] and notice.raw["type"] == 6
