"""The time zones of servers, and the moments at which an hour of each day comes there.

A day is a date in a time zone, and an hour has one moment in it: where clocks skip the hour, it is that much
later, which can be on the next date, and where they repeat it, the first.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

ZONES = (
    "Asia/Seoul",
    "Asia/Tokyo",
    "Asia/Shanghai",
    "Asia/Singapore",
    "Asia/Ho_Chi_Minh",
    "Asia/Kolkata",
    "Asia/Dubai",
    "Europe/Moscow",
    "Europe/Istanbul",
    "Europe/Athens",
    "Europe/Berlin",
    "Europe/Paris",
    "Europe/London",
    "UTC",
    "America/Sao_Paulo",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "Pacific/Honolulu",
    "Australia/Perth",
    "Australia/Sydney",
    "Pacific/Auckland",
)
"""The time zones that a menu offers."""
_ZONES_BY_LANGUAGE = {"ko": "Asia/Seoul", "ja": "Asia/Tokyo"}
_UTC = "UTC"


def zone_name(chosen: str | None, locale: str) -> str:
    """The time zone of a server: what was chosen, or one by the language of the server in Discord."""
    return chosen or _ZONES_BY_LANGUAGE.get(locale, _UTC)


def known_zone(name: str) -> str | None:
    """The time zone that a typed name means, in any case and with spaces; None if there is none."""
    return _zones().get(name.strip().replace(" ", "_").lower())


@cache
def _zones() -> dict[str, str]:
    return {name.lower(): name for name in {*available_timezones(), _UTC}}


def time_zone(name: str) -> tzinfo:
    """The time zone with a name; UTC for an unknown one."""
    return UTC if name == _UTC or name.lower() not in _zones() else ZoneInfo(name)


def next_moment(after: float, hour: int, zone: str) -> float:
    """The first moment after ``after`` (unix seconds) at which it is that hour."""
    day = _date(after, zone) - timedelta(days=1)
    while (moment := _moment(day, hour, zone)) <= after:
        day += timedelta(days=1)
    return moment


def last_day(until: float, hour: int, zone: str) -> tuple[str, float]:
    """The day, as 2026-11-27, with the last moment that is not after ``until`` (unix seconds), and that."""
    day = _date(until, zone) + timedelta(days=1)
    while (moment := _moment(day, hour, zone)) > until:
        day -= timedelta(days=1)
    return day.isoformat(), moment


def _date(moment: float, zone: str) -> date:
    return datetime.fromtimestamp(moment, time_zone(zone)).date()


def _moment(day: date, hour: int, zone: str) -> float:
    return datetime(day.year, day.month, day.day, hour, tzinfo=time_zone(zone)).timestamp()
