"""How the messages of matches are posted, and continue in threads."""

from __future__ import annotations

import asyncio

import pytest

from bot.messages.channels import Thread
from bot.messages.interaction_responses import PublicPost
from tests.bot.board_checks import retired
from tests.bot.discord_fakes import (
    CHANNEL,
    GUILD,
    UNKNOWN_CHANNEL,
    FakeTextChannel,
    FakeThread,
    Method,
    fault,
)
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN, until
from tests.bot.slow_pictures import SlowPictures


async def test_a_command_whose_picture_is_late_is_deferred_as_thinking(
    h: Harness, slow: SlowPictures
) -> None:
    match = await h.match()
    interaction = h.interaction(ANA).typed()
    posting = asyncio.create_task(
        h.services.boards.messages.post(interaction, match, match.home, PublicPost())
    )
    await until(lambda: h.discord.of(Method.DEFER))
    slow.ready.set()
    posted = await posting
    (deferred,) = h.discord.of(Method.DEFER)
    (edit,) = h.discord.of(Method.EDIT_RESPONSE)
    assert deferred.thinking and posted.home.message_id == edit.message_id != match.home.message_id


async def test_a_command_posts_the_board_again_and_retires_the_old_one(h: Harness) -> None:
    match = await h.match()
    await h.services.boards.messages.repost(h.interaction(ANA).typed(), match, match.home, PublicPost())
    (answer,) = h.discord.of(Method.RESPOND)
    after = await h.now(match)
    assert after.home.message_id == answer.message_id and not answer.ephemeral and answer.attachments == 1
    retired(h, match, after)


async def test_a_challenge_mentions_the_challenged_only(h: Harness) -> None:
    challenge = await h.challenge()
    await h.services.boards.messages.post(
        h.interaction(ANA).typed(), challenge, challenge.home, PublicPost(BEN)
    )
    await h.services.boards.messages.post(h.interaction(ANA).typed(), challenge, challenge.home, PublicPost())
    assert [one.mentions for one in h.discord.of(Method.RESPOND)] == [(BEN,), ()]


# --- Threads ------------------------------------------------------------------------------------------


async def test_a_match_moves_to_a_thread_with_its_players(h: Harness) -> None:
    match = await h.match()
    await h.presses(ANA, match, "move", "b3")
    after = await h.services.boards.messages.open_thread(h.interaction(ANA).typed(), match, match.home)
    assert after.home.thread_id == after.home.channel_id == match.home.message_id
    assert after.home.message_id == h.discord.of(Method.SEND)[0].message_id
    retired(h, match, after)
    await h.services.matches.play(match.id, None, BEN, "b2")
    await h.settled()
    assert [one.method for one in h.edits(after)] == [Method.EDIT], "the token is for the message outside"


@pytest.mark.parametrize("method", [Method.CREATE_THREAD, Method.SEND])
async def test_where_no_thread_can_be_opened_the_match_stays(h: Harness, method: Method) -> None:
    match = await h.match()
    h.discord.fail(method, fault(403, 50013))
    after = await h.services.boards.messages.open_thread(h.interaction(ANA).typed(), match, match.home)
    assert after == match == await h.now(match)


@pytest.mark.parametrize("is_news", [False, True], ids=["text", "announcements"])
async def test_a_match_that_nobody_pressed_for_begins_in_a_thread_of_the_channel_s_type(
    h: Harness, is_news: bool
) -> None:
    h.client.servers[GUILD].channels[CHANNEL] = FakeTextChannel(h.discord, CHANNEL, is_news=is_news)
    match = await h.unposted()
    after = await h.services.boards.editor.begin_in_thread(match, CHANNEL, Thread("Round 1", 0.0))
    (opened,), (sent,) = h.discord.of(Method.CREATE_THREAD), h.discord.of(Method.SEND)
    assert opened.text == "Round 1" and after.home.thread_id == opened.message_id == sent.channel_id
    assert sent.mentions == (ANA, BEN)


REFUSED = {
    "missing permission": fault(403, 50013),
    "not in this kind of channel": fault(400, 50024),
    "too many threads": fault(400, 160006),
    "too many people": fault(400, 30033),
    "a name that Discord refuses": fault(400, 50035),
    "Discord fails": fault(500),
    "the connection fails": OSError("cut"),
}


@pytest.mark.parametrize("refusal", REFUSED.values(), ids=REFUSED)
async def test_where_no_thread_can_be_opened_a_match_begins_in_the_channel(
    h: Harness, refusal: Exception
) -> None:
    match = await h.unposted()
    h.discord.fail(Method.CREATE_THREAD, refusal)
    after = await h.services.boards.editor.begin_in_thread(match, CHANNEL, Thread("Round 1", 0.0))
    (sent,) = h.discord.of(Method.SEND)
    assert (after.home.thread_id, after.home.channel_id, after.home.message_id) == (
        None,
        CHANNEL,
        sent.message_id,
    )
    assert sent.mentions == (ANA, BEN)
    assert await h.now(match) == after


async def test_a_match_whose_thread_was_deleted_begins_in_the_channel(h: Harness) -> None:
    """An arena uses its threads again: the one that is remembered can be gone, or locked."""
    match = await h.unposted()
    h.discord.fail(Method.SEND, fault(404, UNKNOWN_CHANNEL))
    after = await h.services.boards.editor.begin_in_thread(match, CHANNEL, Thread("Round 1", 0.0))
    assert (after.home.thread_id, after.home.channel_id) == (None, CHANNEL)


async def test_a_thread_opens_only_from_a_channel(h: Harness) -> None:
    match = await h.match()
    thread = FakeThread(h.discord, 99, CHANNEL)
    for interaction in (h.interaction(ANA, channel=thread), h.interaction(ANA, guild_id=None)):
        assert await h.services.boards.messages.open_thread(interaction.typed(), match, match.home) == match
    assert h.discord.requests == []
