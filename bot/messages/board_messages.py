"""Boards on Discord: acknowledges clicks with the new board and keeps every match's message true.

Start reading at `Display.acknowledge` (the answer to a click) and `Display.show` (everything else). One
lock a match puts its edits in order, and what is drawn is always the latest state in the store, so that an
edit that comes late shows nothing old.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

import discord
import structlog
from discord.ui import LayoutView

from bot.interactions.bring import is_gone
from bot.interactions.place import reaches
from bot.interactions.respond import DISCORD_FAULTS
from bot.messages.composer import Composer
from bot.messages.edit_tokens import Handles
from bot.messages.shown_versions import Notes
from bot.messages.staleness import Freshness
from bot.ui.links import is_own, link
from bot.ui.notices import moved_view
from data.errors import StoreError
from data.matches import Match

if TYPE_CHECKING:
    from bot.client import Daeguk

log = structlog.get_logger(__name__)

_UNKNOWN_MESSAGE = 10008
_ACKNOWLEDGE_SECONDS = 1.2  # what a click may wait for an edit under way before it is deferred
_COMPOSE_SECONDS = 0.8  # and then for its picture, when there is more to draw than there is processor
_RETRY_SECONDS = (1.0, 2.0, 5.0, 15.0, 60.0)
_NOBODY = discord.AllowedMentions.none()
_NEWEST = 100  # messages of a channel: as many as Discord gives in one answer


class Display:
    """Keeps the message of every match showing its match."""

    def __init__(self, client: Daeguk, composer: Composer, now: Callable[[], float] = time.time) -> None:
        self._client = client
        self._composer = composer
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._handles = Handles(now)
        self.freshness = Freshness(now)
        self._showing: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._notes = Notes(client.store, self.show)

    # --- Answers to interactions ---------------------------------------------------------------------

    async def post(
        self, interaction: discord.Interaction[Any], match: Match, ping: int | None = None
    ) -> Match:
        """Answer a command with the match's message, which becomes its board."""
        view, files = await self._composed(interaction, match, thinking=True)
        mentions = discord.AllowedMentions(users=[discord.Object(ping)]) if ping else _NOBODY
        message_id = await _answered(interaction, view, files, mentions)
        self._handles.keep(match.id, interaction, message_id)
        channel_id = interaction.channel_id or match.channel_id
        return await self._notes.posted(match, channel_id, message_id)

    async def repost(
        self, interaction: discord.Interaction[Any], match: Match, old: Match | None = None
    ) -> None:
        """Answer with the board afresh; the ``old`` message, or the present one, keeps a link to it."""
        async with self._turn(match.id):
            present = await self._client.store.get(match.id)
            moved = await self.post(interaction, present)
            await self._retire(old or present, moved)

    async def acknowledge(
        self, interaction: discord.Interaction[Any], match: Match, cursor: str = ""
    ) -> None:
        """Answer a press on the match's own message with the board as it is now, seen by ``cursor``.

        A press that came from elsewhere (an old board, a whisper) is only acknowledged, and the board
        is shown by itself; so is one on a stale board, and a move that would wait too long for an edit
        under way.
        """
        # Its token edits the board only once the board was its answer: else it would edit a whisper.
        own = is_own(interaction.message, match) and not interaction.response.is_done()
        if (
            own
            and not self.freshness.is_unsure(match)  # that cannot be asked within the time for an answer
            and not self.freshness.is_stale(match)
            and await self._edit_by_answer(interaction, match, cursor)
        ):
            self._keep(match, interaction)
            return
        if await _promised(interaction) and own:
            self._keep(match, interaction)
        self.show(match)

    def _keep(self, match: Match, interaction: discord.Interaction[Any]) -> None:
        if interaction.message is not None:
            self._handles.keep(match.id, interaction, interaction.message.id)

    async def _edit_by_answer(self, interaction: discord.Interaction[Any], match: Match, cursor: str) -> bool:
        """Answer with the edited message; False if it is not the board any more, or could not be edited.

        Where that takes too long for an answer the press is deferred, and the message edited all the same.
        """
        late = partial(_promised, interaction) if cursor else None  # nothing else will show what is looked at
        async with self._turn(match.id, late) as mine:
            if not mine:
                return False
            try:
                if not self._notes.is_latest(match):
                    seen, match = match.stamp, await self._client.store.get(match.id)
                    cursor = cursor if match.stamp == seen else ""
                if interaction.message is None or not is_own(interaction.message, match):
                    return False
                view, files = await self._composed(interaction, match, cursor)
                await edited(interaction, view, files)
            except (*DISCORD_FAULTS, StoreError) as fault:
                log.warning("acknowledgement failed", match=match.id, fault=str(fault))
                return False
            # We were killed before we could note it, or could not take the keys off an older board.
            if interaction.message.id != match.message_id:
                await self._adopt(interaction, interaction.message, match)
        self._notes.shown(match)
        return True

    async def _composed(
        self, interaction: discord.Interaction[Any], match: Match, cursor: str = "", thinking: bool = False
    ) -> tuple[LayoutView, list[discord.File]]:
        """The match's message; who waits for it is told so, if need be, while Discord waits for an answer."""
        composing = asyncio.ensure_future(self._composer.message(match, cursor))
        if not (await asyncio.wait({composing}, timeout=_COMPOSE_SECONDS))[0]:
            await _promised(interaction, thinking)
        return await composing

    async def _adopt(
        self, interaction: discord.Interaction[Any], message: discord.Message, match: Match
    ) -> None:
        """Take the message pressed for the match's board from now on."""
        channel = interaction.channel
        opened = isinstance(channel, discord.Thread) and channel.parent_id == match.channel_id
        thread_id = message.channel.id if opened else None
        await self._retire(match, await self._notes.posted(match, message.channel.id, message.id, thread_id))

    async def open_thread(self, interaction: discord.Interaction[Any], match: Match) -> Match:
        """Play on in a thread of the match's own, opened from its message; the message keeps a link.

        Where a thread cannot be opened the match stays where it is.
        """
        channel = interaction.channel
        if not isinstance(channel, discord.TextChannel) or match.message_id is None:
            return match
        reader = await self._composer.language(match)
        name = reader.plain("thread.name", game=reader.plain(f"game.{match.game}"), id=match.id)
        async with self._turn(match.id):
            present = await self._client.store.get(match.id)
            view, files = await self._composer.message(present)
            try:
                thread = await channel.create_thread(name=name, message=discord.Object(match.message_id))
                message = await thread.send(view=view, files=files, allowed_mentions=_NOBODY)
            except DISCORD_FAULTS as fault:
                log.info("no thread", match=match.id, fault=str(fault))
                return match
            await self._invite(thread, present)
            moved = await self._notes.posted(present, thread.id, message.id, thread.id)
            self._handles.drop(match.id)
            await self._retire(present, moved)
        return moved

    async def _invite(self, thread: discord.Thread, match: Match) -> None:
        """Put a thread among the players' channels; where that fails, the link leads to it."""
        for user_id in filter(None, (match.first_id, match.second_id)):
            with contextlib.suppress(*DISCORD_FAULTS):
                await thread.add_user(discord.Object(user_id))

    async def _retire(self, old: Match, new: Match) -> None:
        """Leave a link to the new message where the old one stood."""
        if old.message_id is None or old.message_id == new.message_id:
            return
        view = moved_view(new, link(new), await self._composer.language(new))
        with contextlib.suppress(*DISCORD_FAULTS):
            await self._partial(old).edit(view=view, attachments=[], allowed_mentions=_NOBODY)

    # --- Everything else -----------------------------------------------------------------------------

    def show(self, match: Match) -> None:
        """Have the match's message show its present state, soon; again and again until it does."""
        self.show_number(match.id)

    def show_number(self, match_id: int) -> None:
        """The same of a match of which only the number is known."""
        if match_id in self._showing:
            self._again.add(match_id)
            return
        self._showing[match_id] = asyncio.create_task(self._show(match_id))

    async def _show(self, match_id: int) -> None:
        delays = iter(_RETRY_SECONDS)
        try:
            while True:
                self._again.discard(match_id)
                if await self._shown(match_id):
                    delays = iter(_RETRY_SECONDS)
                    if match_id not in self._again:
                        return
                elif (seconds := next(delays, None)) is not None:
                    await asyncio.sleep(seconds)
                else:
                    log.warning("board given up until its match changes", match=match_id)
                    return
        finally:
            # In one step with the last look for changes: whoever asks from now on begins anew.
            del self._showing[match_id]

    async def _shown(self, match_id: int) -> bool:
        """Edit the message once; False if that is worth another try."""
        try:
            async with self._lock(match_id):
                seen = await self._client.store.get(match_id)
                await self._edit(seen)
        except (discord.NotFound, discord.Forbidden) as fault:
            log.info("board out of reach", match=match_id, fault=str(fault))
            if is_gone(fault):
                self._client.moving.lost(seen)
        except (*DISCORD_FAULTS, StoreError) as fault:
            log.warning("board not shown", match=match_id, fault=str(fault))
            return False
        return True

    async def _edit(self, match: Match) -> None:
        """Show the match in its message, or in a new one where that is stale or gone."""
        if match.message_id is None:
            return
        await self._catch_up(match)
        if self.freshness.is_stale(match) and await self._moved_below(match):
            return
        try:
            await self._edit_in_place(match)
        except discord.NotFound as fault:
            if fault.code != _UNKNOWN_MESSAGE or not match.begun:
                raise
            await self._post_below(match)

    async def _catch_up(self, match: Match) -> None:
        """Ask what was written below a board while nothing was heard of its channel."""
        if not self.freshness.is_unsure(match):
            return
        newest, me = list[int](), self._client.user
        with contextlib.suppress(*DISCORD_FAULTS):  # then it counts as quiet
            channel = self._client.get_partial_messageable(match.channel_id)
            newest = [one.id async for one in channel.history(limit=_NEWEST) if one.author != me]
        self.freshness.caught_up(match.channel_id, newest)

    async def _edit_in_place(self, match: Match) -> None:
        view, files = await self._composer.message(match)
        handle = self._handles.of(match)
        if handle is not None:
            try:
                await handle.edit(view, files)
            except discord.HTTPException as fault:
                log.info("interaction token spent", match=match.id, fault=str(fault))
                self._handles.drop(match.id)
                view, files = await self._composer.message(match)
                handle = None
        if handle is None and not reaches(self._client, match):
            return  # the next press on it shows what it is now
        if handle is None:
            await self._partial(match).edit(view=view, attachments=files, allowed_mentions=_NOBODY)
        self._notes.shown(match)

    async def _moved_below(self, match: Match) -> bool:
        """Post the board anew; False where the bot may only edit."""
        try:
            await self._post_below(match)
        except (discord.NotFound, discord.Forbidden) as fault:
            log.info("no fresh board", match=match.id, fault=str(fault))
            return False
        return True

    async def _post_below(self, match: Match) -> None:
        view, files = await self._composer.message(match)
        # By its nonce Discord knows a request that was made again because its answer was lost.
        message = await self._client.get_partial_messageable(match.channel_id).send(
            view=view, files=files, allowed_mentions=_NOBODY, nonce=f"{match.id}.{match.version}"
        )
        self._handles.drop(match.id)
        await self._retire(match, await self._notes.posted(match, match.channel_id, message.id))

    @contextlib.asynccontextmanager
    async def _turn(
        self, match_id: int, late: Callable[[], Awaitable[object]] | None = None
    ) -> AsyncIterator[bool]:
        """The match's lock; False if it is not free soon, since who pressed has to be answered.

        With ``late`` that is done then, and the lock waited for.
        """
        lock = self._lock(match_id)
        try:
            async with asyncio.timeout(_ACKNOWLEDGE_SECONDS):
                await lock.acquire()
        except TimeoutError:
            if late is None:
                yield False
                return
            await late()
            await lock.acquire()
        try:
            yield True
        finally:
            lock.release()

    def _lock(self, match_id: int) -> asyncio.Lock:
        """The lock that puts the edits of a match's message in order; it lives while somebody has it."""
        lock = self._locks.get(match_id)
        if lock is None:
            lock = self._locks[match_id] = asyncio.Lock()
        return lock

    def _partial(self, match: Match) -> discord.PartialMessage:
        assert match.message_id is not None
        return self._client.get_partial_messageable(match.channel_id).get_partial_message(match.message_id)

    async def close(self) -> None:
        """Let edits under way end, for a moment."""
        if self._showing:
            await asyncio.wait(self._showing.values(), timeout=2.0)
        await self._notes.close()


