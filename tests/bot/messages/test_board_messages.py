"""When a board is edited, by which request, and when it is posted again."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.match.events import QueueMoved
from bot.messages import board_messages, composer
from bot.messages.reposting import OLD_SECONDS, SCROLLED_MESSAGES
from data.errors import StoreBusy
from data.model import Match, PauseReason, Place
from tests.bot.discord_fakes import (
    CHANNEL,
    GUILD,
    MISSING_ACCESS,
    UNKNOWN_CHANNEL,
    FakeMessage,
    FakeTextChannel,
    FakeThread,
    Method,
    Request,
    fault,
)
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN, until

OLD = timedelta(seconds=OLD_SECONDS + 60)
SPENT = timedelta(minutes=16)
"""Longer than the token of an interaction lives."""
ANSWERS_ONLY = Place(None, 500, "en", tokens_only=True)


async def moved_elsewhere(h: Harness, match: Match, move: str = "b3") -> Match:
    """The match after a move of Ana's that no interaction on the board carries, once that is shown."""
    played = await h.services.matches.play(match.id, None, ANA, move)
    await h.settled()
    return await h.now(played)


def link(match: Match) -> str:
    return f"https://discord.com/channels/{match.guild_id}/{match.channel_id}/{match.message_id}"


# --- Answers -------------------------------------------------------------------------------------------


async def test_a_press_is_answered_with_its_board_and_no_second_edit(h: Harness) -> None:
    match = await h.match()
    answer = await h.presses(ANA, match, "move", "b3")
    await h.settled()
    assert (answer.method, answer.message_id, answer.attachments) == (Method.UPDATE, match.message_id, 1)
    assert any(f":{match.id}:1.0" in one for one in answer.custom_ids)
    assert h.edits(match) == [answer]
    assert (await h.now(match)).ply == 1


async def test_the_change_of_a_press_is_not_shown_before_its_answer(h: Harness) -> None:
    """`answering` holds the edit that the published change requests."""
    match = await h.match()
    with h.services.board_messages.answering(match.id):
        await h.services.matches.play(match.id, None, ANA, "b3")
        await asyncio.sleep(0.02)
        assert h.edits(match) == []
    await h.settled()
    assert [one.method for one in h.edits(match)] == [Method.EDIT]


async def test_a_change_without_an_interaction_edits_the_message(h: Harness) -> None:
    match = await h.match()
    await moved_elsewhere(h, match)
    (edit,) = h.edits(match)
    assert (edit.method, edit.channel_id, edit.mentions) == (Method.EDIT, CHANNEL, ())


async def test_what_is_shown_already_is_not_edited(h: Harness) -> None:
    match = await h.match()
    h.services.board_messages.show(match.id)
    await h.settled()
    assert h.discord.requests == []
    h.services.board_messages.redraw(match.id)
    h.events.publish(QueueMoved(match.id))
    await h.settled()
    assert {one.method for one in h.edits(match)} == {Method.EDIT}


async def test_two_changes_in_a_row_are_shown_by_one_edit(h: Harness) -> None:
    match = await h.match()
    with h.services.board_messages.answering(match.id):
        await h.services.matches.play(match.id, None, ANA, "b3")
        await h.services.matches.play(match.id, None, BEN, "b2")
    await h.settled()
    (edit,) = h.edits(match)
    assert f":{match.id}:2.0" in " ".join(edit.custom_ids)


async def test_a_press_on_an_old_message_is_deferred_and_the_board_edited(h: Harness) -> None:
    match = await h.match()
    old = replace(h.board(match), id=match.require_message_id() - 1)
    answer = await h.presses(ANA, match, "move", "b3", message=old)
    await h.settled()
    assert answer.method is Method.DEFER
    assert [one.method for one in h.edits(match)] == [Method.EDIT]


