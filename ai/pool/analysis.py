"""One request for a verdict, asked until a worker answers it without being interrupted."""

from __future__ import annotations

import asyncio

import structlog

from ai.analysis import Verdict
from ai.pool import metrics
from ai.pool.interface import Failed, PoolClosed
from ai.pool.retry_policy import ATTEMPTS, AnalysisRequest
from ai.pool.scheduler import Scheduler
from ai.pool.slot import Slot, Ticket

_log = structlog.get_logger(__name__)
_running: set[asyncio.Task[Verdict]] = set()


async def analyse(scheduler: Scheduler, request: AnalysisRequest) -> Verdict:
    """Answer a request. Raises like `ai.pool.pool.Pool.analyse`."""
    failures = 0
    while True:
        ticket = scheduler.enqueue(request)
        try:
            verdict = await _attempt(scheduler, request, ticket)
            if not ticket.interrupted:  # an interrupted search knows too little
                return verdict
        except Failed as failure:
            failures += 1
            if scheduler.closed:
                raise PoolClosed("the pool is closed") from failure
            _report(request, failure)
            if failures >= ATTEMPTS or failure.kind == NO_WORKER:
                raise
        finally:
            scheduler.withdraw(ticket)


NO_WORKER = "no-worker"
"""The kind of failure of a request that no worker can take."""


async def _attempt(scheduler: Scheduler, request: AnalysisRequest, ticket: Ticket) -> Verdict:
    slot = await asyncio.shield(ticket.granted)
    scheduler.queue.discard(ticket)
    if slot is None:
        raise Failed(NO_WORKER)
    ticket.used = True
    search = asyncio.create_task(slot.analyse(request.task, request.worker_seconds))
    _running.add(search)  # the event loop keeps only a weak reference
    search.add_done_callback(_forget)
    try:
        return await asyncio.shield(search)
    except asyncio.CancelledError:
        _stop(slot, ticket)
        raise


def _stop(slot: Slot, ticket: Ticket) -> None:
    if slot.serving is ticket and not ticket.interrupted:  # nobody wants the answer anymore
        slot.interrupt()


def _forget(search: asyncio.Task[Verdict]) -> None:
    _running.discard(search)
    if not search.cancelled():
        search.exception()  # mark as retrieved: perhaps nobody awaits it anymore


def _report(request: AnalysisRequest, failure: Failed) -> None:
    metrics.FAILURES.labels(failure.kind).inc()
    record = request.record
    _log.warning(
        "analysis failed",
        kind=failure.kind,
        detail=failure.detail,
        game=record.game,
        variant=record.variant,
        moves=" ".join(record.moves),
        played=request.played,
    )
