"""kill -9 of the bot again and again while people play all five games, with each other and the computer.

Start reading at `kill_repeatedly`: what holds after each kill is in `Book.check` and `unsettled`.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from games import GAMES
from sandbox import Sandbox, SeenMessage

from ..whole.world import FakePlayer, World
from .book import Book
from .other_tables import SeekTable, TeamTable, VoteTable, are_seeks_shown
from .prepared import PreparedBotProcess
from .process import ROOT, BotProcess
from .tables import Table, unsettled

SETTLE_SECONDS = 300.0  # a busy machine leaves little to workers, which are nice
REPORTED_EVERY = 10  # kills; between two reports
STARTING = 0.35  # this part of the kills comes before the bot is ready again
START_SECONDS = 3.0  # the latest moment of a kill then
PRESSES = 12  # the most that are answered before one of the other kills
MOMENT = 0.3  # and the most seconds after the last of them
PASSES = 0.1  # after this part of the kills, a running clock has run for longer than any player has
DECIDED = 0.4  # and after this part the time for votes has run out
LONG_SECONDS = 4 * 86_400.0
SHARDS, KILLS = 40, 2_000  # of the long run; a shard that has passed is not run again
WITH_ENGINES = 8  # one shard in so many has the computer's real players; the others start faster


def tables(hands: World, bot: BotProcess, book: Book, rng: random.Random) -> list[Table]:
    """Two people and one person against the computer, in each game."""
    found = []
    for slug in GAMES:
        one, other, third = (hands.sandbox.add_person(f"{slug}-{name}") for name in ("a", "b", "c"))
        found += [Table(hands, bot, book, slug, people, rng) for people in ([one, other], [third])]
    for kind, seats in ((TeamTable, 3), (VoteTable, 3), (SeekTable, 2)):
        people = [hands.sandbox.add_person(f"{kind.__name__}-{name}") for name in "abc"[:seats]]
        found.append(kind(hands, bot, book, "othello", people, rng))
    return found


async def settle(hands: World, bot: BotProcess) -> None:
    """Nobody presses anything: the computers move and the boards catch up, by themselves."""
    deadline = time.monotonic() + SETTLE_SECONDS
    while (left := unsettled(hands, bot.stored())) or not are_seeks_shown(hands, bot.path):
        assert time.monotonic() < deadline, "\n".join([*map(str, left), *bot.lines[-20:]])
        await asyncio.sleep(0.05)


async def answers(book: Book, count: int, playing: Sequence[asyncio.Task[None]]) -> None:
    """Wait until as many presses more are answered; counted, since a busy machine is slow.

    Raises what a table raises.
    """
    enough = book.counted["answered"] + count
    async with asyncio.timeout(SETTLE_SECONDS):
        while book.counted["answered"] < enough:
            for task in playing:
                if task.done():
                    task.result()
            await asyncio.sleep(0.01)


async def one_life(
    hands: World, bot: BotProcess, book: Book, seated: list[Table], rng: random.Random
) -> None:
    """From a start to the kill."""
    await bot.start()
    if rng.random() < STARTING and book.known:
        await asyncio.sleep(rng.random() * START_SECONDS)
        book.counted["starting"] += 1
    else:
        await bot.ready()
        await settle(hands, bot)
        playing = [asyncio.create_task(table.play_on()) for table in seated]
        await answers(book, rng.randrange(PRESSES), playing)
        await asyncio.sleep(rng.random() * MOMENT)
        await bot.kill()
        await asyncio.gather(*playing)
    await bot.end()


async def kill_repeatedly(
    folder: Path,
    kills: int,
    seed: int,
    report: Callable[[Book], None],
    process: type[BotProcess] = BotProcess,
) -> Book:
    """As many kills as asked for, and on until moves were made between them; then one start more.

    Each kill is followed by every check.
    """
    rng, book, path = random.Random(seed), Book(), folder / "daeguk.db"
    async with Sandbox.running() as sandbox, contextlib.AsyncExitStack() as at_last:
        hands, bot = World(sandbox, path, FakePlayer()), process(sandbox, path)
        at_last.push_async_callback(bot.end)
        await bot.start()
        await bot.compiled()
        await bot.kill()
        seated = tables(hands, bot, book, rng)
        while book.counted["kills"] < kills or not book.acknowledged:
            await one_life(hands, bot, book, seated, rng)
            book.check(path, boards(hands))
            if rng.random() < PASSES:
                let_time_pass(path, rng)
            if rng.random() < DECIDED:
                let_time_pass(path, rng, "clock_since IS NOT NULL AND teams LIKE 'vote/%'")
            if book.counted["kills"] % REPORTED_EVERY == 0:
                report(book)
        await bot.start()
        await bot.ready()
        await settle(hands, bot)
        await bot.kill()
    return book


def let_time_pass(path: Path, rng: random.Random, which: str = "clock_since IS NOT NULL") -> None:
    """While the bot is dead, have one player think for days: the flag falls when the bot starts."""
    with closing(sqlite3.connect(path)) as connection, connection:
        running = connection.execute(f"SELECT id FROM matches WHERE {which}").fetchall()
        if running:
            later = "UPDATE matches SET clock_since = clock_since - ? WHERE id = ?"
            connection.execute(later, (LONG_SECONDS, *rng.choice(running)))


def boards(hands: World) -> list[SeenMessage]:
    """Everything in the channel that everybody sees."""
    return [one for one in hands.sandbox.messages(hands.games) if not one.ephemeral]


async def test_nothing_is_lost_by_kills_at_random_moments(tmp_path: Path) -> None:
    """A small sample, with players that start quickly; `test_steps` has the real ones."""
    book = await kill_repeatedly(tmp_path, 4, seed=6, report=lambda _: None, process=PreparedBotProcess)
    assert book.counted["kills"] >= 4 and book.acknowledged


@pytest.mark.soak
@pytest.mark.parametrize("shard", range(SHARDS))
async def test_nothing_is_lost_by_two_thousand_kills(
    tmp_path: Path, shard: int, request: pytest.FixtureRequest, capfd: pytest.CaptureFixture[str]
) -> None:
    """Resumes where it was interrupted: pytest's cache remembers the shards that passed at this commit."""

    def report(book: Book) -> None:
        with capfd.disabled():
            sys.stderr.write(f"\nshard {shard}: {book.report()}\n")

    cache, key = request.config.cache, f"daeguk/kills/{_commit()}/{shard}"
    assert cache is not None
    if done := cache.get(key, None):
        pytest.skip(f"passed before: {done}")
    process = PreparedBotProcess if shard % WITH_ENGINES else BotProcess
    book = await kill_repeatedly(tmp_path, KILLS // SHARDS, seed=shard, report=report, process=process)
    cache.set(key, book.report())


def _commit() -> str:
    """The commit that is tested, and whether the files differ from it."""
    git = ["git", "describe", "--always", "--dirty"]
    return subprocess.run(git, capture_output=True, text=True, check=True, cwd=ROOT).stdout.strip()