async def test_a_press_on_an_ephemeral_message_is_deferred_and_the_board_edited(h: Harness) -> None:
    match = await h.match()
    answer = await h.presses(ANA, match, "show", message=h.ephemeral())
    await h.settled()
    assert answer.method is Method.DEFER
    assert [one.method for one in h.edits(match)] == [Method.EDIT]


async def test_an_answer_that_fails_is_deferred_and_the_board_edited(h: Harness) -> None:
    match = await h.match()
    h.discord.fail(Method.UPDATE, fault(413, 40005))
    answer = await h.presses(ANA, match, "move", "b3")
    await h.settled()
    assert answer.method is Method.DEFER
    assert len(h.edits(match)) == 1


async def test_an_interaction_that_discord_has_forgotten_costs_no_edit(h: Harness) -> None:
    match = await h.match()
    forgotten = fault(404, 10062)
    for method in (Method.UPDATE, Method.DEFER, Method.RESPOND):
        h.discord.fail(method, forgotten)
    interaction = h.interaction(ANA, message=h.board(match))
    await h.buttons.handle(interaction.typed(), h.press(match, "move", "b3"))
    await h.settled()
    assert not interaction.response.is_done()
    assert [one.method for one in h.edits(match)] == [Method.EDIT]


# --- In time -------------------------------------------------------------------------------------------


class SlowPictures:
    """Pictures that are drawn only when the test lets them."""

    def __init__(self) -> None:
        self.ready = threading.Event()

    def __call__(self, *_: object, **__: object) -> bytes:
        self.ready.wait(30)
        return b"late"


@pytest.fixture
def slow(h: Harness, monkeypatch: pytest.MonkeyPatch) -> SlowPictures:
    """No picture is in time."""
    pictures = SlowPictures()
    monkeypatch.setattr(composer, "picture", pictures)
    monkeypatch.setattr(board_messages, "COMPOSE_SECONDS", 0.01)
    monkeypatch.setattr(board_messages, "ACKNOWLEDGE_SECONDS", 0.05)
    return pictures


def acknowledging(h: Harness, user: int, match: Match, selection: str = "") -> asyncio.Task[Request]:
    verb = "look" if selection else "move"
    return asyncio.create_task(h.presses(user, match, verb, selection or "b3"))


async def test_a_press_whose_picture_is_late_is_deferred_then_edited(h: Harness, slow: SlowPictures) -> None:
    match = await h.match()
    pressed = acknowledging(h, ANA, match)
    await until(lambda: h.discord.of(Method.DEFER))
    assert h.edits(match) == []
    slow.ready.set()
    assert (await pressed).method is Method.DEFER
    await h.settled()
    assert [one.method for one in h.edits(match)] == [Method.EDIT_RESPONSE]


async def test_a_command_whose_picture_is_late_is_deferred_as_thinking(
    h: Harness, slow: SlowPictures
) -> None:
    match = await h.match()
    posting = asyncio.create_task(h.services.board_messages.post(h.interaction(ANA).typed(), match))
    await until(lambda: h.discord.of(Method.DEFER))
    slow.ready.set()
    posted = await posting
    (deferred,) = h.discord.of(Method.DEFER)
    (edit,) = h.discord.of(Method.EDIT_RESPONSE)
    assert deferred.thinking and posted.message_id == edit.message_id != match.message_id


async def test_of_two_selections_the_last_is_shown(h: Harness, slow: SlowPictures) -> None:
    match = await h.match("twelve_janggi")
    first = acknowledging(h, ANA, match, "b2")
    await until(lambda: h.discord.of(Method.DEFER))
    last = acknowledging(h, ANA, match, "c1")
    await until(lambda: len(h.discord.of(Method.DEFER)) == 2)
    slow.ready.set()
    await asyncio.gather(first, last)
    await h.settled()
    assert any(":move:" in one and one.endswith("c1-c2") for one in h.edits(match)[-1].custom_ids)
    assert not h.services.board_messages._locks


