"""Guesses of the next move of a match, by people who watch it and do not play: one of a person in a position.

A guess is right if its move is the one that is played. It is stored under the lock of the match, so that none
is stored once the move is; a takeback deletes the guesses of the positions that it takes back
(`data.matches.transactions.MatchTransaction.delete_moves`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, case, delete, func, insert, or_, select

from data.engine.database import Database
from data.engine.readable_rows import RowReader
from data.errors import Stale
from data.matches.reader import MatchReader
from data.model.match import Match, PositionId
from data.model.reasons import VOIDED
from data.tables.conditions import has_own_boards
from data.tables.guesses import guesses
from data.tables.matches import matches, moves
from games.base import Move


@dataclass(frozen=True, slots=True)
class Guess:
    """Which move a person expects in a match."""

    match_id: int
    user_id: int
    ply: int
    """The number of moves before it."""
    move: Move
    guessed_at: float
    """When they have chosen this move, in unix seconds."""

    def is_right(self, match: Match) -> bool | None:
        """Whether it is the move that was played; None if none was played yet."""
        return match.moves[self.ply] == self.move if self.ply < match.ply else None


@dataclass(frozen=True, slots=True)
class Guesser:
    """How well a person has guessed."""

    user_id: int
    right: int
    all: int
    """How many of their guesses have been answered by a move."""


def can_guess(match: Match, user_id: int) -> bool:
    """Whether a person can guess the next move of a match now.

    Nobody who plays can, and nobody where everybody in the channel votes for the moves.
    """
    return match.is_active and not match.is_voted and match.side_of(user_id) is None


class GuessStore:
    """The guesses in all matches. Methods raise `data.errors.StoreError`; ``clock`` returns unix seconds."""

    def __init__(self, database: Database, reader: MatchReader, clock: Callable[[], float]) -> None:
        self._database = database
        self._reader = reader
        self._clock = clock

    async def put(self, match_id: int, position_id: PositionId, user_id: int, move: Move) -> Match:
        """Store a guess in place of the person's last one in the position; returns the match.

        Raises `Stale` if the position has passed, or if the person cannot guess there.
        """

        def work(connection: Connection) -> Match:
            match = self._reader.load(connection, match_id, lock=True)
            if match.position_id != position_id or not can_guess(match, user_id):
                raise Stale(match)
            own = {"match_id": match_id, "user_id": user_id, "ply": position_id.ply}
            connection.execute(delete(guesses).where(*(guesses.c[name] == own[name] for name in own)))
            connection.execute(insert(guesses).values(**own, move=move, guessed_at=self._clock()))
            return match

        return await self._database.write(work)

    async def of_match(self, match_id: int) -> list[Guess]:
        """All guesses in a match, in the order of its moves."""
        query = select(guesses).where(guesses.c.match_id == match_id).order_by(guesses.c.ply)
        return await self._database.read(lambda connection: _GUESSES.all(connection.execute(query)))

    async def of_person(self, user_id: int) -> list[Guess]:
        """All guesses of a person."""
        query = (
            select(guesses).where(guesses.c.user_id == user_id).order_by(guesses.c.match_id, guesses.c.ply)
        )
        return await self._database.read(lambda connection: _GUESSES.all(connection.execute(query)))

    async def best_in_guild(self, guild_id: int, since: float) -> Sequence[Guesser]:
        """Who has guessed right in the matches of a server since a moment (unix seconds), the best first.

        Left out are matches that moderators have voided, and those that are played in two servers at once.
        """
        right = func.sum(case((moves.c.move == guesses.c.move, 1), else_=0))
        query = (
            select(guesses.c.user_id, right, func.count())
            .join(matches, matches.c.id == guesses.c.match_id)
            .join(moves, (moves.c.match_id == guesses.c.match_id) & (moves.c.ply == guesses.c.ply))
            .where(
                matches.c.guild_id == guild_id,
                or_(matches.c.reason.is_(None), matches.c.reason != VOIDED),
                ~has_own_boards(),
                guesses.c.guessed_at >= since,
            )
            .group_by(guesses.c.user_id)
            .having(right > 0)
        )

        def work(connection: Connection) -> list[Guesser]:
            return sorted(_GUESSERS.all(connection.execute(query)), key=rank_of)

        return await self._database.read(work)


def guessers_of(match: Match, guesses: Sequence[Guess]) -> list[Guesser]:
    """Everybody who has guessed moves of a match that were played since, the best first."""
    right, answered = Counter[int](), Counter[int]()
    for guess in guesses:
        is_right = guess.is_right(match)
        if is_right is not None:
            answered[guess.user_id] += 1
            right[guess.user_id] += is_right
    people = (Guesser(user_id, right[user_id], number) for user_id, number in answered.items())
    return sorted(people, key=rank_of)


def rank_of(guesser: Guesser) -> tuple[int, int, int]:
    """What sorts people: most right guesses first; of as many, those who needed fewer."""
    return -guesser.right, guesser.all, guesser.user_id


_GUESSES = RowReader(guesses.columns, lambda row: Guess(*row))
_GUESSERS = RowReader((guesses.c.user_id,), lambda row: Guesser(row[0], row[1], row[2]))
