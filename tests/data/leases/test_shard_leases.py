"""Several processes on one database: each shard has at most one owner, and soon has one.

All processes read one time, which a test sets; a process is silent while it does not renew.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence

import pytest
from sqlalchemy import ColumnElement, Connection, Double, literal, select

from data.errors import DatabaseRefused, OtherOwner
from data.leases.shard_leases import LeaseTimes, Renewal, ShardLeases, total_in_use
from data.leases.wanted import WantedShards
from data.matches.store import MatchStore
from data.model.shards import first_guild
from data.store import Store
from data.tables.processes import bot_processes, shard_leases
from games.base import Outcome
from tests.clock import Clock
from tests.data.clocks import on_clock
from tests.data.conftest import of_a_server

pytestmark = of_a_server

SHARDS = 6
BOT = 4_000
TIMES = LeaseTimes()
AGES = [0.5 * step for step in range(41)]
"""How many seconds ago the interactions were made that arrive now."""


class Processes:
    """Processes on one database, at one time."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self.found: dict[ShardLeases, Renewal] = {}

    def now(self) -> ColumnElement[float]:
        """What the database server's clock shows."""
        return literal(self._clock.now, Double)

    async def join(self, wanted: str = str(SHARDS), bot: int = BOT) -> ShardLeases:
        """A new process, which has renewed once."""
        process = ShardLeases(
            self._store.database,
            WantedShards.read(wanted),
            bot,
            discord_time=self._clock,
            ticks=self._clock,
            now=self.now,
        )
        await self.renew(process)
        return process

    async def renew(self, *processes: ShardLeases) -> None:
        """Let processes renew, and announce the shards that they were to connect."""
        for process in processes:
            self.found[process] = renewal = await process.renew()
            for shard in sorted(renewal.to_connect):
                await process.announce(shard)

    async def go_on(self, processes: Sequence[ShardLeases], seconds: float) -> None:
        """Let time pass, in which these processes renew in time."""
        end = self._clock.now + seconds
        while self._clock.now < end:
            self._clock.now += TIMES.renewal
            await self.renew(*processes)

    def rows(self, connection: Connection) -> list[str | None]:
        """The owners by the table."""
        return list(connection.execute(select(shard_leases.c.owner).order_by(shard_leases.c.shard)).scalars())


@pytest.fixture
def processes(store: Store, clock: Clock) -> Processes:
    return Processes(store, clock)


def owned(process: ShardLeases) -> list[int]:
    return [shard for shard in range(SHARDS) if process.owns(first_guild(shard))]


def owners(processes: Collection[ShardLeases], shard: int) -> list[ShardLeases]:
    return [process for process in processes if process.owns(first_guild(shard))]


def handlers(processes: Collection[ShardLeases], shard: int, moment: float) -> int:
    """How many processes handle an interaction made at a moment."""
    return sum(process.handles(first_guild(shard), moment) for process in processes)


def check_shares(processes: Sequence[ShardLeases], counts: Sequence[int]) -> None:
    """Every shard has one owner, and the processes own so many of them."""
    assert sorted(shard for process in processes for shard in owned(process)) == list(range(SHARDS))
    assert sorted(len(owned(process)) for process in processes) == sorted(counts)


async def test_one_process_owns_every_shard_at_once(processes: Processes) -> None:
    one = await processes.join()
    assert owned(one) == list(range(SHARDS))
    assert processes.found[one].gained == set(range(SHARDS))
    assert one.owned.numbers == set(range(SHARDS))


async def test_how_many_shards_are_in_use(processes: Processes, store: Store, clock: Clock) -> None:
    assert await total_in_use(store.database, processes.now) is None
    await processes.join()
    assert await total_in_use(store.database, processes.now) == SHARDS
    clock.now += TIMES.lease + 1
    assert await total_in_use(store.database, processes.now) is None


async def test_processes_that_join_get_fair_shares(processes: Processes) -> None:
    one = await processes.join()
    other = await processes.join()
    assert owned(other) == [], "they are handed over first"
    await processes.go_on([one, other], 15)
    check_shares([one, other], [3, 3])
    third = await processes.join()
    await processes.go_on([one, other, third], 15)
    check_shares([one, other, third], [2, 2, 2])
    fourth = await processes.join()
    await processes.go_on([one, other, third, fourth], 15)
    check_shares([one, other, third, fourth], [1, 1, 2, 2])


async def test_the_shards_of_a_dead_process_are_claimed_in_time(processes: Processes, clock: Clock) -> None:
    one, dead = await processes.join(), await processes.join()
    await processes.go_on([one, dead], 15)
    died = clock.now
    while len(owned(one)) < SHARDS:
        await processes.go_on([one], TIMES.renewal)
        assert clock.now - died <= TIMES.lease + TIMES.renewal
    assert owned(dead) == []


async def test_a_process_that_ends_leaves_its_shards_at_once(processes: Processes) -> None:
    one, other = await processes.join(), await processes.join()
    await processes.go_on([one, other], 15)
    await other.close()
    assert owned(other) == []
    await processes.renew(one)
    check_shares([one], [6])
    with pytest.raises(DatabaseRefused, match="closed"):
        await other.renew()


async def test_a_process_that_leaves_hands_every_shard_over_first(processes: Processes, clock: Clock) -> None:
    one = await processes.join()
    await one.leave()
    newer = await processes.join()
    for _ in range(10):
        await processes.go_on([one, newer], TIMES.renewal)
        for shard in range(SHARDS):
            handled = [handlers([one, newer], shard, clock.now + later) for later in (-0.2, 0.0)]
            assert handled == [1, 1], "both are connected, and one of them handles what comes in"
    check_shares([newer], [6])
    assert owned(one) == []


