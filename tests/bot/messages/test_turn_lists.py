"""What keeps the messages that say whose turn it is: when they are edited, and what becomes of them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.messages.removals import Removals
from bot.messages.turn_lists import CHECK_SECONDS, EDIT_SECONDS, TurnLists, see_too
from tests.bot.discord_fakes import (
    CHANNEL,
    EVERYBODY,
    GUILD,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    FakeTextChannel,
    FakeThread,
    Method,
    fault,
)
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN

LIST_CHANNEL = 71


class Clock:
    """The time, which a test sets."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def keeper(h: Harness, clock: Clock) -> TurnLists:
    """Keeps the message of a server whose admin has chosen a channel."""
    core = h.services
    h.client.servers[GUILD].channels[LIST_CHANNEL] = FakeTextChannel(h.discord, LIST_CHANNEL)
    keeper = TurnLists(core.client, core.store, core.composer, core.part(Removals), core.events, clock)
    core.gain_all()
    await h.store.turn_lists.place(GUILD, LIST_CHANNEL, clock.now)
    return keeper


def sent(h: Harness) -> list[str]:
    return [request.text for request in h.discord.of(Method.SEND) if request.channel_id == LIST_CHANNEL]


def edits(h: Harness) -> list[str]:
    return [request.text for request in h.discord.of(Method.EDIT) if request.channel_id == LIST_CHANNEL]


async def test_the_message_is_posted_silently_and_mentions_nobody(h: Harness, keeper: TurnLists) -> None:
    await h.match()
    await keeper.look()
    (request,) = [request for request in h.discord.of(Method.SEND) if request.channel_id == LIST_CHANNEL]
    assert f"**<@{ANA}>**" in request.text and request.silent and request.mentions == ()
    turn_list = await h.store.turn_lists.of(GUILD)
    assert turn_list is not None and turn_list.message_id == request.message_id


async def test_it_is_edited_once_in_half_a_minute_and_only_after_a_change(
    h: Harness, keeper: TurnLists, clock: Clock
) -> None:
    match = await h.match()
    await keeper.look()
    await h.services.matches.play(match.id, None, ANA, "b3")
    for _ in range(3):
        clock.now += EDIT_SECONDS / 4
        await keeper.look()
    assert edits(h) == []
    clock.now += EDIT_SECONDS / 2
    await keeper.look()
    clock.now += EDIT_SECONDS * 5
    await keeper.look()
    (text,) = edits(h)
    assert f"**<@{BEN}>**" in text


async def test_a_change_that_it_does_not_show_is_no_edit(h: Harness, keeper: TurnLists, clock: Clock) -> None:
    await keeper.look()
    await h.against_computer()
    clock.now += EDIT_SECONDS
    await keeper.look()
    assert len(sent(h)) == 1 and "No match is waiting" in sent(h)[0]
    assert edits(h) == []


async def test_a_process_that_has_just_started_makes_it_true(
    h: Harness, keeper: TurnLists, clock: Clock
) -> None:
    await keeper.look()
    await h.match()
    core = h.services
    successor = TurnLists(core.client, core.store, core.composer, core.part(Removals), core.events, clock)
    core.gain_all()
    await successor.look()
    (text,) = edits(h)
    assert f"**<@{ANA}>**" in text


async def test_one_that_was_deleted_is_posted_again_once(h: Harness, keeper: TurnLists, clock: Clock) -> None:
    await keeper.look()
    h.discord.fail(Method.EDIT, fault(404, UNKNOWN_MESSAGE))
    await h.match()
    clock.now += EDIT_SECONDS
    await keeper.look()
    assert [f"<@{ANA}>" in text for text in sent(h)] == [False, True]
    clock.now += EDIT_SECONDS
    await keeper.look()
    assert len(sent(h)) == 2
    first, second = (
        request.nonce for request in h.discord.of(Method.SEND) if request.channel_id == LIST_CHANNEL
    )
    assert first != second, "Discord answers an equal nonce with the message that was deleted"


