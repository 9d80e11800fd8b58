"""The store of matches. Every change compares what its caller saw with what is, in one transaction.

Start reading at `MatchStore.append`, the way of a move into the database. Of two changes at once exactly
one wins; the other raises `Stale` with the match as it is now.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, and_, bindparam, delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from data.errors import Stale, StoreConflict, UnknownMatch
from data.match import CHALLENGE_REASON, Match, Offer, Played, Stamp, State
from data.rows import NO_OFFER, match_of, moves_of, offer_values
from data.schema import matches, moves
from games.base import Move, Outcome

if TYPE_CHECKING:
    from data.database import Database

__all__ = ["Match", "MatchStore", "Offer", "Played", "Stamp", "State"]

_UNFINISHED: tuple[State, ...] = ("challenge", "playing")
_LAST_ID = 2**31 - 1  # what the column holds; a forged button may name any number

# Made once: a statement costs more to make than SQLite takes to answer it.
_ONE = select(matches).where(matches.c.id == bindparam("match"))
_ONE_HELD = _ONE.with_for_update()  # SQLite has no word for it: there, the whole database is held
_ITS_MOVES = select(moves.c.move).where(moves.c.match_id == bindparam("match")).order_by(moves.c.ply)


class MatchStore:
    """Matches by their number. Methods raise `data.errors.StoreError` by cause; then nothing changed."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # --- Reading -------------------------------------------------------------------------------------

    async def get(self, match_id: int) -> Match:
        """The match as it is now. Raises `UnknownMatch`."""
        return await self._database.read(lambda connection: _load(connection, match_id))

    async def of_user(self, user_id: int) -> list[Match]:
        """A person's unfinished matches, the one that changed last first."""
        mine = or_(matches.c.first_id == user_id, matches.c.second_id == user_id)
        found = await self._select(and_(mine, matches.c.state.in_(_UNFINISHED)))
        return sorted(found, key=lambda match: (match.updated_at, match.id), reverse=True)

    async def challenges(self) -> list[Match]:
        """Every challenge that waits for its answer."""
        return await self._select(matches.c.state == "challenge")

    async def against_computer(self) -> list[Match]:
        """Every unfinished match of a person against the computer."""
        return await self._select(and_(matches.c.state == "playing", matches.c.level.is_not(None)))

    async def behind(self) -> list[Match]:
        """Every match whose message shows an older version than it has."""
        return await self._select(matches.c.shown_version < matches.c.version)

    async def _select(self, condition: ColumnElement[bool]) -> list[Match]:
        query = select(matches).where(condition).order_by(matches.c.id)

        async def read(connection: AsyncConnection) -> list[Match]:
            rows = (await connection.execute(query)).all()
            played = await moves_of(connection, [row.id for row in rows])
            return [match_of(row, played.get(row.id, ())) for row in rows]

        return await self._database.read(read)

    # --- Beginning -----------------------------------------------------------------------------------

    async def create(
        self,
        *,
        game: str,
        variant: str,
        state: State,
        first_id: int | None,
        second_id: int | None,
        level: str | None,
        challenger_id: int,
        guild_id: int | None,
        channel_id: int,
        locale: str | None = None,
        expires_at: float | None = None,
        rematch_of: int | None = None,
    ) -> Match:
        """A new match without moves: a challenge, or playing at once."""
        now = self._database.clock()
        values = {
            "game": game, "variant": variant, "state": state, "first_id": first_id, "second_id": second_id,
            "level": level, "challenger_id": challenger_id, "guild_id": guild_id, "channel_id": channel_id,
            "locale": locale, "expires_at": expires_at, "rematch_of": rematch_of, "created_at": now,
            "updated_at": now,
        }  # fmt: skip

        async def change(connection: AsyncConnection) -> Match:
            query = insert(matches).values(values).returning(matches)
            return match_of((await connection.execute(query)).one(), ())

        return await self._database.write(change)

    async def accept(self, match_id: int) -> Match:
        """Turn a challenge into a match that is played. Raises `Stale` if it is none any more."""

        async def change(connection: AsyncConnection) -> Match:
            match = await _expect(connection, match_id, "challenge")
            return await self._change(connection, match, state="playing", expires_at=None)

        return await self._database.write(change)

    async def end_challenge(self, match_id: int, reason: str) -> Match:
        """End a challenge that comes to nothing; ``reason`` begins with ``challenge.``."""
        if not reason.startswith(CHALLENGE_REASON):
            raise ValueError(f"a challenge does not end by {reason!r}")

        async def change(connection: AsyncConnection) -> Match:
            match = await _expect(connection, match_id, "challenge")
            return await self._change(connection, match, **self._ended(Outcome(None, reason)))

        return await self._database.write(change)

    # --- Playing -------------------------------------------------------------------------------------

    async def append(
        self,
        match_id: int,
        stamp: Stamp,
        played: Sequence[Played],
        *,
        outcome: Outcome | None,
        keeps: Offer | None = None,
    ) -> Match:
        """Add moves to a match whose position is ``stamp``, and end it if they do.

        Any offer lapses but ``keeps``, which stands on where it still stands and the match goes on. The
        primary key (match, ply) is the last guard against a move written twice. Raises `Stale`.
        """
        if not played:
            raise ValueError("there is no move to append")

        async def change(connection: AsyncConnection) -> Match:
            match = await _expect(connection, match_id, "playing", stamp)
            await connection.execute(insert(moves), self._rows(match, played))
            after = (*match.moves, *(one.move for one in played))
            stands = keeps is not None and match.offer == keeps and outcome is None
            offer = match.offer if stands else None
            return await self._change(connection, match, after, **offer_values(offer), **self._ended(outcome))

        try:
            return await self._database.write(change)
        except StoreConflict:
            raise Stale(await self.get(match_id)) from None

    def _rows(self, match: Match, played: Sequence[Played]) -> list[dict[str, Any]]:
        now = self._database.clock()
        return [
            {"match_id": match.id, "ply": ply, "move": one.move, "user_id": one.user_id, "played_at": now}
            for ply, one in enumerate(played, start=match.ply)
        ]

    async def take_back(
        self, match_id: int, stamp: Stamp, to_ply: int, *, granted: Offer | None = None
    ) -> Match:
        """Take the moves from ``to_ply`` on back; ``granted`` as in `finish`. Raises `Stale`."""
        if not 0 <= to_ply < stamp.ply:
            raise ValueError(f"there is no move to take back from ply {to_ply} on")

        async def change(connection: AsyncConnection) -> Match:
            match = await _expect(connection, match_id, "playing", stamp, granted)
            await connection.execute(delete(moves).where(moves.c.match_id == match_id, moves.c.ply >= to_ply))
            changes = {**NO_OFFER, "takebacks": match.takebacks + 1}
            return await self._change(connection, match, match.moves[:to_ply], **changes)

        return await self._database.write(change)

    async def set_offer(
        self, match_id: int, stamp: Stamp, before: Offer | None, offer: Offer | None
    ) -> Match:
        """Make a request to the opponent, or clear it; ``before`` is the one the caller saw.

        Raises `Stale` if another request stands there, or the position is another.
        """

        async def change(connection: AsyncConnection) -> Match:
            match = await _expect(connection, match_id, "playing", stamp)
            if match.offer != before:
                raise Stale(match)
            return await self._change(connection, match, **offer_values(offer))

        return await self._database.write(change)

    async def finish(
        self, match_id: int, stamp: Stamp, outcome: Outcome, *, granted: Offer | None = None
    ) -> Match:
        """End a match by something other than a move: a resignation, an agreement.

        ``granted`` is the offer that this answers: it must still stand. Raises `Stale`.
        """

        async def change(connection: AsyncConnection) -> Match:
            match = await _expect(connection, match_id, "playing", stamp, granted)
            return await self._change(connection, match, **NO_OFFER, **self._ended(outcome))

        return await self._database.write(change)

    # --- Its message ---------------------------------------------------------------------------------

    async def posted(
        self, match_id: int, version: int, channel_id: int, message_id: int, thread_id: int | None = None
    ) -> Match:
        """The match has a (new) message, which shows ``version`` of it. Raises `UnknownMatch`."""
        values = {"channel_id": channel_id, "message_id": message_id, "shown_version": version}
        if thread_id is not None:
            values["thread_id"] = thread_id

        async def change(connection: AsyncConnection) -> Match:
            await connection.execute(update(matches).where(matches.c.id == match_id).values(values))
            return await _load(connection, match_id)

        return await self._database.write(change)

    async def shown(self, versions: Mapping[int, int]) -> None:
        """The messages of some matches now show these versions of them, by match number."""
        later = and_(matches.c.id == bindparam("match"), matches.c.shown_version < bindparam("shown"))
        query = update(matches).where(later).values(shown_version=bindparam("shown"))
        # In order, so that two processes never wait for each other's rows.
        rows = [{"match": match_id, "shown": version} for match_id, version in sorted(versions.items())]

        async def change(connection: AsyncConnection) -> None:
            await connection.execute(query, rows)

        if rows:
            await self._database.write(change)

    # --- Helpers -------------------------------------------------------------------------------------

    def _ended(self, outcome: Outcome | None) -> dict[str, Any]:
        if outcome is None:
            return {}
        winner = None if outcome.winner is None else int(outcome.winner)
        now = self._database.clock()
        return {
            "state": "over",
            "winner": winner,
            "reason": outcome.reason,
            "ended_at": now,
            "expires_at": None,
        }

    async def _change(
        self, connection: AsyncConnection, match: Match, played: tuple[Move, ...] | None = None, **values: Any
    ) -> Match:
        """Write ``values`` of a match that was just read for change; ``played`` are its moves, if others."""
        changes = {**values, "updated_at": self._database.clock(), "version": match.version + 1}
        query = update(matches).where(matches.c.id == match.id).values(changes).returning(matches)
        return match_of((await connection.execute(query)).one(), match.moves if played is None else played)


async def _expect(
    connection: AsyncConnection,
    match_id: int,
    state: State,
    stamp: Stamp | None = None,
    offer: Offer | None = None,
) -> Match:
    """The match, if it is what the caller takes it for, held until the transaction ends; else `Stale`."""
    match = await _load(connection, match_id, hold=True)
    moved_on = stamp is not None and stamp != match.stamp
    if match.state != state or moved_on or (offer is not None and offer != match.offer):
        raise Stale(match)
    return match


async def _load(connection: AsyncConnection, match_id: int, hold: bool = False) -> Match:
    if not 0 < match_id <= _LAST_ID:
        raise UnknownMatch(match_id)
    of_match = {"match": match_id}
    row = (await connection.execute(_ONE_HELD if hold else _ONE, of_match)).one_or_none()
    if row is None:
        raise UnknownMatch(match_id)
    played = (await connection.execute(_ITS_MOVES, of_match)).scalars()
    return match_of(row, tuple(Move(move) for move in played))
