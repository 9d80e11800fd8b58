"""The fair queue in front of the workers: start reading at `Queue.pop`.

- Round robin over tenants (servers, or people in direct messages); first come, first served within one.
- Quick requests and long ones (over `ai.pool.ladder.LONG_SECONDS`) wait in lanes of their own. The desk lets
  long ones take all workers but one, so a quick request never waits behind a row of long searches; where
  both may run, quick ones go first, but every fifth time a long one does, so that neither starves.
- Where a long search has the only worker, it keeps it for `ai.pool.desk.SHARE_SECONDS` once a quick request
  waits, and then answers with what it has found.
- A request whose first attempt failed goes ahead of all: its match was promised an answer in time.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain, zip_longest
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ai.pool.slot import Slot

_QUICK_IN_A_ROW = 4

Tenant = str | int


@dataclass(eq=False)
class Ticket:
    """A request's place in the queue; ``granted`` becomes the slot it may use, or None: none in time."""

    tenant: Tenant
    slug: str
    patience: float  # how long it may wait when there is nobody to wait for
    long: bool
    urgent: bool = False
    granted: asyncio.Future[Slot | None] = field(default_factory=asyncio.Future)
    lapse: asyncio.TimerHandle | None = None
    used: bool = False
    served_at: float | None = None  # by the event loop's clock
    hurried: bool = False

    def lapse_in(self, seconds: float) -> None:
        """Grant no slot at all if none is there within ``seconds``; an earlier lapse stands."""
        if self.lapse is None:
            self.lapse = asyncio.get_running_loop().call_later(max(seconds, 0), self.grant, None)

    def wait_on(self) -> None:
        """Take back `lapse_in`."""
        if self.lapse is not None:
            self.lapse.cancel()
            self.lapse = None

    def grant(self, slot: Slot | None) -> None:
        """End the waiting."""
        self.wait_on()
        if not self.granted.done():
            self.granted.set_result(slot)


Fits = Callable[[Ticket], bool]


class Lane:
    """Tickets in the order round robin serves them."""

    def __init__(self) -> None:
        self._tenants: dict[Tenant, deque[Ticket]] = {}  # in the order of their next turn

    def __iter__(self) -> Iterator[Ticket]:
        rounds = zip_longest(*self._tenants.values())
        return (ticket for ticket in chain.from_iterable(rounds) if ticket is not None)

    def __len__(self) -> int:
        return sum(map(len, self._tenants.values()))

    def add(self, ticket: Ticket) -> None:
        """Put a ticket last among its tenant's."""
        self._tenants.setdefault(ticket.tenant, deque()).append(ticket)

    def take(self, ticket: Ticket) -> None:
        """Take a ticket out: its tenant had its turn."""
        self.discard(ticket)
        if rest := self._tenants.pop(ticket.tenant, None):
            self._tenants[ticket.tenant] = rest

    def discard(self, ticket: Ticket) -> None:
        """Forget a ticket, if it is here."""
        waiting = self._tenants.get(ticket.tenant, deque())
        if ticket in waiting:
            waiting.remove(ticket)
        if not waiting:
            self._tenants.pop(ticket.tenant, None)


class Queue:
    """Three lanes: urgent before quick and long."""

    def __init__(self) -> None:
        self._urgent, self._quick, self._long = self._lanes = Lane(), Lane(), Lane()
        self._in_a_row = 0

    def __iter__(self) -> Iterator[Ticket]:
        return chain(*self._lanes)

    def __len__(self) -> int:
        return sum(map(len, self._lanes))

    def add(self, ticket: Ticket) -> None:
        """Queue a ticket."""
        self._lane(ticket).add(ticket)

    def discard(self, ticket: Ticket) -> None:
        """Forget a ticket, if it is here."""
        self._lane(ticket).discard(ticket)

    def position(self, ticket: Ticket) -> int:
        """1 for the ticket that is next in its lane; 0 if it does not wait."""
        order = enumerate(self._lane(ticket), start=1)
        return next((place for place, other in order if other is ticket), 0)

    def pop(self, fits: Fits, *, long_too: bool) -> Ticket | None:
        """The next ticket that ``fits``, taken out; a long one only if ``long_too``."""
        lanes = [self._quick, self._long] if long_too else [self._quick]
        if self._in_a_row >= _QUICK_IN_A_ROW:
            lanes.reverse()
        for lane in (self._urgent, *lanes):
            ticket = next(filter(fits, lane), None)
            if ticket is not None:
                lane.take(ticket)
                self._in_a_row = 0 if ticket.long else self._in_a_row + 1
                return ticket
        return None

    def _lane(self, ticket: Ticket) -> Lane:
        if ticket.urgent:
            return self._urgent
        return self._long if ticket.long else self._quick
