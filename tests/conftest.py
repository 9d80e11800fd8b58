"""For every test: PostgreSQL, a patient Discord, a small heap, and what was left out without a program."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from _pytest.terminal import TerminalReporter
from aiohttp import web_app

from sandbox.core.interactions import Interactions
from tests import postgresql
from tests.programs import leave_out, summary

PATIENCE = 60.0
"""Seconds that the sandbox waits for an answer. On a busy machine Discord's three are luck."""


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of a PostgreSQL server, one for each process of the tests."""
    if reason := postgresql.missing():
        leave_out(reason)
    with postgresql.server() as address:
        yield address


@pytest.fixture(scope="session", autouse=True)
def patient_discord() -> Iterator[None]:
    """Interactions fail after Discord's three seconds only where a test says so."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Interactions, "deadline", PATIENCE)
        yield


@pytest.fixture(scope="module", autouse=True)
def no_handlers_kept() -> Iterator[None]:
    """aiohttp keeps the handlers of the last thousand routes, and with them their sandboxes."""
    yield
    web_app._cached_build_middleware.cache_clear()


def pytest_collection_finish() -> None:
    """Collected tests and imported modules stay: the garbage collector need not look at them again."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """Say in plain words which tests were left out for want of a program, and how to get it."""
    reports = terminalreporter.stats.get("skipped", ())
    for line in summary(str(report.longrepr) for report in reports):
        terminalreporter.write_line(line, yellow=True)
