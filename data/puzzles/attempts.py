"""What people have tried of the puzzles, and the Glicko-2 ratings of people and of puzzles.

Only the first attempt of a person at a puzzle counts. It is rated like a match of the two. People read their
rating once it has settled: until then a single answer moves it by 170 points, or 500 if a far harder puzzle
is solved.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from sqlalchemy import ColumnElement, Connection, Row, delete, insert, select

from data.engine.database import Database
from data.engine.readable_rows import RowReader
from data.errors import StoreConflict
from data.model.glicko import Rating, Result, rated, rated_pair
from data.puzzles.daily_puzzles import try_daily
from data.tables.puzzles import puzzle_attempts, puzzle_people, puzzle_ratings

PUZZLE_DEVIATION = 200.0
"""The deviation of a puzzle nobody has tried: its first rating comes from the levels that solve it."""
SETTLED_DEVIATION = 90.0
"""Below it a rating is shown, and no answer changes it by 50 points.

An answer moves a rating by at most deviation² / 173.7 (Glickman's step 7 with a score that was thought
impossible): 47 points. With 110, the bound for matches, it would be 70; a newcomer's rating would settle
after 13 puzzles instead of 20.
"""


@dataclass(frozen=True, slots=True)
class PuzzleStanding:
    """How a person has done in the puzzles of a game."""

    game: str
    rating: Rating = field(default_factory=Rating)
    attempts: int = 0
    solved: int = 0
    streak: int = 0
    """Puzzles solved one after the other, up to now."""
    best_streak: int = 0
    rated_at: float = 0.0

    @property
    def is_settled(self) -> bool:
        """Whether the rating is certain enough to be shown."""
        return self.rating.deviation < SETTLED_DEVIATION

    @property
    def puzzles_to_settle(self) -> int:
        """After how many more puzzles, each as hard as the person is strong, the rating has settled."""
        rating, count = self.rating, 0
        while rating.deviation >= SETTLED_DEVIATION:
            puzzle = Rating(rating.value, PUZZLE_DEVIATION)
            rating, count = rated(rating, [Result(puzzle, 0.5)]), count + 1
        return count

    def at(self, now: float) -> PuzzleStanding:
        """How the person stands at a moment: the rating becomes less certain with time."""
        return replace(self, rating=self.rating.after(now - self.rated_at))


@dataclass(frozen=True, slots=True)
class PuzzleAttempt:
    """A person's first attempt at a puzzle."""

    puzzle_id: str
    game: str
    solved: bool
    tried_at: float
    failed_step: int | None = None
    """How many moves of the line were before a wrong move; None if none was made."""
    failed_move: str | None = None


class PuzzleStore:
    """The attempts of all people. Methods raise `data.errors.StoreError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def attempt(
        self,
        user_id: int,
        puzzle_id: str,
        game: str,
        first_rating: float,
        newcomer: Rating,
        now: float,
        *,
        solved: bool,
        daily: tuple[int, str] | None = None,
        failed: tuple[int, str] | None = None,
    ) -> tuple[PuzzleStanding, PuzzleStanding] | None:
        """Count a person's first attempt: how they stood before and after; None if it is not the first.

        ``first_rating`` is that of a puzzle that nobody has tried, ``newcomer`` that of a person who has
        tried none of the game, ``daily`` the server and the day whose puzzle it is. ``failed`` is the wrong
        move, after so many moves of the line.
        """

        def work(connection: Connection) -> tuple[PuzzleStanding, PuzzleStanding] | None:
            query = _ATTEMPTS.where(_of_person(user_id), puzzle_attempts.c.puzzle_id == puzzle_id)
            is_first = connection.execute(query).one_or_none() is None
            if daily is not None:
                try_daily(connection, *daily, user_id, now, solved=solved, is_first=is_first)
            if not is_first:
                return None
            row = {"puzzle_id": puzzle_id, "game": game, "solved": solved, "tried_at": now}
            row["failed_step"], row["failed_move"] = failed or (None, None)
            connection.execute(insert(puzzle_attempts).values(user_id=user_id, **row))
            return _rate(
                connection,
                user_id,
                puzzle_id,
                PuzzleStanding(game, newcomer),
                first_rating,
                now,
                solved=solved,
            )

        try:
            return await self._database.write(work)
        except StoreConflict:  # on PostgreSQL, of two first attempts one finds a row after all
            return await self._database.write(work)

    async def standings(self, user_id: int) -> Mapping[str, PuzzleStanding]:
        """How a person has done, by game; without the games of which they have tried no puzzle."""
        query = select(puzzle_people).where(puzzle_people.c.user_id == user_id)

        def work(connection: Connection) -> dict[str, PuzzleStanding]:
            return {standing.game: standing for standing in _STANDINGS.all(connection.execute(query))}

        return await self._database.read(work)

    async def attempts(self, user_id: int) -> list[PuzzleAttempt]:
        """A person's attempts, the first one first."""
        query = _ATTEMPTS.where(_of_person(user_id)).order_by(
            puzzle_attempts.c.tried_at, puzzle_attempts.c.puzzle_id
        )
        return await self._database.read(lambda connection: _TRIED.all(connection.execute(query)))

    async def rating(self, puzzle_id: str) -> Rating | None:
        """A puzzle's rating; None if nobody has tried it."""
        query = select(puzzle_ratings).where(puzzle_ratings.c.puzzle_id == puzzle_id)

        return await self._database.read(lambda connection: _RATINGS.first(connection.execute(query)))


