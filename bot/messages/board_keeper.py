"""Posts the boards that nobody has posted, and has boards edited that have stayed behind.

A match is committed before its board is posted. If the answer that was to post it fails, or the process is
killed in between, nobody would hear of the match: its other player waits for an opponent who has been found,
and its clock runs. So what is missing is read from the store, again and again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

import discord
import structlog

from bot.log_context import about
from bot.match.events import MatchEvents, ShardsGained
from bot.messages.access import is_reachable
from bot.messages.backoff import Backoff
from bot.messages.board_messages import BoardMessages
from bot.messages.board_source import BoardSource
from bot.messages.board_updates import BoardUpdates
from bot.messages.faults import DISCORD_FAULTS, is_refusal
from bot.tasks import Tasks
from data.errors import StoreError, UnavailableMatch
from data.model import Match, PauseReason
from data.ownership import EVERY_SHARD
from data.store import Store

log = structlog.get_logger(__name__)

LOOK_SECONDS = 15.0
"""How often the keeper looks for boards."""
WAIT_SECONDS = 10.0
"""How old a match is before the keeper posts it: until then, the answer to the person who began it does."""
_SINCE_SECONDS = 30 * 86_400.0
"""How long the keeper looks for a match that was not posted."""


@dataclass(slots=True)
class Kept:
    """The boards of one kind: the first ones, or the other ones."""

    source: BoardSource
    updates: BoardUpdates
    behind: frozenset[int] = frozenset()
    """The matches whose boards were behind when it was last looked for them."""


class BoardKeeper:
    """Looks for boards in the servers of this process; ``now`` returns the unix time."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        messages: BoardMessages,
        kinds: Sequence[Kept],
        events: MatchEvents,
        now: Callable[[], float],
    ) -> None:
        self._client = client
        self._queries = store.queries
        self._owns = store.ownership.owns
        self._messages = messages
        self._kinds = kinds
        self._now = now
        self._backoff = Backoff[int](now)  # by match
        self._wakeup = asyncio.Event()
        self._tasks = Tasks()
        events.subscribe(ShardsGained, lambda _: self._wakeup.set())

    def start(self) -> None:
        """Look from now on."""
        self._tasks.run(self._look_again_and_again())

    async def close(self) -> None:
        """Stop; what was not posted is posted after the next start."""
        await self._tasks.close()

    async def _look_again_and_again(self) -> None:
        while True:
            self._wakeup.clear()
            try:
                await self.look()
            except StoreError as fault:
                log.warning("boards not read yet", fault=str(fault))
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._wakeup.wait()

    async def look(self) -> None:
        """Post what is missing, and have edited what was behind at the last look and is still.

        Raises `data.errors.StoreError`.
        """
        now = self._now()
        unposted = await self._queries.unposted(now - _SINCE_SECONDS, now - WAIT_SECONDS)
        async for match in self._queries.each([one for one in unposted if self._backoff.is_due(one)]):
            if self._is_ours(match) and not self._messages.is_answering(match.id):
                await self._post(match)
        for kind in self._kinds:
            await self._edit(kind)

    async def _edit(self, kind: Kept) -> None:
        behind = frozenset(await kind.source.behind(EVERY_SHARD))
        late = sorted(one for one in kind.behind & behind if kind.updates.is_due(one))
        kind.behind = behind
        async for match in self._queries.each(late):
            here = kind.source.at_board(match)
            if here is not None and self._is_ours(here) and here.paused != PauseReason.SUSPENDED:
                kind.updates.show(match.id)

    def _is_ours(self, match: Match) -> bool:
        return self._owns(match.home_guild_id) and is_reachable(self._client, match)

    async def _post(self, match: Match) -> None:
        """Post a match; whatever is wrong with that, the others are posted."""
        try:
            await self._messages.begin_in_channel(match.id)
        except UnavailableMatch:
            pass
        except (*DISCORD_FAULTS, StoreError) as fault:
            log.info("match not posted", fault=str(fault), **about(match))
            if is_refusal(fault):
                self._backoff.refused(match.id)
        except Exception:
            log.exception("match not posted", **about(match))
            self._backoff.refused(match.id)
