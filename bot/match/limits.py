"""How much one person can ask of the bot, and what a server allows.

A server's admin sets the server's limits (``/settings``); those that hold everywhere are constants here. The
store checks the numbers of matches in the transaction that would exceed them.
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable, Iterator

from bot.exceptions import Refusal, UnknownLevel
from bot.lru import LRU
from bot.match.engines import levels_of
from data.model import Limits
from data.settings import GuildSettings

MATCHES_EVERYWHERE = 25
"""Unfinished matches per person; no server can allow more."""
MATCHES_IN_SERVER = 10
"""Unfinished matches per person in a server that does not set a number."""
CHALLENGES = 3
"""Open challenges per person."""
STRONG_LEVELS = ("7", "8")
STRONG_MATCHES = 2
"""Unfinished matches per person against the computer at one of the `STRONG_LEVELS`."""

UNANSWERED = 3
UNANSWERED_SECONDS = 600.0
"""A person can challenge another so often in this time, each time with a mention, unless that one accepts."""
NOT_NOW = "challenge.not-now"
"""The text key of a refusal that does not say why: after too many challenges, or because of a block."""
BLOCKS = 25
"""People whom one person can block: a menu of Discord's shows no more."""

WELCOME_SECONDS = 60.0
"""A channel gets at most one welcome in this time from people who mention the bot."""

HINTS = 6
HINT_SECONDS = 60.0
"""A person gets at most `HINTS` hints in this time."""

IMPORTS = 5
IMPORT_SECONDS = 60.0
"""A person can have at most `IMPORTS` files read in this time."""

ATTEMPTS = 20
ATTEMPT_SECONDS = 60.0
"""A person can try at most `ATTEMPTS` moves at their mistakes in this time."""

REPLAYS = 3
REPLAY_SECONDS = 60.0
"""A person gets at most `REPLAYS` animations in this time."""

SHARES = 5
SHARE_SECONDS = 60.0
"""A person can post at most `SHARES` pictures of positions in this time."""

_MOST_CHANNELS = 10_000  # that are remembered
_MOST_PAIRS = 10_000


def limits(settings: GuildSettings | None) -> Limits:
    """The limits in a server, or outside servers (None)."""
    return Limits(
        matches=MATCHES_EVERYWHERE,
        in_guild=(settings.matches if settings else None) or MATCHES_IN_SERVER,
        challenges=CHALLENGES,
        in_channel=settings.boards if settings else None,
        strong=STRONG_MATCHES,
        strong_levels=STRONG_LEVELS,
    )


def check_level(slug: str, level: str) -> None:
    """Refuse a level that the game does not have."""
    known = levels_of(slug)
    if level not in known:
        raise UnknownLevel(slug, level, known)


class WelcomeLimit:
    """Lets one welcome pass in each channel in `WELCOME_SECONDS`; in memory only. ``now`` returns seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._given: LRU[int, float] = LRU(_MOST_CHANNELS)

    def take(self, channel_id: int) -> bool:
        """Whether the channel can get a welcome now; that counts as one."""
        now, last = self._now(), self._given.get(channel_id)
        if last is not None and now - last < WELCOME_SECONDS:
            return False
        self._given[channel_id] = now
        return True


class ChallengeLimit:
    """Counts the challenges of one person to another since the last one was accepted; in memory only.

    ``now`` returns seconds.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._made: LRU[tuple[int, int], deque[float]] = LRU(_MOST_PAIRS)

    def check(self, challenger_id: int, challenged_id: int) -> None:
        """Raise `Refusal` if one more challenge is too many."""
        made = self._made.get((challenger_id, challenged_id), deque())
        if len(made) == UNANSWERED and self._now() - made[0] < UNANSWERED_SECONDS:
            raise Refusal(NOT_NOW)

    def made(self, challenger_id: int, challenged_id: int) -> None:
        """Count a challenge."""
        pair = challenger_id, challenged_id
        self._made[pair] = deque([*self._made.get(pair, ()), self._now()], maxlen=UNANSWERED)

    def accepted(self, challenger_id: int, challenged_id: int) -> None:
        """Count from 0 again: the other person wants to play."""
        self._made.pop((challenger_id, challenged_id), None)


class OneAtATime:
    """Keeps a person from doing twice at once what they mean to do once, such as by a double tap."""

    def __init__(self) -> None:
        self._busy: set[int] = set()

    @contextlib.contextmanager
    def take(self, user_id: int) -> Iterator[bool]:
        """A block of which one per person runs at a time; the value is False in every other one."""
        if user_id in self._busy:
            yield False
            return
        self._busy.add(user_id)
        try:
            yield True
        finally:
            self._busy.discard(user_id)


class PersonLimit:
    """Counts how often each person is given something costly; in memory only. ``now`` returns seconds.

    ``busy`` and ``too_many`` are the text keys of refusals. The second has ``most`` and the seconds ``n``
    until the next one.
    """

    def __init__(
        self, now: Callable[[], float], most: int, seconds: float, *, busy: str, too_many: str
    ) -> None:
        self._now = now
        self._most = most
        self._seconds = seconds
        self._busy_key = busy
        self._too_many_key = too_many
        self._given: deque[tuple[float, int]] = deque()
        self._busy: set[int] = set()

    @contextlib.contextmanager
    def take(self, user_id: int) -> Iterator[None]:
        """Use one of a person's times. Raises `Refusal` while another is in use, or after too many."""
        now = self._now()
        while self._given and self._given[0][0] <= now - self._seconds:
            self._given.popleft()
        if user_id in self._busy:
            raise Refusal(self._busy_key)
        recent = [moment for moment, one in self._given if one == user_id]
        if len(recent) >= self._most:
            seconds = int(recent[0] + self._seconds - now) + 1
            raise Refusal(self._too_many_key, most=self._most, n=seconds)
        self._given.append((now, user_id))
        self._busy.add(user_id)
        try:
            yield
        finally:
            self._busy.discard(user_id)


class HintLimit(PersonLimit):
    """Counts the hints that each person gets. ``now`` returns seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        super().__init__(now, HINTS, HINT_SECONDS, busy="hint.one-at-a-time", too_many="hint.too-many")


class ImportLimit(PersonLimit):
    """Counts the files that are read for each person. ``now`` returns seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        super().__init__(
            now, IMPORTS, IMPORT_SECONDS, busy="import.one-at-a-time", too_many="import.too-many"
        )


class ShareLimit(PersonLimit):
    """Counts the pictures of positions that each person posts. ``now`` returns seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        super().__init__(now, SHARES, SHARE_SECONDS, busy="share.one-at-a-time", too_many="share.too-many")


class AttemptLimit(PersonLimit):
    """Counts the moves that each person tries at their mistakes. ``now`` returns seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        super().__init__(
            now, ATTEMPTS, ATTEMPT_SECONDS, busy="practice.one-at-a-time", too_many="practice.too-many"
        )


class ReplayLimit(PersonLimit):
    """Counts the animations that are made for each person. ``now`` returns seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        super().__init__(
            now, REPLAYS, REPLAY_SECONDS, busy="replay.one-at-a-time", too_many="replay.too-many"
        )
