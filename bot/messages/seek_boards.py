"""Keeps the message that lists a server's seeks: one in each server, edited when a seek comes or goes.

It is in the channel of the oldest seek. When it has scrolled away as a new seek comes, or that is made in
another channel while nobody else seeks, it is posted again and the old one is deleted. Only the process that
owns a server's shard keeps its board; at a start it makes every board true again.

Seeks that are open to other servers are shown there where a board exists.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

import discord
import structlog

from bot.match.events import MatchEvents, ShardsGained
from bot.match.seeks import ListedSeek, Seeks, SeeksChanged
from bot.messages.board_locks import BoardLocks
from bot.messages.channels import DiscordChannels, Draft
from bot.messages.faults import DISCORD_FAULTS, DiscordRefusal
from bot.messages.kept_messages import Keeper, KeptMessage, Next
from bot.messages.quiet_hours import QuietHours
from bot.messages.reposting import RepostRule
from bot.tasks import Tasks, retry_store
from bot.texts import Texts, texts
from bot.ui.panel import panels_of
from bot.ui.seek_board import VERB, seek_board_view
from data.matches.seeks import SeekBoard, SeekStore
from data.model.shards import Shards
from data.store import Store

log = structlog.get_logger(__name__)


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
        self._keeper = Keeper(DiscordChannels(client), QuietHours(client, store.settings, now), now)
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
            kept = await self._kept(guild_id, listed, board)
            if kept is None:
                return
            try:
                await self._keeper.show(kept)
            except DISCORD_FAULTS as fault:
                log.info("seek board not updated", guild=guild_id, fault=str(fault))
                self._try_later(guild_id)

    def _try_later(self, guild_id: int) -> None:
        if guild_id not in self._timers:
            seconds, loop = self._keeper.seconds_left(guild_id), asyncio.get_running_loop()
            self._timers[guild_id] = loop.call_later(seconds, self._try_again, guild_id)

    def _try_again(self, guild_id: int) -> None:
        del self._timers[guild_id]
        self._update_later(guild_id)

    async def _kept(
        self, guild_id: int, listed: list[ListedSeek], board: SeekBoard | None
    ) -> KeptMessage | None:
        """The board and what it shows; None if there is none and nobody in the server seeks."""
        # The seeks of other servers are shown, but no board is posted for them.
        own = [listed_seek for listed_seek in listed if not listed_seek.is_elsewhere]
        newest = max((listed_seek.seek.id for listed_seek in own), default=0)
        is_new = newest > self._newest.get(guild_id, newest)  # a start is no reason to post it again
        self._newest[guild_id] = max(newest, self._newest.get(guild_id, 0))
        posts_in = own[0].seek.channel_id if own else None
        if board is None and posts_in is None:
            return None
        place = board or SeekBoard(guild_id, posts_in or 0)
        draft = Draft(seek_board_view(listed, await self._language(guild_id)))
        kept = _describe(place, posts_in, f"seek{newest}", draft, self._keeper.channels, self._store)
        kept.is_new = board is None
        if is_new and self._has_moved(place, own):
            kept.has_scrolled_away = _yes
        return kept

    def _has_moved(self, board: SeekBoard, own: list[ListedSeek]) -> bool:
        """Whether the board has to be posted again for a new seek."""
        elsewhere = board.channel_id != own[0].seek.channel_id
        return elsewhere or not self._rule.is_near(board.channel_id, board.message_id or 0)

    async def _language(self, guild_id: int) -> Texts:
        settings = await retry_store(lambda: self._settings.guild(guild_id), "settings not read yet")
        guild = self._client.get_guild(guild_id)
        return texts(settings.language or (guild.preferred_locale.value if guild else None))

    async def close(self) -> None:
        """Stop; boards that are behind are updated after the next start."""
        for timer in self._timers.values():
            timer.cancel()
        await self._tasks.close()


_RULES = dict.fromkeys(
    (DiscordRefusal.MESSAGE_DELETED, DiscordRefusal.THREAD_ARCHIVED, DiscordRefusal.PLACE_DELETED),
    Next.POST_ANEW,
)


def _describe(
    board: SeekBoard,
    posts_in: int | None,
    nonce: str,
    content: Draft,
    channels: DiscordChannels,
    store: SeekStore,
) -> KeptMessage:
    """A ``board`` that is stored, or about to be.

    It is posted in the channel ``posts_in``, or not, if nobody in the server seeks.
    """

    async def draft() -> Draft:
        return content

    async def put(channel_id: int, message_id: int | None) -> None:
        present = SeekBoard(board.guild_id, channel_id, message_id)
        await retry_store(lambda: store.put_board(present), "seek board not stored yet")

    async def before_post() -> bool:
        # The old board is deleted, and the place of the new one stored, before that is posted: so a kill in
        # between leaves at most one, and that is found.
        if kept.message_id is not None:
            with contextlib.suppress(*DISCORD_FAULTS):
                await channels.delete(kept.channel_id, kept.message_id)
            kept.message_id = None
        if posts_in is None:
            await retry_store(lambda: store.forget_board(board), "seek board not forgotten yet")
            return False
        kept.channel_id = posts_in
        await put(posts_in, None)
        return True

    kept = KeptMessage(
        key=board.guild_id,
        guild_id=board.guild_id,
        channel_id=board.channel_id,
        message_id=board.message_id,
        nonce=nonce,
        draft=draft,
        is_it=lambda message: any(panel.verb == VERB for panel in panels_of(message.components)),
        posted=put,
        rules=_RULES,
        before_post=before_post,
        is_silent=True,
    )
    return kept


async def _yes() -> bool:
    return True
