"""Which process of a run gets a test: a file stays together, and what loads engines is apart from the rest.

Each process imports every test file that it could be given. So in a run of all tests a process is given
either files that load engines, or files that do not.
"""

from __future__ import annotations

import os
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
_ENGINES = (Path("tests/ai"), Path("tests/bench"), Path("tests/test_requirements.py"))
"""What imports engines, numba and SciPy: 4 seconds and 120 MB before the first test."""
_WITH_ENGINES = 1 / 3
"""The part of the processes that have the engines: two of five. One alone would be the last to end."""
_PARTS_FROM = 3
"""With fewer processes, one would wait for the other at the end."""


def longest_first(items: list[pytest.Item]) -> None:
    """Sort tests by their folders, those of `_FIRST` first."""

    def rank(item: pytest.Item) -> int:
        return next((n for n, folder in enumerate(_FIRST) if item.nodeid.startswith(folder)), len(_FIRST))

    items.sort(key=rank)


def is_for_others(path: Path, config: pytest.Config) -> bool:
    """Whether only other processes of this run collect a file or folder. About a third have the engines."""
    name, count = os.environ.get("PYTEST_XDIST_WORKER"), int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if name is None or count < _PARTS_FROM or config.args_source is not config.ArgsSource.TESTPATHS:
        return False
    number, relative = int(name.removeprefix("gw")), path.relative_to(config.rootpath)
    if relative == Path("tests") or number >= count:  # a process of a higher number replaces one that crashed
        return False
    has_engines = any(relative.is_relative_to(part) for part in _ENGINES)
    return has_engines is not (number < round(count * _WITH_ENGINES))


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
            self.collection = list(dict.fromkeys(chain(*self.registered_collections.values())))
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
