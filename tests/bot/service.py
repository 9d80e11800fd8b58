"""Fakes around the match service: players, a clock, a store with faults, a record of changes."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from ai.analysis import Verdict
from ai.base import Choice, Limit, NoVerdict
from bot.exceptions import Refusal
from bot.match.endings import time_forfeit
from bot.match.events import MatchEvents, ShardsGained
from bot.match.service import MatchService
from bot.match.setup import Seats
from data.errors import StoreBusy
from data.matches.store import MatchStore
from data.model.match import Match, Place, Played, Turn
from data.model.match_change import MatchChange
from data.model.shards import Shards
from data.servers.moderation import Moderation
from data.store import Store
from games import GAMES, replay
from games.base import PASS, BadNotation, IllegalMove, Move, Record, Side
from tests.bot.thoughts import Thought
from tests.clock import Clock

ANA, BEN, CHO = 101, 102, 103  # Cho plays in no match
HERE = Place(guild_id=7, channel_id=70, locale="ko")
PATIENCE = 60.0
CHANGES = frozenset(
    {"create", "accept", "end_challenge", "append", "take_back", "set_offer", "finish"}
    | {"time_forfeit", "restart_turn", "pause", "resume", "lose_place"}
)


@dataclass
class Player:
    """A computer player that does what the test says, and remembers what it was asked."""

    how: Callable[[Record], Awaitable[Move]]
    asked: list[tuple[Record, str, int]] = field(default_factory=list)
    resigns: bool = False
    failed_games: frozenset[str] = frozenset()

    async def choose(
        self,
        record: Record,
        level: str,
        *,
        limit: Limit | None = None,
        queue_key: int = 0,
        background: bool = False,
    ) -> Choice:
        """The pool's method."""
        self.asked.append((record, level, queue_key))
        move = await self.how(record)
        return Choice(move, 0.25, 1, 1, (move,), resigns=self.resigns)

    async def analyse(
        self, record: Record, played: Move | None, *, queue_key: int = 0, background: bool = True
    ) -> Verdict:
        """The pool's method: this engine judges no moves."""
        raise NoVerdict(record.game)

    def submit(
        self, record: Record, level: str, *, limit: Limit | None = None, queue_key: int = 0
    ) -> Thought:
        """The pool's other method."""
        return Thought(self.choose(record, level, limit=limit, queue_key=queue_key))


def first_move() -> Player:
    """Answers at once with the first legal move."""

    async def how(record: Record) -> Move:
        return replay(record).legal_moves()[0]

    return Player(how)


def never() -> Player:
    """Thinks for ever."""

    async def how(record: Record) -> Move:
        await asyncio.Event().wait()
        raise AssertionError

    return Player(how)


def raising(error: Exception) -> Player:
    """Fails."""

    async def how(record: Record) -> Move:
        raise error

    return Player(how)


class Waiting(Player):
    """Thinks until a test answers."""

    def __init__(self) -> None:
        super().__init__(self._wait)
        self.thinking: list[tuple[Record, asyncio.Future[Move]]] = []

    async def _wait(self, record: Record) -> Move:
        answer: asyncio.Future[Move] = asyncio.get_running_loop().create_future()
        self.thinking.append((record, answer))
        try:
            return await answer
        finally:
            self.thinking = [one for one in self.thinking if one[1] is not answer]

    def answer(self, move: Move | None = None) -> None:
        """Let the thought that began last end with ``move`` (the first legal one)."""
        record, answer = self.thinking[-1]
        answer.set_result(move or replay(record).legal_moves()[0])


class Changes:
    """The matches as they are after each change that is published."""

    def __init__(self, events: MatchEvents) -> None:
        self.seen: list[Match] = []
        events.subscribe(MatchChange, lambda change: self.seen.append(change.after))


