"""``daeguk --check``: each line can be good and bad."""

from __future__ import annotations

import base64
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from PIL import ImageFont

from bot.cli import check as checks
from bot.cli.check import Row, check, token_problem
from bot.cli.commands import execute
from bot.config import Config
from data.tables.metadata import REVISION
from tests.ai.external.scripted import othello

TOKEN = f"{base64.urlsafe_b64encode(b'123456789012345678').decode().rstrip('=')}.Gabcde.abc-_123"


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Only the token is set, and every kernel is compiled."""
    for name in Config.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DAEGUK_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(checks, "is_compiled", lambda _: True)
    monkeypatch.chdir(tmp_path)


def rows(name: str) -> list[Row]:
    return [row for row in check() if row.name == name]


def test_all_is_good(capsys: pytest.CaptureFixture[str]) -> None:
    assert execute("check") == 0
    output = capsys.readouterr().out
    assert [line[:12].split() for line in output.splitlines()] == [
        ["✓", name] for name in ("settings", "token", "database", "fonts", "cache", "kernels")
    ]
    assert "DAEGUK_CACHE_DIR, DISCORD_TOKEN" in output
    assert TOKEN not in output
    assert TOKEN.partition(".")[0] not in output


def test_a_setting_without_effect_has_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_CONNECTIONS", "20")
    _, row = rows("settings")
    assert row.is_good and row.finding.startswith("DATABASE_CONNECTIONS has no effect")


def test_each_engine_has_a_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Also one that is not found or does not start; the others are started."""
    good, bad = (" ".join(othello(behavior, tmp_path).command) for behavior in ("good", "exits"))
    monkeypatch.setenv("ENGINES__OTHELLO", f"My engine: {good}")
    monkeypatch.setenv("ENGINES__OTHELLO_2", f"Other: {bad}")
    monkeypatch.setenv("ENGINES__GO", "no-such-program --mode gtp")
    missing, first, second = rows("engine")
    assert not missing.is_good
    assert missing.finding == "ENGINES__GO…: no-such-program: the program 'no-such-program' is not found"
    assert first.is_good
    assert first.finding == (
        "My engine (othello) calls itself Scripted 1 and plays f5 first, but does not play 6x6, 10x10"
    )
    assert not second.is_good
    assert (
        "ENGINES__OTHELLO…: Other: it ended with exit status 3. It wrote: there is no network"
        in second.finding
    )


