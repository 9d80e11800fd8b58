"""What tests ask the system about processes."""

from __future__ import annotations

from pathlib import Path


def is_running(number: int) -> bool:
    """Whether a process runs; one that ended and has no parent yet does not."""
    status = Path(f"/proc/{number}/stat")
    return status.exists() and status.read_text().rpartition(")")[2].split()[0] != "Z"
