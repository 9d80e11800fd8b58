"""How the messages of matches are posted, and continue in threads."""

from __future__ import annotations

import asyncio

import pytest

from bot.messages.interaction_responses import PublicPost
from tests.bot.board_checks import retired
from tests.bot.discord_fakes import CHANNEL, FakeThread, Method, fault
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN, until
from tests.bot.slow_pictures import SlowPictures


async def test_a_command_whose_picture_is_late_is_deferred_as_thinking(
    h: Harness, slow: SlowPictures
) -> None:
    match = await h.match()
    interaction = h.interaction(ANA).typed()
    posting = asyncio.create_task(h.services.boards.messages.post(interaction, match, PublicPost()))
    await until(lambda: h.discord.of(Method.DEFER))
    slow.ready.set()
    posted = await posting
    (deferred,) = h.discord.of(Method.DEFER)
    (edit,) = h.discord.of(Method.EDIT_RESPONSE)
    assert deferred.thinking and posted.message_id == edit.message_id != match.message_id


async def test_a_command_posts_the_board_again_and_retires_the_old_one(h: Harness) -> None:
    match = await h.match()
    await h.services.boards.messages.repost(h.interaction(ANA).typed(), match, PublicPost())
    (answer,) = h.discord.of(Method.RESPOND)
    after = await h.now(match)
    assert after.message_id == answer.message_id and not answer.ephemeral and answer.attachments == 1
    retired(h, match, after)


async def test_a_challenge_mentions_the_challenged_only(h: Harness) -> None:
    challenge = await h.challenge()
    await h.services.boards.messages.post(h.interaction(ANA).typed(), challenge, PublicPost(BEN))
    await h.services.boards.messages.post(h.interaction(ANA).typed(), challenge, PublicPost())
    assert [one.mentions for one in h.discord.of(Method.RESPOND)] == [(BEN,), ()]


# --- Threads ------------------------------------------------------------------------------------------


async def test_a_match_moves_to_a_thread_with_its_players(h: Harness) -> None:
    match = await h.match()
    await h.presses(ANA, match, "move", "b3")
    after = await h.services.boards.messages.open_thread(h.interaction(ANA).typed(), match, PublicPost())
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
    after = await h.services.boards.messages.open_thread(h.interaction(ANA).typed(), match, PublicPost())
    assert after == match == await h.now(match)


async def test_a_thread_opens_only_from_a_channel(h: Harness) -> None:
    match = await h.match()
    thread = FakeThread(h.discord, 99, CHANNEL)
    for interaction in (h.interaction(ANA, channel=thread), h.interaction(ANA, guild_id=None)):
        assert await h.services.boards.messages.open_thread(interaction.typed(), match, PublicPost()) == match
    assert h.discord.requests == []
