"""What people see who press while the bot is restarted: SIGTERM, and a new process at once.

Two commands, one of which draws a picture, are given in turn every `EVERY_SECONDS`, from before the signal
until the new process has answered for a while. Discord answers for a bot that is not connected, so some are
lost; of the others none should be.

The sandbox, the people and the bot share this machine's cores.
"""

from __future__ import annotations

import asyncio
import itertools
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bench import Row
from bench.bot_process import running_bot
from bot.texts import texts
from sandbox import InteractionFailed, Person, Sandbox
from sandbox.core.interaction_model import FailureReason

ROUNDS = 4
EVERY_SECONDS = 0.05
PATIENT_SECONDS = 15.0
"""How long an answer may take here: with Discord's three seconds, a busy machine would count, too."""
AROUND_SECONDS = 1.0
"""How long people press before the signal, and after the new process has answered."""
COMMANDS = ("help", "profile")
RESTARTING = texts("en").plain("error.restarting")
"""What a bot that is being stopped answers."""
_ANSWERED, _TURNED_AWAY, _UNANSWERED, _OFFLINE = "answered", "turned away", "unanswered", "not connected"


@dataclass(frozen=True, slots=True)
class Press:
    """A command, and what became of it."""

    at: float
    """Seconds after the signal."""
    outcome: str


def rows() -> Iterator[Row]:
    """Measure some restarts."""
    yield from asyncio.run(_measure())


async def _measure() -> list[Row]:
    rounds = list[list[Press]]()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with Sandbox.running(folder / "sandbox") as sandbox:
            sandbox.interactions.deadline = PATIENT_SECONDS
            for _ in range(ROUNDS):
                rounds.append(await _restart(sandbox, folder))
    return list(_rows(rounds))


def _rows(rounds: list[list[Press]]) -> Iterator[Row]:
    for outcome in (_TURNED_AWAY, _UNANSWERED, _OFFLINE):
        counts = [sum(press.outcome == outcome for press in presses) for presses in rounds]
        yield Row(f"presses {outcome}, worst of {ROUNDS} restarts", max(counts), "", "")
    gaps = [
        [press.at for press in presses if press.outcome in {_UNANSWERED, _OFFLINE}] or [0.0]
        for presses in rounds
    ]
    yield Row("nobody answers for, at most", max(max(gap) - min(gap) for gap in gaps), "s", "")
    yield Row("which begins after the signal, at the soonest", min(map(min, gaps)), "s", "")


async def _restart(sandbox: Sandbox, folder: Path) -> list[Press]:
    person, pressing, stopped = sandbox.person("Alice"), list[asyncio.Task[Press]](), asyncio.Event()
    moment = time.monotonic() + AROUND_SECONDS

    async def press_on() -> None:
        for command in itertools.cycle(COMMANDS):
            if stopped.is_set():
                return
            pressing.append(asyncio.create_task(_press(sandbox, person, command, moment)))
            await asyncio.sleep(EVERY_SECONDS)

    async with running_bot(sandbox, folder, LOG_LEVEL="WARNING", AI_WORKERS="1") as process:
        await _until_answered(sandbox, person)
        moment = time.monotonic() + AROUND_SECONDS
        pressing_on = asyncio.create_task(press_on())
        await asyncio.sleep(AROUND_SECONDS)
        moment = time.monotonic()
        process.send_signal(signal.SIGTERM)
        await process.wait()
        sys.stderr.write(f"ended after {time.monotonic() - moment:.2f} s\n")
        async with running_bot(sandbox, folder, LOG_LEVEL="WARNING", AI_WORKERS="1"):
            await _until_answered(sandbox, person)
            await asyncio.sleep(AROUND_SECONDS)
            stopped.set()
            await pressing_on
            return [await task for task in pressing]


async def _until_answered(sandbox: Sandbox, person: Person) -> None:
    """Wait until the bot answers."""
    while (await _press(sandbox, person, COMMANDS[0], 0.0)).outcome != _ANSWERED:  # noqa: ASYNC110
        await asyncio.sleep(0.1)


async def _press(sandbox: Sandbox, person: Person, command: str, moment: float) -> Press:
    at = time.monotonic() - moment
    try:
        reply = await person.command(sandbox.channel("games"), command)
    except InteractionFailed as failure:
        return Press(at, _OFFLINE if failure.reason is FailureReason.OFFLINE else _UNANSWERED)
    return Press(at, _TURNED_AWAY if reply.message and reply.text == RESTARTING else _ANSWERED)
