"""What is due on the clocks of one shard's servers, the earliest first.

A heap has what is due next, so ten thousand clocks cost no more than their entries in it.
"""

from __future__ import annotations

import heapq
from enum import StrEnum
from typing import NamedTuple

from data.matches.queries import RunningClock
from data.model.match import Notified
from games.clock import GRACE_SECONDS, VOTING

REMINDED_AT = 0.25
"""The part of the time for a correspondence move that is left when its player is reminded."""

_AFTER_THE_FALL = 0.01  # the store's comparison is strict


class DueAction(StrEnum):
    """What to do when an entry is due."""

    FLAG = "flag"
    REMIND = "remind"


class Due(NamedTuple):
    """What is due, and at which uptime of its shard."""

    at: float
    match_id: int
    action: DueAction
    guild_id: int | None


class Schedule:
    """What is due, and when, in uptime of the shard."""

    def __init__(self) -> None:
        self._heap: list[Due] = []
        self._due: dict[tuple[int, DueAction], Due] = {}

    def plan(self, running: RunningClock) -> None:
        """Replace what is due in a match by what its running clock says; a stopped one says nothing."""
        self.forget(running.match_id)
        falls_at, control, side = running.clock.falls_at, running.clock.control, running.clock.side
        if falls_at is None or side is None:
            return
        match_id, guild_id = running.match_id, running.guild_id
        self._add(Due(falls_at + GRACE_SECONDS + _AFTER_THE_FALL, match_id, DueAction.FLAG, guild_id))
        is_one_person = running.between_people and control.name not in VOTING
        is_giver = control.giver is side  # who has a list of the boards that wait
        if control.each_turn and is_one_person and not is_giver and running.notified < Notified.REMINDER:
            remind_at = falls_at - REMINDED_AT * control.total(control.whole(side))
            self._add(Due(remind_at, match_id, DueAction.REMIND, guild_id))

    def forget(self, match_id: int) -> None:
        """Remove what is due in a match."""
        for action in DueAction:
            self._due.pop((match_id, action), None)
        # Every move leaves an entry of a turn that is over.
        if len(self._heap) > 2 * len(self._due) + 100:
            self._heap = list(self._due.values())
            heapq.heapify(self._heap)

    @property
    def first_at(self) -> float | None:
        """When something is due next; None if nothing is."""
        while self._heap:
            due = self._heap[0]
            if self._due.get((due.match_id, due.action)) is due:
                return due.at
            heapq.heappop(self._heap)  # it is of a turn that is over
        return None

    def pop(self, until: float) -> Due | None:
        """Remove and return the first of what is due at this uptime; None if nothing is."""
        first_at = self.first_at
        if first_at is None or first_at > until:
            return None
        due = heapq.heappop(self._heap)
        del self._due[due.match_id, due.action]
        return due

    def _add(self, due: Due) -> None:
        self._due[due.match_id, due.action] = due
        heapq.heappush(self._heap, due)
