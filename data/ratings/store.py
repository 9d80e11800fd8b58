"""The ratings of people, and the log of rated matches, for reading. `data.ratings.changes` changes them."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Connection, or_, select, true

from data.engine.database import Database
from data.model.accuracy import likelihoods_in
from data.model.match import MatchState
from data.model.rating_categories import Category, category_of
from data.model.reasons import CALLED_OFF
from data.ratings.changes import read_ratings
from data.ratings.values import PERSON_RATINGS, RATED_MATCHES, PersonRating, RatedMatch
from data.tables.conditions import Scope, of_person
from data.tables.matches import accuracies, matches
from data.tables.ratings import rated_matches, ratings
from games.base import Side

_MAX_IDS = 10_000  # in one IN (…): SQLite allows 32,766 variables
_MAX_AGAINST_LEVELS = 300
_MAX_IN_CATEGORY = 40  # older matches say little about a person's strength today


class LevelResult(NamedTuple):
    """A match of a person against a level of the computer."""

    level: str
    score: float
    """The person's: 1, 0.5 or 0."""
    variant: str = ""
    ended_at: float = 0.0
    """In unix seconds."""
    likelihoods: tuple[float, ...] = ()
    """How likely the person's moves are of each rung of the game's scale, see `SideMoves`."""


class RatingStore:
    """The ratings of all people. Methods raise `data.errors.StoreError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_person(self, user_id: int) -> dict[Category, PersonRating]:
        """A person's ratings, in the order of the categories; without those in which they have none."""
        query = select(ratings).where(ratings.c.user_id == user_id)
        own = await self._database.read(lambda connection: PERSON_RATINGS.all(connection.execute(query)))
        by_category = {person.category: person for person in own}
        return {category: by_category[category] for category in Category if category in by_category}

    async def of_people(self, user_ids: Collection[int], category: Category) -> dict[int, PersonRating]:
        """The ratings that these people have in a category, by person."""
        ids = sorted(set(user_ids))
        parts = [ids[start : start + _MAX_IDS] for start in range(0, len(ids), _MAX_IDS)]
        return await self._database.read(
            lambda connection: {
                user_id: person
                for part in parts
                for user_id, person in read_ratings(connection, category, part).items()
            }
        )

    async def of_category(
        self,
        category: Category,
        *,
        least_matches: int = 1,
        played_since: float = 0.0,
        limit: int | None = None,
    ) -> list[PersonRating]:
        """The ratings in a category, the highest first, at most ``limit``.

        Only of people with ``least_matches`` rated matches, the last of them at ``played_since`` (in unix
        seconds) or later.
        """
        query = (
            select(ratings)
            .where(ratings.c.category == category.value)
            .where(ratings.c.matches >= least_matches, ratings.c.rated_at >= played_since)
            .order_by(ratings.c.rating.desc(), ratings.c.user_id)
            .limit(limit)
        )
        return await self._database.read(lambda connection: PERSON_RATINGS.all(connection.execute(query)))

    async def history(
        self, user_id: int, category: Category | None = None, limit: int | None = None
    ) -> list[RatedMatch]:
        """A person's newest matches in the log, at most ``limit``, the oldest first; unrated ones too."""
        log = rated_matches.c
        query = select(rated_matches).where(or_(log.first_id == user_id, log.second_id == user_id))
        if category is not None:
            query = query.where(log.category == category.value)
        query = query.order_by(log.ended_at.desc(), log.match_id.desc()).limit(limit)
        return await self._database.read(
            lambda connection: RATED_MATCHES.all(connection.execute(query))[::-1]
        )

    async def against_levels(
        self, user_id: int, scope: Scope | None = None
    ) -> dict[Category, list[LevelResult]]:
        """A person's results against the computer, the latest first.

        Those of teaching games, with takebacks and from setups are left out. ``scope`` says in which server
        and channels; everywhere by default.
        """
        first, computers = matches.c.first_id, matches.c.level.is_not(None)
        alone = matches.c.takebacks == 0, matches.c.teaching.is_(False), matches.c.setup.is_(None)
        by_one = matches.c.teams.is_(None)
        query = (
            select(*(matches.c[name] for name in ("game", "variant", "level", "winner", "ended_at")), first)
            .add_columns(accuracies.c.first_likelihoods, accuracies.c.second_likelihoods)
            .outerjoin(accuracies, accuracies.c.match_id == matches.c.id)
            .where(of_person(user_id, (MatchState.OVER,)), computers, by_one, *alone)
            .where(matches.c.reason.not_in(CALLED_OFF), true() if scope is None else scope.of_matches())
            .order_by(matches.c.id.desc())
            .limit(_MAX_AGAINST_LEVELS)
        )

        def work(connection: Connection) -> dict[Category, list[LevelResult]]:
            by_category: dict[Category, list[LevelResult]] = {}
            for row in connection.execute(query):
                own = Side.FIRST if row.first_id == user_id else Side.SECOND
                score = 0.5 if row.winner is None else float(row.winner == own)
                results = by_category.setdefault(category_of(row.game, row.variant), [])
                if len(results) < _MAX_IN_CATEGORY:
                    text = row.first_likelihoods if own is Side.FIRST else row.second_likelihoods
                    ended = row.ended_at or 0.0
                    likelihoods = likelihoods_in(text)
                    results.append(LevelResult(row.level, score, row.variant, ended, likelihoods))
            return by_category

        return await self._database.read(work)
