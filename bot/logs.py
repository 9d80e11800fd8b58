"""Logging: structlog over the standard library, with secrets removed from every line."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

from bot import metrics
from bot.config import Config

_REMOVED = "[secret]"


def set_up_logging(config: Config) -> None:
    """Write the lines of structlog and of the libraries to standard error in one format."""
    secrets = _spellings(config.secrets)
    shared: list[structlog.types.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(
            fmt="%H:%M:%S" if config.log_format == "console" else "iso", utc=False
        ),
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
    logging.getLogger("discord").setLevel(max(logging.WARNING, getattr(logging, config.log_level)))
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )


class _ErrorCounter(logging.Handler):
    """Counts lines, by the logger that wrote them."""

    def emit(self, record: logging.LogRecord) -> None:
        """Count a line."""
        metrics.ERRORS.labels(record.name).inc()


def _spellings(secrets: list[str]) -> list[str]:
    """The secrets as they are, and as JSON and Python quote them; the longest first."""
    quoted = {form for one in secrets for form in (one, json.dumps(one)[1:-1], repr(one)[1:-1])}
    return sorted(quoted - {""}, key=len, reverse=True)


def _remove(line: str | bytes | MutableMapping[str, Any], secrets: list[str]) -> str:
    """The finished line without secrets, wherever in it they came from."""
    text = str(line)
    for secret in secrets:
        text = text.replace(secret, _REMOVED)
    return text
