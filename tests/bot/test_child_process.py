"""A child process is killed when it hangs, knows no secrets, and is named in the list of processes."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from bot import child_process
from bot.child_process import ChildProcess, ProcessHangs, ProcessLost, limited
from tests.bot.processes import is_running
from tests.bot.service import until

LONG_ENOUGH = 60.0


@pytest.fixture
async def process() -> AsyncIterator[ChildProcess]:
    started = await ChildProcess.start("daeguk-test")
    yield started
    started.close()


async def test_a_process_that_hangs_is_killed(process: ChildProcess) -> None:
    pid = await process.run(os.getpid, LONG_ENOUGH)
    with pytest.raises(ProcessHangs):
        await process.run(partial(time.sleep, 3600), 0.01)
    assert process.is_lost
    await until(lambda: not is_running(pid))


class LoadsSlowly:
    """A question that imports for a while, as the first one of a process does on a starved machine."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def __call__(self) -> None:
        raise AssertionError

    def __reduce__(self) -> tuple[object, tuple[float]]:
        return loaded_after, (self.seconds,)


def loaded_after(seconds: float) -> object:
    time.sleep(seconds)
    return partial(time.sleep, LONG_ENOUGH)


async def test_time_counts_from_when_a_new_process_has_imported_what_it_needs(process: ChildProcess) -> None:
    began = time.monotonic()
    with pytest.raises(ProcessHangs, match="within 0 s"):
        await process.run(LoadsSlowly(0.5), 0.01)
    assert time.monotonic() - began >= 0.5


async def test_a_new_process_that_imports_forever_is_killed(
    process: ChildProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(child_process, "LOADING_SECONDS", 0.2)
    with pytest.raises(ProcessHangs):
        await process.run(LoadsSlowly(LONG_ENOUGH), LONG_ENOUGH)
    assert process.is_lost


async def test_what_cannot_be_loaded_is_an_error_and_the_process_stays(process: ChildProcess) -> None:
    with pytest.raises(FileNotFoundError):
        await process.run(CannotBeLoaded(), LONG_ENOUGH)
    assert await process.run(partial(abs, -1), LONG_ENOUGH) == 1


class CannotBeLoaded:
    """A question that fails while it is read."""

    def __call__(self) -> None:
        raise AssertionError

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return open, ("/nowhere",)


async def test_a_process_that_ends_while_it_loads_is_lost(process: ChildProcess) -> None:
    with pytest.raises(ProcessLost):
        await process.run(EndsWhileLoading(), LONG_ENOUGH)


class EndsWhileLoading:
    """A question whose imports end the process."""

    def __call__(self) -> None:
        raise AssertionError

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return os._exit, (1,)


async def test_it_has_no_environment(process: ChildProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    assert await process.run(environment, LONG_ENOUGH) == {}


def environment() -> dict[str, str]:
    return dict(os.environ)


async def test_the_system_shows_its_name(process: ChildProcess) -> None:
    assert await process.run(Path("/proc/self/comm").read_text, LONG_ENOUGH) == "daeguk-test\n"


async def test_memory_can_be_limited(process: ChildProcess) -> None:
    with pytest.raises(MemoryError):
        await process.run(partial(limited, 2**29, partial(bytes, 2**30)), LONG_ENOUGH)
    assert await process.run(partial(abs, -1), LONG_ENOUGH) == 1


ORPHANING = """
import asyncio, os, signal, sys
from functools import partial
from pathlib import Path
from bot.child_process import run_in_own_process
from tests.bot.test_child_process import note_and_work

async def main():
    noted = Path(sys.argv[1])
    asyncio.create_task(run_in_own_process("daeguk-test", partial(note_and_work, noted), 600.0))
    while not noted.exists():
        await asyncio.sleep(0.01)
    os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    asyncio.run(main())
"""


def note_and_work(path: Path) -> None:
    """Write this process's number into a file, and then work for as long as a proof may."""
    partial_path = path.with_suffix(".partial")
    partial_path.write_text(str(os.getpid()))
    partial_path.rename(path)
    end = time.monotonic() + 600.0
    while time.monotonic() < end:
        pass


async def test_a_process_ends_in_the_middle_of_its_work_with_a_bot_that_was_killed(tmp_path: Path) -> None:
    script, noted, errors = (
        tmp_path / "bot_that_is_killed.py",
        tmp_path / "worker.txt",
        tmp_path / "errors.txt",
    )
    script.write_text(ORPHANING)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, str(script), str(noted)]
    with errors.open("w") as stderr:  # no pipe, which the process would hold open
        killed = await asyncio.to_thread(subprocess.run, command, env=environment, stderr=stderr)
    assert killed.returncode == -signal.SIGKILL, errors.read_text()
    orphan = int(noted.read_text())
    try:
        await until(lambda: not is_running(orphan))
    finally:
        if is_running(orphan):
            os.kill(orphan, signal.SIGKILL)
