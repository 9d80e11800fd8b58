"""Matches that two people begin and leave: one of them is notified once, and no clock counts an outage."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

from data.model.match import Match
from games.base import Move
from sandbox import InteractionFailed, Person, Sandbox
from tests.bot.killed.book import Book

from .processes import Processes

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
    begun = _Begun(bots, sandbox, first, channel)
    match = await begun.after(begin, "challenge")
    match = await begun.after(partial(begun.accept, second), "playing")
    asked = 0.0
    for ply, (person, move) in enumerate(((first, "d3"), (second, "c3"))):
        book.typed[match.id].add((int(person.id), Move(move)))
        asked = time.monotonic()
        match = await begun.after(
            partial(person.command, channel, "move", move=move, match=match.id), "playing", ply + 1
        )
    assert match.clock is not None and match.clock.since is not None
    return LeftAlone(match.id, channel, asked, time.monotonic(), match.clock.since)


@dataclass(frozen=True)
class _Begun:
    """The only match of a person."""

    bots: Processes
    sandbox: Sandbox
    person: Person
    channel: str

    async def after(self, act: Callable[[], Awaitable[object]], state: str, plies: int = 0) -> Match:
        """The match once it is so far and posted. Without an answer it may be stored nevertheless."""
        deadline = time.monotonic() + self.bots.patience
        while (match := self._match()) is None or not _is_so_far(match, state, plies):
            assert time.monotonic() < deadline, (match, state, plies)
            with contextlib.suppress(InteractionFailed):
                # The answer came too late to be shown.
                if match is not None and match.home.message_id is None:
                    await self.person.command(self.channel, "board", match=match.id)
                else:
                    await act()
            with contextlib.suppress(AssertionError):
                await self.bots.until(lambda: self._is_there(state, plies), within=AGAIN_SECONDS)
        return match

    async def accept(self, opponent: Person) -> None:
        """Accept the challenge where its board is now: a fault may have moved it."""
        match = self._match()
        shown = self.sandbox.messages(self.channel)
        board = next((one for one in shown if match and one.id == str(match.home.message_id)), None)
        if board is not None and board.buttons:
            await opponent.click(board, label="✅")

    def _is_there(self, state: str, plies: int) -> bool:
        match = self._match()
        return match is not None and _is_so_far(match, state, plies)

    def _match(self) -> Match | None:
        mine = (one for one in self.bots.stored().values() if one.first_id == int(self.person.id))
        return next(mine, None)


def _is_so_far(match: Match, state: str, plies: int) -> bool:
    return match.state == state and match.ply >= plies and match.home.message_id is not None
