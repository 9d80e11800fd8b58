"""Keeps the messages of matches up to date in the background, after each change.

What is drawn is the latest state in the store, so a late edit never shows an old position.

Only the process that owns a match's shard edits its message by itself. Another one edits it for a person who
has pressed something there, in its place, and looks afterwards whether the owner has edited it meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Collection

import discord
import structlog

from bot.log_context import about, bind
from bot.match.events import BoardOutdated, HintChanged, MatchEvents, QueueMoved, VotesChanged
from bot.match.shard_tasks import ShardTasks
from bot.messages.backoff import Backoff
from bot.messages.board_editor import BoardEditor
from bot.messages.board_locks import BoardLocks
from bot.messages.board_source import BoardSource
from bot.messages.faults import DISCORD_FAULTS, is_gone, is_message_deleted, is_refusal
from bot.messages.lost_places import LostPlaces
from bot.messages.refresher import Refresher
from bot.messages.shown_versions import ShownVersions
from bot.tasks import Tasks
from data.errors import StoreError, UnavailableMatch
from data.model import Match, MatchChange
from data.ownership import Shards
from data.reasons import WITHOUT_BOARD
from data.store import Store

log = structlog.get_logger(__name__)

VOTES_SECONDS = 3.0
"""How long a vote waits until the board shows it, together with those that come meanwhile."""
_CLOSE_SECONDS = 2.0


class BoardUpdates:
    """Decides which messages are edited, and repeats an edit that fails."""

    def __init__(
        self,
        store: Store,
        source: BoardSource,
        editor: BoardEditor,
        locks: BoardLocks,
        shown: ShownVersions,
        lost_places: LostPlaces,
        events: MatchEvents,
        now: Callable[[], float],
    ) -> None:
        self._queries = store.queries
        self._source = source
        self._owns = store.ownership.owns
        self._editor = editor
        self._locks = locks
        self._shown = shown
        self._lost_places = lost_places
        self._refresher = Refresher(self._refresh)
        self._changed: dict[int, Match] = {}
        self._forced: set[int] = set()
        self._for_people: set[int] = set()
        self._later: dict[int, asyncio.Task[None]] = {}  # by match
        self._backoff = Backoff[int](now)  # by match
        self._tasks = Tasks()
        events.subscribe(MatchChange, self._follow)
        events.subscribe(BoardOutdated, lambda event: self.show(event.match_id, for_person=True))
        events.subscribe(HintChanged, lambda event: self.redraw(event.match_id, for_person=True))
        events.subscribe(VotesChanged, lambda event: self._redraw_later(event.match_id))
        events.subscribe(QueueMoved, lambda event: self.redraw(event.match_id))
        ShardTasks(events, self._tasks).continue_matches(
            self._behind, lambda match: self.show(match.id), "boards not read yet"
        )

    async def _behind(self, shards: Shards) -> AsyncIterator[Match]:
        async for match in self._queries.each(await self._source.behind(shards)):
            yield match

    def show(self, match_id: int, *, for_person: bool = False) -> None:
        """Have the match's message show its current state, soon; nothing happens if it already does.

        Only the owner of the match does that, unless it is done here ``for_person``: because of something
        that a person has done in this process, and of which the owner may not know.
        """
        if for_person:
            self._for_people.add(match_id)
        self._refresher.request(match_id)

    def is_due(self, match_id: int) -> bool:
        """Whether to show a match that is behind now: it waits longer after each refusal of Discord's."""
        return self._backoff.is_due(match_id)

    def redraw(self, match_id: int, *, for_person: bool = False) -> None:
        """Have the match's message edited even if it shows the current version; else as `show`."""
        self._forced.add(match_id)
        self.show(match_id, for_person=for_person)

    def _redraw_later(self, match_id: int) -> None:
        """Redraw a board on which people vote, at most once in `VOTES_SECONDS`."""
        if match_id not in self._later:
            task = self._later[match_id] = self._tasks.run(self._redraw_votes(match_id), match=match_id)
            task.add_done_callback(lambda _: self._later.pop(match_id, None))

    async def _redraw_votes(self, match_id: int) -> None:
        await asyncio.sleep(VOTES_SECONDS)
        self.redraw(match_id, for_person=True)

    def hold(self, match_id: int) -> contextlib.AbstractContextManager[None]:
        """A block that answers an interaction with the match's board, which is not edited meanwhile."""
        return self._refresher.hold(match_id)

    async def settle(self, match_ids: Collection[int], seconds: float) -> None:
        """Wait, at most so long, until the messages of these matches have been edited."""
        await self._refresher.settle(match_ids, seconds)

    @property
    def is_idle(self) -> bool:
        """Whether no message is being edited."""
        return self._refresher.is_idle and self._tasks.is_idle

    def _follow(self, change: MatchChange) -> None:
        match = self._source.at_board(change.after)
        if match is None:
            return
        # The place of a suspended match is lost; if it is not, the buttons of its board recover the match.
        is_posted = match.message_id is not None and match.paused not in WITHOUT_BOARD
        if (is_posted or match.is_at_other) and self._owns(match.home_guild_id):
            self._changed[match.id] = match
            self.show(match.id)

    async def _refresh(self, match_id: int) -> bool:
        """Edit the message once; False if that is worth another try."""
        changed, forced = self._changed.pop(match_id, None), match_id in self._forced
        for_person = match_id in self._for_people
        self._forced.discard(match_id)
        self._for_people.discard(match_id)
        if changed is not None and not forced and not for_person and self._shown.is_shown(changed):
            return True
        try:
            async with self._locks.of(match_id):
                match = await self._source.get(match_id)
                bind(guild=match.guild_id)
                if not for_person and not self._owns(match.home_guild_id):
                    return True  # its owner shows it
                if forced or not self._shown.is_shown(match):
                    await self._edit(match)
        except UnavailableMatch:
            return True  # there is nothing to show
        except (*DISCORD_FAULTS, StoreError) as fault:
            log.warning("board not shown", match=match_id, fault=str(fault))
            if is_refusal(fault):
                self._backoff.refused(match_id)
            if forced:
                self._forced.add(match_id)
            if for_person:
                self._for_people.add(match_id)
            return False
        return True

    async def _edit(self, match: Match) -> None:
        """Edit the message if it can be reached; a match whose place or message is gone is paused."""
        try:
            if self._owns(match.home_guild_id):
                await self._editor.edit(match)
                edited = True
            else:
                edited = await self._editor.edit_in_place(match)
        except (discord.NotFound, discord.Forbidden) as fault:
            log.info("board out of reach", **about(match), fault=str(fault))
            self._backoff.refused(match.id)
            if is_gone(fault):
                self._lost_places.lost(match)
            elif is_message_deleted(fault):
                self._lost_places.messages_deleted([match.require_message_id()])
        else:
            self._backoff.accepted(match.id)
            if edited:
                self.check_shown(match)

    def check_shown(self, match: Match) -> None:
        """After a match's message was edited: show what its owner, another process, has shown meanwhile.

        This process can have edited it later, as it was before.
        """
        if not self._owns(match.home_guild_id):
            self.show(match.id, for_person=True)

    async def close(self) -> None:
        """Let edits under way finish, for a moment, and store what is shown."""
        await self._tasks.close()
        await self._refresher.close(_CLOSE_SECONDS)
        await self._shown.close()
