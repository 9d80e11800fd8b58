"""What keeps the messages that say whose turn it is: when they are edited, and what becomes of them."""

from __future__ import annotations

import pytest

from bot.messages.removals import Removals
from bot.messages.turn_lists import CHECK_SECONDS, EDIT_SECONDS, TurnLists
from tests.bot.discord_fakes import (
    CHANNEL,
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
from tests.clock import Clock

LIST_CHANNEL = 71


@pytest.fixture
def clock() -> Clock:
    return Clock(1_800_000_000.0)


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
