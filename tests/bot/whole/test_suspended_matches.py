"""A match whose channel, thread or server is lost is suspended until a player brings it elsewhere."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from data.model.match import Match
from sandbox.testing.places import Place
from sandbox.world.permissions import Permission

from .world import World

Loss = Callable[[World, Match], None]


def channel_deleted(w: World, match: Match) -> None:
    w.sandbox.places.delete_channel(str(match.home.channel_id))


def bot_removed(w: World, match: Match) -> None:
    w.sandbox.places.remove_member(str(match.guild_id), w.sandbox.state.bot_id)


LOSSES: list[Loss] = [channel_deleted, bot_removed]


@pytest.fixture
def room(w: World) -> Place:
    """A channel for a test to delete."""
    return w.sandbox.places.add_channel(w.guild_of(w.games), "room")


async def in_room(w: World, room: Place) -> Match:
    """Alice and Bob play there."""
    await w.sandbox.until(lambda: w.client.get_channel(int(room)))
    return await w.match_of_two(channel=room)


async def suspended(w: World, match: Match) -> Match:
    return await w.until(match, lambda one: one.paused == "parked")


async def brought(w: World, match: Match, channel: str, person: str = "Alice") -> Match:
    """The match after somebody has brought it with a press in ``/matches``."""
    someone = w.sandbox.person(person)
    listing = await someone.command(channel, "matches")
    await someone.click(listing.shown, label=w.says(someone, "button.bring"))
    return await w.shown(
        await w.until(match, lambda one: str(one.home.channel_id) == channel and one.home.message_id)
    )


@pytest.mark.parametrize("loss", LOSSES)
async def test_suspended_at_once_and_brought_back(w: World, room: Place, loss: Loss) -> None:
    match = await in_room(w, room)
    loss(w, match)
    match = await suspended(w, match)
    listing = await w.alice.command(w.korean, "matches")
    assert "Channel not available" in listing.text
    match = await brought(w, match, w.korean)
    assert match.paused is None and match.guild_id == int(w.guild_of(w.korean))
    assert w.board(match).raw["mentions"] == []
    await w.press(w.alice, match, "d3")
    await w.press(w.bob, await w.shown(match), "c3")
    assert (await w.now(match)).ply == 2


async def test_a_thread_that_is_deleted(w: World, room: Place) -> None:
    await w.client.services.settings.update(int(w.guild_of(w.games)), threads=True)
    match = await in_room(w, room)
    match = await w.until(match, lambda one: one.home.thread_id)
    w.sandbox.places.delete_channel(str(match.home.thread_id))
    match = await brought(w, await suspended(w, match), w.alice.dm)
    assert match.home.thread_id is None


async def test_threads_go_with_their_channel(w: World, room: Place) -> None:
    await w.client.services.settings.update(int(w.guild_of(w.games)), threads=True)
    match = await w.until(await in_room(w, room), lambda one: one.home.thread_id)
    w.sandbox.places.delete_channel(room)
    await suspended(w, match)


@pytest.mark.parametrize("loss", LOSSES)
async def test_lost_while_the_bot_was_down(w: World, room: Place, loss: Loss) -> None:
    """The bot finds out when it edits the board."""
    match = await in_room(w, room)
    await w.stop()
    loss(w, match)
    w.change(f"UPDATE matches SET shown_version = -1 WHERE id = {match.id}")
    w.change(f"UPDATE boards SET shown_version = -1 WHERE match_id = {match.id}")
    await w.start()
    match = await brought(w, await suspended(w, match), w.alice.dm)
    assert match.guild_id is None


async def test_a_channel_that_the_bot_cannot_see_anymore(w: World, room: Place) -> None:
    match = await in_room(w, room)
    w.sandbox.places.deny(room, Permission.VIEW_CHANNEL)
    await w.restart()  # so that no token of a press is left, by which it can still edit
    await w.client.services.matches.play(match.id, None, int(w.alice.id), "d3")
    match = await suspended(w, match)
    w.sandbox.places.allow(room, Permission.VIEW_CHANNEL)
    await w.bob.click(w.board(match), label="c4")  # the old board is still there: a press recovers the match
    match = await w.until(match, lambda one: one.paused is None and one.home.message_id)
    assert str(match.home.channel_id) == room and match.home.message_id is not None


async def test_no_move_while_it_is_suspended(w: World, room: Place) -> None:
    match = await in_room(w, room)
    channel_deleted(w, match)
    match = await suspended(w, match)
    with w.unchanged():
        said = await w.reads(w.alice, w.alice.command(w.games, "move", move="d3"))
    assert said in (w.says(w.alice, "match.suspended"), w.says(w.alice, "match.outdated"))


async def test_a_suspended_match_can_be_aborted(w: World, room: Place) -> None:
    match = await in_room(w, room)
    channel_deleted(w, match)
    await suspended(w, match)
    question = await w.alice.command(w.games, "resign")
    await w.alice.click(question.shown, label="Abort")
    assert (await w.now(match)).state == "over"


async def test_a_live_clock_runs_again_once_both_agree(w: World, room: Place) -> None:
    """Otherwise a person could delete a channel to win on time."""
    await w.sandbox.until(lambda: w.client.get_channel(int(room)))
    match = await w.opened(await w.match_of_two(channel=room, clock="5+5"))
    channel_deleted(w, match)
    match = await brought(w, await suspended(w, match), w.games, "Bob")
    assert match.paused == "adjourned" and match.clock and match.clock.since is None
    assert [one.label for one in w.board(match).buttons] == ["Resume"]
    w.let_pass(100_000)
    await w.bob.click(w.board(match), label="Resume")
    await w.alice.click(w.board(await w.shown(match)), label="Resume")
    match = await w.shown(match)
    assert match.is_active
    await w.press(w.alice, match, "d6")


async def test_each_player_can_bring_it_from_the_other(w: World, room: Place) -> None:
    """In direct messages only one of them sees the board: the other brings it to where they are."""
    match = await in_room(w, room)
    channel_deleted(w, match)
    match = await brought(w, await suspended(w, match), w.alice.dm)
    await w.press(w.alice, match, "d3")
    match = await w.shown(match)
    match = await brought(w, match, w.bob.dm, "Bob")
    await w.press(w.bob, match, "c3")
    match = await brought(w, await w.shown(match), w.games)
    assert (await w.shown(match)).ply == 2
    listing = await w.bob.command(w.bob.dm, "matches")
    assert listing.shown.buttons[0].label == "Open"  # in a server both see it again
