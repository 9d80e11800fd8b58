"""The messages of matches: boards and turn notifications."""

from __future__ import annotations

import pytest

from data.matches.messages import MatchMessages
from data.matches.queries import MatchQueries
from data.matches.store import MatchStore
from data.model import MatchState, PauseReason
from tests.data.clocks import move, on_clock
from tests.data.conftest import begin_in

NOBODY = 99_999


async def test_a_message_shows_a_version(matches: MatchStore, messages: MatchMessages, begin, clock):
    match = await begin("d3")
    before = match.updated_at
    clock.now += 9
    posted = await messages.posted(match.id, match.version, 71, 700)
    assert (posted.channel_id, posted.message_id, posted.thread_id) == (71, 700, None)
    assert (posted.version, posted.shown_version, posted.updated_at) == (match.version, match.version, before)
    threaded = await messages.posted(match.id, match.version, 72, 701, thread_id=72)
    assert (await messages.posted(match.id, match.version, 72, 702)).thread_id == threaded.thread_id == 72
    assert (await matches.get(match.id)).home.message_id == 702


async def test_a_message_is_handed_over(
    matches: MatchStore, messages: MatchMessages, queries: MatchQueries, begin
):
    old, new = await begin("d3"), await begin("d3")
    await messages.posted(old.id, old.version - 1, 71, 700, thread_id=71)
    handed = await messages.hand_over(new.id, 71, 700, 71)
    assert (handed.id, handed.channel_id, handed.message_id, handed.thread_id) == (new.id, 71, 700, 71)
    assert (await matches.get(old.id)).home.message_id is None
    assert await queries.behind() == [new.id], "the old match has nothing to show"


async def test_an_older_version_changes_nothing(matches: MatchStore, messages: MatchMessages, begin):
    one, other = await begin("d3"), await begin("d3 c3")
    await messages.shown({one.id: 1, other.id: 1, NOBODY: 5})
    await messages.shown({other.id: 0})
    assert [(await matches.get(match.id)).home.shown_version for match in (one, other)] == [1, 1]
    await messages.shown({})


@pytest.mark.usefixtures("running_uptime")
async def test_a_turn_is_notified_once(
    matches: MatchStore, queries: MatchQueries, messages: MatchMessages
) -> None:
    match = await on_clock(matches)
    assert await queries.pending_notifications() == [match.id]
    results = [await messages.notified(match.id, match.position_id, number) for number in (77, 78)]
    assert results == [True, False]
    assert await queries.pending_notifications() == []
    assert await queries.with_old_notification() == []
    assert await messages.notified(match.id, match.position_id, 79, reminder=True)
    assert not await messages.notified(match.id, match.position_id, 80, reminder=True)
    present = await matches.get(match.id)
    assert (present.home.notification_id, present.notified, present.reminded) == (79, True, True)
    assert present.version == match.version, "the message shows the same"
    moved = await move(matches, match)
    assert (moved.home.notification_id, moved.notified, moved.reminded) == (79, False, False)
    assert await queries.with_old_notification() == [match.id]
    assert not await messages.notified(match.id, match.position_id, 81), "that turn is over"
    await messages.notification_deleted(match.id, 78)
    assert (await matches.get(match.id)).home.notification_id == 79
    await messages.notification_deleted(match.id, 79)
    assert (await matches.get(match.id)).home.notification_id is None


async def test_only_active_matches_between_people_have_notifications(
    matches: MatchStore, queries: MatchQueries
) -> None:
    await begin_in(matches, level="3", second_id=None)
    paused = await begin_in(matches)
    await matches.pause(paused.id, paused.position_id, PauseReason.ADJOURNED)
    await begin_in(matches, state=MatchState.CHALLENGE)
    assert await queries.pending_notifications() == []