def test_a_cluster_has_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also without the package that it needs."""
    monkeypatch.setenv("AI_EXECUTOR", "dask")
    monkeypatch.setenv("DASK_SCHEDULER", "tcp://127.0.0.1:1")
    with monkeypatch.context() as patch:
        patch.setattr("ai.cluster.address.importlib.util.find_spec", lambda _: None)
        (row,) = rows("cluster")
        assert row.finding == "AI_EXECUTOR=dask needs the package distributed: install daeguk[dask]."
    pytest.importorskip("distributed", reason="the extra dask is not installed")
    (row,) = rows("cluster")
    assert not row.is_good
    assert row.finding.startswith("No Dask scheduler can be reached at tcp://127.0.0.1:1")


def test_wrong_settings_have_a_line_each_and_the_rest_is_checked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("AI_WORKERS", "many")
    monkeypatch.setenv("LOG_LEVEL", "loud")
    monkeypatch.setenv("AI_WORKER", "1")
    assert execute("check") == 1
    output, errors = capsys.readouterr()
    assert output.count("✗ settings") == 2
    assert output.count("✓") == 5
    assert "AI_WORKER in the environment" in errors


def test_without_a_dotenv_file_that_can_be_read() -> None:
    Path(".env").write_bytes(b"\xff")
    assert check() == [Row("settings", False, ".env cannot be read: it is not UTF-8")]
    assert execute("check") == 1


def test_without_a_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "")
    assert [row.is_good for row in rows("settings")] == [False]
    assert rows("token") == []


def test_a_token() -> None:
    assert token_problem(TOKEN) is None


@pytest.mark.parametrize(
    ("token", "reason"),
    [
        ("secret", "three parts"),
        (f"{TOKEN}.secret", "three parts"),
        (TOKEN.replace("Gabcde", ""), "base64url"),
        (TOKEN.replace("Gabcde", "Gäbcde"), "base64url"),
        (f"Bot {TOKEN}", "base64url"),
        ("c2VjcmV0.Gabcde.secret", "id"),
        ("_-_-.Gabcde.secret", "id"),
        ("a.Gabcde.secret", "id"),
    ],
)
def test_what_is_no_token(monkeypatch: pytest.MonkeyPatch, token: str, reason: str) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", token)
    (row,) = rows("token")
    assert not row.is_good
    assert row.finding.startswith("DISCORD_TOKEN: it")
    assert reason in row.finding
    assert "secret" not in row.finding


def database(revision: str) -> Path:
    path = Path("var/daeguk.db")
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as made:
        made.execute("CREATE TABLE daeguk_version (version_num)")
        made.execute("INSERT INTO daeguk_version VALUES (?)", (revision,))
        made.commit()
    return path


@pytest.mark.parametrize(
    ("revision", "is_good", "words"),
    [
        (REVISION, True, f"intact, and its schema is {REVISION}"),
        ("0014", True, f"from 0014 to {REVISION}"),
        ("0052", False, "between two releases"),
        ("9999", False, "newer"),
    ],
)
def test_a_database(revision: str, is_good: bool, words: str) -> None:
    path = database(revision)
    before = path.read_bytes()
    (row,) = rows("database")
    assert row.is_good is is_good
    assert words in row.finding
    assert [one.name for one in path.parent.iterdir()] == [path.name], "nothing is made"
    assert path.read_bytes() == before


def test_a_driver_in_the_address_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    path = database(REVISION)
    before = rows("database")
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{path}")
    assert rows("database") == before


def test_a_damaged_database() -> None:
    database(REVISION).write_bytes(b"garbage" * 1000)
    assert [row.is_good for row in rows("database")] == [False]


def test_a_database_that_cannot_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    path = database(REVISION).absolute()
    monkeypatch.setattr(os, "access", lambda file, _: Path(file) != path.parent)
    (row,) = rows("database")
    assert not row.is_good
    assert row.finding == (
        f"var/daeguk.db is not writable ({path.parent}: permission denied): let this user write the file and "
        "its folder"
    )


def test_a_database_of_no_known_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "mysql://anna:secret@host/x")
    (row,) = rows("settings")
    assert not row.is_good
    assert row.finding.startswith("DATABASE_URL is of mysql")
    assert "secret" not in row.finding
    assert rows("database") == []
    monkeypatch.setenv("SHARDS", "0-2/6")
    assert len(rows("settings")) == 1, "whether it suits the database is not known"


def test_fonts_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreadable(*_: object) -> ImageFont.FreeTypeFont:
        raise OSError("cannot open resource")

    monkeypatch.setattr(checks, "font", unreadable)
    (row,) = rows("fonts")
    assert (row.is_good, row.finding) == (False, "a font cannot be read: cannot open resource")


def test_a_font_without_its_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "_GLYPH", " ")
    assert [row.is_good for row in rows("fonts")] == [False]


def test_a_cache_that_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("DAEGUK_CACHE_DIR", str(tmp_path / "file" / "cache"))
    (row,) = rows("cache")
    assert not row.is_good
    assert f"{tmp_path / 'file' / 'cache'} is not writable (DAEGUK_CACHE_DIR names another" in row.finding
    assert caplog.messages == [], "it is not said twice"


def test_a_cache_that_others_can_write(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    monkeypatch.setenv("DAEGUK_CACHE_DIR", str(tmp_path))
    (row,) = rows("cache")
    assert not row.is_good
    assert f"{tmp_path} can be written by other users" in row.finding


def test_kernels_that_are_to_be_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "is_compiled", lambda name: name != "go")
    (row,) = rows("kernels")
    assert row.is_good
    assert row.finding.endswith(": go")


def test_kernels_that_cannot_be_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    def unloadable(_: str) -> bool:
        raise ImportError("no LLVM")

    monkeypatch.setattr(checks, "is_compiled", unloadable)
    assert [row.is_good for row in rows("kernels")] == [False]
