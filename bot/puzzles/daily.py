"""When a server's daily puzzle is posted, and which one it is.

A day is a date in the server's time zone, and has one moment: where clocks skip the hour, it is that much
later, which can be on the next date, and where they repeat it, the first.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import cache
from random import Random
from zoneinfo import ZoneInfo, available_timezones

from ai.puzzles.puzzle import Puzzle
from bot import puzzles

LATE_SECONDS = 12 * 3600.0
"""How late a puzzle is still posted, for example after an outage; the day is skipped afterwards."""
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


def _zone(name: str) -> tzinfo:
    return UTC if name == _UTC or name.lower() not in _zones() else ZoneInfo(name)


def next_moment(after: float, hour: int, zone: str) -> float:
    """The first moment after ``after`` (unix seconds) at which a day's puzzle is posted."""
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
    return datetime.fromtimestamp(moment, _zone(zone)).date()


def _moment(day: date, hour: int, zone: str) -> float:
    return datetime(day.year, day.month, day.day, hour, tzinfo=_zone(zone)).timestamp()


def puzzle_of_day(guild_id: int, day: str, games: Collection[str], used: Sequence[str]) -> Puzzle:
    """The puzzle of a day: the games take turns, and none returns before all of its game were there.

    It is one of middling difficulty. ``used`` are the ids of the server's earlier ones, the oldest first.
    """
    turns = [slug for slug in puzzles.games_with_puzzles() if slug in games or not games]
    turns = turns or puzzles.games_with_puzzles()
    game = turns[date.fromisoformat(day).toordinal() % len(turns)]
    middling = _middling(puzzles.of_game(game))
    unused = [puzzle for puzzle in middling if puzzle.id not in used]
    if not unused:
        unused = [min(middling, key=lambda puzzle: _last_use(puzzle.id, used))]
    return Random(f"{guild_id} {day}").choice(unused)


def _middling(by_rating: Sequence[Puzzle]) -> Sequence[Puzzle]:
    """The middle half of puzzles in the order of their ratings; all of them if there are fewer than four."""
    quarter = len(by_rating) // 4
    return by_rating[quarter : len(by_rating) - quarter]


def _last_use(puzzle_id: str, used: Sequence[str]) -> int:
    return max(index for index, used_id in enumerate(used) if used_id == puzzle_id)
