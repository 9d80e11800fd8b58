"""kill -9 at each step of a move: before the commit, between commit and acknowledgement, while the computer
thinks, before its move is stored, and in the middle of the board's edit.

Each step is held open from outside until the kill: the database by another connection's lock, Discord by an
answer that does not come.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

from data.model.match import Match
from sandbox import Fault, InteractionFailed, Reply, Sandbox

from ..whole.world import FakePlayer, World, is_shown, moves_offered
from .book import Book
from .prepared import PreparedBotProcess
from .process import BotProcess
from .tables import keys, waiting

WITHIN = 180.0  # where an engine has to be compiled first
FOR_EVER = 600.0
CALLBACK = r"/interactions/\d+/[^/]+/callback"
EDIT = r"/(webhooks/.*/messages/[^/]+|channels/\d+/messages/\d+)"


class Scene:
    """A match, the process that keeps it, and who looks on."""

    def __init__(self, hands: World, bot: BotProcess) -> None:
        self.hands = hands
        self.bot = bot

    def match(self) -> Match:
        """The latest match."""
        every = self.bot.stored()
        return every[max(every)]

    async def until(self, test: Callable[[], object]) -> None:
        """Wait for something to be so."""
        deadline = time.monotonic() + WITHIN
        while not test():
            assert time.monotonic() < deadline, "\n".join(self.bot.lines[-20:])
            await asyncio.sleep(0.01)

    async def shown(self) -> Match:
        """The match, once its board shows it."""
        await self.until(
            lambda: (match := self.match()).home.message_id and is_shown(self.hands.board(match), match)
        )
        return self.match()

    async def click(self, custom_id: str = "", label: str = "") -> Reply:
        return await self.hands.alice.click(self.hands.board(self.match()), label, custom_id)

    async def begin(self, level: str) -> Match:
        reply = await self.hands.alice.command(self.hands.games, "play othello", level=level, side="first")
        await self.until(lambda: str(self.match().home.message_id) == reply.shown.id)
        return await self.shown()

    async def killed(self, clicked: asyncio.Task[Any]) -> Match:
        """Kill the bot while a press hangs; what is stored then."""
        await self.bot.kill()
        with contextlib.suppress(InteractionFailed):
            await clicked
        self.hands.sandbox.faults.clear()
        return self.match()

    async def back(self) -> Match:
        """Start it again, touch nothing, and wait until the computer has moved and the board shows it."""
        before = self.match()
        await self.bot.start()
        await self.bot.ready()
        await self.until(lambda: not waiting(self.match()))
        after = await self.shown()
        Book().follows(before, after)
        return after

    async def goes_on(self, match: Match) -> None:
        """A press on the board, which is the old one, plays, once."""
        await self.click(label=moves_offered(self.hands.board(match))[0])
        await self.until(lambda: self.match().ply == match.ply + 2)
        Book().follows(match, await self.shown())


@contextlib.asynccontextmanager
async def scenes(tmp_path: Path, process: type[BotProcess]) -> AsyncIterator[Scene]:
    """A sandbox and a bot that is ready."""
    async with Sandbox.running() as sandbox:
        bot = process(sandbox, tmp_path / "daeguk.db")
        await bot.start()
        try:
            await bot.ready()
            yield Scene(World(sandbox, bot.path, FakePlayer()), bot)
        finally:
            if bot.alive:
                await bot.kill()


@contextlib.contextmanager
def held(path: Path) -> Iterator[None]:
    """Nothing can be committed in this block."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


async def killed_before_the_commit(scene: Scene) -> None:
    match = await scene.begin("1")
    with held(scene.bot.path):
        clicked = asyncio.create_task(scene.click(label="d3"))
        await asyncio.sleep(0.5)  # the press has arrived and waits for the lock
        assert not clicked.done()
        after = await scene.killed(clicked)
    assert after.moves == ()
    after = await scene.back()
    assert after.moves == ()
    await scene.goes_on(match)


