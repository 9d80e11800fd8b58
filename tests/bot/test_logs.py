"""Whatever is logged, by whom and how: secrets are struck out of every line."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.logs import Repeats

ROOT = Path(__file__).parents[2]
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4OQ.GabcdE.x-y_z0123456789abcdefghijklmnopqrstuv"
PASSWORD = "hunter2secret"
DATABASE = f"postgresql+asyncpg://daeguk:{PASSWORD}@db/daeguk"

# Logging is set up once a process, so that each format has a process of its own.
SPEAKS = """
import logging, sys
import discord, structlog
from bot.config import Config
from bot.logs import set_up_logging

config = Config()
set_up_logging(config)
token, password = config.discord_token.get_secret_value(), {password!r}
ours, theirs = structlog.get_logger("bot.test"), logging.getLogger("library")

def fail(token):
    headers = {{"Authorization": "Bot " + token, "padding": "x" * 70}}
    raise RuntimeError(f"refused {{token}} {{password}}")

ours.info("event with %s in it" % token, key=token, nested={{"deep": [token]}}, url=config.database_url)
theirs.warning("library says %s", token)
theirs.info("dsn %s", config.database_url)
theirs.warning("about one", extra={{"match": 4711}})
logging.getLogger("discord.http").warning("discord says %s", token)
logging.getLogger("discord.http").debug("never logged")
structlog.contextvars.bind_contextvars(bound=token)
ours.warning("with context")
try:
    fail(token)
except RuntimeError:
    ours.exception("ours failed")
    theirs.exception("theirs failed")
    try:
        raise ValueError("second") from sys.exception() if hasattr(sys, "exception") else sys.exc_info()[1]
    except ValueError as error:
        ours.error("chained", exc_info=error)
ours.info("대국 시작", move="d3")
logging.getLogger("discord.shard").error(
    "Attempting a reconnect for shard ID %s in %.2fs", 3, 1.5, exc_info=OSError("no route to host")
)
logging.getLogger("discord.shard").error("a mistake", exc_info=KeyError("x"))
logging.getLogger("discord.app_commands.tree").error(
    "Ignoring exception in autocomplete for %r", "move", exc_info=discord.DiscordException("10062")
)
ours.info(token)
for retry in (0.5, 1.0, 2.0):
    ours.warning("database away", error="no route", retry=retry)
    theirs.warning("server away: %s", "no route")
    ours.error("big mistake")
