"""Computing all ratings again from the log of rated matches, and what that changes.

The log keeps which matches were rated. What a rating predicts is compared with what happened by the
logarithmic loss: the mean of -ln(p) over all matches, of the probability p that was given to the result.
Somebody who always says 50 % has 0.693; less is better.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection, bindparam, select, update

from data.engine.database import Database
from data.model.glicko import TAU, Rating, expected_score, rated_pair
from data.model.match import DELETED_USER
from data.model.rating_categories import Category, advantage, game_of
from data.ratings.changes import one_more, replace_ratings
from data.ratings.values import RATED_MATCHES, SIDE_COLUMNS, PersonRating, RatedMatch, RatedSide, side_values
from data.tables.ratings import rated_matches

Report = Callable[[int, int], None]
"""Is called with how many matches are rated, and how many there are."""

_BATCH = 1_000
_MATCHES = (
    select(rated_matches)
    .where(rated_matches.c.unrated.is_(None))
    .order_by(rated_matches.c.ended_at, rated_matches.c.match_id)
)
_UPDATE = (
    update(rated_matches)
    .where(rated_matches.c.match_id == bindparam("of_match"))
    .values({name: bindparam(name) for name in SIDE_COLUMNS})
)


@dataclass(frozen=True, slots=True)
class Effect:
    """What a computation changed."""

    matches: int
    people: int
    """How many ratings, of one person in one category each."""
    loss_before: float
    """The logarithmic loss of the ratings as they were stored."""
    loss_after: float
    largest_change: float
    """The largest difference between a rating as stored and as computed, in points."""


@dataclass
class Ladder:
    """Ratings while match after match is rated; ``tau`` is that of `data.model.glicko`."""

    tau: float = TAU
    people: dict[tuple[Category, int], PersonRating] = field(default_factory=dict)
    losses: list[float] = field(default_factory=list)
    """The loss of each prediction, made before the match was rated."""

    def rate(self, match: RatedMatch) -> tuple[tuple[Rating, Rating], tuple[Rating, Rating]]:
        """Rate a match; returns both ratings before and after it."""
        first, second = self._of(match, match.first_id), self._of(match, match.second_id)
        before = _before(first, match.first, match), _before(second, match.second, match)
        ahead = _ahead(match, before[0].value, before[1].value)
        self.losses.append(loss(before[0].shifted(ahead[0]), before[1], match.score))
        after = rated_pair(*before, match.score, ahead, self.tau)
        for person, rating, score in ((first, after[0], match.score), (second, after[1], 1 - match.score)):
            if person.user_id != DELETED_USER:
                self.people[match.category, person.user_id] = one_more(person, rating, score, match.ended_at)
        return before, after

    def _of(self, match: RatedMatch, user_id: int) -> PersonRating:
        known = self.people.get((match.category, user_id))
        return known or PersonRating.newcomer(user_id, match.category, match.ended_at)


async def rerate(database: Database, tau: float, report: Report, *, dry_run: bool = False) -> Effect:
    """Compute all ratings again, in one transaction. Raises `data.errors.StoreError`.

    A person who has erased their data counts with the rating that is stored. A ``dry_run`` stores nothing.
    """

    def work(connection: Connection) -> Effect:
        rated = RATED_MATCHES.all(connection.execute(_MATCHES))
        ladder, rows = Ladder(tau), list[dict[str, float]]()
        for number, match in enumerate(rated, 1):
            before, after = ladder.rate(match)
            sides = side_values("first", before[0], after[0]) | side_values("second", before[1], after[1])
            rows.append({"of_match": match.match_id, **sides})
            if number % _BATCH == 0 or number == len(rated):
                report(number, len(rated))
        effect = _effect(rated, ladder, _largest_change(rated, rows))
        if not dry_run:
            for start in range(0, len(rows), _BATCH):
                connection.execute(_UPDATE, rows[start : start + _BATCH])
            replace_ratings(connection, ladder.people.values())
        return effect

    return await (database.read(work) if dry_run else database.write(work))


def loss(first: Rating, second: Rating, score: float) -> float:
    """The logarithmic loss of what two ratings predict about a score of the first."""
    expected = min(1 - 1e-9, max(1e-9, expected_score(first, second)))
    return -score * math.log(expected) - (1 - score) * math.log(1 - expected)


def _before(person: PersonRating, stored: RatedSide | None, match: RatedMatch) -> Rating:
    if person.user_id == DELETED_USER and stored is not None:
        return Rating(stored.before, stored.deviation_before)
    return person.at(match.ended_at)


def _ahead(match: RatedMatch, first: float, second: float) -> tuple[float, float]:
    return advantage(game_of(match.category), match.variant, first, second)


def _effect(rated: Sequence[RatedMatch], ladder: Ladder, largest_change: float) -> Effect:
    stored = [_stored_loss(match) for match in rated]
    return Effect(len(rated), len(ladder.people), _mean(stored), _mean(ladder.losses), largest_change)


def _stored_loss(match: RatedMatch) -> float:
    """The loss of what was predicted when the match was rated."""
    if match.first is None or match.second is None:
        return math.log(2)
    ahead = _ahead(match, match.first.before, match.second.before)
    first = Rating(match.first.before + ahead[0], match.first.deviation_before)
    return loss(first, Rating(match.second.before, match.second.deviation_before), match.score)


def _largest_change(rated: Sequence[RatedMatch], rows: Sequence[dict[str, float]]) -> float:
    """The largest difference between a rating after a match as it was stored and as it is computed now."""
    stored = ((match.first, match.second) for match in rated)
    return max(
        (
            abs(side.after - row[f"{name}_after"])
            for sides, row in zip(stored, rows, strict=True)
            for side, name in zip(sides, ("first", "second"), strict=True)
            if side is not None
        ),
        default=0.0,
    )


def _mean(values: Iterable[float]) -> float:
    known = list(values)
    return math.fsum(known) / len(known) if known else 0.0
