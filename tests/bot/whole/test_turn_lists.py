"""The message that says whose turn it is, through the real client: turned on, kept true, moved, off."""

from __future__ import annotations

from pathlib import Path

import discord
import pytest

from bot.messages import turn_lists
from bot.messages.turn_lists import TurnLists
from sandbox import SeenMessage
from sandbox.world.permissions import Permission

from .killed import Story, survives, survives_everywhere
from .world import World


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message is edited as soon as something has changed."""
    monkeypatch.setattr(turn_lists, "EDIT_SECONDS", 0.0)


def posted(w: World, channel: str = "lounge") -> list[SeenMessage]:
    """The messages that say whose turn it is."""
    every = w.sandbox.messages(str(w.sandbox.channel(channel)))
    return [
        message for message in every if "p:turns" in str(message.raw["components"]) and not message.ephemeral
    ]


def in_cache(w: World, channel: str) -> tuple[discord.Guild, discord.abc.GuildChannel]:
    """The server and a channel as the client knows them."""
    guild = w.client.get_guild(int(w.guild_of(channel)))
    known = guild.get_channel(int(channel)) if guild is not None else None
    assert guild is not None and known is not None
    return guild, known


async def look(w: World) -> None:
    await w.client.services.part(TurnLists).look()


async def panel(w: World) -> SeenMessage:
    """Alice, who owns the server, has opened the panel."""
    settings = (await w.alice.command(w.games, "settings")).shown
    await w.alice.click(settings, label="Moderation")
    await w.alice.click(settings, label="Turns, recaps, race")
    return settings


async def turn_on(w: World, channel: str = "lounge") -> SeenMessage:
    opened = await panel(w)
    await w.alice.choose(opened, str(w.sandbox.channel(channel)), custom_id="p:turns-set:channel")
    await look(w)
    return opened


async def test_an_admin_turns_it_on_and_it_is_true_from_then_on(w: World) -> None:
    settings = await panel(w)
    assert "Off. Choose a channel" in settings.text
    await w.alice.choose(settings, str(w.sandbox.channel("lounge")), custom_id="p:turns-set:channel")
    assert f"In <#{w.sandbox.channel('lounge')}>" in settings.text
    await look(w)
    (message,) = posted(w)
    assert "No match is waiting for a move." in message.text
    match = await w.match_of_two()
    await look(w)
    assert f"**<@{w.alice.id}>**" in message.text and f"against <@{w.bob.id}>" in message.text
    assert str(match.home.message_id) in message.text, "it links to the board"
    assert not message.raw["mentions"], "nobody is notified"
    await w.press(w.alice, match, "d3")
    await look(w)
    assert f"**<@{w.bob.id}>**" in message.text
    own = await w.bob.click(message, label="My matches")
    assert own.ephemeral and "Your turn" in own.text
    await w.restart()
    await look(w)
    assert [one.id for one in posted(w)] == [message.id]
    await w.client.services.matches.resign(match.id, None, int(w.bob.id))
    await look(w)
    assert "No match is waiting for a move." in message.text


async def test_one_that_was_deleted_is_posted_again_with_the_next_change(w: World) -> None:
    await turn_on(w)
    (message,) = posted(w)
    lounge = w.client.get_partial_messageable(int(w.sandbox.channel("lounge")))
    await lounge.get_partial_message(int(message.id)).delete()
    await w.match_of_two()
    await look(w)
    await look(w)
    (again,) = posted(w)
    assert again.id != message.id and f"<@{w.alice.id}>" in again.text


async def test_another_channel_moves_it_and_none_turns_it_off(w: World) -> None:
    settings = await turn_on(w)
    await w.alice.choose(settings, w.games, custom_id="p:turns-set:channel")
    await look(w)
    assert len(posted(w, "games")) == 1
    await w.sandbox.until(lambda: not posted(w) or None)
    await w.alice.choose(settings, custom_id="p:turns-set:channel")
    assert "Off. Choose a channel" in settings.text
    await w.sandbox.until(lambda: not posted(w, "games") or None)


async def test_matches_of_channels_that_not_everybody_sees_are_left_out(w: World) -> None:
    await w.match_of_two()
    guild, games = in_cache(w, w.games)
    own = Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES | Permission.ATTACH_FILES
    w.sandbox.places.allow(str(w.games), own)
    w.sandbox.places.deny(str(w.games), Permission.VIEW_CHANNEL, str(guild.id))
    await w.sandbox.until(lambda: not games.permissions_for(guild.default_role).view_channel or None)
    await turn_on(w)
    (message,) = posted(w)
    assert "No match is waiting for a move." in message.text


async def test_only_channels_where_it_can_be_kept_can_be_chosen(w: World) -> None:
    settings = await panel(w)
    lounge = str(w.sandbox.channel("lounge"))
    w.sandbox.places.deny(lounge, Permission.SEND_MESSAGES, w.sandbox.state.bot_id)
    guild, channel = in_cache(w, lounge)
    await w.sandbox.until(lambda: not channel.permissions_for(guild.me).send_messages or None)
    heard = await w.reads(w.alice, w.alice.choose(settings, lounge, custom_id="p:turns-set:channel"))
    assert "I can't keep a message in" in heard
    assert await w.store.turn_lists.all() == []


async def test_who_cannot_manage_the_server_changes_nothing(w: World) -> None:
    settings = await panel(w)
    heard = await w.reads(w.bob, w.forge_press(w.bob, settings, "p:turns-set:channel"))
    assert "permission" in heard
    assert await w.store.turn_lists.all() == []


async def test_a_reset_of_the_settings_turns_it_off(w: World) -> None:
    await turn_on(w)
    settings = (await w.alice.command(w.games, "settings")).shown
    await w.alice.click(settings, custom_id="p:set:page.moderation")
    await w.alice.click(settings, custom_id="p:reset:moderation")
    await w.alice.click(settings, custom_id="p:reset-yes:moderation")
    assert await w.store.turn_lists.all() == []
    await w.sandbox.until(lambda: not posted(w) or None)


async def is_once(w: World) -> None:
    """A message that is wanted is there once, and true."""
    await look(w)
    wanted = await w.store.turn_lists.all()
    assert len(posted(w)) == len(wanted)
    for turn_list in wanted:
        assert [int(message.id) for message in posted(w)] == [turn_list.message_id]


async def begin_and_turn_on(w: World) -> None:
    await turn_on(w)
    await w.match_of_two()
    await look(w)


async def nothing(w: World) -> None:
    """Nobody has done anything."""


@pytest.mark.parametrize("step", ["TurnListStore.place", "POST /channels"])
async def test_it_survives_a_kill_after_a_step(w: World, step: str) -> None:
    await survives(w, Story(nothing, turn_on, is_once), step)


@pytest.mark.soak
async def test_it_survives_a_kill_after_each_step(empty_database: Path, tmp_path: Path) -> None:
    await survives_everywhere(empty_database, tmp_path, Story(nothing, turn_on, is_once))


async def test_a_change_is_in_the_log_of_the_server(w: World) -> None:
    log = w.sandbox.channel("go-corner")
    await w.client.services.settings.update(int(w.guild_of(w.games)), log_channel=int(log))
    await turn_on(w)
    expected = f"Whose turn, channel: Off → <#{w.sandbox.channel('lounge')}>"
    await w.sandbox.until(
        lambda: [one for one in w.sandbox.messages(str(log)) if expected in one.text] or None
    )
