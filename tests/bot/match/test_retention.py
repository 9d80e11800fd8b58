"""When old data are deleted."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

import pytest

from bot.match import retention
from bot.match.challenges import CANCELLED, DECLINED, EXPIRED
from bot.match.endings import ABORTED
from bot.match.events import MatchEvents, ShardsGained
from bot.match.retention import CALLED_OFF, DAY, KeptDays, Retention
from bot.match.setup import Seats
from data.errors import StoreBusy, UnknownMatch
from data.model import Match
from data.ownership import EVERY_SHARD
from data.store import Store
from tests.bot.service import ANA, BEN, HERE, Clock, Faults, Service, until

GUILD = HERE.guild_id or 0


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Deletions follow each other without a pause."""
    monkeypatch.setattr(retention, "PAUSE_SECONDS", 0.0)
    yield


def cleaner(
    made: Service, days: float, *, finished: int | None = None, guilds: tuple[int, ...] = (GUILD,)
) -> Retention:
    """What deletes old data so many days from now."""
    clock = made.store.retention._clock
    return begun(made.store, KeptDays(finished), lambda: guilds, lambda: clock() + days * DAY)


def begun(
    store: Store, days: KeptDays, guilds: Callable[[], Collection[int]], now: Callable[[], float]
) -> Retention:
    """What deletes old data, in a process that owns every shard."""
    events = MatchEvents()
    made = Retention(store, days, guilds, events, now)
    events.publish(ShardsGained(EVERY_SHARD))
    return made


async def of_each_kind(made: Service) -> tuple[Match, Match, Match, Match]:
    """A match that was resigned, an aborted one, a challenge that was declined, and one in play."""
    resigned, aborted, playing = await made.people(), await made.people(), await made.people()
    resigned = await made.play(await made.play(resigned, ANA, "b3"), BEN, "b2")
    await made.matches.resign(resigned.id, None, ANA)
    await made.matches.abort(aborted.id, None, ANA)
    declined = await made.matches.challenges.create("othello", "6x6", Seats(ANA, BEN), ANA, HERE)
    await made.matches.challenges.decline(declined.id, BEN)
    return resigned, aborted, declined, playing


async def left(made: Service, matches: tuple[Match, ...]) -> list[bool]:
    """Which of these matches exist."""
    found = {match.id for match in await made.store.queries.by_number([one.id for one in matches])}
    return [match.id in found for match in matches]


def test_every_reason_of_what_was_not_played_is_known() -> None:
    assert set(CALLED_OFF) == {ABORTED, DECLINED, CANCELLED, EXPIRED}


@pytest.mark.parametrize(
    ("days", "finished", "kept"),
    [
        (29, None, [True, True, True, True]),
        (31, None, [True, False, False, True]),
        (31, 365, [True, False, False, True]),
        (366, 365, [False, False, False, True]),
        (9999, None, [True, False, False, True]),
    ],
)
async def test_what_is_kept_for_how_long(
    made: Service, days: int, finished: int | None, kept: list[bool]
) -> None:
    matches = await of_each_kind(made)
    await cleaner(made, days, finished=finished).delete_old()
    assert await left(made, matches) == kept


async def test_many_are_deleted_in_many_transactions(made: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "BATCH", 2)
    batches: list[int] = []
    delete = made.store.retention.delete

    async def counted(ids: list[int], **where: int) -> None:
        batches.append(len(ids))
        await delete(ids, **where)

    for _ in range(5):
        match = await made.people()
        await made.matches.abort(match.id, None, ANA)
    one = cleaner(made, 31)
    monkeypatch.setattr(type(made.store.retention), "delete", lambda _, ids, **where: counted(ids, **where))
    await one.delete_old()
    assert batches == [2, 2, 1]
    assert await made.store.queries.by_number(range(10)) == []


async def test_a_server_that_removed_the_bot_is_forgotten_after_a_month(made: Service) -> None:
    await made.store.settings.update(GUILD, theme="dark")
    match = await made.people()
    gone = cleaner(made, 0, guilds=())
    await gone.delete_old()
    assert await made.store.retention.guilds_left() == [GUILD], "noticed at a start"
    await cleaner(made, 29, guilds=()).delete_old()
    assert await left(made, (match,)) == [True]
    await cleaner(made, 31, guilds=(GUILD,)).delete_old()
    assert await left(made, (match,)) == [True], "it is there again"
    await gone.delete_old()
    await cleaner(made, 31, guilds=()).delete_old()
    assert await left(made, (match,)) == [False]
    assert await made.store.retention.guilds_left() == []
    made.store.settings._cache.clear()
    assert (await made.store.settings.guild(GUILD)).theme is None


async def test_leaving_and_joining_are_stored_even_if_the_store_is_busy(made: Service) -> None:
    faults = Faults(2, StoreBusy("held by a test"), only="guild_left")
    failing = replace(made.store, retention=faults.over(made.store.retention))
    one = begun(failing, KeptDays(), lambda: (GUILD,), time.time)
    one.guild_left(5)
    await until(lambda: one.is_idle)
    assert (faults.refused, await made.store.retention.guilds_left()) == (2, [5])
    one.guild_joined(5)
    await until(lambda: one.is_idle)
    assert await made.store.retention.guilds_left() == []


async def test_it_runs_at_the_start_and_every_day(made: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "DAY", 0.001)
    runs: list[int] = []
    one = begun(made.store, KeptDays(), lambda: runs.append(1) or (GUILD,), time.time)
    one.start()
    await until(lambda: len(runs) >= 3)
    await one.close()


async def test_a_match_that_is_deleted_in_play_stops_no_other_clock(made: Service, ticks: Clock) -> None:
    gone = await made.people(control="5+5")
    ticks.now += 1
    stays = await made.people(control="5+5")
    await made.store.retention.guild_left(GUILD)
    await made.store.retention.delete([gone.id], in_guild=GUILD)
    made.start()
    ticks.now += 400
    made.matches.clocks.wake()
    await until(lambda: made.changes.seen)
    assert [match.id for match in made.changes.seen] == [stays.id]
    with pytest.raises(UnknownMatch):
        await made.matches.get(gone.id)
