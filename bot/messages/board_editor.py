"""Edits a match's message by the bot's own request, or posts it again below."""

from __future__ import annotations

import contextlib

import discord
import structlog

from bot.log_context import about
from bot.messages.access import can_post
from bot.messages.board_messages import BoardMessages, partial_message
from bot.messages.composer import Composer
from bot.messages.edit_tokens import EditTokens
from bot.messages.faults import DISCORD_FAULTS, is_archived
from bot.messages.interaction_responses import NOBODY
from bot.messages.press_guard import PressGuard
from bot.messages.reposting import RepostRule
from bot.messages.shown_versions import ShownVersions
from data.model.board import Board
from data.model.match import Match

log = structlog.get_logger(__name__)

_NEWEST = 100  # messages of a channel: Discord returns no more in one answer


class BoardEditor:
    """Has a board show its match as it is; if its message is old or scrolled away, a new one does.

    A message that somebody has deleted does not come back.
    """

    def __init__(
        self,
        client: discord.Client,
        composer: Composer,
        repost_rule: RepostRule,
        shown: ShownVersions,
        guard: PressGuard,
        tokens: EditTokens,
        messages: BoardMessages,
    ) -> None:
        self._client = client
        self._composer = composer
        self._repost_rule = repost_rule
        self._shown = shown
        self._guard = guard
        self._tokens = tokens
        self._messages = messages

    async def edit(self, match: Match, board: Board) -> None:
        """Show the match. The caller holds the board's lock. Raises what a request to Discord fails with."""
        if board.message_id is None:
            if board.id != match.home.id:  # that one is posted by the answer to who began the match
                await self._messages.post_in_channel(match, board)
            return
        await self._catch_up(match, board)
        if self._repost_rule.is_due(match, board) and await self._move_below(match, board):
            return
        try:
            await self.edit_in_place(match, board)
        except discord.HTTPException as fault:
            if not is_archived(fault):
                raise
            await self._messages.post_below(match, board)

    async def _catch_up(self, match: Match, board: Board) -> None:
        """Fetch what was written below a board while the gateway did not report its channel."""
        if not self._repost_rule.needs_history(match, board):
            return
        newest, me = list[int](), self._client.user
        with contextlib.suppress(*DISCORD_FAULTS):  # the channel then counts as quiet
            channel = self._client.get_partial_messageable(board.channel_id)
            newest = [message.id async for message in channel.history(limit=_NEWEST) if message.author != me]
        self._repost_rule.caught_up(board.channel_id, newest)

    async def _move_below(self, match: Match, board: Board) -> bool:
        """Post the board again below; False if the bot can only edit, or the board was deleted."""
        try:
            if self._repost_rule.predates(board):
                with contextlib.suppress(discord.Forbidden):  # it may not read here
                    await partial_message(self._client, board).fetch()
            await self._messages.post_below(match, board)
        except (discord.NotFound, discord.Forbidden) as fault:
            log.info("board not posted below", **about(match), fault=str(fault))
            return False
        return True

    async def edit_in_place(self, match: Match, board: Board) -> bool:
        """Show the match in the board's present message, however old; False if that is not possible.

        The caller holds the board's lock. Raises what a request to Discord fails with.
        """
        if board.message_id is None:
            return False
        with self._guard.showing(match, board.message_id):
            edited = await self._edit_by_token(match, board) or await self._edit_as_bot(match, board)
        if edited:
            self._shown.shown(match, board)
        else:
            self._guard.forget(board.message_id)
        return edited

    async def _edit_by_token(self, match: Match, board: Board) -> bool:
        """Edit the message with the token of the last press on it; False if none is left."""
        token = self._tokens.of(board.require_message_id())
        if token is None:
            return False
        view, files = await self._composer.message(match, board)
        try:
            await token.edit(view, files)
        except discord.HTTPException as fault:
            log.info("interaction token spent", **about(match), fault=str(fault))
            self._tokens.drop(token.message_id)
            return False
        return True

    async def _edit_as_bot(self, match: Match, board: Board) -> bool:
        """Edit the message; False where the bot can only answer and the next press shows the board."""
        if not can_post(self._client, board):
            return False
        view, files = await self._composer.message(match, board)
        await partial_message(self._client, board).edit(view=view, attachments=files, allowed_mentions=NOBODY)
        return True
