"""The commands of ``daeguk``. `data.backup` and `data.transfer` have tests of their own."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot.cli.commands import execute
from bot.config import Config
from bot.config_problems import unknown_names
from bot.only_bot import only_bot
from data.model.match import MatchState, NewMatch, Place, Played
from data.store import open_store
from games.base import Move

ROOT = Path(__file__).parents[3]
DATABASE = Path("var/daeguk.db")


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No setting from outside: these commands need none."""
    for name in Config.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)


def play(matches: int = 1) -> None:
    """Begin matches in the database, each with a move."""
    new = NewMatch(
        game="othello",
        variant="8x8",
        state=MatchState.PLAYING,
        first_id=1,
        second_id=2,
        challenger_id=1,
        place=Place(None, 3),
    )

    async def begin() -> None:
        async with await open_store(f"sqlite:///{DATABASE}") as store:
            for _ in range(matches):
                match = await store.matches.create(new)
                await store.matches.append(match.id, match.position_id, [Played(Move("d3"), 1)], outcome=None)

    asyncio.run(begin())


def exported(capsys: pytest.CaptureFixture[str]) -> str:
    capsys.readouterr()
    assert execute("export") == 0
    return capsys.readouterr().out


def test_back_up_and_restore(capsys: pytest.CaptureFixture[str]) -> None:
    play()
    last, matches = exported(capsys).split("\n", 1)
    assert json.loads(last) == {"last_match": 1}
    with only_bot(DATABASE):
        assert execute("backup", Path("copy.db")) == 0
    play()
    assert matches not in ("", exported(capsys).split("\n", 1)[1])
    assert execute("restore", Path("copy.db")) == 0
    messages = capsys.readouterr().out
    last, restored = exported(capsys).split("\n", 1)
    assert restored == matches
    assert json.loads(last) == {"last_match": 2}  # the match since the backup is lost, its number not free
    (kept,) = DATABASE.parent.glob("daeguk.db.2*")
    assert str(kept) in messages
    assert not DATABASE.with_name("daeguk.db.lock").exists()


