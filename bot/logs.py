"""Logging: structlog over the standard library, with secrets removed from every line."""

from __future__ import annotations

import json
import logging
import math
import sys
import time
from collections.abc import Callable, MutableMapping
from datetime import datetime
from typing import Any

import aiohttp
import discord
import structlog

from bot import metrics
from bot.config import Config
from bot.lru import LRU

_REMOVED = "[secret]"
_CONSOLE_TIME = "%Y-%m-%d %H:%M:%S"
_EXPECTED = ("Attempting a reconnect", "Failed to connect", "Ignoring exception in autocomplete")
"""Beginnings of lines that discord.py writes with a traceback, also if only Discord is at fault."""
_QUIET_SECONDS = 60.0
_KINDS = 256  # of warnings that are remembered: more than one trouble causes
_CHANGING = ("timestamp", "request", "retry")
_DISCORD_FAULTS = (OSError, aiohttp.ClientError, discord.DiscordException)  # `TimeoutError` is an OSError


def set_up_logging(config: Config) -> None:
    """Write the lines of structlog and of the libraries to standard error in one format."""
    secrets = _spellings(config.secrets)
    shared: list[structlog.types.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        _stamped
        if config.log_format == "json"
        else structlog.processors.TimeStamper(_CONSOLE_TIME, utc=False),
    ]
    renderer: structlog.types.Processor = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if config.log_format == "json"
        else structlog.dev.ConsoleRenderer(
            # Other formatters print the values of variables, and break lines in the middle of secrets.
            colors=sys.stderr.isatty(),
            exception_formatter=structlog.dev.plain_traceback,
        )
    )
    finish: list[structlog.types.Processor] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if config.log_format == "json":
        finish.append(structlog.processors.format_exc_info)
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[*shared, structlog.stdlib.ExtraAdder(["match", "guild", "left_out"])],
        # Last, on the whole line: a secret can be in what a library says, or in a traceback.
        processors=[*finish, renderer, lambda *event: _remove(event[2], secrets)],
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter)
    handler.addFilter(Repeats())
    logging.basicConfig(handlers=[handler, _ErrorCounter(logging.ERROR)], level=config.log_level, force=True)
    # discord.py warns at every start that packages for voice are missing; the bot has no use for them.
    logging.getLogger("discord.client").addFilter(lambda record: "voice will NOT" not in record.getMessage())
    for name in ("discord.client", "discord.shard", "discord.app_commands.tree"):
        logging.getLogger(name).addFilter(_in_one_line)
    logging.getLogger("discord").setLevel(max(logging.WARNING, getattr(logging, config.log_level)))
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )


def _stamped(_: object, __: str, event: structlog.types.EventDict) -> structlog.types.EventDict:
    """Add the local time with its offset, so that lines of several machines can be put in order."""
    event["timestamp"] = datetime.now().astimezone().isoformat(timespec="milliseconds")  # noqa: TID251
    return event


def _in_one_line(record: logging.LogRecord) -> bool:
    """Say in one line what Discord's faults cause: where in discord.py tells an admin nothing."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, _DISCORD_FAULTS) and str(record.msg).startswith(_EXPECTED):
        record.msg = f"{record.getMessage()} ({type(error).__name__}: {error})"
        record.args, record.exc_info, record.levelno, record.levelname = (), None, logging.WARNING, "WARNING"
    return True


class Repeats(logging.Filter):
    """Leaves a warning out that was written within a minute; the next one has the number of those.

    A database or a Discord that is away is met by many loops, several times a second. Of a warning, the
    request and the time until the next attempt do not count. Errors are never left out.
    """

    def __init__(self, ticks: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._ticks = ticks
        self._written: LRU[str, tuple[float, int]] = LRU(_KINDS)
        """By warning: when it was written last, and how many were left out since."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written."""
        if record.levelno != logging.WARNING or record.exc_info:
            return True
        warning, now = _what(record), self._ticks()
        written, left_out = self._written.get(warning, (-math.inf, 0))
        if now - written < _QUIET_SECONDS:
            self._written[warning] = written, left_out + 1
            return False
        self._written[warning] = now, 0
        if left_out and isinstance(record.msg, dict):
            record.msg = {**record.msg, "left_out": left_out}
        elif left_out:
            record.left_out = left_out
        return True


def _what(record: logging.LogRecord) -> str:
    """What a line says, whenever that is; structlog's lines are dictionaries until they are formatted."""
    if not isinstance(record.msg, dict):
        return f"{record.name} {record.getMessage()}"
    said = {name: value for name, value in record.msg.items() if name not in _CHANGING}
    return f"{record.name} {said}"


class _ErrorCounter(logging.Handler):
    """Counts lines, by the logger that wrote them."""

    def emit(self, record: logging.LogRecord) -> None:
        """Count a line."""
        metrics.ERRORS.labels(record.name).inc()


def _spellings(secrets: list[str]) -> list[str]:
    """The secrets as they are, and as JSON and Python quote them; the longest first."""
    quoted = {form for secret in secrets for form in (secret, json.dumps(secret)[1:-1], repr(secret)[1:-1])}
    return sorted(quoted - {""}, key=len, reverse=True)


def _remove(line: str | bytes | MutableMapping[str, Any], secrets: list[str]) -> str:
    """The finished line without secrets, wherever in it they came from."""
    text = str(line)
    for secret in secrets:
        text = text.replace(secret, _REMOVED)
    return text
