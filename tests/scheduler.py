"""Which process of a run gets a test: a file stays together, and so does what shares a slow start."""

from __future__ import annotations

import pytest
from xdist.scheduler import LoadGroupScheduling

_FIRST = ("tests/browser/", "tests/bot/several/", "tests/bot/killed/", "tests/ai/")
"""Folders with the longest tests: at the end one process would run them while the others wait."""
_TOGETHER = "tests/ai/"
"""The engines of each folder in it take seconds to load."""


def longest_first(items: list[pytest.Item]) -> None:
    """Sort tests by their folders, those of `_FIRST` first."""

    def rank(item: pytest.Item) -> int:
        return next((n for n, folder in enumerate(_FIRST) if item.nodeid.startswith(folder)), len(_FIRST))

    items.sort(key=rank)


class FileScheduling(LoadGroupScheduling):
    """Sends the tests of an ``xdist_group``, of an engine's folder or of a file to one process."""

    def _split_scope(self, nodeid: str) -> str:
        group = super()._split_scope(nodeid)
        if group != nodeid:
            return group
        file = nodeid.partition("::")[0]
        folder = file.rpartition("/")[0]
        return folder if folder.startswith(_TOGETHER) else file
