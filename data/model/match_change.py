"""A change of a match, and what has happened by it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from data.model.match import Match, MatchState

Fact = Literal[
    "is_challenge",
    "is_teaching",
    "is_of_pairs",
    "is_of_tournament",
    "is_rematch",
    "accepted",
    "became_active",
    "paused",
    "left_server",
    "ended",
]
"""What few changes are, or bring about, as `MatchChange.facts` lists it.

The match is a challenge, a teaching game, of hand and brain, of a tournament, or the rematch of another;
``accepted``: a challenge was; ``became_active``: moves can be
made from now on, as it has begun or is resumed; ``paused``: it is from now on; ``left_server``: it belongs to
another server from now on; ``ended``: it is over from now on, or a challenge has come to nothing.
"""


@dataclass(frozen=True)
class MatchChange:
    """A committed change of a match, and what has happened by it, computed once for everybody who asks."""

    before: Match | None
    """The match as it was read in the same transaction; None if the change created it."""
    after: Match

    @cached_property
    def facts(self) -> frozenset[Fact]:
        """What is true of this change; nothing of most, which are moves."""
        before, after = self.before, self.after
        was = None if before is None else before.state
        was_active = before is not None and before.is_active
        true = set[Fact]()
        if after.state == MatchState.CHALLENGE:
            true.add("is_challenge")
        if after.teaching:
            true.add("is_teaching")
        if after.is_of_pairs:
            true.add("is_of_pairs")
        if after.tournament_id is not None:
            true.add("is_of_tournament")
        if after.rematch_of is not None:
            true.add("is_rematch")
        if was == MatchState.CHALLENGE and after.state == MatchState.PLAYING:
            true.add("accepted")
        if after.is_active and not was_active:
            true.add("became_active")
        if after.paused is not None and was_active:
            true.add("paused")
        if before is not None and before.guild_id != after.guild_id:
            true.add("left_server")
        if after.state == MatchState.OVER and was != MatchState.OVER:
            true.add("ended")
        return frozenset(true)

    @cached_property
    def position_changed(self) -> bool:
        """Whether moves were made or taken back, or the match is new."""
        return self.before is None or self.before.position_id != self.after.position_id
