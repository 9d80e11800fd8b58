"""Where a match's message is: it is posted, posted again, and continued in a thread.

A match has one message. Once there is a newer one, the older one has no buttons and links to it.
"""

from __future__ import annotations

import contextlib
from typing import TypeVar

import discord
import structlog

from bot.log_context import about
from bot.lru import LRU
from bot.messages.board_locks import BoardLocks
from bot.messages.board_source import BoardSource
from bot.messages.composer import Composer
from bot.messages.edit_tokens import EditTokens
from bot.messages.faults import DISCORD_FAULTS
from bot.messages.interaction_responses import NOBODY, PublicPost, in_time, send_message
from bot.messages.own_messages import posted_before
from bot.messages.press_guard import PressGuard
from bot.messages.quiet_hours import QuietHours
from bot.messages.shown_versions import ShownVersions
from bot.ui.custom_ids import carries
from bot.ui.links import link
from bot.ui.notices import moved_view
from data.model import UNFINISHED, Match, MatchState

log = structlog.get_logger(__name__)

M = TypeVar("M")

_MOST_CHANNELS = 10_000
"""The number of channels whose newest board is remembered."""


class BoardMessages:
    """Posts the messages of matches."""

    def __init__(
        self,
        client: discord.Client,
        source: BoardSource,
        composer: Composer,
        quiet: QuietHours,
        locks: BoardLocks,
        shown: ShownVersions,
        guard: PressGuard,
        tokens: EditTokens,
    ) -> None:
        self._client = client
        self._get = source.get
        self.composer = composer
        self._quiet = quiet
        self._locks = locks
        self._shown = shown
        self._guard = guard
        self._tokens = tokens
        self._newest: LRU[int, int] = LRU(_MOST_CHANNELS)  # messages by channel
        self._answering = set[int]()  # matches

    def is_newest(self, match: Match) -> bool:
        """Whether no other match's board was posted below this one's, as far as is known since the start."""
        return self._newest.get(match.channel_id, match.message_id) == match.message_id

    def is_answering(self, match_id: int) -> bool:
        """Whether the match is being posted as the answer to an interaction."""
        return match_id in self._answering

    # --- Answers to interactions ---------------------------------------------------------------------

    async def post(self, interaction: discord.Interaction, match: Match, post: PublicPost) -> Match:
        """Answer with the match's message, as a new one."""
        self._answering.add(match.id)
        try:
            return await self._answer(interaction, match, post)
        finally:
            self._answering.discard(match.id)

    async def _answer(self, interaction: discord.Interaction, match: Match, post: PublicPost) -> Match:
        view, files = await in_time(interaction, self.composer.message(match), thinking=True)
        message_id = await send_message(interaction, post, view, files)
        self._tokens.keep(match.id, interaction, message_id)
        return await self._posted(match, interaction.channel_id or match.channel_id, message_id)

    async def repost(
        self, interaction: discord.Interaction, match: Match, post: PublicPost, old: Match | None = None
    ) -> None:
        """Answer with the board again; the ``old`` message, or else the current one, keeps a link to it."""
        async with self._locks.in_time(match.id):
            current = await self._get(match.id)
            moved = await self.post(interaction, current, post)
            await self._retire(old or current, moved)

    async def adopt(self, interaction: discord.Interaction, message: discord.Message, match: Match) -> None:
        """Make a pressed message, which shows the match, the match's own."""
        channel = interaction.channel
        opened = isinstance(channel, discord.Thread) and channel.parent_id == match.channel_id
        thread_id = message.channel.id if opened else None
        await self._retire(match, await self._posted(match, message.channel.id, message.id, thread_id))

    async def open_thread(self, interaction: discord.Interaction, match: Match, _: PublicPost) -> Match:
        """Continue in a thread opened from the match's message, which keeps a link to it.

        If a thread cannot be opened the match stays where it is.
        """
        channel = interaction.channel
        if not isinstance(channel, discord.TextChannel) or match.message_id is None:
            return match
        reader = await self.composer.language(match)
        name = reader.plain("thread.name", game=reader.plain(f"game.{match.game}"), id=match.id)
        async with self._locks.in_time(match.id):
            current = await self._get(match.id)
            view, files = await self.composer.message(current)
            try:
                thread = await channel.create_thread(name=name, message=discord.Object(match.message_id))
                message = await thread.send(view=view, files=files, allowed_mentions=NOBODY)
            except DISCORD_FAULTS as fault:
                log.info("no thread", **about(match), fault=str(fault))
                return match
            await _add_players(thread, current)
            moved = await self._posted(current, thread.id, message.id, thread.id)
            await self._retire(current, moved)
        return moved

    # --- Without an interaction ----------------------------------------------------------------------

    async def post_below(self, match: Match) -> None:
        """Post the match again at the end of its channel. The caller holds its lock."""
        view, files = await self.composer.message(match)
        # The nonce lets Discord recognize a request that is repeated because its answer was lost.
        message = await self._client.get_partial_messageable(match.channel_id).send(
            view=view, files=files, allowed_mentions=NOBODY, nonce=f"{match.id}.{match.version}"
        )
        await self._retire(match, await self._posted(match, match.channel_id, message.id))

    async def post_other(self, match: Match) -> None:
        """Post the other board of a match, and mention those whose board it is. The caller holds its lock."""
        await self._begin(match, match.channel_id)

    async def begin_in_thread(self, match: Match, channel_id: int, name: str) -> Match:
        """Post a match that nobody's interaction began, in a thread of a channel, and mention its players.

        After a kill in between, the thread is found by its name, and the board in it. Where Discord opens
        none, or takes no message in it, the match is posted in the channel.
        """
        async with self._locks.of(match.id):
            thread = await self._thread(match, channel_id, name)
            if thread is not None:
                try:
                    return await self._begin(match, thread.id, thread)
                except discord.HTTPException as fault:
                    if fault.status >= 500:  # it can have been carried out: the board is looked for later
                        raise
                    log.info("no board in a thread", **about(match), fault=str(fault))
            return await self._begin(match, channel_id)

    async def begin_in_channel(self, match_id: int) -> None:
        """Post a match in its channel if it is not over and was not posted; mention whom it concerns."""
        async with self._locks.of(match_id):
            match = await self._get(match_id)
            if match.state in UNFINISHED and match.paused is None and match.message_id is None:
                await self._begin(match, match.channel_id)

    async def _begin(self, match: Match, place_id: int, thread: discord.Thread | None = None) -> Match:
        """Post a match whose board was not stored, unless it is there. The caller holds its lock."""
        view, files = await self.composer.message(match)
        found = await posted_before(self._client, place_id, lambda message: carries(message, match.id))
        if found is not None:
            await found.edit(view=view, attachments=files, allowed_mentions=NOBODY)
        people = match.people if match.board_side is None else match.members(match.board_side)
        if match.state == MatchState.CHALLENGE:
            challenged = match.challenged_id if match.teams is None else None
            people = () if challenged is None else (challenged,)
        players = discord.AllowedMentions(users=[discord.Object(one) for one in people])
        message = found or await self._client.get_partial_messageable(place_id).send(
            view=view,
            files=files,
            allowed_mentions=players,
            nonce=f"{match.id}.begin",
            silent=await self._quiet.are_now(match.guild_id),
        )
        return await self._posted(match, place_id, message.id, thread.id if thread is not None else None)

    async def _thread(self, match: Match, channel_id: int, name: str) -> discord.Thread | None:
        """The thread with a name, opened now or before; None where Discord refuses that, or fails."""
        guild = self._client.get_guild(match.guild_id or 0)
        channel = guild.get_channel(channel_id) if guild is not None else None
        if not isinstance(channel, discord.TextChannel):
            return None
        if found := discord.utils.get(channel.threads, name=name, owner=guild.me if guild else None):
            return found
        types = discord.ChannelType
        kind = types.news_thread if channel.is_news() else types.public_thread
        try:
            return await channel.create_thread(name=name, type=kind)
        except DISCORD_FAULTS as fault:
            log.info("no thread", **about(match), fault=str(fault))
            return None

    # --- The new message and the old one -------------------------------------------------------------

    async def _posted(
        self, match: Match, channel_id: int, message_id: int, thread_id: int | None = None
    ) -> Match:
        """The match with its new message, which shows it as ``match`` is."""
        posted = await self._shown.posted(match, channel_id, message_id, thread_id)
        self._guard.posted(match, message_id)
        self._newest[channel_id] = max(message_id, self._newest.get(channel_id, 0))
        return posted

    async def _retire(self, old: Match, new: Match) -> None:
        """Replace the old message by a link to the new one."""
        if old.message_id is None or old.message_id == new.message_id:
            return
        view = moved_view(new, link(new), await self.composer.language(new))
        with contextlib.suppress(*DISCORD_FAULTS):
            await partial_message(self._client, old).edit(view=view, attachments=[], allowed_mentions=NOBODY)


def partial_message(client: discord.Client, match: Match) -> discord.PartialMessage:
    """The match's message, for requests with its id. Raises ValueError before it is posted."""
    channel = client.get_partial_messageable(match.channel_id)
    return channel.get_partial_message(match.require_message_id())


async def _add_players(thread: discord.Thread, match: Match) -> None:
    """Add the players to a thread; where that fails, the link leads to it."""
    for user_id in match.people:
        with contextlib.suppress(*DISCORD_FAULTS):
            await thread.add_user(discord.Object(user_id))
