"""Guesses of the next move of a match, by people who watch it and do not play: one of a person in a position.

A guess is right if its move is the one that is played. It is as good if another move is played, and the
analysis of the match finds that the guess was the best one: `data.matches.analyses` stores that with the
verdict, in one transaction, so that a kill leaves none without the other.

A guess is stored under the lock of the match, so that none is stored once the move is; a takeback deletes the
guesses of the positions that it takes back (`data.matches.transactions.MatchTransaction.delete_moves`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, and_, bindparam, case, delete, func, insert, or_, select, update

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
    is_best: bool | None = None
    """Whether it is the best move by the analysis of the match; None as long as that has not come."""

    def is_right(self, match: Match) -> bool | None:
        """Whether it is the move that was played; None if none was played yet."""
        return match.moves[self.ply] == self.move if self.ply < match.ply else None

    def is_as_good(self, match: Match) -> bool:
        """Whether another move was played, and by the analysis this is the best one."""
        return self.is_right(match) is False and bool(self.is_best)

    def is_point(self, match: Match) -> bool:
        """Whether it counts: it is right, or as good."""
        return bool(self.is_right(match)) or self.is_as_good(match)


@dataclass(frozen=True, slots=True)
class Guesser:
    """How well a person has guessed."""

    user_id: int
    right: int
    all: int
    """How many of their guesses have been answered by a move."""
    as_good: int = 0
    """How many were not right, but the best move by the analysis."""

    @property
    def points(self) -> int:
        """What they are ranked by."""
        return self.right + self.as_good


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
        """Who has points in the matches of a server since a moment (unix seconds), the best first.

        Left out are matches that moderators have voided, and those that are played in two servers at once.
        """
        is_right = moves.c.move == guesses.c.move
        right = func.sum(case((is_right, 1), else_=0))
        as_good = func.sum(case((and_(~is_right, guesses.c.is_best.is_(True)), 1), else_=0))
        query = (
            select(guesses.c.user_id, right, func.count(), as_good)
            .join(matches, matches.c.id == guesses.c.match_id)
            .join(moves, (moves.c.match_id == guesses.c.match_id) & (moves.c.ply == guesses.c.ply))
            .where(
                matches.c.guild_id == guild_id,
                or_(matches.c.reason.is_(None), matches.c.reason != VOIDED),
                ~has_own_boards(),
                guesses.c.guessed_at >= since,
            )
            .group_by(guesses.c.user_id)
            .having(right + as_good > 0)
        )

        def work(connection: Connection) -> list[Guesser]:
            return sorted(_GUESSERS.all(connection.execute(query)), key=rank_of)

        return await self._database.read(work)


def guessers_of(match: Match, guesses: Sequence[Guess]) -> list[Guesser]:
    """Everybody who has guessed moves of a match that were played since, the best first."""
    answered = dict[int, list[Guess]]()
    for guess in guesses:
        if guess.is_right(match) is not None:
            answered.setdefault(guess.user_id, []).append(guess)
    return sorted((_guesser(match, user_id, own) for user_id, own in answered.items()), key=rank_of)


def _guesser(match: Match, user_id: int, answered: Sequence[Guess]) -> Guesser:
    right = sum(bool(guess.is_right(match)) for guess in answered)
    return Guesser(user_id, right, len(answered), sum(guess.is_as_good(match) for guess in answered))


def rank_of(guesser: Guesser) -> tuple[int, int, int]:
    """What sorts people: most points first; of as many, those who needed fewer guesses."""
    return -guesser.points, guesser.all, guesser.user_id


_GUESSES = RowReader(guesses.columns, lambda row: Guess(*row))
_GUESSERS = RowReader((guesses.c.user_id,), lambda row: Guesser(*row))
_JUDGE = (
    update(guesses)
    .where(guesses.c.match_id == bindparam("match"), guesses.c.ply == bindparam("before"))
    .values(is_best=guesses.c.move == bindparam("best"))
)


def judge_guesses(connection: Connection, match_id: int, best: Mapping[int, Move]) -> None:
    """Store which guesses in a match are the ``best`` moves, by the number of moves before them."""
    rows = [{"match": match_id, "before": ply, "best": move} for ply, move in best.items()]
    if rows:
        connection.execute(_JUDGE, rows)
