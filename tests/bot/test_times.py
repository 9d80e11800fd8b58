"""Time that neither jumps of the machine's clock nor a freeze of the process change."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.times import FREEZE_SECONDS, RunningTime, UnixTime
from tests.clock import Clock

NOW = 1_700_000_000.0


def made_at(moment: float) -> int:
    """An id that Discord made then."""
    return discord.utils.time_snowflake(datetime.fromtimestamp(moment, UTC))


@pytest.fixture
def wall() -> Clock:
    clock = Clock()
    clock.now = NOW
    return clock


@pytest.fixture
def ticks() -> Clock:
    return Clock()


@pytest.mark.parametrize("jump", [3_600.0, -7_200.0, 30 * 86_400.0])
def test_a_jump_of_the_machines_clock_moves_nothing(wall: Clock, ticks: Clock, jump: float) -> None:
    now = UnixTime(wall, ticks)
    wall.now += jump
    ticks.now += 5
    assert now() == NOW + 5


@pytest.mark.parametrize("wrong", [-86_400.0, 0.0, 86_400.0])
def test_the_first_id_corrects_a_clock_that_is_wrong(wall: Clock, ticks: Clock, wrong: float) -> None:
    wall.now += wrong
    now = UnixTime(wall, ticks)
    now.adjust_to_id(made_at(NOW))
    ticks.now += 5
    assert now() == pytest.approx(NOW + 5)


def answer(date: str | None) -> Any:
    """What aiohttp says of an answer."""
    return SimpleNamespace(response=SimpleNamespace(headers={} if date is None else {"Date": date}))


@pytest.mark.parametrize("wrong", [-86_400.0, 86_400.0])
async def test_an_answer_corrects_a_clock_that_is_wrong(wall: Clock, ticks: Clock, wrong: float) -> None:
    wall.now += wrong
    now = UnixTime(wall, ticks)
    await now.adjust_to_answer(None, None, answer(None))
    assert now() == NOW + wrong
    await now.adjust_to_answer(None, None, answer("Tue, 14 Nov 2023 22:13:20 GMT"))
    assert now() == NOW


async def test_an_answer_is_less_precise_than_a_clock_that_is_right(wall: Clock, ticks: Clock) -> None:
    now = UnixTime(wall, ticks)
    await now.adjust_to_answer(None, None, answer("Tue, 14 Nov 2023 22:13:19 GMT"))
    assert now() == NOW
    now.adjust_to_id(made_at(NOW + 20))
    await now.adjust_to_answer(None, None, answer("Tue, 14 Nov 2023 22:13:20 GMT"))
    assert now() == pytest.approx(NOW + 20)


def test_an_event_that_arrives_late_moves_nothing(wall: Clock, ticks: Clock) -> None:
    now = UnixTime(wall, ticks)
    now.adjust_to_id(made_at(NOW))
    ticks.now += 60
    now.adjust_to_id(made_at(NOW + 10))
    assert now() == pytest.approx(NOW + 60)


def test_time_in_which_the_machine_slept_is_caught_up(wall: Clock, ticks: Clock) -> None:
    """A monotonic clock can stand still while a machine is suspended."""
    now = UnixTime(wall, ticks)
    now.adjust_to_id(made_at(NOW))
    ticks.now += 5
    now.adjust_to_id(made_at(NOW + 500))
    assert now() == pytest.approx(NOW + 500)


def test_running_time_counts_seconds(ticks: Clock) -> None:
    running = RunningTime(ticks)
    began = running()
    ticks.now += 100
    assert running() == began + 100, "nobody looks at the loop yet"
    for _ in range(4):
        assert running.touch() == 0
        ticks.now += FREEZE_SECONDS
    assert running() == began + 100 + 4 * FREEZE_SECONDS


def test_a_freeze_is_not_counted_before_or_after_it_is_noticed(ticks: Clock) -> None:
    running = RunningTime(ticks)
    running.touch()
    began = running()
    ticks.now += 8
    assert running() == began
    assert (running.touch(), running.touch()) == (8, 0)
    assert running() == began
    ticks.now += 0.5
    assert running() == began + 0.5
