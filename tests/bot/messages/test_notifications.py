"""Who is notified of a turn, when, in which language, and when that message is deleted."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from bot.match.endings import time_forfeit
from bot.match.events import ReminderDue
from bot.match.hand_and_brain import HandAndBrain
from bot.match.setup import Seats
from bot.messages import notifications, quiet_hours
from bot.messages.notifications import Notifications, notification_text, player_to_move
from bot.texts import texts
from bot.ui.clocks import ClockDisplay
from data.errors import StoreBusy
from data.model.hand_and_brain import Seat
from data.model.match import NO_LIMITS, Match, Notified, Place, Played, PositionId, Turn
from data.model.pair_turns import computer_seat
from data.store import Store
from games import replay
from games.base import Move, Side
from games.regions import regions
from tests.boards import post
from tests.bot.discord_fakes import CHANNEL, DM_OFFSET, GUILD, Method, Request, fault
from tests.bot.harness import Harness, harness
from tests.bot.service import ANA, BEN, HERE, until
from tests.bot.stories import match_of


@pytest.fixture
def idle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody counts as idle."""
    monkeypatch.setattr(notifications, "IDLE_SECONDS", 0.0)


everybody_is_idle = pytest.mark.usefixtures("idle")


def sent(h: Harness, channel_id: int = CHANNEL) -> list[Request]:
    """The notifications in a channel, deleted ones among them."""
    return [one for one in h.discord.of(Method.SEND) if one.channel_id == channel_id and "🔔" in one.text]


async def notified(h: Harness, match: Match) -> Match:
    """The match once its player to move has been notified."""
    async with asyncio.timeout(60):
        while not (now := await h.now(match)).notified:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
    return now


async def quiet(h: Harness) -> None:
    """Let every notification that is due be sent."""
    await until(lambda: h.services.part(Notifications)._tasks.is_idle)


async def play(h: Harness, match: Match, user: int, move: str) -> Match:
    return await h.services.matches.play(match.id, None, user, move)


# --- Who is notified -----------------------------------------------------------------------------------


@everybody_is_idle
async def test_an_idle_player_is_notified_once(h: Harness) -> None:
    match = await h.match()
    await play(h, match, ANA, "b3")
    now = await notified(h, match)
    (message,) = sent(h)
    assert (message.mentions, message.reference) == ((BEN,), match.home.message_id)
    assert message.nonce == f"t{match.id}.1.0"
    assert message.text == notification_text(now, now.home, BEN, Notified.TURN, texts("en"), ClockDisplay())
    assert now.home.notification_id == message.message_id
    await h.services.matches.takebacks.request(match.id, None, ANA)
    await quiet(h)
    assert len(sent(h)) == 1


async def test_a_lively_player_on_a_live_clock_is_not_notified(h: Harness) -> None:
    match = await h.match(control="5+5")
    await play(h, match, ANA, "b3")
    await quiet(h)
    assert sent(h) == [] and not (await h.now(match)).notified


