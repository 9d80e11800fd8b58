"""How a match is changed: what becomes of its row, its moves and its clock in one transaction.

Start reading at `Changing`; `expect` is where every change compares what its caller saw with what is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from data.errors import Stale
from data.finding import load
from data.match import UNFINISHED, Match, MatchChange, Offer, Played, Rest, Stamp, State, Turn
from data.places import Places
from data.rows import NO_OFFER, clock_values, match_of
from data.schema import matches
from games.base import Move, Outcome

if TYPE_CHECKING:
    from data.database import Database, Work
    from data.uptime import Uptime

M = TypeVar("M", Match, Match | None)
NEW_TURN: dict[str, Any] = {"pinged": False, "reminded": False}
"""What stands in the row of a match whose next player was told nothing yet."""


class Changing(Places):
    """What the changes of matches are made of.

    Whoever is in `listeners` is told of every match that is changed here, once that is committed.
    """

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.publish: Callable[[MatchChange], None] = lambda _: None

    @property
    def uptime(self) -> Uptime:
        """What clocks count in."""
        return self._database.uptime

    def _turned(self, match: Match, turn: Turn | None) -> dict[str, Any]:
        """What a row becomes by a turn that was made, whole or in part."""
        if match.clock is not None and turn is None:
            raise ValueError(f"match {match.id} has a clock: somebody has to say whose turn it is")
        if turn is not None and not turn.ended:
            return {}
        clock = match.clock and turn and match.clock.played(self._now()).turn(turn.after, self._now())
        return {**NEW_TURN, **clock_values(clock or None)}

    def _rows(self, match: Match, played: Sequence[Played]) -> list[dict[str, Any]]:
        now = self._database.clock()
        return [
            {"match_id": match.id, "ply": ply, "move": one.move, "user_id": one.user_id, "played_at": now}
            for ply, one in enumerate(played, start=match.ply)
        ]

    async def _write(self, change: Work[M]) -> M:
        match = await self._database.write(change)
        if match is not None:
            self.publish(MatchChange(None, match))
        return match

    def _now(self) -> float:
        """The moment as clocks count it."""
        return self._database.uptime()

    async def _end(
        self,
        connection: AsyncConnection,
        match: Match,
        outcome: Outcome,
        played: tuple[Move, ...] | None = None,
    ) -> Match:
        values = {
            "state": "over",
            "winner": None if outcome.winner is None else int(outcome.winner),
            "reason": outcome.reason,
            "ended_at": self._database.clock(),
            "expires_at": None,
            "paused": None,
        }
        clock = match.clock and match.clock.stopped(self._now())
        return await self._change(connection, match, played, **values, **NO_OFFER, **clock_values(clock))

    async def _change(
        self, connection: AsyncConnection, match: Match, played: tuple[Move, ...] | None = None, **values: Any
    ) -> Match:
        """Write ``values`` of a match that was just read for change; ``played`` are its moves, if others."""
        changes = {**values, "updated_at": self._database.clock(), "version": match.version + 1}
        query = update(matches).where(matches.c.id == match.id).values(changes).returning(matches)
        return match_of((await connection.execute(query)).one(), match.moves if played is None else played)


async def expect(
    connection: AsyncConnection,
    match_id: int,
    state: State,
    stamp: Stamp | None = None,
    offer: Offer | None = None,
    *,
    rests: Rest | Literal[False] | None = False,
) -> Match:
    """The match, if it is what the caller takes it for, held until the transaction ends; else `Stale`.

    ``rests`` is why it has to rest; False if it may not, None if it may do what it likes.
    """
    match = await load(connection, match_id, hold=True)
    moved_on = stamp is not None and stamp != match.stamp
    other = rests is not None and (match.paused or False) != rests
    if match.state != state or moved_on or other or (offer is not None and offer != match.offer):
        raise Stale(match)
    return match


async def expect_no_rematch(connection: AsyncConnection, match_id: int) -> None:
    """Raise `Stale` with the rematch of this match that is not over, if there is one."""
    await load(connection, match_id, hold=True)  # of two who ask at once, the second waits here
    unfinished = (matches.c.rematch_of == match_id, matches.c.state.in_(UNFINISHED))
    again = (await connection.execute(select(matches.c.id).where(*unfinished))).scalar()
    if again is not None:
        raise Stale(await load(connection, again))
