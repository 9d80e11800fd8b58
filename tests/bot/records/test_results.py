"""Results as SGF writes them, and in the words of Korean, Chinese and Japanese servers and papers."""

from __future__ import annotations

import pytest

from bot.records.base import Ending, Result
from bot.records.results import result_of
from games.base import Side

BLACK, WHITE = Side.FIRST, Side.SECOND
RESIGNED, TIME, FORFEIT, VOID = Ending.RESIGNATION, Ending.TIME, Ending.FORFEIT, Result(None, Ending.VOID)
DRAW = Result(None)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("B+R", Result(BLACK, RESIGNED)),
        ("W+Time", Result(WHITE, TIME)),
        ("b + 0.5", Result(BLACK, None, 0.5)),
        ("W+3,5", Result(WHITE, None, 3.5)),
        ("White+F", Result(WHITE, FORFEIT)),
        ("Black + Resign", Result(BLACK, RESIGNED)),
        ("B+시간승", Result(BLACK, TIME)),
        ("W+3집반", Result(WHITE, None, 3.5)),
        ("W", Result(WHITE)),
        ("Black.", Result(BLACK)),
        ("Draw", DRAW),
        ("0", DRAW),
        ("Void", VOID),
        ("?", None),
        ("", None),
        ("B+99999999999999999999999999", Result(BLACK, None, 9999.0)),
        ("White wins by  resign!", Result(WHITE, RESIGNED)),
        ("Black wins by 0.5!", Result(BLACK, None, 0.5)),
        ("White resigns", Result(BLACK, RESIGNED)),
        ("Black lost on time", Result(WHITE, TIME)),
        ("win", None),
    ],
)
def test_in_letters_and_english(text: str, expected: Result | None) -> None:
    assert result(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("흑 불계승", Result(BLACK, RESIGNED)),
        ("흑불계승", Result(BLACK, RESIGNED)),
        ("백 불계승 (185수)", Result(WHITE, RESIGNED)),
        ("192수 끝, 흑 불계승", Result(BLACK, RESIGNED)),
        ("백 3집반승", Result(WHITE, None, 3.5)),
        ("백 반집승", Result(WHITE, None, 0.5)),
        ("흑 2.5집 승", Result(BLACK, None, 2.5)),
        ("3집반 흑승", Result(BLACK, None, 3.5)),
        ("흑승", Result(BLACK)),
        ("백 시간승", Result(WHITE, TIME)),
        ("백 시간패", Result(BLACK, TIME)),
        ("흑 기권승", Result(BLACK, FORFEIT)),
        ("무승부", DRAW),
        ("빅", DRAW),
        ("무효", VOID),
    ],
)
def test_in_korean(text: str, expected: Result) -> None:
    assert result(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("黑中盘胜", Result(BLACK, RESIGNED)),
        ("執黑中盤勝", Result(BLACK, RESIGNED)),
        ("黑中盤", Result(BLACK, RESIGNED)),
        ("白胜2子", Result(WHITE, None, 4.0)),
        ("黑胜3又3/4子", Result(BLACK, None, 7.5)),
        ("黑胜三又四分之一子", Result(BLACK, None, 6.5)),
        ("白1/4子胜", Result(WHITE, None, 0.5)),
        ("白1/2子胜", Result(WHITE, None, 1.0)),
        ("黑胜十二子半", Result(BLACK, None, 25.0)),
        ("白勝半目", Result(WHITE, None, 0.5)),
        ("白 ９目勝", Result(WHITE, None, 9.0)),
        ("黑超时胜", Result(BLACK, TIME)),
        ("白超时负", Result(BLACK, TIME)),
        ("白胜（黑超时）", Result(WHITE, TIME)),
        ("和棋", DRAW),
        ("黑白无胜负", VOID),
    ],
)
def test_in_chinese(text: str, expected: Result) -> None:
    assert result(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("白中押し勝ち", Result(WHITE, RESIGNED)),
        ("黒番中押し勝ち", Result(BLACK, RESIGNED)),
        ("白番3目半勝ち", Result(WHITE, None, 3.5)),
        ("黒二目半勝", Result(BLACK, None, 2.5)),
        ("黒時間切れ勝ち", Result(BLACK, TIME)),
        ("白時間切れ負け", Result(BLACK, TIME)),
        ("持碁", DRAW),
        ("ジゴ", DRAW),
        ("無勝負", VOID),
        ("打ち掛け", VOID),
    ],
)
def test_in_japanese(text: str, expected: Result) -> None:
    assert result(text) == expected


def test_the_winner_is_the_side_that_has_the_color() -> None:
    swapped = {BLACK: WHITE, WHITE: BLACK}
    assert result_of("흑 불계승", swapped) == Result(WHITE, RESIGNED)
    assert result_of("B+R", swapped) == Result(WHITE, RESIGNED)


def result(text: str) -> Result | None:
    return result_of(text, {side: side for side in Side})
