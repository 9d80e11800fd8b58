"""Files that get their name once they are complete, and what a killed process leaves of them."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from data.engine.new_file import new_file, unfinished
from data.errors import DatabaseRefused

Child = Callable[..., "subprocess.Popen[str]"]


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_what_a_killed_process_has_left_is_deleted_by_the_next(tmp_path: Path, child: Child) -> None:
    target = tmp_path / "copy[1].db"
    with child("unfinished", target) as process:
        assert process.stdout is not None
        left = Path(process.stdout.readline().strip())
        left.with_name(f"{left.name}-journal").touch()
        with unfinished(target):
            assert left.exists(), "it is in use"
        process.kill()
    with new_file(target) as file:
        file.write_text("whole")
    assert names(tmp_path) == [target.name]
    assert target.read_text() == "whole"


@pytest.mark.parametrize("target", ["missing/copy.db", "file/copy.db"])
def test_a_file_that_cannot_be_made_is_one_sentence(tmp_path: Path, target: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DatabaseRefused) as refused, new_file(tmp_path / target):
        pass
    assert str(refused.value).startswith(f"{tmp_path / target} cannot be made (N")
    assert "unfinished" not in str(refused.value), "the name that is asked for"


def test_other_files_stay(tmp_path: Path) -> None:
    others = [
        ".copy.db.original",
        ".copy.db.12345678.new.bak",
        ".copy.db.old.12345678.unfinished",
        ".copy.db",
    ]
    for name in others:
        (tmp_path / name).touch()
    (tmp_path / ".copy.db.12345678.unfinished").mkdir()
    with new_file(tmp_path / "copy.db"):
        pass
    assert names(tmp_path) == sorted([*others, ".copy.db.12345678.unfinished", "copy.db"])
