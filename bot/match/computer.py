"""The computer as a player of matches: it searches in the worker pool, in the background, once per match.

Only the process that owns a match's shard searches.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Generator, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from typing import Any, Protocol

import structlog

from ai.analysis import Verdict
from ai.base import Choice, Limit, assists, can_assist, limit_in_match
from bot.exceptions import Outdated, guarded
from bot.match.endings import resigned
from bot.match.engines import playing_level
from bot.match.events import MatchEvents, QueueMoved
from bot.match.moves import append_moves
from bot.match.shard_tasks import ShardTasks
from bot.match.thinking_time import ThinkingTime, turn_seconds
from bot.tasks import retry_store
from data.errors import UnavailableMatch
from data.model.match import Match, PositionId
from data.model.match_change import MatchChange
from data.model.shards import Shards
from data.store import Store
from games import GAMES, replay
from games.base import Move, Position, Record

log = structlog.get_logger(__name__)

PROPOSAL_LEVEL = "5"
RESIGNS_FROM = 30
"""The number of moves before which the computer does not resign."""
QUEUE_SHOWN_SECONDS = 2.0
"""How long a search waits before its board shows the place in the queue."""
QUEUE_POLL_SECONDS = 5.0
"""How often the place in the queue is looked at after that."""
RETRY_SECONDS = (1.0, 2.0, 5.0, 15.0, 60.0, 300.0)
"""The waits after attempts at a move that failed; the last one repeats while it is the computer's turn."""


class Search(Protocol):
    """A question to the worker pool; awaiting it gives the answer."""

    def __await__(self) -> Generator[Any, None, Choice]:
        """Wait for the answer."""

    @property
    def queue_position(self) -> int:
        """How many searches are before it in the queue."""

    @property
    def getting_ready(self) -> bool:
        """Whether it waits for the game's kernels to be compiled or loaded."""


class Player(Protocol):
    """What the match service needs of the worker pool."""

    @property
    def failed_games(self) -> frozenset[str]:
        """The games whose computer answers without an engine, because that could not be started."""

    async def choose(
        self,
        record: Record,
        level: str,
        *,
        limit: Limit | None = None,
        queue_key: int = 0,
        background: bool = False,
    ) -> Choice:
        """A move for the side to move of ``record``; in the ``background`` when nobody else waits for one."""

    def submit(self, record: Record, level: str, *, limit: Limit | None = None, queue_key: int = 0) -> Search:
        """Search for a move for the side to move; the search knows its place in the queue."""


class Judge(Protocol):
    """What is needed of the worker pool: `ai.pool.pool.Pool.analyse`."""

    async def analyse(
        self, record: Record, played: Move | None, *, queue_key: int = 0, background: bool = True
    ) -> Verdict:
        """Judge a move. Raises `ai.base.AiError` or `games.base.RuleError`."""


@dataclass(frozen=True, slots=True)
class Wait:
    """What a search waits for: its turn, with so many searches before it, or its game's kernels."""

    queue_position: int = 0
    getting_ready: bool = False


NO_WAIT = Wait()


@dataclass(slots=True)
class _Work:
    """A search for one position of a match."""

    position_id: PositionId
    task: asyncio.Task[None]
    is_committing: bool = False
    """Whether the move is found and being stored: from then on it is not stopped."""


