"""Answers presses with the match's board. Start reading at `BoardAnswers.acknowledge`."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from functools import partial

import discord
import structlog

from bot.log_context import about
from bot.messages.board_locks import BoardLocks
from bot.messages.board_messages import BoardMessages
from bot.messages.board_source import BoardSource
from bot.messages.board_updates import BoardUpdates
from bot.messages.composer import Composer
from bot.messages.edit_tokens import EditTokens
from bot.messages.faults import DISCORD_FAULTS
from bot.messages.interaction_responses import defer, edit_message, in_time, is_unanswered
from bot.messages.press_guard import PressGuard
from bot.messages.reposting import RepostRule
from bot.messages.shown_versions import ShownVersions
from bot.ui.links import answers_in_place, is_match_message
from data.errors import StoreError
from data.model import Match
from data.store import Store

log = structlog.get_logger(__name__)

_NOTHING = contextlib.nullcontext()


class BoardAnswers:
    """Answers a press by editing the message that was pressed, in time, or leaves that to `BoardUpdates`."""

    def __init__(
        self,
        store: Store,
        source: BoardSource,
        composer: Composer,
        repost_rule: RepostRule,
        locks: BoardLocks,
        shown: ShownVersions,
        guard: PressGuard,
        tokens: EditTokens,
        messages: BoardMessages,
        updates: BoardUpdates,
        other: BoardAnswers | None = None,
    ) -> None:
        self._hand_over = store.messages.hand_over
        self._get = source.get
        self._composer = composer
        self._repost_rule = repost_rule
        self._locks = locks
        self._shown = shown
        self._guard = guard
        self._tokens = tokens
        self._messages = messages
        self._updates = updates
        self._other = other

    @contextlib.contextmanager
    def answering(self, match_id: int) -> Iterator[None]:
        """A block that changes a match and acknowledges with its board, so that it is not edited twice."""
        with self._updates.hold(match_id), self._other.answering(match_id) if self._other else _NOTHING:
            yield

    async def acknowledge(self, interaction: discord.Interaction, match: Match, selection: str = "") -> None:
        """Answer a press on the match's own message with the current board, with ``selection`` marked.

        A press on another message (an old board, an ephemeral one) is only acknowledged, and the board is
        edited separately; so is a press on a stale board, or a move that would wait too long for an edit.
        A press on the match's other board is answered there.
        """
        match = match if match.is_at_other else match.seen_in(interaction.guild_id, interaction.channel_id)
        if match.is_at_other and self._other is not None:
            await self._other.acknowledge(interaction, match, selection)
            return
        board = _pressed_board(interaction, match)
        edited = board is not None and await self._edit(interaction, board, match, selection)
        if (edited or await defer(interaction)) and board is not None:
            self._tokens.keep(match.id, interaction, board.id)
        if not edited:
            self._updates.redraw(match.id, for_person=True)
        else:
            self._updates.check_shown(match)

    async def _edit(
        self, interaction: discord.Interaction, board: discord.Message, match: Match, selection: str
    ) -> bool:
        """Answer by editing the board, after deferring if that takes long; False if it cannot be edited."""
        if self._repost_rule.needs_history(match) or self._repost_rule.is_due(match):
            return False  # there is no time to ask Discord, or to post the board, before the answer
        late = partial(defer, interaction) if selection else None  # nothing else shows a selection
        async with self._locks.in_time(match.id, late) as is_held:
            if not is_held:
                return False
            try:
                shown = await self._edit_to_latest(interaction, board, match, selection)
            except (*DISCORD_FAULTS, StoreError) as fault:
                log.warning("acknowledgement failed", **about(match), fault=str(fault))
                return False
            if shown is not None:
                await self._edited(interaction, board, shown)
            return shown is not None

    async def _edit_to_latest(
        self, interaction: discord.Interaction, board: discord.Message, match: Match, selection: str
    ) -> Match | None:
        """Answer with the edited message; the match as it shows it, None if it is not the board anymore."""
        latest = match if self._shown.is_latest(match) else await self._get(match.id)
        if not answers_in_place(board, latest):
            return None
        selection = selection if latest.position_id == match.position_id else ""
        view, files = await in_time(interaction, self._composer.message(latest, selection))
        with self._guard.showing(latest, board.id, selection):
            await edit_message(interaction, view, files)
        return latest

    async def _edited(self, interaction: discord.Interaction, board: discord.Message, match: Match) -> None:
        if board.id == match.message_id:
            self._shown.shown(match)
        else:
            # The bot was killed before it could store this message, or remove an older board's buttons.
            await self._messages.adopt(interaction, board, match)

    # --- A rematch in the message of the match before ------------------------------------------------

    def can_replace(self, interaction: discord.Interaction, over: Match) -> bool:
        """Whether the message of a match that is over, pressed just now, can become another match's."""
        message = interaction.message
        if message is None or not is_match_message(message, over):
            return False
        return self._repost_rule.is_near(message.channel.id, message.id)

    async def replace(self, interaction: discord.Interaction, match: Match, over: Match) -> Match:
        """Answer a press on the message of a match that is over by making it that of a new match."""
        message = interaction.message
        if message is None:
            raise ValueError("only a press has a message")
        with self.answering(match.id):
            handed = await self._hand_over(match.id, message.channel.id, message.id, over.thread_id)
            await self.acknowledge(interaction, handed)
        return handed


def _pressed_board(interaction: discord.Interaction, match: Match) -> discord.Message | None:
    """The match's message if that was pressed and its token edits it."""
    message = interaction.message
    return message if is_unanswered(interaction) and answers_in_place(message, match) else None
