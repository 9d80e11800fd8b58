"""Which puzzle each person has open in a channel, so that a move typed there is tried in it.

A puzzle is a message that only its person sees: the token of the interaction that showed it edits it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.lru import LRU
from bot.match.limits import TYPED
from bot.match.rate_limits import RateLimit
from bot.messages.interaction_responses import Composed
from bot.services import Interaction
from bot.times import RunningTime
from games.base import Move, Record

_MAX_OPEN = 2_000
"""Puzzles that are remembered; the longest unused is forgotten."""

Attempt = Callable[[Move], Awaitable[Composed]]
"""Tries a move in a puzzle; returns what its message shows then."""


@dataclass(frozen=True, slots=True)
class OpenPuzzle:
    """A position in which a move is asked for, what tries one, and the interaction that showed it."""

    record: Record
    attempt: Attempt
    interaction: Interaction


class OpenPuzzles:
    """The last puzzle of each person in each channel, while its message can be edited."""

    def __init__(self, running: RunningTime) -> None:
        self._open: LRU[tuple[int, int], OpenPuzzle] = LRU(_MAX_OPEN)  # by person and channel
        self.limit = RateLimit[int](running, TYPED)

    def keep(self, interaction: Interaction, record: Record, attempt: Attempt) -> None:
        """Remember a puzzle that an interaction is answered with."""
        key = interaction.user.id, interaction.channel_id or 0
        self._open[key] = OpenPuzzle(record, attempt, interaction)

    def forget(self, interaction: Interaction) -> None:
        """Forget the puzzle that a person has open in the channel of an interaction: nothing is asked."""
        self._open.pop((interaction.user.id, interaction.channel_id or 0), None)

    def of(self, person_id: int, channel_id: int) -> OpenPuzzle | None:
        """The puzzle that a person has open in a channel; None if there is none that can be edited."""
        shown = self._open.get((person_id, channel_id))
        return None if shown is None or shown.interaction.is_expired() else shown
