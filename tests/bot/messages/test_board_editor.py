"""Which request edits a board, and when it is posted again below."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.messages.reposting import OLD_SECONDS, SCROLLED_MESSAGES
from data.model.match import Match, PauseReason, Place
from tests.bot.board_checks import moved_elsewhere, retired
from tests.bot.discord_fakes import CHANNEL, Method, fault
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN

ANSWERS_ONLY = Place(None, 500, "en", tokens_only=True)


OLD = timedelta(seconds=OLD_SECONDS + 60)


SPENT = timedelta(minutes=16)
"""Longer than the token of an interaction lives."""


# --- Edit tokens --------------------------------------------------------------------------------------


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


async def test_in_an_archived_thread_the_board_is_posted_again(h: Harness) -> None:
    """Discord edits nothing there; a new message opens the thread again."""
    match = await h.match()
    h.discord.fail(Method.EDIT, fault(400, 50083))
    await h.services.matches.play(match.id, None, ANA, "b3")
    retired(h, match, await below(h, match))


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


# --- Posted below -------------------------------------------------------------------------------------


async def below(h: Harness, match: Match) -> Match:
    """The match once its board is posted again, and the old message leads there."""
    await h.settled()
    after = await h.now(match)
    (sent,) = h.discord.of(Method.SEND)
    assert after.home.message_id == sent.message_id != match.home.message_id
    assert (sent.channel_id, sent.mentions) == (match.home.channel_id, ())
    assert sent.nonce == f"{match.id}.{after.version}"
    return after


@pytest.mark.parametrize("age", [timedelta(0), OLD])
async def test_a_deleted_board_stays_deleted_and_its_match_is_paused(h: Harness, age: timedelta) -> None:
    """Also where nobody told the bot: it was down, or the gateway session lost."""
    match = await h.match(age=age)
    h.discord.deleted.add(match.home.require_message_id())
    await h.services.matches.play(match.id, None, ANA, "b3")
    await h.settled()
    assert h.discord.of(Method.SEND) == []
    now = await h.now(match)
    assert (now.ply, now.paused) == (1, PauseReason.REMOVED)


async def test_a_deleted_challenge_is_not_posted_again(h: Harness) -> None:
    challenge = await h.challenge()
    h.discord.deleted.add(challenge.home.require_message_id())
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
    h.discord.written[CHANNEL] = [match.home.require_message_id() + 1 + number for number in range(written)]
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
    assert (await h.now(match)).home.message_id == match.home.message_id and len(h.edits(match)) == 1


async def test_a_board_is_posted_below_in_spite_of_faults(h: Harness) -> None:
    match = await h.match(age=OLD)
    h.discord.fail(Method.SEND, fault(500), OSError("cut"))
    await h.services.matches.play(match.id, None, ANA, "b3")
    await below(h, match)
