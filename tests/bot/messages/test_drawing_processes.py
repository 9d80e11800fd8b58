"""Drawing processes are replaced when they die, and do not outlive the bot."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from bot import metrics
from bot.child_process import NICENESS, ChildProcess, ProcessHangs, ProcessLost
from bot.messages import pictures
from bot.messages.pictures import PROCESSES, DrawingProcesses, in_own_process
from tests.bot.processes import is_running
from tests.bot.service import until

pytestmark = pytest.mark.usefixtures("forked_children")


@pytest.fixture
async def processes() -> AsyncIterator[DrawingProcesses]:
    made = DrawingProcesses()
    yield made
    made.close()


async def test_functions_run_in_other_processes_at_the_same_time(processes: DrawingProcesses) -> None:
    pids = {await processes.run(os.getpid) for _ in range(3)}
    assert len(pids) == 1 and os.getpid() not in pids, "one process is enough for one question at a time"
    slow = [processes.run(partial(slow_pid, 0.2)) for _ in range(4)]
    assert len(set(await asyncio.gather(*slow))) == PROCESSES


async def test_a_process_of_its_own_is_nice_and_ends() -> None:
    pid, niceness = await in_own_process(pid_and_niceness)
    assert pid != os.getpid() and niceness == min(19, os.nice(0) + NICENESS)
    await until(lambda: not is_running(pid))


async def test_a_question_of_a_task_that_nobody_holds_is_answered() -> None:
    """discord.py holds no reference to the task that handles a command."""
    answered = asyncio.Event()

    async def ask() -> None:
        await in_own_process(partial(slow_pid, 0.2))
        answered.set()

    asyncio.create_task(ask())  # noqa: RUF006
    for _ in range(3000):
        await asyncio.sleep(0.02)
        gc.collect()
        if answered.is_set():
            return
    pytest.fail("the task was collected")


def pid_and_niceness() -> tuple[int, int]:
    return os.getpid(), os.nice(0)


def slow_pid(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


async def test_an_error_is_raised_here_and_the_process_stays(processes: DrawingProcesses) -> None:
    first = await processes.run(os.getpid)
    with pytest.raises(ZeroDivisionError):
        await processes.run(partial(divmod, 1, 0))
    assert await processes.run(os.getpid) == first


async def test_what_cannot_be_sent_is_an_error_and_the_process_stays(processes: DrawingProcesses) -> None:
    first = await processes.run(os.getpid)
    with pytest.raises((AttributeError, TypeError)):
        await processes.run(lambda: 1)
    assert await processes.run(os.getpid) == first


async def test_answers_stay_in_order_when_a_caller_leaves(
    processes: DrawingProcesses,
) -> None:
    await processes.run(os.getpid)
    leaving = [asyncio.create_task(processes.run(partial(slow_pid, 0.1))) for _ in range(2 * PROCESSES)]
    await asyncio.sleep(0.05)
    for task in leaving:
        task.cancel()
    assert await asyncio.gather(*(processes.run(partial(abs, -n)) for n in range(6))) == list(range(6))


async def test_a_large_answer_is_whole(processes: DrawingProcesses) -> None:
    assert await processes.run(partial(bytes, 1 << 22)) == bytes(1 << 22)


async def test_a_process_that_was_killed_is_replaced(processes: DrawingProcesses) -> None:
    first = await processes.run(os.getpid)
    os.kill(first, signal.SIGKILL)
    again = await asyncio.gather(*(processes.run(os.getpid) for _ in range(3)))
    assert first not in again


async def test_a_question_that_kills_every_process_is_an_error(processes: DrawingProcesses) -> None:
    with pytest.raises(ProcessLost):
        await processes.run(partial(os._exit, 1))
    assert await processes.run(os.getpid) != os.getpid()


class Hanging:
    """A process that does not answer."""

    is_lost = True

    def __init__(self) -> None:
        self.is_closed = False

    async def run(self, function: object, seconds: float) -> object:
        raise ProcessHangs(f"no answer within {seconds} s")

    def close(self) -> None:
        self.is_closed = True


class Started:
    """Starts processes in this order, the last one as often as needed."""

    def __init__(self, *processes: object) -> None:
        self.processes = [*processes]

    async def __call__(self, name: str) -> object:
        return self.processes.pop(0) if len(self.processes) > 1 else self.processes[0]


def lost(reason: str) -> float:
    count: float = metrics.DRAWING_LOST.labels(reason)._value.get()
    return count


@pytest.fixture
async def warm() -> AsyncIterator[ChildProcess]:
    """A process that has started."""
    process = await ChildProcess.start(pictures.NAME)
    yield process
    process.close()


async def test_a_process_that_hangs_is_replaced_and_counted(
    warm: ChildProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    hanging, before = Hanging(), lost("hung")
    monkeypatch.setattr(ChildProcess, "start", Started(hanging, warm))
    processes = DrawingProcesses(processes=1)
    assert await processes.run(os.getpid) != os.getpid()
    assert hanging.is_closed and lost("hung") == before + 1
    processes.close()


async def test_a_question_that_hangs_every_process_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ChildProcess, "start", Started(Hanging()))
    processes = DrawingProcesses()
    for _ in range(2 * PROCESSES):  # and no slot is kept
        with pytest.raises(ProcessHangs):
            await processes.run(os.getpid)
    processes.close()


async def test_processes_end_when_they_are_closed() -> None:
    processes = DrawingProcesses()
    pid = await processes.run(os.getpid)
    processes.close()
    await until(lambda: not is_running(pid))


ORPHANING = """
import asyncio, os, signal
from bot.messages.pictures import DrawingProcesses

async def main():
    print(await DrawingProcesses().run(os.getpid), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    asyncio.run(main())
"""


async def test_processes_end_with_a_bot_that_was_killed(tmp_path: Path) -> None:
    script = tmp_path / "bot_that_is_killed.py"
    script.write_text(ORPHANING)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    killed = await asyncio.to_thread(
        subprocess.run, [sys.executable, str(script)], env=environment, capture_output=True, text=True
    )
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    orphan = int(killed.stdout)
    await until(lambda: not is_running(orphan))
