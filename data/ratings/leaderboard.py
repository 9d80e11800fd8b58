"""The best players of a server, by what they have played there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, CompoundSelect, Connection, func, select, union_all

from data.engine.database import Database
from data.model.glicko import Rating
from data.model.match_rating import Standing
from data.model.rating_categories import Category, category_of, game_of
from data.ratings.values import PERSON_RATINGS
from data.tables.conditions import has_own_boards
from data.tables.matches import matches
from data.tables.people import people
from data.tables.ratings import ratings

LISTED_MATCHES = 3
"""After so many rated matches people are on the leaderboard of their server. Ten, as for that of all servers,
would leave those of small clubs empty for months."""
WORLD_MATCHES = 10
"""After so many rated matches people are on the leaderboard of all servers."""
WORLD_DEVIATION = 80
"""Ratings on that leaderboard have a smaller deviation. Nobody there knows who has played whom, so it takes
some 20 matches."""
ACTIVE_DAYS = 30
_DAY = 86_400.0
_WAS_RATED = matches.c.rated.contains(">")  # `MatchRating.text` with what the match has changed


@dataclass(frozen=True, slots=True)
class RatedPerson:
    """A person and their rating at the moment of the leaderboard."""

    user_id: int
    rating: Rating
    matches: int
    """How many rated matches the person has played, in any server."""

    @property
    def is_provisional(self) -> bool:
        """Whether there are too few recent matches to tell the strength, so that ``?`` marks the rating."""
        return Standing.of(self.rating).is_provisional


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """The people of a server in one category."""

    category: Category
    ranked: Sequence[RatedPerson]
    """The people with a place, the best first."""
    provisional: Sequence[RatedPerson] = ()
    """Below them those without one, as their rating is provisional; the best first."""
    near: Sequence[RatedPerson] = ()
    """The people who have played too few rated matches to be listed, with the most matches first."""

    @property
    def listed(self) -> Sequence[RatedPerson]:
        """Everybody on it, from the top."""
        return [*self.ranked, *self.provisional]


class LeaderboardStore:
    """The leaderboards of all servers. Methods raise `data.errors.StoreError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_guild(self, guild_id: int, category: Category, now: float) -> Leaderboard:
        """The leaderboard of the people who have played a rated match of the category in a server.

        Somebody who has left the server stays on it while they qualify: the bot does not know members.
        """
        among = ratings.c.user_id.in_(played_rated(guild_id, category))
        active = await self._active(category, among, now)
        listed = [person for person in active if person.matches >= LISTED_MATCHES]
        return Leaderboard(
            category,
            [person for person in listed if not person.is_provisional],
            [person for person in listed if person.is_provisional],
            sorted(
                (person for person in active if person.matches < LISTED_MATCHES),
                key=lambda person: -person.matches,
            ),
        )

    async def of_world(self, category: Category, now: float) -> Leaderboard:
        """The leaderboard of the people of all servers who want to be on it; nobody on it is provisional."""
        wants = ratings.c.user_id.in_(select(people.c.user_id).where(people.c.world))
        active = await self._active(category, wants, now)
        return Leaderboard(
            category,
            [
                person
                for person in active
                if person.matches >= WORLD_MATCHES and person.rating.deviation < WORLD_DEVIATION
            ],
        )

    async def _active(
        self, category: Category, among: ColumnElement[bool], now: float
    ) -> Sequence[RatedPerson]:
        """People who have played a rated match within `ACTIVE_DAYS`, the best first."""
        since = now - ACTIVE_DAYS * _DAY
        query = select(ratings).where(
            ratings.c.category == category.value, ratings.c.rated_at >= since, among
        )

        def work(connection: Connection) -> list[RatedPerson]:
            rated = (
                RatedPerson(person.user_id, person.at(now), person.matches)
                for person in PERSON_RATINGS.all(connection.execute(query))
            )
            return sorted(rated, key=lambda person: (-person.rating.value, person.user_id))

        return await self._database.read(work)

    async def most_played(self, guild_id: int) -> Category:
        """The category with most rated matches in a server; the first one if there are none."""
        query = (
            select(matches.c.game, matches.c.variant, func.count())
            .where(matches.c.guild_id == guild_id, matches.c.rated.is_not(None), _WAS_RATED)
            .group_by(matches.c.game, matches.c.variant)
        )

        def work(connection: Connection) -> Counter[Category]:
            played = Counter[Category]()
            for game, variant, number in connection.execute(query):
                played[category_of(game, variant)] += number
            return played

        played = await self._database.read(work)
        return max(Category, key=lambda category: played[category])


def played_rated(guild_id: int, category: Category | None = None) -> CompoundSelect[Any]:
    """Selects the people who have played a rated match in a server, by default in any category."""
    conditions = [matches.c.guild_id == guild_id, matches.c.rated.is_not(None), _WAS_RATED]
    conditions.append(~has_own_boards())  # else the opponent is not of the server
    if category is not None:
        conditions += [matches.c.game == game_of(category), *of_variant(category)]
    seats = [select(seat).where(*conditions).distinct() for seat in (matches.c.first_id, matches.c.second_id)]
    return union_all(*seats)


def of_variant(category: Category) -> Sequence[ColumnElement[bool]]:
    """The conditions for a category's variants: Renju is apart from the rest of Gomoku."""
    is_renju = matches.c.variant.startswith("renju")
    if category is Category.RENJU:
        return [is_renju]
    return [~is_renju] if category is Category.GOMOKU else []
