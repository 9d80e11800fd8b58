"""The computer as a player of matches: thinks in the pool, in the background, one task a match.

Start reading at `Computer.move`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Protocol

from ai.base import Choice, Limit
from bot.exceptions import Outdated
from bot.match.waiting import Thought, Waiting
from bot.tasks import Tasks, persistently
from data.matches import Match
from games import replay
from games.base import Move, Position, Record, Side


class Player(Protocol):
    """What is needed of the worker pool."""

    async def choose(
        self, record: Record, level: str, *, limit: Limit | None = None, tenant: int = 0
    ) -> Choice:
        """A move for the side to move of ``record``."""

    def submit(self, record: Record, level: str, *, limit: Limit | None = None, tenant: int = 0) -> Thought:
        """The same, with a place in the queue to tell."""


Append = Callable[[Match, Position, Sequence[Move], int | None], Awaitable[Match]]
Resign = Callable[[Match, Side], Awaitable[Match]]

PROPOSAL_LEVEL = "5"
RESIGNS_FROM = 30
"""People are not asked to take a computer's resignation before so many moves are made."""


class Computer:
    """Plays the computer's side of every match."""

    def __init__(
        self,
        player: Player,
        append: Append,
        resign: Resign,
        on_change: Callable[[Match], Awaitable[None]],
        tasks: Tasks,
    ) -> None:
        self._player = player
        self._append = append
        self._resign = resign
        self._on_change = on_change
        self._tasks = tasks
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._waiting = Waiting(on_change, tasks)

    def move(self, match: Match) -> None:
        """Begin to think about a match, if it is the computer's turn and it does not think already."""
        if match.id not in self._thinking and is_turn(match):
            self._begin(match, self._think(match))

    def propose(self, match: Match) -> None:
        """Begin to look for what the side to move, a person, may be spared (see `ai.base.assists`)."""
        if match.id not in self._thinking:
            self._begin(match, self._look_for_proposal(match))

    def _begin(self, match: Match, work: Coroutine[None, None, None]) -> None:
        task = self._tasks.run(work)
        self._thinking[match.id] = task
        task.add_done_callback(lambda done: self._forget(match.id, done))

    def ahead(self, match_id: int) -> int:
        """How many are before a match in the queue, where its board is to tell so; else 0."""
        return self._waiting.ahead(match_id)

    def stop(self, match_id: int) -> None:
        """Stop thinking about a match: it is over, or its position is another."""
        task = self._thinking.pop(match_id, None)
        if task is not None:
            task.cancel()

    def _forget(self, match_id: int, task: asyncio.Task[None]) -> None:
        if self._thinking.get(match_id) is task:
            del self._thinking[match_id]

    async def _think(self, match: Match) -> None:
        assert match.level is not None
        thought = self._player.submit(match.record, match.level, tenant=tenant(match))
        choice = await self._waiting.answer(match, thought)
        if choice.resigns and match.ply >= RESIGNS_FROM:
            side = replay(match.record).to_move
            await self._commit(match, lambda: self._resign(match, side))
        else:
            await self._play(match, [choice.move])

    async def _look_for_proposal(self, match: Match) -> None:
        choice = await self._player.choose(match.record, PROPOSAL_LEVEL, tenant=tenant(match))
        moves = keeping_turn(replay(match.record), choice.line)
        if moves:
            await self._play(match, moves)

    async def _play(self, match: Match, moves: Sequence[Move]) -> None:
        position = replay(match.record)
        await self._commit(match, lambda: self._append(match, position, moves, None))

    async def _commit(self, match: Match, change: Callable[[], Awaitable[Match]]) -> None:
        try:
            match = await persistently(change, "computer's move not stored yet", match=match.id)
        except Outdated as outdated:
            match = outdated.match
        # From here on this task only tells: whoever answers at once finds nobody thinking, and the next
        # thought begins, as it does now where the other side had to pass.
        self._thinking.pop(match.id, None)
        self.move(match)
        await self._on_change(match)


def keeping_turn(position: Position, line: Sequence[Move]) -> list[Move]:
    """The moves at the beginning of ``line`` after which the same side is still to move."""
    moves = []
    for move in line:
        after = position.play(move)
        if after.to_move is not position.to_move:
            break
        moves.append(move)
        position = after
    return moves


def is_turn(match: Match) -> bool:
    """Whether the computer is to move."""
    return match.is_on and match.level is not None and match.user_of(replay(match.record).to_move) is None


def tenant(match: Match) -> int:
    """Who a match's searches are billed to in the pool's queue: its guild, or its channel in DMs."""
    return match.guild_id or match.channel_id
