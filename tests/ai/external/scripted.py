"""The scripted engines as the admin would configure them, and what is left of their processes."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from ai.external.engine import ExternalEngine

HERE = Path(__file__).parent
WITHIN = 90.0
_LATE = ("silent", "slow", "endless-errors")
"""Behaviors that use all of their time; others may take it on a busy machine."""


def othello(behavior: str, folder: Path, seconds: float | None = None) -> ExternalEngine:
    """The engine for Othello that does this wrong; any other word is a good one."""
    if seconds is None:
        seconds = 0.5 if behavior in _LATE else WITHIN
    command = (sys.executable, str(HERE / "scripted_engine.py"), behavior, str(folder))
    return ExternalEngine("othello", "Scripted", command, seconds)


def gomoku(behavior: str, folder: Path, seconds: float = WITHIN) -> ExternalEngine:
    """The engine for Gomoku."""
    command = (sys.executable, str(HERE / "scripted_gomocup.py"), behavior, str(folder))
    return ExternalEngine("gomoku", "Scripted", command, seconds)


def asked(folder: Path) -> list[str]:
    """The lines that an engine has read."""
    return (folder / "asked").read_text().splitlines()


def processes(folder: Path) -> list[int]:
    """The processes of an engine that live."""
    pids = [int(path.name.partition("-")[2]) for path in folder.glob("pid-*")]
    return [pid for pid in pids if lives(pid)]


def lives(pid: int) -> bool:
    """Whether a process has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def until_none_lives(folder: Path) -> None:
    """Wait until no process of an engine lives."""
    deadline = time.monotonic() + WITHIN
    while found := processes(folder):
        assert time.monotonic() < deadline, found
        time.sleep(0.01)
