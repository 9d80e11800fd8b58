"""A copy of everything, to either kind of database, also after it was interrupted."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine, select, text

from data.engine.address import parse_url
from data.errors import DatabaseRefused, StoreConflict, StoreError
from data.matches.numbers import last_number
from data.model.match import MatchState
from data.store import open_store
from data.tables.metadata import VERSION_TABLE, metadata
from data.tables.processes import OPERATIONAL_TABLES
from data.transfer import copying
from data.transfer.copying import copy_database
from tests import postgresql
from tests.data.conftest import ROOT, begin_in, new_match, of_a_file

from .conftest import every_pair

ROWS: dict[str, list[dict[str, Any]]] = {
    "guild_settings": [
        {"guild_id": 2**62, "language": "ko", "threads": True, "channels": "1 2"},
        {"guild_id": 8, "threads": False, "matches": 3},
        {
            "guild_id": 9,
            "threads": False,
            "log_channel": 2**62,
            "games": "go othello",
            "levels": "1 other",
            "organizers": 2**62 + 1,
            "quiet_from": 23,
            "variants": "go:19x19-korean othello:6x6",
            "clocks": "go:byo-yomi",
            "quiet_until": 7,
        },
    ],
    "people": [{"user_id": 111, "locale": "ko", "pings": True, "theme": "나무", "coordinates": False}],
    "lessons": [{"user_id": 1, "game": game, "steps": 3} for game in ("go", "Go", "a-b", "ab", "가")],
    "welcomes": [{"guild_id": 7}],
    "server_outages": [{"guild_id": 1 << 61, "since": 1e3 / 3}],
    "left_guilds": [{"guild_id": 9, "left_at": 0.1 + 0.2}],
    "analyses": [
        {"match_id": 2, "ply": ply, "position": position, "engine": 1, "verdict": f"d3 {ply}"}
        for ply, position in enumerate((-(2**63), 0, 2**63 - 1))
    ],
    "accuracies": [
        {"match_id": 1, "engine": 1, "first": 100 / 3, "second": None},
        {"match_id": 2, "engine": 1, "first": None, "second": 100.0},
    ],
    "rank_games": [{"guild_id": 7, "game": "best"}],
    "rank_roles": [{"guild_id": 7, "least": least, "role_id": 1 << 62} for least in (1000, 0)],
    "rank_members": [{"guild_id": 7, "user_id": 5, "role_id": 1 << 62, "is_given": True}],
    "mistakes": [
        {"match_id": 1, "ply": ply, "user_id": 1 << 62, "tries": 1, "solved": ply % 2, "due_at": due}
        for ply, due in ((3, 1e9 / 3), (1, None))
    ],
    "conditional_moves": [
        {"match_id": 1, "user_id": 1 << 62, "ply": 2, "takebacks": 1, "lines": "d3 e2\nc4 f5"},
    ],
    "vacations": [
        {"user_id": 1 << 62, "year": 2026, "used": 3, "by_itself": True, "since": 1e9 / 3},
        {"user_id": 5, "year": 2026, "used": 30, "by_itself": False, "since": None},
    ],
    "seeks": [
        {
            "id": 7,
            "user_id": 1 << 62,
            "guild_id": 1 << 61,
            "channel_id": 3,
            "game": "go",
            "variant": "9x9-korean",
            "control": None,
            "is_rated": True,
            "range": 100,
            "created_at": 1e9 / 3,
            "expires_at": 2e9 / 3,
        }
    ],
    "bans": [
        {
            "guild_id": 1 << 61,
            "user_id": 1 << 62,
            "until": 1e9 / 3,
            "reason": "도배",
            "by_id": 5,
            "banned_at": 1e8 / 3,
        }
    ],
    "messages_to_delete": [{"message_id": 1 << 62, "channel_id": 3, "guild_id": 1 << 61}],
    "team_members": [{"user_id": 1 << 62, "match_id": 2, "has_left": True}],
    "votes": [
        {
            "match_id": 2,
            "user_id": 1 << 62,
            "ply": 0,
            "takebacks": 0,
            "move": "d3",
            "voted_at": 1e9 / 3,
            "side": 1,
        }
    ],
    "guesses": [
        {"match_id": 2, "user_id": 1 << 62, "ply": ply, "move": "d3", "guessed_at": 1e9 / 3}
        | {"is_best": is_best}
        for ply, is_best in ((1, True), (0, None))
    ],
    "races": [
        {
            "id": 5,
            "guild_id": 1 << 61,
            "channel_id": 1 << 62,
            "message_id": None,
            "creator_id": 1 << 62,
            "game": None,
            "rematch_of": 4,
            "puzzles": "00ff 01ff",
            "created_at": 1e9 / 3,
            "starts_at": 2e9 / 3,
            "ends_at": 1e9,
            "ended_at": None,
            "version": 3,
            "shown_version": 2,
            "week": 2900,
        }
    ],
    "racers": [{"race_id": 5, "user_id": 1 << 62, "joined_at": 1e9 / 3}],
    "race_answers": [
        {
            "race_id": 5,
            "user_id": 1 << 62,
            "number": 0,
            "puzzle_id": "00ff",
            "solved": True,
            "answered_at": 1e9 / 3,
        }
    ],
    "storm_bests": [{"user_id": 1 << 62, "game": "", "solved": 12, "reached_at": 1e9 / 3}],
    "server_race_channels": [{"guild_id": 1 << 61, "channel_id": 3, "name": "대국"}],
    "server_race_weeks": [{"week": 2900, "puzzles": "00ff", "closed_at": 1e9 / 3}],
    "server_race_entries": [
        {
            "guild_id": 1 << 61,
            "week": 2900,
            "channel_id": 3,
            "message_id": None,
            "since": 1e9 / 3,
            "is_behind": True,
            "place": 1,
            "score": 20,
            "runs": 4,
        }
    ],
    "recap_channels": [{"guild_id": 1 << 61, "channel_id": 3, "next_at": 1e9 / 3}],
    "turn_lists": [{"guild_id": 1 << 61, "channel_id": 3, "message_id": None, "since": 1e9 / 3}],
    "seek_boards": [{"guild_id": 1 << 61, "channel_id": 3, "message_id": 1 << 62}],
    "opening_moves": [
        {"match_id": 2, "position": position, "move": "d3", "guild_id": guild_id, "channel_id": 2**62}
        for position, guild_id in ((-(2**63), None), (0, 2**62), (2**63 - 1, 7))
    ],
    "ratings": [
        {
            "user_id": user_id,
            "category": category,
            "rating": 1e4 / 3,
            "deviation": 200 / 3,
            "volatility": 0.06,
            "matches": 9,
            "wins": 5,
            "losses": 3,
            "rated_at": 1e9 / 3,
        }
        for user_id, category in ((2**62, "go"), (1, "renju"), (1, "go"))
    ],
    "puzzle_attempts": [
        {"user_id": 2**62, "puzzle_id": puzzle_id, "game": "go", "solved": True, "tried_at": 1e9 / 3}
        | {"failed_step": 2, "failed_move": "d3"}
        for puzzle_id in ("00ff", "ab")
    ],
    "puzzle_proofs": [
        {
            "puzzle_id": "00ff",
            "step": 2,
            "move": "d3",
            "people": 5,
            "looked_at": 1e9 / 3,
            "fault": None,
            "withdrawn": True,
        }
    ],
    "puzzle_people": [
        {
            "user_id": 2**62,
            "game": "go",
            "rating": 1e4 / 3,
            "deviation": 200 / 3,
            "volatility": 0.06,
            "attempts": 9,
            "solved": 5,
            "streak": 1,
            "best_streak": 3,
            "rated_at": 1e9 / 3,
        }
    ],
    "daily_settings": [
        {
            "guild_id": 1 << 61,
            "channel_id": 3,
            "hour": 23,
            "games": "go othello",
            "admin_id": 2**62,
            "next_at": 1e9 / 3,
            "problem": None,
        }
    ],
    "daily_puzzles": [
        {
            "guild_id": 1 << 61,
            "day": "2026-11-27",
            "puzzle_id": "00ff",
            "channel_id": 3,
            "message_id": 1 << 62,
            "created_at": 1e9 / 3,
            "closes_at": 2e9 / 3,
            "closed_at": None,
            "shown": False,
        }
    ],
    "daily_answers": [
        {
            "guild_id": 1 << 61,
            "day": "2026-11-27",
            "user_id": 2**62,
            "opened_at": 1e9 / 3,
            "tried_at": 2e9 / 3,
            "solved": True,
            "counts": False,
        }
    ],
    "puzzle_ratings": [
        {"puzzle_id": "00ff", "rating": 1e4 / 3, "deviation": 200 / 3, "volatility": 0.06, "attempts": 9}
    ],
    "rated_matches": [
        {
            "match_id": match_id,
            "category": "go",
            "variant": "9x9-korean",
            "first_id": 2**62,
            "second_id": 0,
            "ended_at": 1e9 / 3,
            "plies": 40,
            "opening": -(2**63),
            "resigned": bool(match_id % 2),
            **others,
        }
        for match_id, others in ((77, {"winner": 2, "first_before": 1500.25}), (1, {"unrated": "short"}))
    ],
    "tournaments": [
        {
            "id": 4,
            "guild_id": 7,
            "channel_id": 2**62,
            "creator_id": 1,
            "kind": "swiss",
            "game": "go",
            "variant": "9x9",
            "control": "1-day",
            "days": 3,
            "rated": True,
            "state": "running",
            "round": 1,
            "version": 2,
            "shown_version": 1,
            "created_at": 1e9 / 3,
            "announced": False,
        }
    ],
    "tournament_entrants": [
        {"tournament_id": 4, "number": number, "user_id": user, "dropped": False}
        for number, user in ((2, 2**62), (1, None))
    ],
    "tournament_pairings": [
        {
            "tournament_id": 4,
            "round": 1,
            "board": 1,
            "first_entrant": 1,
            "second_entrant": 2,
            "match_id": 2,
            "reminded": True,
        }
    ],
    "boards": [
        {
            "id": 9,
            "match_id": 2,
            "side": 2,
            "guild_id": 1 << 61,
            "channel_id": 3,
            "locale": "ko",
            "tokens_only": True,
            "message_id": None,
            "thread_id": 1 << 62,
            "shown_version": -1,
            "notification_id": 1 << 62,
        }
    ],
    "blocks": [{"user_id": 1, "blocked_id": 2, "blocked_at": 1e9 / 3}],
}
LEFT_OUT: dict[str, dict[str, Any]] = {
    "bot_processes": {
        "id": "a",
        "name": "host 1",
        "bot_id": 1,
        "total": 2,
        "is_leaving": False,
        "claims": True,
        "expires_at": 9e9,
    },
    "shard_leases": {"shard": 0, "owner": "a", "epoch": 1, "expires_at": 9e9},
    "identify_slots": {"bucket": 0, "next_at": 9e9},
    "synced_commands": {"bot_id": 1, "hash": "x"},
}
"""Rows about running processes and about Discord."""


def nothing(*_: object) -> None:
    """Report nothing."""


@pytest.fixture
def source(prepared: str) -> str:
    """A closed database with rows in every table, and a last number of a match that was deleted."""

    async def fill() -> None:
        async with await open_store(prepared) as store:
            for number in range(7):
                await begin_in(store.matches, "d3 c5" if number % 2 else "")
            await store.matches.create(
                new_match(state=MatchState.CHALLENGE, expires_at=1.5, rematch_of=3, locale="ko")
            )
            gone = await store.matches.create(new_match(guild_id=99))
            await store.retention.guild_left(99)
            await store.retention.delete([gone.id], in_guild=99)

    asyncio.run(fill())
    with changed(prepared) as connection:
        for name, rows in ROWS.items():
            connection.execute(metadata.tables[name].delete())
            for row in rows:
                connection.execute(metadata.tables[name].insert().values(row))
        # A reference to a later row, which an import could have brought.
        connection.execute(text("UPDATE matches SET rematch_of = 7, clock_since = 0.1 WHERE id = 1"))
        connection.execute(text("UPDATE uptime SET seconds = 1234.5678, saved_at = 1764000000.25"))
    return prepared


@contextmanager
def changed(address: str) -> Iterator[Connection]:
    """A transaction on a database that nobody uses."""
    engine = create_engine(parse_url(address))
    with engine.begin() as connection:
        yield connection
    engine.dispose()


def contents(address: str) -> dict[str, Any]:
    """All rows that are copied, and the last number of a match."""
    with changed(address) as connection:
        rows: dict[str, Any] = {
            name: sorted(map(repr, connection.execute(select(table))))
            for name, table in metadata.tables.items()
            if table not in OPERATIONAL_TABLES
        }
        assert connection.execute(text(f"SELECT count(*) FROM {VERSION_TABLE}")).scalar() == 1
        return {**rows, "last": last_number(connection)}


@every_pair
def test_everything_is_copied(source: str, empty: str) -> None:
    before = contents(source)
    assert all(before.values()) and before["last"] == 9
    reported: dict[tuple[str, str], tuple[int, int]] = {}
    found = copy_database(source, empty, lambda *what: reported.update({what[:2]: what[2:]}))
    assert contents(empty) == contents(source) == before
    assert reported == {
        (name, action): (one.rows, one.rows)
        for name, one in found.items()
        for action in ("copied", "compared")
    }
    assert {name: one.rows for name, one in found.items()} == {
        name: len(before[name]) for name in before if name != "last"
    }

    async def go_on() -> None:
        async with await open_store(empty) as store:
            assert (await store.matches.get(2)).moves == ("d3", "c5")
            assert (await store.matches.create(new_match())).id == 10, "no number is given twice"
            with pytest.raises(StoreError):
                await store.database.write(
                    lambda connection: (
                        connection.execute(
                            text("INSERT INTO moves (match_id, ply, move, played_at) VALUES (99, 0, 'd3', 0)")
                        )
                        and None
                    )
                )

    asyncio.run(go_on())


def test_running_processes_are_not_copied(source: str, empty: str) -> None:
    assert {table.name for table in OPERATIONAL_TABLES} == set(LEFT_OUT)
    with changed(source) as connection:
        for name, row in LEFT_OUT.items():
            connection.execute(metadata.tables[name].insert().values(row))
    copy_database(source, empty, nothing)
    with changed(empty) as connection:
        assert all(connection.execute(select(table)).first() is None for table in OPERATIONAL_TABLES)


@pytest.mark.parametrize("after", [0, 9])
def test_an_interrupted_copy_goes_on(
    source: str, empty: str, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    monkeypatch.setattr(copying, "_BATCH", 2)
    insert, calls = copying._insert, 0

    def interrupted(*given: Any) -> None:
        nonlocal calls
        calls += 1
        insert(*given)
        if calls > after:
            raise KeyboardInterrupt

    monkeypatch.setattr(copying, "_insert", interrupted)
    with pytest.raises(KeyboardInterrupt):
        copy_database(source, empty, nothing)
    with pytest.raises(DatabaseRefused, match="unfinished copy"):
        asyncio.run(open_store(empty))
    with pytest.raises(DatabaseRefused, match="unfinished copy"):
        copy_database(empty, source, nothing)
    before, calls = calls, -1000
    copy_database(source, empty, nothing)
    assert contents(empty) == contents(source)
    expected = sum((len(rows) + 1) // 2 for name, rows in contents(source).items() if name != "last")
    assert before - 1 + calls + 1000 == expected, "no row is copied twice"


KILLED = """
import os, signal, sys
from data.transfer import copying
copying._BATCH, insert = 2, copying._insert
def killed(connection, table, rows):
    insert(connection, table, rows)
    if table.name == "moves":
        os.kill(os.getpid(), signal.SIGKILL)
