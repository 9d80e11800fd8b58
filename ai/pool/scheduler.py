"""Assigns free workers to waiting requests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import count

from ai.pool import metrics
from ai.pool.fair_queue import Queue
from ai.pool.interface import StartWorker
from ai.pool.retry_policy import AnalysisRequest, Request
from ai.pool.slot import Slot, Ticket
from ai.pool.warmup import WarmUpState

SHARE_SECONDS = 1.0
"""How long a long search may keep the only worker while quick requests wait."""
_BROKEN_FAILURES = 3
"""After so many failures in a row no request waits for a worker."""


class Scheduler:
    """The queue and the slots. Only this class grants a slot to a ticket."""

    def __init__(self, workers: int, warm_ups: WarmUpState, start_worker: StartWorker) -> None:
        self.slots: list[Slot] = []
        self._numbers = count(1)
        for _ in range(workers):
            self.add_slot(start_worker)
        self.queue = Queue()
        self.closed = False
        self._warm_ups = warm_ups
        self._change = asyncio.Event()

    def add_slot(self, start_worker: StartWorker, *, own: bool = True) -> Slot:
        """Add a slot, whose worker is not started yet; ``own`` is as in `Slot`."""
        slot = Slot(next(self._numbers), self.changed, start_worker, own=own)
        self.slots.append(slot)
        return slot

    def enqueue(self, request: Request | AnalysisRequest, within: float | None = None) -> Ticket:
        """Queue for a worker, without a limit or, for a retry, urgently and for ``within`` seconds."""
        ticket = Ticket(
            request.queue_key,
            request.kernel_set,
            request.worker_seconds,
            request.long,
            urgent=within is not None,
            background=request.background,
            yields=request.yields,
        )
        self.queue.add(ticket)
        if self.closed:
            ticket.grant(None)
        elif within is not None:
            ticket.expire_in(within)
        self.changed()
        return ticket

    def withdraw(self, ticket: Ticket) -> None:
        """Remove a ticket that nobody awaits, and free the slot that it was granted but did not use."""
        self.queue.discard(ticket)
        slot = ticket.granted.result() if ticket.granted.done() else None
        if slot is not None and not ticket.used:
            slot.serving = None
        ticket.grant(None)
        self.changed()

    def requested(self) -> set[str]:
        """List the kernel sets that requests wait for, other than analyses that yield."""
        return {ticket.kernel_set for ticket in self.queue if not ticket.yields}

    def getting_ready(self, ticket: Ticket) -> bool:
        """Whether a ticket waits because no worker has its kernels yet."""
        serving = (slot.up and self._warm_ups.serves(ticket.kernel_set, slot.warm) for slot in self.slots)
        return ticket in self.queue and not any(serving)

    @property
    def workers_ready(self) -> int:
        """How many workers are up with kernels to serve."""
        up = [slot for slot in self.slots if slot.up]
        return sum(bool(slot.warm) or not self._warm_ups.missing(slot.warm) for slot in up)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition on the pool's state holds."""
        while not condition():
            await self._change.wait()

    def changed(self) -> None:
        """Handle a change of state: assign what can be assigned, and wake every `until`."""
        if not self.closed:
            for slot in filter(lambda slot: slot.idle, self.slots):
                self._assign(slot)
            for ticket in self.queue:
                self._limit_wait(ticket)
            self._make_room()
            self._interrupt_analyses()
        metrics.QUEUED.set(len(self.queue))
        metrics.WORKERS.set(self.workers_ready)
        metrics.ABANDONED.set(len(self._warm_ups.abandoned))
        # Wake everyone who waits on this event; who waits from now on waits for the next change.
        self._change.set()
        self._change = asyncio.Event()

    def _assign(self, slot: Slot) -> None:
        allow_analyses = self._allow_analyses()
        ticket = self.queue.pop(
            lambda waiting: self._fits(slot, waiting) and (allow_analyses or not waiting.yields),
            allow_long=self._allow_long(),
        )
        if ticket is not None:
            slot.serving = ticket
            loop = asyncio.get_running_loop()
            ticket.started_at = loop.time()
            if ticket.long:
                loop.call_later(SHARE_SECONDS, self.changed)  # a quick request may need the worker by then
            ticket.grant(slot)

    def _fits(self, slot: Slot, ticket: Ticket) -> bool:
        return not ticket.granted.done() and self._warm_ups.serves(ticket.kernel_set, slot.warm)

    def _allow_long(self) -> bool:
        # One worker is kept free of long searches, so quick requests never wait behind a row of them.
        long = sum(slot.serving is not None and slot.serving.long for slot in self.slots)
        return long < max(1, len(self.slots) - 1)

    def _allow_analyses(self) -> bool:
        # A move would wait while one is interrupted (docs/PERFORMANCE.md), so one worker is kept free.
        yielding = sum(slot.serving is not None and slot.serving.yields for slot in self.slots)
        return yielding < max(1, len(self.slots) - 1)

    def _make_room(self) -> None:
        # If every live worker runs a long search, the one that started first gives way to quick requests.
        working = [slot for slot in self.slots if slot.up and slot.warming is None]
        first = min(working, key=lambda slot: slot.long_since or 0.0, default=None)
        if first is None or first.long_since is None:  # a worker is free soon, or already interrupted
            return
        waits = any(not ticket.long and self._fits(first, ticket) for ticket in self.queue)
        if waits and asyncio.get_running_loop().time() >= first.long_since + SHARE_SECONDS:
            first.interrupt()

    def _interrupt_analyses(self) -> None:
        # Each request that waits for a worker gets that of an analysis that yields. It is free at once.
        yielding = [
            candidate
            for candidate in self.slots
            if candidate.up and candidate.serving and candidate.serving.yields
        ]
        # Slots that are interrupted already come first: they need no second interruption.
        yielding.sort(key=lambda slot: slot.serving is not None and not slot.serving.interrupted)
        for ticket in self.queue:
            if ticket.background or ticket.granted.done() or (ticket.long and not self._allow_long()):
                continue
            slot = next((candidate for candidate in yielding if self._would_serve(candidate, ticket)), None)
            if slot is not None:
                yielding.remove(slot)
                if slot.serving is not None and not slot.serving.interrupted:
                    slot.interrupt()

    def _would_serve(self, slot: Slot, ticket: Ticket) -> bool:
        # Whether a busy slot serves a ticket next, or loads its kernels.
        if slot.warming is not None:
            return slot.warming == ticket.kernel_set
        return not slot.leaving and self._fits(slot, ticket)

    def can_load(self, slot: Slot) -> bool:
        """Whether a worker may load kernels that nobody waits for: nobody waits for anything it can serve.

        An analysis that yields waits for the load.
        """
        is_free = slot.serving is None or slot.serving.yields
        return is_free and not any(self._fits(slot, ticket) for ticket in self.queue if not ticket.yields)

    def _limit_wait(self, ticket: Ticket) -> None:
        # While a worker can serve the game, or is about to, a wait is a matter of load and has no limit.
        # Without any such worker the request must be answered by other means within the promised time.
        if not any(self._will_serve(slot, ticket.kernel_set) for slot in self.slots):
            ticket.expire_in(ticket.max_wait)
        elif not ticket.urgent:
            ticket.cancel_expiry()

    def _will_serve(self, slot: Slot, kernel_set: str) -> bool:
        """Whether a worker serves a kernel set, or will once it is started and has loaded it.

        It is killed if it takes too long (`LOAD_SECONDS` in `ai.pool.supervisor`), and one that fails again
        and again is not waited for. Kernels that fail again and again are abandoned (`WarmUpState.end`),
        which every worker serves.
        """
        if slot.leaving:
            return False
        if slot.up and self._warm_ups.serves(kernel_set, slot.warm):
            return True
        return slot.failures < _BROKEN_FAILURES and (slot.own or slot.up)
