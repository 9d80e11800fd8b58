"""The kill loop's book finds what is wrong: it would be no use if it could not."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from data.model import MatchState, NewMatch, Place, Played
from data.store import open_store
from games.base import Move

from .process import stored
from .tables import Book

ANA, BEN = 1, 2


@pytest.fixture
async def path(tmp_path: Path) -> AsyncIterator[Path]:
    """A match of two people with two moves."""
    path = tmp_path / "daeguk.db"
    async with await open_store(f"sqlite:///{path}") as store:
        new = NewMatch(
            game="othello",
            variant="8x8",
            state=MatchState.PLAYING,
            first_id=ANA,
            second_id=BEN,
            challenger_id=ANA,
            place=Place(guild_id=None, channel_id=1),
        )
        match = await store.matches.create(new)
        played = [Played(Move("d3"), ANA), Played(Move("c5"), BEN)]
        await store.matches.append(match.id, match.position_id, played, outcome=None)
        yield path


@pytest.fixture
def book(path: Path) -> Book:
    """What the two people did, and saw."""
    book = Book()
    book.pressed |= {(1, 0): {(ANA, Move("d3"))}, (1, 1): {(BEN, Move("c5"))}}
    book.acknowledged |= {(1, 0): Move("d3"), (1, 1): Move("c5")}
    book.known = stored(path)
    book.check(path, [])
    return book


@pytest.mark.parametrize(
    "fault",
    [
        "DELETE FROM moves WHERE ply = 1",
        "UPDATE moves SET ply = 2 WHERE ply = 1",
        "UPDATE moves SET move = 'c3' WHERE ply = 1",
        "UPDATE moves SET move = CASE ply WHEN 0 THEN 'c5' ELSE 'd3' END",
        "INSERT INTO moves SELECT match_id, 2, 'd6', 1, played_at FROM moves WHERE ply = 1",
        "INSERT INTO moves SELECT match_id, 2, 'd3', 1, played_at FROM moves WHERE ply = 1",
        "UPDATE moves SET user_id = 1",
        "UPDATE moves SET user_id = NULL",
        "UPDATE matches SET state = 'over', reason = 'outcome.resigned', winner = 1",
    ],
)
def test_faults_are_found(path: Path, book: Book, fault: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(fault)
    with pytest.raises((AssertionError, ValueError)):
        book.check(path, [])
