"""Reads the dates of records."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

_FIRST_SHORT_YEAR = 70
"""Years of two digits are 1970 to 2069."""
_DATE = re.compile(r"(?<![0-9])([0-9]{4}|[0-9]{2})[-./]([0-9]{1,2})[-./]([0-9]{1,2})(?![0-9])")
"""Year, month and day."""
_SHORT = re.compile(r",\s*(?:([0-9]{1,2})-)?([0-9]{1,2})(?![0-9-])")
"""A comma and a day, or a month and a day."""


def read_dates(text: str) -> Sequence[date]:
    """The days of ``2026-11-05,06`` and similar texts, in order; those that cannot be read are left out.

    A day after a comma takes the year and the month from the one before it.

    >>> read_dates("96-12-31,1997-01-01,02")
    [datetime.date(1996, 12, 31), datetime.date(1997, 1, 1), datetime.date(1997, 1, 2)]
    """
    days: list[date] = []
    text, at = text[:500], 0
    while at < len(text):
        full, short = _DATE.match(text, at), _SHORT.match(text, at)
        if full is not None:
            days += _day(_year(full[1]), int(full[2]), int(full[3]))
            at = full.end()
        # After the comma a whole date can follow, whose year of two digits could be a day.
        elif short is not None and days and not _DATE.match(text, short.start() + 1):
            days += _day(days[-1].year, int(short[1] or days[-1].month), int(short[2]))
            at = short.end()
        else:
            at += 1
    return days


def _year(text: str) -> int:
    year = int(text)
    if len(text) == 4:
        return year
    return year + (1900 if year >= _FIRST_SHORT_YEAR else 2000)


def _day(year: int, month: int, day: int) -> list[date]:
    """A list of the day; empty if there is no such day."""
    try:
        return [date(year, month, day)]
    except ValueError:
        return []
