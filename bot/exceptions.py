"""What the bot refuses to do; `bot/interactions/error_replies.py` turns each into a sentence.

::

    ValueError
    └── games.base.RuleError       the rules refuse: bad notation, an illegal move, …
    Exception
    └── Refusal                    the match service or a command refuses
        ├── UnknownLevel           the game has no such level
        └── Outdated               the person saw an older state of the match; carries the current one
            └── TimeIsUp           a flag had fallen before; carries the match that ended by that
"""

from __future__ import annotations

from collections.abc import Coroutine, Iterable
from typing import TypeVar

from data.errors import LimitKind, LimitReached, Stale
from data.model.match import Match

T = TypeVar("T")

_LIMITS = {
    LimitKind.MATCHES: "limit.matches",
    LimitKind.IN_GUILD: "limit.in-guild",
    LimitKind.IN_CHANNEL: "limit.boards",
    LimitKind.CHALLENGES: "limit.challenges",
    LimitKind.SAME_PERSON: "limit.same-person",
    LimitKind.STRONG: "limit.strong",
}
"""The text key of each limit."""


class Refusal(Exception):
    """Something cannot be done now. ``key`` names the sentence that says why, and what to do instead."""

    def __init__(self, key: str, **arguments: str | int) -> None:
        super().__init__(key, arguments)
        self.key = key
        self.arguments = arguments


class UnknownLevel(Refusal):
    """The game ``slug`` has no such ``level``, but the levels ``known``, and plays at these strengths."""

    def __init__(self, slug: str, level: str, known: Iterable[str], strengths: range) -> None:
        self.slug, self.known = slug, tuple(known)
        super().__init__(
            "play.unknown-level",
            level=level,
            known=", ".join(self.known),
            lowest=strengths[0],
            highest=strengths[-1],
        )


class Outdated(Refusal):
    """The person saw an older state of the match; ``match`` is the current one."""

    def __init__(self, match: Match, key: str = "match.outdated") -> None:
        super().__init__(key)
        self.match = match


class TimeIsUp(Outdated):
    """The flag of the side to move had fallen before; ``match`` is over by that."""

    def __init__(self, match: Match) -> None:
        super().__init__(match, "match.time-is-up")


async def guarded(change: Coroutine[None, None, T]) -> T:
    """The result of a change in the store; `Stale` and `LimitReached` become `Outdated` and `Refusal`."""
    try:
        return await change
    except Stale as stale:
        raise Outdated(stale.match) from None
    except LimitReached as reached:
        raise Refusal(_LIMITS[reached.limit], n=reached.maximum) from None
