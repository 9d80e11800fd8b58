"""How much one person may ask of the bot, and what a server allows. Start reading at `limits`.

A server's admin sets the limits of the server (``/settings``); those that hold everywhere are here. The store
checks numbers of matches in the transaction that would pass them; hints are counted in memory.
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable, Iterator

from ai.base import levels
from bot.exceptions import Refusal
from data.limits import Limits
from data.settings import GuildSettings

MATCHES_EVERYWHERE = 25
"""Unfinished matches of a person; no server can allow more."""
MATCHES_IN_SERVER = 10
"""Unfinished matches of a person in a server that sets no number of its own."""
CHALLENGES = 3
"""Challenges of a person that wait for an answer."""
STRONG_LEVELS = ("7", "8")
STRONG_MATCHES = 2
"""Matches of a person against the computer at one of the `STRONG_LEVELS`."""

HINTS = 6
HINT_SECONDS = 60.0
"""A person gets so many hints in so many seconds."""


def limits(settings: GuildSettings | None) -> Limits:
    """The limits in a server, or outside of servers."""
    return Limits(
        matches=MATCHES_EVERYWHERE,
        in_guild=(settings.matches if settings else None) or MATCHES_IN_SERVER,
        challenges=CHALLENGES,
        boards=settings.boards if settings else None,
        strong=STRONG_MATCHES,
        strong_levels=STRONG_LEVELS,
    )


def check_level(slug: str, level: str) -> None:
    """Refuse a level that the game does not have."""
    known = levels(slug)
    if level not in known:
        raise Refusal("play.unknown-level", level=level, known=", ".join(known))


def check_strength(settings: GuildSettings | None, level: str | None) -> None:
    """Refuse a level that the server does not want."""
    if settings is not None and not settings.strong and level in STRONG_LEVELS:
        raise Refusal("play.level-not-here")


class Hints:
    """Who asked for hints lately; it begins anew with the program."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._asked: deque[tuple[float, int]] = deque()
        self._waiting: set[int] = set()

    @contextlib.contextmanager
    def asked(self, user_id: int) -> Iterator[None]:
        """A hint for this person is thought about. Raises `Refusal` if another is, or after too many."""
        now = self._now()
        while self._asked and self._asked[0][0] <= now - HINT_SECONDS:
            self._asked.popleft()
        if user_id in self._waiting:
            raise Refusal("hint.one-at-a-time")
        lately = [moment for moment, one in self._asked if one == user_id]
        if len(lately) >= HINTS:
            raise Refusal("hint.too-many", most=HINTS, n=int(lately[0] + HINT_SECONDS - now) + 1)
        self._asked.append((now, user_id))
        self._waiting.add(user_id)
        try:
            yield
        finally:
            self._waiting.discard(user_id)
