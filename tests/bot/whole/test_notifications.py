"""An idle player is notified of the turn once, in their language; the next move deletes it."""

from __future__ import annotations

import asyncio

import pytest

import bot.messages.notifications
from bot.messages.notifications import Notifications
from data.model.match import Match, Notified
from games.base import Move
from sandbox import SeenMessage
from sandbox.world.permissions import Permission

from .world import World


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Notifications are sent at once, and retried soon."""
    monkeypatch.setattr(bot.messages.notifications, "SETTLING_SECONDS", 0.0)
    monkeypatch.setattr("bot.messages.faults.RETRY_SECONDS", (0.01, 0.01))


def everybody_idle(w: World) -> None:
    """Nobody has done anything for a minute."""
    w.client.services.activity._started_at -= bot.messages.notifications.IDLE_SECONDS
    for user, seen in list(w.client.services.activity._seen.items()):
        earlier = seen.moment - bot.messages.notifications.IDLE_SECONDS
        w.client.services.activity._seen[user] = seen._replace(moment=earlier)


def notifications(w: World, channel: str | None = None) -> list[SeenMessage]:
    """The notifications in a channel (#games)."""
    every = w.sandbox.messages(channel or w.games)
    return [one for one in every if not one.ephemeral and one.content.startswith(("🔔", "⏳"))]


async def notified(w: World, match: Match) -> SeenMessage:
    """The only notification of the match, once it is sent and stored."""
    noted = await w.until(match, lambda one: one.notified and one.home.notification_id is not None)
    (found,) = notifications(w, str(match.home.channel_id))
    assert found.id == str(noted.home.notification_id)
    return found


async def settled(w: World) -> None:
    """Wait until every notification that is due is sent."""
    await w.sandbox.until(lambda: not w.client.services.part(Notifications)._tasks._running or None)


async def test_an_idle_player_is_notified(w: World) -> None:
    match = await w.match_of_two(w.alice, w.bob)
    everybody_idle(w)
    await w.alice.click(w.board(match), label="d3")
    message = await notified(w, match)
    assert [one["id"] for one in message.raw["mentions"]] == [w.bob.id]
    assert message.raw["message_reference"]["message_id"] == str(match.home.message_id)
    assert message.content.startswith(f"🔔 <@{w.bob.id}>, it's your turn: [Othello 8×8 #{match.id}](https://")
    assert "Your time runs out <t:" in message.content
    everybody_idle(w)
    await w.bob.click(w.board(match), label="c5")
    other = await w.until(match, lambda one: one.home.notification_id not in (None, int(message.id)))
    assert message.is_deleted and [one.id for one in notifications(w)] == [str(other.home.notification_id)]
    assert [one["id"] for one in notifications(w)[0].raw["mentions"]] == [w.alice.id]


async def test_a_notification_is_in_the_language_of_its_reader(w: World) -> None:
    match = await w.match_of_two(w.alice, w.junho)
    everybody_idle(w)
    await w.alice.click(w.board(match), label="d3")
    assert (await notified(w, match)).content.startswith(f"🔔 <@{w.junho.id}> 님 차례입니다: [오셀로 8×8")
    await w.restart()
    assert (await w.store.people.get(int(w.junho.id))).locale == "ko"


async def test_notifications_can_be_switched_off(w: World) -> None:
    panel = (await w.bob.command(w.games, "me")).shown
    await w.bob.click(panel, custom_id="p:me:notifications.off")
    match = await w.match_of_two()
    everybody_idle(w)
    await w.alice.click(w.board(match), label="d3")
    await w.until(match, lambda one: one.notified)
    assert notifications(w) == [] and (await w.now(match)).home.notification_id is None


async def test_a_notification_survives_a_restart(w: World) -> None:
    match = await w.match_of_two()
    everybody_idle(w)
    await w.alice.click(w.board(match), label="d3")
    message = await notified(w, match)
    await w.restart()
    await settled(w)
    assert [one.id for one in notifications(w)] == [message.id]
    await w.bob.click(w.board(match), label="c5")
    await w.until(match, lambda one: one.ply == 2 and one.home.notification_id is None)
    assert message.is_deleted


async def test_a_player_who_was_not_notified_before_a_stop_is_notified_after_the_start(
    w: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await w.match_of_two()
    await w.alice.click(w.board(match), label="d3")
    await w.stop()
    monkeypatch.setattr(bot.messages.notifications, "IDLE_SECONDS", 0.1)
    await w.start()
    await notified(w, match)


async def test_a_notification_of_a_turn_that_has_passed_is_deleted_after_the_start(w: World) -> None:
    match = await w.match_of_two()
    everybody_idle(w)
    await w.alice.click(w.board(match), label="d3")
    message = await notified(w, match)
    await w.stop()
    w.change("UPDATE matches SET notified = 0")  # as the move leaves it, whose message was not deleted yet
    await w.start()
    await w.sandbox.until(lambda: message.is_deleted or None)
    await w.until(match, lambda one: one.home.notification_id is None)


async def test_where_the_bot_cannot_write_nothing_breaks(w: World) -> None:
    match = await w.match_of_two()
    w.sandbox.places.deny(w.games, Permission.SEND_MESSAGES)
    everybody_idle(w)
    await w.alice.click(w.board(match), label="d3")
    await w.until(match, lambda one: one.notified)
    await w.bob.click(w.board(match), label="c5")
    assert (await w.shown(match)).ply == 2 and notifications(w) == []


async def test_a_player_is_reminded_once_before_the_flag_falls(w: World) -> None:
    match = await w.match_of_two(clock="1-day")
    everybody_idle(w)
    await w.alice.click(w.board(match), label="d3")
    message = await notified(w, match)
    w.let_pass(0.76 * 86_400)
    reminded = await w.until(match, lambda one: one.notified is Notified.REMINDER)
    assert message.is_deleted
    (reminder,) = notifications(w)
    assert (reminder.id, "⏳" in reminder.text) == (str(reminded.home.notification_id), True)
    assert [one["id"] for one in reminder.raw["mentions"]] == [w.bob.id]
    await w.restart()
    w.let_pass(3_600)
    await asyncio.sleep(0.05)
    await settled(w)
    assert [one.id for one in notifications(w)] == [reminder.id]
    await w.bob.click(w.board(match), label="c5")
    await w.until(
        match,
        lambda one: (
            one.ply == 2 and one.home.notification_id is None and one.notified is not Notified.REMINDER
        ),
    )


async def test_a_reminder_that_was_due_while_the_bot_was_down_follows_the_start(w: World) -> None:
    match = await w.match_of_two(clock="1-day")
    await w.alice.click(w.board(match), label="d3")
    w.ticks.ahead += 0.8 * 86_400
    await w.restart()
    await w.until(match, lambda one: one.notified is Notified.REMINDER)
    assert len(notifications(w)) == 1


async def test_a_notification_moves_no_board_below(w: World) -> None:
    match = await w.match_of_two()
    everybody_idle(w)
    await w.alice.click(w.board(match), label="d3")
    await notified(w, match)
    assert not w.client.services.repost_rule._newest


async def test_names_and_titles_mention_nobody_else(w: World) -> None:
    match = await w.match_of_two()
    everybody_idle(w)
    match = await w.append(match, (Move("d3"),))
    message = await notified(w, match)
    assert [one["id"] for one in message.raw["mentions"]] == [w.bob.id]
    assert not message.raw["mention_everyone"] and not message.raw["mention_roles"]


async def test_a_board_in_the_opponents_messages(w: World) -> None:
    """A player who cannot see the board is notified in their own messages, and can bring it there."""
    match = await w.match_of_two(w.alice, w.bob)
    await w.client.services.matches.suspensions.suspend([match.id])
    listing = await w.alice.command(w.alice.dm, "matches")
    await w.alice.click(listing.shown, label="Continue here")
    match = await w.shown(await w.until(match, lambda one: one.guild_id is None and one.home.message_id))
    everybody_idle(w)
    await w.alice.click(w.board(match), label="d3")
    await w.until(match, lambda one: one.notified)
    (direct,) = notifications(w, w.bob.dm)
    assert "`/matches` brings it here" in direct.content and not notifications(w, w.alice.dm)
    listing = await w.bob.command(w.bob.dm, "matches")
    await w.bob.click(listing.shown, label="Continue here")
    match = await w.shown(
        await w.until(match, lambda one: str(one.home.channel_id) == w.bob.dm and one.home.message_id)
    )
    await w.bob.click(w.board(match), label="c3")
    assert (await w.shown(match)).ply == 2
