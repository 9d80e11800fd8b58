"""Glicko-2: Glickman's worked example, time, and what must hold for any match."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data.model.glicko import (
    MAX_DEVIATION,
    MAX_VOLATILITY,
    MIN_DEVIATION,
    PERIOD_SECONDS,
    Rating,
    Result,
    expected_score,
    rated,
    rated_pair,
)

RATINGS = st.builds(
    Rating,
    st.floats(-500, 4000),
    st.floats(MIN_DEVIATION, MAX_DEVIATION),
    st.floats(0.001, MAX_VOLATILITY),
)
ADVANTAGES = st.tuples(st.floats(-3000, 3000), st.floats(-3000, 3000))


def test_glickmans_worked_example() -> None:
    results = [
        Result(Rating(1400, 30), 1),
        Result(Rating(1550, 100), 0),
        Result(Rating(1700, 300), 0),
    ]
    after = rated(Rating(1500, 200, 0.06), results, periods=1.0, tau=0.5)
    assert after.value == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_period_without_matches_is_glickmans_step_6() -> None:
    after = rated(Rating(1500, 200, 0.06), [], periods=1.0)
    assert after == Rating(1500, 200, 0.06).after(PERIOD_SECONDS)
    assert (after.value, after.volatility) == (1500, 0.06)
    assert after.deviation == pytest.approx(200.2714, abs=0.0001)


def test_the_deviation_grows_with_time_up_to_that_of_a_newcomer() -> None:
    known = Rating(1800, 60)
    assert known.after(0) == known.after(-5) == known
    assert known.after(100).deviation < known.after(200).deviation
    assert known.after(30 * PERIOD_SECONDS).after(30 * PERIOD_SECONDS).deviation == pytest.approx(
        known.after(60 * PERIOD_SECONDS).deviation
    )
    assert known.after(1e12).deviation == MAX_DEVIATION


def test_newcomers_move_far_and_narrow_quickly() -> None:
    first, second = rated_pair(Rating(), Rating(), 1)
    assert first.value - 1500 == pytest.approx(1500 - second.value)
    assert 120 < first.value - 1500 < 200 and first.deviation < 300 and first.is_provisional


def test_an_advantage_makes_a_win_worth_less_and_a_draw_a_loss() -> None:
    even, ahead = (rated_pair(Rating(), Rating(), 1, by)[0].value for by in ((0.0, 0.0), (200.0, 200.0)))
    assert 1500 < ahead < even
    first, second = rated_pair(Rating(), Rating(), 0.5, (200.0, 200.0))
    assert first.value < 1500 < second.value


@given(RATINGS, RATINGS, ADVANTAGES, st.floats(0.2, 1.2))
def test_nobody_falls_by_winning_or_rises_by_losing(
    first: Rating, second: Rating, advantage: tuple[float, float], tau: float
) -> None:
    winner, loser = rated_pair(first, second, 1, advantage, tau)
    assert winner.value >= first.value and loser.value <= second.value
    for one in (winner, loser):
        assert MIN_DEVIATION <= one.deviation <= MAX_DEVIATION and 0 < one.volatility <= MAX_VOLATILITY


@given(RATINGS, RATINGS)
def test_expectations_of_both_sides_add_up(first: Rating, second: Rating) -> None:
    assert expected_score(first, second) + expected_score(second, first) == pytest.approx(1)
    if first.value > second.value:
        assert expected_score(first, second) >= 0.5
