"""What a match says about ratings: those of its players before it, and what it changed, or why nothing.

It is stored with the match as text (`MatchRating.text`), so that whatever shows a match needs to read nothing
else.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from data.model.glicko import PROVISIONAL_DEVIATION, Rating
from games.base import Side

_PAIR = r"-?\d+~\d+"
_SIDE = rf"(\?|{_PAIR}(?:>{_PAIR})?)"
_TEXT = re.compile(rf"{_SIDE} {_SIDE}(?: ([a-z-]+))?")
"""``1523~80>1531~79 1490~90>1482~88``: value and deviation before and after the match, of both sides.

An open seat is ``?``. Of a match that was not rated there is nothing after ``>``, and the reason at the end.
"""


class Unrated(StrEnum):
    """Why a match is not rated, by its stored value. People read a sentence about it (``unrated.…``)."""

    NO_RESULT = "no-result"
    """It was called off, never begun, or its result is not known: the result says so."""
    COMPUTER = "computer"
    """It was played against the computer, perhaps with hints or as a teaching game."""
    IMPORTED = "imported"
    ERASED = "erased"
    """A player has erased their data."""
    SETUP = "setup"
    """It started from a position that somebody has set up."""
    TAKEBACK = "takeback"
    SHORT = "short"
    """It has very few moves."""
    OUTAGE = "outage"
    """It was lost on time in a turn in which the bot was out of reach."""
    REPEATED = "repeated"
    """The pair has played the same opening with the same winner before."""
    DAILY_LIMIT = "daily-limit"
    """The pair has played enough rated matches within a day."""
    UNPROVEN = "unproven"
    """The loser has played nobody else, and the winner has beaten enough such people lately."""
    PROVISIONAL = "provisional"
    """The loser's rating is provisional, and the winner has beaten enough such people within a day."""
    VOIDED = "voided"
    """A moderator has declared it void: what it changed was taken back."""
    RING = "ring"
    """A few people pass rating points around."""


class Standing(NamedTuple):
    """A rating as people read it."""

    value: int
    deviation: int

    @classmethod
    def of(cls, rating: Rating) -> Standing:
        """A rating in whole points."""
        return cls(round(rating.value), round(rating.deviation))

    @property
    def is_provisional(self) -> bool:
        """Whether there are too few recent matches to tell the strength."""
        return self.deviation > PROVISIONAL_DEVIATION


@dataclass(frozen=True, slots=True)
class MatchRating:
    """The ratings of a match that was agreed to be rated.

    >>> MatchRating.read("1540~90>1552~85 1600~80>1588~76").change(Side.FIRST)
    12
    """

    first: Standing | None
    """When the match was agreed, and once it is rated, just before its end. None for an open seat."""
    second: Standing | None
    first_after: Standing | None = None
    """None until the match is rated."""
    second_after: Standing | None = None
    unrated: Unrated | None = None
    """Why it was not rated at its end."""

    def before(self, side: Side) -> Standing | None:
        """The rating of a side before the match; None for an open seat."""
        return self.first if side is Side.FIRST else self.second

    def after(self, side: Side) -> Standing | None:
        """The rating of a side after the match; None unless that was rated."""
        return self.first_after if side is Side.FIRST else self.second_after

    def change(self, side: Side) -> int | None:
        """How many points a side has gained; None unless the match was rated."""
        before, after = self.before(side), self.after(side)
        return None if before is None or after is None else after.value - before.value

    def without_effect(self, reason: Unrated) -> MatchRating:
        """This, of a match that was not rated, or is not anymore."""
        return replace(self, first_after=None, second_after=None, unrated=reason)

    @property
    def text(self) -> str:
        """What is stored, and what `read` reads."""
        sides = ((self.first, self.first_after), (self.second, self.second_after))
        return " ".join([*(_written(*side) for side in sides), *([self.unrated] if self.unrated else [])])

    @classmethod
    def read(cls, text: str) -> MatchRating:
        """The rating that a stored `text` describes. Raises ValueError."""
        parts = _TEXT.fullmatch(text)
        if parts is None:
            raise ValueError(f"{text!r} is no rating of a match")
        (first, first_after), (second, second_after) = _read(parts[1]), _read(parts[2])
        return cls(first, second, first_after, second_after, Unrated(parts[3]) if parts[3] else None)


def _written(before: Standing | None, after: Standing | None) -> str:
    known = [standing for standing in (before, after) if standing is not None]
    return ">".join(f"{standing.value}~{standing.deviation}" for standing in known) or "?"


def _read(text: str) -> tuple[Standing | None, Standing | None]:
    if text == "?":
        return None, None
    standings = [Standing(*map(int, word.split("~"))) for word in text.split(">")]
    return standings[0], standings[1] if len(standings) > 1 else None
