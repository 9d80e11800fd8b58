"""The fair queue in front of the workers.

- Queue keys (servers, or channels of direct messages) take turns; requests of one key keep their order.
- Quick requests and long ones (over `ai.pool.retry_policy.LONG_SECONDS`) wait in separate lanes. Quick ones
  go first, except that after `_QUICK_IN_A_ROW` of them a long one does, so neither lane starves. The
  scheduler keeps one worker free of long searches.
- A retried request goes before all others, because its match has a deadline to meet.
- A background request, for which no match waits, goes when no other can.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from itertools import chain, zip_longest

from ai.pool.slot import QueueKey, Ticket

_QUICK_IN_A_ROW = 4

Fits = Callable[[Ticket], bool]


class Lane:
    """Tickets in round-robin order over their queue keys."""

    def __init__(self) -> None:
        self._waiting: dict[QueueKey, deque[Ticket]] = {}  # keys in the order of their next turns

    def __iter__(self) -> Iterator[Ticket]:
        rounds = zip_longest(*self._waiting.values())
        return (ticket for ticket in chain.from_iterable(rounds) if ticket is not None)

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def add(self, ticket: Ticket) -> None:
        """Add a ticket behind those of its key."""
        self._waiting.setdefault(ticket.queue_key, deque()).append(ticket)

    def take(self, ticket: Ticket) -> None:
        """Remove a ticket and move its key behind the others."""
        self.discard(ticket)
        if rest := self._waiting.pop(ticket.queue_key, None):
            self._waiting[ticket.queue_key] = rest

    def discard(self, ticket: Ticket) -> None:
        """Remove a ticket, if present, without using its key's turn."""
        waiting = self._waiting.get(ticket.queue_key, deque())
        if ticket in waiting:
            waiting.remove(ticket)
        if not waiting:
            self._waiting.pop(ticket.queue_key, None)


class Queue:
    """Four lanes: urgent, quick, long and background."""

    def __init__(self) -> None:
        self._urgent, self._quick, self._long, self._background = self._lanes = (
            Lane(),
            Lane(),
            Lane(),
            Lane(),
        )
        self._in_a_row = 0

    def __iter__(self) -> Iterator[Ticket]:
        return chain(*self._lanes)

    def __len__(self) -> int:
        return sum(map(len, self._lanes))

    def add(self, ticket: Ticket) -> None:
        """Add a ticket to its lane."""
        self._lane(ticket).add(ticket)

    def discard(self, ticket: Ticket) -> None:
        """Remove a ticket, if present."""
        self._lane(ticket).discard(ticket)

    def position(self, ticket: Ticket) -> int:
        """Return 1 for the next ticket of a lane, and 0 for a ticket that does not wait."""
        order = enumerate(self._lane(ticket), start=1)
        return next((place for place, other in order if other is ticket), 0)

    def pop(self, fits: Fits, *, allow_long: bool) -> Ticket | None:
        """Remove and return the next ticket that ``fits``, if any; a long one only if ``allow_long``."""
        lanes = [self._quick, self._long] if allow_long else [self._quick]
        if self._in_a_row >= _QUICK_IN_A_ROW:
            lanes.reverse()
        for lane in (self._urgent, *lanes, self._background):
            ticket = next(filter(fits, lane), None)
            if ticket is not None:
                lane.take(ticket)
                self._in_a_row = 0 if ticket.long else self._in_a_row + 1
                return ticket
        return None

    def _lane(self, ticket: Ticket) -> Lane:
        if ticket.urgent:
            return self._urgent
        if ticket.background:
            return self._background
        return self._long if ticket.long else self._quick
