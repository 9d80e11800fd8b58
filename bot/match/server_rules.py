"""What a server's admin allows: games, levels of the computer, who creates tournaments, quiet hours; bans.

In quiet hours nothing public begins: no match, challenge, seek or tournament. What has begun goes on, and
notifications wait or make no sound. Channels and numbers are checked elsewhere
(`bot/interactions/channel_checks.py`, `bot/match/limits.py`).
"""

from __future__ import annotations

import math
from collections.abc import Collection

from ai import strengths
from bot.exceptions import Refusal
from bot.texts import Raw
from bot.time_zones import last_day, next_moment, zone_name
from data.servers.bans import Ban
from data.servers.settings import GuildSettings
from games import GAMES

NUMBERED_LEVELS = tuple(str(level) for level in range(1, 9))
OTHER = "other"
"""Stands for the levels without a number: simple players, and programs of the bot's operator."""
LEVEL_CHOICES = (*NUMBERED_LEVELS, OTHER)


def allowed_games(settings: GuildSettings | None) -> tuple[str, ...]:
    """The games that can be played, in the order of the registry."""
    chosen = settings.games if settings is not None else ()
    return tuple(slug for slug in GAMES if slug in chosen) or tuple(GAMES)


def check_allowed(
    settings: GuildSettings | None,
    game: str | None,
    level: str | None,
    *,
    locale: str | None,
    now: float | None,
) -> None:
    """Raise `Refusal` for a match that a server does not allow; outside servers (None) all are allowed.

    ``level`` is the computer's, None between people. ``locale`` is the server's in Discord. In quiet hours
    nothing is allowed ``now`` (unix seconds); None for what does not begin anything.
    """
    if settings is None:
        return
    allowed = allowed_games(settings)
    if game is not None and game not in allowed:
        raise Refusal("play.game-not-here", games=" ".join(allowed))
    if level is not None and not _allows(settings, game, level):
        numbers = ", ".join(number for number in NUMBERED_LEVELS if number in settings.levels)
        raise Refusal("play.level-not-here", levels=numbers) if numbers else Refusal("play.only-other-levels")
    if now is not None:
        check_quiet(settings, locale, now)


def nearest_level(settings: GuildSettings | None, game: str, level: str) -> str:
    """A game's level with a number, or a strength, if it is allowed; else the nearest that is.

    That is the weaker of two, and ``level`` itself if there is none.
    """
    if settings is None or _allows(settings, game, level):
        return level
    numbers = [int(allowed) for allowed in settings.levels if allowed in NUMBERED_LEVELS]
    if not numbers:
        return level
    wanted = int(strengths.nearest_level(game, level))
    return str(min(numbers, key=lambda number: (abs(number - wanted), number)))


def can_organize(settings: GuildSettings, role_ids: Collection[int], *, is_manager: bool) -> bool:
    """Whether a person with these roles can create tournaments."""
    return is_manager or settings.organizers == settings.guild_id or settings.organizers in role_ids


def quiet_until(settings: GuildSettings | None, locale: str | None, now: float) -> float | None:
    """When the quiet hours end (unix seconds); None outside them. ``locale`` is the server's."""
    if settings is None or settings.quiet is None:
        return None
    start, end = settings.quiet
    zone = zone_name(settings.zone, locale or "")
    (_, began), (_, ended) = last_day(now, start, zone), last_day(now, end, zone)
    if began < ended:
        return None
    return next_moment(now, end, zone)


def check_quiet(settings: GuildSettings | None, locale: str | None, now: float) -> None:
    """Raise `Refusal` in quiet hours."""
    end = quiet_until(settings, locale, now)
    if end is not None:
        raise Refusal("play.quiet", when=Raw(f"<t:{round(end)}:t>"))


def ban_refusal(ban: Ban, *, of_match: bool = False) -> Refusal:
    """What a banned person reads in the server, or (``of_match``) elsewhere of a match that belongs to it."""
    if ban.until is None:
        return Refusal("ban.match.for-ever" if of_match else "ban.for-ever", reason=ban.reason)
    moment = math.ceil(ban.until)
    when, left = Raw(f"<t:{moment}:f>"), Raw(f"<t:{moment}:R>")
    key = "ban.match.until" if of_match else "ban.until"
    return Refusal(key, reason=ban.reason, when=when, left=left)


def _allows(settings: GuildSettings, game: str | None, level: str) -> bool:
    """Whether a level can be played; a strength counts as the nearest level."""
    number = strengths.nearest_level(game, level) if game is not None else level
    return not settings.levels or (number if number in NUMBERED_LEVELS else OTHER) in settings.levels
