"""Discord waits three seconds for an answer. The event loop's time passes only as the tests say."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import pytest

from bot.messages import board_locks, composer, interaction_responses
from bot.messages.board_locks import ACKNOWLEDGE_SECONDS
from bot.messages.interaction_responses import WAIT_SECONDS, in_time
from tests.bot.discord_fakes import Method
from tests.bot.harness import Harness
from tests.bot.service import ANA
from tests.bot.slow_pictures import SlowPictures, pressing
from tests.clock import Clock

DISCORD_SECONDS = 3.0
ROUND_TRIP_SECONDS = 0.5  # left for the network, in both directions, and for the work itself


@pytest.fixture
async def loop_time(h: Harness, monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The loop's time, which stands still, and the waits of the product."""
    monkeypatch.setattr(interaction_responses, "WAIT_SECONDS", WAIT_SECONDS)
    monkeypatch.setattr(board_locks, "ACKNOWLEDGE_SECONDS", ACKNOWLEDGE_SECONDS)
    loop = asyncio.get_running_loop()
    stopped = Clock(loop.time())
    monkeypatch.setattr(loop, "time", stopped)
    return stopped


@pytest.fixture
def pictures(monkeypatch: pytest.MonkeyPatch) -> SlowPictures:
    """No picture is drawn before the test says so, and the bot waits as long as on Discord."""
    made = SlowPictures()
    monkeypatch.setattr(composer, "picture", made)
    return made


async def until(condition: Callable[[], object]) -> None:
    """Wait for threads; the loop's own time stands still."""
    for _ in range(60_000):
        if condition():
            return
        await asyncio.to_thread(time.sleep, 0.001)
    raise AssertionError


async def test_a_slow_answer_is_deferred_after_its_wait(h: Harness, loop_time: Clock) -> None:
    interaction, never = h.interaction(ANA), asyncio.Event()
    waiting = asyncio.create_task(in_time(interaction.typed(), never.wait()))
    await asyncio.sleep(0)
    loop_time.now += interaction_responses.WAIT_SECONDS - 0.01
    await asyncio.sleep(0)
    assert not h.discord.requests
    loop_time.now += 0.02
    await until(lambda: h.discord.of(Method.DEFER))
    never.set()
    assert await waiting


async def test_a_press_behind_a_stuck_edit_without_its_picture_is_deferred_in_time(
    h: Harness, pictures: SlowPictures, loop_time: Clock
) -> None:
    """The longest way: first for the lock of the board, then for the picture."""
    match, began = await h.match(), loop_time.now
    lock = h.services.boards.updates._locks.of(match.id)
    await lock.acquire()
    pressed = pressing(h, ANA, match)
    await until(lambda: lock._waiters)  # the press waits for it
    loop_time.now += board_locks.ACKNOWLEDGE_SECONDS + 0.01
    lock.release()
    await until(lambda: pictures.asked)
    loop_time.now += interaction_responses.WAIT_SECONDS + 0.01
    await until(lambda: h.discord.of(Method.DEFER))
    assert loop_time.now - began < DISCORD_SECONDS - ROUND_TRIP_SECONDS
    pictures.ready.set()
    assert (await pressed).method is Method.DEFER