async def _promised(interaction: discord.Interaction[Any], thinking: bool = False) -> bool:
    """Answer that something will follow, if there was no answer yet; False if Discord does not take it."""
    if not interaction.response.is_done():
        try:
            await interaction.response.defer(thinking=thinking)
        except DISCORD_FAULTS as fault:
            log.info("not deferred", fault=str(fault))
    return interaction.response.is_done()


async def edited(interaction: discord.Interaction[Any], view: LayoutView, files: list[discord.File]) -> None:
    """Answer a press by editing the message that it was on, at once or after it was deferred."""
    if interaction.response.is_done():
        await interaction.edit_original_response(view=view, attachments=files, allowed_mentions=_NOBODY)
    else:
        await interaction.response.edit_message(view=view, attachments=files, allowed_mentions=_NOBODY)


async def _answered(
    interaction: discord.Interaction[Any],
    view: LayoutView,
    files: list[discord.File],
    mentions: discord.AllowedMentions,
) -> int:
    """Answer a command with a message, or fill in the one that was promised; its id."""
    if interaction.response.is_done():
        promised = await interaction.edit_original_response(
            view=view, attachments=files, allowed_mentions=mentions
        )
        return promised.id
    answer = await interaction.response.send_message(view=view, files=files, allowed_mentions=mentions)
    assert answer.message_id is not None  # Discord answers a message with its id
    return answer.message_id
