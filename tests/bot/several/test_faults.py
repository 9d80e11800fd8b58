"""Bot processes share six shards while people play, and one after the other is lost in every way.

Start reading at `go_through`; what has to hold is in `Book.compare` and `unsettled`.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from bot.texts import texts
from data.model.shards import shard_of
from data.store import open_store
from games import GAMES
from sandbox import InteractionFailed, Sandbox, Sharding
from sandbox.core.interactions import DEADLINE
from tests import postgresql
from tests.bot.killed import newer_version
from tests.bot.killed.book import Book
from tests.bot.killed.tables import Table, unsettled
from tests.bot.whole.world import FakePlayer, World

from .left_alone import LeftAlone, leave_alone
from .processes import TOTAL, Processes, SharingBot, processes

PAUSE_SECONDS = 1.5  # the longest pause of a person
ANSWERS, MORE_ANSWERS = 6, 25  # presses that are answered between two faults; in the long test
SKEW_SECONDS = 10.0
REPLACEMENTS = 24  # in the long test
CHANGED = texts("en").plain("error.commands-changed")
SLACK_SECONDS = 1.0  # a process without its database may be a little late to know that


class Club:
    """A server on each shard, with a match of two people or one against the computer in each.

    In the long tests each has both.
    """

    def __init__(
        self, sandbox: Sandbox, bots: Processes, folder: Path, rng: random.Random, *, is_long: bool
    ) -> None:
        self.sandbox, self.bots, self.book, self.rng = sandbox, bots, Book(), rng
        self.tables: list[Table] = []
        self.channels = channels(sandbox)
        self.enough = MORE_ANSWERS if is_long else ANSWERS
        self.replacing: list[str] = []
        """The ids of interactions that were not answered in time while a process was replaced."""
        self.left: list[list[LeftAlone]] = []
        """Matches by shard, before each fault and after the last one."""
        self.outages: list[dict[int, float]] = []
        """By fault, the shards that had no owner, and for how many seconds at least."""
        for number, channel in enumerate(self.channels):
            hands = World(sandbox, folder / "none", FakePlayer())
            hands.games = sandbox.channel(channel)
            for count in (2, 1) if is_long else (1 + number % 2,):
                people = [sandbox.add_person(f"{number}-{count}-{seat}") for seat in range(count)]
                slug = list(GAMES)[len(self.tables) % len(GAMES)]
                self.tables.append(Table(hands, bots, self.book, slug, people, rng, pause=PAUSE_SECONDS))

    @contextlib.asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """A block in which everybody plays."""
        self.bots.alive = True
        people = [asyncio.create_task(table.play_on()) for table in self.tables]
        try:
            yield
        finally:
            self.bots.alive = False
            await asyncio.gather(*people)

    async def answers(self) -> None:
        """Wait until enough more presses are answered, and check what is stored."""
        enough = self.book.counted["answered"] + self.enough
        await self.bots.until(lambda: self.book.counted["answered"] >= enough)
        self.check()

    def check(self) -> None:
        """Nothing is lost, doubled or reordered."""
        boards = [
            one
            for table in self.tables
            for one in self.sandbox.messages(table.hands.games)
            if not one.ephemeral
        ]
        contents = self.bots.contents()
        self.book.compare(contents.matches, contents.moves, contents.themes, boards)

    @contextlib.asynccontextmanager
    async def losing_one(self) -> AsyncIterator[SharingBot]:
        """A block in which a process is lost. After it, the others have its shards."""
        victim, began = self.rng.choice(self.bots.bots), time.monotonic()
        left = len(self.bots.bots) - 1
        before, lost = self.bots.owners(), self.bots.shards_of(victim)
        outage: dict[int, float] = {}

        def is_shared() -> bool:
            seconds, owners = time.monotonic() - began, self.bots.owners()
            for shard in lost:
                if owners.get(shard, before.get(shard)) == before.get(shard):
                    outage[shard] = seconds
            return self.bots.shares() == fair(left)

        yield victim
        await self.bots.until(is_shared)
        self.outages[-1] = outage

    async def leave_matches(self) -> None:
        """Begin a match on each shard that nobody plays on."""
        begun = [leave_alone(self.sandbox, self.bots, self.book, channel) for channel in self.channels]
        self.left.append(list(await asyncio.gather(*begun)))

    def unnotified(self) -> list[int]:
        """The matches that were left alone without a notification."""
        return [one.match_id for row in self.left for one in row if not one.notifications(self.sandbox)]

    def check_notified(self) -> None:
        """Nobody was notified twice."""
        assert all(one.notifications(self.sandbox) == 1 for row in self.left for one in row)

    def check_clocks(self) -> None:
        """No clock counts the time in which its shard had no owner."""
        slack = SLACK_SECONDS * self.bots.slowness
        for (earlier, later), outage in zip(pairwise(self.left), self.outages, strict=True):
            for shard, (before, after) in enumerate(zip(earlier, later, strict=True)):
                passed = after.seen - before.asked - outage.get(shard, 0.0)
                counted = after.counted - before.counted
                assert counted <= passed + slack, (shard, self.left, self.outages)

    def commands(self) -> set[str]:
        """The names of the commands that Discord offers."""
        return {one["name"] for one in self.sandbox.state.commands.get("global", {}).values()}

    async def use_what_is_new(self) -> list[str]:
        """On every shard, what people read who use what only the newer version knows."""
        person = self.sandbox.add_person(f"curious-{time.monotonic_ns()}")
        replies = []
        for channel in self.channels:
            for name, options in (("newer", {}), ("privacy", {"about": "x"})):
                with contextlib.suppress(InteractionFailed):  # the machine is busy
                    replies.append((await person.command(channel, name, **options)).text)
        assert all(one == newer_version.ANSWER or CHANGED in one for one in replies), replies
        return replies

    def missed(self) -> list[str]:
        """The interactions that no process has answered while one was replaced, not even too late."""
        late = [line for line in self.bots.lines if "Unknown interaction" in line]
        return [one for one in self.replacing if not any(f"request={one}" in line for line in late)]

    def behind(self) -> list[int]:
        """The matches whose board is not true, or whose computer has yet to move."""
        return [match.id for match in unsettled(self.tables[0].hands, self.bots.stored())]


def channels(sandbox: Sandbox) -> list[str]:
    """A channel of a server on each shard."""
    found: dict[int, str] = {}
    while len(found) < TOTAL:
        guild = sandbox.places.add_guild("club", sandbox.person("Alice").id)
        shard = shard_of(int(guild), TOTAL)
        if shard not in found:
            found[shard] = str(sandbox.places.add_channel(guild, f"games-{shard}"))
    return [found[shard] for shard in range(TOTAL)]


# --- Faults ------------------------------------------------------------------------------------------


def fair(processes: int) -> list[int]:
    """How many shards each of so many processes should have, in order."""
    least, more = divmod(TOTAL, processes)
    return [least] * (processes - more) + [least + 1] * more


async def shared(club: Club) -> None:
    """Wait until the shards are shared fairly."""
    await club.bots.until(lambda: club.bots.shares() == fair(len(club.bots.bots)))


async def is_killed(club: Club) -> None:
    """A process ends without a word; the others claim its shards, and a new one gets a share."""
    async with club.losing_one() as victim:
        await club.bots.end(victim, signal.SIGKILL)
    await club.answers()
    await club.bots.start()
    await shared(club)


async def vanishes(club: Club) -> None:
    """A machine is gone; its connections to the database stay open, in whatever they were doing."""
    async with club.losing_one() as victim:
        await club.bots.vanish(victim)
    await club.answers()
    await club.bots.start()
    await shared(club)


async def is_stopped(club: Club) -> None:
    """A process is stopped until the others have its shards, and goes on."""
    async with club.losing_one() as victim:
        victim.signal(signal.SIGSTOP)
    await club.answers()
    victim.signal(signal.SIGCONT)
    await shared(club)


async def is_cut_off(club: Club) -> None:
    """A process cannot reach the database, but Discord and its people."""
    async with club.losing_one() as victim:
        victim.wire.cut()
    await club.answers()
    victim.wire.mend()
    await shared(club)


async def hears_nothing(club: Club) -> None:
    """Notifications are lost while two shards go to a new process and back."""
    club.bots.lose_notifications()
    more = await club.bots.start()
    club.bots.lose_notifications()
    await shared(club)
    club.bots.lose_notifications()
    await club.bots.end(more, signal.SIGTERM)
    await shared(club)


async def is_replaced(club: Club) -> None:
    """A new process starts before an old one leaves: every press is answered, which the soak checks."""
    await asyncio.sleep(DEADLINE)  # for presses during an earlier fault
    before = len(club.book.unanswered)
    await club.bots.start(skew=-SKEW_SECONDS)
    await shared(club)
    await club.answers()
    await club.bots.end(club.bots.bots[0], signal.SIGTERM)
    await shared(club)
    await asyncio.sleep(DEADLINE)  # for presses during this one
    club.replacing += club.book.unanswered[before:]


async def are_two_that_want_the_same(club: Club) -> None:
    """Two processes are given the same shards at once."""
    twins = await asyncio.gather(club.bots.start("0-1/6"), club.bots.start("0-1/6"))
    more = len(club.bots.bots) - 1
    await club.bots.until(lambda: len(club.bots.owners()) == TOTAL and len(club.bots.shares()) == more)
    await club.answers()
    for twin in twins:
        await club.bots.end(twin, signal.SIGKILL)
    await shared(club)


Fault = Callable[[Club], Awaitable[None]]
IN_TURN: list[Fault] = [is_cut_off, is_replaced]
FAULTS: list[Fault] = [
    *IN_TURN,
    is_killed,
    vanishes,
    is_stopped,
    hears_nothing,
    are_two_that_want_the_same,
]


@contextlib.asynccontextmanager
async def clubs(
    server: str, tmp_path: Path, versions: Sequence[bool], *, is_long: bool = True
) -> AsyncIterator[Club]:
    """Processes that share six shards, those with True newer ones; the clocks of their machines differ."""
    with postgresql.database(server) as address:
        await (await open_store(address)).close()  # makes the tables
        async with (
            Sandbox.running(sharding=Sharding(TOTAL, TOTAL)) as sandbox,
            processes(sandbox, address, tmp_path, is_long=is_long) as bots,
        ):
            sandbox.interactions.deadline = DEADLINE  # people who press give up in time
            club = Club(sandbox, bots, tmp_path, random.Random(1), is_long=is_long)
            for skew, newer in zip((SKEW_SECONDS, -SKEW_SECONDS, 0.0), versions, strict=False):
                await bots.start(skew=skew, newer=newer)
                await bots.until(club.commands)  # of the older version first
            await shared(club)
            yield club


async def go_through(club: Club, faults: list[Fault]) -> None:
    """One fault after the other while people play; after that, every board becomes true."""
    async with club.playing():
        await club.answers()
        for fault in faults:
            await club.leave_matches()
            club.outages.append({})
            await fault(club)
            await club.answers()
        await club.leave_matches()
    await club.bots.until(lambda: not club.behind())
    club.check()
    await club.bots.until(lambda: not club.unnotified())
    club.check_notified()


async def test_nothing_is_lost_or_doubled(server: str, tmp_path: Path) -> None:
    """Two versions side by side: both serve people, and the new commands stay."""
    async with clubs(server, tmp_path, versions=[False, True], is_long=False) as club:
        replies: list[str] = []
        async with asyncio.timeout(
            club.bots.patience
        ):  # the older process answers until the newer one begins
            while newer_version.ANSWER not in replies:
                replies += await club.use_what_is_new()
        assert any(CHANGED in one for one in replies)
        await go_through(club, IN_TURN)
        assert len(club.bots.bots) == 2
        assert "newer" in club.commands()
        assert sum("commands sent" in line for line in club.bots.lines) == 2, "once for each version"


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(4))
async def test_nothing_is_lost_or_doubled_in_any_order(server: str, tmp_path: Path, seed: int) -> None:
    async with clubs(server, tmp_path, versions=[False] * 3) as club:
        await go_through(club, random.Random(seed).sample(FAULTS * 2, 2 * len(FAULTS)))
        club.check_clocks()
        assert not club.missed(), "\n".join(line for line in club.bots.lines if "[warning" in line)


@pytest.mark.soak
async def test_presses_are_answered_while_processes_are_replaced(
    server: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """An old process ends when a new one has its share, again and again."""
    async with clubs(server, tmp_path, versions=[False] * 2) as club:
        async with club.playing():
            for _ in range(REPLACEMENTS):
                await is_replaced(club)
        club.check()
        missed, answered, late = club.missed(), club.book.counted["answered"], len(club.replacing)
        with capfd.disabled():
            sys.stderr.write(f"\n{answered} answered, {late - len(missed)} too late, {missed} missed\n")
        assert not missed, "\n".join(line for line in club.bots.lines if "[warning" in line)
