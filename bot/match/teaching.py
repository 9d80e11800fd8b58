"""Teaching games: judges the person's moves, in the worker pool, and publishes those that cost much.

A move is judged after the computer has answered it, when no other search waits, so nothing waits for a
judgment. The next change of the match ends it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from ai.base import Choice, Limit, solved
from bot.match.computer import Player, queue_key
from bot.match.events import CostlyMove, MatchEvents
from bot.match.shard_tasks import ShardTasks
from bot.match.takebacks import last_own_ply
from data.leases.ownership import Ownership
from data.model.match import Match
from data.model.match_change import MatchChange
from games import replay
from games.base import Move, Position
from games.gomoku import GomokuPosition

JUDGE = "8"
LIMIT = Limit(0.15)
"""For the position before the move, and for the one after it: 0.3 s together."""
MAX_LOSS: Mapping[str, float] = {"othello": 0.6, "gomoku": 0.8, "go": 0.3}
"""How much of the expected result (2: from a win to a loss) a move can lose unmentioned, by game.

Levels 1 and 2 lose more with 12 to 18 % of their moves, level 8 with 2 % at most: ``bench/teaching.py``,
docs/experiments/bot.md. In a solved game each move counts that makes the result worse.
"""


class Teaching:
    """Follows the teaching games of this process's shards."""

    def __init__(self, player: Player, ownership: Ownership, events: MatchEvents, tasks: ShardTasks) -> None:
        self._player = player
        self._owns = ownership.owns
        self._events = events
        self._tasks = tasks
        self._judging: dict[int, asyncio.Task[None]] = {}
        events.follow("is_teaching", self._follow)

    def _follow(self, change: MatchChange) -> None:
        match = change.after
        if not change.position_changed and match.is_active:
            return  # an offer
        judging = self._judging.pop(match.id, None)
        if judging is not None:
            judging.cancel()
        ply = _ply_to_judge(change)
        if ply is not None and self._owns(match.guild_id):
            task = self._judging[match.id] = self._tasks.run(match, self._judge(match, ply))
            task.add_done_callback(lambda _: self._forget(match.id, task))

    def _forget(self, match_id: int, task: asyncio.Task[None]) -> None:
        if self._judging.get(match_id) is task:
            del self._judging[match_id]

    async def _judge(self, match: Match, ply: int) -> None:
        before = await self._best(match, ply)
        if before.move == match.moves[ply]:
            return  # loses nothing
        after = await self._best(match, ply + 1)
        if is_costly(match, ply, before, after):
            self._events.publish(CostlyMove(match, ply, before, after))

    async def _best(self, match: Match, ply: int) -> Choice:
        record = match.record.before(ply)
        return await self._player.choose(
            record, JUDGE, limit=LIMIT, queue_key=queue_key(match), background=True
        )


def is_costly(match: Match, ply: int, before: Choice, after: Choice) -> bool:
    """Whether the move at ``ply`` loses enough to be mentioned, by the best play before and after it."""
    lost = loss(replay(match.record.before(ply)), match.moves[ply], before, after)
    if solved(match.game):
        return before.proven and after.proven and lost > 0
    return lost > MAX_LOSS[match.game]


def loss(position: Position, move: Move, before: Choice, after: Choice) -> float:
    """What a move loses of the expected result, by the best play before and after it.

    The judge's own move loses nothing: two searches differ by more than most moves of strong players lose.
    """
    if before.move == move:
        return 0.0
    return before.score - score_for_mover(position, after, position.play(move))


def score_for_mover(before: Position, best: Choice, after: Position) -> float:
    """The score of the best play ``after`` a move, for the side that was to move ``before`` it."""
    return best.score if after.to_move is before.to_move else -best.score


def _ply_to_judge(change: MatchChange) -> int | None:
    """The person's last move, if it is their turn again; None if there is none, or it kept the turn."""
    before, match = change.before, change.after
    side = match.computer_side
    if before is None or side is None or not match.is_active or match.ply <= before.ply:
        return None
    if replay(match.record).to_move is side:
        return None
    ply = last_own_ply(match, side.other)
    if ply is None or replay(match.record.before(ply + 1)).to_move is not side:
        return None
    position = replay(match.record.before(ply))
    is_swap = isinstance(position, GomokuPosition) and bool(position.stage)  # its scores are of the choice
    return None if is_swap else ply
