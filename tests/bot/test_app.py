"""``python -m bot``: what it says when it cannot run, and that nothing in the background fails unheard."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import platform
import re
import socket
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import replace
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
import structlog
from prometheus_client import REGISTRY

from ai.pool import WarmUp
from bot import app, tasks
from bot.app import _serve, _show_warm_up, run
from bot.client import Daeguk
from bot.config import Config
from bot.features import FEATURES
from bot.match.events import MatchEvents
from bot.match.setup import Seats
from bot.messages.board_updates import BoardUpdates
from bot.sharding.bot_account import BotAccount
from daeguk.installation import revision, version
from data.errors import DatabaseRefused, StoreBusy, StoreError, StoreFull, StoreReadOnly
from data.store import Store, open_store
from games import GAMES
from tests.bot.drawn import in_threads
from tests.bot.forked import run_bot
from tests.bot.service import ANA, BEN, HERE, Faults, Waiting, service, until
from tests.clock import Clock

ROOT = Path(__file__).parents[2]
SETTINGS = {name.upper() for name in Config.model_fields}
LOGGED = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d ")
REFUSED = 401, {"message": "401: Unauthorized", "code": 0}
ME = 200, {"id": "1", "username": "Daeguk", "discriminator": "0", "avatar": None, "bot": True}
APPLICATION = (
    200,
    {"id": "1", "name": "Daeguk", "description": "", "icon": None, "verify_key": "", "owner": ME[1]}
    | {"bot_public": True, "bot_require_code_grant": False, "flags": 0},
)
LIMITS = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
GATEWAY = 200, {"url": "ws://127.0.0.1:1", "shards": 1, "session_start_limit": LIMITS}

ACCOUNT = BotAccount(1, 1, 1, starts=1000, starts_left=1000, reset_seconds=0.0)


def closed(code: int) -> discord.ConnectionClosed:
    """The gateway has closed the connection."""
    socket: Any = SimpleNamespace(close_code=code)
    return discord.ConnectionClosed(socket, shard_id=0, code=code)


def bot(folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run the bot in an empty folder with these settings alone, until it ends by itself."""
    return run_bot(folder, without_settings() | settings)


def without_settings() -> dict[str, str]:
    """The environment of this process, but for what the bot reads from it."""
    return {name: value for name, value in os.environ.items() if name not in SETTINGS}


def check_sentence(ended: subprocess.CompletedProcess[str], *words: str, code: int = os.EX_CONFIG) -> None:
    """It ended with an exit code and one sentence on standard error, beside the log."""
    (line,) = check_sentences(ended, code)
    for word in words:
        assert word in line


def check_sentences(ended: subprocess.CompletedProcess[str], code: int = os.EX_CONFIG) -> list[str]:
    """It ended with an exit code, without a traceback; its lines on standard error that are no log."""
    assert ended.returncode == code, ended.stderr
    assert ended.stdout == ""
    return [line for line in ended.stderr.strip().splitlines() if not LOGGED.match(line)]


@contextlib.contextmanager
def discord_says(*answers: tuple[int, Any]) -> Iterator[str]:
    """A Discord that gives these answers, a status and JSON each; the last one to every further request."""
    left = list(answers)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, body = left.pop(0) if len(left) > 1 else left[0]
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(json.dumps(body).encode())

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/api/v10"
        server.shutdown()


