"""What a server allows: games, levels, who creates tournaments, and when."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from ai import strengths
from bot.exceptions import Refusal
from bot.match.server_rules import (
    allowed_games,
    can_organize,
    check_allowed,
    check_quiet,
    nearest_level,
    quiet_until,
)
from data.servers.settings import GuildSettings
from games import GAMES

SEOUL, BERLIN = "Asia/Seoul", "Europe/Berlin"


def at(zone: str, day: int, hour: int, minute: int = 0, month: int = 11) -> float:
    return datetime(2026, month, day, hour, minute, tzinfo=ZoneInfo(zone)).timestamp()


def quiet(start: int, end: int, zone: str = SEOUL) -> GuildSettings:
    return GuildSettings(7, quiet=(start, end), zone=zone)


@pytest.mark.parametrize(
    ("hours", "hour", "minute", "end"),
    [
        ((23, 7), 22, 59, None),
        ((23, 7), 23, 0, (28, 7)),
        ((23, 7), 0, 0, (27, 7)),
        ((23, 7), 6, 59, (27, 7)),
        ((23, 7), 7, 0, None),
        ((13, 15), 12, 59, None),
        ((13, 15), 13, 0, (27, 15)),
        ((13, 15), 14, 59, (27, 15)),
        ((13, 15), 15, 0, None),
        ((0, 23), 23, 30, None),
        ((0, 23), 12, 0, (27, 23)),
    ],
)
def test_quiet_hours(hours: tuple[int, int], hour: int, minute: int, end: tuple[int, int] | None) -> None:
    expected = None if end is None else at(SEOUL, *end)
    assert quiet_until(quiet(*hours), None, at(SEOUL, 27, hour, minute)) == expected


def test_quiet_hours_in_nights_when_clocks_change() -> None:
    """Berlin skips 2:00 to 3:00 on March 29, and has it twice on October 25."""
    for month, day, hours in ((3, 29, 8), (10, 25, 10)):
        evening = at(BERLIN, day - 1, 22, month=month)
        assert quiet_until(quiet(22, 7, BERLIN), None, evening) == evening + hours * 3600.0


def test_the_time_zone_is_that_of_the_server_or_its_language() -> None:
    night, settings = at(SEOUL, 27, 3), GuildSettings(7, quiet=(23, 7))
    assert quiet_until(settings, "ko", night) == at(SEOUL, 27, 7)
    assert quiet_until(settings, "en-US", night) is None, "in UTC it is 18:00"
    assert quiet_until(GuildSettings(7), "ko", night) is None
    assert quiet_until(None, "ko", night) is None


def test_the_refusal_says_when_they_end() -> None:
    with pytest.raises(Refusal) as caught:
        check_quiet(quiet(23, 7), None, at(SEOUL, 27, 1))
    assert caught.value.arguments == {"when": f"<t:{round(at(SEOUL, 27, 7))}:t>"}


def test_everything_is_allowed_outside_servers_and_by_default() -> None:
    for settings in (None, GuildSettings(7)):
        for game in GAMES:
            for level in ("1", "8", "classic", None):
                check_allowed(settings, game, level, locale="ko", now=at(SEOUL, 27, 3))
        assert allowed_games(settings) == tuple(GAMES)
        assert nearest_level(settings, "go", "3") == "3"


def test_of_two_levels_as_near_the_weaker_is_played() -> None:
    assert nearest_level(GuildSettings(7, levels=("5", "1", "other")), "go", "3") == "1"


@pytest.mark.parametrize(
    ("organizers", "roles", "is_manager", "can"),
    [
        (None, (8,), False, False),
        (None, (), True, True),
        (8, (8, 9), False, True),
        (8, (9,), False, False),
        (8, (), True, True),
        (7, (), False, True),
    ],
)
def test_who_creates_tournaments(
    organizers: int | None, roles: tuple[int, ...], is_manager: bool, can: bool
) -> None:
    settings = GuildSettings(7, organizers=organizers)
    assert can_organize(settings, roles, is_manager=is_manager) == can


def test_a_strength_counts_as_the_nearest_level() -> None:
    settings = GuildSettings(7, levels=("1", "4"))
    level_1, level_4 = (round(strengths.strength_of("othello", level) or 0) for level in ("1", "4"))
    step = round(strengths.step("othello"))
    for strength in map(str, (level_4 + 10, level_4 - 60, level_1 + 50, level_1 - 40)):
        check_allowed(settings, "othello", strength, locale="ko", now=None)
        assert nearest_level(settings, "othello", strength) == strength
    with pytest.raises(Refusal):
        check_allowed(settings, "othello", str(level_4 + step), locale="ko", now=None)
    assert nearest_level(settings, "othello", str(level_4 + step)) == "4"
    assert nearest_level(settings, "othello", str(level_1 + step)) == "1"
