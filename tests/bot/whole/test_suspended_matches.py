"""A deleted channel, a server that throws the bot out, a channel it may not see: matches wait."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from data.model import Match
from sandbox.testing.places import Place
from sandbox.world.permissions import Permission

from .world import World

Loss = Callable[[World, Match], None]


def channel_deleted(w: World, match: Match) -> None:
    w.sandbox.places.delete_channel(str(match.channel_id))


def thrown_out(w: World, match: Match) -> None:
    w.sandbox.places.remove_member(str(match.guild_id), w.sandbox.state.bot_id)


LOSSES: list[Loss] = [channel_deleted, thrown_out]


@pytest.fixture
def room(w: World) -> Place:
    """A channel that can be spared."""
    return w.sandbox.places.add_channel(w.guild_of(w.games), "room")


async def in_room(w: World, room: Place) -> Match:
    """Alice and Bob play there."""
    await w.sandbox.until(lambda: w.client.get_channel(int(room)))
    return await w.match_of_two(channel=room)


async def parked(w: World, match: Match) -> Match:
    return await w.until(match, lambda one: one.paused == "parked")


async def brought(w: World, match: Match, channel: str, person: str = "Alice") -> Match:
    """The match after somebody has brought it with a tap in ``/matches``."""
    someone = w.sandbox.person(person)
    listing = await someone.command(channel, "matches")
    await someone.click(listing.shown, label=w.says(someone, "button.bring"))
    return await w.shown(await w.until(match, lambda one: str(one.channel_id) == channel and one.message_id))


@pytest.mark.parametrize("loss", LOSSES)
async def test_parked_at_once_and_brought_back(w: World, room: Place, loss: Loss) -> None:
    match = await in_room(w, room)
    loss(w, match)
    match = await parked(w, match)
    listing = await w.alice.command(w.korean, "matches")
    assert "channel not available" in listing.text
    match = await brought(w, match, w.korean)
    assert match.paused is None and match.guild_id == int(w.guild_of(w.korean))
    assert w.board(match).raw["mentions"] == []
    await w.press(w.alice, match, "d3")
    await w.press(w.bob, await w.shown(match), "c3")
    assert (await w.now(match)).ply == 2


async def test_a_thread_that_is_deleted(w: World, room: Place) -> None:
    await w.client.services.settings.update(int(w.guild_of(w.games)), threads=True)
    match = await in_room(w, room)
    match = await w.until(match, lambda one: one.thread_id)
    w.sandbox.places.delete_channel(str(match.thread_id))
    match = await brought(w, await parked(w, match), w.alice.dm)
    assert match.thread_id is None


async def test_threads_go_with_their_channel(w: World, room: Place) -> None:
    await w.client.services.settings.update(int(w.guild_of(w.games)), threads=True)
    match = await w.until(await in_room(w, room), lambda one: one.thread_id)
    w.sandbox.places.delete_channel(room)
    await parked(w, match)


@pytest.mark.parametrize("loss", LOSSES)
async def test_lost_while_the_bot_was_away(w: World, room: Place, loss: Loss) -> None:
    """It is found at the first time that the board is to be shown."""
    match = await in_room(w, room)
    await w.stop()
    loss(w, match)
    w.change(f"UPDATE matches SET shown_version = -1 WHERE id = {match.id}")
    await w.start()
    match = await brought(w, await parked(w, match), w.alice.dm)
    assert match.guild_id is None


async def test_a_channel_that_the_bot_may_not_see_any_more(w: World, room: Place) -> None:
    match = await in_room(w, room)
    w.sandbox.places.deny(room, Permission.VIEW_CHANNEL)
    await w.restart()  # so that no token of a press is left, by which it can still edit
    await w.client.services.matches.play(match.id, None, int(w.alice.id), "d3")
    match = await parked(w, match)
    w.sandbox.places.allow(room, Permission.VIEW_CHANNEL)
    await w.bob.click(
        w.board(match), label="c4"
    )  # the old board is still there: a press finds the match again
    match = await w.until(match, lambda one: one.paused is None and one.message_id)
    assert str(match.channel_id) == room and match.message_id is not None


async def test_nothing_is_tried_for_ever(w: World, room: Place) -> None:
    match = await in_room(w, room)
    channel_deleted(w, match)
    await parked(w, match)
    await w.sandbox.until(lambda: not w.client.services.board_messages._refresher._running)


async def test_no_move_while_it_is_parked(w: World, room: Place) -> None:
    match = await in_room(w, room)
    channel_deleted(w, match)
    match = await parked(w, match)
    with w.unchanged():
        told = await w.told(w.alice, w.alice.command(w.games, "move", move="d3"))
    assert told in (w.says(w.alice, "match.parked"), w.says(w.alice, "match.outdated"))


async def test_a_parked_match_can_be_left(w: World, room: Place) -> None:
    match = await in_room(w, room)
    channel_deleted(w, match)
    await parked(w, match)
    question = await w.alice.command(w.games, "resign")
    await w.alice.click(question.shown, label="✖️")
    assert (await w.now(match)).state == "over"


async def test_a_parked_match_after_a_restart(w: World, room: Place) -> None:
    match = await in_room(w, room)
    thrown_out(w, match)
    await parked(w, match)
    await w.restart()
    assert (await brought(w, match, w.bob.dm, "Bob")).paused is None


async def test_a_live_clock_runs_again_only_when_both_are_there(w: World, room: Place) -> None:
    """Else whoever deletes a channel could win on time in the night."""
    await w.sandbox.until(lambda: w.client.get_channel(int(room)))
    match = await w.opened(await w.match_of_two(channel=room, clock="5+5"))
    channel_deleted(w, match)
    match = await brought(w, await parked(w, match), w.games, "Bob")
    assert match.paused == "adjourned" and match.clock and match.clock.since is None
    assert [one.label for one in w.board(match).buttons] == ["Resume"]
    w.let_pass(100_000)
    await w.bob.click(w.board(match), label="Resume")
    await w.alice.click(w.board(await w.shown(match)), label="Resume")
    match = await w.shown(match)
    assert match.is_active
    await w.press(w.alice, match, "d6")


async def test_a_live_match_found_again_by_a_press_rests(w: World, room: Place) -> None:
    await w.sandbox.until(lambda: w.client.get_channel(int(room)))
    match = await w.opened(await w.match_of_two(channel=room, clock="5+5"))
    w.client.services.lost_places.lost(match)
    await parked(w, match)
    await w.bob.click(w.board(match), label="🤝")
    match = await w.until(match, lambda one: one.paused == "adjourned" and one.message_id)
    assert str(match.channel_id) == room
    assert [one.label for one in w.board(await w.shown(match)).buttons] == ["Resume"]


async def test_each_player_can_bring_it_from_the_other(w: World, room: Place) -> None:
    """In direct messages only one of them sees the board: the other brings it to where they are."""
    match = await in_room(w, room)
    channel_deleted(w, match)
    match = await brought(w, await parked(w, match), w.alice.dm)
    await w.press(w.alice, match, "d3")
    match = await w.shown(match)
    match = await brought(w, match, w.bob.dm, "Bob")
    await w.press(w.bob, match, "c3")
    match = await brought(w, await w.shown(match), w.games)
    assert (await w.shown(match)).ply == 2
    listing = await w.bob.command(w.bob.dm, "matches")
    assert listing.shown.buttons[0].label == "Open"  # in a server both see it again


async def test_who_cannot_see_the_board_may_bring_it(w: World, room: Place) -> None:
    match = await in_room(w, room)
    w.sandbox.places.deny(room, Permission.VIEW_CHANNEL, w.bob.id)
    await w.sandbox.until(lambda: w.client.get_channel(int(room)).overwrites)  # type: ignore[union-attr]
    reply = await w.bob.command(w.bob.dm, "board", match=match.id)
    assert not reply.ephemeral
    match = await w.until(match, lambda one: one.guild_id is None)
    assert str(match.channel_id) == w.bob.dm


async def test_the_limits_of_the_new_place(w: World, room: Place) -> None:
    match = await in_room(w, room)
    channel_deleted(w, match)
    await parked(w, match)
    lounge = w.sandbox.channel("lounge")
    await w.client.services.settings.update(int(w.guild_of(w.games)), channels=(int(lounge),))
    listing = await w.alice.command(w.games, "matches")
    told = await w.told(w.alice, w.alice.click(listing.shown, label="Continue here"))
    assert f"<#{lounge}>" in told
    await w.client.services.settings.update(int(w.guild_of(w.games)), channels=(), boards=1)
    await w.play(w.minji)
    await w.refused(w.alice, w.alice.click(listing.shown, label="Continue here"), "limit.boards", n=1)
    assert (await w.now(match)).paused == "parked"
    assert (await brought(w, match, lounge)).paused is None


async def test_a_match_that_was_brought_is_not_parked_for_its_old_place(w: World, room: Place) -> None:
    """Its board was on its way to the old place when its player took it away."""
    match = await in_room(w, room)
    thrown_out(w, match)
    lost = await parked(w, match)
    here = await brought(w, lost, w.bob.dm, "Bob")
    w.client.services.lost_places.lost(lost)
    await w.sandbox.until(lambda: not w.client.services.lost_places._tasks._running or None)
    assert (await w.now(here)).paused is None
    w.client.services.lost_places.lost(here)
    await w.until(here, lambda one: one.paused == "parked")