async def test_a_move_does_not_wait_long_for_an_edit_under_way(h: Harness, slow: SlowPictures) -> None:
    match = await h.match()
    h.services.board_messages.redraw(match.id)
    await until(lambda: h.services.board_messages._locks)
    await asyncio.sleep(0)
    assert (await acknowledging(h, ANA, match)).method is Method.DEFER
    slow.ready.set()
    await h.settled()
    assert f":{match.id}:1.0" in " ".join(h.edits(match)[-1].custom_ids)


# --- Edit tokens ---------------------------------------------------------------------------------------


async def test_the_token_of_the_last_press_edits_the_board(h: Harness) -> None:
    match = await h.match()
    await h.presses(ANA, match, "move", "b3")
    await h.services.matches.play(match.id, None, BEN, "b2")
    await h.settled()
    assert [one.method for one in h.edits(match)] == [Method.UPDATE, Method.TOKEN_EDIT]


async def test_a_token_that_has_expired_is_not_used(h: Harness) -> None:
    match = await h.match()
    await h.presses(ANA, match, "move", "b3", created_at=datetime.now(UTC) - SPENT)
    await h.services.matches.play(match.id, None, BEN, "b2")
    await h.settled()
    assert [one.method for one in h.edits(match)] == [Method.UPDATE, Method.EDIT]


async def test_a_token_that_discord_refuses_is_dropped(h: Harness) -> None:
    match = await h.match()
    await h.presses(ANA, match, "move", "b3")
    h.discord.fail(Method.TOKEN_EDIT, fault(401, 50027))
    await h.services.matches.play(match.id, None, BEN, "b2")
    await h.settled()
    assert [one.method for one in h.edits(match)] == [Method.UPDATE, Method.EDIT]
    await h.services.matches.draws.offer(match.id, None, ANA)
    await h.settled()
    assert [one.method for one in h.edits(match)][2:] == [Method.EDIT]


async def test_a_press_on_an_ephemeral_message_gives_no_token(h: Harness) -> None:
    match = await h.match()
    await h.presses(ANA, match, "move", "b3", message=h.ephemeral())
    await h.services.matches.play(match.id, None, BEN, "b2")
    await h.settled()
    assert {one.method for one in h.edits(match)} == {Method.EDIT}


async def test_where_the_bot_can_only_answer_a_spent_token_leaves_the_board(h: Harness) -> None:
    match = await h.match(place=ANSWERS_ONLY)
    await moved_elsewhere(h, match)
    assert h.discord.requests == []
    assert (await h.now(match)).paused is None, "it is not lost: the next press shows the move"


async def test_where_the_bot_can_only_answer_an_earlier_board_is_answered_in_place(h: Harness) -> None:
    match = await h.match(place=ANSWERS_ONLY)
    channel = h.client.get_partial_messageable(500)
    old = FakeMessage(match.require_message_id() - 1, channel)
    answer = await h.presses(ANA, match, "move", "b3", message=old, channel=channel, guild_id=None)
    assert (answer.method, answer.message_id) == (Method.UPDATE, old.id)
    assert (await h.now(match)).message_id == old.id


# --- Posted below --------------------------------------------------------------------------------------


async def below(h: Harness, match: Match) -> Match:
    """The match once its board is posted again, and the old message leads there."""
    await h.settled()
    after = await h.now(match)
    (sent,) = h.discord.of(Method.SEND)
    assert after.message_id == sent.message_id != match.message_id
    assert (sent.channel_id, sent.mentions) == (match.channel_id, ())
    assert sent.nonce == f"{match.id}.{after.version}"
    return after


def retired(h: Harness, old: Match, new: Match) -> None:
    """The old message has a link to the new one, and no buttons."""
    last = [one for one in h.discord.of(Method.EDIT) if one.message_id == old.message_id][-1]
    assert link(new) in last.text and last.custom_ids == () and last.attachments == 0


