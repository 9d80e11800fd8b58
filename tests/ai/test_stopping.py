"""When a search must stop: at its time, or as soon as it is told to hurry."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest

import ai.base
from ai import stopping
from ai.base import Limit
from games import GAMES, game, replay
from games.base import Record

AN_HOUR = 3600.0
FEW_NODES = 50_000  # level 8 looks at millions in the limit below


@pytest.fixture(autouse=True)
def unhurried() -> Iterator[None]:
    stopping.begin()
    yield
    stopping.begin()


def test_a_search_stops_at_its_time() -> None:
    stopped = threading.Event()
    with stopping.stopping(time.perf_counter() + 0.01, stopped.set):
        assert stopped.wait(10)


def test_a_time_no_timer_can_wait_for_is_none() -> None:
    """Sent by a manager that means no limit; the timer's thread died of it, and said so on the terminal."""
    with stopping.stopping(time.perf_counter() + 1e15, lambda: None):
        assert any(isinstance(thread, threading.Timer) for thread in threading.enumerate())


def test_a_search_stops_when_told_to_hurry_and_so_does_the_next_of_the_same_task() -> None:
    later, stops = time.perf_counter() + AN_HOUR, list[str]()
    with stopping.stopping(later, lambda: stops.append("first")):
        assert not stops and not stopping.hurried()
        stopping.hurry()
        assert stops == ["first"]
    with stopping.stopping(later, lambda: stops.append("second")):
        assert stops == ["first", "second"]


def test_the_next_task_has_all_its_time() -> None:
    stops = list[str]()
    stopping.hurry()
    stopping.begin()
    with stopping.stopping(time.perf_counter() + AN_HOUR, lambda: stops.append("next")):
        pass
    stopping.hurry()  # after the block nobody is stopped
    assert not stops


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_answers_level_8_with_what_it_has(slug: str) -> None:
    record = Record(slug, game(slug).variants[0])
    for _ in range(4):
        moves = replay(record).legal_moves()
        record = record.then(moves[len(moves) // 2])
    stopping.hurry()
    choice = ai.base.choose(record, "8", Limit(20.0, seed=1))
    assert choice.move in replay(record).legal_moves()
    assert choice.nodes < FEW_NODES
