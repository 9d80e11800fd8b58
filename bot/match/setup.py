"""Who plays which side of a new match."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Seats:
    """The players by side: a person's id, or None for the computer."""

    first: int | None
    second: int | None