async def test_a_process_that_gets_its_shards_back_at_once(processes: Processes, clock: Clock) -> None:
    """It still handles what is made before the other one begins."""
    one, newer = await processes.join(), await processes.join()
    await processes.renew(one, newer, one)
    given = [shard for shard in range(SHARDS) if one.has_handed_over(first_guild(shard))]
    await newer.leave()
    for _ in range(10):
        for shard in given:
            assert handlers([one, newer], shard, clock.now) == 1
        await processes.go_on([newer, one], TIMES.renewal)
    assert len(given) == SHARDS // 2
    check_shares([one, newer], [SHARDS, 0])
    assert not any(map(one.has_handed_over, map(first_guild, range(SHARDS))))


async def test_a_silent_process_stops_before_another_begins(processes: Processes, clock: Clock) -> None:
    silent, other = await processes.join(), await processes.join()
    await processes.go_on([silent, other], 15)
    had = owned(silent)
    for _ in range(100):
        clock.now += 0.1
        await processes.renew(other)
        assert all(len(owners([silent, other], shard)) <= 1 for shard in range(SHARDS))
    assert had and owned(silent) == [] and owned(other) == list(range(SHARDS))
    await processes.renew(silent)
    assert owned(silent) == [], "it begins again like a new process"
    await processes.go_on([silent, other], 15)
    check_shares([silent, other], [3, 3])


async def test_a_newer_process_takes_over_given_shards_and_keeps_them(processes: Processes) -> None:
    older = await processes.join("0-2/6")
    assert owned(older) == [0, 1, 2]
    newer = await processes.join("0-2/6")
    await processes.go_on([older, newer], 30)
    assert (owned(older), owned(newer)) == ([], [0, 1, 2])
    await newer.close()
    await processes.renew(older)
    assert owned(older) == [0, 1, 2], "what is free it takes again"


async def test_given_shards_and_shared_ones_go_together(processes: Processes) -> None:
    given, one, other = await processes.join("0-1/6"), await processes.join(), await processes.join()
    await processes.go_on([given, one, other], 20)
    assert owned(given) == [0, 1]
    check_shares([given, one, other], [2, 2, 2])


async def test_other_numbers_of_shards_and_other_bots_are_refused(processes: Processes) -> None:
    one = await processes.join()
    with pytest.raises(DatabaseRefused, match="works with 6 shards, and this one with 8"):
        await processes.join("8")
    with pytest.raises(DatabaseRefused, match="another bot"):
        await processes.join(bot=BOT + 1)
    await one.close()
    other = await processes.join("8")
    assert len(other.owned.numbers) == 8


async def test_the_background_work_of_a_former_owner_changes_nothing(
    processes: Processes, store: Store, clock: Clock
) -> None:
    former = await processes.join()
    background = _background(store, clock, former)
    match = await on_clock(store.matches, guild_id=first_guild(0))
    clock.now += TIMES.lease
    later = await processes.join()
    assert owned(later) == list(range(SHARDS))
    with pytest.raises(OtherOwner):
        await background.finish(match.id, match.position_id, Outcome(None, "outcome.aborted"))
    unchanged = await store.matches.get(match.id)
    assert unchanged == match
    ended = await _background(store, clock, later).finish(
        match.id, match.position_id, Outcome(None, "outcome.aborted")
    )
    assert ended.version == match.version + 1


async def test_a_persons_change_needs_no_owner(processes: Processes, store: Store, clock: Clock) -> None:
    await processes.join()
    match = await on_clock(store.matches, guild_id=first_guild(0))
    clock.now += 100
    ended = await store.matches.finish(match.id, match.position_id, Outcome(None, "outcome.aborted"))
    assert ended.version == match.version + 1


def _background(store: Store, clock: Clock, owner: ShardLeases) -> MatchStore:
    return MatchStore(
        store.database, store.reader, clock, store.uptime, lambda _: None, owner, only_owned=True
    )


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(1, 6))])
async def test_whatever_processes_do_no_shard_has_two_owners(
    processes: Processes, store: Store, clock: Clock, seed: int
) -> None:
    rng = random.Random(seed)
    living: list[ShardLeases] = [await processes.join()]
    silent: list[ShardLeases] = []
    for _ in range(60):
        clock.now += rng.choice([0.1, 0.5, TIMES.renewal, 4.0])
        match rng.choice(["join", "die", "close", "leave", "silence", "wake", *["renew"] * 6]):
            case "join" if len(living) < 4:
                living.append(await processes.join())
            case "die" if living:
                silent.append(living.pop(rng.randrange(len(living))))
            case "close" if living:
                await living.pop(rng.randrange(len(living))).close()
            case "leave" if len(living) > 1:
                await rng.choice(living).leave()
            case "wake" if silent:
                living.append(silent.pop(rng.randrange(len(silent))))
                await processes.renew(living[-1])
            case _ if living:
                await processes.renew(*rng.sample(living, rng.randint(1, len(living))))
        everybody = [*living, *silent]
        for shard in range(SHARDS):
            assert len(owners(everybody, shard)) <= 1
            for age in AGES:
                assert handlers(everybody, shard, clock.now - age) <= 1
    last = await processes.join()
    await processes.go_on([*living, last], 60)
    for shard in range(SHARDS):
        assert len(owners([*living, last], shard)) == 1
        assert handlers([*living, last], shard, clock.now) == 1
    alive = await store.database.read(lambda connection: connection.execute(select(bot_processes)).all())
    assert len(alive) == len(living) + 1
