"""What a process shows by itself: only matches of the shards that it owns, and while it does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from typing import Any, cast

import discord
import pytest

from bot.match.events import HintChanged, QueueMoved, ReminderDue
from bot.messages import notifications, refresher
from bot.messages.composer import Composer
from bot.messages.notifications import Notifications
from bot.messages.watchers import Watchers
from data.errors import StoreBusy
from data.model.match import Match, Notified
from tests.bot.discord_fakes import GUILD, Method, Request, fault
from tests.bot.harness import Harness, harness
from tests.bot.owned import Owned
from tests.bot.service import ANA, BEN, CHO, HERE, Faults, until
from tests.clock import Clock

HOME, OTHER = 0, 1
"""The shard of the tests' server, and another one."""


@pytest.fixture(autouse=True)
async def quick(h: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing waits, everybody counts as idle, and there are two shards."""
    monkeypatch.setattr(notifications, "IDLE_SECONDS", 0.0)
    h.store.uptime.stop_all()
    await h.store.uptime.share(2)


@pytest.fixture
def owned() -> Owned:
    return Owned()


@pytest.fixture
async def one(h: Harness, owned: Owned) -> AsyncIterator[Harness]:
    """A process without shards."""
    async with harness(replace(h.store, ownership=owned)) as made:
        owned.events = made.events
        yield made


@pytest.fixture
async def other(h: Harness) -> AsyncIterator[Harness]:
    """Another process on the same database, without shards too."""
    async with harness(replace(h.store, ownership=Owned())) as made:
        yield made


def sent(one: Harness) -> list[Request]:
    return [request for request in one.discord.of(Method.SEND) if "🔔" in request.text]


async def quiet(one: Harness) -> None:
    await until(lambda: one.services.part(Notifications)._tasks.is_idle)


async def play(one: Harness, match: Match, user: int, move: str) -> Match:
    return await one.services.matches.play(match.id, None, user, move)


# --- Notifications -------------------------------------------------------------------------------------


async def test_only_the_owner_notifies(one: Harness, owned: Owned) -> None:
    owned.gain(OTHER)
    match = await one.match()
    await play(one, match, ANA, "b3")
    await quiet(one)
    assert sent(one) == []
    owned.gain(HOME)
    await quiet(one)
    assert [request.mentions for request in sent(one)] == [(BEN,)]


async def test_a_notification_that_waits_ends_with_its_shard_and_is_sent_by_the_next_owner(
    one: Harness, owned: Owned, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifications, "IDLE_SECONDS", 3600.0)
    owned.gain(HOME)
    match = await one.match()
    await play(one, match, ANA, "b3")
    assert match.id in one.services.part(Notifications)._waiting
    owned.lose(HOME)
    await quiet(one)
    assert not (await one.now(match)).notified
    monkeypatch.setattr(notifications, "IDLE_SECONDS", 0.0)
    owned.gain(HOME)
    await quiet(one)
    assert len(sent(one)) == 1 and (await one.now(match)).notified


async def test_a_shard_that_comes_and_goes_brings_one_notification(one: Harness, owned: Owned) -> None:
    match = await one.match()
    await play(one, match, ANA, "b3")
    for _ in range(5):
        owned.gain(HOME)
        await asyncio.sleep(0)
        owned.lose(HOME)
        owned.gain(HOME)
    await quiet(one)
    assert len(sent(one)) == 1 and (await one.now(match)).notified


async def test_the_database_is_asked_before_a_notification_is_sent(one: Harness, owned: Owned) -> None:
    """This process was stopped for a while, and another one has claimed the shard."""
    owned.gain(HOME)
    match = await one.match()
    owned.lost_in_database.add(HOME)
    await play(one, match, ANA, "b3")
    await quiet(one)
    assert owned.confirmed and sent(one) == [] and not (await one.now(match)).notified


async def test_a_notification_that_failed_is_not_sent_again_once_the_shard_is_lost(
    one: Harness, owned: Owned, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.messages.faults.RETRY_SECONDS", (0.1, 0.1))
    owned.gain(HOME)
    match = await one.match()
    one.discord.fail(Method.SEND, fault(500))
    await play(one, match, ANA, "b3")
    await until(lambda: one.discord.failed(Method.SEND))
    owned.lose(HOME)
    await quiet(one)
    assert sent(one) == []
    owned.gain(HOME)
    await quiet(one)
    assert len(sent(one)) == 1


async def test_a_notification_that_failed_is_not_sent_by_a_process_that_was_stopped(
    one: Harness, owned: Owned, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It does not know yet that it has lost the shard."""
    monkeypatch.setattr("bot.messages.faults.RETRY_SECONDS", (0.05, 0.05))
    owned.gain(HOME)
    match = await one.match()
    one.discord.fail(Method.SEND, fault(500))
    await play(one, match, ANA, "b3")
    await until(lambda: one.discord.failed(Method.SEND))
    owned.lost_in_database.add(HOME)
    await quiet(one)
    assert sent(one) == [] and not (await one.now(match)).notified


async def test_what_was_sent_is_stored_although_the_shard_is_lost(
    h: Harness, owned: Owned, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the next owner would notify the person again."""
    faults = Faults(1_000_000, StoreBusy("held by a test"), only="notified")
    store = replace(h.store, ownership=owned, boards=faults.over(h.store.boards))
    async with harness(store) as one:
        owned.events = one.events
        owned.gain(HOME)
        match = await one.match()
        await play(one, match, ANA, "b3")
        await until(lambda: faults.refused > 3)
        owned.lose(HOME)
        await asyncio.sleep(0.01)
        faults.times = 0
        await quiet(one)
        assert (await one.now(match)).notified
        owned.gain(HOME)
        await quiet(one)
        assert len(sent(one)) == 1


async def test_an_old_notification_is_deleted_by_the_owner(one: Harness, owned: Owned) -> None:
    match = await one.match()
    await one.store.boards.notified(match.id, match.position_id, Notified.TURN, match.home.id, 4444)
    await play(one, match, ANA, "b3")
    await quiet(one)
    assert one.discord.of(Method.DELETE) == []
    owned.gain(HOME)
    await quiet(one)
    assert [request.message_id for request in one.discord.of(Method.DELETE)] == [4444]
    assert (await one.now(match)).home.notification_id != 4444


async def test_a_reminder_is_the_owners(one: Harness, owned: Owned) -> None:
    match = await one.match(control="3-days")
    one.events.publish(ReminderDue(match.id))
    await quiet(one)
    assert sent(one) == []
    owned.gain(HOME)
    await quiet(one)
    one.events.publish(ReminderDue(match.id))
    await quiet(one)
    assert (await one.now(match)).notified is Notified.REMINDER


async def test_two_processes_that_believe_to_own_a_match_notify_once(h: Harness) -> None:
    """The database knows which of them does."""
    late, owner = Owned(), Owned()
    async with (
        harness(replace(h.store, ownership=late)) as one,
        harness(replace(h.store, ownership=owner)) as other,
    ):
        late.events, owner.events = one.events, other.events
        late.gain(HOME)
        late.lost_in_database.add(HOME)
        owner.gain(HOME)
        match = await one.match()
        await play(one, match, ANA, "b3")
        other.services.part(Notifications).watch(await one.now(match))
        await quiet(one)
        await quiet(other)
        assert (len(sent(one)), len(sent(other))) == (0, 1)


# --- Boards --------------------------------------------------------------------------------------------


async def test_only_the_owner_edits_by_itself(one: Harness, owned: Owned) -> None:
    match = await one.match()
    await play(one, match, ANA, "b3")
    await one.settled()
    assert one.edits(match) == []
    owned.gain(HOME)
    await one.settled()
    (edit,) = one.edits(match)
    assert f":{match.id}:1.0" in " ".join(edit.custom_ids)


async def test_whoever_gets_a_press_answers_it(one: Harness) -> None:
    match = await one.match()
    answer = await one.presses(ANA, match, "move", "b3")
    await one.settled()
    assert (answer.method, answer.message_id) == (Method.UPDATE, match.home.message_id)
    assert one.edits(match) == [answer]


async def test_what_the_owner_has_shown_meanwhile_is_shown_again(
    one: Harness, other: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer to a press arrives after the owner's edit, which showed a later position."""
    match = await one.match()
    compose, answers = Composer.message, iter(("b2",))

    async def message(composer: Composer, *args: Any, **named: Any) -> Any:
        made = await compose(composer, *args, **named)
        if (move := next(answers, None)) is not None:
            await play(other, match, BEN, move)
        return made

    monkeypatch.setattr(Composer, "message", message)
    await one.presses(ANA, match, "move", "b3")
    await one.settled()
    first, last = one.edits(match)
    assert f":{match.id}:1.0" in " ".join(first.custom_ids)
    assert f":{match.id}:2.0" in " ".join(last.custom_ids)


async def test_an_edit_that_failed_is_not_tried_again_once_the_shard_is_lost(
    one: Harness, owned: Owned, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refresher, "RETRY_SECONDS", (0.1,) * 5)
    owned.gain(HOME)
    match = await one.match()
    one.discord.fail(Method.EDIT, fault(500))
    await play(one, match, ANA, "b3")
    await until(lambda: one.discord.failed(Method.EDIT))
    owned.lose(HOME)
    await one.settled()
    assert one.edits(match) == []


async def test_the_queue_is_shown_by_the_owner_and_a_hint_where_it_was_asked_for(one: Harness) -> None:
    match = await one.against_computer()
    one.events.publish(QueueMoved(match))
    await one.settled()
    assert one.edits(match) == []
    one.events.publish(HintChanged(match))
    await one.settled()
    assert len(one.edits(match)) == 1


async def test_only_the_owner_posts_a_board_below(one: Harness, owned: Owned) -> None:
    match = await one.match(age=timedelta(hours=2))
    await play(one, match, ANA, "b3")
    one.services.boards.updates.redraw(match, for_person=True)
    await one.settled()
    assert len(one.edits(match)) == 1
    assert (await one.now(match)).home.message_id == match.home.message_id
    owned.gain(HOME)
    await play(one, match, BEN, "b2")
    await one.settled()
    assert (await one.now(match)).home.message_id != match.home.message_id


async def test_a_board_that_can_only_be_answered_is_not_tried_without_end(one: Harness) -> None:
    place = replace(HERE, guild_id=None, channel_id=500, tokens_only=True)
    match = await one.match(place=place)
    one.services.boards.updates.redraw(match, for_person=True)
    await one.settled()
    assert one.edits(match) == []


# --- Live boards ---------------------------------------------------------------------------------------


async def test_a_live_board_ends_with_its_shard(one: Harness, owned: Owned) -> None:
    owned.gain(HOME)
    match = await one.match(moves=("b3", "b2"))
    interaction = one.interaction(CHO, type=discord.InteractionType.application_command)
    await interaction.response.defer(ephemeral=True, thinking=True)
    watchers = one.services.part(Watchers)
    await watchers.watch(cast(Any, interaction), match, match.home)
    await until(lambda: watchers.is_idle)
    owned.lose(OTHER)
    assert len(watchers) == 1
    owned.lose(HOME)
    await until(lambda: watchers._tasks.is_idle)
    assert len(watchers) == 0
    (end,) = one.discord.of(Method.TOKEN_EDIT)
    assert end.custom_ids[-1] == f"p:watch:{match.id}" and "Live until" not in end.text


# --- Uptime --------------------------------------------------------------------------------------------


async def test_the_uptime_of_a_lost_shard_does_not_run_here(one: Harness, owned: Owned, ticks: Clock) -> None:
    uptime = one.store.uptime
    owned.gain(HOME, OTHER)
    for shard in (HOME, OTHER):
        one.services.outages.connected(shard)
    owned.lose(HOME)
    assert (uptime.is_running(HOME), uptime.is_running(OTHER)) == (False, True)
    one.services.outages.disconnected(HOME)
    one.services.outages.connected(HOME)
    assert not uptime.is_running(HOME)
    await uptime.take([HOME])
    owned.gain(HOME)
    assert uptime.is_running(HOME)


async def test_clocks_of_a_lost_shard_are_not_redrawn(
    one: Harness, owned: Owned, ticks: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(one.store.uptime, "_clock", ticks)
    owned.gain(HOME)
    outages = one.services.outages
    outages.connected(HOME)
    match = await one.match(control="5+5", moves=("b3", "b2"))
    await one.settled()
    outages.disconnected(HOME)
    ticks.now += 400
    one.discord.requests.clear()
    outages.connected(HOME)
    owned.lose(HOME)
    await until(lambda: outages._tasks.is_idle)
    await one.settled()
    assert one.edits(match) == []


# --- Welcomes ------------------------------------------------------------------------------------------


async def test_of_two_processes_one_welcomes_a_server(one: Harness, other: Harness) -> None:
    async def greet(process: Harness) -> None:
        await process.services.welcomes.greet(cast(Any, process.client.servers[GUILD]))

    await asyncio.gather(greet(one), greet(other))
    assert len([*one.discord.of(Method.SEND), *other.discord.of(Method.SEND)]) == 1
