"""The boards of matches: their messages, which version these show, turn notifications, and several boards."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import func, select

from data.errors import Stale, UnknownMatch
from data.matches.boards import BoardKey, BoardStore
from data.matches.queries import MatchQueries
from data.matches.store import MatchStore
from data.model.board import NOT_SHOWN
from data.model.match import Match, MatchState, Notified, PauseReason, Place
from data.model.shards import Shards
from data.store import Store
from data.tables.boards import boards as table
from games.base import Outcome, Side
from tests.boards import post
from tests.clock import Clock
from tests.data.clocks import move, on_clock
from tests.data.conftest import Begin, begin_in

NOBODY = 99_999
THERE = Place(guild_id=9, channel_id=90, locale="en-US")


def key(match: Match) -> BoardKey:
    """The first board of a match."""
    return BoardKey(match.id, match.home.id)


async def test_a_message_shows_a_version(store: Store, begin: Begin, clock: Clock) -> None:
    match = await begin("d3")
    before = match.updated_at
    clock.now += 9
    posted = await post(store, match, 700, channel_id=71)
    assert (posted.home.channel_id, posted.home.message_id, posted.home.thread_id) == (71, 700, None)
    assert (posted.version, posted.home.shown_version) == (match.version, match.version)
    assert posted.updated_at == before
    threaded = await post(store, posted, 701, channel_id=72, thread_id=72)
    assert (await post(store, threaded, 702)).home.thread_id == 72
    assert (await store.matches.get(match.id)).home.message_id == 702


async def test_a_message_is_handed_over(store: Store, begin: Begin) -> None:
    old, new = await begin("d3"), await begin("d3")
    await post(store, old, 700, version=old.version - 1, channel_id=71, thread_id=71)
    taken = replace(new.home, channel_id=71, message_id=700, thread_id=71)
    handed = await store.boards.hand_over(new.id, taken)
    assert (handed.id, handed.home) == (new.id, taken)
    assert (await store.matches.get(old.id)).home.message_id is None
    assert await store.boards.behind() == [key(new)], "the old match has nothing to show"


async def test_an_older_version_changes_nothing(
    matches: MatchStore, boards: BoardStore, begin: Begin
) -> None:
    first, second = await begin("d3"), await begin("d3 c3")
    await boards.shown({key(first): 1, key(second): 1, BoardKey(NOBODY, NOBODY): 5})
    await boards.shown({key(second): 0})
    assert [(await matches.get(match.id)).home.shown_version for match in (first, second)] == [1, 1]
    await boards.shown({})


async def test_a_deleted_message_of_a_match_that_is_over_is_not_behind(store: Store, begin: Begin) -> None:
    playing, over = await begin("d3"), await begin("d3")
    for number, match in enumerate((playing, over)):
        await post(store, match, 700 + number)
    await store.matches.finish(over.id, over.position_id, Outcome(None, "outcome.agreed"))
    await store.boards.forget([700, 701])
    present = [(await store.matches.get(match.id)).home.message_id for match in (playing, over)]
    assert present == [700, None], "a match in play is paused instead"
    assert await store.boards.behind() == []


@pytest.mark.usefixtures("running_uptime")
async def test_a_turn_is_notified_once(
    matches: MatchStore, queries: MatchQueries, boards: BoardStore
) -> None:
    match = await on_clock(matches)
    board_id = match.home.id

    async def notified(kind: Notified, number: int) -> bool:
        return await boards.notified(match.id, match.position_id, kind, board_id, number)

    assert await queries.pending_notifications() == [match.id]
    assert [await notified(Notified.TURN, number) for number in (77, 78)] == [True, False]
    assert await queries.pending_notifications() == []
    assert await queries.with_old_notification() == []
    assert await notified(Notified.TURN, 77), "the same message, stored unheard"
    assert await notified(Notified.REMINDER, 79)
    assert not await notified(Notified.TURN, 77)
    assert not await notified(Notified.REMINDER, 80)
    assert not await notified(Notified.TURN, 80), "a reminder says it too"
    present = await matches.get(match.id)
    assert (present.home.notification_id, present.notified) == (79, Notified.REMINDER)
    assert present.version == match.version, "the board shows the same"
    moved = await move(matches, match)
    assert (moved.home.notification_id, moved.notified) == (79, Notified.NOTHING)
    assert await queries.with_old_notification() == [match.id]
    assert not await notified(Notified.TURN, 81), "that turn is over"
    await boards.notification_deleted(board_id, 78)
    assert (await matches.get(match.id)).home.notification_id == 79
    await boards.notification_deleted(board_id, 79)
    assert (await matches.get(match.id)).home.notification_id is None


async def test_only_active_matches_between_people_have_notifications(
    matches: MatchStore, queries: MatchQueries
) -> None:
    await begin_in(matches, level="3", second_id=None)
    paused = await begin_in(matches)
    await matches.pause(paused.id, paused.position_id, PauseReason.ADJOURNED)
    await begin_in(matches, state=MatchState.CHALLENGE)
    assert await queries.pending_notifications() == []


# --- Boards of the sides -------------------------------------------------------------------------------


async def with_own_boards(begin: Begin, moves: str = "d3") -> Match:
    """A match whose second side has its board in another server."""
    return await begin(moves, elsewhere=(Side.SECOND, THERE))


async def test_a_match_has_its_boards_through_every_change(store: Store, begin: Begin) -> None:
    match = await with_own_boards(begin)
    first, second = match.boards
    assert [board.side for board in match.boards] == [Side.FIRST, Side.SECOND]
    assert (second.guild_id, second.message_id, second.shown_version) == (9, None, NOT_SHOWN)
    assert (await store.matches.get(match.id)).boards == match.boards
    assert [found.boards for found in await store.queries.by_number([match.id])] == [match.boards]
    posted = await post(store, match, 900, board=second)
    shown = replace(second, message_id=900, shown_version=match.version)
    assert posted.boards == (first, shown) and posted.guild_id == 7
    assert await store.matches.get(match.id) == posted
    ended = await store.matches.finish(match.id, match.position_id, Outcome(None, "outcome.agreed"))
    assert ended.boards == (await store.matches.get(match.id)).boards == posted.boards
    await store.retention.delete([match.id])
    count = select(func.count()).select_from(table)
    assert await store.database.read(lambda connection: connection.execute(count).scalar_one()) == 0


async def test_what_is_behind_is_found_by_the_matchs_shard(store: Store, begin: Begin) -> None:
    match = await with_own_boards(begin)
    first, second = [BoardKey(match.id, board.id) for board in match.boards]
    assert await store.boards.behind() == [first, second]
    assert await store.boards.behind(Shards.of([1], 2)) == []
    await store.boards.shown({first: match.version})
    assert await store.boards.behind() == [second]
    await store.boards.shown({second: match.version})
    await store.boards.shown({second: match.version - 1})
    assert await store.boards.behind() == []


async def test_a_lost_board_is_forgotten_unless_it_is_elsewhere(store: Store, begin: Begin) -> None:
    match = await with_own_boards(begin)
    posted = (await post(store, match, 900, board=match.boards[1])).boards[1]
    await store.boards.lost(replace(posted, message_id=899))
    await store.boards.lost(replace(posted, channel_id=91))
    await store.boards.lost_channel(91)
    assert len((await store.matches.get(match.id)).boards) == 2
    await store.boards.shown({key(match): match.version})
    await store.boards.lost(posted)
    left = await store.matches.get(match.id)
    assert [board.side for board in left.boards] == [Side.FIRST]
    assert await store.boards.behind() == [], "a board that is lost is not behind"
    with pytest.raises(UnknownMatch):
        await post(store, match, 901, board=posted)
    moved = await store.boards.move(match.id, Side.SECOND, Place(10, 100))
    again = moved.boards[1]
    assert (again.channel_id, again.message_id, again.side) == (100, None, Side.SECOND)
    assert again.id != posted.id
    await store.boards.lost_guild(10)
    assert len((await store.matches.get(match.id)).boards) == 1


async def test_the_board_at_home_is_not_forgotten(store: Store, begin: Begin) -> None:
    match = await with_own_boards(begin)
    posted = await post(store, match, 700)
    await store.boards.lost(posted.home)
    await store.boards.lost_messages([700])
    await store.boards.lost_channel(70)
    await store.boards.lost_guild(7)
    assert await store.matches.get(match.id) == posted


@pytest.mark.usefixtures("running_uptime")
async def test_a_match_goes_on_at_the_board_that_is_left(store: Store, begin: Begin) -> None:
    match = await with_own_boards(begin)
    with pytest.raises(Stale):
        await store.matches.lose_place(match.id, lambda _: False)
    await post(store, match, 900, board=match.boards[1])
    left = await store.matches.lose_place(match.id)
    (board,) = left.boards
    assert (left.guild_id, board.channel_id, board.message_id) == (9, 90, 900)
    assert left.is_active and board.side is Side.SECOND and board.shown_version < left.version
    assert left == await store.matches.get(match.id)
    assert await store.queries.in_channel(90) == await store.queries.in_guild(9) == [match.id]
    assert (await store.matches.lose_place(match.id)).paused is PauseReason.SUSPENDED
    alone = await on_clock(store.matches)
    suspended = await store.matches.lose_place(alone.id)
    assert (suspended.paused, suspended.state) == (PauseReason.SUSPENDED, MatchState.PLAYING)
