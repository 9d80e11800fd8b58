"""The lines of an export about ratings: the log of rated matches, and the ratings of people."""

from __future__ import annotations

from data.matches.rows import Columns, Values
from data.model.match_rating import Unrated
from data.model.rating_categories import Category
from data.transfer.lines import Count, DiscordId, Line, Number, Seconds
from games.base import Side


class RatedMatchLine(Line):
    """A match in the log of those that were agreed to be rated, after all matches of a whole export.

    The fields are the columns of `data.tables.ratings.rated_matches`.
    """

    rated_match: Number
    category: Category
    variant: str
    first: DiscordId
    second: DiscordId
    winner: Side | None
    ended_at: Seconds
    plies: Count
    opening: DiscordId
    resigned: bool
    unrated: Unrated | None
    first_before: Seconds | None
    first_deviation_before: Seconds | None
    first_after: Seconds | None
    first_deviation_after: Seconds | None
    second_before: Seconds | None
    second_deviation_before: Seconds | None
    second_after: Seconds | None
    second_deviation_after: Seconds | None


class RatingLine(Line):
    """A person's rating, after the log. The fields are the columns of `data.tables.ratings.ratings`."""

    rating_of: DiscordId
    category: Category
    rating: Seconds
    deviation: Seconds
    volatility: Seconds
    matches: Count
    wins: Count
    losses: Count
    rated_at: Seconds


_RENAMED = {"rated_match": "match_id", "first": "first_id", "second": "second_id"}


def rated_match_line(row: Columns) -> RatedMatchLine:
    """The line of a row of the log. Raises ValueError for what it cannot have."""
    fields = ((field, _RENAMED.get(field, field)) for field in RatedMatchLine.model_fields)
    return RatedMatchLine.model_validate({field: row[column] for field, column in fields})


def rated_match_values(line: RatedMatchLine) -> Values:
    """The row of the log that a line describes."""
    return {_RENAMED.get(field, field): value for field, value in line.model_dump(mode="python").items()}


def rating_line(row: Columns) -> RatingLine:
    """The line of a person's rating. Raises ValueError for what it cannot have."""
    fields = (field for field in RatingLine.model_fields if field != "rating_of")
    return RatingLine.model_validate({"rating_of": row["user_id"], **{field: row[field] for field in fields}})


def rating_values(line: RatingLine) -> Values:
    """The row of a person's rating that a line describes."""
    return {"user_id": line.rating_of, **line.model_dump(mode="python", exclude={"rating_of"})}