async def test_one_that_is_turned_off_and_on_again_is_posted(
    h: Harness, keeper: TurnLists, clock: Clock
) -> None:
    await keeper.look()
    await h.store.turn_lists.place(GUILD, None, clock.now)
    await h.store.turn_lists.place(GUILD, LIST_CHANNEL, clock.now + 1.0)
    await keeper.look()
    assert len(sent(h)) == 2


async def test_it_is_turned_off_where_its_channel_is_gone(
    h: Harness, keeper: TurnLists, clock: Clock
) -> None:
    await keeper.look()
    h.discord.fail(Method.EDIT, fault(404, UNKNOWN_CHANNEL))
    await h.match()
    clock.now += EDIT_SECONDS
    await keeper.look()
    assert await h.store.turn_lists.of(GUILD) is None


async def test_a_refusal_is_tried_again_later(h: Harness, keeper: TurnLists, clock: Clock) -> None:
    h.discord.denied.add(LIST_CHANNEL)
    await keeper.look()
    await keeper.look()
    h.discord.denied.clear()
    assert sent(h) == []
    clock.now += 3600.0
    await keeper.look()
    assert len(sent(h)) == 1


async def test_only_the_process_of_the_shard_keeps_it(h: Harness, clock: Clock) -> None:
    core = h.services
    keeper = TurnLists(core.client, core.store, core.composer, core.part(Removals), core.events, clock)
    await h.store.turn_lists.place(GUILD, CHANNEL, clock.now)
    await keeper.look()
    assert h.discord.of(Method.SEND) == []


# --- Who can see what it lists -------------------------------------------------------------------------


class Channel:
    """A channel that some roles, and some members by name, can view."""

    def __init__(self, channel_id: int, roles: set[int], named: tuple[Any, ...] = ()) -> None:
        self.id = channel_id
        self.roles = roles
        self.overwrites = {who: discord.PermissionOverwrite(view_channel=True) for who in named}

    def permissions_for(self, who: Any) -> discord.Permissions:
        """What a role can do, or a member, who has the role of everybody alone."""
        return discord.Permissions(view_channel=who.id in self.roles)


def sees_too(place: Channel, channel: Channel) -> bool:
    everybody, players, staff = (SimpleNamespace(id=number) for number in (EVERYBODY, 10, 11))
    guild = SimpleNamespace(roles=[everybody, players, staff], default_role=everybody)
    return see_too(cast(Any, place), cast(Any, channel), cast(Any, guild))


def test_readers_see_a_channel_if_each_of_their_roles_does() -> None:
    public, players, staff = Channel(1, {EVERYBODY, 10, 11}), Channel(2, {10, 11}), Channel(3, {11})
    seen = {(place.id, channel.id) for place in (public, players, staff)
            for channel in (public, players, staff) if sees_too(place, channel)}  # fmt: skip
    assert seen == {(1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3)}


def test_a_member_to_whom_the_place_is_open_by_name_counts() -> None:
    named = discord.Object(99)
    place = Channel(1, {10}, (named,))
    assert not sees_too(place, Channel(2, {10}))
    assert sees_too(place, Channel(2, {10, EVERYBODY}))


async def test_matches_in_hidden_channels_and_private_threads_are_left_out(
    h: Harness, keeper: TurnLists, clock: Clock
) -> None:
    guild = h.client.servers[GUILD]
    guild.channels[CHANNEL] = FakeThread(h.discord, CHANNEL, LIST_CHANNEL, {ANA})
    await h.match()
    await keeper.look()
    assert "No match is waiting" in sent(h)[0], "its thread is private"
    guild.channels[CHANNEL] = FakeThread(h.discord, CHANNEL, LIST_CHANNEL)
    await h.match()
    clock.now += EDIT_SECONDS
    await keeper.look()
    assert edits(h)[0].count(f"**<@{ANA}>**") == 2


async def test_a_match_leaves_the_list_when_its_channel_is_hidden(
    h: Harness, keeper: TurnLists, clock: Clock
) -> None:
    await h.match()
    await keeper.look()
    h.client.servers[GUILD].channels[CHANNEL] = FakeThread(h.discord, CHANNEL, LIST_CHANNEL, {ANA})
    clock.now += CHECK_SECONDS
    await keeper.look()
    assert "No match is waiting" in edits(h)[-1]
