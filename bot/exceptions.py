"""What the bot refuses, as one tree; `bot/interactions/respond.py` turns each into a sentence.

::

    ValueError
    └── games.base.RuleError       the rules refuse (bad notation, illegal move…)
    Exception
    └── Refusal                    the match service or a command refuses
        └── Outdated               the click was on an old board; carries the present match
            └── TimeIsUp           it came after a flag had fallen
"""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING

from data.errors import LimitReached, Stale

if TYPE_CHECKING:
    from data.matches import Match


_LIMITS = {
    "matches": "limit.matches",
    "in-guild": "limit.in-guild",
    "challenges": "limit.challenges",
    "same-person": "limit.same-person",
    "boards": "limit.boards",
    "strong": "limit.strong",
}
"""The sentence of each limit in `data.limits`."""


class Refusal(Exception):
    """Something that may not be done now; ``key`` names the sentence that says why and what to do."""

    def __init__(self, key: str, **arguments: str | int) -> None:
        super().__init__(key, arguments)
        self.key = key
        self.arguments = arguments


class Outdated(Refusal):
    """The person acted on an old board; ``match`` is the present one."""

    def __init__(self, match: Match, key: str = "match.outdated") -> None:
        super().__init__(key)
        self.match = match


class TimeIsUp(Outdated):
    """Something was done after the time of whoever was to move was up: the match is over by that."""

    def __init__(self, match: Match) -> None:
        super().__init__(match, "match.time-is-up")


async def guarded(change: Coroutine[None, None, Match]) -> Match:
    """A change of the store; `Outdated` if the match is another than its caller saw, or what limit it met."""
    try:
        return await change
    except Stale as stale:
        raise Outdated(stale.match) from None
    except LimitReached as reached:
        raise Refusal(_LIMITS[reached.limit], n=reached.most) from None
