"""The parts that keep the messages of matches, wired together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

import discord

from bot.match.events import MatchEvents
from bot.match.hints import Hint
from bot.messages.board_answers import BoardAnswers
from bot.messages.board_editor import BoardEditor
from bot.messages.board_locks import BoardLocks
from bot.messages.board_messages import BoardMessages
from bot.messages.board_updates import BoardUpdates
from bot.messages.composer import Composer
from bot.messages.edit_tokens import EditTokens
from bot.messages.lost_places import LostPlaces
from bot.messages.press_guard import PressGuard
from bot.messages.reposting import RepostRule
from bot.messages.shown_versions import ShownVersions
from bot.messages.unposted_boards import UnpostedBoards
from data.model import Match
from data.store import Store


@dataclass(frozen=True, slots=True)
class Boards:
    """What commands and buttons use of them."""

    messages: BoardMessages
    """Posts a message."""
    answers: BoardAnswers
    """Answers a press by editing its message."""
    updates: BoardUpdates
    """Edits messages in the background."""
    guard: PressGuard
    """Knows which presses cannot be meant."""
    unposted: UnpostedBoards
    """Posts what was not posted before a kill."""

    @classmethod
    def build(
        cls,
        client: discord.Client,
        store: Store,
        composer: Composer,
        repost_rule: RepostRule,
        lost_places: LostPlaces,
        hint: Callable[[Match], Hint | None],
        events: MatchEvents,
        now: Callable[[], float],
    ) -> Self:
        """Wire the parts; ``hint`` returns what a match's board hints at, ``now`` the unix time."""
        locks, guard, tokens = BoardLocks(), PressGuard(hint), EditTokens(now)
        shown = ShownVersions(store.messages, events)
        messages = BoardMessages(client, store.matches, composer, locks, shown, guard, tokens)
        editor = BoardEditor(client, composer, repost_rule, shown, guard, tokens, messages)
        updates = BoardUpdates(store, editor, locks, shown, lost_places, events)
        answers = BoardAnswers(store, composer, repost_rule, locks, shown, guard, tokens, messages, updates)
        return cls(messages, answers, updates, guard, UnpostedBoards(store, messages, events))
