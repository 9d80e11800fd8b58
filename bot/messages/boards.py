"""The parts that keep the messages of matches, wired together."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Self

import discord

from bot.match.events import MatchEvents
from bot.match.hints import Hint
from bot.messages.board_answers import BoardAnswers
from bot.messages.board_editor import BoardEditor
from bot.messages.board_keeper import BoardKeeper
from bot.messages.board_locks import BoardLocks
from bot.messages.board_messages import BoardMessages
from bot.messages.board_updates import BoardUpdates
from bot.messages.channels import DiscordChannels
from bot.messages.composer import Composer
from bot.messages.interaction_tokens import EditTokens
from bot.messages.kept_messages import Keeper
from bot.messages.lost_places import LostPlaces
from bot.messages.press_guard import PressGuard
from bot.messages.quiet_hours import QuietHours
from bot.messages.reposting import RepostRule
from bot.messages.shown_versions import ShownVersions
from data.model.match import Match
from data.store import Store


@dataclass(frozen=True, slots=True)
class Boards:
    """What commands and buttons use of them."""

    messages: BoardMessages
    """Answers with a message."""
    editor: BoardEditor
    """Posts and edits a message without an interaction."""
    answers: BoardAnswers
    """Answers a press by editing its message."""
    updates: BoardUpdates
    """Edits messages in the background."""
    guard: PressGuard
    """Knows which presses cannot be meant."""
    keeper: BoardKeeper
    """Looks for boards that are missing, or behind."""

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
        """Wire the parts; ``hint`` returns what a match's boards hint at, ``now`` the unix time."""
        channels = DiscordChannels(client)
        keeper = Keeper(channels, QuietHours(client, store.settings, now), now)
        locks, guard, tokens = BoardLocks(), PressGuard(hint), EditTokens(now)
        shown = ShownVersions(store.boards, events)
        messages = BoardMessages(channels, store.matches, composer, locks, shown, guard, tokens)
        editor = BoardEditor(
            client, composer, repost_rule, locks, shown, guard, tokens, messages, lost_places, keeper
        )
        updates = BoardUpdates(store, editor, events)
        answers = BoardAnswers(store, composer, repost_rule, locks, shown, guard, tokens, messages, updates)
        board_keeper = BoardKeeper(client, store, editor, updates, events, now)
        return cls(messages, editor, answers, updates, guard, board_keeper)

    def start(self) -> None:
        """Look for boards that are missing, or behind, from now on."""
        self.keeper.start()

    @property
    def is_idle(self) -> bool:
        """Whether no message is being edited."""
        return self.updates.is_idle

    async def settle(self, match_ids: Collection[int], seconds: float) -> None:
        """Wait, at most so long, until the boards of these matches have been edited."""
        await self.updates.settle(match_ids, seconds)

    async def close(self) -> None:
        """Let edits under way finish, for a moment, and store what is shown."""
        await self.keeper.close()
        await self.updates.close()
