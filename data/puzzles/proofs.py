"""Puzzles that many people fail with the same move, and what came of proving them again.

A puzzle is proved again once: the proof covers every move. What counts are first attempts, so each person
counts once for a puzzle.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

from sqlalchemy import Connection, delete, func, insert, select

from data.engine.database import Database
from data.engine.readable_rows import RowReader
from data.errors import StoreConflict
from data.tables.puzzles import puzzle_attempts, puzzle_proofs


@dataclass(frozen=True, slots=True)
class Suspect:
    """A puzzle that many people fail with the same move."""

    puzzle_id: str
    step: int
    """How many moves of the line are before the move."""
    move: str
    people: int
    """How many have failed with it."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What came of proving a puzzle again."""

    puzzle_id: str
    step: int
    move: str
    people: int
    looked_at: float
    fault: str | None = None
    """What is not proved; None: all of it is."""
    withdrawn: bool = False
    """Whether the puzzle is not asked anymore."""
    digest: str | None = None
    """Of what was proved (`ai.puzzles.puzzle.Puzzle.digest`); None: not known."""


class PuzzleProofStore:
    """Proofs by puzzle. Methods raise `data.errors.StoreError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def suspects(self, people: int, share: float) -> list[Suspect]:
        """The puzzles not proved again that at least so many ``people`` have failed with the same move.

        They are a ``share`` of those who have failed with any move. The one with most people comes first.
        """
        # No index helps both databases: of a million attempts, all of this takes 1.6 s in SQLite and 1.3 s in
        # PostgreSQL, in a reader of its own, eight times a night; with one of failed moves, 0.5 s and 2.5 s.
        failed = puzzle_attempts.c
        count = func.count()
        by_move = (
            select(failed.puzzle_id, failed.failed_step, failed.failed_move, count)
            .where(failed.failed_move.is_not(None), failed.failed_step.is_not(None))
            .where(failed.puzzle_id.not_in(select(puzzle_proofs.c.puzzle_id)))
            .group_by(failed.puzzle_id, failed.failed_step, failed.failed_move)
            .order_by(count.desc(), failed.puzzle_id, failed.failed_step, failed.failed_move)
        )

        def work(connection: Connection) -> list[Suspect]:
            every = [Suspect(*row) for row in connection.execute(by_move)]
            failures = dict[str, int]()
            for suspect in every:
                failures[suspect.puzzle_id] = failures.get(suspect.puzzle_id, 0) + suspect.people
            chosen = dict[str, Suspect]()
            for suspect in every:
                if suspect.people >= people and suspect.people >= share * failures[suspect.puzzle_id]:
                    chosen.setdefault(suspect.puzzle_id, suspect)
            return list(chosen.values())

        return await self._database.read(work)

    async def keep(self, proof: Proof) -> None:
        """Store what came of a puzzle; what is known of it stays."""

        def work(connection: Connection) -> None:
            connection.execute(insert(puzzle_proofs).values(asdict(proof)))

        try:
            await self._database.write(work)
        except StoreConflict:  # another process was faster
            return

    async def get(self, puzzle_id: str) -> Proof | None:
        """What came of a puzzle; None if it was not proved again."""
        query = select(puzzle_proofs).where(puzzle_proofs.c.puzzle_id == puzzle_id)
        return await self._database.read(lambda connection: _PROOFS.first(connection.execute(query)))

    async def every(self) -> list[Proof]:
        """What came of all puzzles that were proved again, by their ids."""
        query = select(puzzle_proofs).order_by(puzzle_proofs.c.puzzle_id)
        return await self._database.read(lambda connection: _PROOFS.all(connection.execute(query)))

    async def forget(self, proof: Proof) -> None:
        """Remove what came of a puzzle, unless it was proved once more since."""
        known = (puzzle_proofs.c.puzzle_id == proof.puzzle_id) & (
            puzzle_proofs.c.looked_at == proof.looked_at
        )
        await self._database.write(lambda connection: connection.execute(delete(puzzle_proofs).where(known)))

    async def withdrawn(self) -> frozenset[str]:
        """The ids of the puzzles that are not asked anymore."""
        query = select(puzzle_proofs.c.puzzle_id).where(puzzle_proofs.c.withdrawn)
        return await self._database.read(lambda connection: frozenset(connection.execute(query).scalars()))


_PROOFS = RowReader(puzzle_proofs.columns, lambda row: Proof(**row._mapping))