copying._insert = killed
copying.copy_database(sys.argv[1], sys.argv[2], print)
"""


WITHIN = 60.0


def until_alone(address: str) -> None:
    """Wait until a server has noticed that a process which used the database was killed."""
    if not address.startswith("postgresql"):
        return
    others = text(
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE datname = current_database() AND application_name = 'daeguk' AND pid <> pg_backend_pid()"
    )
    # A transaction sees the same connections until it ends.
    engine = create_engine(parse_url(address), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        deadline = time.monotonic() + WITHIN
        while connection.execute(others).scalar_one():
            assert time.monotonic() < deadline, "the server still has a connection of the killed process"
            time.sleep(0.02)
    engine.dispose()


def test_a_copy_that_was_killed_goes_on(source: str, empty: str) -> None:
    killed = subprocess.run([sys.executable, "-c", KILLED, source, empty], cwd=ROOT, check=False)
    assert killed.returncode == -signal.SIGKILL
    until_alone(empty)
    actions: list[tuple[object, ...]] = []
    copy_database(source, empty, lambda *what: actions.append(what))
    assert ("matches", "copied", 8, 8) in actions and ("matches", "copied", 0, 8) not in actions
    assert contents(empty) == contents(source)


def test_an_unfinished_copy_of_something_else_is_not_continued(
    source: str, empty: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(copying, "_insert", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            copy_database(source, empty, nothing)
    other = f"sqlite:///{tmp_path / 'third.db'}"
    asyncio.run(make(other))
    with pytest.raises(DatabaseRefused, match=r"unfinished copy of .*: finish that one"):
        copy_database(other, empty, nothing)
    with changed(source) as connection:
        connection.execute(text("UPDATE uptime SET seconds = 2000"))
    with pytest.raises(DatabaseRefused, match="has changed since: begin anew"):
        copy_database(source, empty, nothing)


async def make(address: str) -> None:
    """A database without matches."""
    await (await open_store(address)).close()


def test_a_target_that_is_not_empty_is_left_as_it_is(source: str, empty: str) -> None:
    asyncio.run(make(empty))
    before = contents(empty)
    with pytest.raises(DatabaseRefused, match="is not empty"):
        copy_database(source, empty, nothing)
    assert contents(empty) == before


def test_a_source_without_a_database_leaves_no_target(empty: str, tmp_path: Path) -> None:
    with pytest.raises(DatabaseRefused, match="there is no database in"):
        copy_database(f"sqlite:///{tmp_path / 'missing.db'}", empty, nothing)
    with pytest.raises(DatabaseRefused, match="there is no database in"):
        copy_database(empty, f"sqlite:///{tmp_path / 'missing.db'}", nothing)


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        (f"UPDATE {VERSION_TABLE} SET version_num = '0014'", "older Daeguk"),
        (f"UPDATE {VERSION_TABLE} SET version_num = '9999'", "newer Daeguk"),
        (f"DROP TABLE {VERSION_TABLE}", "another program"),
    ],
)
def test_a_source_of_another_version_or_program(
    address: str, tmp_path: Path, statement: str, sentence: str
) -> None:
    asyncio.run(make(address))
    with changed(address) as connection:
        connection.execute(text(statement))
    target = tmp_path / "target.db"
    with pytest.raises(DatabaseRefused, match=sentence):
        copy_database(address, f"sqlite:///{target}", nothing)
    assert not target.exists()


def test_a_change_meanwhile_shows(source: str, empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def differently(connection: Any, table: Any, rows: list[Any]) -> None:
        insert(connection, table, rows if table.name != "moves" else rows[:-1])

    insert = copying._insert
    monkeypatch.setattr(copying, "_insert", differently)
    with pytest.raises(DatabaseRefused, match="the table moves differs after the copy"):
        copy_database(source, empty, nothing)
    with pytest.raises(DatabaseRefused, match="unfinished copy"):
        asyncio.run(open_store(empty))


@of_a_file
def test_a_value_that_the_server_cannot_hold_is_named(source: str, server: str) -> None:
    with changed(source) as connection:
        connection.execute(text("UPDATE matches SET takebacks = 'many' WHERE id = 2"))
    with (
        postgresql.database(server) as target,
        pytest.raises(StoreError, match="the row of matches with id 2 has 'many' as takebacks"),
    ):
        copy_database(source, target, nothing)


@of_a_file
def test_a_reference_to_nothing_is_named(source: str, empty: str) -> None:
    with changed(source) as connection:
        connection.execute(
            text("INSERT INTO moves (match_id, ply, move, user_id, played_at) VALUES (77, 0, 'd3', NULL, 0)")
        )
    with pytest.raises((DatabaseRefused, StoreConflict), match="moves"):
        copy_database(source, empty, nothing)


def test_a_source_on_a_server_that_a_bot_uses(server: str, tmp_path: Path) -> None:
    async def copy_meanwhile(address: str) -> None:
        async with await open_store(address):
            with pytest.raises(DatabaseRefused, match="another bot uses"):
                await asyncio.to_thread(copy_database, address, f"sqlite:///{tmp_path / 'a.db'}", nothing)

    with postgresql.database(server) as address:
        asyncio.run(copy_meanwhile(address))
