"""Chances of moves, and what fits people, where the right answer is known."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ai.human import mind
from ai.human.scale import Rung, Scale
from bench.against_people import Forecast, Line, along_rungs, best_of, best_slip, change, fit_line, interval

SCALE = Scale("8x8", (Rung(0.0, 600), Rung(2.0, 1000), Rung(4.0, 1400)), 1800)


def test_the_greatest_with_noise() -> None:
    assert best_of(np.array([1.0, 1.0])) == pytest.approx([0.5, 0.5])
    ahead = best_of(np.array([1.0, 0.0]))[0]
    assert ahead == pytest.approx(0.5 * (1 + math.erf(0.5)), abs=0.01), "the noise of both counts"
    assert best_of(np.array([20.0, 0.0, 0.0])) == pytest.approx([1, 0, 0])


def test_the_slip_is_as_often_as_moves_surprise() -> None:
    chance = np.array([1.0] * 85 + [0.0] * 15)
    assert best_slip(Forecast(chance, chance, np.full(100, 0.25))) == pytest.approx(0.2)


def test_chances_between_rungs_are_on_a_line() -> None:
    flat = np.array([0.5])
    rungs = {skill: Forecast(np.array([skill / 10]), flat, flat) for skill in (0.0, 2.0, 4.0)}
    assert [along_rungs(rungs, np.array([skill]))[0] for skill in (-1, 1, 2, 3.5, 9)] == pytest.approx(
        [0, 0.1, 0.2, 0.35, 0.4]
    )


def test_the_line_finds_who_plays_like_whom() -> None:
    """Whoever has 1300 plays as the weakest, 1500 as the middle, 1700 as the strongest."""
    elos = np.array([1300.0, 1500.0, 1700.0] * 20)
    rungs = {
        skill: Forecast(np.where(elos == elo, 0.9, 0.05), np.ones(60), np.full(60, 0.1))
        for skill, elo in ((0.0, 1300), (2.0, 1500), (4.0, 1700))
    }
    line, _ = fit_line(rungs, elos, SCALE)
    assert [line.skill(SCALE, elo) for elo in (1300, 1500, 1700)] == pytest.approx([0, 2, 4], abs=0.3)
    assert Line(1000, 0.0).skill(SCALE, 1300) == Line(1000, 0.0).skill(SCALE, 1700) == 2.0


def test_an_interval_is_as_wide_as_people_differ() -> None:
    same_people = np.repeat(np.arange(10), 10)
    values = np.repeat([0.0, 1.0] * 5, 10)
    low, high = interval(values, same_people)
    many_low, many_high = interval(values, np.arange(100))
    assert low < many_low < 0.5 < many_high < high


def test_a_number_of_a_module_can_be_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mind, "_CANDIDATES", 5)
    change("ai.human.mind._CANDIDATES=12")
    assert mind.Mind(1.0).candidates == 13
    with pytest.raises(ValueError, match="no number"):
        change("ai.human.mind._MISSPELLED=1")