async def killed_after_the_commit_and_before_the_acknowledgement(scene: Scene) -> None:
    match = await scene.begin("1")
    fault = scene.hands.sandbox.faults.add(Fault("POST", CALLBACK, delay=FOR_EVER))
    clicked = asyncio.create_task(scene.click(label="d3"))
    await scene.until(lambda: fault.times == 0)  # the answer is on its way, so the move is stored
    after = await scene.killed(clicked)
    assert after.moves[:1] == ("d3",)
    assert not is_shown(scene.hands.board(match), after)
    after = await scene.back()
    assert after.ply == 2
    await scene.goes_on(after)


async def killed_while_the_computer_thinks(scene: Scene) -> None:
    await scene.begin("7")
    clicked = asyncio.create_task(scene.click(label="d3"))
    await scene.until(lambda: scene.match().ply)
    after = await scene.killed(clicked)
    assert after.moves[:1] == ("d3",)  # and the computer's, if it was quicker than we
    after = await scene.back()
    assert after.ply == 2
    await scene.goes_on(after)


async def killed_before_the_computers_move_is_stored(scene: Scene) -> None:
    await scene.begin("1")
    await scene.bot.compiled()
    with contextlib.ExitStack() as block:
        clicked = asyncio.create_task(scene.click(label="d3"))
        await scene.until(lambda: scene.match().ply)
        block.enter_context(held(scene.bot.path))
        stood = scene.match().ply  # 1, unless the computer was quicker than we
        await scene.until(lambda: stood > 1 or "not stored yet" in "\n".join(scene.bot.lines))
        after = await scene.killed(clicked)
    assert after.ply == stood
    after = await scene.back()
    assert after.ply == 2
    await scene.goes_on(after)


async def killed_during_the_boards_edit(scene: Scene) -> None:
    match = await scene.begin("1")
    fault = scene.hands.sandbox.faults.add(Fault("PATCH", EDIT, delay=FOR_EVER))
    await scene.click(label="d3")
    # The edit that shows the computer's move, or the person's on a busy machine.
    await scene.until(lambda: fault.times == 0 and scene.match().ply == 2)
    stood = scene.match()
    assert not is_shown(scene.hands.board(match), stood)
    await scene.killed(asyncio.create_task(asyncio.sleep(0)))
    after = await scene.back()
    assert after.moves == stood.moves
    await scene.goes_on(after)


async def killed_before_the_message_was_stored(scene: Scene) -> None:
    """The board is posted and its id not stored: the first press on it adopts it."""
    fault = scene.hands.sandbox.faults.add(Fault("POST", CALLBACK, delay=FOR_EVER, after=True))
    begun = asyncio.create_task(
        scene.hands.alice.command(scene.hands.games, "play othello", level="1", side="first")
    )
    await scene.until(lambda: fault.times == 0 and scene.match().home.message_id is None)
    await scene.until(
        lambda: f":{scene.match().id}:" in keys(scene.hands.sandbox.messages(scene.hands.games)[-1])
    )
    assert (await scene.killed(begun)).home.message_id is None
    board = scene.hands.sandbox.messages(scene.hands.games)[-1]
    await scene.bot.start()
    await scene.bot.ready()
    await scene.hands.alice.click(board, label="d3")
    await scene.until(lambda: scene.match().ply == 2)
    after = await scene.shown()
    assert str(after.home.message_id) == board.id
    await scene.goes_on(after)


STEPS = (
    killed_before_the_commit,
    killed_after_the_commit_and_before_the_acknowledgement,
    killed_before_the_computers_move_is_stored,
    killed_during_the_boards_edit,
    killed_before_the_message_was_stored,
)


async def test_killed_at_each_step(tmp_path: Path) -> None:
    """In one test, since the process starts again after each; each step has a match of its own."""
    async with scenes(tmp_path, PreparedBotProcess) as scene:
        for step in STEPS:
            await step(scene)


async def test_killed_while_the_computer_thinks(tmp_path: Path) -> None:
    """The real bot and the real engines."""
    async with scenes(tmp_path, BotProcess) as scene:
        await killed_while_the_computer_thinks(scene)
