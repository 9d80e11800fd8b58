"""The computer in the seats beside people, in hand and brain.

As a brain it names the region of the move that it would play. As a hand it plays that move if it is in the
region, else the best of some of the region's moves, each judged by a short search of the reply.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from itertools import chain, repeat

import structlog

from ai.base import Limit
from bot.exceptions import Outdated, guarded
from bot.match.computer import RETRY_SECONDS, Player, queue_key
from bot.match.engines import playing_level
from bot.match.events import MatchEvents
from bot.match.move_order import nearest
from bot.match.moves import append_moves
from bot.match.shard_tasks import ShardTasks
from data.errors import UnavailableMatch
from data.matches.hand_and_brain import name_region
from data.model.hand_and_brain import Seat
from data.model.match import Match, PositionId
from data.model.pair_turns import computer_seat, region_in
from data.model.shards import Shards
from data.store import Store
from games import replay
from games.base import Move, Record
from games.regions import allowed, regions

log = structlog.get_logger(__name__)

_JUDGED = 12
"""Moves of a region that a computer's hand compares."""
_REPLY = Limit(0.15)
"""For the reply to each of them: less than 2 s together."""


@dataclass(frozen=True, slots=True)
class _Turn:
    """A position in which the computer acts, the seat in which it does, and its search."""

    position_id: PositionId
    seat: Seat
    task: asyncio.Task[None]


class ComputerPartners:
    """The computer in the seats beside people, in the matches of this process's shards."""

    def __init__(self, player: Player, store: Store, events: MatchEvents, tasks: ShardTasks) -> None:
        self._player = player
        self._store = store
        self._tasks = tasks
        self._turns: dict[int, _Turn] = {}
        events.follow("is_of_pairs", lambda change: self._follow(change.after))
        tasks.continue_matches(self._unfinished, self._follow, "computers beside people do not think yet")

    async def _unfinished(self, shards: Shards) -> AsyncIterator[Match]:
        queries = self._store.queries
        async for match in queries.each(await queries.of_pairs(shards)):
            yield match

    def _follow(self, match: Match) -> None:
        """Stop a search for what has passed, and start the one that is due."""
        seat = computer_seat(match.teams, match.record, match.position_id) if match.is_active else None
        turn = self._turns.get(match.id)
        if turn is not None:
            if (turn.position_id, turn.seat) == (match.position_id, seat):
                return
            # A search that has just stored its move is what this change comes from: it ends by itself.
            if turn.task is not asyncio.current_task():
                turn.task.cancel()
            del self._turns[match.id]
        if seat is not None and self._store.ownership.owns(match.guild_id):
            task = self._tasks.run(match, self._act(match, seat))
            self._turns[match.id] = _Turn(match.position_id, seat, task)
            task.add_done_callback(lambda done: self._forget(match.id, done))

    def _forget(self, match_id: int, task: asyncio.Task[None]) -> None:
        turn = self._turns.get(match_id)
        if turn is not None and turn.task is task:
            del self._turns[match_id]

    async def _act(self, match: Match, seat: Seat) -> None:
        """Name, or play, whatever goes wrong at first."""
        for seconds in chain(RETRY_SECONDS, repeat(RETRY_SECONDS[-1])):
            try:
                await (self._name(match) if seat is Seat.BRAIN else self._play(match))
                return
            except (Outdated, UnavailableMatch):
                return
            except Exception:
                log.exception("computer beside a person has not acted yet", match=match.id, retry=seconds)
            await asyncio.sleep(seconds)

    async def _name(self, match: Match) -> None:
        move = await self._choose(match, match.record)
        choices = regions(match.record)
        region = next((name for name, moves in choices.items() if move in moves), next(iter(choices)))
        commit = self._store.background.commit(
            lambda transaction: name_region(transaction, match.id, match.position_id, region)
        )
        await guarded(commit)

    async def _play(self, match: Match) -> None:
        region = region_in(match.teams, match.record, match.position_id)
        # The seat is a hand's, so a region is named. Without its name the hand could only pass.
        moves = allowed(match.record, region or "")
        # One search finds the best move of all. Only if it is outside the region, each move there is judged.
        move = await self._choose(match, match.record)
        if move not in moves:
            move = await self._best(match, moves)
        await append_moves(self._store.background, match, replay(match.record), [move], None)

    async def _best(self, match: Match, moves: Sequence[Move]) -> Move:
        """The best of some moves, by what the best reply to each is worth."""
        judged = nearest(match.record, moves)[:_JUDGED]
        values = {move: await self._value_of(match, move) for move in judged}
        return max(values, key=lambda move: values[move])

    async def _value_of(self, match: Match, move: Move) -> float:
        """What a move is worth to the side to move, from -1, a loss, to 1, a win."""
        mover = replay(match.record).to_move
        record = match.record.then(move)
        after = replay(record)
        outcome = after.outcome()
        if outcome is not None:
            if outcome.winner is None:
                return 0.0
            return 1.0 if outcome.winner is mover else -1.0
        reply = await self._player.choose(
            record, self._level(match), limit=_REPLY, queue_key=queue_key(match)
        )
        return reply.score if after.to_move is mover else -reply.score

    async def _choose(self, match: Match, record: Record) -> Move:
        return (await self._player.choose(record, self._level(match), queue_key=queue_key(match))).move

    @staticmethod
    def _level(match: Match) -> str:
        pairs = match.teams.pairs if match.teams is not None else None
        if pairs is None or pairs.level is None:
            raise ValueError(f"match {match.id} has no computer beside a person")
        return playing_level(match.game, pairs.level)
