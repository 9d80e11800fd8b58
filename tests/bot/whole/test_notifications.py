"""Who is away is told that it is their turn: once, in their language, until they have moved."""

from __future__ import annotations

import asyncio

import pytest

import bot.messages.notifications
from data.model import Match
from games.base import Move
from sandbox import Fault, SeenMessage
from sandbox.world.permissions import Permission

from .world import World


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ping waits for no board to settle."""
    monkeypatch.setattr(bot.messages.notifications, "SETTLING_SECONDS", 0.0)
    monkeypatch.setattr(bot.messages.notifications, "_RETRY_SECONDS", (0.01, 0.01))


def away(w: World) -> None:
    """Nobody did anything for a minute."""
    w.client.services.activity._started_at -= bot.messages.notifications.IDLE_SECONDS
    for user, seen in list(w.client.services.activity._seen.items()):
        earlier = seen.moment - bot.messages.notifications.IDLE_SECONDS
        w.client.services.activity._seen[user] = seen._replace(moment=earlier)


def pings(w: World, channel: str | None = None) -> list[SeenMessage]:
    """The pings that stand in a channel (#games)."""
    every = w.sandbox.messages(channel or w.games)
    return [one for one in every if not one.ephemeral and one.content.startswith(("🔔", "⏳"))]


async def pinged(w: World, match: Match) -> SeenMessage:
    """The match's ping, once it stands and is noted; there is no other."""
    noted = await w.until(match, lambda one: one.notified and one.notification_id is not None)
    (found,) = pings(w, str(match.channel_id))
    assert found.id == str(noted.notification_id)
    return found


async def quiet(w: World) -> None:
    """What was to be told is told."""
    await w.sandbox.until(lambda: not w.client.services.notifications._tasks._running or None)


async def test_who_is_away_is_told(w: World) -> None:
    match = await w.match_of_two(w.alice, w.bob)
    away(w)
    await w.alice.click(w.board(match), label="d3")
    ping = await pinged(w, match)
    assert [one["id"] for one in ping.raw["mentions"]] == [w.bob.id]
    assert ping.raw["message_reference"]["message_id"] == str(match.message_id)
    assert ping.content.startswith(f"🔔 <@{w.bob.id}>, it's your turn: [Othello 8×8 · #{match.id}](https://")
    assert "Your time runs out <t:" in ping.content
    away(w)
    await w.bob.click(w.board(match), label="c5")
    other = await w.until(match, lambda one: one.notification_id not in (None, int(ping.id)))
    assert ping.is_deleted and [one.id for one in pings(w)] == [str(other.notification_id)]
    assert [one["id"] for one in pings(w)[0].raw["mentions"]] == [w.alice.id]


async def test_everyone_is_told_in_their_own_language(w: World) -> None:
    match = await w.match_of_two(w.alice, w.junho)
    away(w)
    await w.alice.click(w.board(match), label="d3")
    assert (await pinged(w, match)).content.startswith(f"🔔 <@{w.junho.id}> 님 차례입니다: [오셀로 8×8")
    await w.restart()
    assert (await w.store.people.get(int(w.junho.id))).locale == "ko"


async def test_a_lively_game_has_no_pings(w: World) -> None:
    match = await w.match_of_two(clock="5+5")
    for person, move in ((w.alice, "d3"), (w.bob, "c5"), (w.alice, "d6")):
        await w.press(person, await w.now(match), move)
        match = await w.shown(match)
    assert pings(w) == [] and w.client.services.notifications._waiting == {} and not match.notified


async def test_in_correspondence_one_who_was_there_is_told_later(
    w: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.messages.notifications, "IDLE_SECONDS", 0.5)
    match = await w.match_of_two()
    await w.alice.click(w.board(match), label="d3")
    await pinged(w, match)
    assert w.client.services.activity.idle_seconds(int(w.bob.id)) >= bot.messages.notifications.IDLE_SECONDS


async def test_one_who_moves_before_is_not_told(w: World) -> None:
    match = await w.match_of_two()
    await w.alice.click(w.board(match), label="d3")
    assert set(w.client.services.notifications._waiting) == {match.id}
    await w.bob.click(w.board(match), label="c5")
    await w.alice.command(w.games, "resign")
    over = await w.client.services.matches.resign(match.id, None, int(w.alice.id))
    w.client.services.board_messages.show(over.id)
    await quiet(w)
    assert pings(w) == []


async def test_the_computer_pings_nobody(w: World) -> None:
    match = await w.play()
    away(w)
    await w.press(w.alice, match, "d3")
    await w.shown(await w.until(match, lambda one: one.ply == 2))
    await quiet(w)
    assert pings(w) == []


async def test_pings_can_be_switched_off(w: World) -> None:
    assert "mentions you" in await w.told(w.bob, w.bob.command(w.games, "pings"))
    assert "🔕" in await w.told(w.bob, w.bob.command(w.games, "pings", on=False))
    assert "🔕" in await w.told(w.bob, w.bob.command(w.games, "pings"))
    match = await w.match_of_two()
    away(w)
    await w.alice.click(w.board(match), label="d3")
    await w.until(match, lambda one: one.notified)
    assert pings(w) == [] and (await w.now(match)).notification_id is None
    assert "🔔" in await w.told(w.bob, w.bob.command(w.games, "pings", on=True))


async def test_a_ping_survives_a_restart_and_is_not_doubled(w: World) -> None:
    match = await w.match_of_two()
    away(w)
    await w.alice.click(w.board(match), label="d3")
    ping = await pinged(w, match)
    await w.restart()
    await quiet(w)
    assert [one.id for one in pings(w)] == [ping.id]
    await w.bob.click(w.board(match), label="c5")
    await w.until(match, lambda one: one.ply == 2 and one.notification_id is None)
    assert ping.is_deleted


async def test_who_was_not_told_before_a_kill_is_told_after_it(
    w: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await w.match_of_two()
    await w.alice.click(w.board(match), label="d3")
    await w.stop()
    monkeypatch.setattr(bot.messages.notifications, "IDLE_SECONDS", 0.1)
    await w.start()
    await pinged(w, match)


async def test_a_ping_of_a_turn_that_passed_while_the_bot_was_gone_is_taken_away(w: World) -> None:
    match = await w.match_of_two()
    away(w)
    await w.alice.click(w.board(match), label="d3")
    ping = await pinged(w, match)
    await w.stop()
    w.change("UPDATE matches SET pinged = 0")  # as the move leaves it, whose ping was not deleted yet
    await w.start()
    await w.sandbox.until(lambda: ping.is_deleted or None)
    await w.until(match, lambda one: one.notification_id is None)


async def test_where_the_bot_may_not_write_nothing_breaks(w: World) -> None:
    match = await w.match_of_two()
    w.sandbox.places.deny(w.games, Permission.SEND_MESSAGES)
    away(w)
    await w.alice.click(w.board(match), label="d3")
    await w.until(match, lambda one: one.notified)
    await w.bob.click(w.board(match), label="c5")
    assert (await w.shown(match)).ply == 2 and pings(w) == []


@pytest.mark.parametrize("times", [2, 3])
async def test_faults_of_discord_delay_a_ping_or_leave_it_out(w: World, times: int) -> None:
    match = await w.match_of_two()
    away(w)
    w.sandbox.faults.add(Fault("POST", r"/channels/\d+/messages", times=times, status=400))
    await w.alice.click(w.board(match), label="d3")
    await w.until(match, lambda one: one.notified)
    assert len(pings(w)) == (1 if times == 2 else 0)


async def test_a_deleted_board_or_ping_is_no_obstacle(w: World) -> None:
    match = await w.match_of_two()
    away(w)
    await w.alice.click(w.board(match), label="d3")
    ping = await pinged(w, match)
    w.alice.actions.delete(w.games, ping.id)
    w.alice.actions.delete(w.games, str(match.message_id))
    away(w)
    await w.bob.command(w.games, "move", move="c5")
    again = await w.until(match, lambda one: one.notification_id not in (None, int(ping.id)))
    assert [one.id for one in pings(w)] == [str(again.notification_id)]


async def test_a_match_that_ends_or_rests_has_no_ping(w: World) -> None:
    for end in ("resign", "adjourn"):
        match = await w.opened(await w.match_of_two())
        away(w)
        await w.press(w.alice, match, "d6")
        ping = await pinged(w, match)
        if end == "resign":
            await w.client.services.matches.resign(match.id, None, int(w.alice.id))
        else:
            await w.client.services.matches.adjournments.adjourn(match.id, None, int(w.alice.id))
            await w.client.services.matches.adjournments.adjourn(match.id, None, int(w.bob.id))
        await w.sandbox.until(lambda gone=ping: gone.is_deleted or None)
        await w.until(match, lambda one: one.notification_id is None)


async def test_a_quarter_before_the_end_of_a_day_one_is_reminded_once(w: World) -> None:
    match = await w.match_of_two(clock="1-day")
    away(w)
    await w.alice.click(w.board(match), label="d3")
    ping = await pinged(w, match)
    w.let_pass(0.76 * 86_400)
    reminded = await w.until(match, lambda one: one.reminded)
    assert ping.is_deleted
    (reminder,) = pings(w)
    assert (reminder.id, "⏳" in reminder.text) == (str(reminded.notification_id), True)
    assert [one["id"] for one in reminder.raw["mentions"]] == [w.bob.id]
    await w.restart()
    w.let_pass(3_600)
    await asyncio.sleep(0.05)
    await quiet(w)
    assert [one.id for one in pings(w)] == [reminder.id]
    await w.bob.click(w.board(match), label="c5")
    await w.until(match, lambda one: one.ply == 2 and one.notification_id is None and not one.reminded)


async def test_a_reminder_that_fell_due_while_the_bot_was_down_comes_after_the_start(w: World) -> None:
    match = await w.match_of_two(clock="1-day")
    await w.alice.click(w.board(match), label="d3")
    w.ticks.ahead += 0.8 * 86_400
    await w.restart()
    await w.until(match, lambda one: one.reminded)
    assert len(pings(w)) == 1


async def test_a_ping_moves_no_board_away(w: World) -> None:
    match = await w.match_of_two()
    away(w)
    await w.alice.click(w.board(match), label="d3")
    await pinged(w, match)
    assert not w.client.services.repost_rule._newest


async def test_names_and_titles_ping_nobody_else(w: World) -> None:
    match = await w.match_of_two()
    away(w)
    match = await w.append(match, (Move("d3"),))
    ping = await pinged(w, match)
    assert [one["id"] for one in ping.raw["mentions"]] == [w.bob.id]
    assert not ping.raw["mention_everyone"] and not ping.raw["mention_roles"]


async def test_a_board_in_the_opponents_messages(w: World) -> None:
    """Who cannot see the board hears of it in their own messages, once, and can bring it there."""
    match = await w.match_of_two(w.alice, w.bob)
    await w.client.services.matches.suspensions.suspend([match.id])
    listing = await w.alice.command(w.alice.dm, "matches")
    await w.alice.click(listing.shown, label="Continue here")
    match = await w.shown(await w.until(match, lambda one: one.guild_id is None and one.message_id))
    away(w)
    await w.alice.click(w.board(match), label="d3")
    await w.until(match, lambda one: one.notified)
    (told,) = pings(w, w.bob.dm)
    assert "`/matches` brings it here" in told.content and not pings(w, w.alice.dm)
    listing = await w.bob.command(w.bob.dm, "matches")
    await w.bob.click(listing.shown, label="Continue here")
    match = await w.shown(
        await w.until(match, lambda one: str(one.channel_id) == w.bob.dm and one.message_id)
    )
    await w.bob.click(w.board(match), label="c3")
    assert (await w.shown(match)).ply == 2
