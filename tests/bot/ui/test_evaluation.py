"""Evaluations in words: proven results with their number of moves, estimates without."""

from __future__ import annotations

import pytest

from ai.base import Choice
from bot.texts import texts
from bot.ui.evaluation import evaluation_label
from games.base import Move


def choice(score: float, *, proven: bool = False, plies: int | None = None) -> Choice:
    return Choice(Move("d3"), score, 5, 100, (Move("d3"),), proven, plies)


@pytest.mark.parametrize(
    ("made", "english", "korean"),
    [
        (choice(1.0, proven=True, plies=23), "winning in 12", "12번 두어 승리"),
        (choice(1.0, proven=True, plies=1), "winning at once", "바로 승리"),
        (choice(-1.0, proven=True, plies=8), "loses in 4", "상대가 4번 두면 패배"),
        (choice(1.0, proven=True, plies=2), "winning at once", "바로 승리"),
        (choice(-1.0, proven=True, plies=3), "loses in 1", "상대가 1번 두면 패배"),
        (choice(-1.0, proven=True, plies=1), "every move loses", "어떻게 두어도 패배"),
        (choice(0.0, proven=True), "a draw", "무승부"),
        (choice(1.0, proven=True), "winning", "승리"),
        (choice(-1.0, proven=True), "losing", "패배"),
        (choice(0.99), "probably winning", "우세"),
        (choice(0.2), "slightly better", "조금 우세"),
        (choice(0.0), "even", "팽팽"),
        (choice(-0.2), "slightly worse", "조금 열세"),
        (choice(-0.99), "probably losing", "열세"),
    ],
)
def test_labels(made: Choice, english: str, korean: str) -> None:
    assert (evaluation_label(made, texts("en-US")), evaluation_label(made, texts("ko"))) == (english, korean)
