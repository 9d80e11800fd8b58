"""`python -m sandbox` and `daeguk-sandbox`: the page, the Discord server, and the bot as a child process."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import errno
import logging
import os
import signal
import sqlite3
import sys
import webbrowser
from pathlib import Path

from daeguk.installation import data_folder, version
from sandbox.app import Sandbox
from sandbox.bot_process import BotProcess


def main(arguments: list[str] | None = None) -> int:
    """Run until Ctrl-C; return the exit code."""
    options = _options(arguments)
    logging.basicConfig(level=logging.WARNING, format="%(name)s: %(message)s")
    logging.getLogger("sandbox").setLevel(logging.INFO)
    try:
        return asyncio.run(_serve(options))
    except KeyboardInterrupt:
        return 130


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="daeguk-sandbox", description="Run a local Discord in the browser, with the Daeguk bot on it."
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {version()}")
    parser.add_argument("--port", type=_port, default=8470, help="port of the page (default: %(default)s)")
    folder = data_folder()
    parser.add_argument(
        "--state",
        type=Path,
        default=folder and folder / "sandbox",
        help="folder for all data (default: %(default)s)",
    )
    parser.add_argument("--no-bot", action="store_true", help="do not start the bot")
    parser.add_argument("--token", help="the token that the bot must present (default: a new one)")
    parser.add_argument("--open", action="store_true", help="open the page in a browser")
    options = parser.parse_args(arguments)
    if options.state is None:
        parser.error("this user has no home directory: choose a folder with --state")
    return options


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return int(text)


async def _serve(options: argparse.Namespace) -> int:
    stop = asyncio.Event()
    for signal_number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows: Ctrl-C raises KeyboardInterrupt
            asyncio.get_running_loop().add_signal_handler(signal_number, stop.set)
    try:
        sandbox = Sandbox(options.state, options.port, options.token, invited=True)
        await sandbox.start()
    except (OSError, sqlite3.Error) as problem:
        print(_explain(problem, options), file=sys.stderr)
        return 1
    print(f"Daeguk's sandbox is open at {sandbox.url}  (Ctrl-C stops it)", flush=True)
    if options.no_bot:
        print(f"For the bot: DISCORD_API_BASE={sandbox.api_base} DISCORD_TOKEN={sandbox.token}", flush=True)
    if options.open:
        webbrowser.open(sandbox.url)
    tasks = [] if options.no_bot else [asyncio.create_task(_bot(sandbox, options).run())]
    await stop.wait()
    print("Stopping …", flush=True)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await sandbox.stop()
    return 0


def _bot(sandbox: Sandbox, options: argparse.Namespace) -> BotProcess:
    environment = {
        "READ_MESSAGES": "true",
        "DATABASE_URL": f"sqlite:///{options.state.resolve() / 'daeguk.db'}",
        **os.environ,
        "DISCORD_TOKEN": sandbox.token,
        "DISCORD_API_BASE": sandbox.api_base,
        "PYTHONUNBUFFERED": "1",
    }

    def log_line(line: str) -> None:
        print(line, flush=True)
        sandbox.sockets.add_log(line)

    return BotProcess(environment, log_line)


def _explain(problem: OSError | sqlite3.Error, options: argparse.Namespace) -> str:
    """Return one sentence about why the sandbox cannot start, and what to do."""
    if isinstance(problem, sqlite3.Error):
        database = options.state / "sandbox.db"
        if "locked" in str(problem):
            return f"Another sandbox is using {options.state}; stop it or choose another folder with --state."
        return f"{database} cannot be read ({problem}); move it away or choose another folder with --state."
    if problem.errno == errno.EADDRINUSE:
        free = options.port + 1
        return f"Port {options.port} is in use; choose another one with --port, for example --port {free}."
    if problem.errno == errno.EACCES and problem.filename is None:
        return (
            f"Port {options.port} cannot be used without more privileges; choose one above 1023 with --port."
        )
    return f"The folder {options.state} cannot be used ({problem.strerror}); choose another one with --state."


if __name__ == "__main__":
    sys.exit(main())
