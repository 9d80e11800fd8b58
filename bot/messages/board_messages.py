"""Where a board's message is: interactions post it, post it again, and continue in a thread.

A board has one message. Once there is a newer one, the older one has no buttons and links to it.
"""

from __future__ import annotations

import contextlib

import discord
import structlog

from bot.log_context import about
from bot.lru import LRU
from bot.messages.board_locks import BoardLocks
from bot.messages.channels import DiscordChannels, Draft
from bot.messages.composer import Composer
from bot.messages.faults import DISCORD_FAULTS
from bot.messages.interaction_responses import NOBODY, PublicPost, in_time, send_message
from bot.messages.interaction_tokens import EditTokens
from bot.messages.press_guard import PressGuard
from bot.messages.shown_versions import ShownVersions
from bot.ui.links import link
from bot.ui.notices import moved_view
from data.errors import UnknownMatch
from data.matches.store import MatchStore
from data.model.board import Board
from data.model.match import Match

log = structlog.get_logger(__name__)

_MAX_CHANNELS = 10_000
"""The number of channels whose newest board is remembered."""


class BoardMessages:
    """Posts the messages of matches."""

    def __init__(
        self,
        channels: DiscordChannels,
        matches: MatchStore,
        composer: Composer,
        locks: BoardLocks,
        shown: ShownVersions,
        guard: PressGuard,
        tokens: EditTokens,
    ) -> None:
        self._channels = channels
        self._matches = matches
        self.composer = composer
        self._locks = locks
        self._shown = shown
        self._guard = guard
        self._tokens = tokens
        self._newest: LRU[int, int] = LRU(_MAX_CHANNELS)  # messages by channel
        self._answering = set[int]()  # matches

    def is_newest(self, board: Board) -> bool:
        """Whether no other match's board was posted below this one, as far as is known since the start."""
        return self._newest.get(board.channel_id, board.message_id) == board.message_id

    def is_answering(self, match_id: int) -> bool:
        """Whether the match is being posted as the answer to an interaction."""
        return match_id in self._answering

    async def current(self, match_id: int, board_id: int) -> tuple[Match, Board]:
        """A match and its board as they are now. Raises `UnavailableMatch`, also if the board is lost."""
        match = await self._matches.get(match_id)
        board = match.board(board_id)
        if board is None:
            raise UnknownMatch(match_id)
        return match, board

    # --- Answers to interactions ---------------------------------------------------------------------

    async def post(
        self, interaction: discord.Interaction, match: Match, board: Board, post: PublicPost
    ) -> Match:
        """Answer with a board of the match, as a new message."""
        self._answering.add(match.id)
        try:
            view, files = await in_time(interaction, self.composer.message(match, board), thinking=True)
            message_id = await send_message(interaction, post, view, files)
            self._tokens.keep(interaction, message_id)
            return await self.posted(match, board, interaction.channel_id or board.channel_id, message_id)
        finally:
            self._answering.discard(match.id)

    async def repost(
        self,
        interaction: discord.Interaction,
        match: Match,
        board: Board,
        post: PublicPost,
        old: Board | None = None,
    ) -> None:
        """Answer with a board again; the ``old`` message, or else the current one, keeps a link to it."""
        async with self._locks.in_time(board.id):
            current, current_board = await self.current(match.id, board.id)
            moved = await self.post(interaction, current, current_board, post)
            await self.retire(moved, old or current_board, board.id)

    async def adopt(
        self, interaction: discord.Interaction, message: discord.Message, match: Match, board: Board
    ) -> None:
        """Make a pressed message, which shows the match, that of a board."""
        channel = interaction.channel
        is_opened = isinstance(channel, discord.Thread) and channel.parent_id == board.channel_id
        thread_id = message.channel.id if is_opened else None
        moved = await self.posted(match, board, message.channel.id, message.id, thread_id)
        await self.retire(moved, board, board.id)

    async def open_thread(self, interaction: discord.Interaction, match: Match, board: Board) -> Match:
        """Continue in a thread opened from a board, which keeps a link to it.

        If a thread cannot be opened the match stays where it is.
        """
        channel = interaction.channel
        if not isinstance(channel, discord.TextChannel) or board.message_id is None:
            return match
        reader = await self.composer.language(board)
        name = reader.plain("thread.name", game=reader.plain(f"game.{match.game}"), id=match.id)
        async with self._locks.in_time(board.id):
            current, current_board = await self.current(match.id, board.id)
            view, files = await self.composer.message(current, current_board)
            try:
                thread = await channel.create_thread(name=name, message=discord.Object(board.message_id))
                message = await thread.send(view=view, files=files, allowed_mentions=NOBODY)
            except DISCORD_FAULTS as fault:
                log.info("no thread", **about(match), fault=str(fault))
                return match
            await _add_players(thread, current)
            moved = await self.posted(current, current_board, thread.id, message.id, thread.id)
            await self.retire(moved, current_board, board.id)
        return moved

    # --- The new message and the old one -------------------------------------------------------------

    async def posted(
        self, match: Match, board: Board, channel_id: int, message_id: int, thread_id: int | None = None
    ) -> Match:
        """The match with the new message of a board, which shows it as ``match`` is."""
        posted = await self._shown.posted(match, board, channel_id, message_id, thread_id)
        self._guard.posted(match, message_id)
        self._newest[channel_id] = max(message_id, self._newest.get(channel_id, 0))
        return posted

    async def retire(self, match: Match, old: Board, board_id: int, *, leaves_link: bool = True) -> None:
        """Replace the ``old`` message by a link to that which a board has now, or delete it."""
        new = match.board(board_id)
        if new is None or old.message_id is None or old.message_id == new.message_id:
            return
        if not leaves_link:
            with contextlib.suppress(*DISCORD_FAULTS):
                await self._channels.delete(old.channel_id, old.message_id)
                return
        view = moved_view(match, link(new), await self.composer.language(new))
        with contextlib.suppress(*DISCORD_FAULTS):
            await self._channels.edit(old.channel_id, old.message_id, Draft(view))


async def _add_players(thread: discord.Thread, match: Match) -> None:
    """Add the players to a thread; where that fails, the link leads to it."""
    for user_id in match.people:
        with contextlib.suppress(*DISCORD_FAULTS):
            await thread.add_user(discord.Object(user_id))
