"""When a search stops: at its deadline, or at once when it is interrupted."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest

import ai.base
from ai import interrupt
from ai.base import Limit
from games import GAMES, game, replay
from games.base import Record

AN_HOUR = 3600.0
FEW_NODES = 50_000  # level 8 searches millions within the limit below


@pytest.fixture(autouse=True)
def uninterrupted() -> Iterator[None]:
    interrupt.clear()
    yield
    interrupt.clear()


def test_a_search_stops_at_its_deadline() -> None:
    stopped = threading.Event()
    with interrupt.stop_at(time.perf_counter() + 0.01, stopped.set):
        assert stopped.wait(10)


def test_a_deadline_beyond_any_timer_is_accepted() -> None:
    """A Gomocup manager sends one for no limit. It used to end the timer's thread with a traceback."""
    with interrupt.stop_at(time.perf_counter() + 1e15, lambda: None):
        assert any(isinstance(thread, threading.Timer) for thread in threading.enumerate())


def test_an_interrupt_stops_the_search_and_later_ones_of_the_same_task() -> None:
    later, stops = time.perf_counter() + AN_HOUR, list[str]()
    with interrupt.stop_at(later, lambda: stops.append("first")):
        assert not stops and not interrupt.requested()
        interrupt.request()
        assert stops == ["first"]
    with interrupt.stop_at(later, lambda: stops.append("second")):
        assert stops == ["first", "second"]


def test_the_next_task_is_not_interrupted() -> None:
    stops = list[str]()
    interrupt.request()
    interrupt.clear()
    with interrupt.stop_at(time.perf_counter() + AN_HOUR, lambda: stops.append("next")):
        pass
    interrupt.request()  # nothing is stopped after the block
    assert not stops


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_answers_an_interrupt_at_level_8(slug: str) -> None:
    record = Record(slug, game(slug).variants[0])
    for _ in range(4):
        moves = replay(record).legal_moves()
        record = record.then(moves[len(moves) // 2])
    interrupt.request()
    choice = ai.base.choose(record, "8", Limit(20.0, seed=1))
    assert choice.move in replay(record).legal_moves()
    assert choice.nodes < FEW_NODES


def test_an_interrupted_analysis_ends_with_its_verdict() -> None:
    """How likely the move is of whom takes longer than somebody should wait."""
    record = Record("hare_and_hounds", "classic")
    move = replay(record).legal_moves()[0]
    assert ai.base.analyse(record, move).likelihoods
    interrupt.request()
    assert ai.base.analyse(record, move).likelihoods == ()
