"""From a click to its acknowledgement while both workers are busy and fifty matches of two people go on.

Start reading at `rows`. The people are simulated on the sandbox in this process; the bot is a process of
its own. They think between moves, so that the load is that of a busy evening and not of a closed loop.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench import Row
from bench.bot_process import memory, running_bot, until_warm
from sandbox import InteractionFailed, Person, Refused, Sandbox, SeenMessage

PAIRS = 50
SEARCHES = ("8",) * 4 + ("6",) * 4
SECONDS = 60.0
THINKING = (2.0, 6.0)
ARRIVING = 5.0


class Load:
    """What the simulated people met."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self.end = time.monotonic() + SECONDS
        self.seconds: list[float] = []
        self.failures = 0
        self.chance = random.Random(11)

    async def pair(self, number: int) -> None:
        """Two people play until the time is over, match after match."""
        first = self.sandbox.add_person(f"P{number}a", "en-US")
        second = self.sandbox.add_person(f"P{number}b", "ko")
        channel = self.sandbox.channel(("games", "go-corner", "lounge")[number % 3])
        await asyncio.sleep(self.chance.uniform(0, ARRIVING))
        while time.monotonic() < self.end:
            reply = await first.command(channel, "play othello", opponent=second, side="first")
            await second.click(reply.shown, "Accept")
            await self.play_out(reply.shown, (first, second))

    async def play_out(self, board: SeenMessage, people: tuple[Person, Person]) -> None:
        """Alternate until the match or the time is over."""
        while time.monotonic() < self.end and not has(board, "rematch"):
            await asyncio.sleep(self.chance.uniform(*THINKING))
            mover = next((one for one in people if f"{one.mention} to move" in board.text), None)
            if mover is not None:
                await self.click(mover, board)

    async def click(self, person: Person, board: SeenMessage) -> None:
        """Play a random move by its button or select, and note how long the answer took."""
        keys = [button.custom_id for button in board.buttons if (button.custom_id or "").startswith("b:move")]
        try:
            if keys:
                reply = await person.click(board, custom_id=str(self.chance.choice(keys)))
            else:
                options = [value for select in board.selects for value in select.options.values()]
                reply = await person.choose(board, self.chance.choice(options))
            self.seconds.append(reply.seconds)
        except InteractionFailed:
            self.failures += 1
        except Refused:
            pass  # the board changed between the look and the click, as it does for people

    async def against(self, level: str, number: int) -> None:
        """One person who keeps a level of the computer thinking."""
        person = self.sandbox.add_person(f"C{number}", "en-US")
        channel = self.sandbox.channel("lounge")
        await asyncio.sleep(self.chance.uniform(0, ARRIVING))
        while time.monotonic() < self.end:
            board = (await person.command(channel, "play othello", level=level)).shown
            while time.monotonic() < self.end and not has(board, "rematch"):
                await asyncio.sleep(0.1)
                if f"{person.mention} to move" in board.text:
                    await self.click(person, board)


def has(board: SeenMessage, verb: str) -> bool:
    """Whether a board has a button of this verb."""
    return any((button.custom_id or "").startswith(f"b:{verb}:") for button in board.buttons)


def rows() -> Iterator[Row]:
    """Percentiles of the acknowledgement, failures, and memory after the load."""
    yield from asyncio.run(_measure())


async def _measure() -> list[Row]:
    with tempfile.TemporaryDirectory() as name:
        async with (
            Sandbox.running(Path(name) / "sandbox") as sandbox,
            running_bot(sandbox, Path(name), LOG_LEVEL="WARNING") as process,
        ):
            await until_warm(sandbox)
            load = Load(sandbox)
            async with asyncio.TaskGroup() as group:
                for number in range(PAIRS):
                    group.create_task(load.pair(number))
                for number, level in enumerate(SEARCHES):
                    group.create_task(load.against(level, number))
            return _told(load, memory(process.pid))


def _told(load: Load, megabytes: float) -> list[Row]:
    cuts = statistics.quantiles(load.seconds, n=100)
    return [
        Row("clicks answered", len(load.seconds), f"in {SECONDS:.0f} s", ""),
        Row("click to acknowledgement, p50", 1000 * cuts[49], "ms", ""),
        Row("click to acknowledgement, p95", 1000 * cuts[94], "ms", ""),
        Row("click to acknowledgement, p99", 1000 * cuts[98], "ms", "300"),
        Row("click to acknowledgement, slowest", 1000 * max(load.seconds), "ms", "3000"),
        Row("clicks not answered in 3 s", load.failures, "", "0"),
        Row("memory of the bot's process after the load", megabytes, "MB", ""),
    ]