class Computer:
    """Plays the computer's side of every match of this process's shards."""

    def __init__(
        self,
        player: Player,
        store: Store,
        events: MatchEvents,
        tasks: ShardTasks,
        thinking_time: ThinkingTime,
        ticks: Callable[[], float],
    ) -> None:
        self._player = player
        self._store = store.background
        self._queries = store.queries
        self._owns = store.ownership.owns
        self._tasks = tasks
        self._thinking_time = thinking_time
        self._ticks = ticks
        self._assisted = frozenset(filter(can_assist, GAMES))
        self._work: dict[int, _Work] = {}
        self._waits = Waits(events, tasks)
        events.subscribe(MatchChange, self._follow)
        tasks.continue_matches(self._unfinished, self.start, "computers do not think yet")

    def start(self, match: Match, change: MatchChange | None = None) -> None:
        """Search, if it is the computer's turn and no search runs; or propose moves that spare people work.

        A proposal is what `ai.base.assists` is about, as dead groups in Go. Matches of other processes are
        left to them. ``change`` is the one that led here, None if that is not known.
        """
        if not self._is_free(match):
            return
        if is_turn(match):
            self._run(match, self._think(match, None if change is None else turn_seconds(change)))
        elif match.game in self._assisted and match.is_active and assists(match.record):
            self._run(match, self._propose(match))

    def _is_free(self, match: Match) -> bool:
        """Whether this process can begin a search in a match: none runs that was not canceled."""
        work = self._work.get(match.id)
        return self._owns(match.guild_id) and (work is None or work.task.cancelling() > 0)

    async def _unfinished(self, shards: Shards) -> AsyncIterator[Match]:
        async for match in self._queries.each(await self._queries.against_computer(shards)):
            yield match

    def wait(self, match: Match) -> Wait:
        """What this match's search waits for, where its board shows that."""
        return self._waits.shown(match.id)

    def _follow(self, change: MatchChange) -> None:
        """Stop a search for a position that is gone, and start the one that is due."""
        match = change.after
        work = self._work.get(match.id)
        if work is not None:
            self._tasks.moved(work.task, match)
            # What is being stored is this change, or refused because of it: `_commit` goes on from there.
            if work.is_committing or self._is_due(work, match):
                return
            del self._work[match.id]
            work.task.cancel()
        self.start(match, change)

    def _is_due(self, work: _Work, match: Match) -> bool:
        """Whether the search is one that this process has to make in the match as it is now."""
        is_same = work.position_id == match.position_id and work.task.cancelling() == 0
        return is_same and match.is_active and self._owns(match.guild_id)

    def _run(self, match: Match, search: Coroutine[None, None, None]) -> None:
        task = self._tasks.run(match, search)
        work = self._work[match.id] = _Work(match.position_id, task)
        task.add_done_callback(lambda _: self._forget(match.id, work))

    def _forget(self, match_id: int, work: _Work) -> None:
        if self._work.get(match_id) is work:
            del self._work[match_id]

    async def _think(self, match: Match, turn: float | None) -> None:
        """Move, whatever goes wrong at first."""
        for seconds in chain(RETRY_SECONDS, repeat(RETRY_SECONDS[-1])):
            try:
                await self._move(match, turn)
                return
            except UnavailableMatch as reason:
                log.debug("computer does not move", reason=str(reason))
                return
            except Exception:
                log.exception("computer has not moved yet", match=match.id, retry=seconds)
            if await self._has_passed(match):
                return
            await asyncio.sleep(seconds)

    async def _has_passed(self, match: Match) -> bool:
        """Whether this is known not to be the computer's turn anymore; then the next search is started."""
        try:
            latest = await self._store.get(match.id)
        except UnavailableMatch:
            return True
        except Exception:
            log.exception("match not read yet", match=match.id)
            return False
        if latest.position_id == match.position_id and is_turn(latest):
            return False
        self._think_again(latest)
        return True

    async def _move(self, match: Match, turn: float | None) -> None:
        began = self._ticks()
        level = playing_level(match.game, match.require_level())
        limit = limit_in_match(match.game, level, match.id)
        search = self._player.submit(match.record, level, limit=limit, queue_key=queue_key(match))
        choice = await self._waits.answer(match, search)
        await self._thinking_time.hold(match, choice, turn, self._ticks() - began)
        if choice.resigns and match.ply >= RESIGNS_FROM:
            await self._commit(match, lambda: self._resign(match))
        else:
            await self._play(match, [choice.move])

    async def _propose(self, match: Match) -> None:
        choice = await self._player.choose(match.record, PROPOSAL_LEVEL, queue_key=queue_key(match))
        moves = keeping_turn(replay(match.record), choice.line)
        if moves:
            await self._play(match, moves)

    async def _resign(self, match: Match) -> Match:
        outcome = resigned(match, replay(match.record).to_move)
        return await guarded(self._store.finish(match.id, match.position_id, outcome))

    async def _play(self, match: Match, moves: Sequence[Move]) -> None:
        position = replay(match.record)
        await self._commit(match, lambda: append_moves(self._store, match, position, moves, None))

    async def _commit(self, match: Match, change: Callable[[], Awaitable[Match]]) -> None:
        work = self._work.get(match.id)
        if work is not None:
            work.is_committing = True
        try:
            match = await retry_store(change, "computer's move not stored yet")
        except Outdated as outdated:
            match = outdated.match
        finally:
            if work is not None:
                work.is_committing = False
        self._think_again(match)

    def _think_again(self, match: Match) -> None:
        """End this search. The next can be due: the opponent has answered already, or has to pass."""
        self._work.pop(match.id, None)
        if self._is_free(match) and is_turn(match):
            self._run(match, self._think(match, None))


class Waits:
    """What boards show of searches that wait: that the computer gets ready, or its place in the queue.

    A board shows a place only of a search that waits long, and seldom a new one: to show one is to edit a
    message, which Discord limits.
    """

    def __init__(self, events: MatchEvents, tasks: ShardTasks) -> None:
        self._events = events
        self._tasks = tasks
        self._shown: dict[int, Wait] = {}

    def shown(self, match_id: int) -> Wait:
        """What a match's board shows."""
        return self._shown.get(match_id, NO_WAIT)

    async def answer(self, match: Match, search: Search) -> Choice:
        """Wait for the answer to a search, and publish what it waits for while that takes long."""
        if search.getting_ready:
            self._shown[match.id] = wait_of(search)  # so the board with the opponent's move says it at once
        watching = self._tasks.run(match, self._watch(match, search))
        try:
            return await search
        finally:
            watching.cancel()
            self._shown.pop(match.id, None)

    async def _watch(self, match: Match, search: Search) -> None:
        await asyncio.sleep(QUEUE_SHOWN_SECONDS)
        while (wait := wait_of(search)) != NO_WAIT:
            if is_news(self.shown(match.id), wait):
                self._shown[match.id] = wait
                self._events.publish(QueueMoved(match))
            await asyncio.sleep(QUEUE_POLL_SECONDS)
        self._shown.pop(match.id, None)  # the next picture says that the computer thinks


def wait_of(search: Search) -> Wait:
    """What a search waits for now."""
    return Wait(getting_ready=True) if search.getting_ready else Wait(search.queue_position)


def is_news(shown: Wait, wait: Wait) -> bool:
    """Whether a wait is worth showing after another."""
    if shown.getting_ready or wait.getting_ready:
        return shown != wait
    return has_moved_far(shown.queue_position, wait.queue_position)


def has_moved_far(shown: int, ahead: int) -> bool:
    """Whether a place is worth showing after another (0: none): it has halved, or doubled."""
    return ahead * 2 <= shown or ahead >= shown * 2


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
    return match.is_active and match.level is not None and match.user_of(replay(match.record).to_move) is None


def queue_key(match: Match) -> int:
    """The key under which the pool queues a match's searches fairly: its server, or its channel in DMs."""
    return match.guild_id or match.home.channel_id
