"""Plays a match from an installation: `daeguk-sandbox` with its bot, a person's move, the computer's answer.

Run it with the Python of the installation, in an empty directory, with XDG_DATA_HOME set. It uses the page's
own HTTP API (sandbox/PROTOCOL.md) and fails if a step takes too long.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import aiohttp

SECONDS = 300.0
"""For the whole match; most of it is the compilation of the engine's kernels."""
READING_SECONDS = 1.0
"""What a person takes to read a board; the bot takes a faster press for the second tap of a double tap."""
OPTIONS = {"level": "1", "side": "first", "variant": "6x6"}
MOVE = re.compile(r"[a-f][1-6]")
FILES = ("/", "/page/main.js", "/page/base.css")


class Sandbox:
    """The process `daeguk-sandbox` and the lines that it has written."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.lines: list[str] = []
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        if self._process.stdout is not None:
            async for line in self._process.stdout:
                self.lines.append(line.decode(errors="replace").rstrip())

    async def find(self, pattern: str) -> str:
        """Wait for a line with this pattern and return what matched."""
        while True:
            for line in self.lines:
                if match := re.search(pattern, line):
                    return match[0]
            if self._reading.done():
                raise RuntimeError(f"daeguk-sandbox ended without {pattern!r}")
            await asyncio.sleep(0.05)

    async def stop(self) -> int:
        """Stop it as an init system does, and return its exit code."""
        if self._process.returncode is None:
            self._process.send_signal(signal.SIGTERM)
        code = await self._process.wait()
        await self._reading
        return code


async def main() -> None:
    """Start the sandbox, play, stop it."""
    program = Path(sys.executable).with_name("daeguk-sandbox")
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        program, "--port", "0", stdout=pipe, stderr=asyncio.subprocess.STDOUT
    )
    sandbox = Sandbox(process)
    try:
        async with asyncio.timeout(SECONDS):
            address = await sandbox.find(r"http://127\.0\.0\.1:\d+")
            await sandbox.find(r"\bready .*guilds=")
            async with aiohttp.ClientSession(address) as session:
                await play(session)
    except BaseException:
        print(*sandbox.lines, sep="\n", file=sys.stderr)
        raise
    finally:
        code = await sandbox.stop()
    if code:
        sys.exit(f"daeguk-sandbox ended with exit code {code}.")
    print("The installed bot played a match.")


async def play(session: aiohttp.ClientSession) -> None:
    """Begin a match of Othello on 6×6, move, and wait for the computer's move."""
    for path in FILES:
        async with session.get(path) as answer:
            answer.raise_for_status()
    async with session.ws_connect("/page/ws") as socket:
        hello = (await socket.receive_json())["d"]
        place = {"user": hello["me"]["id"], "channel_id": hello["guilds"][0]["channels"][0]["id"]}
        commands = hello["commands"]["global"]
        command_id = next(command["id"] for command in commands if command["name"] == "play")
        options = [{"name": name, "type": 3, "value": value} for name, value in OPTIONS.items()]
        options = [{"name": "othello", "type": 1, "options": options}]
        await post(session, "command", {**place, "command_id": command_id, "options": options})

        message = await board(socket)
        await check_picture(session, message)
        await asyncio.sleep(READING_SECONDS)
        press = {"message_id": message["id"], "component_type": 2, "custom_id": move_buttons(message)[0]}
        await post(session, "component", {**place, **press})
        await board(socket)
    if moves_stored() != 2:
        sys.exit(f"The database has {moves_stored()} moves, not 2.")


async def board(socket: aiohttp.ClientWebSocketResponse) -> dict[str, Any]:
    """Wait for a message, new or edited, on which it is the person's turn."""
    while True:
        frame = await socket.receive_json()
        if frame["t"] in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and move_buttons(frame["d"]):
            return cast(dict[str, Any], frame["d"])


def move_buttons(component: dict[str, Any]) -> list[str]:
    """Return the custom ids of the enabled buttons that play a move, of a message or a component."""
    custom_ids: list[str] = []
    for child in component.get("components", []):
        custom_ids += move_buttons(child)
    if MOVE.fullmatch(component.get("label") or "") and not component.get("disabled"):
        custom_ids.append(component["custom_id"])
    return custom_ids


async def post(session: aiohttp.ClientSession, verb: str, body: dict[str, Any]) -> None:
    """Act as the person of the page. Exits with the page's error."""
    async with session.post(f"/page/api/{verb}", json=body) as answer:
        if answer.status != 200:
            sys.exit(f"{verb}: {await answer.text()}")


async def check_picture(session: aiohttp.ClientSession, message: dict[str, Any]) -> None:
    """Check that the board's picture is a PNG."""
    async with session.get(message["attachments"][0]["url"]) as answer:
        if not (await answer.read()).startswith(b"\x89PNG"):
            sys.exit("The board's picture is not a PNG.")


def moves_stored() -> int:
    """Count the moves in the database, which is in the user's data folder."""
    path = Path(os.environ["XDG_DATA_HOME"], "daeguk", "sandbox", "daeguk.db")
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as database:
        return int(database.execute("SELECT count(*) FROM moves").fetchone()[0])


if __name__ == "__main__":
    asyncio.run(main())