async def test_a_deleted_board_is_posted_below(h: Harness) -> None:
    match = await h.match()
    h.discord.deleted.add(match.require_message_id())
    await h.services.matches.play(match.id, None, ANA, "b3")
    await below(h, match)
    assert h.discord.of(Method.EDIT) == [], "the old message cannot be retired, and that is no obstacle"


async def test_a_deleted_challenge_is_not_posted_again(h: Harness) -> None:
    challenge = await h.challenge()
    h.discord.deleted.add(challenge.require_message_id())
    await h.services.matches.challenges.cancel(challenge.id, ANA)
    await h.settled()
    assert h.discord.of(Method.SEND) == []


async def test_an_old_board_moves_below_and_leaves_a_link(h: Harness) -> None:
    match = await h.match(age=OLD)
    answer = await h.presses(ANA, match, "move", "b3")
    assert answer.method is Method.DEFER
    after = await below(h, match)
    retired(h, match, after)
    second = await h.presses(BEN, after, "move", "b2")
    await h.settled()
    assert (second.method, len(h.edits(after))) == (Method.UPDATE, 1)


async def test_an_old_board_that_only_shows_a_selection_stays(h: Harness) -> None:
    match = await h.match("twelve_janggi", age=OLD)
    answer = await h.presses(ANA, match, "look", "b2")
    await h.settled()
    assert answer.method is Method.UPDATE and h.discord.of(Method.SEND) == []


async def test_a_board_that_has_scrolled_away_moves_below(h: Harness) -> None:
    match = await h.match()
    for _ in range(SCROLLED_MESSAGES):
        h.services.repost_rule.message_seen(CHANNEL, h.discord.new_id() + 1_000_000)
    await h.services.matches.play(match.id, None, ANA, "b3")
    retired(h, match, await below(h, match))


@pytest.mark.parametrize(("written", "moves"), [(SCROLLED_MESSAGES, True), (SCROLLED_MESSAGES - 1, False)])
async def test_what_was_written_before_the_start_is_fetched_once(
    h: Harness, written: int, moves: bool
) -> None:
    match = await h.match(age=timedelta(seconds=60))
    h.services.repost_rule.reset()
    h.discord.written[CHANNEL] = [match.require_message_id() + 1 + number for number in range(written)]
    assert (await h.presses(ANA, match, "move", "b3")).method is Method.DEFER
    await h.settled()
    assert len(h.discord.of(Method.SEND)) == moves
    await h.services.matches.play(match.id, None, BEN, "b2")
    await h.settled()
    assert len(h.discord.of(Method.HISTORY)) == 1


async def test_where_the_past_cannot_be_read_the_board_is_edited(h: Harness) -> None:
    match = await h.match(age=timedelta(seconds=60))
    h.services.repost_rule.reset()
    h.discord.fail(Method.HISTORY, fault(403))
    await h.presses(ANA, match, "move", "b3")
    await h.settled()
    assert h.discord.of(Method.SEND) == [] and len(h.edits(match)) == 1


async def test_where_the_bot_cannot_post_an_old_board_is_edited(h: Harness) -> None:
    match = await h.match(age=OLD)
    h.discord.fail(Method.SEND, fault(403, 50013))
    await h.services.matches.play(match.id, None, ANA, "b3")
    await h.settled()
    assert (await h.now(match)).message_id == match.message_id and len(h.edits(match)) == 1


async def test_a_board_is_posted_below_in_spite_of_faults(h: Harness) -> None:
    match = await h.match(age=OLD)
    h.discord.fail(Method.SEND, fault(500), OSError("cut"))
    await h.services.matches.play(match.id, None, ANA, "b3")
    await below(h, match)


async def test_a_command_posts_the_board_again_and_retires_the_old_one(h: Harness) -> None:
    match = await h.match()
    await h.services.board_messages.repost(h.interaction(ANA).typed(), match)
    (answer,) = h.discord.of(Method.RESPOND)
    after = await h.now(match)
    assert after.message_id == answer.message_id and not answer.ephemeral and answer.attachments == 1
    retired(h, match, after)


