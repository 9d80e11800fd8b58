"""How many lines a text takes on the smallest phone."""

from __future__ import annotations

import pytest

from bot.ui.phone import rows


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("-# Accuracy: Black 86% · White 73%", 1),
        ("-# Played like: Black level 4 (1540\xa0±\xa0190) · White level 4 (1550\xa0±\xa0190)", 2),
        ("-# 정확도: 흑 100% · 백 68%", 1),
        ("-# 56. ⚪ a8?? −22개 · 흑 패스 다음 뒤집을 수 없는 돌이 60개 생김", 2),
        ("⚪ <@1399999999999999998> wins.", 1),
        ("", 1),
    ],
)
def test_a_line_breaks_between_words(line: str, count: int) -> None:
    assert rows(line) == count


def test_small_and_plain_text_has_fewer_lines_than_large_and_bold() -> None:
    words = "twelve words of text that are long enough for two lines here "
    assert rows(f"-# {words * 4}") < rows(words * 4)
    assert rows(f"-# {words * 9}") <= rows(f"-# **{words * 9}**")
