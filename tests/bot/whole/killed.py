"""Kills the bot after a step: once it has committed a transaction, or Discord has done what it asked for.

Start reading at `killed_after`. What was durable before the next step is durable after this one, so a kill
before a step is one after the step before.
"""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from discord.http import HTTPClient
from discord.webhook.async_ import AsyncWebhookAdapter

from bot.messages.seek_boards import SeekBoards
from bot.messages.tournament_messages import TournamentMessages
from data.engine.sqlite import SqliteDatabase
from data.errors import StoreBusy
from sandbox import SeenMessage

from .world import WITHIN, World, world

DOWN_SECONDS = 600.0
"""How long the bot is away: Discord has forgotten its nonces."""
_IDLE_LOOKS = 5

Act = Callable[[World], Awaitable[object]]


@dataclass(frozen=True)
class Step:
    """The n-th step of a name; the name can be given by its beginning."""

    name: str
    number: int = 1

    def is_reached(self, other: Step) -> bool:
        """Whether another one is this one."""
        return other.name.startswith(self.name) and other.number == self.number


@dataclass(frozen=True)
class Story:
    """Something that the bot is killed in."""

    prepare: Act
    act: Act
    check: Act
    """After the restart: who sees that it was not done does it again, and then it is as it is to be."""


async def survives(w: World, story: Story, step: str) -> None:
    """A story is survived by a kill after the first step of a name."""
    await story.prepare(w)
    assert await killed_after(w, Step(step), story.act), "there is no such step"
    await story.check(w)


async def survives_everywhere(empty_database: Path, folder: Path, story: Story) -> None:
    """A story is survived by a kill after each of its steps."""

    def new_world() -> contextlib.AbstractAsyncContextManager[World]:
        return world(Path(shutil.copy(empty_database, folder / "daeguk.db")))

    async with new_world() as w:
        await story.prepare(w)
        found = await every_step(w, story.act)
        await story.check(w)
    assert found, "nothing was done"
    for step in found:
        async with new_world() as w:
            await story.prepare(w)
            await killed_after(w, step, story.act)
            await story.check(w)


def public(w: World, channel: str) -> list[SeenMessage]:
    """What everybody sees in a channel."""
    return [one for one in w.sandbox.messages(str(channel)) if not one.ephemeral]


class _KilledError(Exception):
    """The bot is dead."""


@dataclass
class Steps:
    """What the bot does to its database and to Discord, until it is killed after a step."""

    last: Step | None = None
    taken: list[Step] = field(default_factory=list)
    killed: asyncio.Event = field(default_factory=asyncio.Event)
    buried: asyncio.Event = field(default_factory=asyncio.Event)
    _count: Counter[str] = field(default_factory=Counter)

    async def take(self, name: str, work: Callable[[], Awaitable[Any]]) -> Any:
        """Do a step, unless the bot is dead."""
        if self.killed.is_set():
            await self._rest()
        done = await work()
        self._count[name] += 1
        step = Step(name, self._count[name])
        self.taken.append(step)
        if self.last is not None and self.last.is_reached(step):
            self.killed.set()
        if self.killed.is_set():
            await self._rest()
        return done

    async def _rest(self) -> None:
        await self.buried.wait()
        raise _KilledError


@contextlib.contextmanager
def steps(last: Step | None = None) -> Iterator[Steps]:
    """Look at every step in this block, and kill the bot after the last one."""
    found = Steps(last)
    with pytest.MonkeyPatch.context() as patch:
        write, request, answer = SqliteDatabase.write, HTTPClient.request, AsyncWebhookAdapter.request

        async def writes(database: Any, work: Any, on_commit: Any = None) -> Any:
            name = work.__qualname__.replace(".<locals>", "").removesuffix(".work").removesuffix(".<lambda>")
            try:
                return await found.take(name, lambda: write(database, work, on_commit))
            except _KilledError:
                raise StoreBusy(name) from None  # whoever closes a part of the bot awaits its last changes

        async def asked(name: str, send: Callable[[], Awaitable[Any]]) -> Any:
            try:
                return await found.take(name, send)
            except _KilledError:
                raise asyncio.CancelledError from None  # nobody goes on without an answer

        async def asks(client: Any, route: Any, **options: Any) -> Any:
            if route.method == "GET":
                return await request(client, route, **options)
            return await asked(f"{route.method} {route.path}", lambda: request(client, route, **options))

        async def answers(adapter: Any, route: Any, *given: Any, **options: Any) -> Any:
            name = f"{route.method} {route.path}"
            return await asked(name, lambda: answer(adapter, route, *given, **options))

        patch.setattr(SqliteDatabase, "write", writes)
        patch.setattr(HTTPClient, "request", asks)
        patch.setattr(AsyncWebhookAdapter, "request", answers)
        yield found


async def killed_after(w: World, step: Step, act: Act) -> bool:
    """Do something, kill the bot after a step of it, and start it again ten minutes later.

    False if this time there was no such step; then it is not killed.
    """
    with steps(step) as taken:
        acting = asyncio.ensure_future(act(w))
        dying = asyncio.create_task(taken.killed.wait())
        await asyncio.wait({acting, dying}, timeout=WITHIN, return_when=asyncio.FIRST_COMPLETED)
        if not taken.killed.is_set():
            acting.result()
            await idle(w, taken.killed)
        dying.cancel()
        if not taken.killed.is_set():
            return False
        taken.buried.set()
        acting.cancel()
        await asyncio.gather(acting, return_exceptions=True)
        w.sandbox.clock.advance(DOWN_SECONDS)
        await w.stop()
    await w.start()
    await _know_the_time(w)
    return True


async def _know_the_time(w: World) -> None:
    """The bot reads Discord's clock off what people write."""
    now = w.client.times.unix
    came_back = now()
    w.alice.say(w.sandbox.channel("lounge"), "Good evening")
    await w.sandbox.until(lambda: now() > came_back + DOWN_SECONDS / 2 or None)


async def every_step(w: World, act: Act) -> list[Step]:
    """The steps of something, when nothing kills the bot."""
    with steps() as taken:
        await act(w)
        await idle(w)
    return taken.taken


async def idle(w: World, killed: asyncio.Event | None = None) -> None:
    """Wait until nothing is being done by itself, or the bot is dead."""
    services, quiet = w.client.services, 0
    parts = (services.part(SeekBoards), services.part(TournamentMessages), services.boards.updates)
    deadline = time.monotonic() + WITHIN
    while quiet < _IDLE_LOOKS and not (killed is not None and killed.is_set()):
        await w.handled()
        quiet = quiet + 1 if all(one.is_idle for one in parts) else 0
        assert time.monotonic() < deadline, "something is never done"
        await asyncio.sleep(0.01)
