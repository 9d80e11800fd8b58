"""The vacations of people: some days a year on which their matches with days for a move are paused.

Days are counted in whole ones from the beginning of a vacation, each in the calendar year (UTC) in which it
begins. A vacation that lasts over New Year goes on with the days of the new year.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from datetime import UTC, datetime

DAYS_A_YEAR = 30
_DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class Vacation:
    """A person's vacation days, and the vacation that they are on."""

    user_id: int
    year: int = 0
    """The calendar year that the next two are about."""
    used: int = 0
    """The days used in it, without those of a vacation that goes on."""
    by_itself: bool = False
    """Whether a vacation began by itself in it, because a clock would have run out."""
    since: float | None = None
    """When the vacation that goes on began, in unix seconds; None if the person is not on vacation."""

    @property
    def is_away(self) -> bool:
        """Whether the person is on vacation."""
        return self.since is not None

    @property
    def ends_at(self) -> float | None:
        """When the vacation that goes on has used up the days; None if there is none."""
        if self.since is None:
            return None
        left, this_year = DAYS_A_YEAR - self.used, self._days_until_new_year(self.since)
        return self.since + _DAY * (left if left < this_year else this_year + DAYS_A_YEAR)

    def left(self, now: float) -> int:
        """The days left in the year of ``now``, in unix seconds; days begun on vacation are used."""
        return DAYS_A_YEAR - self.ended(now).used

    def in_year_of(self, now: float) -> Vacation:
        """The vacation days in the year of ``now``, or in that in which a vacation that goes on began."""
        year = _year(now)
        return self if self.is_away or year == self.year else Vacation(self.user_id, year)

    def begun(self, now: float, *, by_itself: bool = False) -> Vacation:
        """The vacation days with a vacation that begins at ``now``."""
        present = self.in_year_of(now)
        return replace(present, since=now, by_itself=present.by_itself or by_itself)

    def ended(self, now: float) -> Vacation:
        """The vacation days once a vacation that goes on ends, at ``now`` or when it has used up the days."""
        if self.since is None or self.ends_at is None:
            return self.in_year_of(now)
        days = max(1, math.ceil((min(now, self.ends_at) - self.since) / _DAY))
        this_year = self._days_until_new_year(self.since)
        if days <= this_year:
            return replace(self, used=self.used + days, since=None).in_year_of(now)
        return Vacation(self.user_id, self.year + 1, days - this_year).in_year_of(now)

    def _days_until_new_year(self, since: float) -> int:
        """How many days of a vacation begin before the next year."""
        return math.ceil((datetime(self.year + 1, 1, 1, tzinfo=UTC).timestamp() - since) / _DAY)


def _year(now: float) -> int:
    return datetime.fromtimestamp(now, UTC).year
