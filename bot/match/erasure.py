"""Erasing what is stored about a person, at their own request."""

from __future__ import annotations

import asyncio
import contextlib

from bot.exceptions import Refusal
from bot.match.rate_limits import OneAtATime
from bot.match.seeks import Seeks
from bot.match.service import MatchService
from data.model.match import Match, MatchState
from data.store import Store

BATCH = 20
"""Matches erased in one transaction, so that no move waits for a long one."""
PAUSE_SECONDS = 0.05
"""Between two batches, in which other changes have their turn."""
_ATTEMPTS = 5
"""How often matches are left before erasing gives up: the person can be starting new ones meanwhile."""


class Erasure:
    """Erases people. Every step can be repeated: after a kill in between, the person asks once more."""

    def __init__(self, store: Store, matches: MatchService, seeks: Seeks) -> None:
        self._queries = store.queries
        self._data = store.personal_data
        self._matches = matches
        self._seeks = seeks
        self.running = OneAtATime()

    async def leave_all(self, user_id: int) -> list[Match]:
        """Resign or abort every match of a person, and end their challenges; returns these matches."""
        left = []
        for match in await self._queries.of_user(user_id):
            with contextlib.suppress(Refusal):  # it has just ended, or begun
                left.append(await self._leave(match, user_id))
        return left

    async def _leave(self, match: Match, user_id: int) -> Match:
        if match.state == MatchState.PLAYING:
            # Without a position id: a move made at the same moment does not prevent it.
            return await self._matches.resign(match.id, None, user_id)
        if match.challenger_id == user_id:
            return await self._matches.challenges.cancel(match.id, user_id)
        if match.teams is not None:
            return await self._matches.teams.leave_lobby(match.id, user_id)
        return await self._matches.challenges.decline(match.id, user_id)

    async def erase(self, user_id: int) -> None:
        """Erase a person from tournaments and matches; delete their imports, settings, lessons and blocks.

        Raises `Refusal` if they go on starting matches, and `data.errors.StoreError`.
        """
        await self._seeks.cancel(user_id)
        await self._data.leave_tournaments(user_id)  # first, so that no next round begins a match
        for _ in range(_ATTEMPTS):
            await self.leave_all(user_id)
            # Only once nothing is unfinished: the opponent can end a match that this did not find finished.
            if not await self._queries.of_user(user_id):
                await self._erase_matches(user_id)
                # A match that cannot be read cannot be left; its row is erased as it is.
                unreadable = await self._queries.unreadable_of(user_id)
                await self._data.erase_unreadable(user_id, unreadable)
                await self._data.erase_settings(user_id)
                return
        raise Refusal("privacy.still-playing")

    async def _erase_matches(self, user_id: int) -> None:
        for erase in (self._data.erase_from_teams, self._data.erase_matches, self._data.erase_imported):
            erased = BATCH
            while erased == BATCH:
                erased = await erase(user_id, BATCH)
                await asyncio.sleep(PAUSE_SECONDS)
