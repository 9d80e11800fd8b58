"""What is due on the clocks of a shard, and in which order."""

from __future__ import annotations

import pytest

from bot.match.due import DueAction, Schedule
from data.matches.queries import RunningClock
from data.model.match import Notified
from games.base import Side
from games.clock import EVERY_CONTROL, GRACE_SECONDS, Clock

DAY = 86_400.0
AFTER = GRACE_SECONDS + 0.01


def running(
    match_id: int, control: str, since: float = 0.0, *, people: bool = True, reminded: bool = False
) -> RunningClock:
    """A clock of the first side that started at ``since``."""
    clock = Clock.of(EVERY_CONTROL[control]).turn(Side.FIRST, since)
    notified = Notified.REMINDER if reminded else Notified.TURN
    return RunningClock(match_id, clock, people, notified, None)


def popped(schedule: Schedule, until: float) -> list[tuple[int, DueAction]]:
    found = []
    while (due := schedule.pop(until)) is not None:
        found.append((due.match_id, due.action))
    return found


def test_the_earliest_is_due_first() -> None:
    schedule = Schedule()
    for match_id, since in ((1, 50.0), (2, 10.0), (3, 30.0)):
        schedule.plan(running(match_id, "5+5", since))
    assert schedule.first_at == 310.0 + AFTER
    assert popped(schedule, 309.0 + AFTER) == []
    assert popped(schedule, 330.0 + AFTER) == [(2, DueAction.FLAG), (3, DueAction.FLAG)]
    assert schedule.first_at == 350.0 + AFTER


def test_a_turn_replaces_the_one_before() -> None:
    schedule = Schedule()
    schedule.plan(running(1, "5+5"))
    schedule.plan(running(1, "5+5", 40.0))
    assert schedule.first_at == 340.0 + AFTER
    schedule.forget(1)
    assert popped(schedule, 1e9) == []


def test_a_turn_that_is_scheduled_twice_is_due_once() -> None:
    schedule = Schedule()
    schedule.plan(running(1, "5+5"))
    schedule.plan(running(1, "5+5"))
    assert popped(schedule, 1e9) == [(1, DueAction.FLAG)]


@pytest.mark.parametrize(
    ("control", "people", "reminded", "reminds"),
    [
        ("1-day", True, False, True),
        ("1-day", False, False, False),
        ("1-day", True, True, False),
        ("5+5", True, False, False),
        ("vote-1d", True, False, False),  # nobody of those who vote is asked alone
        ("round-1h-first", True, False, False),  # who gives a simul has a list of the boards
        ("round-1h-second", True, False, True),
    ],
)
def test_people_are_reminded_once_when_a_quarter_of_the_days_is_left(
    control: str, people: bool, reminded: bool, reminds: bool
) -> None:
    schedule = Schedule()
    schedule.plan(running(1, control, people=people, reminded=reminded))
    flag, remind = (1, DueAction.FLAG), (1, DueAction.REMIND)
    assert popped(schedule, 2 * DAY) == ([remind, flag] if reminds else [flag])
    schedule.plan(running(1, control, people=people, reminded=reminded))
    whole = EVERY_CONTROL[control].whole(Side.FIRST).seconds
    assert schedule.first_at == (0.75 * whole if reminds else whole + AFTER)


def test_what_lively_matches_leave_behind_is_removed() -> None:
    schedule = Schedule()
    for number in range(10_000):
        schedule.plan(running(number % 100, "5+5", float(number)))
    assert len(schedule._due) == 100
    assert len(schedule._heap) <= 2 * len(schedule._due) + 101
