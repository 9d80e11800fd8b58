"""Which process of a run gets a test: a file stays together, and each process imports a part of the files.

A process imports every test file that it could be given. So in a run of all tests some folders belong to one
process, or to those that load engines; what is left is shared by the others, and comes last, so that they end
at the same time.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import pytest
from xdist.scheduler import LoadGroupScheduling
from xdist.workermanage import WorkerController

_FIRST = (
    "tests/browser/",
    "tests/bot/several/",
    "tests/bot/killed/",
    "tests/ai/",
    "tests/test_every_game.py",
    "tests/test_package.py",
)
"""The folders and files that take longest: at the end one process would run them while the others wait."""
_TOGETHER = "tests/ai/"
"""The engines of each folder in it take seconds to load."""
_ENGINES = (
    "tests/ai",
    "tests/bench",
    "tests/bot/puzzles",
    "tests/bot/ui/test_claim_marks.py",
    "tests/test_requirements.py",
)
"""What imports engines, numba and SciPy (4 seconds, 140 MB), and what else these processes have time for."""
_WITH_ENGINES = 1 / 3
"""The part of the processes that have the engines: two of five. One alone would be the last to end."""
_PARTS = (
    ("tests/browser", "tests/bot/drawing"),
    (
        "tests/bot/several",
        "tests/bot/killed",
        "tests/bot/cli",
        "tests/bot/simcord",
        "tests/bot/ui",
        "tests/test_every_game.py",
        "tests/test_package.py",
    ),
    ("tests/bot/interactions", "tests/bot/match", "tests/bot/messages", "tests/bot/presenters"),
)
"""The folders and files that belong to one process each, if so many have no engines."""
_PARTS_FROM = 3
"""With fewer processes, one would wait for the other at the end."""


def longest_first(items: list[pytest.Item]) -> None:
    """Sort tests by their folders: those of `_FIRST`, what belongs to one process, and what is shared."""
    items.sort(key=lambda item: _rank(item.nodeid))


def _rank(nodeid: str) -> int:
    file = nodeid.partition("::")[0]
    last = len(_FIRST) if any(_is_in(file, part) for part in (_ENGINES, *_PARTS)) else len(_FIRST) + 1
    return next((rank for rank, folder in enumerate(_FIRST) if nodeid.startswith(folder)), last)


def _is_in(path: str, part: Sequence[str]) -> bool:
    return any(path == folder or path.startswith(f"{folder}/") for folder in part)


def is_for_others(path: Path, config: pytest.Config) -> bool:
    """Whether only other processes of this run collect a file or folder."""
    number, count = _place(config)
    if number >= count:  # of one process, or in the place of a process that crashed
        return False
    relative, engines = path.relative_to(config.rootpath).as_posix(), round(count * _WITH_ENGINES)
    if any(folder.startswith(f"{relative}/") for folder in chain(_ENGINES, *_PARTS)):
        return False  # a folder in it may be for this process
    if number < engines or _is_in(relative, _ENGINES):
        return (number < engines) is not _is_in(relative, _ENGINES)
    parts = min(count - engines, len(_PARTS))
    owner = next((part % parts for part, folders in enumerate(_PARTS) if _is_in(relative, folders)), None)
    return owner not in (None, (number - engines) % parts)


def has_strange_engines(config: pytest.Config) -> bool:
    """Whether a file that is not of `_ENGINES` has imported engines into this process."""
    number, count = _place(config)
    return round(count * _WITH_ENGINES) <= number < count and "numba" in sys.modules


def _place(config: pytest.Config) -> tuple[int, int]:
    """This process's number and how many there are; zero if each imports every file."""
    name, count = os.environ.get("PYTEST_XDIST_WORKER"), int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if name is None or count < _PARTS_FROM or config.args_source is not config.ArgsSource.TESTPATHS:
        return 0, 0
    return int(name.removeprefix("gw")), count


class FileScheduling(LoadGroupScheduling):
    """Sends the tests of an ``xdist_group``, of an engine's folder or of a file to one process.

    Unlike its base, it takes processes that have collected different tests (`is_for_others`).
    """

    def _split_scope(self, nodeid: str) -> str:
        group = super()._split_scope(nodeid)
        if group != nodeid:
            return group
        file = nodeid.partition("::")[0]
        folder = file.rpartition("/")[0]
        return folder if folder.startswith(_TOGETHER) else file

    def add_node_collection(self, node: WorkerController, collection: Sequence[str]) -> None:
        """Note what a process has collected; it is given nothing else."""
        self.registered_collections[node] = list(collection)

    def schedule(self) -> None:
        """Give each process two files, so that it goes on without waiting for an answer."""
        if self.collection is None:
            collected = dict.fromkeys(chain(*self.registered_collections.values()))
            self.collection = sorted(collected, key=_rank)
            for nodeid in self.collection:
                self.workqueue.setdefault(self._split_scope(nodeid), {})[nodeid] = False
            self._count_tests(len(self.collection))
        for node in 2 * self.nodes:
            self._reschedule(node)

    def _count_tests(self, count: int) -> None:
        """xdist takes the tests of the last process for all, and would show 250 percent in the end."""
        if isinstance(session := self.config.pluginmanager.get_plugin("session"), pytest.Session):
            session.testscollected = count

    def _reschedule(self, node: WorkerController) -> None:
        if node.shutting_down or self._pending_of(self.assigned_work[node]) > 2:  # as in the base class
            return
        collected = set(self.registered_collections[node])
        scope = next((scope for scope, tests in self.workqueue.items() if tests.keys() <= collected), None)
        if scope is None:
            node.shutdown()
        else:
            self.workqueue.move_to_end(scope, last=False)
            self._assign_work_unit(node)
