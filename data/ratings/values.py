"""Ratings of people and rated matches as frozen values, and as rows of their tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Row

from data.engine.readable_rows import RowReader
from data.model.glicko import Rating
from data.model.match_rating import Standing, Unrated
from data.model.rating_categories import Category
from data.tables.ratings import rated_matches, ratings
from games.base import Side


class Estimate(NamedTuple):
    """How a person plays: like which level, how strong in Elo points, and how far off that may be.

    It is within the margin for 80 % of the people who have such results.
    """

    level: int
    strength: int
    margin: int


@dataclass(frozen=True, slots=True)
class PersonRating:
    """A person's rating in one category, and what it is made of."""

    user_id: int
    category: Category
    last: Rating
    """After the last match."""
    matches: int
    """How many rated matches the person has played."""
    wins: int
    losses: int
    rated_at: float
    """When the last one ended, in unix seconds."""

    @property
    def draws(self) -> int:
        """The matches without a winner."""
        return self.matches - self.wins - self.losses

    def at(self, now: float) -> Rating:
        """The rating at a moment: it becomes less certain with time."""
        return self.last.after(now - self.rated_at)

    @classmethod
    def newcomer(cls, user_id: int, category: Category, now: float) -> PersonRating:
        """The rating of somebody who has played no rated match."""
        return cls(user_id, category, Rating(), 0, 0, 0, now)

    @classmethod
    def of(cls, row: Row[Any]) -> PersonRating:
        """The rating of a row."""
        return cls(
            row.user_id,
            Category(row.category),
            Rating(row.rating, row.deviation, row.volatility),
            row.matches,
            row.wins,
            row.losses,
            row.rated_at,
        )

    @property
    def row(self) -> dict[str, Any]:
        """The columns of its row."""
        return {
            "user_id": self.user_id,
            "category": self.category.value,
            "rating": self.last.value,
            "deviation": self.last.deviation,
            "volatility": self.last.volatility,
            "matches": self.matches,
            "wins": self.wins,
            "losses": self.losses,
            "rated_at": self.rated_at,
        }


@dataclass(frozen=True, slots=True)
class RatedSide:
    """A player of a rated match: the rating just before and after it, with deviations."""

    before: float
    deviation_before: float
    after: float
    deviation_after: float

    @property
    def standing_before(self) -> Standing:
        """The rating before the match as people read it."""
        return Standing(round(self.before), round(self.deviation_before))

    @property
    def standing_after(self) -> Standing:
        """The rating after the match as people read it."""
        return Standing(round(self.after), round(self.deviation_after))


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """A match that was agreed to be rated, as the log has it."""

    match_id: int
    category: Category
    variant: str
    first_id: int
    second_id: int
    winner: Side | None
    ended_at: float
    unrated: Unrated | None
    """Why it was not rated."""
    first: RatedSide | None
    """None unless it was rated."""
    second: RatedSide | None

    def side_of(self, user_id: int) -> Side:
        """The side of one of its two players."""
        return Side.FIRST if user_id == self.first_id else Side.SECOND

    def of(self, side: Side) -> RatedSide | None:
        """The ratings of a side; None unless the match was rated."""
        return self.first if side is Side.FIRST else self.second

    @property
    def score(self) -> float:
        """The first side's score: 1, 0.5 or 0."""
        return 0.5 if self.winner is None else float(self.winner is Side.FIRST)

    @classmethod
    def from_row(cls, row: Row[Any]) -> RatedMatch:
        """The match of a row."""
        return cls(
            row.match_id,
            Category(row.category),
            row.variant,
            row.first_id,
            row.second_id,
            None if row.winner is None else Side(row.winner),
            row.ended_at,
            None if row.unrated is None else Unrated(row.unrated),
            _side_from(row, "first"),
            _side_from(row, "second"),
        )


def _side_from(row: Row[Any], name: str) -> RatedSide | None:
    values = [getattr(row, f"{name}_{column}") for column in _SIDE]
    return None if None in values else RatedSide(*values)


PERSON_RATINGS = RowReader(ratings.columns, PersonRating.of)
"""Reads rows of `data.tables.ratings.ratings`."""
RATED_MATCHES = RowReader(rated_matches.columns, RatedMatch.from_row, hashes=("opening",))
"""Reads rows of `data.tables.ratings.rated_matches`."""
_SIDE = ("before", "deviation_before", "after", "deviation_after")


SIDE_COLUMNS = tuple(f"{name}_{column}" for name in ("first", "second") for column in _SIDE)
"""The columns of both sides in the log."""


def side_values(name: str, before: Rating, after: Rating) -> dict[str, float]:
    """The columns of a side, ``first`` or ``second``, in the log."""
    values = (before.value, before.deviation, after.value, after.deviation)
    return {f"{name}_{column}": value for column, value in zip(_SIDE, values, strict=True)}
