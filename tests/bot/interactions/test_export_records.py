"""The numbers of matches that a person types for ``/record export``."""

from __future__ import annotations

import pytest

from bot.exceptions import Refusal
from bot.interactions.export_records import MAX_NUMBERS, match_numbers


@pytest.mark.parametrize(
    ("typed", "numbers"),
    [("12", [12]), ("12,15", [12, 15]), (" #12  15;\n3, ", [12, 15, 3]), ("7 7 5 7", [7, 5])],
)
def test_numbers(typed: str, numbers: list[int]) -> None:
    assert match_numbers(typed) == numbers


@pytest.mark.parametrize("typed", ["", " , ", "twelve", "12 x", "-3", "1.5", "9" * 16])
def test_what_is_no_number(typed: str) -> None:
    with pytest.raises(Refusal) as refused:
        match_numbers(typed)
    assert refused.value.key == "export.no-number"


def test_not_too_many() -> None:
    as_many = ",".join(map(str, range(MAX_NUMBERS)))
    assert len(match_numbers(as_many)) == MAX_NUMBERS
    with pytest.raises(Refusal) as refused:
        match_numbers(f"{as_many} 99")
    assert refused.value.key == "export.too-many"
