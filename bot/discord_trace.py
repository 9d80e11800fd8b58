"""Counts and times the answers of Discord's REST API, and the acknowledgement of every interaction.

aiohttp calls the trace around each request of discord.py, in the task that makes it. So the request that
acknowledges an interaction knows from that task's context when the interaction arrived.
"""

from __future__ import annotations

import time
from contextvars import ContextVar
from dataclasses import dataclass
from types import SimpleNamespace

import aiohttp

from bot import metrics

_NO_ANSWER = "none"


@dataclass(frozen=True, slots=True)
class Arrival:
    """An interaction: its kind (a label of the metrics), its id, and when it arrived, by `time.monotonic`."""

    kind: str
    interaction_id: int
    at: float


ARRIVAL: ContextVar[Arrival | None] = ContextVar("arrival", default=None)
"""The interaction whose acknowledgement is timed in the present task and in those that it begins."""


def discord_trace() -> aiohttp.TraceConfig:
    """The trace for the client's option ``http_trace``."""
    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(_on_start)
    trace.on_request_end.append(_on_end)
    trace.on_request_exception.append(_on_exception)
    return trace


async def _on_start(_: aiohttp.ClientSession, request: SimpleNamespace, __: object) -> None:
    request.began = time.monotonic()


async def _on_end(
    _: aiohttp.ClientSession, request: SimpleNamespace, end: aiohttp.TraceRequestEndParams
) -> None:
    now, status = time.monotonic(), end.response.status
    metrics.DISCORD_ANSWERS.labels(str(status)).inc()
    metrics.DISCORD_SECONDS.observe(now - request.began)
    arrival = ARRIVAL.get()
    if arrival is not None and status < 400 and _acknowledges(end.url.path, arrival):
        metrics.ACKNOWLEDGED.labels(arrival.kind).observe(now - arrival.at)


async def _on_exception(
    _: aiohttp.ClientSession, __: object, ___: aiohttp.TraceRequestExceptionParams
) -> None:
    metrics.DISCORD_ANSWERS.labels(_NO_ANSWER).inc()


def _acknowledges(path: str, arrival: Arrival) -> bool:
    return path.endswith("/callback") and f"/interactions/{arrival.interaction_id}/" in path
