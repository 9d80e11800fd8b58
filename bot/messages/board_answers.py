"""Answers presses with the match's board. Start reading at `BoardAnswers.acknowledge`."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import discord
import structlog

from bot.log_context import about
from bot.match.own_board import board_in
from bot.messages.board_locks import BoardLocks
from bot.messages.board_messages import BoardMessages
from bot.messages.board_updates import BoardUpdates
from bot.messages.composer import Composer
from bot.messages.faults import DISCORD_FAULTS
from bot.messages.interaction_responses import defer, edit_message, in_time, is_unanswered
from bot.messages.interaction_tokens import EditTokens
from bot.messages.press_guard import PressGuard
from bot.messages.reposting import RepostRule
from bot.messages.shown_versions import ShownVersions
from bot.ui.links import answers_in_place, is_match_message
from data.errors import StoreError
from data.model.board import Board
from data.model.match import Match
from data.store import Store

log = structlog.get_logger(__name__)


class BoardAnswers:
    """Answers a press by editing the message that was pressed, in time, or leaves that to `BoardUpdates`."""

    def __init__(
        self,
        store: Store,
        composer: Composer,
        repost_rule: RepostRule,
        locks: BoardLocks,
        shown: ShownVersions,
        guard: PressGuard,
        tokens: EditTokens,
        messages: BoardMessages,
        updates: BoardUpdates,
    ) -> None:
        self._hand_over = store.boards.hand_over
        self._get = store.matches.get
        self._composer = composer
        self._repost_rule = repost_rule
        self._locks = locks
        self._shown = shown
        self._guard = guard
        self._tokens = tokens
        self._messages = messages
        self._updates = updates
        self.answering = updates.hold
        """A block that changes a match and acknowledges with its board, so that it is not edited twice."""

    async def acknowledge(self, interaction: discord.Interaction, match: Match, selection: str = "") -> None:
        """Answer a press on a board with that board as it is now, with ``selection`` marked.

        A press on another message (an old board, an ephemeral one) is only acknowledged, and the board of its
        channel is edited separately; so is a press on a stale board, or a move that would wait too long for
        an edit.
        """
        board = board_in(match, interaction.guild_id, interaction.channel_id)
        message = _pressed_board(interaction, match.id, board)
        edited = message is not None and await self._edit(interaction, message, match, board, selection)
        # Discord accepts edits by a token only once its interaction is answered.
        if (edited or await defer(interaction)) and message is not None:
            self._tokens.keep(interaction, message.id)
        if not edited:
            self._updates.redraw_board(match.id, board.id, for_person=True)
        else:
            self._updates.check_shown(match, board)

    async def _edit(
        self,
        interaction: discord.Interaction,
        message: discord.Message,
        match: Match,
        board: Board,
        selection: str,
    ) -> bool:
        """Answer by editing the board, after deferring if that takes long; False if it cannot be edited."""
        if self._repost_rule.needs_history(match, board) or self._repost_rule.is_due(match, board):
            return False  # there is no time to ask Discord, or to post the board, before the answer
        late = partial(defer, interaction) if selection else None  # nothing else shows a selection
        async with self._locks.in_time(board.id, late) as is_held:
            if not is_held:
                return False
            try:
                latest, current = match, board
                if not self._shown.is_latest(match, board):
                    latest = await self._get(match.id)
                    stored = latest.board(board.id)
                    if stored is None or not answers_in_place(message, latest.id, stored):
                        return False
                    current = stored
                is_same = latest.position_id == match.position_id
                await self._show(interaction, message, latest, current, selection if is_same else "")
            except (*DISCORD_FAULTS, StoreError) as fault:
                log.warning("acknowledgement failed", **about(match), fault=str(fault))
                return False
            return True

    async def _show(
        self,
        interaction: discord.Interaction,
        message: discord.Message,
        match: Match,
        board: Board,
        selection: str,
    ) -> None:
        """Answer with the edited message."""
        view, files = await in_time(interaction, self._composer.message(match, board, selection))
        with self._guard.showing(match, message.id, selection):
            await edit_message(interaction, view, files)
        if message.id == board.message_id:
            self._shown.shown(match, board)
        else:
            # The bot was killed before it could store this message, or remove an older board's buttons.
            await self._messages.adopt(interaction, message, match, board)

    # --- A rematch in the message of the match before ------------------------------------------------

    def can_replace(self, interaction: discord.Interaction, over: Match) -> bool:
        """Whether the message of a match that is over, pressed just now, can become another match's."""
        message = interaction.message
        if message is None or not is_match_message(message, over.id, over.home):
            return False
        return self._repost_rule.is_near(message.channel.id, message.id)

    async def replace(self, interaction: discord.Interaction, match: Match, over: Match) -> Match:
        """Answer a press on the message of a match that is over by making it that of a new match."""
        message = interaction.message
        if message is None:
            raise ValueError("only a press has a message")
        board = replace(
            match.home,
            channel_id=message.channel.id,
            message_id=message.id,
            thread_id=over.home.thread_id,
        )
        with self.answering(match.id):
            handed = await self._hand_over(match.id, board)
            await self.acknowledge(interaction, handed)
        return handed


def _pressed_board(interaction: discord.Interaction, match_id: int, board: Board) -> discord.Message | None:
    """The board's message if that was pressed and its token edits it."""
    message = interaction.message
    is_pressed = is_unanswered(interaction) and answers_in_place(message, match_id, board)
    return message if is_pressed else None
