"""A change of a match, and what has happened by it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from data.model.match import Match, MatchState, PauseReason

Fact = Literal["is_challenge", "is_teaching", "accepted", "became_active", "paused", "ended"]
"""What few changes are, or bring about: the name of a property of `MatchChange`."""


@dataclass(frozen=True)
class MatchChange:
    """A committed change of a match, and what has happened by it, computed once for everybody who asks."""

    before: Match | None
    """The match as it was read in the same transaction; None if the change created it."""
    after: Match

    @cached_property
    def is_challenge(self) -> bool:
        """Whether the match waits for its opponent to accept."""
        return self.after.state == MatchState.CHALLENGE

    @cached_property
    def is_teaching(self) -> bool:
        """Whether it is a teaching game."""
        return self.after.teaching

    @cached_property
    def accepted(self) -> bool:
        """Whether a challenge was accepted."""
        was_challenge = self.before is not None and self.before.state == MatchState.CHALLENGE
        return was_challenge and self.after.state == MatchState.PLAYING

    @cached_property
    def became_active(self) -> bool:
        """Whether moves can be made from now on: the match has begun, or is resumed."""
        return self.after.is_active and not (self.before is not None and self.before.is_active)

    @cached_property
    def paused(self) -> PauseReason | None:
        """Why the match is paused from now on; None if it is not, or was paused before."""
        was_active = self.before is not None and self.before.is_active
        return self.after.paused if was_active else None

    @cached_property
    def position_changed(self) -> bool:
        """Whether moves were made or taken back, or the match is new."""
        return self.before is None or self.before.position_id != self.after.position_id

    @cached_property
    def ended(self) -> bool:
        """Whether the match is over from now on, or a challenge has come to nothing."""
        was_over = self.before is not None and self.before.state == MatchState.OVER
        return self.after.state == MatchState.OVER and not was_over

    @cached_property
    def left_server(self) -> bool:
        """Whether the match belongs to another server from now on."""
        return self.before is not None and self.before.guild_id != self.after.guild_id
