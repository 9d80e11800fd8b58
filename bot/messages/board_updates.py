"""Keeps the messages of matches up to date in the background, after each change.

What is drawn is the latest state in the store, so a late edit never shows an old position.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection

import discord
import structlog

from bot.log_context import about, bind
from bot.match.events import BoardOutdated, HintChanged, MatchEvents, QueueMoved
from bot.messages.board_editor import BoardEditor
from bot.messages.board_locks import BoardLocks
from bot.messages.faults import DISCORD_FAULTS, is_gone
from bot.messages.lost_places import LostPlaces
from bot.messages.refresher import Refresher
from bot.messages.shown_versions import ShownVersions
from data.errors import StoreError, UnavailableMatch
from data.matches.store import MatchStore
from data.model import Match, MatchChange, PauseReason

log = structlog.get_logger(__name__)

_CLOSE_SECONDS = 2.0


class BoardUpdates:
    """Decides which messages are edited, and repeats an edit that fails."""

    def __init__(
        self,
        matches: MatchStore,
        editor: BoardEditor,
        locks: BoardLocks,
        shown: ShownVersions,
        lost_places: LostPlaces,
        events: MatchEvents,
    ) -> None:
        self._matches = matches
        self._editor = editor
        self._locks = locks
        self._shown = shown
        self._lost_places = lost_places
        self._refresher = Refresher(self._refresh)
        self._changed: dict[int, Match] = {}
        self._forced: set[int] = set()
        events.subscribe(MatchChange, self._follow)
        events.subscribe(BoardOutdated, lambda event: self.show(event.match_id))
        events.subscribe(HintChanged, lambda event: self.redraw(event.match_id))
        events.subscribe(QueueMoved, lambda event: self.redraw(event.match_id))

    def show(self, match_id: int) -> None:
        """Have the match's message show its current state, soon; nothing happens if it already does."""
        self._refresher.request(match_id)

    def redraw(self, match_id: int) -> None:
        """Have the match's message edited even if it shows the current version."""
        self._forced.add(match_id)
        self._refresher.request(match_id)

    def hold(self, match_id: int) -> contextlib.AbstractContextManager[None]:
        """A block that answers an interaction with the match's board, which is not edited meanwhile."""
        return self._refresher.hold(match_id)

    async def settle(self, match_ids: Collection[int], seconds: float) -> None:
        """Wait, at most so long, until the messages of these matches have been edited."""
        await self._refresher.settle(match_ids, seconds)

    @property
    def is_idle(self) -> bool:
        """Whether no message is being edited."""
        return self._refresher.is_idle

    def _follow(self, change: MatchChange) -> None:
        # The place of a suspended match is lost; if it is not, the buttons of its board recover the match.
        if change.after.message_id is not None and change.after.paused != PauseReason.SUSPENDED:
            self._changed[change.after.id] = change.after
            self.show(change.after.id)

    async def _refresh(self, match_id: int) -> bool:
        """Edit the message once; False if that is worth another try."""
        changed, forced = self._changed.pop(match_id, None), match_id in self._forced
        self._forced.discard(match_id)
        if changed is not None and not forced and self._shown.is_shown(changed):
            return True
        try:
            async with self._locks.of(match_id):
                match = await self._matches.get(match_id)
                bind(guild=match.guild_id)
                if forced or not self._shown.is_shown(match):
                    await self._edit(match)
        except UnavailableMatch:
            return True  # there is nothing to show
        except (*DISCORD_FAULTS, StoreError) as fault:
            log.warning("board not shown", match=match_id, fault=str(fault))
            if forced:
                self._forced.add(match_id)
            return False
        return True

    async def _edit(self, match: Match) -> None:
        """Edit the message if it can be reached; a match whose place is gone is suspended."""
        try:
            await self._editor.edit(match)
        except (discord.NotFound, discord.Forbidden) as fault:
            log.info("board out of reach", **about(match), fault=str(fault))
            if is_gone(fault):
                self._lost_places.lost(match)

    async def close(self) -> None:
        """Let edits under way finish, for a moment, and store what is shown."""
        await self._refresher.close(_CLOSE_SECONDS)
        await self._shown.close()
