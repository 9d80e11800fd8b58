"""A match that cannot be read: it raises alone, is left out of lists, is logged once, and is not changed."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from sqlalchemy import text

from data.errors import UnreadableMatch
from data.matches.store import MatchStore
from data.model.match import Match, MatchState, Notified, PauseReason, Place
from data.store import Store, open_store
from games.base import Outcome, Side
from tests.data.conftest import ANNA, Begin, begin_in, of_a_file, played

pytestmark = of_a_file  # PostgreSQL keeps the types of columns


async def damage(store: Store, match: Match, change: str) -> None:
    """Change the stored row of a match."""
    query = text(f"UPDATE matches SET {change} WHERE id = {match.id}")
    await store.database.write(lambda connection: connection.execute(query))


@pytest.mark.parametrize(
    "change",
    [
        "version = 'x'",
        "created_at = x'00'",
        "updated_at = 9e999",
        "guild_id = 1.5",
        "takebacks = -2",
        "notified = 3",
        "clock = '5+5'",  # and no seconds
        "clock = 'x'",
        "asked = 'x'",
        "offer_kind = 'draw', offer_side = 1",
        "offer_kind = CAST(x'ff' AS TEXT)",
        "paused = 'x'",
    ],
)
async def test_a_damaged_row(
    store: Store, begin: Begin, caplog: pytest.LogCaptureFixture, change: str
) -> None:
    damaged, other = await begin("d3"), await begin("d3")
    await damage(store, damaged, change)
    with caplog.at_level(logging.ERROR):
        for _ in range(2):
            assert await store.queries.of_user(ANNA) == [other]
            with pytest.raises(UnreadableMatch) as unreadable:
                await store.matches.get(damaged.id)
    assert unreadable.value.match_id == damaged.id
    assert [one.getMessage() for one in caplog.records] == [str(unreadable.value)]
    assert await store.queries.unreadable_of(ANNA) == [damaged.id]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE boards SET locale = x'00'",
        "UPDATE boards SET side = 3",
        "UPDATE boards SET channel_id = 1.5",
        "DELETE FROM boards",
    ],
)
async def test_a_damaged_board(store: Store, begin: Begin, change: str) -> None:
    damaged, other = await begin("d3"), await begin("d3")
    query = text(f"{change} WHERE match_id = {damaged.id}")
    await store.database.write(lambda connection: connection.execute(query))
    assert await store.queries.of_user(ANNA) == [other]
    with pytest.raises(UnreadableMatch):
        await store.matches.get(damaged.id)


async def test_a_missing_move(store: Store, begin: Begin) -> None:
    match = await begin("d3 c3 c4")
    query = text("DELETE FROM moves WHERE ply = 1")
    await store.database.write(lambda connection: connection.execute(query))
    with pytest.raises(UnreadableMatch, match="a move is missing"):
        await store.matches.get(match.id)


async def test_a_running_clock_that_is_damaged(store: Store, matches: MatchStore) -> None:
    store.uptime.start(0)
    damaged, other = await begin_in(matches, control="5+5"), await begin_in(matches, control="5+5")
    assert len(await store.queries.running()) == 0, "nobody's turn has begun"
    await damage(store, other, "clock_since = 500, clock_side = 1")
    await damage(store, damaged, "clock_since = 500, clock_side = 1, first_seconds = 'x'")
    assert [one.match_id for one in await store.queries.running()] == [other.id]


def refuse_b2(match: Match) -> None:
    """A check that refuses matches with a certain move."""
    if "b2" in match.moves:
        raise ValueError("b2 is not liked")


async def test_a_match_that_the_check_refuses_is_not_changed(address: str, path: Any) -> None:
    path.parent.mkdir(exist_ok=True)
    async with await open_store(address, check=refuse_b2) as store:
        match = await begin_in(store.matches, "b2")
        at, matches, over = match.position_id, store.matches, Outcome(Side.FIRST, "outcome.resigned")
        for change in (
            matches.append(match.id, at, played("d3"), outcome=None),
            matches.take_back(match.id, at, 0),
            matches.finish(match.id, at, over),
            matches.pause(match.id, at, PauseReason.SUSPENDED),
            matches.time_forfeit(match.id, lambda _: over),
            matches.move_to_place(match, ANNA, Place(7, 71)),
            store.boards.posted(match.id, match.home, 9),
            store.boards.notified(match.id, at, Notified.TURN),
        ):
            with pytest.raises(UnreadableMatch, match="b2 is not liked"):
                await change
    async with await open_store(address) as store:
        assert await store.matches.get(match.id) == match
        assert match.state is MatchState.PLAYING