async def until(condition: Callable[[], object]) -> None:
    """Wait for what happens in the background."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110  what is waited for has no event
            await asyncio.sleep(0.001)


class Faults:
    """How often the next calls of changes (or of one method) in parts of the store fail, and by what."""

    def __init__(self, times: int, error: Exception | None = None, only: str = "") -> None:
        self.times = times
        self.kinds = {only} if only else CHANGES
        self.error = error or StoreBusy("held by a test")
        self.refused = 0

    def over(self, part: Any) -> Any:
        """What to use in place of that part of the store."""
        return _Failing(self, part)


class _Failing:
    """A part of the store that fails by ``faults``."""

    def __init__(self, faults: Faults, part: Any) -> None:
        self._faults = faults
        self._part = part

    def __getattr__(self, name: str) -> Any:
        real, faults = getattr(self._part, name), self._faults
        if name not in faults.kinds:
            return real

        async def change(*args: Any, **named: Any) -> Any:
            if faults.refused < faults.times:
                faults.refused += 1
                raise faults.error
            return await real(*args, **named)

        return change


@dataclass
class Service:
    """A match service with all that is around it."""

    store: Store
    player: Player
    clock: Clock
    events: MatchEvents
    changes: Changes
    matches: MatchService

    def start(self) -> None:
        """As after a start: this process owns every shard."""
        self.matches.start()
        self.events.publish(ShardsGained(Shards.all(self.store.uptime.total)))

    @property
    def waiting(self) -> Waiting:
        """The player, which waits for a test."""
        assert isinstance(self.player, Waiting)
        return self.player

    async def computer(
        self,
        first: int | None = ANA,
        second: int | None = None,
        variant: str = "6x6",
        control: str | None = None,
    ) -> Match:
        """A match against the computer, which thinks if it is first."""
        seats = Seats(first, second)
        match = await self.matches.start_against_computer("othello", variant, seats, "3", HERE, control)
        self.changes.seen.clear()
        return match

    async def people(self, variant: str = "6x6", control: str | None = None) -> Match:
        """A match of Ana, who moves first, against Ben."""
        match = await self.matches.challenges.create("othello", variant, Seats(ANA, BEN), ANA, HERE, control)
        match = await self.matches.challenges.accept(match.id, BEN)
        self.changes.seen.clear()
        return match

    async def at(self, match: Match, moves: tuple[Move, ...]) -> Match:
        """The match with these moves played."""
        played = [Played(move, ANA) for move in moves[match.ply :]]
        if not played:
            return match
        mover = replay(Record(match.game, match.variant, moves)).to_move
        turn = Turn(None if match.user_of(mover) is None else mover, True, time_forfeit)
        result = await self.store.matches.append(match.id, match.position_id, played, outcome=None, turn=turn)
        self.changes.seen.clear()
        return result.match

    async def play(self, match: Match, user: int, move: str) -> Match:
        """A person's move on the current board."""
        played = await self.matches.play(match.id, match.position_id, user, move)
        self.changes.seen.clear()
        return played


def publishing(store: Store, events: MatchEvents) -> Store:
    """The store, with its changes published to these events."""
    parts = store.database, store.reader, time.time, store.uptime, events.publish, store.ownership
    matches, background = MatchStore(*parts), MatchStore(*parts, only_owned=True)
    moderation = Moderation(store.database, matches)
    return replace(store, matches=matches, background=background, moderation=moderation)


def service(
    store: Store, player: Player, faults: Faults | None = None, clock: Clock | None = None
) -> Service:
    """A service over a store, whose changes fail by ``faults``, and a player."""
    clock, events = clock or Clock(), MatchEvents()
    store = publishing(store, events)
    used = store if faults is None else _failing(store, faults)
    made = MatchService(used, player, events, clock, clock)
    return Service(store, player, clock, events, Changes(events), made)


def _failing(store: Store, faults: Faults) -> Store:
    """A store whose changes fail, those in the background too."""
    return replace(store, matches=faults.over(store.matches), background=faults.over(store.background))


def before_a_forced_pass(mover: Side, variant: str = "6x6") -> tuple[tuple[Move, ...], Move]:
    """A record, and a move of ``mover`` after which the other side has to pass and the game continues."""
    for seed in range(2000):
        choice = random.Random(seed).choice
        position, moves = GAMES["othello"].start(variant), list[Move]()
        while position.outcome() is None:
            for move in position.legal_moves() if position.to_move is mover else ():
                if list(position.play(move).legal_moves()) == [PASS]:
                    return tuple(moves), move
            moves.append(choice(position.legal_moves()))
            position = position.play(moves[-1])
    raise AssertionError("no such game found")


def before_the_end(
    mover: Side, variant: str = "6x6", *, wins: bool | None = None
) -> tuple[tuple[Move, ...], Move]:
    """A record, and a move of ``mover`` that ends the game; None: whether they win it or not."""
    for seed in range(2000):
        choice = random.Random(seed).choice
        position, moves = GAMES["othello"].start(variant), list[Move]()
        while (outcome := position.outcome()) is None:
            side = position.to_move
            moves.append(choice(position.legal_moves()))
            position = position.play(moves[-1])
        if side is mover and wins in (None, outcome.winner is mover):
            return tuple(moves[:-1]), moves[-1]
    raise AssertionError("no such game found")


def some_move(match: Match) -> Move:
    return replay(match.record).legal_moves()[0]


def assert_one_counts(results: Sequence[object]) -> None:
    """Of actions at the same instant one counted; the others found another position, or the end.

    Which of the two depends on whether they had read the match when the first was committed.
    """
    refused = [result for result in results if isinstance(result, Refusal)]
    assert [type(result) for result in results if result not in refused] == [Match]
    assert len(refused) == len(results) - 1
    assert {one.key for one in refused} <= {"match.outdated", "match.over"}


async def refusal(act: Coroutine[Any, Any, Any]) -> str:
    """The key with which something is refused."""
    try:
        await act
    except (Refusal, IllegalMove, BadNotation) as refused:
        return refused.key
    pytest.fail("it was not refused")
