"""A shared sandbox and browser, windows for each test, and screenshots of failures."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from sandbox.browser import routes
from tests.programs import find, leave_out, missing

from .server import Server
from .window import Window

CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first opens a window in a quarter of the processor time that the others take."""
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--renderer-process-limit=1",
]
BROWSER = [
    pytest.mark.browser,
    pytest.mark.xdist_group("browser"),
    pytest.mark.asyncio(loop_scope="session"),  # the loop of the server and the browser
]


@dataclass
class Seen:
    """The windows and servers of a test, for the report if it fails."""

    folder: Path
    windows: list[Window] = field(default_factory=list)
    servers: list[Server] = field(default_factory=list)
    loop: asyncio.AbstractEventLoop | None = None


SEEN = pytest.StashKey[Seen]()
Open = Callable[..., Awaitable[Window]]


def chromium() -> str:
    """The path of the browser. Without one the tests are left out."""
    return find(*CHROMIUM) or leave_out(missing("Chromium"))


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    path = chromium()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(routes, "CACHE_CONTROL", "max-age=3600")  # no test edits the page
        async with async_playwright() as playwright:
            running = await playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
            yield running
            await running.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def common_server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Server]:
    """The sandbox that all tests share. Ctrl-C ends it.

    Its bot takes no press for a double tap, so that nobody has to wait before a press.
    """
    server = Server(tmp_path_factory.mktemp("sandbox"), reading_seconds=0.0)
    await server.start()
    yield server
    assert await server.stop(signal.SIGINT) == 0
    assert "Traceback" not in "\n".join(server.lines[server.started :])


@pytest.fixture
def seen(request: pytest.FixtureRequest, tmp_path: Path) -> Seen:
    seen = request.node.stash[SEEN] = Seen(tmp_path)
    return seen


@pytest_asyncio.fixture(loop_scope="session")
async def opened(seen: Seen, browser: Browser) -> AsyncIterator[Open]:
    """Opens a window of a person on a channel. A script error in it fails the test."""
    seen.loop = asyncio.get_running_loop()

    async def opens(server: Server, person: str, channel: str, **options: Any) -> Window:
        window = await Window.open(browser, server, person, channel, **options)
        seen.windows.append(window)
        return window

    yield opens
    for window in seen.windows:
        await window.close()
    assert [window.problems for window in seen.windows if window.problems] == []


@pytest.fixture
def server(common_server: Server, seen: Seen) -> Iterator[Server]:
    """The shared sandbox without unfinished matches. An error in its log fails the test."""
    common_server.abort_matches()
    seen.servers.append(common_server)
    since = len(common_server.lines)
    yield common_server
    faults = [line for line in common_server.lines[since:] if "[error" in line or "Traceback" in line]
    assert faults == [], common_server.tail


@pytest.fixture
def restarted_server(common_server: Server, seen: Seen) -> Server:
    """The shared sandbox for tests that stop or kill it, and start it again. Its log may have errors."""
    seen.servers.append(common_server)
    return common_server


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add screenshots of the windows and the end of the sandbox's log to a failure."""
    report = yield
    if call.when == "call" and report.failed and SEEN in item.stash:
        seen = item.stash[SEEN]
        if seen.loop is not None:
            pictures = seen.loop.run_until_complete(_shoot(seen))
            report.sections.append(("Windows", "\n".join(pictures)))
        for server in seen.servers:
            report.sections.append(("Sandbox log", server.tail))
    return report


async def _shoot(seen: Seen) -> list[str]:
    lines = []
    for number, window in enumerate(seen.windows):
        path = seen.folder / f"window-{number}-{window.person}.png"
        try:
            await window.page.screenshot(path=path, timeout=5_000)
        except Exception as problem:  # a failed screenshot must not hide the failure
            lines.append(f"{window.person}: no screenshot ({problem})")
        else:
            lines.append(f"{window.person}: {path} {window.problems or ''}")
    return lines
