"""Evaluations in words: proven results with their number of plies, estimates without."""

from __future__ import annotations

import pytest

from ai.base import Choice
from bot.texts import texts
from bot.ui.evaluation import evaluation_label, evaluation_sentence
from games.base import Move


def choice(score: float, *, proven: bool = False, plies: int | None = None) -> Choice:
    return Choice(Move("d3"), score, 5, 100, (Move("d3"),), proven, plies)


@pytest.mark.parametrize(
    ("made", "english", "korean"),
    [
        (choice(1.0, proven=True, plies=23), "you win in 23 moves", "23수 만에 이깁니다(양쪽 수 합계)."),
        (choice(1.0, proven=True, plies=1), "win with this move", "이 수로 이깁니다."),
        (
            choice(-1.0, proven=True, plies=8),
            "lose in 8 moves",
            "8수 만에 집니다(양쪽 수 합계). 상대의 실수를",
        ),
        (choice(-1.0, proven=True, plies=1), "Every move loses", "어떻게 두어도 집니다."),
        (choice(0.0, proven=True), "it's a draw", "비깁니다"),
        (choice(1.0, proven=True), "With best play, you win.", "최선으로 두면 이깁니다."),
        (choice(-1.0, proven=True), "only chance is a mistake", "실수를 기대해"),
        (choice(0.99), "You are winning", "이기고 있습니다"),
        (choice(0.2), "slightly better", "조금 앞서"),
        (choice(0.0), "even", "팽팽합니다"),
        (choice(-0.2), "slightly worse", "조금 밀리고"),
        (choice(-0.99), "You are losing", "지고 있지만"),
    ],
)
def test_sentences(made: Choice, english: str, korean: str) -> None:
    assert english in evaluation_sentence(made, texts("en-US"))
    assert korean in evaluation_sentence(made, texts("ko"))


@pytest.mark.parametrize(
    ("made", "english", "korean"),
    [
        (choice(1.0, proven=True, plies=23), "winning in 23", "23수 만에 승리"),
        (choice(1.0, proven=True, plies=1), "winning with this move", "이 수로 승리"),
        (choice(-1.0, proven=True, plies=8), "loses in 8", "8수 만에 패배"),
        (choice(-1.0, proven=True, plies=1), "loses with any move", "어떻게 두어도 패배"),
        (choice(0.0, proven=True), "a draw", "무승부"),
        (choice(1.0, proven=True), "winning", "승리"),
        (choice(-1.0, proven=True), "losing", "패배"),
        (choice(0.99), "probably winning", "우세"),
        (choice(-0.2), "slightly worse", "조금 열세"),
    ],
)
def test_labels(made: Choice, english: str, korean: str) -> None:
    assert (evaluation_label(made, texts("en-US")), evaluation_label(made, texts("ko"))) == (english, korean)
