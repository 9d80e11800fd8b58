"""Where requests and workers meet: who waits, who is free, who gets whom. Start reading at `Desk.stir`."""

from __future__ import annotations

import asyncio

from ai.pool import metrics
from ai.pool.ladder import Request
from ai.pool.queue import Queue, Ticket
from ai.pool.slot import Slot
from ai.pool.warmth import Warmth

SHARE_SECONDS = 1.0  # of a long search, before it makes room for quick requests that nobody else can take
_HOPELESS_FAILURES = 3


class Desk:
    """The queue, the slots, and what is warm: the one place that gives a slot to a ticket."""

    def __init__(self, workers: int, warmth: Warmth) -> None:
        self.slots = [Slot(number, self.stir) for number in range(1, workers + 1)]
        self.queue = Queue()
        self.closed = False
        self._warmth = warmth
        self._changed = asyncio.Event()

    def queue_up(self, asked: Request, within: float | None = None) -> Ticket:
        """Queue for a worker: for as long as it takes, or urgently and ``within`` some seconds."""
        ticket = Ticket(asked.tenant, asked.record.game, asked.worker_seconds, asked.long, within is not None)
        self.queue.add(ticket)
        if self.closed:
            ticket.grant(None)
        elif within is not None:
            ticket.lapse_in(within)
        self.stir()
        return ticket

    def withdraw(self, ticket: Ticket) -> None:
        """Whoever held the ticket is gone: nobody waits for it, and a slot it did not use is free."""
        self.queue.discard(ticket)
        slot = ticket.granted.result() if ticket.granted.done() else None
        if slot is not None and not ticket.used:
            slot.serving = None
        ticket.grant(None)
        self.stir()

    def wanted(self) -> set[str]:
        """The games somebody waits for."""
        return {ticket.slug for ticket in self.queue}

    async def changed(self) -> None:
        """Wait until something happens here."""
        await self._changed.wait()

    def stir(self) -> None:
        """Something changed: give out what can be given out, and wake whoever waits for a change."""
        if not self.closed:
            for slot in filter(lambda slot: slot.idle, self.slots):
                self._give(slot)
            for ticket in self.queue:
                self._mind(ticket)
            self._make_room()
        metrics.QUEUED.set(len(self.queue))
        self._changed.set()
        self._changed = asyncio.Event()

    def _give(self, slot: Slot) -> None:
        ticket = self.queue.pop(lambda ticket: self._fits(slot, ticket), long_too=self._long_too())
        if ticket is not None:
            slot.serving = ticket
            loop = asyncio.get_running_loop()
            ticket.served_at = loop.time()
            if ticket.long:
                loop.call_later(SHARE_SECONDS, self.stir)  # by then somebody may need its worker
            ticket.grant(slot)

    def _fits(self, slot: Slot, ticket: Ticket) -> bool:
        return not ticket.granted.done() and self._warmth.served(ticket.slug, slot.warm)

    def _long_too(self) -> bool:
        # One worker is always kept free of long searches, so that quick requests of others flow past them.
        long = sum(slot.serving is not None and slot.serving.long for slot in self.slots)
        return long < max(1, len(self.slots) - 1)

    def _make_room(self) -> None:
        # Where no worker is left for quick requests (there is one in all, or only one that lives), the long
        # search that began first makes room for them.
        working = [slot for slot in self.slots if slot.up and slot.warming is None]
        first = min(working, key=lambda slot: slot.held_since or 0.0, default=None)
        if first is None or first.held_since is None:  # a worker is free soon, or one hurries already
            return
        waits = any(not ticket.long and self._fits(first, ticket) for ticket in self.queue)
        if waits and asyncio.get_running_loop().time() >= first.held_since + SHARE_SECONDS:
            first.hurry()

    def _mind(self, ticket: Ticket) -> None:
        # While workers work, waiting is only a matter of load and has no end. When there is none that could
        # ever answer, waiting is a fault, and faults are over within the promise.
        if self._hopeless(ticket.slug):
            ticket.lapse_in(ticket.patience)
        elif not ticket.urgent:
            ticket.wait_on()

    def _hopeless(self, slug: str) -> bool:
        if not self._warmth.settled(slug):  # the first compilation may take its time
            return all(slot.failures >= _HOPELESS_FAILURES for slot in self.slots)
        return not any(
            slot.up and slot.warming is None and self._warmth.served(slug, slot.warm) for slot in self.slots
        )