async def test_a_challenge_mentions_the_challenged_only(h: Harness) -> None:
    challenge = await h.challenge()
    await h.services.board_messages.post(h.interaction(ANA).typed(), challenge, ping=BEN)
    await h.services.board_messages.post(h.interaction(ANA).typed(), challenge)
    assert [one.mentions for one in h.discord.of(Method.RESPOND)] == [(BEN,), ()]


# --- Boards that a kill left unknown -------------------------------------------------------------------


async def test_a_press_on_a_later_board_adopts_it(h: Harness) -> None:
    """The bot was killed after it posted the board and before it stored where."""
    match = await h.match()
    later = replace(h.board(match), id=match.require_message_id() + 1)
    answer = await h.presses(ANA, match, "move", "b3", message=later)
    await h.settled()
    after = await h.now(match)
    assert (answer.method, after.message_id, after.ply) == (Method.UPDATE, later.id, 1)
    retired(h, match, after)


async def test_a_press_on_a_board_in_an_unknown_thread_adopts_the_thread(h: Harness) -> None:
    match = await h.match()
    thread = FakeThread(h.discord, match.require_message_id(), CHANNEL)
    board = FakeMessage(match.require_message_id() + 1, h.client.get_partial_messageable(thread.id))
    await h.presses(ANA, match, "move", "b3", message=board, channel=thread)
    await h.settled()
    after = await h.now(match)
    assert (after.channel_id, after.thread_id, after.message_id) == (thread.id, thread.id, board.id)
    retired(h, match, after)


# --- Threads -------------------------------------------------------------------------------------------


async def test_a_match_moves_to_a_thread_with_its_players(h: Harness) -> None:
    match = await h.match()
    await h.presses(ANA, match, "move", "b3")
    after = await h.services.board_messages.open_thread(h.interaction(ANA).typed(), match)
    assert after.thread_id == after.channel_id == match.message_id
    assert after.message_id == h.discord.of(Method.SEND)[0].message_id
    retired(h, match, after)
    await h.services.matches.play(match.id, None, BEN, "b2")
    await h.settled()
    assert [one.method for one in h.edits(after)] == [Method.EDIT], "the token is for the message outside"


@pytest.mark.parametrize("method", [Method.CREATE_THREAD, Method.SEND])
async def test_where_no_thread_can_be_opened_the_match_stays(h: Harness, method: Method) -> None:
    match = await h.match()
    h.discord.fail(method, fault(403, 50013))
    after = await h.services.board_messages.open_thread(h.interaction(ANA).typed(), match)
    assert after == match == await h.now(match)


async def test_a_thread_opens_only_from_a_channel(h: Harness) -> None:
    match = await h.match()
    thread = FakeThread(h.discord, 99, CHANNEL)
    for interaction in (h.interaction(ANA, channel=thread), h.interaction(ANA, guild_id=None)):
        assert await h.services.board_messages.open_thread(interaction.typed(), match) == match
    assert h.discord.requests == []


# --- Faults --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "refused", [fault(500), fault(429, 30046), fault(400), fault(413, 40005), OSError("cut")]
)
async def test_an_edit_that_fails_is_repeated(h: Harness, refused: Exception) -> None:
    match = await h.match()
    h.discord.fail(Method.EDIT, refused, refused)
    await moved_elsewhere(h, match)
    assert len(h.edits(match)) == 1


async def test_a_forced_edit_that_fails_is_repeated(h: Harness) -> None:
    match = await h.match()
    h.discord.fail(Method.EDIT, fault(500))
    h.services.board_messages.redraw(match.id)
    await h.settled()
    assert len(h.edits(match)) == 1