def test_backups_in_a_folder_have_their_date_and_the_oldest_are_deleted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """As a line of crontab makes them, again and again."""
    play()
    folder = Path("backups")
    folder.mkdir()
    others = [folder / name for name in ("daeguk.db", "daeguk-before.db", "notes-2020-01-01-000000.db")]
    old = [folder / f"daeguk-2020-01-0{day}-040000.db" for day in (1, 2, 3)]
    for file in (*others, *old):
        file.touch()
    assert execute("backup", folder, 2) == 0
    (made,) = set(folder.iterdir()) - {*others, *old}
    assert re.fullmatch(r"daeguk-\d{4}-\d\d-\d\d-\d{6}\.db", made.name)
    assert {*folder.iterdir()} == {made, old[-1], *others}
    assert str(old[0]) in capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "given"),
    [
        ("backup", (Path("copy.db"),)),
        ("backup", (Path("backups"), 2)),
        ("restore", (Path("saved.db"),)),
        ("export", (Path("matches.jsonl"),)),
        ("import", (Path("saved.jsonl"),)),
        ("copy", (f"sqlite:///{DATABASE}", "sqlite:///other.db")),
        ("rerate", (0.5, False)),
        ("erase", (1, True)),
        ("person-data", (1, Path("data.json"))),
    ],
)
def test_success_is_said_on_standard_output_and_nothing_on_standard_error(
    command: str,
    given: tuple[Path | str | float, ...],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So a line of crontab with ``>/dev/null`` mails failures alone."""
    play()
    execute("backup", Path("saved.db"))
    execute("export", Path("saved.jsonl"))
    Path("backups").mkdir()
    if command == "import":
        monkeypatch.setenv("DATABASE_URL", "sqlite:///imported.db")
    capsys.readouterr()
    assert execute(command, *given) == 0
    output, errors = capsys.readouterr()
    assert output.count("\n") >= 1 and output.endswith(".\n")
    assert [line for line in errors.splitlines() if line not in unknown_names()] == []


def test_an_export_to_standard_output_has_lines_of_json_alone(capsys: pytest.CaptureFixture[str]) -> None:
    play()
    assert execute("export") == 0
    output, errors = capsys.readouterr()
    assert [json.loads(line) for line in output.splitlines()]
    assert [line for line in errors.splitlines() if line not in unknown_names()] == []


def test_a_backup_replaces_no_file_and_says_what_to_do_instead() -> None:
    play()
    assert execute("backup", Path("copy.db")) == 0
    assert "name a folder" in str(execute("backup", Path("copy.db")))
    assert "needs a folder" in str(execute("backup", Path("other.db"), 3))


@pytest.mark.parametrize("command", ["restore", "import"])
def test_what_is_refused_while_a_bot_runs(command: str) -> None:
    play()
    execute("backup", Path("copy.db"))
    execute("export", Path("copy.jsonl"))
    before = DATABASE.read_bytes()
    with only_bot(DATABASE):
        refusal = execute(command, Path("copy.db" if command == "restore" else "copy.jsonl"))
    assert "another bot uses" in str(refusal)
    assert DATABASE.read_bytes() == before


def test_export_and_import(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    play(3)
    assert execute("export", Path("matches.jsonl")) == 0
    assert Path("matches.jsonl").stat().st_mode & 0o777 == 0o600
    before = Path("matches.jsonl").read_text()
    header, *lines = map(json.loads, before.splitlines())
    assert header == {"last_match": 3}
    assert [line["match"] for line in lines] == [1, 2, 3]
    assert "exists already" in str(execute("export", Path("matches.jsonl")))
    assert "line 2: there is a match 1 already" in str(execute("import", Path("matches.jsonl")))
    monkeypatch.setenv("DATABASE_URL", "sqlite:///other/daeguk.db")
    assert execute("import", Path("matches.jsonl")) == 0
    assert "Matches imported: 3." in capsys.readouterr().out
    assert exported(capsys) == before


def test_rerate(capsys: pytest.CaptureFixture[str]) -> None:
    play()
    assert execute("rerate", 0.5, True) == 0
    said = capsys.readouterr().out
    assert (
        "Matches rated: 0;" in said and "0.0000 before, 0.0000 now" in said and "Nothing was stored" in said
    )
    assert execute("rerate", 0.5, False) == 0
    assert "The ratings were stored." in capsys.readouterr().out
    with only_bot(DATABASE):
        assert "another bot uses" in str(execute("rerate", 0.5, False))


@pytest.mark.parametrize("address", ["sqlite+aiosqlite:///var/daeguk.db", "sqlite:///var%2Fdaeguk.db"])
def test_every_command_means_the_same_file(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    play(2)
    before = exported(capsys)
    monkeypatch.setenv("DATABASE_URL", address)
    assert exported(capsys) == before
    assert execute("backup", Path("copy.db")) == 0
    assert execute("restore", Path("copy.db")) == 0
    assert exported(capsys) == before
    assert execute("copy", address, "sqlite+aiosqlite:///other/daeguk.db") == 0
    assert Path("other/daeguk.db").exists()
    with only_bot(DATABASE):
        for refusal in (execute("restore", Path("copy.db")), execute("rerate", 0.5, True)):
            assert "another bot uses" in str(refusal)


@pytest.mark.parametrize("command", ["backup", "export", "erase", "person-data"])
def test_a_misspelled_setting_is_named_once_by_every_command(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It explains why the command means another database."""
    before = unknown_names()
    monkeypatch.setenv("DATABASE_URI", "sqlite:////var/lib/daeguk/daeguk.db")
    given = {"erase": (1, False), "person-data": (1,)}.get(command, (Path("copy"),))
    assert "no database in var/daeguk.db" in str(execute(command, *given))
    assert [line for line in capsys.readouterr().err.splitlines() if line not in before] == [
        "DATABASE_URI in the environment is not a setting: do you mean DATABASE_URL?"
    ]


def test_a_wrong_setting_is_told_with_a_misspelled_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "mysql://anna:secret@host/daeguk")
    monkeypatch.setenv("DATABASE_URI", "sqlite:////var/lib/daeguk/daeguk.db")
    with pytest.raises(SystemExit) as ended:
        execute("export")
    errors = capsys.readouterr().err
    assert ended.value.code == os.EX_CONFIG
    assert [line.split()[0] for line in errors.splitlines()][-2:] == ["DATABASE_URI", "DATABASE_URL"]
    assert "secret" not in errors


