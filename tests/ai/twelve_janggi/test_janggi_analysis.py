"""Verdicts by the tablebase, played out by the rules, and without it."""

from __future__ import annotations

import random

import pytest

from ai.base import Limit, NoVerdict
from ai.twelve_janggi import tablebase
from ai.twelve_janggi.engine import ENGINE
from games.twelve_janggi import TWELVE_JANGGI, JanggiPosition
from tests.ai.twelve_janggi.positions import LONGEST_WIN, played

LIMIT = Limit(1.0)


def test_a_win_in_n_plies_ends_after_n_plies() -> None:
    checked = 0
    for position in list(played(12, seed=4))[::3]:
        line = ENGINE.analyse(position, None, LIMIT).best
        if line.plies is None or line.plies > 40:
            continue
        checked += 1
        side, reached, plies = position.to_move, position, 0
        while reached.outcome() is None:
            reached = reached.play(ENGINE.analyse(reached, None, LIMIT).best.move)
            plies += 1
        outcome = reached.outcome()
        assert outcome is not None and plies == line.plies
        assert line.score == (1.0 if outcome.winner is side else -1.0)
    assert checked >= 10


def test_a_move_is_worth_what_the_other_sides_best_answer_leaves() -> None:
    dice, different = random.Random(2), 0
    for position in list(played(6, seed=9))[::3]:
        move = dice.choice(position.legal_moves())
        verdict = ENGINE.analyse(position, move, LIMIT)
        following = position.play(move)
        if following.outcome() is not None:
            continue
        line, answer = verdict.played or verdict.best, ENGINE.analyse(following, None, LIMIT).best
        if line.proven and answer.proven:
            assert line.score == -answer.score
            assert line.plies is None or answer.plies == line.plies - 1
            assert line.score <= verdict.best.score
            different += verdict.played is not None
    assert different >= 5


def test_the_longest_win() -> None:
    verdict = ENGINE.analyse(longest(), None, LIMIT)
    assert (verdict.best.score, verdict.best.proven, verdict.best.plies) == (1.0, True, 179)


def test_without_the_tablebase_nothing_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tablebase, "shipped", lambda: None)
    with pytest.raises(NoVerdict):
        ENGINE.analyse(longest(), None, LIMIT)


def longest() -> JanggiPosition:
    return TWELVE_JANGGI.position(LONGEST_WIN)
