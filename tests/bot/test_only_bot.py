"""Of two bots on one SQLite file the second does not start."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bot.only_bot import only_bot
from data.errors import DatabaseRefused

HOLDING = """
import sys
from pathlib import Path
from bot.only_bot import only_bot
with only_bot(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "var" / "daeguk.db"


def test_the_second_is_refused_until_the_first_has_ended(database: Path) -> None:
    with only_bot(database):
        with (
            pytest.raises(DatabaseRefused, match=r"another bot uses .*: stop it first; a second"),
            only_bot(database),
        ):
            pass
        with only_bot(database.with_name("other.db")):
            pass
    assert list(database.parent.iterdir()) == []
    with only_bot(database):
        pass


def test_a_killed_bot_holds_nothing(database: Path) -> None:
    command = [sys.executable, "-c", HOLDING, str(database)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as first:
        assert first.stdout is not None and first.stdout.readline() == "held\n"
        with pytest.raises(DatabaseRefused), only_bot(database):
            pass
        first.kill()
    with only_bot(database):
        pass


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    words = r"cannot be made \(.+\): let this user write its folder, or name another file"
    with pytest.raises(DatabaseRefused, match=words), only_bot(tmp_path / "file" / "daeguk.db"):
        pass


def test_a_database_on_a_server_needs_none() -> None:
    with only_bot(None), only_bot(None):
        pass
