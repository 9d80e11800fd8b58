"""kill -9 of the bot again and again while people play all five games, with each other and the computer.

Start reading at `kill_repeatedly`: what holds after each kill is in `Book.check` and `unsettled`.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from games import GAMES
from sandbox import Sandbox, SeenMessage

from ..whole.world import FakePlayer, World
from .process import BotProcess, stored
from .tables import Book, Table, unsettled

SETTLE_SECONDS = 300.0  # a busy machine leaves little to workers, which are nice
REPORTED_EVERY = 10  # kills; between two reports
STARTING = 0.35  # this part of the kills comes before the bot is ready again
START_SECONDS = 3.0  # the latest moment of a kill then
PRESSES = 12  # the most that are answered before one of the other kills
MOMENT = 0.3  # and the most seconds after the last of them


def tables(hands: World, bot: BotProcess, book: Book, rng: random.Random) -> list[Table]:
    """Two people and one person against the computer, in each game."""
    found = []
    for slug in GAMES:
        one, other, third = (hands.sandbox.add_person(f"{slug}-{name}") for name in ("a", "b", "c"))
        found += [Table(hands, bot, book, slug, people, rng) for people in ([one, other], [third])]
    return found


async def settle(hands: World, bot: BotProcess) -> None:
    """Nobody presses anything: the computers move and the boards catch up, by themselves."""
    deadline = time.monotonic() + SETTLE_SECONDS
    while left := unsettled(hands, stored(bot.path)):
        assert time.monotonic() < deadline, "\n".join([*map(str, left), *bot.lines[-20:]])
        await asyncio.sleep(0.05)


async def answers(book: Book, count: int) -> None:
    """Wait until as many presses more are answered; counted, since a busy machine is slow."""
    enough = book.counted["answered"] + count
    async with asyncio.timeout(SETTLE_SECONDS):
        while book.counted["answered"] < enough:  # noqa: ASYNC110 - the tables only count
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
        await answers(book, rng.randrange(PRESSES))
        await asyncio.sleep(rng.random() * MOMENT)
        await bot.kill()
        await asyncio.gather(*playing)
    await bot.end()


async def kill_repeatedly(folder: Path, kills: int, seed: int, report: Callable[[Book], None]) -> Book:
    """As many kills as asked for, and on until moves were made between them; then one start more.

    Each kill is followed by every check.
    """
    rng, book, path = random.Random(seed), Book(), folder / "daeguk.db"
    async with Sandbox.running() as sandbox, contextlib.AsyncExitStack() as at_last:
        hands, bot = World(sandbox, path, FakePlayer()), BotProcess(sandbox, path)
        at_last.push_async_callback(bot.end)
        await bot.start()
        await bot.compiled()
        await bot.kill()
        seated = tables(hands, bot, book, rng)
        while book.counted["kills"] < kills or not book.acknowledged:
            await one_life(hands, bot, book, seated, rng)
            book.check(path, boards(hands))
            if book.counted["kills"] % REPORTED_EVERY == 0:
                report(book)
        await bot.start()
        await bot.ready()
        await settle(hands, bot)
        await bot.kill()
    return book


def boards(hands: World) -> list[SeenMessage]:
    """Everything in the channel that everybody sees."""
    return [one for one in hands.sandbox.messages(hands.games) if not one.ephemeral]


@pytest.mark.parametrize("kills", [6, pytest.param(200, marks=pytest.mark.soak)])
async def test_nothing_is_lost_by_kills_at_random_moments(
    tmp_path: Path, kills: int, capfd: pytest.CaptureFixture[str]
) -> None:
    def report(book: Book) -> None:
        with capfd.disabled():
            sys.stderr.write(f"\n{book.report()}\n")

    book = await kill_repeatedly(tmp_path, kills, kills, report)
    assert book.counted["kills"] >= kills and book.acknowledged
    report(book)
