"""Garbage in each column of the tables, in a match each: it is left alone, and every other match goes on."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
import structlog
from sqlalchemy import Boolean, Column, Double, Integer, Table, Text

from bot.interactions.match_list import show_matches
from bot.match.readable import check_match
from bot.texts import texts
from data.errors import UnreadableMatch
from data.model.match import Match, PauseReason
from data.store import open_store
from data.tables.boards import boards
from data.tables.matches import matches, moves
from tests.bot.discord_fakes import CHANNEL, components_of
from tests.bot.harness import Harness, harness
from tests.bot.service import ANA, BEN, PATIENCE, until
from tests.clock import Clock

DAYS = 24 * 3600.0
NOT_UTF_8 = "CAST(x'ff' AS TEXT)"
WRONG: dict[type, tuple[str, ...]] = {
    Integer: ("'x'", "1.5", "-2", "9e999", "x'00'", NOT_UTF_8),
    Double: ("'x'", "9e999", "-9e999", "x'00'", NOT_UTF_8),
    Text: ("x'00'",),
    Boolean: (),  # any value is true or false
}
"""Values that no column of a type can have."""
WORDS = ("'x'", "'a1'", "''", NOT_UTF_8)
"""Texts that mean nothing; ``a1`` is an illegal move."""
KNOWN = {
    "game",
    "variant",
    "offer_kind",
    "asked",
    "paused",
    "clock",
    "level",
    "setup",
    "rated",
    "teams",
    "move",
}
"""The columns of words whose meaning the program has to know."""


def wrong_values(column: Column[Any]) -> Iterator[tuple[str, bool]]:
    """Garbage for a column, and whether the match can then not be read."""
    (wrong,) = (values for kind, values in WRONG.items() if isinstance(column.type, kind))
    yield from ((value, True) for value in wrong)
    if isinstance(column.type, Text):
        yield from ((word, column.name in KNOWN and (column.name, word) != ("asked", "''")) for word in WORDS)
    if isinstance(column.type, Boolean):
        yield "'x'", False


@dataclass
class Damage:
    """Copies of matches in a database file, each with garbage in one column."""

    path: Path
    unreadable: dict[int, str] = field(default_factory=dict)
    """What is wrong with the copies that cannot be read, by number."""
    harmless: Counter[int] = field(default_factory=Counter)
    """How many copies of each match can be read all the same."""

    def copy(self, match: Match, *needed: str) -> None:
        """Add copies of a match: with garbage in each column, and without each column that is ``needed``."""
        with closing(self._open()) as connection, connection:
            for column in matches.columns:
                if column.name in ("id", "state"):  # a constraint guards the state
                    continue
                for value, is_wrong in wrong_values(column):
                    self._add(connection, match, matches, {column.name: value}, is_wrong)
            for name in needed:
                self._add(connection, match, matches, {name: "NULL"}, True)
            for column in boards.columns:
                if column.name in ("id", "match_id"):
                    continue
                for value, is_wrong in wrong_values(column):
                    self._add(connection, match, boards, {column.name: value}, is_wrong)
            for column in moves.columns:
                if column.name == "match_id" or not match.moves:
                    continue
                for value, is_wrong in wrong_values(column):
                    is_read = column.name in ("ply", "move")
                    self._add(connection, match, moves, {column.name: value}, is_wrong and is_read)

    def expire(self, challenge: Match) -> None:
        """Make a challenge one that has expired."""
        with closing(self._open()) as connection, connection:
            connection.execute("UPDATE matches SET expires_at = 1 WHERE id = ?", (challenge.id,))

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path)
        connection.text_factory = bytes
        connection.execute("PRAGMA ignore_check_constraints = ON")
        return connection

    def _add(
        self,
        connection: sqlite3.Connection,
        match: Match,
        table: Table,
        values: dict[str, str],
        is_wrong: bool,
    ) -> None:
        """Add a copy of a match with these values in its rows of a table."""

        def insert(copied: Table, condition: str, number: dict[str, str]) -> int | None:
            chosen = number | (values if copied is table else {})
            names = [one.name for one in copied.columns if one.name != "id"]
            copies = ", ".join(chosen.get(name, name) for name in names)
            query = f"INSERT INTO {copied.name} ({', '.join(names)}) SELECT {copies} FROM {copied.name}"
            return connection.execute(f"{query} WHERE {condition}").lastrowid

        number = insert(matches, f"id = {match.id}", {})
        assert number is not None
        for part in (boards, moves):
            insert(part, f"match_id = {match.id}", {"match_id": str(number)})
        if is_wrong:
            self.unreadable[number] = f"{values} in {table.name} of match {match.id}"
        else:
            self.harmless[match.id] += 1

    def rows(self) -> list[Any]:
        """What is stored of the matches that cannot be read."""
        with closing(self._open()) as connection:
            numbers = ", ".join(map(str, self.unreadable))
            found = connection.execute(
                f"SELECT * FROM matches WHERE id IN ({numbers}) ORDER BY id"
            ).fetchall()
            for table in (boards, moves):
                query = f"SELECT * FROM {table.name} WHERE match_id IN ({numbers})"
                found += connection.execute(query).fetchall()
            return found


@pytest.fixture
def damage(tmp_path: Path) -> Damage:
    return Damage(tmp_path / "daeguk.db")


async def test_every_other_match_goes_on(
    h: Harness, damage: Damage, ticks: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    untimed, timed = await h.match(), await h.match(control="3-days", moves=("b3",))
    alone, challenge = await h.against_computer(), await h.challenge()
    alone = await h.services.matches.play(alone.id, None, ANA, "b3")
    await h.settled()
    await h.store.uptime.save()
    damage.expire(challenge)
    damage.copy(timed, "first_seconds", "second_periods", "first_id")
    damage.copy(alone, "level")
    damage.copy(challenge, "expires_at")
    assert len(damage.unreadable) > 300
    before = damage.rows()
    address = f"sqlite:///{damage.path}"
    async with (
        await open_store(address, ticks=ticks, check=check_match) as store,
        harness(store) as again,
    ):
        assert store.uptime.of(None) == h.store.uptime.of(None)
        store.uptime.start(0)
        with caplog.at_level(logging.ERROR), structlog.testing.capture_logs() as lines:
            again.services.start()
            again.services.gain_all()
            await goes_on(again, untimed, timed, alone, ticks, damage)
            await until_over(again, challenge)
            for match_id, what in damage.unreadable.items():
                with pytest.raises(UnreadableMatch):
                    pytest.fail(f"{await again.store.matches.get(match_id)} is read with {what}")
    logged = Counter(one.getMessage().split()[1] for one in caplog.records)
    assert logged == Counter(map(str, damage.unreadable)), "each is logged once, and nothing else"
    assert [line for line in lines if line["log_level"] == "error"] == []
    assert damage.rows() == before


async def until_over(h: Harness, match: Match) -> None:
    async with asyncio.timeout(PATIENCE):
        while (await h.now(match)).outcome is None:  # noqa: ASYNC110  it may be over before
            await asyncio.sleep(0.01)


async def goes_on(
    h: Harness, untimed: Match, timed: Match, alone: Match, ticks: Clock, damage: Damage
) -> None:
    """The computer thinks, lists are shown, a move is made, a flag falls, and a lost channel is left."""
    await until(lambda: len(h.player.thinking) == 1 + damage.harmless[alone.id])
    listed = h.interaction(ANA)
    await show_matches(listed.typed())
    assert listed.response.answered is not None
    first = min(damage.unreadable)
    assert texts("en")("error.unreadable-match", id=first) in listed.response.answered.text
    await h.presses(ANA, untimed, "move", "b3")
    assert (await h.now(untimed)).ply == 1
    ticks.now += 4 * DAYS
    h.services.outages.heartbeat()
    h.services.matches.clocks.wake()
    await until_over(h, timed)
    h.services.lost_places.channel_deleted(CHANNEL)
    await h.settled()
    assert (await h.now(untimed)).paused is PauseReason.SUSPENDED


@pytest.mark.parametrize(("user", "language"), [(ANA, "en"), (BEN, "ko")])
async def test_who_presses_its_board_reads_its_number(
    h: Harness, damage: Damage, user: int, language: str
) -> None:
    match = await h.match(moves=("b3",))
    damage.copy(match)
    number = min(damage.unreadable)
    board = replace(h.board(match), components=components_of(number))
    answer = await h.presses(user, replace(match, id=number), "move", "b2", message=board)
    assert answer.ephemeral
    assert answer.text == texts(language)("error.unreadable-match", id=number)
