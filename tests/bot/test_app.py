"""``python -m bot``: what it says when it cannot run, and that nothing in the background fails unheard."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import discord
import pytest
import structlog

from ai.pool import WarmUp
from bot import tasks
from bot.app import _serve, _show_warm_up, run
from bot.client import Daeguk
from bot.config import Config
from bot.match.events import MatchEvents
from bot.match.setup import Seats
from bot.messages.board_updates import BoardUpdates
from data.store import Store, open_store
from games import GAMES
from tests.bot.drawn import in_threads
from tests.bot.service import ANA, BEN, HERE, Clock, Faults, Waiting, service, until

ROOT = Path(__file__).parents[2]
SETTINGS = {name.upper() for name in Config.model_fields}


def bot(folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run the bot in an empty folder with these settings alone, until it ends by itself."""
    environment = {name: value for name, value in os.environ.items() if name not in SETTINGS}
    environment |= {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", **settings}
    return subprocess.run(
        [sys.executable, "-m", "bot"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def check_sentence(ended: subprocess.CompletedProcess[str], *words: str) -> None:
    """It ended with exit code 1 and one sentence on standard error."""
    (line,) = check_sentences(ended)
    for word in words:
        assert word in line


def check_sentences(ended: subprocess.CompletedProcess[str]) -> list[str]:
    """It ended with exit code 1 and nothing but these lines on standard error."""
    assert ended.returncode == 1
    assert ended.stdout == ""
    return ended.stderr.strip().splitlines()


def test_without_a_token_it_says_so_in_one_sentence(tmp_path: Path) -> None:
    """An empty one is none."""
    check_sentence(bot(tmp_path, DISCORD_TOKEN=""), "DISCORD_TOKEN", "--help")
    assert list(tmp_path.iterdir()) == []


def test_an_engine_whose_program_is_not_found_is_one_sentence(tmp_path: Path) -> None:
    ended = bot(tmp_path, DISCORD_TOKEN="a.b.c", ENGINES__GO="GNU Go: no-such-program --mode gtp")
    check_sentence(ended, "no-such-program", "GNU Go")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({}, "needs DASK_SCHEDULER"),
        (
            {"DASK_SCHEDULER": "tcp://10.0.0.2:8786"},
            "DASK_SCHEDULER tcp://10.0.0.2:8786 is on another machine",
        ),
        ({"DASK_SCHEDULER": "tls://10.0.0.2:8786"}, "needs DASK_CA"),
    ],
)
def test_a_cluster_that_cannot_be_used_is_one_sentence(
    tmp_path: Path, settings: dict[str, str], words: str
) -> None:
    pytest.importorskip("distributed", reason="the extra dask is not installed")
    check_sentence(bot(tmp_path, DISCORD_TOKEN="a.b.c", AI_EXECUTOR="dask", **settings), words)


def test_each_wrong_setting_has_a_sentence(tmp_path: Path) -> None:
    ended = bot(tmp_path, DISCORD_TOKEN="a.b.c", AI_WORKERS="none", LOG_LEVEL="x")
    workers, level = check_sentences(ended)
    assert workers.startswith("AI_WORKERS:")
    assert level.startswith("LOG_LEVEL:") and "'x'" in level and "DEBUG" in level
    assert list(tmp_path.iterdir()) == []


def test_a_corrupt_database_is_one_sentence_and_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "matches.db"
    file.write_bytes(b"this is no database\n" * 500)
    before = file.read_bytes()
    address = f"sqlite:///{file}"
    check_sentence(bot(tmp_path, DISCORD_TOKEN="a.b.c", DATABASE_URL=address), str(file))
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


def test_a_database_of_no_known_kind_is_one_sentence(tmp_path: Path) -> None:
    check_sentence(bot(tmp_path, DISCORD_TOKEN="a.b.c", DATABASE_URL="no address"), "DATABASE_URL")


def test_a_metrics_address_in_use_is_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        ended = bot(tmp_path, DISCORD_TOKEN="a.b.c", METRICS_ADDRESS=address)
    check_sentence(ended, "METRICS_ADDRESS", address)
    assert list(tmp_path.iterdir()) == []


def test_a_discord_out_of_reach_is_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    ended = bot(
        tmp_path,
        DISCORD_TOKEN="a.b.c",
        DISCORD_API_BASE=f"http://127.0.0.1:{port}/api/v10",
        AI_WORKERS="1",
        LOG_LEVEL="ERROR",
    )
    check_sentence(ended, "Discord", str(port))


async def test_whatever_fails_at_the_start_every_part_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = []

    class NoPool:
        def __init__(self, **_: Any) -> None:
            pass

        async def start(self) -> None:
            raise RuntimeError("no workers today")

        async def close(self) -> None:
            closed.append("pool")

    async def close(self: Store) -> None:
        closed.append("database")
        await real(self)

    real = Store.close
    monkeypatch.setattr("bot.app.Pool", NoPool)
    monkeypatch.setattr(Store, "close", close)
    config = Config(discord_token="a.b.c", database_url=f"sqlite:///{tmp_path}/matches.db")  # type: ignore[arg-type]
    switch, base = sys.getswitchinterval(), discord.http.Route.BASE
    try:
        with pytest.raises(RuntimeError, match="no workers today"):
            await run(config)
    finally:
        sys.setswitchinterval(switch)
        discord.http.Route.BASE = base
    assert closed == ["pool", "database"]


class Connected:
    """A client that stays connected, and whose work in the background fails."""

    async def start(self, token: str) -> None:
        await asyncio.Event().wait()

    async def wait_until_ready(self) -> None:
        await asyncio.Event().wait()

    async def begin_service(self) -> None:
        raise RuntimeError("begun badly")

    async def set_activity(self, text: str) -> None:
        raise RuntimeError("failed twice")

    async def close(self) -> None:
        pass


async def test_failures_in_the_background_are_logged() -> None:
    client: Any = Connected()
    stop, reports = asyncio.Event(), asyncio.Queue[Any]()
    reports.put_nowait(type("Report", (), {"done": 1, "total": 2}))
    with structlog.testing.capture_logs() as logs:
        serving = asyncio.create_task(_serve(client, Config(discord_token="a.b.c"), stop, reports))  # type: ignore[arg-type]
        await until(lambda: len(logs) >= 2)
        assert not serving.done(), "the bot continues"
        stop.set()
        await serving
    lines = " ".join(str(line.get("exc_info")) for line in logs if line["log_level"] == "error")
    assert "begun badly" in lines
    assert "failed twice" in lines


async def test_it_stops_though_discord_is_out_of_reach() -> None:
    """As discord.py does while it looks for the gateway: a cancellation is taken for another failure."""

    class Searching:
        closed = False

        async def start(self, _: str) -> None:
            while not self.closed:
                with contextlib.suppress(asyncio.CancelledError):
                    await asyncio.sleep(0.01)

        async def close(self) -> None:
            self.closed = True

        async def wait_until_ready(self) -> None:
            await asyncio.Event().wait()

        async def begin_service(self) -> None:
            pass

        async def set_activity(self, _: Any) -> None:
            pass

    stop = asyncio.Event()
    stop.set()
    client: Any = Searching()
    serving = asyncio.create_task(_serve(client, Config(discord_token="a.b.c"), stop, asyncio.Queue()))  # type: ignore[arg-type]
    await asyncio.wait({serving}, timeout=60)
    stopped, client.closed = serving.done(), True
    await serving
    assert stopped


@pytest.fixture
async def store(tmp_path: Path) -> Any:
    async with await open_store(f"sqlite:///{tmp_path}/matches.db") as opened:
        yield opened


READS = [
    "running",
    "challenges",
    "against_computer",
    "with_old_notification",
    "pending_notifications",
    "behind",
]


@pytest.mark.parametrize("read", READS)
async def test_matches_are_taken_up_though_the_store_is_busy_at_first(
    store: Store, monkeypatch: pytest.MonkeyPatch, read: str
) -> None:
    monkeypatch.setattr(tasks, "STORE_RETRY_SECONDS", (0.0,))
    before = service(store, Waiting(), clock=Clock())
    played = await before.play(await before.computer(), ANA, "b3")
    await before.matches.challenges.create("othello", "8x8", Seats(ANA, BEN), ANA, HERE)
    await before.matches.close()

    player: Any = Waiting()
    faults = Faults(times=2, only=read)
    busy = replace(store, queries=faults.over(store.queries))
    client, shown = Daeguk(busy, player, MatchEvents(), in_threads()), []

    async def ready() -> None:
        pass

    monkeypatch.setattr(client, "wait_until_ready", ready)
    monkeypatch.setattr(BoardUpdates, "show", lambda _, match_id: shown.append(match_id))
    async with client:
        await client.begin_service()
        await until(lambda: player.thinking)
        await until(lambda: played.id in shown)  # its message is behind
        await until(lambda: faults.refused == 2)
    assert player.asked[0][0] == played.record


async def test_how_long_a_challenge_waits_is_set(store: Store) -> None:
    client = Daeguk(store, service(store, Waiting()).player, MatchEvents(), in_threads(), 120.0)
    match = await client.services.matches.challenges.create("othello", "8x8", Seats(ANA, BEN), ANA, HERE)
    assert match.expires_at == pytest.approx(match.created_at + 120, abs=5)
    await client.services.matches.close()


class Shown:
    """A client that remembers what stood under the bot's name."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    async def set_activity(self, text: str) -> None:
        self.lines.append(text)


@pytest.fixture
async def shown() -> AsyncIterator[tuple[list[str], Callable[..., Awaitable[None]]]]:
    """The lines under the bot's name, and a function that reports a warm-up."""
    client, reports = Shown(), asyncio.Queue[WarmUp]()
    showing = asyncio.create_task(_show_warm_up(client, reports))  # type: ignore[arg-type]

    async def report(*failed: str, error: str | None = None) -> None:
        reports.put_nowait(WarmUp("go", 1, 1, 10, 0.5, error, frozenset(failed)))
        await until(reports.empty)
        await asyncio.sleep(0)

    yield client.lines, report
    showing.cancel()


async def test_the_warm_up_is_shown_until_a_game_is_playable_in_every_language(shown: Any) -> None:
    lines, report = shown
    await report(error="died")
    assert lines == ["⏳ getting ready · 준비 중"]
    await report()
    await report()
    assert lines[1:] == ["🎲 /play · /대국"]


async def test_a_game_without_an_engine_is_shown_in_every_language(shown: Any) -> None:
    lines, report = shown
    await report("go", error="no LLVM")
    assert lines[1:] == ["⚠️ /play (no engine: Go) · /대국 (엔진 없음: 바둑)"]
    await report("go", "gomoku", error="no LLVM")
    assert lines[2:] == ["⚠️ /play (no engine: Gomoku, Go) · /대국 (엔진 없음: 오목, 바둑)"]
    await report()
    assert lines[3:] == ["🎲 /play · /대국"]
    await report(*GAMES, error="no LLVM")
    assert len(lines[-1]) <= 128, "Discord's limit"
