"""Debian's programs that some tests use, and the last lines of a run about those that are missing."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NoReturn

import pytest

_FOLDERS = ("/usr/games", "/usr/sbin")  # where Debian keeps some of them, often off the path
PACKAGES = {
    "Chromium": "chromium-headless-shell fonts-liberation fonts-noto-cjk",
    "GNU Go": "gnugo",
    "PostgreSQL": "postgresql",
    "PgBouncer": "pgbouncer",
}
"""The packages that bring each program."""


def find(*names: str) -> str | None:
    """The path of the first of these commands that is installed; None without one."""
    folders = os.pathsep.join([os.environ.get("PATH", os.defpath), *_FOLDERS])
    return next((path for name in names if (path := shutil.which(name, path=folders))), None)


def missing(program: str) -> str:
    """Why a test that needs a program of `PACKAGES` is left out."""
    return f"{program} is not installed: apt-get install {PACKAGES[program]}"


def needs(program: str, path: str | None) -> pytest.MarkDecorator:
    """A mark that leaves a test out if the program has no path. In CI such a test fails instead."""
    in_ci = os.environ.get("CI") == "true"
    return pytest.mark.skipif(path is None and not in_ci, reason=missing(program))


def leave_out(reason: str) -> NoReturn:
    """Leave out the test that runs. In CI, where every program is installed, it fails instead."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def summary(reasons: Iterable[str]) -> Iterator[str]:
    """The lines that say how many tests were left out, given the reason of each, and what brings them."""
    counts = Counter(program for reason in reasons for program in PACKAGES if missing(program) in reason)
    for program in counts:
        number = counts[program]
        yield f"{number} {'test was' if number == 1 else 'tests were'} left out: {program} is not installed."
    if counts:
        packages = " ".join(PACKAGES[program] for program in PACKAGES if program in counts)
        yield f"To run them, on Debian: apt-get install {packages}"
