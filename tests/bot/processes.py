"""What tests ask the system about processes."""

from __future__ import annotations

from pathlib import Path


def is_running(number: int) -> bool:
    """Whether a process runs; one that ended and has no parent yet does not."""
    try:
        status = Path(f"/proc/{number}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):  # the latter if it ends between opening and reading
        return False
    return status.rpartition(")")[2].split()[0] != "Z"
