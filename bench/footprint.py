"""The memory of all processes, with one and with two workers: idle, and after everything was used.

Everything: each variant of each game is played against level 8 in a server with light boards and in one with
dark ones, and is resigned, after which its moves are analyzed. Boards of two themes and all
variants fill the caches of the drawing processes, level 8 fills the engines' tables.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from bench import Row
from bench.bot_process import free_port, running_bot, until_warm
from bench.people import choices_of, is_over, stamp, to_move
from bench.processes import Footprint, footprint, tree_memory
from bot.presenters.registry import PRESENTERS
from data.store import open_store
from games import GAMES
from sandbox import Sandbox

BY_NAME_ONLY = "ten minutes"
BARS = {1: "600", 2: "900"}
"""Target megabytes by the number of workers."""
MOVES = 2
_TOGETHER = 6
"""Matches that are played at the same time."""
_READING = 1.0  # a press on buttons that have just appeared does not count
_SETTLING = 20.0
_WITHIN = 120.0


@dataclass(frozen=True, slots=True)
class Used:
    """The memory of a bot: with warm engines, after everything was used, and at most meanwhile."""

    idle: Footprint
    used: Footprint
    peak: float
    proportional: float
    """PSS of all processes in the end."""


def rows() -> Iterator[Row]:
    """Measure a bot with one worker and one with two."""
    for workers, bar in BARS.items():
        result = asyncio.run(_measure(workers))
        yield Row(f"memory of all processes, {workers} worker(s), warm", result.idle.total, "MB", "")
        yield Row("… after everything was used", result.used.total, "MB", bar)
        for name, megabytes in sorted(result.used.own.items()):
            yield Row(f"…… of which {name}", megabytes, "MB", "")
        yield Row("…… of which libraries", result.used.files, "MB", "")
        yield Row("… PSS of all processes", result.proportional, "MB", bar)
        yield Row("… at most meanwhile (PSS)", result.peak, "MB", "")


async def _measure(workers: int) -> Used:
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name), free_port()
        async with Sandbox.running(folder / "sandbox") as sandbox:
            halls = [sandbox.places.add_guild(f"Hall {n}", sandbox.person("Alice").id) for n in range(2)]
            async with await open_store(f"sqlite:///{folder / 'daeguk.db'}") as store:
                await store.settings.update(int(halls[1]), theme="dark")
            async with running_bot(
                sandbox,
                folder,
                METRICS_PORT=str(port),
                AI_WORKERS=str(workers),
                LOG_LEVEL="WARNING",
            ) as process:
                await until_warm(port)
                idle = footprint(process.pid)
                watch = asyncio.create_task(_watch(process.pid, peaks := list[float]()))
                await _use(sandbox, halls)
                await asyncio.sleep(_SETTLING)
                watch.cancel()
                return Used(idle, footprint(process.pid), max(peaks), tree_memory(process.pid))


async def _watch(pid: int, seen: list[float]) -> None:
    while True:
        seen.append(await asyncio.to_thread(tree_memory, pid))
        await asyncio.sleep(1)


async def _use(sandbox: Sandbox, halls: list[str]) -> None:
    slots = asyncio.Semaphore(_TOGETHER)
    async with asyncio.TaskGroup() as group:
        for number, (hall, (slug, options)) in enumerate(product(halls, variants())):
            channel = sandbox.places.add_channel(hall, f"table-{number}").id
            group.create_task(_play(sandbox, slots, channel, slug, options))


def variants() -> Iterator[tuple[str, dict[str, str]]]:
    """Every game with each choice of its options, but one handicap: boards with a handicap look the same."""
    for slug in GAMES:
        parts = [part for part in PRESENTERS[slug].variant_options if part.name != "handicap"]
        for values in product(*(part.values for part in parts)):
            chosen = zip(parts, values, strict=True)
            yield slug, {part.name: value for part, value in chosen if len(part.values) > 1}


async def _play(
    sandbox: Sandbox, slots: asyncio.Semaphore, channel: str, slug: str, options: dict[str, str]
) -> None:
    """Play `MOVES` moves against level 8, and resign."""
    async with slots:
        person = sandbox.add_person(f"P{channel}", "en-US")
        command = f"play {slug.replace('_', '-')}"
        board = (await person.command(channel, command, side="first", level="8", **options)).shown
        for _ in range(MOVES):
            for _ in range(4):  # some boards ask for a part of the board, or for a piece, first
                await sandbox.until(lambda: is_over(board) or to_move(board, (person,)), _WITHIN)
                before = stamp(board)
                choices = choices_of(board, "move") or choices_of(board, "look")
                if is_over(board) or not choices:
                    return
                await asyncio.sleep(_READING)
                name, in_menu = choices[0]
                await (person.choose(board, name) if in_menu else person.click(board, custom_id=name))
                if stamp(board) != before:
                    break
        await sandbox.until(lambda: is_over(board) or to_move(board, (person,)), _WITHIN)
        if not is_over(board):
            question = await person.command(channel, "resign")
            (label,) = {"Resign", "Abort"} & {button.label for button in question.shown.buttons}
            await person.click(question.shown, label)
