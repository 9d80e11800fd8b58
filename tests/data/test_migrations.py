"""Databases of older versions."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import astuple, replace
from pathlib import Path

import pytest

from data.engine.inspection import Contents, needs_migration
from data.engine.lost_log import log_path
from data.errors import DatabaseRefused
from data.matches.store import MatchStore
from data.migrations import known_revisions
from data.model.match import Match, MatchState, PauseReason
from data.store import open_store
from data.tables.metadata import REVISION, VERSION_TABLE, metadata
from games import GAMES
from games.base import Move, Side
from tests.clock import Clock
from tests.data.clocks import clock_of
from tests.data.conftest import append, of_a_file, played
from tests.data.older_databases import DEVELOPMENT, RELEASE_0_1_0, make_0_1_0, make_file, revision_of, rows_of


async def all_matches(matches: MatchStore, numbers: Iterable[int]) -> list[Match]:
    return [await matches.get(number) for number in numbers]


# --- 0.1.0 -------------------------------------------------------------------------------------------


async def test_0_1_0_keeps_its_rows(address: str, tmp_path: Path) -> None:
    """They are those that the migrations between the releases made of them, one after the other."""
    make_0_1_0(address)
    make_file(tmp_path / "development.db", DEVELOPMENT)
    expected_address = f"sqlite:///{tmp_path / 'development.db'}"
    for older in (address, expected_address):
        async with await open_store(older):
            pass
    expected = rows_of(expected_address)
    with closing(sqlite3.connect(":memory:")) as original:
        original.executescript(RELEASE_0_1_0.read_text())
        for name, rows in rows_of(address).items():
            source = "matches" if name == "boards" else name  # each match has one
            exists = original.execute("SELECT 1 FROM sqlite_schema WHERE name = ?", (source,)).fetchone()
            count = original.execute(f"SELECT count(*) FROM {source}").fetchone()[0] if exists else 0
            assert len(rows) == count, name
            assert [row for row in rows if row not in expected[name]] == [], name


async def test_a_migration_is_logged(address: str, caplog: pytest.LogCaptureFixture) -> None:
    """An admin reads later when the tables have changed."""
    make_0_1_0(address)
    caplog.set_level("INFO", "data.migrations")
    async with await open_store(address):
        pass
    assert caplog.messages == [f"the database is migrated to revision {REVISION}"]


async def test_matches_of_0_1_0_continue(address: str) -> None:
    make_0_1_0(address)
    async with await open_store(address) as store:
        matches = await all_matches(store.matches, range(1, 12))
        assert {match.game for match in matches} == set(GAMES)
        assert [match.id for match in matches if match.state is MatchState.CHALLENGE] == [9, 10]
        assert [match.id for match in matches if match.paused is PauseReason.ADJOURNED] == [6]
        assert matches[2].moves == ("e4", "e3", "e2", "f3", "d2", "d5", "b2", "d1", "e5")
        rematch = matches[7]
        assert rematch.rematch_of == 7
        after = await append(store.matches, 8, rematch.position_id, played("d3", 222), outcome=None)
        assert after.moves == (Move("d3"),)


async def test_running_clocks_of_0_1_0_keep_their_time(address: str, clock: Clock) -> None:
    make_0_1_0(address)
    clock.now = 1_764_000_900.0
    async with await open_store(address, clock=clock) as store:
        match = await store.matches.get(4)
        now = store.uptime.of(match.guild_id)
        left = clock_of(match).left(Side.FIRST, now)
        assert (now, left.seconds) == (135.0, 497.5), "580 seconds, of which 82.5 have passed"


async def test_settings_of_0_1_0_stay(address: str) -> None:
    make_0_1_0(address)
    async with await open_store(address) as store:
        settings = await store.settings.guild(7)
        assert settings.channels == (70, 71, 2**62)
        assert settings.levels == ("1", "2", "3", "4", "5", "6", "other"), "it had none of the strongest"
        assert (await store.settings.guild((1 << 61) + 7)).levels == ()
        person = await store.people.get(111)
        assert (person.language, person.pieces, person.clocks) == ("en", "hanja", "countdown")
        assert await store.lessons.progress(111) == {"othello": 3}
        assert await store.blocks.of(111) == [2**62]
        assert not await store.welcomes.claim(7)


@of_a_file
async def test_the_log_of_an_older_database_is_merged(path: Path, address: str) -> None:
    make_0_1_0(address)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    async with await open_store(address):
        assert log_path(path).stat().st_size == 0


# --- The development of 0.2.0 --------------------------------------------------------------------------


@of_a_file
async def test_a_database_of_the_development_of_0_2_0_comes_up(path: Path, address: str) -> None:
    make_file(path, DEVELOPMENT)
    moderated = {"tournament_entrants", "tournament_pairings"}
    changed = {"matches", "boards", "people", "tournaments", "guild_settings", "accuracies"} | moderated
    changed |= {"puzzle_attempts"}
    same = (
        metadata.tables.keys()
        - changed
        - {"guesses", "races", "racers", "race_answers", "storm_bests", "turn_lists", "recap_channels"}
        - {"server_race_channels", "server_race_weeks", "server_race_entries", "puzzle_proofs"}
    )
    before = rows_of(address, same)
    assert [name for name, rows in before.items() if not rows] == [], "the file has rows in every table"
    async with await open_store(address) as store:
        matches = await all_matches(store.matches, range(13, 18))
        assert [match.id for match in matches if match.teams] == [17]
        assert [match.id for match in matches if match.setup] == [16]
    assert rows_of(address, same) == before
    defaults = {tuple(row[-2:]) for row in rows_of(address, {"guild_settings"})["guild_settings"]}
    assert defaults == {(None, None)}, "of variants and clocks"
    assert {title for *_, title in rows_of(address, {"tournaments"})["tournaments"]} == {None}
    assert {row[-2:] for row in rows_of(address, {"accuracies"})["accuracies"]} == {(None, None)}
    assert {row[-2:] for row in rows_of(address, {"puzzle_attempts"})["puzzle_attempts"]} == {(None, None)}
    for table, rows in rows_of(address, moderated).items():
        assert {row[-1] for row in rows} == {0}, f"of {table}: removed, or corrected"


@of_a_file
async def test_boards_get_a_table_of_their_own(path: Path, address: str) -> None:
    make_file(path, DEVELOPMENT)
    columns = "guild_id, channel_id, locale, tokens_only, message_id, thread_id, shown_version, ping_id"
    with closing(sqlite3.connect(path)) as connection:
        old = connection.execute(f"SELECT {columns} FROM matches ORDER BY id").fetchall()
        (other,) = connection.execute("SELECT * FROM other_boards").fetchall()
        numbers = [number for (number,) in connection.execute("SELECT id FROM matches ORDER BY id")]
        was_notified = connection.execute("SELECT pinged + reminded FROM matches ORDER BY id").fetchall()
    async with await open_store(address) as store:
        matches = await all_matches(store.matches, numbers)
    new = [astuple(replace(match.home, id=0, side=None)) for match in matches]
    assert new == [
        (0, guild, channel, locale, bool(tokens_only), None, message, thread, shown, notification)
        for guild, channel, locale, tokens_only, message, thread, shown, notification in old
    ]
    assert [match.notified for match in matches] == [number for (number,) in was_notified]
    divided = [match for match in matches if match.has_own_boards]
    assert [match.id for match in divided] == [13]
    first, second = divided[0].boards
    assert (first.side, second.side) == (Side.FIRST, Side.SECOND)
    assert other == (
        13,
        second.guild_id,
        second.channel_id,
        second.message_id,
        second.locale,
        second.shown_version,
    )


# --- Versions between releases -------------------------------------------------------------------------


@pytest.mark.parametrize("revision", ["0001", "0003", "0013", "0015", "0052", "0064"])
def test_a_version_between_releases_is_refused(revision: str) -> None:
    contents = Contents(frozenset({VERSION_TABLE, "matches"}), revision)
    with pytest.raises(DatabaseRefused, match=f"(?s)between two releases.*'{revision}'.*nothing was changed"):
        needs_migration(contents, "var/daeguk.db")


def test_there_is_a_migration_for_each_release_and_steps_of_the_development() -> None:
    """A release puts the steps after `DEVELOPMENT` into its own migration."""
    releases = {revision_of(RELEASE_0_1_0), revision_of(DEVELOPMENT)}
    steps = known_revisions() - releases
    assert releases < known_revisions() and max(steps) == REVISION
    assert min(steps) > revision_of(DEVELOPMENT)


@pytest.mark.parametrize(("revision", "is_older"), [("0014", True), ("0080", True), (REVISION, False)])
def test_releases_are_known(revision: str, is_older: bool) -> None:
    assert needs_migration(Contents(frozenset({VERSION_TABLE}), revision), "var/daeguk.db") is is_older
