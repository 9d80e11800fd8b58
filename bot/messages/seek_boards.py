"""Keeps the message that lists a server's seeks: one in each server, edited when a seek comes or goes.

It is in the channel of the oldest seek. When it has scrolled away as a new seek comes, or that is made in
another channel while nobody else seeks, it is posted again and the old one is deleted. Only the process that
owns a server's shard keeps its board; at a start it makes every board true again.

Seeks that are open to other servers are shown there where a board exists.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeVar

import discord
import structlog

from bot.match.events import MatchEvents, ShardsGained
from bot.match.seeks import ListedSeek, Seeks, SeeksChanged
from bot.messages.backoff import Backoff
from bot.messages.board_locks import BoardLocks
from bot.messages.faults import DISCORD_FAULTS, is_refusal
from bot.messages.interaction_responses import NOBODY
from bot.messages.own_messages import posted_before
from bot.messages.reposting import RepostRule
from bot.tasks import Tasks, retry, retry_store
from bot.texts import Texts, texts
from bot.ui.panel import panels_of
from bot.ui.seek_board import VERB, seek_board_view
from data.matches.seeks import SeekBoard
from data.model.shards import Shards
from data.store import Store

log = structlog.get_logger(__name__)

T = TypeVar("T")

_RETRY_SECONDS = (1.0, 5.0, 30.0)
_REFUSED = (discord.Forbidden, discord.NotFound)
AGAIN_SECONDS = 30.0
"""When a board is tried again while Discord fails."""


class SeekBoards:
    """Follows the seeks of this process's servers."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        seeks: Seeks,
        rule: RepostRule,
        events: MatchEvents,
        now: Callable[[], float],
    ) -> None:
        self._client = client
        self._store = store.seeks
        self._settings = store.settings
        self._owns = store.ownership.owns
        self._seeks = seeks
        self._rule = rule
        self._locks = BoardLocks()
        self._newest: dict[int, int] = {}  # the newest seek that each board has shown, by server
        self._tasks = Tasks()
        self._backoff = Backoff[int](now)  # by server
        self._timers = dict[int, asyncio.TimerHandle]()  # of boards that are tried again later, by server
        self._are_behind = False  # open seeks have changed since boards were last updated for that
        self._passing: asyncio.Task[None] | None = None
        events.subscribe(SeeksChanged, lambda event: self._update_later(event.guild_id))
        events.subscribe(ShardsGained, lambda event: self._gain(event.shards))

    @property
    def is_idle(self) -> bool:
        """Whether no board is being updated."""
        return self._tasks.is_idle

    def _gain(self, shards: Shards) -> None:
        self._tasks.run(self._update_all(shards))

    async def _update_all(self, shards: Shards) -> None:
        for guild_id in await retry_store(self._store.guilds, "seek boards not read yet"):
            if guild_id in shards:
                await self._update(guild_id)

    def _update_later(self, guild_id: int | None) -> None:
        if guild_id is None:
            self._are_behind = True
            if self._passing is None or self._passing.done():
                self._passing = self._tasks.run(self._update_boards())
        elif self._owns(guild_id):
            self._tasks.run(self._update(guild_id))

    async def _update_boards(self) -> None:
        """Have each board show the seeks of other servers, one after the other, until none has changed."""
        while self._are_behind:
            self._are_behind = False
            for guild_id in await retry_store(self._store.guilds_with_board, "seek boards not read yet"):
                if self._owns(guild_id):
                    await self._update(guild_id)

    async def _update(self, guild_id: int) -> None:
        """Make the board of a server show its seeks; of several updates at once, each shows the latest."""
        async with self._locks.of(guild_id):
            listed = await retry_store(lambda: self._seeks.listed(guild_id), "seeks not read yet")
            board = await retry_store(lambda: self._store.board(guild_id), "seek board not read yet")
            if self._client.get_guild(guild_id) is None:
                return
            try:
                await self._show(guild_id, listed, board)
            except DISCORD_FAULTS as fault:
                log.info("seek board not updated", guild=guild_id, fault=str(fault))
                self._try_later(guild_id, is_refused=is_refusal(fault))
            else:
                self._backoff.accepted(guild_id)

    def _try_later(self, guild_id: int, *, is_refused: bool) -> None:
        if is_refused:
            self._backoff.refused(guild_id)
        if guild_id not in self._timers:
            seconds = self._backoff.seconds_left(guild_id) or AGAIN_SECONDS
            loop = asyncio.get_running_loop()
            self._timers[guild_id] = loop.call_later(seconds, self._try_again, guild_id)

    def _try_again(self, guild_id: int) -> None:
        del self._timers[guild_id]
        self._update_later(guild_id)

    async def _show(self, guild_id: int, listed: list[ListedSeek], board: SeekBoard | None) -> None:
        view = seek_board_view(listed, await self._language(guild_id))
        # The seeks of other servers are shown, but no board is posted for them.
        own = [listed_seek for listed_seek in listed if not listed_seek.is_elsewhere]
        newest = max((listed_seek.seek.id for listed_seek in own), default=0)
        is_new = newest > self._newest.get(guild_id, newest)  # a start is no reason to post it again
        self._newest[guild_id] = max(newest, self._newest.get(guild_id, 0))
        if board is not None and not board.is_posted:
            board = await self._posted_before(board)
        if board is not None:
            is_left = is_new and bool(own) and self._has_moved(board, own)
            if not is_left and await self._edit(board, view):
                return
            await self._remove(board)
        if own:
            await self._post(SeekBoard(guild_id, own[0].seek.channel_id), view, f"seek{newest}")

    async def _edit(self, board: SeekBoard, view: discord.ui.LayoutView) -> bool:
        """Edit a board; False if it is gone."""
        message = self._message(board)
        try:
            await _persistently(lambda: message.edit(view=view, allowed_mentions=NOBODY))
        except discord.NotFound:
            return False
        return True

    async def _remove(self, board: SeekBoard) -> None:
        """Delete a board before another one is posted, so that a kill in between leaves at most one."""
        with contextlib.suppress(*DISCORD_FAULTS):
            await self._message(board).delete()
        await retry_store(lambda: self._store.forget_board(board), "seek board not forgotten yet")

    async def _post(self, board: SeekBoard, view: discord.ui.LayoutView, nonce: str) -> None:
        """Post a board; where that is done is stored before, so that it can be found after a kill."""
        await self._put(board)
        channel = self._client.get_partial_messageable(board.channel_id)
        posted = await _persistently(
            lambda: channel.send(view=view, allowed_mentions=NOBODY, silent=True, nonce=nonce)
        )
        await self._put(replace(board, message_id=posted.id))

    async def _posted_before(self, board: SeekBoard) -> SeekBoard | None:
        """A board that was about to be posted when the process was killed; None if it was not."""
        posted = await posted_before(
            self._client,
            board.channel_id,
            lambda message: any(panel.verb == VERB for panel in panels_of(message.components)),
        )
        if posted is None:
            await retry_store(lambda: self._store.forget_board(board), "seek board not forgotten yet")
            return None
        present = replace(board, message_id=posted.id)
        await self._put(present)
        return present

    async def _put(self, board: SeekBoard) -> None:
        await retry_store(lambda: self._store.put_board(board), "seek board not stored yet")

    def _has_moved(self, board: SeekBoard, listed: list[ListedSeek]) -> bool:
        """Whether the board has to be posted again for a new seek."""
        elsewhere = board.channel_id != listed[0].seek.channel_id
        return elsewhere or not self._rule.is_near(board.channel_id, board.message_id)

    def _message(self, board: SeekBoard) -> discord.PartialMessage:
        return self._client.get_partial_messageable(board.channel_id).get_partial_message(board.message_id)

    async def _language(self, guild_id: int) -> Texts:
        settings = await retry_store(lambda: self._settings.guild(guild_id), "settings not read yet")
        guild = self._client.get_guild(guild_id)
        return texts(settings.language or (guild.preferred_locale.value if guild else None))

    async def close(self) -> None:
        """Stop; boards that are behind are updated after the next start."""
        for timer in self._timers.values():
            timer.cancel()
        await self._tasks.close()


async def _persistently(attempt: Callable[[], Awaitable[T]]) -> T:
    """The result of a request that is repeated a few times while Discord fails."""
    return await retry(attempt, _RETRY_SECONDS, DISCORD_FAULTS, _REFUSED, "seek board not shown yet")
