"""Which matches are suspended when a channel, a thread or a server is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from data.errors import StoreBusy
from data.model.match import Match, MatchState, PauseReason, Place
from tests.boards import post
from tests.bot.discord_fakes import CHANNEL, GUILD
from tests.bot.harness import Harness
from tests.bot.service import ANA

ELSEWHERE = Place(GUILD + 1, CHANNEL + 1, "en")
Loss = Callable[[Harness, Match], None]


def channel_deleted(h: Harness, match: Match) -> None:
    h.services.lost_places.channel_deleted(match.home.channel_id)


def guild_removed(h: Harness, match: Match) -> None:
    h.services.lost_places.guild_removed(match.guild_id or 0)


def board_lost(h: Harness, match: Match) -> None:
    h.services.lost_places.lost(match, match.home)


LOSSES: list[Loss] = [channel_deleted, guild_removed, board_lost]


@pytest.mark.parametrize("lose", LOSSES)
async def test_the_matches_there_are_suspended_and_no_others(h: Harness, lose: Loss) -> None:
    there, other = await h.match(), await h.match(place=ELSEWHERE)
    lose(h, there)
    await h.settled()
    assert (await h.now(there)).paused is PauseReason.SUSPENDED
    assert (await h.now(other)).paused is None


@pytest.mark.parametrize("lose", LOSSES)
async def test_a_match_that_has_moved_meanwhile_is_not_suspended(h: Harness, lose: Loss) -> None:
    match = await h.match()
    here = await h.services.matches.suspensions.move_to(match, ANA, ELSEWHERE)
    lose(h, match)
    await h.settled()
    assert (await h.now(here)).paused is None


async def test_a_match_that_moves_while_it_is_found_is_not_suspended(
    h: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, find = await h.match(), h.store.queries.in_channel

    async def late(channel_id: int) -> Iterable[int]:
        found = await find(channel_id)
        await h.services.matches.suspensions.move_to(match, ANA, ELSEWHERE)
        return found

    monkeypatch.setattr(h.store.queries, "in_channel", late)
    channel_deleted(h, match)
    await h.settled()
    now = await h.now(match)
    assert (now.paused, now.home.channel_id) == (None, ELSEWHERE.channel_id)


async def test_a_match_in_a_thread_is_suspended_by_the_thread(h: Harness) -> None:
    match = await h.match()
    match = await post(h.store, match, 1234, channel_id=99, thread_id=99)
    channel_deleted(h, match)
    await h.settled()
    assert (await h.now(match)).paused is PauseReason.SUSPENDED


async def test_a_match_whose_board_was_deleted_is_paused_and_no_other(h: Harness) -> None:
    match, other = await h.match(), await h.match()
    h.services.lost_places.messages_deleted([1, match.home.require_message_id()])
    await h.settled()
    assert ((await h.now(match)).paused, (await h.now(other)).paused) == (PauseReason.REMOVED, None)


async def test_a_board_that_was_posted_again_meanwhile_is_not_missed(h: Harness) -> None:
    match = await h.match()
    await post(h.store, match, 99)
    h.services.lost_places.messages_deleted([match.home.require_message_id()])
    await h.settled()
    assert (await h.now(match)).paused is None


async def test_a_player_brings_back_a_match_whose_board_was_deleted(h: Harness) -> None:
    match = await h.match()
    h.services.lost_places.messages_deleted([match.home.require_message_id()])
    await h.settled()
    here = await h.services.matches.suspensions.move_to(await h.now(match), ANA, ELSEWHERE)
    assert (here.paused, here.home.message_id, here.home.channel_id) == (None, None, ELSEWHERE.channel_id)


async def test_a_match_that_is_over_has_no_board_once_that_was_deleted(h: Harness) -> None:
    over = await h.over()
    h.services.lost_places.messages_deleted([over.home.require_message_id()])
    await h.settled()
    now = await h.now(over)
    assert (now.home.message_id, now.paused, now.home.shown_version) == (None, None, now.version)


async def test_challenges_and_finished_matches_stay_as_they_are(h: Harness) -> None:
    over, challenge = await h.over(), await h.challenge()
    channel_deleted(h, over)
    await h.settled()
    assert [(one.state, one.paused) for one in (await h.now(over), await h.now(challenge))] == [
        (MatchState.OVER, None),
        (MatchState.CHALLENGE, None),
    ]


async def test_a_store_that_is_busy_is_asked_again(h: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    match, find, times = await h.match(), h.store.queries.in_channel, iter(range(2))

    async def busy(channel_id: int) -> Iterable[int]:
        if next(times, None) is not None:
            raise StoreBusy("held by a test")
        return await find(channel_id)

    monkeypatch.setattr(h.store.queries, "in_channel", busy)
    channel_deleted(h, match)
    assert not h.services.lost_places.is_idle
    await h.settled()
    assert (await h.now(match)).paused is PauseReason.SUSPENDED
