"""The mistakes of people in their matches, and when each of them is to be asked about again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, Select, and_, exists, func, insert, select, update

from data.engine.database import Database
from data.engine.readable_rows import RowReader
from data.tables.matches import matches, mistakes, moves

DAYS = (1, 3, 7, 21)
"""How long after its first, second, third and later tries a mistake is asked about again."""
ENOUGH = 2
"""Once its position was solved so often, it is not asked about anymore."""
MAX_KEPT = 300
"""Mistakes of one person that are not solved yet; of more, the later ones are left out."""
_DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move of a person that lost much."""

    match_id: int
    ply: int
    """The number of moves before it."""
    tries: int
    """How often the person was asked for a better one."""
    solved: int
    """How often they found one."""
    due_at: float | None
    """When they are asked next, in unix seconds; None: not anymore."""


class MistakeStore:
    """The mistakes of all people. Methods raise `data.errors.StoreError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, match_id: int, user_id: int, plies: Sequence[int], now: float) -> None:
        """Store a person's mistakes in a match; known ones stay as they are.

        Nothing is stored if the match was deleted, or the person is not a player of it anymore.
        """
        is_theirs = (matches.c.first_id == user_id) | (matches.c.second_id == user_id)
        # On PostgreSQL, neither can change between this and the end of the transaction.
        match = (
            select(matches.c.id).where(matches.c.id == match_id, is_theirs).with_for_update(key_share=True)
        )
        known = select(mistakes.c.ply).where(mistakes.c.match_id == match_id)

        def work(connection: Connection) -> None:
            if connection.execute(match).one_or_none() is None:
                return
            stored = set(connection.execute(known).scalars())
            room = MAX_KEPT - connection.execute(_open(user_id)).scalar_one()
            rows = [
                {"match_id": match_id, "ply": ply, "user_id": user_id, "tries": 0, "solved": 0, "due_at": now}
                for ply in plies
                if ply not in stored
            ]
            if rows[: max(0, room)]:
                connection.execute(insert(mistakes), rows[: max(0, room)])

        await self._database.write(work)

    async def due(self, user_id: int, now: float, game: str | None = None) -> int:
        """How many mistakes a person is to be asked about now, in a game or in all."""
        query = _open(user_id).where(mistakes.c.due_at <= now)
        if game is not None:
            of_game = select(matches.c.id).where(matches.c.game == game)
            query = query.where(mistakes.c.match_id.in_(of_game))
        return await self._database.read(lambda connection: connection.execute(query).scalar_one())

    async def next(self, user_id: int) -> Mistake | None:
        """The mistake that a person is to be asked about next, now or later; None if there is none.

        One that is beyond the end of its match, or cannot be read, is left out.
        """
        query = (
            select(*_COLUMNS)
            .where(mistakes.c.user_id == user_id, mistakes.c.due_at.is_not(None), _WAS_PLAYED)
            .order_by(mistakes.c.due_at, mistakes.c.match_id, mistakes.c.ply)
            .limit(MAX_KEPT)
        )
        return await self._database.read(
            lambda connection: next(iter(_MISTAKES.all(connection.execute(query))), None)
        )

    async def of_person(self, user_id: int) -> list[Mistake]:
        """All mistakes of a person, by match."""
        query = (
            select(*_COLUMNS)
            .where(mistakes.c.user_id == user_id)
            .order_by(mistakes.c.match_id, mistakes.c.ply)
        )
        return await self._database.read(lambda connection: _MISTAKES.all(connection.execute(query)))

    async def put_off(self, mistake: Mistake, until: float) -> None:
        """Do not ask about a mistake before a moment, whoever made it: its match cannot be read."""
        row = and_(mistakes.c.match_id == mistake.match_id, mistakes.c.ply == mistake.ply)
        query = update(mistakes).where(row, mistakes.c.due_at.is_not(None)).values(due_at=until)
        await self._database.write(lambda connection: connection.execute(query))

    async def in_game(self, user_id: int, game: str) -> list[tuple[str, int]]:
        """A person's mistakes in a game: the variant, and the number of moves before each."""
        query = (
            select(matches.c.variant, mistakes.c.ply)
            .join(matches, matches.c.id == mistakes.c.match_id)
            .where(mistakes.c.user_id == user_id, matches.c.game == game)
        )
        return await self._database.read(
            lambda connection: [(variant, ply) for variant, ply in connection.execute(query)]
        )

    async def tried(self, match_id: int, ply: int, user_id: int, now: float, *, solved: bool) -> None:
        """Count a try. One at a mistake that is not due changes nothing, nor one at another person's."""
        row = and_(mistakes.c.match_id == match_id, mistakes.c.ply == ply, mistakes.c.user_id == user_id)
        query = select(*_COLUMNS).where(row, mistakes.c.due_at <= now).with_for_update()

        def work(connection: Connection) -> None:
            mistake = _MISTAKES.first(connection.execute(query))
            if mistake is not None:
                after = _after(mistake, now, solved=solved)
                changed = {"tries": after.tries, "solved": after.solved, "due_at": after.due_at}
                connection.execute(update(mistakes).where(row).values(changed))

        await self._database.write(work)


_COLUMNS = (mistakes.c.match_id, mistakes.c.ply, mistakes.c.tries, mistakes.c.solved, mistakes.c.due_at)


_MISTAKES = RowReader(_COLUMNS, lambda row: Mistake(*row))
_WAS_PLAYED = exists().where(moves.c.match_id == mistakes.c.match_id, moves.c.ply == mistakes.c.ply)


def _open(user_id: int) -> Select[int]:
    """Counts a person's mistakes that are not solved."""
    is_open = mistakes.c.due_at.is_not(None)
    theirs = mistakes.c.user_id == user_id
    return select(func.count()).select_from(mistakes).where(theirs, is_open, _WAS_PLAYED)


def _after(mistake: Mistake, now: float, *, solved: bool) -> Mistake:
    """The mistake after one more try."""
    tries, times = mistake.tries + 1, mistake.solved + solved
    days = DAYS[min(tries, len(DAYS)) - 1]
    due_at = None if times >= ENOUGH else now + days * _DAY
    return Mistake(mistake.match_id, mistake.ply, tries, times, due_at)
