"""Shows a match on one of its boards by the bot's own request: `bot.messages.kept_messages` does the work."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, replace

import discord
import structlog

from bot.log_context import about
from bot.messages.access import can_post
from bot.messages.board_locks import BoardLocks
from bot.messages.board_messages import BoardMessages
from bot.messages.channels import Draft, Thread
from bot.messages.composer import Composer
from bot.messages.faults import DISCORD_FAULTS, DiscordRefusal
from bot.messages.interaction_responses import NOBODY
from bot.messages.interaction_tokens import EditTokens
from bot.messages.kept_messages import Keeper, KeptMessage, Next
from bot.messages.lost_places import LostPlaces
from bot.messages.press_guard import PressGuard
from bot.messages.reposting import RepostRule
from bot.messages.shown_versions import ShownVersions
from bot.ui.custom_ids import carries
from data.model.board import Board
from data.model.match import UNFINISHED, Match, MatchState

log = structlog.get_logger(__name__)

_IN_PLACE = {
    DiscordRefusal.MESSAGE_DELETED: Next.GIVE_UP,  # what somebody has deleted does not come back
    DiscordRefusal.PLACE_DELETED: Next.GIVE_UP,
    DiscordRefusal.PLACE_HIDDEN: Next.GIVE_UP,
}
_EDITED = {**_IN_PLACE, DiscordRefusal.THREAD_ARCHIVED: Next.POST_ANEW}


@dataclass(frozen=True, slots=True)
class BoardEditor:
    """Has a board show its match as it is; if its message is old or scrolled away, a new one does.

    Methods raise `DISCORD_FAULTS` for what is tried again later, and `data.errors.StoreError`.
    """

    client: discord.Client
    composer: Composer
    repost_rule: RepostRule
    locks: BoardLocks
    shown: ShownVersions
    guard: PressGuard
    tokens: EditTokens
    messages: BoardMessages
    lost_places: LostPlaces
    keeper: Keeper
    """Keeps them by the number of the board."""

    async def edit(self, match: Match, board: Board, *, in_place: bool = False) -> bool:
        """Show the match on a board; whether it does. The caller holds the board's lock.

        ``in_place``: in its present message, however old. A match whose message or place is lost is paused.
        """
        if board.message_id is None and (in_place or board.id == match.home.id):
            return False  # the answer that begins the match posts it, or else the `BoardKeeper`
        shown = _ShownBoard(self, match, board)
        kept = shown.described()
        kept.rules = _IN_PLACE if in_place else _EDITED
        if not in_place:
            kept.has_scrolled_away = shown.has_scrolled_away
        return await self.keeper.show(kept)

    async def begin_in_channel(self, match_id: int, board_id: int) -> None:
        """Post a board in its channel if its match is not over and it was not posted."""
        async with self.locks.of(board_id):
            match, board = await self.messages.current(match_id, board_id)
            if match.state in UNFINISHED and match.paused is None and board.message_id is None:
                await self.keeper.show(_ShownBoard(self, match, board).described())

    async def begin_in_thread(self, match: Match, channel_id: int, thread: Thread) -> Match:
        """Post a match that nobody's interaction began, in a thread of a channel, and mention its players.

        After a kill in between, the thread is found by its name, and the board in it. Where Discord opens
        none, or takes no message in it, the match is posted in the channel.
        """
        async with self.locks.of(match.home.id):
            board = _ShownBoard(self, match, replace(match.home, channel_id=channel_id, message_id=None))
            kept = board.described()
            kept.thread = thread
            await self.keeper.show(kept)
        return board.match


class _ShownBoard:
    """A board, and the match as it is to show it."""

    def __init__(self, editor: BoardEditor, match: Match, board: Board) -> None:
        self.match = match
        """The match; once the board is posted, with its new message."""
        self._editor = editor
        self._board = board

    def described(self) -> KeptMessage:
        """The message of the board. Without rules, whatever Discord refuses is tried again later."""
        match, board = self.match, self._board
        return KeptMessage(
            key=board.id,
            guild_id=board.guild_id,
            channel_id=board.channel_id,
            message_id=board.message_id,
            nonce=f"{match.id}.{'begin' if board.message_id is None else match.version}",
            draft=self._draft,
            is_it=lambda message: carries(message, match.id),
            posted=self._posted,
            shown=self._shown,
            given_up=self._given_up,
            edit=None if board.message_id is None else self._edit,
            before_post=self._check,
        )

    async def _draft(self) -> Draft:
        mentions = _concerned(self.match, self._board) if self._board.message_id is None else NOBODY
        view, files = await self._editor.composer.message(self.match, self._board)
        return Draft(view, files, mentions=mentions)

    async def has_scrolled_away(self) -> bool:
        """Whether the board is too old, or too far up; fetches what the gateway may not have reported."""
        rule, newest = self._editor.repost_rule, list[int]()
        if rule.needs_history(self.match, self._board):
            with contextlib.suppress(*DISCORD_FAULTS):  # the channel then counts as quiet
                newest = await self._editor.keeper.channels.of_others(self._board.channel_id)
            rule.caught_up(self._board.channel_id, newest)
        return rule.is_due(self.match, self._board)

    async def _check(self) -> bool:
        """Before the board is posted again: raise what Discord says if somebody has deleted it."""
        board = self._board
        if board.message_id is not None and self._editor.repost_rule.predates(board):
            with contextlib.suppress(discord.Forbidden):  # it may not read here
                await self._editor.keeper.channels.check(board.channel_id, board.message_id)
        return True

    async def _edit(self, message_id: int) -> bool:
        editor = self._editor
        with editor.guard.showing(self.match, message_id):
            edited = await self._edit_by_token(message_id)
            if not edited and can_post(editor.client, self._board):
                draft = await self._draft()
                await editor.keeper.channels.edit(self._board.channel_id, message_id, draft)
                return True
        if not edited:  # the bot can only answer there: the next press shows the board
            editor.guard.forget(message_id)
        return edited

    async def _edit_by_token(self, message_id: int) -> bool:
        """Edit the message with the token of the last press on it; False if none is left."""
        tokens = self._editor.tokens
        token = tokens.of(message_id)
        if token is None:
            return False
        view, files = await self._editor.composer.message(self.match, self._board)
        try:
            await token.edit(view, files)
        except discord.HTTPException as fault:
            log.info("interaction token spent", **about(self.match), fault=str(fault))
            tokens.drop(message_id)
            return False
        return True

    async def _posted(self, channel_id: int, message_id: int) -> None:
        messages, board = self._editor.messages, self._board
        thread_id = channel_id if channel_id != board.channel_id else None
        # In this order: after a kill in between, the new board works, and the old one still has buttons.
        self.match = await messages.posted(self.match, board, channel_id, message_id, thread_id)
        # A link for each move that is typed would be as many messages as moves.
        is_typed_to = self._editor.repost_rule.is_typed_to(board)
        await messages.retire(self.match, board, board.id, leaves_link=not is_typed_to)

    async def _shown(self) -> None:
        self._editor.shown.shown(self.match, self._board)

    async def _given_up(self, refusal: DiscordRefusal) -> None:
        self._editor.keeper.backoff.refused(self._board.id)
        if refusal is DiscordRefusal.MESSAGE_DELETED:
            self._editor.lost_places.messages_deleted([self._board.require_message_id()])
        else:
            self._editor.lost_places.lost(self.match, self._board)


def _concerned(match: Match, board: Board) -> discord.AllowedMentions:
    """The people whom a new board mentions: who is challenged, or else whose board it is."""
    people = match.people if board.side is None else match.members(board.side)
    if match.state == MatchState.CHALLENGE:
        challenged = match.challenged_id if match.teams is None else None
        people = () if challenged is None else (challenged,)
    return discord.AllowedMentions(users=[discord.Object(user_id) for user_id in people])