def test_without_a_token_it_says_so_in_one_sentence(tmp_path: Path) -> None:
    """An empty one is none."""
    ended = subprocess.run(
        [sys.executable, "-m", "bot"],
        cwd=tmp_path,
        env=without_settings() | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "DISCORD_TOKEN": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    check_sentence(ended, "DISCORD_TOKEN", "--help")
    assert list(tmp_path.iterdir()) == []


def test_an_engine_whose_program_is_not_found_is_one_sentence(tmp_path: Path) -> None:
    ended = bot(tmp_path, DISCORD_TOKEN="a.b.c", ENGINES__GO="GNU Go: no-such-program --mode gtp")
    check_sentence(ended, "ENGINES__GO", "no-such-program", "GNU Go")
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
    ended = bot(
        tmp_path,
        DISCORD_TOKEN="a.b.c",
        DATABASE_URL=f"sqlite:///{file}",
        DISCORD_API_BASE="http://127.0.0.1:1/api/v10",  # is not asked
    )
    check_sentence(ended, str(file))
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


def test_a_misspelled_setting_is_named_once_before_what_is_wrong(tmp_path: Path) -> None:
    ended = bot(
        tmp_path, DISCORD_TOKEN="a.b.c", DATABASE_URL="mysql://host/daeguk", DATABASE_URI="sqlite:///x.db"
    )
    misspelled, wrong = check_sentences(ended)
    assert misspelled == "DATABASE_URI in the environment is not a setting: do you mean DATABASE_URL?"
    assert wrong.startswith("DATABASE_URL is of mysql")


def test_a_database_of_no_known_kind_is_one_sentence(tmp_path: Path) -> None:
    check_sentence(bot(tmp_path, DISCORD_TOKEN="a.b.c", DATABASE_URL="no address"), "DATABASE_URL")


@pytest.mark.parametrize(
    ("address", "error", "code"),
    [
        ("sqlite:///daeguk.db", StoreReadOnly("it is not writable"), os.EX_CONFIG),
        ("sqlite:///daeguk.db", DatabaseRefused("it is damaged"), os.EX_CONFIG),
        ("sqlite:///daeguk.db", StoreFull("there is no room"), 1),
        ("sqlite:///daeguk.db", StoreBusy("it is in use"), 1),
        ("postgresql://host/daeguk", StoreReadOnly("it is a replica"), 1),
        ("postgresql://host/daeguk", DatabaseRefused("it is away"), 1),
    ],
)
def test_a_database_that_cannot_be_used_is_told_before_discord_is_asked(
    address: str,
    error: StoreError,
    code: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What may clear by itself, as a full disk or a server that is away, is worth another start."""

    async def fail(*_: object, **__: object) -> None:
        raise error

    async def account(*_: object) -> None:
        pytest.fail("Discord is asked")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    monkeypatch.setenv("DATABASE_URL", address)
    monkeypatch.setattr(app, "check_usable", fail)
    monkeypatch.setattr(app, "_account", account)
    monkeypatch.setattr(app, "set_up_logging", lambda _: None)
    monkeypatch.setattr(app, "limit_heap_fragmentation", lambda: None)
    switch, base = sys.getswitchinterval(), discord.http.Route.BASE
    try:
        with pytest.raises(SystemExit) as ended:
            app.main()
    finally:
        sys.setswitchinterval(switch)
        discord.http.Route.BASE = base
    said = capsys.readouterr().err + str(ended.value)
    assert str(error) in said
    assert (ended.value.code if isinstance(ended.value.code, int) else 1) == code
    assert list(tmp_path.iterdir()) == []


def test_a_metrics_address_in_use_is_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        ended = bot(tmp_path, DISCORD_TOKEN="a.b.c", METRICS_ADDRESS=address)
    check_sentence(ended, "METRICS_ADDRESS", address, code=1)
    assert list(tmp_path.iterdir()) == []


def test_a_discord_out_of_reach_is_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    ended = bot(
        tmp_path,
        DISCORD_TOKEN="a.b.c",
        DISCORD_API_BASE=f"http://127.0.0.1:{port}/api/v10",
        AI_WORKERS="1",
    )
    check_sentence(ended, "Discord", str(port), code=1)
    assert list(tmp_path.rglob("*.db")) == [], "the database is not opened, nor migrated"


def test_what_runs_is_a_metric(monkeypatch: pytest.MonkeyPatch) -> None:
    """So a monitor sees that two processes of one bot are of different versions."""
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    app._introduce(Config(database_url="postgresql://host/daeguk"))  # type: ignore[call-arg]  # the token
    labels = {
        "version": version(),
        "revision": revision(),
        "python": platform.python_version(),
        "database": "PostgreSQL",
    }
    assert REGISTRY.get_sample_value("daeguk_build_info", labels) == 1.0


def test_a_setting_without_effect_is_in_the_log(tmp_path: Path) -> None:
    with discord_says(REFUSED) as base:
        ended = bot(tmp_path, DISCORD_TOKEN="a.b.c", DISCORD_API_BASE=base, DASK_SCHEDULER="tls://host:8786")
    check_sentence(ended, "Discord refused the token")
    assert ended.stderr.count("DASK_SCHEDULER has no effect without AI_EXECUTOR=dask.") == 1


def test_the_first_line_of_the_log_says_what_runs(tmp_path: Path) -> None:
    with discord_says(REFUSED) as base:
        ended = bot(tmp_path, DISCORD_TOKEN="a.b.c", DISCORD_API_BASE=base, AI_WORKERS="2", LOG_FORMAT="json")
    first = json.loads(ended.stderr.splitlines()[0])
    assert first["version"] == version() and first["revision"] == revision()
    assert (first["database"], first["workers"], first["shards"]) == ("SQLite", 2, "all")
    assert datetime.fromisoformat(first["timestamp"]).utcoffset() is not None


def test_in_a_log_of_json_the_sentence_that_ends_the_bot_is_json(tmp_path: Path) -> None:
    with discord_says(REFUSED) as base:
        ended = bot(tmp_path, DISCORD_TOKEN="a.b.c", DISCORD_API_BASE=base, LOG_FORMAT="json")
    assert ended.returncode == os.EX_CONFIG
    last = [json.loads(line) for line in ended.stderr.splitlines()][-1]
    assert (last["level"], last["event"]) == ("critical", "Discord refused the token: check DISCORD_TOKEN.")


def test_a_cache_that_cannot_be_used_is_in_the_log_once(tmp_path: Path) -> None:
    with discord_says(REFUSED) as base:
        ended = bot(
            tmp_path,
            DISCORD_TOKEN="a.b.c",
            DISCORD_API_BASE=base,
            DAEGUK_CACHE_DIR="/dev/null/cache",
            LOG_FORMAT="json",
        )
    events = [json.loads(line) for line in ended.stderr.splitlines() if line.startswith("{")]
    (warning,) = [event for event in events if "/dev/null/cache" in event["event"]]
    assert warning["level"] == "warning" and "DAEGUK_CACHE_DIR" in warning["event"]


def test_a_wrong_token_is_one_sentence_and_changes_nothing(tmp_path: Path) -> None:
    with discord_says(REFUSED) as base:
        ended = bot(tmp_path, DISCORD_TOKEN="a.b.c", DISCORD_API_BASE=base)
    check_sentence(ended, "Discord refused the token")
    assert list(tmp_path.rglob("*.db")) == [], "the database is not opened, nor migrated"


def test_a_gateway_that_discord_does_not_name_is_one_sentence(tmp_path: Path) -> None:
    """An error of the server is repeated for a quarter of a minute by discord.py; this is not repeated."""
    with discord_says(ME, APPLICATION, (418, {"message": "no", "code": 0})) as base:
        ended = bot(tmp_path, DISCORD_TOKEN="a.b.c", DISCORD_API_BASE=base)
    check_sentence(ended, "Discord cannot be reached", "418", code=1)


def test_a_secret_that_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "discord_token").write_bytes(b"\xff\xfe")
    check_sentence(bot(tmp_path, CREDENTIALS_DIRECTORY=str(tmp_path)), "discord_token cannot be read")


@pytest.mark.parametrize(
    ("error", "words", "code"),
    [
        (discord.LoginFailure("no"), "refused the token", os.EX_CONFIG),
        (discord.PrivilegedIntentsRequired(0), "switch on Message Content Intent", os.EX_CONFIG),
        (closed(4004), "does not accept the token anymore", os.EX_CONFIG),
        (closed(4011), "closed the connection", 1),
    ],
)
def test_what_ends_a_running_bot_is_one_sentence(
    error: Exception,
    words: str,
    code: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def fail(_: Config) -> None:
        raise error

    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    monkeypatch.setattr(app, "run", fail)
    monkeypatch.setattr(app, "set_up_logging", lambda _: None)
    monkeypatch.setattr(app, "limit_heap_fragmentation", lambda: None)
    with pytest.raises(SystemExit) as ended:
        app.main()
    said = capsys.readouterr().err + str(ended.value)
    assert words in said
    assert (ended.value.code if isinstance(ended.value.code, int) else 1) == code


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

    async def account(*_: Any) -> BotAccount:
        return ACCOUNT

    monkeypatch.setattr("bot.app.Pool", NoPool)
    monkeypatch.setattr("bot.app.with_starts", account)
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

    async def keep_commands(self) -> None:
        pass

    async def keep_emojis(self) -> None:
        pass

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


STARTING_A_CHILD = """
import os, subprocess, sys
from bot import app

async def run(config):
    assert config.discord_token.get_secret_value() == "a.b.c" and "password" in config.database_url
    subprocess.run([sys.executable, "-c", "import os; print(os.environ)"], check=True)

app.run = run
app.main()
"""


def test_what_the_bot_starts_inherits_no_secrets(tmp_path: Path) -> None:
    """Workers, the processes that draw, and an admin's engines."""
    address = "postgresql://user:password@db.example/daeguk"
    secrets = {"discord_token": "a.b.c", "DATABASE_URL": address, "DATABASE_DIRECT_URL": address}
    environment = without_settings() | {
        "PYTHONPATH": str(ROOT),
        "CREDENTIALS_DIRECTORY": str(tmp_path),
        "KEPT": "kept",
        **secrets,
    }
    ended = subprocess.run(
        [sys.executable, "-c", STARTING_A_CHILD],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "kept" in ended.stdout
    for secret in ("a.b.c", "password", "CREDENTIALS_DIRECTORY"):
        assert secret not in ended.stdout


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

        async def keep_commands(self) -> None:
            pass

        async def keep_emojis(self) -> None:
            pass

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
    busy = replace(store, queries=faults.over(store.queries), boards=faults.over(store.boards))
    client, shown = Daeguk(busy, player, MatchEvents(), in_threads(), FEATURES), []

    async def ready() -> None:
        pass

    monkeypatch.setattr(client, "wait_until_ready", ready)
    monkeypatch.setattr(BoardUpdates, "show", lambda _, match_id, board_id: shown.append(match_id))
    async with client:
        await client.begin_service()
        await until(lambda: player.thinking)
        await until(lambda: played.id in shown)  # its message is behind
        await until(lambda: faults.refused == 2)
    assert player.asked[0][0] == played.record


async def test_how_long_a_challenge_waits_is_set(store: Store) -> None:
    client = Daeguk(store, service(store, Waiting()).player, MatchEvents(), in_threads(), FEATURES, 120.0)
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
    assert lines == ["🔧 getting ready · 준비 중"]
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
