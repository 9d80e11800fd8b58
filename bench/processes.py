"""A process's memory, processor time and workers, as Linux reports them."""

from __future__ import annotations

import contextlib
import os
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


def processor_seconds(pid: int) -> float:
    """Return the processor seconds used so far, which other load on the machine hardly affects."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """Return the resident memory of a process in MB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    raise LookupError(f"no memory is known of process {pid}")


def tree_memory(pid: int) -> float:
    """Return the memory of a process and all its descendants in MB; what they share counts once."""
    return sum(map(_proportional, descendants(pid)))


def descendants(pid: int) -> list[int]:
    """List a process and what it and its children have started."""
    pids = [pid]
    with contextlib.suppress(OSError):  # it has ended
        for thread in Path(f"/proc/{pid}/task").glob("*/children"):
            for child in thread.read_text().split():
                pids += descendants(int(child))
    return pids


def _proportional(pid: int) -> float:
    """The proportional set size in MB: a page that n processes have counts as an n-th; 0 if it has ended."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1024
    return 0.0


@dataclass(frozen=True, slots=True)
class Footprint:
    """The memory in MB of a process and its descendants, as it is where nothing else runs.

    PSS divides the pages of libraries among all processes that have them, those of other programs too.
    """

    own: Mapping[str, float]
    """The memory that is no file's, by the process's name."""
    files: float
    """The pages of libraries and tables, each counted once."""

    @property
    def total(self) -> float:
        """The memory of the processes and of the files, in MB."""
        return sum(self.own.values()) + self.files


def footprint(pid: int) -> Footprint:
    """Measure a process and its descendants. Those with the name of a program are of Python's own."""
    own, files = defaultdict[str, float](float), dict[str, int]()
    for descendant in descendants(pid):
        with contextlib.suppress(OSError):  # it has ended
            name = "bot" if descendant == pid else Path(f"/proc/{descendant}/comm").read_text().strip()
            file = ""
            for line in Path(f"/proc/{descendant}/smaps").read_text().splitlines():
                words = line.split()
                if not words[0].endswith(":"):
                    file = f"{words[5]} {words[2]}" if len(words) > 5 and words[5][0] == "/" else ""
                elif words[0] == "Rss:":
                    resident = int(words[1])
                elif words[0] == "Anonymous:":
                    own[name] += int(words[1]) / 1024
                    files[file] = max(files.get(file, 0), resident - int(words[1]))
    return Footprint(own, sum(files.values()) / 1024)


def children(pid: int) -> list[int]:
    """List the worker processes of a bot, without multiprocessing's resource tracker."""
    threads = Path(f"/proc/{pid}/task").glob("*/children")  # a child belongs to the thread that started it
    pids = [int(child) for thread in threads for child in thread.read_text().split()]
    return [child for child in pids if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]
