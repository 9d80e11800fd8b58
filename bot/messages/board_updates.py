"""Keeps the boards of matches up to date in the background, after each change.

What is drawn is the latest state in the store, so a late edit never shows an old position.

Only the process that owns a match's shard edits its boards by itself. Another one edits it for a person who
has pressed something there, in its place, and looks afterwards whether the owner has edited it meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection
from operator import attrgetter

import discord
import structlog

from bot.log_context import about, bind
from bot.match.events import BoardOutdated, HintChanged, MatchEvents, QueueMoved, VotesChanged
from bot.match.shard_tasks import ShardTasks
from bot.messages.board_editor import BoardEditor
from bot.messages.faults import DISCORD_FAULTS
from bot.messages.refresher import Refresher
from bot.tasks import Tasks
from data.errors import StoreError, UnavailableMatch
from data.matches.boards import BoardKey
from data.model.board import Board
from data.model.match import Match
from data.model.match_change import MatchChange
from data.model.reasons import WITHOUT_BOARD
from data.model.shards import Shards
from data.store import Store

log = structlog.get_logger(__name__)

VOTES_SECONDS = 3.0
"""How long a vote waits until the board shows it, together with those that come meanwhile."""
_CLOSE_SECONDS = 2.0  # for edits under way when the bot stops


class BoardUpdates:
    """Decides which messages are edited, and repeats an edit that fails."""

    def __init__(
        self,
        store: Store,
        editor: BoardEditor,
        events: MatchEvents,
    ) -> None:
        self._queries = store.queries
        self._matches = store.matches
        self._boards = store.boards
        self._owns = store.ownership.owns
        self._editor = editor
        self._locks = editor.locks
        self._shown = editor.shown
        self._refresher = Refresher(self._refresh, match_of=attrgetter("match_id"))
        self.hold = self._refresher.hold
        """A block that answers an interaction with a board of a match; none is edited meanwhile."""
        self.answered = self._refresher.released
        """Waits until a press that has changed a match is answered."""
        # By board:
        self._changed: dict[int, tuple[Match, Board]] = {}
        self._forced: set[int] = set()
        self._for_people: set[int] = set()
        self._later: dict[int, asyncio.Task[None]] = {}  # by match
        self._tasks = Tasks()
        events.subscribe(MatchChange, self._follow)
        events.subscribe(
            BoardOutdated, lambda event: self.show(event.match_id, event.board_id, for_person=True)
        )
        events.subscribe(HintChanged, lambda event: self.redraw(event.match, for_person=True))
        events.subscribe(VotesChanged, lambda event: self._redraw_later(event.match))
        events.subscribe(QueueMoved, lambda event: self.redraw(event.match))
        ShardTasks(events, self._tasks).continue_matches(self._behind, self._show_all, "boards not read yet")

    async def _behind(self, shards: Shards) -> AsyncIterator[Match]:
        behind = sorted({key.match_id for key in await self._boards.behind(shards)})
        async for match in self._queries.each(behind):
            yield match

    def _show_all(self, match: Match) -> None:
        for board in match.boards:
            self.show(match.id, board.id)

    def show(self, match_id: int, board_id: int, *, for_person: bool = False) -> None:
        """Have a board show the current state of its match, soon; nothing happens if it already does.

        Only the owner of the match does that, unless it is done here ``for_person``: because of something
        that a person has done in this process, and of which the owner may not know.
        """
        if for_person:
            self._for_people.add(board_id)
        self._refresher.request(BoardKey(match_id, board_id))

    def is_due(self, board_id: int) -> bool:
        """Whether to edit a board that is behind now: it waits longer after each refusal of Discord's."""
        return self._editor.keeper.backoff.is_due(board_id)

    def redraw(self, match: Match, *, for_person: bool = False) -> None:
        """Have every board of a match edited even if it shows the current version; else as `show`."""
        for board in match.boards:
            self.redraw_board(match.id, board.id, for_person=for_person)

    def redraw_board(self, match_id: int, board_id: int, *, for_person: bool = False) -> None:
        """Have a board edited even if it shows the current version; else as `show`."""
        self._forced.add(board_id)
        self.show(match_id, board_id, for_person=for_person)

    def _redraw_later(self, match: Match) -> None:
        """Redraw the boards of a match whose moves people vote for, at most once in `VOTES_SECONDS`."""
        if match.id not in self._later:
            task = self._later[match.id] = self._tasks.run(self._redraw_votes(match), match=match.id)
            task.add_done_callback(lambda _: self._later.pop(match.id, None))

    async def _redraw_votes(self, match: Match) -> None:
        await asyncio.sleep(VOTES_SECONDS)
        self.redraw(match, for_person=True)

    async def settle(self, match_ids: Collection[int], seconds: float) -> None:
        """Wait, at most so long, until the messages of these matches have been edited."""
        await self._refresher.settle(match_ids, seconds)

    @property
    def is_idle(self) -> bool:
        """Whether no message is being edited."""
        return self._refresher.is_idle and self._tasks.is_idle

    def _follow(self, change: MatchChange) -> None:
        match = change.after
        if not self._owns(match.guild_id):
            return
        for board in match.boards:
            # The home of a suspended match is lost; if it is not, the buttons there recover the match.
            is_posted = board.message_id is not None and match.paused not in WITHOUT_BOARD
            if is_posted or board.id != match.home.id:
                self._changed[board.id] = match, board
                self.show(match.id, board.id)

    async def _refresh(self, key: BoardKey) -> bool:
        """Edit a board once; False if that is worth another try."""
        match_id, board_id = key
        # All before the match is read: what is requested from now on leads to another edit.
        changed, forced = self._changed.pop(board_id, None), board_id in self._forced
        for_person = board_id in self._for_people
        self._forced.discard(board_id)
        self._for_people.discard(board_id)
        # Most changes have been shown by now, by the answer to the press that made them.
        if changed is not None and not forced and not for_person and self._shown.is_shown(*changed):
            return True
        try:
            async with self._locks.of(board_id):
                match = await self._matches.get(match_id)
                board = match.board(board_id)
                if board is None:
                    return True  # it is lost
                bind(guild=board.guild_id)
                if not for_person and not self._owns(match.guild_id):
                    return True  # its owner shows it
                if forced or not self._shown.is_shown(match, board):
                    await self._edit(match, board)
        except UnavailableMatch:
            return True  # there is nothing to show
        except (*DISCORD_FAULTS, StoreError) as fault:
            log.warning("board not shown", match=match_id, fault=str(fault))
            if forced:
                self._forced.add(board_id)
            if for_person:
                self._for_people.add(board_id)
            return False
        return True

    async def _edit(self, match: Match, board: Board) -> None:
        """Edit a board if it can be reached."""
        try:
            edited = await self._editor.edit(match, board, in_place=not self._owns(match.guild_id))
        except (discord.NotFound, discord.Forbidden) as fault:  # it waits, as `is_due` says
            log.info("board out of reach", **about(match), fault=str(fault))
            return
        if edited:
            self.check_shown(match, board)

    def check_shown(self, match: Match, board: Board) -> None:
        """After a board was edited: show what its owner, another process, has shown meanwhile.

        This process can have edited it later, as it was before.
        """
        if not self._owns(match.guild_id):
            self.show(match.id, board.id, for_person=True)

    async def close(self) -> None:
        """Let edits under way finish, for a moment, and store what is shown."""
        await self._tasks.close()
        await self._refresher.close(_CLOSE_SECONDS)
        await self._shown.close()
