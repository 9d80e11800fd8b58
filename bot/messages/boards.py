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
from bot.messages.board_keeper import BoardKeeper, Kept
from bot.messages.board_locks import BoardLocks
from bot.messages.board_messages import BoardMessages
from bot.messages.board_source import BoardSource, FirstBoards, SecondBoards
from bot.messages.board_updates import BoardUpdates
from bot.messages.composer import Composer
from bot.messages.edit_tokens import EditTokens
from bot.messages.lost_places import LostPlaces
from bot.messages.press_guard import PressGuard
from bot.messages.quiet_hours import QuietHours
from bot.messages.reposting import RepostRule
from bot.messages.shown_versions import ShownVersions
from bot.ui.custom_ids import Press
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
    other: Boards | None = None
    """The same for the other boards of matches that are shown in two places."""
    keeper: BoardKeeper | None = None
    """Looks for boards of either kind that are missing, or behind."""

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
        kept: list[Kept] = []
        quiet = QuietHours(client, store.settings, now)

        def one_kind(source: BoardSource, other: Self | None = None) -> Self:
            locks, guard, tokens = BoardLocks(), PressGuard(hint), EditTokens(now)
            shown = ShownVersions(source.messages, events)
            messages = BoardMessages(client, source, composer, quiet, locks, shown, guard, tokens)
            editor = BoardEditor(client, composer, repost_rule, shown, guard, tokens, messages)
            updates = BoardUpdates(store, source, editor, locks, shown, lost_places, events, now)
            kept.append(Kept(source, updates))
            parts = repost_rule, locks, shown, guard, tokens, messages, updates
            answers = BoardAnswers(
                store, source, composer, *parts, other.answers if other is not None else None
            )
            keeper = BoardKeeper(client, store, messages, kept, events, now) if other is not None else None
            return cls(messages, answers, updates, guard, other, keeper)

        return one_kind(FirstBoards(store), one_kind(SecondBoards(store)))

    def start(self) -> None:
        """Look for boards that are missing, or behind, from now on."""
        if self.keeper is not None:
            self.keeper.start()

    def of(self, match: Match) -> Boards:
        """The boards of the kind at which a match is."""
        return self.other if match.is_at_other and self.other is not None else self

    def is_accidental(self, press: Press, message_id: int) -> bool:
        """Whether a press on a board that has just arrived is on keys that appeared under the finger."""
        here = self.guard.is_accidental(press, message_id)
        return here or (self.other is not None and self.other.is_accidental(press, message_id))

    @property
    def is_idle(self) -> bool:
        """Whether no message is being edited."""
        return self.updates.is_idle and (self.other is None or self.other.is_idle)

    async def settle(self, match_ids: Collection[int], seconds: float) -> None:
        """Wait, at most so long, until the messages of these matches have been edited."""
        await self.updates.settle(match_ids, seconds)
        if self.other is not None:
            await self.other.settle(match_ids, seconds)

    async def close(self) -> None:
        """Let edits under way finish, for a moment, and store what is shown."""
        if self.keeper is not None:
            await self.keeper.close()
        await self.updates.close()
        if self.other is not None:
            await self.other.close()
