"""Matches that two people begin and leave: one of them is notified once, and no clock counts an outage."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

from data.model import Match
from games.base import Move
from sandbox import InteractionFailed, Sandbox
from tests.bot.killed.book import Book

from .processes import WITHIN, Processes

AGAIN_SECONDS = 5.0
"""After this time, people do again what had no effect."""


@dataclass(frozen=True)
class LeftAlone:
    """A match on whose clock a turn has started."""

    match_id: int
    channel: str
    asked: float
    """By the test's clock, before the turn started."""
    seen: float
    """After it."""
    counted: float
    """What its shard counted then."""

    def notifications(self, sandbox: Sandbox) -> int:
        """How many mentions for the turn there are in its channel."""
        name = f"#{self.match_id}]"
        return sum(
            one.content.startswith("🔔") and name in one.content for one in sandbox.messages(self.channel)
        )


async def leave_alone(sandbox: Sandbox, bots: Processes, book: Book, channel: str) -> LeftAlone:
    """Begin a match in a server whose process may be busy, and go away."""
    first, second = (sandbox.add_person(f"{name}-{time.monotonic_ns()}") for name in ("away", "gone"))
    begin = partial(first.command, channel, "play othello", opponent=second, clock="3-days", side="first")
    match = await _after(begin, bots, int(first.id), "challenge")
    board = next(one for one in sandbox.messages(channel) if one.id == str(match.message_id))
    match = await _after(partial(second.click, board, label="✅"), bots, int(first.id), "playing")
    asked = 0.0
    for ply, (person, move) in enumerate(((first, "d3"), (second, "c3"))):
        book.typed[match.id].add((int(person.id), Move(move)))
        asked = time.monotonic()
        play = partial(person.command, channel, "move", move=move, match=match.id)
        match = await _after(play, bots, int(first.id), "playing", ply + 1)
    assert match.clock is not None and match.clock.since is not None
    return LeftAlone(match.id, channel, asked, time.monotonic(), match.clock.since)


async def _after(
    act: Callable[[], Awaitable[object]], bots: Processes, first_id: int, state: str, plies: int = 0
) -> Match:
    """The match of a person once it is so far and posted. Without an answer it may be stored nevertheless."""
    found: list[Match] = []

    def is_there() -> bool:
        found[:] = [one for one in bots.stored().values() if one.first_id == first_id]
        return any(one.state == state and one.ply >= plies and one.message_id is not None for one in found)

    deadline = time.monotonic() + WITHIN
    while not is_there():
        assert time.monotonic() < deadline, (first_id, state, plies)
        with contextlib.suppress(InteractionFailed):
            await act()
        with contextlib.suppress(AssertionError):
            await bots.until(is_there, within=AGAIN_SECONDS)
    return found[0]
