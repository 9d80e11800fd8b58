"""What Linux tells of a process: its memory, its share of the processors, its workers."""

from __future__ import annotations

import os
from pathlib import Path


def processor_seconds(pid: int) -> float:
    """What a process has had of the processors so far: what another load on the machine hardly changes."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """Resident memory of a process in MB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    raise LookupError(f"process {pid} tells no memory")


def children(pid: int) -> list[int]:
    """The worker processes of a bot (its multiprocessing resource tracker left out)."""
    threads = Path(f"/proc/{pid}/task").glob("*/children")  # a child belongs to the thread that made it
    found = [int(child) for thread in threads for child in thread.read_text().split()]
    return [child for child in found if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]
