"""What a tap enters: the files and functions of the bot's process, from the press to the edited board.

Two people play; nobody watches, and nothing is cold. Pictures are drawn by another process, so drawing is not
among them, and neither is what the bot looks for every few seconds.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import discord
import yarl
from discord.gateway import DiscordWebSocket

from bench import Row
from bot.client import Daeguk
from bot.features import FEATURES
from bot.match import clocks
from bot.match.due_loops import ShardLoop
from bot.match.events import MatchEvents
from bot.match.readable import check_match
from bot.messages import outages, press_guard
from bot.messages.pictures import DrawingProcesses, Pictures
from data.store import open_store
from sandbox import Person, Sandbox, SeenMessage

ROOT = Path(__file__).parents[1]
_ROOMS = tuple(f"{ROOT / room}/" for room in ("ai", "bot", "data", "games"))
_OPENING = ("d3", "c5", "d6")
"""The last of these moves is counted: by then, everything that is kept has been made once."""


class Entered:
    """Counts the calls of the bot's functions in all threads, while it is ``on``."""

    def __init__(self) -> None:
        self.on = False
        self.calls = Counter[CodeType]()

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        """As `sys.setprofile` wants it."""
        if self.on and event == "call" and frame.f_code.co_filename.startswith(_ROOMS):
            self.calls[frame.f_code] += 1


class NoEngines:
    """Engines that nobody needs in a match of two people."""

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"{name} of an engine")


def rows() -> Iterator[Row]:
    """Play three moves and count what the last one enters."""
    calls = asyncio.run(_count())
    yield Row("files that a tap enters", len({code.co_filename for code in calls}), "", "90")
    yield Row("functions", len(calls), "", "350")
    yield Row("calls", calls.total(), "", "")


async def _count() -> Counter[CodeType]:
    entered = Entered()
    threading.setprofile(entered)  # of threads that start from now on
    sys.setprofile(entered)
    press_guard.READING_SECONDS = 0.0
    # Else the uptime is saved meanwhile, or a busy machine is noticed, by chance.
    clocks.SAVE_SECONDS = outages.WATCH_SECONDS = 3600.0
    ShardLoop.start = lambda self: None  # type: ignore[method-assign]
    try:
        with tempfile.TemporaryDirectory() as folder:
            async with Sandbox.running() as sandbox, _client(sandbox, Path(folder)):
                await _play(sandbox, entered)
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return entered.calls


@asynccontextmanager
async def _client(sandbox: Sandbox, folder: Path) -> AsyncIterator[None]:
    """The bot, in this process."""
    discord.http.Route.BASE = sandbox.api_base
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://127.0.0.1:{sandbox.port}/gateway")
    events, pictures = MatchEvents(), Pictures(DrawingProcesses())
    address = f"sqlite:///{folder / 'daeguk.db'}"
    async with await open_store(address, publish=events.publish, check=check_match) as store:
        client = Daeguk(store, NoEngines(), events, pictures, FEATURES)
        connecting = asyncio.create_task(client.start(sandbox.token))
        try:
            await asyncio.create_task(client.begin_service())  # after the first step of `connecting`
            yield
        finally:
            await client.close()
            await asyncio.wait({connecting}, timeout=10)


async def _play(sandbox: Sandbox, entered: Entered) -> None:
    """Begin a match and play the opening; only its last move is counted."""
    first, second = sandbox.person("Alice"), sandbox.person("Bob")
    reply = await first.command(sandbox.channel("games"), "play othello", opponent=second, side="first")
    await sandbox.until(lambda: reply.shown.buttons or None)
    await second.click(reply.shown, label="✅")
    for person, move in zip((first, second, first), _OPENING, strict=True):
        entered.on = move == _OPENING[-1]
        await _press(sandbox, person, reply.shown, move)
    await asyncio.sleep(1.0)  # what follows the answer, such as storing that it is shown
    entered.on = False


async def _press(sandbox: Sandbox, person: Person, board: SeenMessage, move: str) -> None:
    """Press the button of a move once it is there, and wait until the board shows something else."""
    custom_id, before = await sandbox.until(lambda: _button(board, move)), board.text
    await person.click(board, custom_id=custom_id)
    await sandbox.until(lambda: board.text != before or None)


def _button(board: SeenMessage, move: str) -> str | None:
    """The custom_id of the button that plays a move, if the board has it."""
    ids = (button.custom_id or "" for button in board.buttons)
    return next((custom_id for custom_id in ids if custom_id.endswith(f":{move}")), None)
