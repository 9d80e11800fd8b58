"""Which roles servers give by rating, to whom they belong, and who has been given one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlalchemy import Connection, delete, insert, select, union

from data.engine.database import Database
from data.engine.readable_rows import RowReader
from data.leases.ownership import SOLE_OWNER, Ownership
from data.model.match_rating import Standing
from data.model.rating_categories import Category
from data.ratings.leaderboard import played_rated
from data.ratings.values import PERSON_RATINGS
from data.tables.ratings import ratings
from data.tables.servers import rank_games, rank_members, rank_roles

BEST = "best"
"""Stands for a person's highest rating in any category."""


@dataclass(frozen=True, slots=True)
class RankSettings:
    """The roles of a server."""

    game: str | None = None
    """The category whose rating counts, or `BEST`; None: no roles are given."""
    roles: Mapping[int, int] = field(default_factory=dict)
    """The role by the lowest rating for it, in ascending order."""

    def role_for(self, rating: float) -> int | None:
        """The role of somebody with this rating; None if it is below all."""
        return next(
            (role for minimum, role in sorted(self.roles.items(), reverse=True) if rating >= minimum), None
        )


@dataclass(frozen=True, slots=True)
class RankMember:
    """A person who has been given a role by their rating, or is about to be."""

    guild_id: int
    user_id: int
    role_id: int
    is_given: bool
    """Whether Discord has confirmed it."""


class OtherProcess(Exception):
    """Another process owns the server's shard: it gives and takes the roles there."""


class RankRoleStore:
    """The roles of all servers. Methods raise `data.errors.StoreError`."""

    def __init__(self, database: Database, ownership: Ownership = SOLE_OWNER) -> None:
        self._database = database
        self._ownership = ownership

    async def settings(self, guild_id: int) -> RankSettings:
        """The roles of a server."""
        return await self._database.read(lambda connection: _settings(connection, guild_id))

    async def set_game(self, guild_id: int, game: str | None) -> None:
        """Choose the category whose rating counts, or `BEST`; None turns roles off."""

        def work(connection: Connection) -> None:
            connection.execute(delete(rank_games).where(rank_games.c.guild_id == guild_id))
            if game is not None:
                connection.execute(insert(rank_games).values(guild_id=guild_id, game=game))

        await self._database.write(work)

    async def set_role(self, guild_id: int, minimum: int, role_id: int | None) -> None:
        """Choose the role of those with at least this rating; None for no role of their own."""
        band = rank_roles.c.guild_id == guild_id, rank_roles.c.least == minimum

        def work(connection: Connection) -> None:
            connection.execute(delete(rank_roles).where(*band))
            if role_id is not None:
                values = {"guild_id": guild_id, "least": minimum, "role_id": role_id}
                connection.execute(insert(rank_roles), values)

        await self._database.write(work)

    async def guilds(self) -> list[int]:
        """The servers that give roles, and those in which some are still to be taken."""
        query = union(select(rank_games.c.guild_id), select(rank_members.c.guild_id))
        guild_ids = await self._database.read(lambda connection: list(connection.execute(query).scalars()))
        return sorted(guild_id for guild_id in guild_ids if isinstance(guild_id, int))

    async def wanted(self, guild_id: int, now: float) -> dict[int, int]:
        """The role that each person is to have.

        They have played a rated match in the server, and their rating is not provisional.
        """

        def work(connection: Connection) -> dict[int, int]:
            settings = _settings(connection, guild_id)
            if settings.game is None or not settings.roles:
                return {}
            category = None if settings.game == BEST else Category(settings.game)
            best = _best(connection, guild_id, category, now)
            roles = {user_id: settings.role_for(rating) for user_id, rating in best.items()}
            return {user_id: role for user_id, role in roles.items() if role is not None}

        return await self._database.read(work)

    async def members(self, guild_id: int) -> dict[int, RankMember]:
        """Who has been given a role in a server, by person."""
        query = select(rank_members).where(rank_members.c.guild_id == guild_id)
        return await self._database.read(
            lambda connection: {member.user_id: member for member in _MEMBERS.all(connection.execute(query))}
        )

    async def of_person(self, user_id: int) -> list[RankMember]:
        """The roles that a person has been given, in all servers."""
        query = (
            select(rank_members).where(rank_members.c.user_id == user_id).order_by(rank_members.c.guild_id)
        )
        return await self._database.read(lambda connection: _MEMBERS.all(connection.execute(query)))

    async def confirm_owner(self, guild_id: int) -> None:
        """Return if this process owns a server's shard, by the database. Raises `OtherProcess` if not."""
        if self._ownership is not SOLE_OWNER:
            await self._database.write(lambda connection: self._confirm(connection, guild_id))

    async def put(self, member: RankMember) -> None:
        """Store that a role is about to be given, or that it was. Raises `OtherProcess`."""
        values = {
            "guild_id": member.guild_id,
            "user_id": member.user_id,
            "role_id": member.role_id,
            "is_given": member.is_given,
        }

        def work(connection: Connection) -> None:
            self._confirm(connection, member.guild_id)
            _forget(connection, member.guild_id, member.user_id)
            connection.execute(insert(rank_members), values)

        await self._database.write(work)

    async def forget(self, guild_id: int, user_id: int) -> None:
        """A person's role was taken, or they have left the server. Raises `OtherProcess`."""

        def work(connection: Connection) -> None:
            self._confirm(connection, guild_id)
            _forget(connection, guild_id, user_id)

        await self._database.write(work)

    def _confirm(self, connection: Connection, guild_id: int) -> None:
        if not self._ownership.confirm(connection, guild_id):
            raise OtherProcess(guild_id)


_MEMBERS = RowReader(rank_members.columns, lambda row: RankMember(*row))
_BANDS = RowReader[tuple[int, int]](
    (rank_roles.c.least, rank_roles.c.role_id), lambda row: (row.least, row.role_id)
)


def _settings(connection: Connection, guild_id: int) -> RankSettings:
    game = connection.execute(select(rank_games.c.game).where(rank_games.c.guild_id == guild_id)).scalar()
    query = select(rank_roles.c.least, rank_roles.c.role_id).where(rank_roles.c.guild_id == guild_id)
    bands = connection.execute(query.order_by(rank_roles.c.least))
    known = game if game in (None, BEST, *Category) else None
    return RankSettings(known, dict(_BANDS.all(bands)))


def _best(connection: Connection, guild_id: int, category: Category | None, now: float) -> dict[int, float]:
    """The highest certain rating of each person who has played rated matches in a server."""
    query = select(ratings).where(ratings.c.user_id.in_(played_rated(guild_id, category)))
    if category is not None:
        query = query.where(ratings.c.category == category.value)
    highest: dict[int, float] = {}
    for person in PERSON_RATINGS.all(connection.execute(query)):
        if not Standing.of(person.at(now)).is_provisional:
            highest[person.user_id] = max(person.last.value, highest.get(person.user_id, person.last.value))
    return highest


def _forget(connection: Connection, guild_id: int, user_id: int) -> None:
    row = rank_members.c.guild_id == guild_id, rank_members.c.user_id == user_id
    connection.execute(delete(rank_members).where(*row))
