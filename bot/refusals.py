"""What the bot refuses, as one tree; `bot/errors.py` turns every one into a sentence for its reader.

::

    ValueError
    └── games.base.RuleError       the rules refuse (bad notation, illegal move…)
    Exception
    └── Refusal                    the match service or a command refuses
        └── Outdated               the click was on an old board; carries the present match
"""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING

from data.errors import Stale

if TYPE_CHECKING:
    from data.matches import Match


class Refusal(Exception):
    """Something that may not be done now; ``key`` names the sentence that says why and what to do."""

    def __init__(self, key: str, **arguments: str | int) -> None:
        super().__init__(key, arguments)
        self.key = key
        self.arguments = arguments


class Outdated(Refusal):
    """The person acted on an old board; ``match`` is the present one."""

    def __init__(self, match: Match) -> None:
        super().__init__("match.outdated")
        self.match = match


async def guarded(change: Coroutine[None, None, Match]) -> Match:
    """A change of the store; if the match is another than its caller saw, `Outdated`."""
    try:
        return await change
    except Stale as stale:
        raise Outdated(stale.match) from None