@pytest.mark.parametrize("command", ["backup", "export"])
def test_nothing_is_made_where_no_database_is(command: str, tmp_path: Path) -> None:
    assert "no database in var/daeguk.db" in str(execute(command, Path("copy")))
    assert list(tmp_path.iterdir()) == []


def test_an_import_of_no_file() -> None:
    assert "missing.jsonl" in str(execute("import", Path("missing.jsonl")))


@pytest.mark.parametrize(("command", "program"), [("backup", "pg_dump"), ("restore", "pg_restore")])
def test_postgresql_has_its_own_backups(monkeypatch: pytest.MonkeyPatch, command: str, program: str) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql+asyncpg://anna:secret@host/daeguk")
    refusal = str(execute(command, Path("copy.db")))
    assert program in refusal
    assert "secret" not in refusal


TO_COPY = f"sqlite:///{DATABASE}"


def test_copy(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    play(3)
    before = exported(capsys)
    assert execute("copy", TO_COPY, "sqlite:///other/daeguk.db") == 0
    report = capsys.readouterr().out
    assert "moves: 3 of 3 rows are copied" in report
    assert re.search(r"matches: 3 rows, checksum [0-9a-f]{16} in both", report)
    assert Path("other/daeguk.db").stat().st_mode & 0o777 == 0o600
    assert "is not empty" in str(execute("copy", TO_COPY, "sqlite:///other/daeguk.db"))
    monkeypatch.setenv("DATABASE_URL", "sqlite:///other/daeguk.db")
    assert exported(capsys) == before


@pytest.mark.parametrize("used", [DATABASE, Path("other.db")])
def test_what_a_bot_uses_is_not_copied(used: Path) -> None:
    play()
    with only_bot(used):
        refusal = execute("copy", TO_COPY, "sqlite:///other.db")
    assert f"another bot uses {used}" in str(refusal)


@pytest.mark.parametrize(
    ("source", "target", "sentence"),
    [
        ("sqlite:///missing/a.db", "sqlite:///b.db", "there is no database in missing/a.db"),
        (
            "a.db",
            "sqlite:///b.db",
            "SOURCE is no address of a database: write sqlite:///FILE or postgresql://",
        ),
        (TO_COPY, "mysql://host/name", "TARGET is of mysql, but matches are kept in SQLite or PostgreSQL"),
        (TO_COPY, "sqlite://", "TARGET names no file"),
        (TO_COPY, TO_COPY, "another bot uses"),
    ],
)
def test_addresses_that_cannot_be_copied(source: str, target: str, sentence: str) -> None:
    play()
    before = set(Path().rglob("*"))
    refusal = str(execute("copy", source, target))
    assert sentence in refusal and "\n" not in refusal
    assert set(Path().rglob("*")) == before


def test_a_file_in_a_folder_of_another_user_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    exists = Path.exists

    def denied(file: Path) -> bool:
        if file.name == "secret.db":
            raise PermissionError(13, "Permission denied", str(file))
        return exists(file)

    monkeypatch.setattr(Path, "exists", denied)
    assert "this user cannot use secret.db (Permission denied)" in str(
        execute("copy", "sqlite:///secret.db", "sqlite:///other.db")
    )
    assert "this user cannot enter the folder of secret.db" in str(execute("restore", Path("secret.db")))


def test_a_server_that_is_away(server: str) -> None:
    play()
    refusal = str(execute("copy", TO_COPY, "postgresql://anna:secret@localhost:1/daeguk"))
    assert "cannot be used" in refusal and "\n" not in refusal and "secret" not in refusal


@pytest.mark.parametrize("matches", [1, 300])
def test_the_reader_of_an_export_can_go_away(matches: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Before the first write, or in the middle."""
    play()
    line = json.loads(exported(capsys).splitlines()[1])
    lines = [json.dumps({**line, "match": number}) for number in range(2, matches + 1)]
    Path("more.jsonl").write_text("\n".join(lines))
    assert execute("import", Path("more.jsonl")) == 0
    code = "from bot.__main__ import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", code, "export"],
        env={"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        errors = process.stderr.read().decode()
    assert process.returncode == 1
    assert "Traceback" not in errors and "Exception" not in errors, errors
