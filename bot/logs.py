"""Logging: structlog over the standard library, with secrets removed from every line."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import MutableMapping
from datetime import datetime
from typing import Any

import aiohttp
import discord
import structlog

from bot import metrics
from bot.config import Config

_REMOVED = "[secret]"
_CONSOLE_TIME = "%Y-%m-%d %H:%M:%S"
_EXPECTED = ("Attempting a reconnect", "Failed to connect", "Ignoring exception in autocomplete")
"""Beginnings of lines that discord.py writes with a traceback, also if only Discord is at fault."""
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
        foreign_pre_chain=[*shared, structlog.stdlib.ExtraAdder(["match", "guild"])],
        processors=[*finish, renderer, lambda *event: _remove(event[2], secrets)],
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter)
    logging.basicConfig(handlers=[handler, _ErrorCounter(logging.ERROR)], level=config.log_level, force=True)
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
