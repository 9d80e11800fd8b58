"""Clocks: the time charged and added turn by turn, and when the flag falls."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.base import Side
from games.clock import (
    CONTROLS,
    EVERY_CONTROL,
    GRACE_SECONDS,
    ROUNDS,
    Budget,
    Clock,
    TimeControl,
    given_by,
)

FIRST, SECOND = Side.FIRST, Side.SECOND
FIVE, TEN, BYO, DAY = (CONTROLS[name] for name in ("5+5", "10+10", "byo-yomi", "1-day"))
controls = st.sampled_from(sorted(CONTROLS))
seconds = st.floats(0, 2000, allow_nan=False)


def test_the_time_controls() -> None:
    terms = {
        name: (control.main, control.each_turn, control.increment, control.periods, control.period)
        for name, control in CONTROLS.items()
    }
    assert terms == {
        "1-day": (86_400, True, 0, 0, 0),
        "3-days": (259_200, True, 0, 0, 0),
        "7-days": (604_800, True, 0, 0, 0),
        "5+5": (300, False, 5, 0, 0),
        "10+10": (600, False, 10, 0, 0),
        "byo-yomi": (600, False, 0, 3, 30),
    }


@pytest.mark.parametrize(
    ("budget", "spent", "left"),
    [
        (Budget(600, 3), 0, Budget(600, 3)),
        (Budget(600, 3), 599, Budget(1, 3)),
        (Budget(600, 3), 600, Budget(0, 3)),
        (Budget(600, 3), 629.9, Budget(0, 3)),  # within the first period, which is restored
        (Budget(600, 3), 630, Budget(0, 2)),
        (Budget(0, 3), 29.9, Budget(0, 3)),
        (Budget(0, 3), 30, Budget(0, 2)),
        (Budget(0, 3), 89.9, Budget(0, 1)),
        (Budget(0, 1), 29.9, Budget(0, 1)),
        (Budget(0, 1), 30.5, Budget(0, 1)),  # within the grace, which keeps the last period
    ],
)
def test_byo_yomi_uses_up_whole_periods(budget: Budget, spent: float, left: Budget) -> None:
    assert BYO.after(budget, spent) == left


@pytest.mark.parametrize(
    ("control", "budget", "total"),
    [
        (BYO, Budget(600, 3), 690),
        (BYO, Budget(0, 1), 30),
        (FIVE, Budget(12), 12),
        (DAY, DAY.whole(FIRST), 86_400),
    ],
)
def test_the_flag_falls_when_all_time_is_used(control: TimeControl, budget: Budget, total: float) -> None:
    clock = Clock(control, budget, budget).turn(SECOND, 1000.0)
    assert clock.falls_at == 1000.0 + total
    assert not clock.has_fallen(1000.0 + total + GRACE_SECONDS)
    assert clock.has_fallen(1000.1 + total + GRACE_SECONDS)


def test_fischer_adds_an_increment_after_each_turn() -> None:
    clock = Clock.of(FIVE).turn(FIRST, 10.0)
    assert clock.left(FIRST, 110.0) == Budget(200)
    clock = clock.played(110.0).turn(SECOND, 110.0)
    assert (clock.first, clock.second) == (Budget(205), Budget(300))
    clock = clock.played(111.0)
    assert (clock.second, clock.side, clock.since, clock.falls_at) == (Budget(304), None, None, None)


def test_a_move_within_the_grace_leaves_the_increment() -> None:
    clock = Clock(FIVE, Budget(3), Budget(3)).turn(FIRST, 0.0)
    assert clock.played(3.5).first == Budget(5)


def test_every_turn_of_days_starts_with_the_whole_time() -> None:
    clock = Clock.of(DAY).turn(FIRST, 0.0).played(80_000.0).turn(SECOND, 80_000.0)
    assert clock.first == Budget(6_400)
    clock = clock.played(90_000.0).turn(FIRST, 90_000.0)
    assert clock.falls_at == 90_000.0 + 86_400


def test_an_interrupted_turn_continues_with_the_time_left() -> None:
    clock = Clock.of(FIVE).turn(FIRST, 0.0).stopped(80.0)
    assert (clock.first, clock.since, clock.side) == (Budget(220), None, FIRST)
    assert not clock.has_fallen(1e9)
    assert clock.resumed(500_000.0).falls_at == 500_220.0
    assert Clock.of(FIVE).turn(FIRST, 0.0).stopped(100.0).first == Budget(200), "and earns no increment"


def test_an_interrupted_turn_of_days_starts_over() -> None:
    """One player can resume the match while the other, whose turn it is, is away."""
    clock = Clock.of(DAY).turn(FIRST, 0.0).stopped(80_000.0)
    assert clock.resumed(500_000.0).falls_at == 500_000.0 + 86_400


def test_the_computer_has_no_clock() -> None:
    clock = Clock.of(FIVE).turn(FIRST, 0.0).played(20.0).turn(None, 20.0)
    assert clock.falls_at is None
    waited = clock.played(500.0).turn(FIRST, 500.0)
    assert (waited.first, waited.second, waited.falls_at) == (Budget(285), Budget(300), 785.0)
    assert clock.stopped(600.0) == clock == clock.resumed(600.0)


@given(controls, st.lists(st.tuples(seconds, st.sampled_from(["play", "rest", "computer"])), max_size=20))
def test_nobody_is_charged_for_the_turn_of_the_opponent(name: str, turns: list[tuple[float, str]]) -> None:
    control = CONTROLS[name]
    now, clock, side = 0.0, Clock.of(control).turn(FIRST, 0.0), FIRST
    for spent, deed in turns:
        before = clock
        now += spent
        if before.has_fallen(now):
            return
        other = clock.budget(side.other)
        clock = clock.stopped(now) if deed == "rest" else clock.played(now)
        assert clock.budget(side.other) == other
        most = control.total(before.budget(side)) + (control.increment if deed != "rest" else 0.0)
        assert control.total(clock.budget(side)) <= most + 1e-6
        if not control.periods:
            charged = min(spent, before.budget(side).seconds)
            assert control.total(clock.budget(side)) == pytest.approx(most - charged)
        assert clock.falls_at is None
        now += 12_345.0  # while it is stopped
        if deed == "rest":
            clock, rested = clock.resumed(now), clock.budget(side)
            assert clock.left(side, now) == (control.whole(side) if control.each_turn else rested)
        else:
            side = side if deed == "computer" else side.other
            clock = clock.turn(side, now)
        assert clock.falls_at is not None and clock.falls_at >= now


@given(controls, seconds, seconds)
def test_a_longer_turn_never_leaves_more_time(name: str, short: float, more: float) -> None:
    clock = Clock.of(CONTROLS[name]).turn(FIRST, 0.0)
    assert clock.left(FIRST, short + more) <= clock.left(FIRST, short)
    assert clock.left(FIRST, -short) == clock.control.whole(FIRST), "a count that was lost charges nobody"


def test_in_a_simul_in_rounds_an_opponent_has_three_times_as_long_as_the_giver() -> None:
    clock = Clock.of(given_by(ROUNDS["round-5m"], SECOND)).turn(FIRST, 100.0)
    assert (clock.side, clock.falls_at) == (FIRST, 1000.0)
    clock = clock.played(900.0).turn(SECOND, 900.0)
    assert (clock.side, clock.falls_at) == (SECOND, 1200.0)
    clock = clock.played(1100.0).turn(FIRST, 1100.0).played(1800.0).turn(SECOND, 1800.0)
    assert clock.falls_at == 2100.0, "each round has the whole time"
    assert clock.stopped(1900.0).resumed(6000.0).falls_at == 6300.0


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("control", ROUNDS)
def test_a_match_can_have_the_clock_of_a_giver_on_either_side(control: str, side: Side) -> None:
    given = given_by(ROUNDS[control], side)
    assert EVERY_CONTROL[given.name] == given and given.terms == control
