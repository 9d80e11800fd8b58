"""The changes that the store publishes."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from data.errors import Stale
from data.matches.boards import BoardKey
from data.model.match import MatchState, Notified, Offer, OfferKind, PauseReason, Place
from data.model.match_change import MatchChange
from data.store import Store, open_store
from games.base import Outcome, Side
from tests.boards import post
from tests.data.clocks import late, move, on_clock
from tests.data.conftest import ANNA, append, begin_in, of_a_file, played

RESIGNED = Outcome(Side.SECOND, "outcome.resigned")


@pytest.mark.usefixtures("running_uptime")
async def test_every_change_is_published_once(store: Store, published: list[MatchChange]) -> None:
    matches = store.matches
    match = await on_clock(matches)
    moved = await move(matches, match)
    with pytest.raises(Stale):
        await move(matches, match)
    assert await matches.time_forfeit(match.id, late) is None
    paused = await matches.pause(match.id, None, PauseReason.ADJOURNED)
    assert [change.after for change in published] == [match, moved, paused]
    assert [change.before for change in published] == [None, match, moved]


async def test_each_kind_of_change_is_published(store: Store, published: list[MatchChange]) -> None:
    matches = store.matches
    offer = Offer(OfferKind.DRAW, Side.FIRST, 1)
    steps = [
        await begin_in(matches, state=MatchState.CHALLENGE),
        await matches.accept(1),
        await append(matches, 1, published[-1].after.position_id, played("d3"), outcome=None),
        await matches.set_offer(1, published[-1].after.position_id, None, offer),
        await matches.take_back(1, published[-1].after.position_id, 0),
        await matches.move_to_place(published[-1].after, ANNA, Place(8, 80)),
        await matches.pause(1, None, PauseReason.SUSPENDED),
        await matches.resume(1, PauseReason.SUSPENDED),
        await matches.finish(1, published[-1].after.position_id, RESIGNED),
    ]
    assert published == [
        MatchChange(before, after) for before, after in zip([None, *steps], steps, strict=False)
    ]
    versions = [match.version for match in steps]
    assert versions == list(range(len(steps)))
    declined = await begin_in(matches, state=MatchState.CHALLENGE)
    ended = await matches.end_challenge(declined.id, "challenge.declined")
    assert published[-1] == MatchChange(declined, ended)


async def test_a_change_of_messages_is_not_published(store: Store, published: list[MatchChange]) -> None:
    match = await begin_in(store.matches)
    board_id = match.home.id
    await post(store, match, 700, channel_id=71)
    await store.boards.shown({BoardKey(match.id, board_id): 0})
    await store.boards.notified(match.id, match.position_id, Notified.TURN, board_id, 77)
    await store.boards.notification_deleted(board_id, 77)
    assert [change.after for change in published] == [match]


@of_a_file
async def test_a_change_whose_caller_is_cancelled_is_published(
    store: Store, published: list[MatchChange]
) -> None:
    match = await begin_in(store.matches)
    has_begun, released = threading.Event(), threading.Event()

    def hold(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if statement.startswith("INSERT INTO moves"):
            has_begun.set()
            released.wait(5)

    event.listen(store.database.engine, "before_cursor_execute", hold)
    task = asyncio.create_task(append(store.matches, match.id, match.position_id, played("d3"), outcome=None))
    assert await asyncio.to_thread(has_begun.wait, 5)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    released.set()
    await store.check()
    assert published[1:] == [MatchChange(match, await store.matches.get(match.id))]
    assert published[-1].after.moves == ("d3",)


@pytest.fixture
async def failing(path: Path, address: str) -> AsyncIterator[Store]:
    """A store whose changes cannot be published."""

    def fail(_: MatchChange) -> None:
        raise LookupError("nobody listens")

    path.parent.mkdir(exist_ok=True)
    async with await open_store(address, publish=fail) as opened:
        yield opened


async def test_an_error_of_the_listener_is_logged_and_hides_nothing(
    failing: Store, caplog: pytest.LogCaptureFixture
) -> None:
    match = await begin_in(failing.matches)
    assert await failing.matches.get(match.id) == match
    after = await append(failing.matches, match.id, match.position_id, played("d3"), outcome=None)
    assert await failing.matches.get(match.id) == after
    errors: list[Any] = [record for record in caplog.records if record.name.startswith("data.")]
    assert [(one.getMessage(), one.match) for one in errors] == [("change not published", match.id)] * 2
    assert all(record.exc_info for record in errors)
