"""Vacation days: counted whole, by calendar year, over New Year, and once by itself."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from data.model.vacation import DAYS_A_YEAR, Vacation

DAY = 86_400.0


def moment(year: int, month: int, day: int, hour: int = 0) -> float:
    return datetime(year, month, day, hour, tzinfo=UTC).timestamp()


JUNE, DECEMBER = moment(2026, 6, 1), moment(2026, 12, 20, 12)


@pytest.mark.parametrize(
    ("since", "used", "after", "then"),
    [
        (JUNE, 0, 60.0, Vacation(1, 2026, 1)),
        (JUNE, 0, DAY, Vacation(1, 2026, 1)),
        (JUNE, 0, DAY + 1, Vacation(1, 2026, 2)),
        (JUNE, 3, 5 * DAY, Vacation(1, 2026, 8)),
        (JUNE, 0, 400 * DAY, Vacation(1, 2027)),
        (DECEMBER, 0, 3 * DAY, Vacation(1, 2026, 3)),
        (DECEMBER, 20, 100 * DAY, Vacation(1, 2027)),
        (DECEMBER, 0, 20 * DAY, Vacation(1, 2027, 8)),
        (DECEMBER, 18, 14 * DAY, Vacation(1, 2027, 2)),
        (DECEMBER, 17, 200 * DAY, Vacation(1, 2027, 30)),
    ],
)
def test_what_a_vacation_uses(since: float, used: int, after: float, then: Vacation) -> None:
    """From December 20 at noon, 12 days begin before New Year."""
    begun = Vacation(1, 2026, used).begun(since)
    ended = begun.ended(since + after)
    if then == Vacation(1, 2027):  # used up in the year before
        assert begun.ends_at == since + DAY * (DAYS_A_YEAR - used)
    assert ended == then


@pytest.mark.parametrize(
    ("since", "used", "days"), [(JUNE, 0, 30), (JUNE, 29, 1), (DECEMBER, 20, 10), (DECEMBER, 18, 12 + 30)]
)
def test_when_it_ends_by_itself(since: float, used: int, days: int) -> None:
    assert Vacation(1, 2026, used).begun(since).ends_at == since + days * DAY


def test_a_new_year_brings_new_days() -> None:
    last = Vacation(1, 2026, 30, by_itself=True)
    assert last.left(DECEMBER) == 0 and last.left(moment(2027, 1, 1)) == DAYS_A_YEAR
    assert last.in_year_of(moment(2027, 1, 1)) == Vacation(1, 2027)
    assert Vacation(1, 2026, 5).begun(JUNE).left(JUNE + 60) == DAYS_A_YEAR - 6
