"""The other boards of matches that are shown in two places."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from data.errors import Stale, UnknownMatch
from data.model import Match, MatchState, PauseReason, Place
from data.opponent_tables import other_boards
from data.ownership import Shards
from data.store import Store
from games.base import Outcome, Side
from tests.data.clocks import on_clock
from tests.data.conftest import Begin

THERE = Place(guild_id=9, channel_id=90, locale="en-US")


async def twice(begin: Begin, moves: str = "d3") -> Match:
    return await begin(moves, other_side=Side.SECOND, other_place=THERE)


async def test_a_match_has_another_board_through_every_change(store: Store, begin: Begin) -> None:
    match = await twice(begin)
    assert match.other_board is not None and match.other_board.message_id is None
    assert (await store.matches.get(match.id)).other_board == match.other_board
    assert [one.other_board for one in await store.queries.by_number([match.id])] == [match.other_board]
    there = await store.other_boards.posted(match.id, match.version, 90, 900)
    assert (there.guild_id, there.message_id, there.shown_version) == (9, 900, match.version)
    assert there.is_at_other and there.home_guild_id == 7
    assert await store.other_boards.get(match.id) == there
    ended = await store.matches.finish(match.id, match.position_id, Outcome(None, "outcome.agreed"))
    assert ended.other_board == (await store.matches.get(match.id)).other_board
    await store.retention.delete([match.id])
    count = select(func.count()).select_from(other_boards)
    assert await store.database.read(lambda connection: connection.execute(count).scalar_one()) == 0


async def test_a_board_is_found_by_channel_and_else_by_server(begin: Begin) -> None:
    match = await twice(begin)
    seen = {
        place: match.seen_in(*place).channel_id for place in ((7, 70), (9, 90), (9, 91), (7, 91), (8, 80))
    }
    assert seen == {(7, 70): 70, (9, 90): 90, (9, 91): 90, (7, 91): 70, (8, 80): 70}
    alone = await begin("d3")
    assert alone.seen_in(9, 90) is alone and alone.board_side is None


async def test_what_is_behind_is_found_by_the_matchs_shard(store: Store, begin: Begin) -> None:
    match = await twice(begin)
    assert await store.other_boards.behind() == [match.id]
    assert await store.other_boards.behind(Shards.of([1], 2)) == []
    await store.other_boards.shown({match.id: match.version})
    await store.other_boards.shown({match.id: match.version - 1})
    assert await store.other_boards.behind() == []
    await store.other_boards.shown({})


async def test_a_lost_board_is_forgotten_unless_it_is_elsewhere(store: Store, begin: Begin) -> None:
    match = await twice(begin)
    await store.other_boards.posted(match.id, match.version, 90, 900)
    await store.other_boards.lost(match.id, 90, 899)
    await store.other_boards.lost(match.id, 91)
    await store.other_boards.lost_channel(91)
    assert (await store.matches.get(match.id)).other_board is not None
    await store.other_boards.lost(match.id, 90, 900)
    assert (await store.matches.get(match.id)).board_side is Side.FIRST
    for missing in (store.other_boards.get(match.id), store.other_boards.posted(match.id, 1, 90, 901)):
        with pytest.raises(UnknownMatch):
            await missing
    moved = await store.other_boards.move(match.id, Place(10, 100))
    assert (moved.channel_id, moved.message_id, moved.board_side) == (100, None, Side.SECOND)
    await store.other_boards.lost_guild(10)
    assert (await store.matches.get(match.id)).other_board is None


@pytest.mark.usefixtures("running_uptime")
async def test_a_match_goes_on_at_the_board_that_is_left(store: Store, begin: Begin) -> None:
    match = await twice(begin)
    with pytest.raises(Stale):
        await store.matches.lose_place(match.id, lambda _: False)
    await store.other_boards.posted(match.id, match.version, 90, 900)
    left = await store.matches.lose_place(match.id)
    assert (left.guild_id, left.home.channel_id, left.home.message_id) == (9, 90, 900)
    assert left.is_active and left.board_side is Side.SECOND and left.home.shown_version < left.version
    assert left == await store.matches.get(match.id)
    assert (await store.matches.lose_place(match.id)).paused is PauseReason.SUSPENDED
    alone = await on_clock(store.matches)
    suspended = await store.matches.lose_place(alone.id)
    assert (suspended.paused, suspended.state) == (PauseReason.SUSPENDED, MatchState.PLAYING)
