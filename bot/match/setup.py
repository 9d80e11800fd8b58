"""What a match begins with: who sits where, and in which place. Start reading at `Place`."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from data.limits import NONE, Limits


@dataclass(frozen=True, slots=True)
class Seats:
    """Who sits where: a person's id, or None for the computer."""

    first: int | None
    second: int | None


@dataclass(frozen=True, slots=True)
class Place:
    """Where a match is played, the locale and the limits of that place."""

    guild_id: int | None
    channel_id: int
    locale: str
    limits: Limits = NONE
    tokens_only: bool = False
    """Whether the bot is no member there: it can show a board only by answering a press."""

    def values(self) -> dict[str, Any]:
        """What the store is told of it, by name."""
        return {one.name: getattr(self, one.name) for one in fields(self)}
