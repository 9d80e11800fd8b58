"""How long the computer holds a move back, so that it seems to think as a person does. See `ThinkingTime`.

The search itself runs at once: what is held back is only its answer. Nothing is stored of it. After a restart
the same search gives the same move, which is not held back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from ai.base import Choice
from data.errors import StoreError
from data.model.match import Match
from data.model.match_change import MatchChange
from data.people.store import Person
from data.servers.settings import SettingsStore

NATURAL, INSTANT = "natural", "instant"
"""The values of the setting: as long as a person thinks, or not at all."""
SHORTEST, LONGEST = 0.6, 4.0
"""The seconds for an obvious move, and for the hardest choice."""
QUICK_SECONDS = 2.0
"""A person whose last turn was shorter is not kept waiting."""
SHARE = 0.5
"""The computer takes at most this part of the time that the person's last turn took."""
SHORT_OF_TIME = 60.0
"""A person who has fewer seconds left on the clock is not kept waiting."""


class ThinkingTime:
    """Holds moves back, unless the person who plays or the server wants none of it.

    ``person`` returns what a person has set.
    """

    def __init__(
        self,
        settings: SettingsStore,
        person: Callable[[int], Awaitable[Person]],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._settings = settings
        self._person = person
        self._sleep = sleep

    async def hold(self, match: Match, choice: Choice, turn: float | None, spent: float) -> None:
        """Wait until the computer may play a choice, of which the search took ``spent`` seconds.

        ``turn`` is how long the person's last turn took, None if that is not known.
        """
        seconds = thinking_seconds(match, choice, turn) - spent
        if seconds > 0 and await self._is_natural(match):
            await self._sleep(seconds)

    async def _is_natural(self, match: Match) -> bool:
        try:
            return await self._chosen(match) != INSTANT
        except StoreError:  # to play is more important
            return False

    async def _chosen(self, match: Match) -> str | None:
        for person_id in match.people:
            if chosen := (await self._person(person_id)).thinking:
                return chosen
        if match.guild_id is None:
            return None
        return (await self._settings.guild(match.guild_id)).thinking


def thinking_seconds(match: Match, choice: Choice, turn: float | None) -> float:
    """How many seconds after the person's move the computer plays its choice; 0: as soon as it is found."""
    if turn is None or turn < QUICK_SECONDS or choice.hesitation is None:
        return 0.0
    if match.is_voted or _is_hurried(match):
        return 0.0
    return min(SHORTEST + choice.hesitation * (LONGEST - SHORTEST), SHARE * turn)


def _is_hurried(match: Match) -> bool:
    """Whether a person is short of time, or a tournament waits for the match."""
    clock = match.clock
    if clock is None or clock.control.each_turn:
        return False
    side = match.computer_side
    left = clock.control.total(clock.budget(side.other)) if side is not None else 0.0
    return match.tournament_id is not None or left < SHORT_OF_TIME


def turn_seconds(change: MatchChange) -> float | None:
    """How long the turn took that a change ends by a move; None for every other change."""
    before, after = change.before, change.after
    if before is None or not before.is_active or after.ply <= before.ply:
        return None
    return after.updated_at - before.updated_at
