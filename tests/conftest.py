"""For every test: PostgreSQL, a patient Discord, a small heap, and what was left out without a program."""

from __future__ import annotations

import ctypes
import gc
import itertools
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import structlog
from _pytest.terminal import TerminalReporter
from aiohttp import web_app
from sqlalchemy import Engine, create_engine
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.util import LRUCache
from xdist.remote import Producer

from ai import worker
from bot.allocator import limit_heap_fragmentation
from bot.collector import YOUNG
from bot.lru import LRU
from data.engine import postgresql as postgresql_engine
from data.engine import sqlite
from games.record_cache import RecordCache
from sandbox.core.interactions import Interactions
from tests import postgresql
from tests.programs import leave_out, summary
from tests.scheduler import FileScheduling, has_strange_engines, is_for_others, longest_first

_MEMORY = Path("/dev/shm")
_MEMORY_BYTES = 4 << 30
"""In containers the folder is often smaller."""
_WITH_CACHES = (
    "ai.",
    "bot.drawing.",
    "games",
    "tests.ai.",
    "tests.bot.drawing.",
    "tests.bot.texts.",
    "tests.browser.",
)
"""Modules that keep players with tables of megabytes, positions, pictures, or syntax trees of all sources."""
_M_ARENA_MAX = -8  # malloc.h of glibc
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


@pytest.fixture(scope="session", autouse=True)
def workers_in_their_turn() -> Iterator[None]:
    """Workers are no nicer than what waits for them: beside five processes of tests they would starve."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worker, "NICENESS", 0)
        yield


@pytest.fixture(scope="session", autouse=True)
def compiled_once() -> Iterator[None]:
    """Compile an SQL statement once, instead of for each of a thousand databases.

    SQLAlchemy keeps what it has compiled by the dialect, of which each engine has its own; here those of a
    kind are equal.
    """
    compiled = LRUCache[Any, Any](1000)

    def create(*arguments: Any, **options: Any) -> Engine:
        return create_engine(*arguments, execution_options={"compiled_cache": compiled}, **options)

    with pytest.MonkeyPatch.context() as patch:
        for module in (sqlite, postgresql_engine):
            patch.setattr(module, "create_engine", create)
        for kind in (SQLiteDialect_pysqlite, PGDialect_psycopg):
            patch.setattr(kind, "__eq__", lambda dialect, other: type(dialect) is type(other))
            patch.setattr(kind, "__hash__", lambda dialect: hash(type(dialect)))
        yield


_FILES_KEPT = 8
"""After so many files of a folder its tests are forgotten, too: each time costs what a cheap file does."""
_files = itertools.count(1)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    """Keep little of a folder's tests, or of some of its files, once its last test is over."""
    yield
    if nextitem is not None and nextitem.path == item.path:
        return
    if nextitem is None or nextitem.path.parent != item.path.parent or next(_files) % _FILES_KEPT == 0:
        _forget()


def _forget() -> None:
    """Empty caches, which are made for processes that do one thing.

    aiohttp keeps the handlers of the last thousand routes, and with them their sandboxes. What draws keeps
    sprites and tiles, and players what they searched: the bot draws and searches in processes of their own,
    tests in theirs. What is left after that stays, as modules and kernels that were loaded late: the garbage
    collector need not look at it again.
    """
    web_app._cached_build_middleware.cache_clear()
    for name, module in list(sys.modules.items()):
        if name.startswith(_WITH_CACHES):
            _empty_caches(module)
    gc.collect()  # tables of engines are few objects and much memory
    gc.freeze()
    if callable(trim := getattr(ctypes.CDLL(None), "malloc_trim", None)):
        trim(0)


def _empty_caches(module: ModuleType) -> None:
    for value in list(vars(module).values()):
        if callable(clear := getattr(value, "cache_clear", None)):
            clear()
        elif isinstance(value, LRU):
            value.clear()
        elif isinstance(value, RecordCache):
            value._values.clear()


def pytest_configure(config: pytest.Config) -> None:
    """Prepare the process."""
    config.args.sort()  # pytest 9.1 loses the fixtures of a folder to which the command line comes back
    if "PYTEST_XDIST_WORKER" in os.environ:
        os.environ.pop("COVERAGE_PROCESS_CONFIG", None)  # processes that tests start would be slow
    _keep_files_in_memory()
    limit_heap_fragmentation()
    _have_few_heaps()
    _log_as_the_bot_does()


def _keep_files_in_memory() -> None:
    """Use Linux's folder in memory for temporary files: thousands of commits would wait for the disk."""
    if "TMPDIR" in os.environ or not _MEMORY.is_dir():
        return
    if shutil.disk_usage(_MEMORY).free >= _MEMORY_BYTES and os.access(_MEMORY, os.W_OK):
        os.environ["TMPDIR"] = str(_MEMORY)  # also of the processes that tests start
        tempfile.tempdir = None


def _have_few_heaps() -> None:
    """By default glibc gives each thread a heap, and each world's threads leave holes in several."""
    if callable(mallopt := getattr(ctypes.CDLL(None), "mallopt", None)):
        mallopt(_M_ARENA_MAX, 2)


def _log_as_the_bot_does() -> None:
    """Log errors plainly: structlog's own tracebacks, with every variable, take 20 times as long."""
    usual = structlog.get_config()["processors"][:-1]
    plain = structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
    structlog.configure(processors=[*usual, plain])


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> FileScheduling:
    """Send whole files to the processes: each has fixtures, kernels and caches of fewer of them."""
    return FileScheduling(config, log)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """In a run of all tests, import those files only that this process is to run."""
    return True if is_for_others(collection_path, config) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest."""
    longest_first(items)


def pytest_collection() -> None:
    """Look for garbage once, after everything is imported and collected."""
    gc.disable()


def pytest_collection_finish(session: pytest.Session) -> None:
    """The garbage collector need not look again at what stays, modules and collected tests, nor as often."""
    if has_strange_engines(session.config):
        raise pytest.UsageError("Engines are imported by a test that tests/scheduler.py does not name.")
    gc.collect()
    gc.freeze()
    gc.set_threshold(10 * YOUNG)  # tests make more objects than the bot: 4 % less processor time
    gc.enable()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: TerminalReporter) -> Iterator[None]:
    """Say last, in plain words, which tests were left out without a program, and how to get it."""
    yield
    reports = terminalreporter.stats.get("skipped", ())
    for line in summary(str(report.longrepr) for report in reports):
        terminalreporter.write_line(line, yellow=True)
