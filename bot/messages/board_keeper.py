"""Posts the boards that nobody has posted, and has boards edited that have stayed behind.

A match is committed before its board is posted. If the answer that was to post it fails, or the process is
killed in between, nobody would hear of the match: its other player waits for an opponent who has been found,
and its clock runs. So what is missing is read from the store, again and again.
"""

from __future__ import annotations

from collections.abc import Callable

import discord
import structlog

from bot.log_context import about
from bot.match.due_loops import DueLoop
from bot.match.events import MatchEvents, ShardsGained
from bot.messages.access import is_reachable
from bot.messages.board_editor import BoardEditor
from bot.messages.board_updates import BoardUpdates
from bot.messages.faults import DISCORD_FAULTS
from bot.tasks import Tasks
from data.errors import StoreError, UnavailableMatch
from data.matches.boards import BoardKey
from data.model.board import Board
from data.model.match import Match, PauseReason
from data.store import Store

log = structlog.get_logger(__name__)

LOOK_SECONDS = 15.0
"""How often the keeper looks for boards."""
WAIT_SECONDS = 10.0
"""How old a match is before the keeper posts it: until then, the answer to the person who began it does."""
_SINCE_SECONDS = 30 * 86_400.0
"""How long the keeper looks for a match that was not posted."""


class BoardKeeper:
    """Looks for boards in the servers of this process; ``now`` returns the unix time."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        editor: BoardEditor,
        updates: BoardUpdates,
        events: MatchEvents,
        now: Callable[[], float],
    ) -> None:
        self._client = client
        self._queries = store.queries
        self._boards = store.boards
        self._owns = store.ownership.owns
        self._messages = editor.messages
        self._editor = editor
        self._updates = updates
        self._behind = frozenset[BoardKey]()  # at the last look
        self._now = now
        self._tasks = Tasks()
        self._loop = DueLoop(self.look, LOOK_SECONDS, "boards not read yet", self._tasks)
        events.subscribe(ShardsGained, lambda _: self._loop.wake())

    def start(self) -> None:
        """Look from now on."""
        self._loop.start()

    async def close(self) -> None:
        """Stop; what was not posted is posted after the next start."""
        await self._tasks.close()

    async def look(self) -> None:
        """Post what is missing, and have edited what was behind at the last look and is still.

        Raises `data.errors.StoreError`.
        """
        now = self._now()
        unposted = await self._queries.unposted(now - _SINCE_SECONDS, now - WAIT_SECONDS)
        async for match in self._queries.each(unposted):
            is_due = self._updates.is_due(match.home.id) and not self._messages.is_answering(match.id)
            if is_due and self._is_ours(match, match.home):
                await self._post(match)
        await self._edit()

    async def _edit(self) -> None:
        """Have boards edited that were behind at the last look and still are."""
        behind = frozenset(await self._boards.behind())
        late = {key for key in self._behind & behind if self._updates.is_due(key.board_id)}
        self._behind = behind
        async for match in self._queries.each(sorted({key.match_id for key in late})):
            for board in match.boards:
                is_late = BoardKey(match.id, board.id) in late
                if is_late and self._is_ours(match, board) and match.paused != PauseReason.SUSPENDED:
                    self._updates.show(match.id, board.id)

    def _is_ours(self, match: Match, board: Board) -> bool:
        return self._owns(match.guild_id) and is_reachable(self._client, board)

    async def _post(self, match: Match) -> None:
        """Post a match; whatever is wrong with that, the others are posted."""
        try:
            await self._editor.begin_in_channel(match.id, match.home.id)
        except UnavailableMatch:
            pass
        except (*DISCORD_FAULTS, StoreError) as fault:
            log.info("match not posted", fault=str(fault), **about(match))
        except Exception:
            log.exception("match not posted", **about(match))
            self._editor.keeper.backoff.refused(match.home.id)
