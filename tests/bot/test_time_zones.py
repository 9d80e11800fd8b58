"""The moments of an hour of each day, over changes of the clocks, and the names of time zones."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.time_zones import ZONES, known_zone, last_day, next_moment, zone_name

BERLIN = "Europe/Berlin"


def at(text: str, zone: str = BERLIN) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


@pytest.mark.parametrize(
    "zone", [BERLIN, "America/Nuuk", "Asia/Seoul", "America/New_York", "Pacific/Auckland", "UTC"]
)
@pytest.mark.parametrize("hour", [0, 2, 3, 9, 23])
def test_every_date_of_a_year_has_one_moment(zone: str, hour: int) -> None:
    moment, days = at("2026-01-01T12:00", zone), []
    end = at("2027-01-02T12:00", zone)
    while (moment := next_moment(moment, hour, zone)) < end:
        day, last = last_day(moment, hour, zone)
        days.append(day)
        assert last == moment and last_day(moment + 1800.0, hour, zone) == (day, moment)
    assert len(days) == len(set(days)) == 366
    assert days == sorted(days)


def test_a_skipped_hour_is_later_and_of_a_repeated_one_the_first_counts() -> None:
    skipped = next_moment(at("2026-03-28T12:00"), 2, BERLIN)
    assert skipped == at("2026-03-29T03:00")
    repeated = next_moment(at("2026-10-24T12:00"), 2, BERLIN)
    assert next_moment(repeated, 2, BERLIN) - repeated == 25 * 3600.0


def test_an_hour_before_midnight_that_is_skipped_belongs_to_its_own_day() -> None:
    """In Nuuk 23:00 to 24:00 is skipped: the puzzle comes at midnight, and another one the next evening."""
    skipped = next_moment(at("2026-03-28T12:00"), 23, "America/Nuuk")
    following = next_moment(skipped, 23, "America/Nuuk")
    assert following - skipped == 23 * 3600.0
    assert last_day(skipped, 23, "America/Nuuk") == ("2026-03-28", skipped)
    assert last_day(following, 23, "America/Nuuk") == ("2026-03-29", following)


def test_names_of_time_zones() -> None:
    assert all(known_zone(zone) == zone for zone in ZONES)
    assert known_zone(" america/new york ") == "America/New_York"
    assert known_zone("Seoul") is None and known_zone("../etc/passwd") is None
    assert [zone_name(None, "ko"), zone_name(None, "en-US"), zone_name(BERLIN, "ko")] == [
        "Asia/Seoul",
        "UTC",
        BERLIN,
    ]