async def test_an_edit_waits_for_a_store_that_is_busy(h: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await h.match()
    get, times = h.store.matches.get, iter(range(2))

    async def busy(match_id: int) -> Match:
        if next(times, None) is not None:
            raise StoreBusy("held by a test")
        return await get(match_id)

    played = await h.services.matches.play(match.id, None, ANA, "b3")
    monkeypatch.setattr(h.store.matches, "get", busy)
    h.services.board_messages.show(played.id)
    await h.settled()
    assert len(h.edits(match)) == 1


async def test_a_permission_that_is_missing_is_no_reason_to_repeat_or_suspend(h: Harness) -> None:
    match = await h.match()
    h.discord.fail(Method.EDIT, fault(403, 50013))
    after = await moved_elsewhere(h, match)
    assert h.edits(match) == [] and after.paused is None


# --- Lost places ---------------------------------------------------------------------------------------


def channel_gone(h: Harness, match: Match) -> None:
    h.discord.lost.add(match.channel_id)


def channel_hidden(h: Harness, match: Match) -> None:
    h.discord.fail(Method.EDIT, fault(403, MISSING_ACCESS))


@pytest.mark.parametrize("lose", [channel_gone, channel_hidden])
async def test_a_channel_that_is_gone_suspends_the_match(
    h: Harness, lose: Callable[[Harness, Match], None]
) -> None:
    match = await h.match()
    lose(h, match)
    after = await moved_elsewhere(h, match)
    assert after.paused is PauseReason.SUSPENDED and after.ply == 1
    assert h.edits(match) == [], "a suspended match has no place to show that"


async def test_a_press_on_the_board_of_a_suspended_match_recovers_and_plays(h: Harness) -> None:
    match = await h.suspend(await h.match())
    answer = await h.presses(ANA, match, "move", "b3")
    await h.settled()
    after = await h.now(match)
    assert (answer.method, after.paused, after.ply) == (Method.UPDATE, None, 1)
    assert (after.channel_id, after.message_id) == (CHANNEL, match.message_id)
    assert h.edits(match) == [answer]


async def test_a_press_whose_picture_is_late_recovers_too(h: Harness, slow: SlowPictures) -> None:
    match = await h.suspend(await h.match())
    pressed = acknowledging(h, ANA, match)
    await until(lambda: h.discord.of(Method.DEFER))
    slow.ready.set()
    assert (await pressed).method is Method.DEFER
    await h.settled()
    after = await h.now(match)
    assert (after.paused, after.ply, after.message_id) == (None, 1, match.message_id)
    assert f":{match.id}:1.0" in " ".join(h.edits(match)[-1].custom_ids)


async def test_a_suspended_match_with_a_live_clock_is_adjourned_by_a_press(h: Harness) -> None:
    match = await h.suspend(await h.match(control="5+5", moves=("b3", "b2")))
    answer = await h.presses(BEN, match, "draw")
    await h.settled()
    after = await h.now(match)
    assert after.paused is PauseReason.ADJOURNED
    assert answer.method is Method.UPDATE
    assert [one.split(":")[1] for one in answer.custom_ids] == ["go-on"]


async def test_a_press_elsewhere_recovers_nothing(h: Harness) -> None:
    match = await h.suspend(await h.match())
    answer = await h.presses(ANA, match, "move", "b3", message=h.ephemeral())
    assert answer.method is Method.UPDATE and answer.custom_ids == ()
    assert (await h.now(match)).paused is PauseReason.SUSPENDED


async def test_unknown_channels_are_those_that_are_gone(h: Harness) -> None:
    """The board of a match that has moved meanwhile is not lost."""
    match = await h.match()
    h.client.guilds[GUILD].channels[71] = FakeTextChannel(h.discord, 71)
    h.discord.fail(Method.EDIT, fault(404, UNKNOWN_CHANNEL))
    here = await h.services.matches.suspensions.move_to(match, ANA, Place(GUILD, 71, "en"))
    await h.store.messages.posted(here.id, here.version, 71, h.discord.new_id())
    h.services.lost_places.lost(match)
    await h.settled()
    assert (await h.now(match)).paused is None
