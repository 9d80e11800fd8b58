"""A server that has imported the bot, and processes that are forked from it.

``python -m bot`` takes 1.8 s of processor time before its first line, and nearly all of it are imports.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from subprocess import CompletedProcess

FORKING = multiprocessing.get_context("forkserver")
FORKING.set_forkserver_preload(
    ["bot.app", "bot.cli.arguments", "bot.drawing.showcase", "tests.bot.killed.quick_players"]
)
_ENDS_WITHIN = 300.0
"""Seconds that a bot which ends by itself may take on a busy machine."""


def run_bot(folder: Path, environment: Mapping[str, str]) -> CompletedProcess[str]:
    """Run the bot in a folder with this environment alone, until it ends by itself."""
    with tempfile.TemporaryDirectory() as outputs:
        output, errors = Path(outputs, "output"), Path(outputs, "errors")
        process = FORKING.Process(target=_run_bot, args=(dict(environment), folder, output, errors))
        process.start()
        process.join(_ENDS_WITHIN)
        process.kill()
        process.join()
        return CompletedProcess("bot", process.exitcode or 0, output.read_text(), errors.read_text())


def _run_bot(environment: dict[str, str], folder: Path, output: Path, errors: Path) -> None:
    with output.open("wb") as out, errors.open("wb") as err:
        behave_as_started(environment, folder, out.fileno(), err.fileno())

    import bot.__main__

    bot.__main__.main()


def behave_as_started(environment: Mapping[str, str], folder: Path, output: int, errors: int) -> None:
    """In a forked process: have the environment, folder and output of a program that was started with them.

    `output` and `errors` are file descriptors, and remain open.
    """
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    os.dup2(output, 1)
    os.dup2(errors, 2)
    sys.stdout = os.fdopen(1, "w", buffering=1, encoding="utf-8")
    sys.stderr = os.fdopen(2, "w", buffering=1, encoding="utf-8")
    sys.argv = ["daeguk"]
