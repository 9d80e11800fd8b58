"""Stores tournaments. A change is computed from what was read, and written if that is still so.

Of two changes at once the second raises `StaleTournament`, and is computed again. So a tournament goes on
from its rows alone: a kill at any moment neither loses a pairing nor doubles it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, func, insert, select, update

from data.engine.database import Database
from data.engine.readable_rows import RowReader
from data.errors import StoreError
from data.leases.ownership import Ownership
from data.model.match import MatchState
from data.model.reasons import VOIDED
from data.model.shards import Shards
from data.model.tournament import (
    GIVEN_UP,
    NOT_SHOWN,
    UNFINISHED,
    VOID_RESULTS,
    Created,
    Entrant,
    Kind,
    NewTournament,
    Pairing,
    Result,
    Tournament,
    TournamentName,
    TournamentState,
)
from data.tables.matches import matches
from data.tables.tournaments import tournament_entrants, tournament_pairings, tournaments
from data.tournaments.rows import name_in, read_tournaments, tournament_in, write_entrants, write_pairings
from games.base import Side

_MAX_ID = 2**31 - 1  # of the column's type
_UNUSED_DAYS = 1  # of a column that has no default, and that earlier versions read
_CHANGING = ("title", "control", "level", "starts_at", "state", "rounds", "round", "deadline", "ended_at")
"""The columns that `TournamentStore.replace` writes; also ``announced``, if that differs."""
_UNVERSIONED = ("version", "message_id", "shown_version", "announced")
"""The version, and the columns that are written without raising it."""


class StaleTournament(StoreError):
    """The tournament has changed since it was read, or another process looks after it."""

    def __init__(self, tournament_id: int) -> None:
        super().__init__(f"tournament {tournament_id} has changed")


@dataclass(frozen=True, slots=True)
class Entry:
    """A tournament that a person is in."""

    tournament: int
    game: str
    kind: str
    number: int
    dropped: bool


class TournamentStore:
    """Tournaments by their number. Methods raise `data.errors.StoreError`; ``clock`` returns unix seconds."""

    def __init__(self, database: Database, clock: Callable[[], float], ownership: Ownership) -> None:
        self._database = database
        self._clock = clock
        self._ownership = ownership

    # --- Reading -------------------------------------------------------------------------------------

    async def find(self, tournament_id: int) -> Tournament | None:
        """A tournament; None if there is none with this number."""
        if not 0 < tournament_id <= _MAX_ID:
            return None
        rows = await self._database.read(
            lambda connection: read_tournaments(connection, tournaments.c.id == tournament_id)
        )
        return rows[0] if rows else None

    async def unfinished(self, shards: Shards) -> list[int]:
        """The tournaments of shards in which something can happen, or is not shown or announced yet."""
        is_open = tournaments.c.state.in_(UNFINISHED) | (tournaments.c.shown_version < tournaments.c.version)
        is_due = is_open | (
            (tournaments.c.state == TournamentState.OVER) & tournaments.c.announced.is_(False)
        )
        return await self._of_shards(shards, is_due)

    async def ended(self, shards: Shards, since: float, until: float) -> list[int]:
        """The tournaments of shards that ended between two moments in unix seconds."""
        is_over = tournaments.c.state == TournamentState.OVER
        return await self._of_shards(shards, is_over & tournaments.c.ended_at.between(since, until))

    async def _of_shards(self, shards: Shards, condition: ColumnElement[bool]) -> list[int]:
        query = select(tournaments.c.id, tournaments.c.guild_id).where(condition).order_by(tournaments.c.id)
        rows = await self._database.read(lambda connection: _PLACES.all(connection.execute(query)))
        return [tournament_id for tournament_id, guild_id in rows if guild_id in shards]

    async def in_guild(self, guild_id: int, limit: int = 25) -> list[Tournament]:
        """Tournaments of a server to choose from: those that are not over first, of each the newest first."""
        is_open = tournaments.c.state.in_(UNFINISHED)
        listed = (
            select(tournaments.c.id)
            .where(tournaments.c.guild_id == guild_id)
            .order_by(is_open.desc(), tournaments.c.id.desc())
            .limit(limit)
        )

        def work(connection: Connection) -> list[Tournament]:
            ids = list(connection.execute(listed).scalars())
            every = read_tournaments(connection, tournaments.c.id.in_(ids))
            return sorted(every, key=lambda each: (each.state in UNFINISHED, each.id), reverse=True)

        return await self._database.read(work)

    async def names_in(self, guild_id: int) -> list[TournamentName]:
        """What all tournaments of a server are called, in the order of `in_guild`."""
        in_order = tournaments.c.state.in_(UNFINISHED).desc(), tournaments.c.id.desc()
        query = select(*_NAME).where(tournaments.c.guild_id == guild_id).order_by(*in_order)
        return await self._database.read(lambda connection: _NAMES.all(connection.execute(query)))

    async def unfinished_in(self, guild_id: int) -> list[Tournament]:
        """All tournaments of a server that are not over, the oldest first."""
        is_open = (tournaments.c.guild_id == guild_id) & tournaments.c.state.in_(UNFINISHED)
        return await self._database.read(lambda connection: read_tournaments(connection, is_open))

    async def newest_in_channel(self, guild_id: int, channel_id: int) -> Tournament | None:
        """The newest tournament of a channel; None if it has had none."""
        places = (tournaments.c.guild_id == guild_id) & (tournaments.c.channel_id == channel_id)
        newest = select(func.max(tournaments.c.id)).where(places).scalar_subquery()
        rows = await self._database.read(
            lambda connection: read_tournaments(connection, tournaments.c.id == newest)
        )
        return rows[0] if rows else None

    async def entries(self, user_id: int) -> list[Entry]:
        """The tournaments of a person."""
        query = (
            select(*_ENTRY)
            .join(tournaments, tournaments.c.id == tournament_entrants.c.tournament_id)
            .where(tournament_entrants.c.user_id == user_id)
            .order_by(tournaments.c.id)
        )
        return await self._database.read(lambda connection: _ENTRIES.all(connection.execute(query)))

    async def created_by(self, user_id: int) -> list[Created]:
        """The tournaments that a person has created."""
        columns = tournaments.c
        query = select(columns.id, columns.guild_id, columns.game, columns.kind, columns.created_at)
        mine = query.where(columns.creator_id == user_id).order_by(columns.id)
        return await self._database.read(
            lambda connection: [Created(*row) for row in connection.execute(mine)]
        )

    async def results(self, tournament: Tournament, end: float | None = None) -> Mapping[int, Result]:
        """The results of its matches that are over, by their numbers; with ``end``, by that moment."""
        ids = [pairing.match_id for pairing in tournament.open_pairings if pairing.match_id]
        if not ids:
            return {}
        query = select(matches.c.id, matches.c.winner, matches.c.reason).where(
            matches.c.id.in_(ids), matches.c.state == MatchState.OVER
        )
        if end is not None:
            query = query.where(matches.c.ended_at <= end)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return {row.id: _result(tournament.kind, row.reason, row.winner) for row in rows}

    # --- Changing ------------------------------------------------------------------------------------

    async def create(
        self, new: NewTournament, *, is_running: bool = False, entrants: tuple[Entrant, ...] = ()
    ) -> Tournament:
        """Create a tournament with its first ``entrants``; ``is_running``: it needs no start."""
        values = asdict(new) | {
            "state": TournamentState.RUNNING if is_running else TournamentState.OPEN,
            "round": int(is_running),
            "version": 0,
            "shown_version": NOT_SHOWN,
            "created_at": self._clock(),
            "announced": False,
            "days": _UNUSED_DAYS,
        }
        query = insert(tournaments).values(values).returning(tournaments)

        def work(connection: Connection) -> Tournament:
            empty = tournament_in(connection.execute(query).one(), (), ())
            created = replace(empty, entrants=entrants)
            write_entrants(connection, empty, created)
            return created

        return await self._database.write(work)

    async def replace(self, before: Tournament, after: Tournament, *, owned: bool = False) -> Tournament:
        """Write what differs, and return it as it is stored.

        Raises `StaleTournament` if it is not as ``before`` anymore; with ``owned``, also if this process does
        not own the server's shard.
        """

        def work(connection: Connection) -> Tournament:
            if owned and not self._ownership.confirm(connection, before.guild_id):
                raise StaleTournament(before.id)
            names = [*_CHANGING, *(["announced"] if after.announced != before.announced else [])]
            raised = raise_version(connection, before, {name: getattr(after, name) for name in names})
            write_entrants(connection, before, after)
            write_pairings(connection, before, after)
            return replace(after, **raised)

        return await self._database.write(work)

    def claim(self, connection: Connection, tournament: Tournament, pairing: Pairing, match_id: int) -> None:
        """In the transaction that creates a match: it is that of a pairing without one.

        Raises `StaleTournament`, so that there is no match, if the pairing has one or needs none anymore, if
        somebody else has taken the place of a player, or if the tournament is over, or another process's.
        """
        if not self._ownership.confirm(connection, tournament.guild_id):
            raise StaleTournament(tournament.id)
        entrants = tournament.entrant(pairing.first), tournament.entrant(pairing.second or pairing.first)
        if not all(_is_same(connection, tournament.id, entrant) for entrant in entrants):
            raise StaleTournament(tournament.id)
        row = _of_pairing(tournament.id, pairing)
        free = row & tournament_pairings.c.match_id.is_(None) & tournament_pairings.c.result.is_(None)
        claimed = update(tournament_pairings).where(free).values(match_id=match_id)
        running = (tournaments.c.id == tournament.id) & (tournaments.c.state == TournamentState.RUNNING)
        raised = update(tournaments).where(running).values(version=tournaments.c.version + 1)
        if not (connection.execute(claimed).rowcount and connection.execute(raised).rowcount):
            raise StaleTournament(tournament.id)

    async def posted(self, tournament_id: int, message_id: int, version: int) -> None:
        """Store its message, which shows a version."""
        await self._set(tournament_id, message_id=message_id, shown_version=version)

    async def shown(self, tournament_id: int, version: int) -> None:
        """Store that its message shows a version."""
        await self._set(tournament_id, shown_version=version)

    async def announced(self, tournament: Tournament) -> None:
        """Store that its end was announced as it was read, unless it has changed since."""
        is_same = tournaments.c.version == tournament.version
        await self._set(tournament.id, is_same, announced=True)

    async def _set(self, tournament_id: int, *conditions: ColumnElement[bool], **values: int | bool) -> None:
        its = tournaments.c.id == tournament_id, *conditions
        query = update(tournaments).where(*its).values(values)
        await self._database.write(lambda connection: connection.execute(query))


_RESULTS = {Side.FIRST: Result.FIRST, Side.SECOND: Result.SECOND, None: Result.DRAW}
_FORFEITS = {
    Side.FIRST: Result.FIRST_BY_FORFEIT,
    Side.SECOND: Result.SECOND_BY_FORFEIT,
    None: Result.NOBODY,
}
_PLACES = RowReader((tournaments.c.id, tournaments.c.guild_id), tuple)
_NAME = tournaments.c.id, tournaments.c.title, tournaments.c.kind, tournaments.c.game, tournaments.c.variant
_NAMES = RowReader(_NAME, name_in)
_OF, _OF_ENTRANT = tournaments.c, tournament_entrants.c
_ENTRY = _OF.id, _OF.game, _OF.kind, _OF_ENTRANT.number, _OF_ENTRANT.dropped
_ENTRIES = RowReader(_ENTRY, lambda row: Entry(*row))


def _result(kind: Kind, reason: str, winner: int | None) -> Result:
    """The result of a pairing by that of its match."""
    if reason == VOIDED:
        return VOID_RESULTS[kind]
    results = _FORFEITS if reason in GIVEN_UP else _RESULTS
    return results[None if winner is None else Side(winner)]


def raise_version(connection: Connection, before: Tournament, values: dict[str, Any]) -> dict[str, Any]:
    """Raise the version, and write columns; returns it with the columns that are written without a version.

    Raises `StaleTournament` if it is not as ``before`` anymore.
    """
    is_same = and_(tournaments.c.id == before.id, tournaments.c.version == before.version)
    change = update(tournaments).where(is_same).values(version=before.version + 1, **values)
    row = connection.execute(change.returning(*(tournaments.c[name] for name in _UNVERSIONED))).one_or_none()
    if row is None:
        raise StaleTournament(before.id)
    return dict(row._mapping)


def _is_same(connection: Connection, tournament_id: int, entrant: Entrant) -> bool:
    """Whether an entrant is still the person, or the computer, that was read."""
    of = tournament_entrants.c
    row = (of.tournament_id == tournament_id) & (of.number == entrant.number)
    return connection.execute(select(of.user_id).where(row)).scalar_one_or_none() == entrant.user_id


def _of_pairing(tournament_id: int, pairing: Pairing) -> Any:
    return and_(
        tournament_pairings.c.tournament_id == tournament_id,
        tournament_pairings.c.round == pairing.round,
        tournament_pairings.c.board == pairing.board,
    )
