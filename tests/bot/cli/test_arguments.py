"""What the command line asks for."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.cli.arguments import Arguments, parse
from bot.cli.commands import COMMANDS


def test_a_wrong_command_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parse(["backups"])
    said = capsys.readouterr().err
    assert ended.value.code == 2
    assert "[COMMAND] ..." in said and "argument [COMMAND]: invalid choice: 'backups'" in said


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("", Arguments()),
        ("--check", Arguments("check")),
        ("backup a.db", Arguments("backup", (Path("a.db"),))),
        ("restore a.db", Arguments("restore", (Path("a.db"),))),
        ("export", Arguments("export")),
        ("export a.jsonl", Arguments("export", (Path("a.jsonl"),))),
        (
            "copy sqlite:///a.db postgresql://host/b",
            Arguments("copy", addresses=("sqlite:///a.db", "postgresql://host/b")),
        ),
        ("import a.jsonl", Arguments("import", (Path("a.jsonl"),))),
        ("backup --keep 7 backups/", Arguments("backup", (Path("backups"),), keep=7)),
        ("erase 5", Arguments("erase", subject=5)),
        ("erase 5 --yes", Arguments("erase", subject=5, yes=True)),
        ("person-data 5", Arguments("person-data", subject=5)),
        ("person-data 5 -o a.json", Arguments("person-data", (Path("a.json"),), subject=5)),
        ("leave 7", Arguments("leave", subject=7)),
        ("rerate", Arguments("rerate")),
        ("rerate --dry-run --tau 0.75", Arguments("rerate", tau=0.75, dry_run=True)),
    ],
)
def test_what_is_meant(line: str, meant: Arguments) -> None:
    assert parse(line.split()) == meant
    assert meant.command is None or meant.command in COMMANDS


@pytest.mark.parametrize(
    "line",
    [
        "backup",
        "import",
        "run",
        "--check backup a.db",
        "backup a.db b.db",
        "backup --keep 0 a",
        "copy sqlite:///a.db",
        "erase",
        "erase Alice",
        "person-data 0",
        "leave -1",
        "leave 7 --yes",
        "rerate --tau 0",
        "rerate --tau much",
    ],
)
def test_what_is_refused(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        parse(line.split())
    assert refused.value.code == 2
    assert "daeguk" in capsys.readouterr().err
