"""What the engines have found in the positions of matches that are over: one verdict for each position.

A verdict is found once: equal positions of other matches use it, too. Verdicts go with their match. What
they say of guesses (`data.matches.guesses`) is stored with them, and stays when only they are deleted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, delete, func, insert, select

from data.engine.database import Database
from data.errors import UnknownMatch
from data.matches.guesses import judge_guesses
from data.model.accuracy import SideMoves, likelihoods_text
from data.model.match import MatchState
from data.model.shards import EVERY_SHARD, Shards
from data.tables.conditions import of_shards
from data.tables.matches import accuracies, analyses, matches, moves
from games import replay
from games.base import Move, Record

MAX_SEARCHED = 1_000
"""How many of the newest matches `AnalysisStore.incomplete` looks through."""

_IS_OF_ENGINE = analyses.c.engine == bindparam("version")
_OF_MATCH = (
    select(analyses.c.ply, analyses.c.verdict)
    .where(analyses.c.match_id == bindparam("match"), _IS_OF_ENGINE)
    .order_by(analyses.c.ply)
)
_OF_POSITION = (
    select(analyses.c.verdict).where(analyses.c.position == bindparam("hash"), _IS_OF_ENGINE).limit(1)
)


def position_hash(record: Record, move: Move | None) -> int:
    """A number for the position after a record and the move that was played there (None: none).

    It is signed and has 64 bits. It is made of the game, the variant, the move, and the position's diagram,
    which has the side to move and what the game counts or forbids at the moment: in Go, for example, the
    points that ko and superko forbid, the captures and the passes. Two orders of moves can have one number.
    """
    text = "\n".join((record.game, record.variant, move or "", replay(record).diagram()))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), signed=True)


@dataclass(frozen=True, slots=True)
class Analysis:
    """The verdict on one position of a match."""

    ply: int
    """The number of moves before the position."""
    position: int
    """Its `position_hash`."""
    verdict: str
    """As `ai.analysis.encode` writes it; the store does not read it."""
    best: Move | None = None
    """Its best move, by which guesses of the move there are judged; None leaves them as they are."""


class AnalysisStore:
    """The verdicts of all matches. Methods raise `data.errors.StoreError`.

    ``engine`` is the version of the engines (`ai.analysis.ANALYSIS_VERSION`): those of other versions are not
    found, and are replaced.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_match(self, match_id: int, engine: int) -> Mapping[int, str]:
        """The verdicts on a match's positions, by ply and in their order."""
        parameters = {"match": match_id, "version": engine}

        def work(connection: Connection) -> dict[int, str]:
            return {row.ply: row.verdict for row in connection.execute(_OF_MATCH, parameters)}

        return await self._database.read(work)

    async def of_positions(self, hashes: Collection[int], engine: int) -> Mapping[int, str]:
        """A verdict for each of these hashes (`position_hash`) that has one, in whatever match."""

        def work(connection: Connection) -> dict[int, str]:
            verdicts = {}
            for position in hashes:
                verdict = connection.execute(_OF_POSITION, {"hash": position, "version": engine}).scalar()
                if verdict is not None:
                    verdicts[position] = verdict
            return verdicts

        return await self._database.read(work)

    async def add(self, match_id: int, engine: int, verdicts: Sequence[Analysis]) -> None:
        """Store verdicts on positions of a match, all in one transaction, in place of earlier ones.

        The guesses there are judged in it, too.

        Raises `UnknownMatch` if the match was deleted meanwhile.
        """
        rows = [
            {
                "match_id": match_id,
                "ply": analysis.ply,
                "position": analysis.position,
                "engine": engine,
                "verdict": analysis.verdict,
            }
            for analysis in verdicts
        ]
        best = {analysis.ply: analysis.best for analysis in verdicts if analysis.best is not None}
        # On PostgreSQL, the match cannot be deleted between this and the end of the transaction.
        is_there = select(matches.c.id).where(matches.c.id == match_id).with_for_update(key_share=True)
        earlier = delete(analyses).where(
            analyses.c.match_id == match_id, analyses.c.ply.in_([analysis.ply for analysis in verdicts])
        )

        def work(connection: Connection) -> None:
            if connection.execute(is_there).one_or_none() is None:
                raise UnknownMatch(match_id)
            connection.execute(earlier)
            if rows:
                connection.execute(insert(analyses), rows)
            judge_guesses(connection, match_id, best)

        await self._database.write(work)

    async def store_sides(self, match_id: int, engine: int, first: SideMoves, second: SideMoves) -> None:
        """Store what both sides' moves say in a match whose moves are all judged, unless it was deleted.

        ``engine`` is the version of the accuracies.
        """
        row = {
            "match_id": match_id,
            "engine": engine,
            "first": first.accuracy,
            "second": second.accuracy,
            "first_likelihoods": likelihoods_text(first.likelihoods),
            "second_likelihoods": likelihoods_text(second.likelihoods),
        }
        is_known = select(accuracies.c.match_id).where(
            accuracies.c.match_id == match_id, accuracies.c.engine == engine
        )
        # On PostgreSQL, the match is not deleted, and nobody else stores the same, meanwhile.
        is_there = select(matches.c.id).where(matches.c.id == match_id).with_for_update()

        def work(connection: Connection) -> None:
            if connection.execute(is_there).one_or_none() is None:
                return
            if connection.execute(is_known).one_or_none() is None:
                connection.execute(delete(accuracies).where(accuracies.c.match_id == match_id))
                connection.execute(insert(accuracies), row)

        await self._database.write(work)

    async def incomplete(self, engine: int, since: float, of: Shards = EVERY_SHARD) -> list[int]:
        """The numbers of matches that ended after ``since`` with fewer verdicts than moves, in order.

        Only the newest `MAX_SEARCHED` numbers are looked at, and matches in the servers of these shards.
        """
        newest = select(func.max(matches.c.id) - MAX_SEARCHED).scalar_subquery()
        verdicts = (
            select(func.count())
            .select_from(analyses)
            .where(analyses.c.match_id == matches.c.id, analyses.c.engine == engine)
            .scalar_subquery()
        )
        played = (
            select(func.count()).select_from(moves).where(moves.c.match_id == matches.c.id).scalar_subquery()
        )
        query = (
            select(matches.c.id)
            .where(
                matches.c.id > newest,
                matches.c.state == MatchState.OVER,
                matches.c.ended_at > since,
                verdicts < played,
                of_shards(of),
            )
            .order_by(matches.c.id)
        )
        return await self._database.read(lambda connection: list(connection.execute(query).scalars()))