"""


@pytest.fixture(scope="module", params=["console", "json"])
def said(request: pytest.FixtureRequest) -> tuple[str, str]:
    """A format, and all that a process wrote in it."""
    environment = {
        **os.environ,
        "DISCORD_TOKEN": TOKEN,
        "DATABASE_URL": DATABASE,
        "LOG_FORMAT": request.param,
        "COLUMNS": "60",  # long lines would be wrapped, and secrets with them
        "PYTHONIOENCODING": "utf-8",
    }
    ended = subprocess.run(
        [sys.executable, "-c", SPEAKS.format(password=PASSWORD)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr.replace(TOKEN, "[token]")
    assert ended.stdout == "", "logs go to standard error"
    return request.param, ended.stderr


def test_no_secret_is_written(said: tuple[str, str]) -> None:
    _, written = said
    joined = "".join(written.split())
    for secret in (TOKEN, PASSWORD, TOKEN[:30], TOKEN[-30:]):
        assert secret not in written
        assert secret not in joined, "not even across lines"
    assert written.count("[secret]") >= 12


def test_everything_else_is_written(said: tuple[str, str]) -> None:
    _, written = said
    for text in (
        "event with [secret] in it",
        "library says [secret]",
        "discord says [secret]",
        "ours failed",
    ):
        assert text in written
    for text in ("theirs failed", "chained", "대국 시작", "d3", "RuntimeError", "ValueError", "in fail"):
        assert text in written
    assert "never logged" not in written
    (line,) = [line for line in written.splitlines() if "about one" in line]
    assert "match" in line and "4711" in line


def test_variables_of_failing_functions_are_not_written(said: tuple[str, str]) -> None:
    assert "Authorization" not in said[1].replace('"Authorization": "Bot " + token', "")


def test_a_failed_reconnect_is_one_line(said: tuple[str, str]) -> None:
    _, written = said
    (line,) = [line for line in written.splitlines() if "Attempting a reconnect" in line]
    assert "shard ID 3 in 1.50s (OSError: no route to host)" in line
    assert "warning" in line
    assert written.count("no route to host") == 1
    assert "KeyError" in written, "a mistake of the program keeps its traceback"


def test_an_autocomplete_that_comes_too_late_is_one_line(said: tuple[str, str]) -> None:
    _, written = said
    (line,) = [line for line in written.splitlines() if "10062" in line]
    assert "Ignoring exception in autocomplete for 'move' (DiscordException: 10062)" in line


def test_a_line_has_its_date(said: tuple[str, str]) -> None:
    form, written = said
    lines = written.splitlines()
    if form == "json":
        moment = datetime.fromisoformat(json.loads(lines[0])["timestamp"])
        assert moment.utcoffset() is not None
    else:
        moment = datetime.fromisoformat(lines[0][:19])
    assert abs(datetime.now(moment.tzinfo) - moment) < timedelta(minutes=5)


def test_lines_of_json_are_json(said: tuple[str, str]) -> None:
    form, written = said
    if form == "json":
        lines = [json.loads(line) for line in written.splitlines()]
        assert {"event", "level", "logger", "timestamp"} <= set(lines[0])
        assert any("refused [secret]" in line.get("exception", "") for line in lines)
        assert lines[0]["nested"] == {"deep": ["[secret]"]}


COUNTED = """
import structlog
from prometheus_client import REGISTRY
from bot.config import Config
from bot.logs import set_up_logging

set_up_logging(Config())
structlog.get_logger("bot.test").warning("expected")
structlog.get_logger("bot.test").error("unexpected")
print(REGISTRY.get_sample_value("daeguk_errors_total", {"logger": "bot.test"}))
"""


def test_lines_of_errors_are_counted_by_their_logger() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "DISCORD_TOKEN": TOKEN}
    command = [sys.executable, "-c", COUNTED]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert float(ended.stdout) == 1


def test_a_warning_is_written_once_a_minute_and_an_error_each_time(said: tuple[str, str]) -> None:
    _, text = said
    assert [text.count(words) for words in ("database away", "server away", "big mistake")] == [1, 1, 3]


def warning(message: object, level: int = logging.WARNING) -> logging.LogRecord:
    return logging.LogRecord("bot.test", level, __file__, 1, message, None, None)


def test_the_next_of_a_repeated_warning_says_how_many_were_left_out() -> None:
    now = [0.0]
    repeats = Repeats(lambda: now[0])
    away = {"event": "boards not read yet", "error": "no route", "retry": 0.5, "request": "1"}
    assert repeats.filter(warning(dict(away)))
    for now[0] in (1.0, 59.0):
        assert not repeats.filter(warning({**away, "retry": 10.0, "request": "2"}))
        assert repeats.filter(warning({**away, "error": f"another one at {now[0]}"}))
        assert repeats.filter(warning(dict(away), logging.ERROR)) and repeats.filter(
            warning(dict(away), logging.INFO)
        )
    now[0] = 60.0
    later = warning(dict(away))
    assert repeats.filter(later)
    assert later.msg == {**away, "left_out": 2}
    now[0] = 120.0
    assert repeats.filter(last := warning(dict(away))) and last.msg == away


def test_a_repeated_warning_of_a_library_says_so_too() -> None:
    now = [0.0]
    repeats = Repeats(lambda: now[0])
    assert [repeats.filter(warning("server away")) for _ in range(3)] == [True, False, False]
    now[0] = 60.0
    assert repeats.filter(later := warning("server away")) and later.__dict__["left_out"] == 2