async def test_a_lively_player_in_correspondence_is_notified_once_idle(
    h: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await h.match()
    monkeypatch.setattr(notifications, "IDLE_SECONDS", 0.1)
    h.services.activity.acted(BEN)
    await play(h, match, ANA, "b3")
    assert set(h.services.part(Notifications)._waiting) == {match.id}
    await notified(h, match)
    assert len(sent(h)) == 1 and h.services.activity.idle_seconds(BEN) >= 0.1


@everybody_is_idle
async def test_a_notification_waits_for_the_end_of_quiet_hours(
    h: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quiet_hours, "LOOK_SECONDS", 0.01)
    hour = datetime.now(UTC).hour
    await h.services.settings.update(GUILD, quiet=(hour, (hour + 12) % 24))
    match = await h.match()
    await play(h, match, ANA, "b3")
    await asyncio.sleep(0.1)
    assert sent(h) == [] and set(h.services.part(Notifications)._waiting) == {match.id}
    await h.services.settings.update(GUILD, quiet=None)
    await notified(h, match)
    assert [(one.mentions, one.silent) for one in sent(h)] == [((BEN,), False)]


@everybody_is_idle
async def test_a_move_in_quiet_hours_calls_the_notification_off(h: Harness) -> None:
    hour = datetime.now(UTC).hour
    await h.services.settings.update(GUILD, quiet=(hour, (hour + 12) % 24))
    match = await h.match()
    await play(h, match, ANA, "b3")
    waiting = h.services.part(Notifications)._waiting[match.id]
    await play(h, match, BEN, "b2")
    await asyncio.gather(waiting, return_exceptions=True)
    assert waiting.cancelled() and sent(h) == []


async def test_a_reminder_makes_no_sound_in_quiet_hours(h: Harness) -> None:
    hour = datetime.now(UTC).hour
    await h.services.settings.update(GUILD, quiet=(hour, (hour + 12) % 24))
    match = await h.match(moves=("b3",), control="1-day")
    h.services.part(Notifications).remind(match.id)
    await until(lambda: bool(h.discord.of(Method.SEND)))
    (reminder,) = h.discord.of(Method.SEND)
    assert ("⏳" in reminder.text, reminder.mentions, reminder.silent) == (True, (BEN,), True)


async def test_a_player_who_moves_before_is_not_notified(h: Harness) -> None:
    match = await h.match()
    await play(h, match, ANA, "b3")
    waiting = h.services.part(Notifications)._waiting[match.id]
    await play(h, match, BEN, "b2")
    await asyncio.gather(waiting, return_exceptions=True)
    await h.services.matches.resign(match.id, None, ANA)
    await quiet(h)
    assert waiting.cancelled() and sent(h) == []


@everybody_is_idle
async def test_the_computer_and_its_opponent_are_not_notified(h: Harness) -> None:
    match = await h.against_computer()
    await play(h, match, ANA, "b3")
    await until(lambda: h.player.thinking)
    h.player.answer(Move("b2"))
    async with asyncio.timeout(60):
        while (await h.now(match)).ply < 2:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
    await quiet(h)
    assert sent(h) == []


@everybody_is_idle
async def test_nobody_of_two_channels_that_vote_is_notified(h: Harness) -> None:
    teams, there = h.services.matches.teams, replace(HERE, channel_id=CHANNEL + 1)
    match = await teams.challenge_channel("othello", "6x6", Side.FIRST, ANA, HERE, there, "vote-1d")
    match = await h._posted(match, timedelta(0))
    await h.services.matches.challenges.accept(match.id, BEN)
    await quiet(h)
    assert sent(h) == [] and not (await h.now(match)).notified


async def of_pairs(h: Harness, *seats: tuple[int, Side, Seat]) -> Match:
    """A match of hand and brain that Ana begins as the first brain; the computer has the free seats."""
    pairs = h.services.part(HandAndBrain)
    match = await pairs.create(
        slug="othello",
        variant="6x6",
        side=Side.FIRST,
        user_id=ANA,
        place=HERE,
        control=None,
        level="3",
    )
    match = await h._posted(match, timedelta(0))
    for user_id, side, seat in seats:
        match = await pairs.take_seat(match.id, user_id, side, seat, NO_LIMITS)
    return await pairs.begin(match.id, ANA, NO_LIMITS)


def mentioned(h: Harness) -> list[str]:
    """Whom notifications have mentioned, in order."""
    return [mention for request in sent(h) for mention in re.findall(r"<@(\d+)>", request.text)]


@everybody_is_idle
async def test_both_of_a_pair_against_the_computer_are_notified(h: Harness) -> None:
    match = await of_pairs(h, (BEN, Side.FIRST, Seat.HAND))
    assert match.level == "3"
    await notified(h, match)
    region = next(iter(regions(match.record)))
    named = await h.services.part(HandAndBrain).name(match.id, match.position_id, ANA, region)
    assert not named.notified
    await notified(h, named)
    assert mentioned(h) == [str(ANA), str(BEN)]


@everybody_is_idle
async def test_a_person_alone_beside_the_computer_against_it_is_not_notified(h: Harness) -> None:
    await of_pairs(h)
    await quiet(h)
    assert sent(h) == []


@everybody_is_idle
async def test_who_waits_for_the_computer_beside_them_is_not_notified(h: Harness) -> None:
    match = await of_pairs(h, (BEN, Side.SECOND, Seat.HAND))
    await notified(h, match)
    region = next(iter(regions(match.record)))
    named = await h.services.part(HandAndBrain).name(match.id, match.position_id, ANA, region)
    assert named.level is None and computer_seat(named.teams, named.record, named.position_id) is Seat.HAND
    await until(lambda: h.player.thinking)
    assert match.id not in h.services.part(Notifications)._waiting
    assert mentioned(h) == [str(ANA)]


@everybody_is_idle
async def test_a_challenge_has_no_notification(h: Harness) -> None:
    await h.challenge()
    await quiet(h)
    assert sent(h) == []


@everybody_is_idle
async def test_a_board_that_is_not_posted_yet_is_awaited(h: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notifications, "UNPOSTED_SECONDS", 0.001)
    get, looked = h.store.matches.get, 0

    async def counted(match_id: int) -> Match:
        nonlocal looked
        looked += 1
        return await get(match_id)

    monkeypatch.setattr(h.store.matches, "get", counted)
    challenges = h.services.matches.challenges
    match = await challenges.create("othello", "6x6", Seats(ANA, BEN), ANA, HERE)
    match = await challenges.accept(match.id, BEN)
    await until(lambda: looked > 2)
    assert sent(h) == []
    await post(h.store, match, 4444)
    await notified(h, match)
    assert len(sent(h)) == 1


@everybody_is_idle
async def test_a_move_ends_the_wait_for_a_board(h: Harness) -> None:
    match = await h.match()  # begins before its message is posted
    await play(h, match, ANA, "b3")
    await notified(h, match)
    await quiet(h)
    assert len(sent(h)) == 1


@everybody_is_idle
async def test_a_person_can_switch_notifications_off_and_on(h: Harness) -> None:
    match = await h.match()
    assert not (await h.services.activity.change(BEN, notifications=False)).notifications
    await play(h, match, ANA, "b3")
    assert (await notified(h, match)).home.notification_id is None and sent(h) == []
    assert (await h.services.activity.change(BEN, notifications=True)).notifications
    await play(h, match, BEN, "b2")
    await play(h, match, ANA, (await legal(h, match))[0])
    await notified(h, match)
    assert [one.mentions for one in sent(h)][-1] == (BEN,)


async def legal(h: Harness, match: Match) -> list[Move]:
    return list(replay((await h.now(match)).record).legal_moves())


@everybody_is_idle
@pytest.mark.parametrize(("locale", "language"), [("ko", "ko"), (None, "en"), ("fr", "en")])
async def test_a_notification_is_in_the_language_of_its_reader(
    h: Harness, locale: str | None, language: str
) -> None:
    match = await h.match()
    h.services.activity.acted(BEN, locale)
    await play(h, match, ANA, "b3")
    now = await notified(h, match)
    expected = notification_text(now, now.home, BEN, Notified.TURN, texts(language), ClockDisplay())
    assert [one.text for one in sent(h)] == [expected]


async def test_a_locale_is_remembered_after_a_restart(h: Harness) -> None:
    h.services.activity.acted(BEN, "ko")
    await h.services.activity.close()
    async with harness(h.store) as again:
        assert (await again.services.activity.person(BEN)).locale == "ko"


def moment(now: float, _: object) -> float:
    return now


@everybody_is_idle
async def test_a_notification_names_the_moment_of_the_flag(h: Harness) -> None:
    match = await h.match(control="3-days")
    await play(h, match, ANA, "b3")
    now = await notified(h, match)
    (message,) = sent(h)
    epoch = h.services.composer.epoch(match.guild_id)
    assert "<t:" in message.text
    assert message.text in {
        notification_text(
            now, now.home, BEN, Notified.TURN, texts("en"), ClockDisplay(partial(moment, epoch + late))
        )
        for late in (-1, 0, 1)
    }


@everybody_is_idle
async def test_a_notification_shows_clocks_as_its_reader_wants(h: Harness) -> None:
    await h.services.activity.change(BEN, clocks="time")
    match = await h.match(control="3-days")
    await play(h, match, ANA, "b3")
    await notified(h, match)
    (message,) = sent(h)
    assert re.search(r"Your time runs out on <t:\d+:f>\.", message.text)


# --- When it is deleted --------------------------------------------------------------------------------


def deleted(h: Harness) -> list[int | None]:
    return [one.message_id for one in h.discord.of(Method.DELETE)]


@everybody_is_idle
async def test_the_next_move_deletes_it(h: Harness) -> None:
    match = await h.match()
    await play(h, match, ANA, "b3")
    first = await notified(h, match)
    await play(h, match, BEN, "b2")
    second = await notified(h, match)
    await quiet(h)
    assert deleted(h) == [first.home.notification_id]
    assert [one.mentions for one in sent(h)] == [(BEN,), (ANA,)]
    assert (await h.now(match)).home.notification_id == sent(h)[1].message_id
    assert second.home.notification_id != first.home.notification_id


@everybody_is_idle
@pytest.mark.parametrize("end", ["resign", "adjourn"])
async def test_a_match_that_ends_or_is_adjourned_has_no_notification(h: Harness, end: str) -> None:
    match = await h.match(moves=("b3", "b2"))
    service = h.services.matches
    await play(h, match, ANA, (await legal(h, match))[0])
    before = await notified(h, match)
    if end == "resign":
        await service.resign(match.id, None, ANA)
    else:
        await service.adjournments.adjourn(match.id, None, ANA)
        await service.adjournments.adjourn(match.id, None, BEN)
    await quiet(h)
    assert deleted(h) == [before.home.notification_id]
    assert (await h.now(match)).home.notification_id is None


@everybody_is_idle
async def test_a_move_made_while_it_is_sent_deletes_it(h: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await h.match()
    store, moved = h.store.boards.notified, False

    async def late(match_id: int, position_id: PositionId, kind: Notified, *beside: int) -> bool:
        nonlocal moved
        if not moved:
            moved = True
            await play(h, match, BEN, "b2")
        return await store(match_id, position_id, kind, *beside)

    monkeypatch.setattr(h.store.boards, "notified", late)
    await play(h, match, ANA, "b3")
    await until(lambda: len(sent(h)) == 2)
    await quiet(h)
    assert deleted(h) == [sent(h)[0].message_id]
    assert (await h.now(match)).home.notification_id == sent(h)[1].message_id


@everybody_is_idle
async def test_a_notification_that_somebody_deleted_is_no_obstacle(h: Harness) -> None:
    match = await h.match()
    await play(h, match, ANA, "b3")
    first = await notified(h, match)
    h.discord.deleted.add(first.home.notification_id or 0)
    await play(h, match, BEN, "b2")
    await notified(h, match)
    await quiet(h)
    assert (await h.now(match)).home.notification_id == sent(h)[1].message_id


# --- Reminders -----------------------------------------------------------------------------------------


@everybody_is_idle
async def test_a_reminder_replaces_the_notification_once(h: Harness) -> None:
    match = await h.match(control="1-day")
    await play(h, match, ANA, "b3")
    first = await notified(h, match)
    h.events.publish(ReminderDue(match.id))
    await quiet(h)
    reminders = [one for one in h.discord.of(Method.SEND) if "⏳" in one.text]
    now = await h.now(match)
    assert deleted(h) == [first.home.notification_id]
    assert [(one.message_id, one.mentions) for one in reminders] == [(now.home.notification_id, (BEN,))]
    assert now.notified is Notified.REMINDER
    h.events.publish(ReminderDue(match.id))
    h.events.publish(ReminderDue(99))  # a match that does not exist
    await quiet(h)
    assert len([one for one in h.discord.of(Method.SEND) if "⏳" in one.text]) == 1
    await play(h, match, BEN, "b2")
    await notified(h, match)
    assert (await h.now(match)).notified is Notified.TURN


# --- Faults --------------------------------------------------------------------------------------------


@everybody_is_idle
@pytest.mark.parametrize(
    ("faults", "times"),
    [
        ([fault(500)] * 2, 1),
        ([OSError("cut"), fault(429)], 1),
        ([fault(500)] * 3, 0),
        ([fault(403, 50013)], 0),
        ([fault(404, 10003)], 0),
    ],
)
async def test_faults_of_discord_delay_a_notification_or_leave_it_out(
    h: Harness, faults: list[Exception], times: int
) -> None:
    match = await h.match()
    with h.services.boards.answers.answering(match.id):  # so that nothing else is sent
        h.discord.fail(Method.SEND, *faults)
        await play(h, match, ANA, "b3")
        await notified(h, match)
    await quiet(h)
    assert len(sent(h)) == times


@everybody_is_idle
async def test_a_store_that_is_busy_delays_it(h: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await h.match()
    get, times = h.store.people.get, iter(range(2))

    async def busy(user_id: int) -> object:
        if next(times, None) is not None:
            raise StoreBusy("held by a test")
        return await get(user_id)

    monkeypatch.setattr(h.store.people, "get", busy)
    await play(h, match, ANA, "b3")
    await notified(h, match)
    assert len(sent(h)) == 1


@everybody_is_idle
async def test_one_that_was_stored_unheard_stays(h: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection to the database is lost between the change and its answer."""
    match = await h.match()
    store, lost = h.store.boards.notified, iter([True])

    async def unheard(match_id: int, position_id: PositionId, kind: Notified, *beside: int) -> bool:
        stored = await store(match_id, position_id, kind, *beside)
        if next(lost, False):
            raise StoreBusy("held by a test")
        return stored

    monkeypatch.setattr(h.store.boards, "notified", unheard)
    await play(h, match, ANA, "b3")
    await notified(h, match)
    await quiet(h)
    assert len(sent(h)) == 1 and deleted(h) == []
    assert (await h.now(match)).home.notification_id == sent(h)[0].message_id


# --- A board in direct messages ------------------------------------------------------------------------


@everybody_is_idle
async def test_a_player_who_cannot_see_the_board_is_notified_in_their_own_messages(h: Harness) -> None:
    match = await h.match(place=Place(None, DM_OFFSET + ANA, "en"))
    await play(h, match, ANA, "b3")
    now = await notified(h, match)
    (message,) = sent(h, DM_OFFSET + BEN)
    assert "`/matches`" in message.text and now.home.notification_id is None
    await play(h, match, BEN, "b2")
    await notified(h, match)
    (beside,) = sent(h, DM_OFFSET + ANA)
    assert (beside.reference, beside.mentions) == (match.home.message_id, (ANA,))


@everybody_is_idle
async def test_where_the_bot_can_only_answer_a_refused_notification_is_left_out(h: Harness) -> None:
    match = await h.match(place=Place(None, 500, "en", tokens_only=True))
    h.discord.fail(Method.SEND, fault(403, 50001))
    await play(h, match, ANA, "b3")
    assert (await notified(h, match)).home.notification_id is None
    assert h.discord.of(Method.SEND) == []


# --- After a start -------------------------------------------------------------------------------------


async def test_a_turn_of_before_the_start_is_notified_after_it(
    h: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await h.match()
    await play(h, match, ANA, "b3")
    monkeypatch.setattr(notifications, "IDLE_SECONDS", 0.0)
    async with harness(h.store) as again:
        again.services.start()
        again.services.gain_all()
        await notified(again, match)
        assert len(sent(again)) == 1


@everybody_is_idle
async def test_a_notification_is_not_repeated_after_a_start(h: Harness) -> None:
    match = await h.match()
    await play(h, match, ANA, "b3")
    await notified(h, match)
    async with harness(h.store) as again:
        again.services.start()
        again.services.gain_all()
        await quiet(again)
        assert sent(again) == []
        assert deleted(again) == []


async def test_a_notification_of_a_turn_that_has_passed_is_deleted_after_a_start(
    h: Harness, empty_store: Store
) -> None:
    match = await h.match()
    await h.store.boards.notified(match.id, match.position_id, Notified.TURN, match.home.id, 4444)
    move, turn = Played(Move("b3"), ANA), Turn(Side.SECOND, True, time_forfeit)
    # This store publishes nothing, as if the bot was killed.
    await empty_store.matches.append(match.id, match.position_id, [move], outcome=None, turn=turn)
    async with harness(h.store) as again:
        again.services.start()
        again.services.gain_all()
        await until(lambda: again.discord.of(Method.DELETE))
        async with asyncio.timeout(60):
            while (await again.now(match)).home.notification_id is not None:  # noqa: ASYNC110
                await asyncio.sleep(0.001)
        assert deleted(again) == [4444]


def test_the_computer_is_never_the_one_to_notify() -> None:
    with pytest.raises(ValueError, match="no person"):
        player_to_move(match_of("othello", "8x8", first_id=None, level="3"))
