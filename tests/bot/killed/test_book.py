"""The kill loop's book finds what is wrong: it would be no use if it could not."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.ui.custom_ids import Verb
from data.model.match import MatchState, NewMatch, Place, Played, PositionId
from data.store import open_store
from games.base import Move

from .book import Book
from .process import stored

ANA, BEN = 1, 2
COLUMNS = "match_id, ply, move, user_id, played_at"
NEW = NewMatch(
    game="othello",
    variant="8x8",
    state=MatchState.PLAYING,
    first_id=ANA,
    second_id=BEN,
    challenger_id=ANA,
    place=Place(guild_id=None, channel_id=1),
)


@pytest.fixture
async def path(tmp_path: Path) -> AsyncIterator[Path]:
    """A match of two people with two moves."""
    path = tmp_path / "daeguk.db"
    async with await open_store(f"sqlite:///{path}") as store:
        match = await store.matches.create(NEW)
        played = [Played(Move("d3"), ANA), Played(Move("c5"), BEN)]
        await store.matches.append(match.id, match.position_id, played, outcome=None)
        yield path


@pytest.fixture
def book(path: Path) -> Book:
    """What the two people did, and saw."""
    book = Book()
    book.pressed |= {(1, 0): {(ANA, Move("d3"))}, (1, 1): {(BEN, Move("c5"))}}
    book.acknowledged |= {(1, PositionId(0, 0)): Move("d3"), (1, PositionId(1, 0)): Move("c5")}
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
        f"INSERT INTO moves ({COLUMNS}) SELECT match_id, 2, 'd6', 1, played_at FROM moves WHERE ply = 1",
        f"INSERT INTO moves ({COLUMNS}) SELECT match_id, 2, 'd3', 1, played_at FROM moves WHERE ply = 1",
        "UPDATE moves SET user_id = 1",
        "UPDATE moves SET user_id = NULL",
        "UPDATE matches SET state = 'over', reason = 'outcome.resigned', winner = 1",
        "UPDATE matches SET state = 'over', reason = 'outcome.agreed'",
        "UPDATE matches SET state = 'over', reason = 'outcome.time', winner = 1",
        "UPDATE matches SET takebacks = 1",
    ],
)
def test_faults_are_found(path: Path, book: Book, fault: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(fault)
    with pytest.raises((AssertionError, ValueError)):
        book.check(path, [])


ACCEPTED = {
    Verb.ACCEPT_UNDO: "UPDATE matches SET takebacks = 1",
    Verb.ACCEPT_DRAW: "UPDATE matches SET state = 'over', reason = 'outcome.agreed'",
    Verb.CONFIRM_RESIGN: "UPDATE matches SET state = 'over', reason = 'outcome.resigned', winner = 1",
    Verb.REMATCH: None,
}


@pytest.mark.parametrize("verb", ACCEPTED)
def test_a_lost_press_is_found_and_a_stored_one_is_not(path: Path, book: Book, verb: Verb) -> None:
    book.asked[1][verb] += 1
    book.accepted.add((1, PositionId(2, 0), verb))
    with pytest.raises(AssertionError):
        book.check(path, [])
    if (change := ACCEPTED[verb]) is not None:
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute(change)
        book.check(path, [])


def test_a_lost_setting_is_found(path: Path, book: Book) -> None:
    book.themes[ANA] = {None, "dark"}
    book.check(path, [])
    book.themes[ANA] = {"dark"}
    with pytest.raises(AssertionError):
        book.check(path, [])


def test_a_lost_vote_and_a_vote_of_nobody_are_found(path: Path, book: Book) -> None:
    book.votes[1, 2, ANA] = {Move("d6")}
    with pytest.raises(AssertionError, match="vote is lost"):
        book.check(path, [])
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO votes VALUES (1, 1, 2, 0, 'd6', 0.0, 0)")
    book.check(path, [])
    book.votes.clear()
    with pytest.raises(AssertionError, match="nobody voted"):
        book.check(path, [])


def test_somebody_who_has_joined_a_team_and_is_lost_is_found(path: Path, book: Book) -> None:
    book.joined[1].add(BEN)
    with pytest.raises(AssertionError, match="is lost"):
        book.check(path, [])


async def test_a_seek_that_became_two_matches_is_found(path: Path, book: Book) -> None:
    book.once |= {ANA, BEN}
    book.check(path, [])
    async with await open_store(f"sqlite:///{path}") as store:
        await store.matches.create(NEW)
    with pytest.raises(AssertionError, match="two matches"):
        book.check(path, [])
