"""Boards that nobody has posted, or that have stayed behind, appear without a restart."""

from __future__ import annotations

import asyncio

import pytest

from bot.match.setup import Seats
from bot.messages import board_keeper
from bot.messages.board_keeper import LOOK_SECONDS, WAIT_SECONDS, BoardKeeper
from bot.messages.interaction_responses import PublicPost
from bot.messages.refresher import RETRY_SECONDS
from data.model.match import Match
from games.base import Side
from tests.bot.discord_fakes import GUILD, Method, fault
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN, HERE, until
from tests.bot.slow_pictures import SlowPictures


@pytest.fixture
def keeper(h: Harness, monkeypatch: pytest.MonkeyPatch) -> BoardKeeper:
    """Looks when a test says so, also for what was committed just now."""
    monkeypatch.setattr(board_keeper, "WAIT_SECONDS", -60.0)
    return h.services.boards.keeper


def late(keeper: BoardKeeper, seconds: float) -> None:
    """So much time passes for the waits after refusals."""
    backoff = keeper._editor.keeper.backoff
    now = backoff._now
    backoff._now = lambda: now() + seconds


def test_what_is_committed_is_shown_within_half_a_minute() -> None:
    assert WAIT_SECONDS + LOOK_SECONDS <= 25.0 and 2 * LOOK_SECONDS <= 30.0 >= max(RETRY_SECONDS)


async def test_a_match_whose_answer_failed_is_posted_once(h: Harness, keeper: BoardKeeper) -> None:
    match = await h.unposted()
    h.discord.fail(Method.RESPOND, fault(404, 10062))
    with pytest.raises(Exception, match="10062"):
        await h.services.boards.messages.post(h.interaction(ANA).typed(), match, match.home, PublicPost())
    for _ in range(3):
        await keeper.look()
    (sent,) = h.discord.of(Method.SEND)
    assert (await h.now(match)).home.message_id == sent.message_id and sent.mentions == (ANA, BEN)


async def test_a_challenge_is_posted_and_mentions_the_challenged_alone(
    h: Harness, keeper: BoardKeeper
) -> None:
    challenges = h.services.matches.challenges
    await challenges.create("othello", "6x6", Seats(ANA, BEN), ANA, HERE)
    await challenges.create("othello", "6x6", Seats(ANA, None), ANA, HERE)
    await keeper.look()
    assert [one.mentions for one in h.discord.of(Method.SEND)] == [(BEN,), ()]


async def test_a_match_against_the_computer_one_with_votes_and_a_lobby_of_teams_are_posted(
    h: Harness, keeper: BoardKeeper
) -> None:
    start = h.services.matches.start_against_computer
    for is_voted in (False, True):
        control = "vote-5m" if is_voted else None
        await start("othello", "6x6", Seats(ANA, None), "3", HERE, control, is_voted=is_voted)
    await h.services.matches.teams.create("othello", "6x6", Side.FIRST, BEN, HERE, None)
    await keeper.look()
    assert len(h.discord.of(Method.SEND)) == 3


async def test_a_match_that_is_being_answered_is_left_to_the_answer(
    h: Harness, keeper: BoardKeeper, slow: SlowPictures
) -> None:
    match = await h.unposted()
    posting = asyncio.create_task(
        h.services.boards.messages.post(h.interaction(ANA).typed(), match, match.home, PublicPost())
    )
    await until(lambda: h.discord.of(Method.DEFER))
    await keeper.look()
    slow.ready.set()
    await posting
    assert h.discord.of(Method.SEND) == []


async def test_what_was_begun_just_now_is_left_to_whoever_began_it(
    h: Harness, keeper: BoardKeeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board_keeper, "WAIT_SECONDS", WAIT_SECONDS)
    await h.unposted()
    await keeper.look()
    assert h.discord.requests == []


async def test_where_the_bot_is_not_nothing_is_posted(h: Harness, keeper: BoardKeeper) -> None:
    match, other = await h.unposted(), await h.match()
    await h.services.matches.play(other.id, None, ANA, "b3")
    await h.settled()
    h.discord.requests.clear()
    h.discord.fail(Method.EDIT, fault(404, 10003))
    guild = h.client.servers.pop(GUILD)
    for _ in range(3):
        await keeper.look()
        await h.settled()
    assert h.discord.requests == [] and not h.discord.failed(Method.EDIT)
    h.client.servers[GUILD] = guild
    await keeper.look()
    assert (await h.now(match)).home.message_id is not None


async def test_a_refused_board_is_tried_again_later_and_keeps_no_other_back(
    h: Harness, keeper: BoardKeeper
) -> None:
    refused = await h.unposted()
    other = await h.unposted()
    h.discord.fail(Method.SEND, fault(403, 50013))
    for _ in range(3):
        await keeper.look()
    assert (await h.now(refused)).home.message_id is None and (await h.now(other)).home.message_id is not None
    late(keeper, 61.0)
    await keeper.look()
    assert (await h.now(refused)).home.message_id is not None


# --- Behind -------------------------------------------------------------------------------------------


async def behind(h: Harness, *faults: Exception) -> Match:
    """A match whose board does not show its last move."""
    match = await h.match()
    h.discord.fail(Method.EDIT, *faults)
    await h.services.matches.play(match.id, None, ANA, "b3")
    await h.settled()
    assert h.discord.failed(Method.EDIT) and h.edits(match) == []
    return match


async def test_a_board_that_was_given_up_is_edited_at_the_second_look(
    h: Harness, keeper: BoardKeeper
) -> None:
    match = await behind(h, *[fault(500)] * (len(RETRY_SECONDS) + 1))
    await keeper.look()
    await h.settled()
    assert h.edits(match) == [], "it can be under way"
    await keeper.look()
    await h.settled()
    assert len(h.edits(match)) == 1
    await keeper.look()
    await keeper.look()
    await h.settled()
    assert len(h.edits(match)) == 1


async def test_a_board_that_discord_refuses_to_edit_is_tried_again_later(
    h: Harness, keeper: BoardKeeper
) -> None:
    match = await behind(h, fault(403, 50013))
    for _ in range(3):
        await keeper.look()
        await h.settled()
    assert h.edits(match) == []
    late(keeper, 61.0)
    await keeper.look()
    await h.settled()
    assert len(h.edits(match)) == 1


async def test_the_board_of_a_suspended_match_is_not_edited(h: Harness, keeper: BoardKeeper) -> None:
    match = await behind(h, fault(404, 10003))
    await h.suspend(match) if (await h.now(match)).paused is None else None
    late(keeper, 86_400.0)
    for _ in range(3):
        await keeper.look()
        await h.settled()
    assert h.edits(match) == []
