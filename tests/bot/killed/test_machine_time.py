"""The machine's clock jumps, or the process is frozen, in the middle of matches: nobody pays for it."""

from __future__ import annotations

import asyncio
import re
import signal
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from data.model.match import Match
from sandbox import Person, Sandbox

from ..service import some_move
from ..whole.world import FakePlayer, World, is_shown
from .process import PROGRAM, BotProcess, stored

WITHIN = 180.0
NEAR = 60.0
"""Seconds by which a busy machine may be late; far less than a clock jumps."""
JUMPS = (3_600.0, -7_200.0, 30 * 86_400.0)
FROZEN_SECONDS = 4.0
JUMPING = """
import time
machine = time.time
time.time = lambda: machine() + float(open({file!r}).read())
"""


class Table:
    """A real bot whose machine's clock is ahead by what a file says."""

    def __init__(self, sandbox: Sandbox, folder: Path) -> None:
        self.path, self.jump = folder / "daeguk.db", folder / "jump"
        self.jump.write_text("0")
        self.bot = BotProcess(sandbox, self.path, JUMPING.format(file=str(self.jump)) + PROGRAM)
        self.hands = World(sandbox, self.path, FakePlayer())

    def match(self, match_id: int) -> Match:
        return stored(self.path)[match_id]

    async def until(self, match_id: int, test: Callable[[Match], object]) -> Match:
        """The match, once it passes a test and its board shows it."""
        deadline = time.monotonic() + WITHIN
        while not (test(match := self.match(match_id)) and self._is_shown(match)):
            assert time.monotonic() < deadline, "\n".join(self.bot.lines[-20:])
            await asyncio.sleep(0.05)
        return match

    def _is_shown(self, match: Match) -> bool:
        return match.home.message_id is not None and is_shown(self.hands.board(match), match)

    async def challenge(self, one: Person, other: Person) -> Match:
        await one.command(self.hands.games, "play othello", opponent=other, side="first", clock="5+5")
        return await self.until(max(stored(self.path)), lambda match: match.state == "challenge")

    async def accept(self, person: Person, match: Match) -> Match:
        await person.click(self.hands.board(match), label="✅")
        return await self.until(match.id, lambda one: one.state == "playing")

    async def move(self, person: Person, match: Match, move: str) -> Match:
        await person.click(self.hands.board(match), label=move)
        return await self.until(match.id, lambda one: one.ply == match.ply + 1)

    def seconds_left(self, match: Match) -> float:
        """How long until the flag falls, by the board and a true clock."""
        found = re.search(r"<t:(\d+):R>", self.hands.board(match).text)
        assert found is not None
        return int(found[1]) - time.time()


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with Sandbox.running() as sandbox:
        table = Table(sandbox, tmp_path)
        await table.bot.start()
        try:
            await table.bot.ready()
            yield table
        finally:
            await table.bot.end()


async def test_nobody_pays_for_jumps_and_freezes(table: Table) -> None:
    match = await jumps_change_nothing(table)
    await a_freeze_costs_nobody_time(table, match)


async def jumps_change_nothing(table: Table) -> Match:
    """Boards stay where they are and show the true end of the time; a challenge stays open."""
    hands = table.hands
    match = await table.accept(hands.bob, await table.challenge(hands.alice, hands.bob))
    pending = await table.challenge(hands.minji, hands.junho)
    moves = ((hands.alice, "d3"), (hands.bob, "c5"), (hands.alice, "d6"))
    for jump, (person, move) in zip(JUMPS, moves, strict=True):
        table.jump.write_text(str(jump))
        before, match = match, await table.move(person, match, move)
        assert match.home.message_id == before.home.message_id
        assert abs(table.seconds_left(match) - 300) < NEAR
    accepted = await table.accept(hands.junho, pending)
    assert abs(table.seconds_left(accepted) - 300) < NEAR
    return match


async def a_freeze_costs_nobody_time(table: Table, match: Match) -> None:
    began = time.monotonic()
    before = await table.move(table.hands.bob, match, some_move(match))
    table.bot.process.send_signal(signal.SIGSTOP)
    await asyncio.sleep(FROZEN_SECONDS)
    table.bot.process.send_signal(signal.SIGCONT)
    after = await table.move(table.hands.alice, before, some_move(before))
    assert before.clock is not None and after.clock is not None
    spent = before.clock.first.seconds + after.clock.control.increment - after.clock.first.seconds
    assert 0 <= spent < time.monotonic() - began - FROZEN_SECONDS
    assert any("the event loop stood still" in line for line in table.bot.lines)
