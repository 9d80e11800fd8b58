"""The memory of the bot's processes, by what they do."""

from __future__ import annotations

import os
import subprocess
from functools import partial

from bot.child_process import ChildProcess
from bot.process_memory import memory_by_kind

LONG_ENOUGH = 60.0


async def test_a_process_counts_under_the_name_that_it_shows() -> None:
    process = await ChildProcess.start("daeguk-test")
    try:
        await process.run(os.getpid, LONG_ENOUGH)
        memory = memory_by_kind()
        assert memory["bot"] > memory["test"] > 2**20
        assert await process.run(partial(memory_by_kind, 2**30), LONG_ENOUGH) == {}, (
            "there is no such process"
        )
    finally:
        process.close()


async def test_what_a_named_process_starts_is_a_program() -> None:
    process = await ChildProcess.start("daeguk-test")
    try:
        by_kind = await process.run(partial(with_program, os.getpid()), LONG_ENOUGH)
        assert by_kind["program"] > 0 and by_kind["test"] > 2**20
    finally:
        process.close()


def with_program(bot: int) -> dict[str, int]:
    """In a process: the memory of the bot's processes while this one has started a program."""
    with subprocess.Popen(["/bin/sh", "-c", "echo; read line"], stdin=-1, stdout=-1) as program:
        assert program.stdout is not None
        program.stdout.readline()
        found = memory_by_kind(bot)
        program.kill()
    return found
