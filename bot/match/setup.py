"""Who plays which side of a new match."""

from __future__ import annotations

from dataclasses import dataclass

from games.base import Side


@dataclass(frozen=True, slots=True)
class Seats:
    """The players by side: a person's id, or None for the computer."""

    first: int | None
    second: int | None

    def side_of(self, user_id: int | None) -> Side:
        """The side of a player."""
        return Side.FIRST if user_id == self.first else Side.SECOND