_ATTEMPT = (
    puzzle_attempts.c.puzzle_id,
    puzzle_attempts.c.game,
    puzzle_attempts.c.solved,
    puzzle_attempts.c.tried_at,
    puzzle_attempts.c.failed_step,
    puzzle_attempts.c.failed_move,
)
_ATTEMPTS = select(*_ATTEMPT)


def _of_person(user_id: int) -> ColumnElement[bool]:
    return puzzle_attempts.c.user_id == user_id


def _rate(
    connection: Connection,
    user_id: int,
    puzzle_id: str,
    newcomer: PuzzleStanding,
    first_rating: float,
    now: float,
    *,
    solved: bool,
) -> tuple[PuzzleStanding, PuzzleStanding]:
    """Change both ratings after an attempt; how the person stood before and after.

    ``newcomer`` is how somebody stands who has tried no puzzle of the game.
    """
    game = newcomer.game
    person = (puzzle_people.c.user_id == user_id) & (puzzle_people.c.game == game)
    theirs = _STANDINGS.first(connection.execute(select(puzzle_people).where(person).with_for_update()))
    puzzle = puzzle_ratings.c.puzzle_id == puzzle_id
    its = _TRIES.first(connection.execute(select(puzzle_ratings).where(puzzle).with_for_update()))
    before = newcomer if theirs is None else theirs.at(now)
    opponent, tries = its or (Rating(first_rating, PUZZLE_DEVIATION), 0)
    rating, puzzles = rated_pair(before.rating, opponent, float(solved))
    after = _after(before, rating, now, solved=solved)
    values = {**_columns(rating), "attempts": after.attempts, "solved": after.solved}
    values |= {"streak": after.streak, "best_streak": after.best_streak, "rated_at": now}
    # Replaced, not changed: a row that cannot be read counts as none.
    connection.execute(delete(puzzle_people).where(person))
    connection.execute(insert(puzzle_people).values(user_id=user_id, game=game, **values))
    connection.execute(delete(puzzle_ratings).where(puzzle))
    tried = {**_columns(puzzles), "attempts": tries + 1}
    connection.execute(insert(puzzle_ratings).values(puzzle_id=puzzle_id, **tried))
    return before, after


def _after(before: PuzzleStanding, rating: Rating, now: float, *, solved: bool) -> PuzzleStanding:
    streak = before.streak + 1 if solved else 0
    return PuzzleStanding(
        before.game,
        rating,
        before.attempts + 1,
        before.solved + solved,
        streak,
        max(before.best_streak, streak),
        now,
    )


def _columns(rating: Rating) -> dict[str, float]:
    return {"rating": rating.value, "deviation": rating.deviation, "volatility": rating.volatility}


def _rating(row: Row[tuple[object, ...]]) -> Rating:
    return Rating(row.rating, row.deviation, row.volatility)


def _standing(row: Row[tuple[object, ...]]) -> PuzzleStanding:
    return PuzzleStanding(
        row.game, _rating(row), row.attempts, row.solved, row.streak, row.best_streak, row.rated_at
    )


_STANDINGS = RowReader(puzzle_people.columns, _standing)
_TRIED = RowReader(_ATTEMPT, lambda row: PuzzleAttempt(*row))
_RATINGS = RowReader(puzzle_ratings.columns, _rating)
_TRIES = RowReader[tuple[Rating, int]](puzzle_ratings.columns, lambda row: (_rating(row), row.attempts))
