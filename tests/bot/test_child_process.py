"""A child process is killed when it hangs, knows no secrets, and is named in the list of processes."""

from __future__ import annotations

import os
import time
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from bot.child_process import ChildProcess, ProcessHangs, limited
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
