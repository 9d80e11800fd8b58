"""What is measured of a side's moves, and how well people are told where the answer is known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from bench.telling_apart import FEATURES, Job, area, interval, jobs_of, look, scores_of
from tests.bench.test_human_moves import GAMES


def test_a_game_and_one_that_goes_on_from_its_opening_are_measured() -> None:
    game = GAMES[0]
    human, model = look(Job(0, game, None)), look(Job(0, game, 2100.0))
    assert [(each.is_human, each.strength) for each in (human, model)] == [(True, 0.0), (False, 2100.0)]
    rows = np.array([*human.features, *model.features])
    assert rows.shape == (4, len(FEATURES))
    loss, best = FEATURES.index("loss"), FEATURES.index("best moves")
    assert rows[:2, loss].min() > rows[2:, loss].max(), "the game is of random moves"
    assert rows[:2, best].max() < rows[2:, best].min()
    assert look(Job(0, game, 2100.0)) == model, "its seed is the job's"


def test_each_game_that_was_won_is_measured_twice() -> None:
    won = [replace(game, black_discs=40) for game in GAMES if len(game.moves) == 60]
    jobs = jobs_of([*GAMES, *won], 2)
    assert [job.number for job in jobs] == [0, 0, 1, 1]
    assert [job.strength is None for job in jobs] == [True, False] * 2
    assert all(job.game.black_discs == 40 for job in jobs), "the others are draws"


def test_the_area_is_half_for_a_guess_and_all_for_a_sure_sign() -> None:
    is_human = np.array([1.0, 0.0] * 100)
    assert area(np.zeros(200), is_human) == 0.5
    assert area(is_human, is_human) == 1.0
    assert area(-is_human, is_human) == 0.0


def test_a_sign_is_learned_and_noise_is_not() -> None:
    random = np.random.default_rng(3)
    is_human = np.array([1.0, 0.0] * 200)
    numbers = np.repeat(np.arange(200), 2)
    noise = random.normal(size=(400, 3))
    guess = scores_of(noise, is_human, numbers)
    assert area(guess, is_human) == pytest.approx(0.5, abs=0.08)
    low, high = interval(guess, is_human, numbers)
    assert low < area(guess, is_human) < high
    noise[:, 1] += is_human
    assert area(scores_of(noise, is_human, numbers), is_human) == pytest.approx(0.76, abs=0.06)
