"""Hand and brain: the lobby with four seats, what a brain names, and the computer beside a person.

The computer as a brain names the region of the move that it would play. As a hand it plays that move if it is
in the region, else the best of some of the region's moves, each judged by a short search of the reply.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from itertools import chain, repeat

import structlog

from ai.base import Limit
from bot.exceptions import Outdated, Refusal, guarded
from bot.match.computer import RETRY_SECONDS, Player, queue_key
from bot.match.engines import check_engine, playing_level
from bot.match.events import MatchEvents
from bot.match.lookup import MatchLookup
from bot.match.moves import append_moves
from bot.match.shard_tasks import ShardTasks
from bot.match.teams import LOBBY_SECONDS, TeamMatches
from bot.tasks import Tasks
from data.errors import LimitReached, UnavailableMatch
from data.matches.hand_and_brain import name_region, start_pairs
from data.matches.quotas import LimitRequest, check_limits
from data.matches.transactions import MatchTransaction
from data.model.hand_and_brain import Pairs, Seat
from data.model.match import Limits, Match, MatchState, NewMatch, Place, PositionId
from data.model.match_change import MatchChange
from data.model.pair_turns import computer_seat, region_in
from data.model.shards import Shards
from data.model.teams import TeamKind, Teams
from data.store import Store
from games import replay
from games.base import Move, Record, Side
from games.grid import Grid
from games.regions import allowed, grid_of, regions

log = structlog.get_logger(__name__)

_JUDGED = 12
"""Moves of a region that a computer's hand compares."""
_REPLY = Limit(0.15)
"""For the reply to each of them: less than 2 s together."""


class HandAndBrain:
    """The matches of hand and brain. Methods raise `Refusal` and `Outdated`; ``now``: unix seconds."""

    def __init__(
        self,
        store: Store,
        lookup: MatchLookup,
        teams: TeamMatches,
        player: Player,
        events: MatchEvents,
        now: Callable[[], float],
    ) -> None:
        self._store = store
        self._lookup = lookup
        self._teams = teams
        self._now = now
        self._tasks = Tasks()
        self._partners = _Partners(player, store, events, ShardTasks(events, self._tasks))

    async def create(
        self,
        slug: str,
        variant: str,
        side: Side,
        user_id: int,
        place: Place,
        control: str | None,
        level: str | None,
    ) -> Match:
        """Open a lobby, in which its creator is a brain; at a ``level`` the computer takes free seats."""
        if level is not None:
            check_engine(slug, variant, level)
        teams = Teams(TeamKind.HAND_AND_BRAIN, pairs=Pairs(level)).with_seat(user_id, side, Seat.BRAIN)
        new = NewMatch(
            game=slug,
            variant=variant,
            state=MatchState.CHALLENGE,
            first_id=teams.captain(Side.FIRST),
            second_id=teams.captain(Side.SECOND),
            challenger_id=user_id,
            place=place,
            expires_at=self._now() + LOBBY_SECONDS,
            control=control,
            teams=teams,
        )
        return await guarded(self._store.matches.create(new))

    async def take_seat(self, match_id: int, user_id: int, side: Side, seat: Seat, limits: Limits) -> Match:
        """Take a free seat, or change to it; ``limits`` are those of the place."""
        await self._teams.check_can_join(match_id, user_id)

        def change(transaction: MatchTransaction, match: Match) -> Teams:
            teams = self._open(match)
            if teams.seated(side, seat) is not None:
                raise Refusal("brain.there-already" if teams.seated(side, seat) == user_id else "brain.taken")
            transaction.check_limits(LimitRequest.to_accept(match, user_id), limits)
            return teams.with_seat(user_id, side, seat)

        return await guarded(self._store.matches.change_teams(match_id, MatchState.CHALLENGE, change))

    async def begin(self, match_id: int, user_id: int, limits: Limits) -> Match:
        """Begin the match, if nobody is missing whose seat the computer does not take."""

        def work(transaction: MatchTransaction) -> Match:
            if not transaction.lock(match_id).is_of_pairs:
                raise Refusal("challenge.not-yours")
            match = transaction.expect(match_id, MatchState.CHALLENGE)
            if user_id != match.challenger_id:
                raise Refusal("team.only-creator")
            teams = self._open(match)
            if teams.pairs is None or (
                teams.pairs.level is None and len(match.people) < len(Side) * len(Seat)
            ):
                raise Refusal("brain.nobody-there")
            for person_id in match.people:
                try:
                    check_limits(transaction.connection, LimitRequest.to_accept(match, person_id), limits)
                except LimitReached:
                    raise Refusal("team.busy") from None
            return start_pairs(transaction, match)

        return await guarded(self._store.matches.commit(work))

    async def name(self, match_id: int, position_id: PositionId, user_id: int, region: str) -> Match:
        """Name a region as the brain of the side to move."""
        match = await self._lookup.on_turn(match_id, user_id, position_id)
        if region_in(match.teams, match.record, match.position_id) is not None:
            raise Outdated(match)
        if match.teams is None or computer_seat(match.teams, match.record, match.position_id) is not None:
            raise Refusal("brain.computer-names-now")
        if region not in regions(match.record):
            raise Refusal("error.unknown-button")
        commit = self._store.matches.commit(
            lambda transaction: name_region(transaction, match.id, match.position_id, region)
        )
        return await guarded(commit)

    async def close(self) -> None:
        """Stop the computer's searches; they go on at the next start."""
        await self._tasks.close()

    def _open(self, match: Match) -> Teams:
        if match.teams is None or match.teams.pairs is None or match.require_expires_at() <= self._now():
            raise Refusal("challenge.expired")
        return match.teams


class _Partners:
    """The computer in the seats beside people, in the matches of this process's shards."""

    def __init__(self, player: Player, store: Store, events: MatchEvents, tasks: ShardTasks) -> None:
        self._player = player
        self._store = store
        self._tasks = tasks
        self._work: dict[int, tuple[PositionId, Seat, asyncio.Task[None]]] = {}
        events.subscribe(MatchChange, lambda change: self._follow(change.after))
        tasks.continue_matches(self._unfinished, self._follow, "computers beside people do not think yet")

    async def _unfinished(self, shards: Shards) -> AsyncIterator[Match]:
        queries = self._store.queries
        async for match in queries.each(await queries.of_pairs(shards)):
            yield match

    def _follow(self, match: Match) -> None:
        """Stop a search for what has passed, and start the one that is due."""
        if not match.is_of_pairs:
            return
        seat = computer_seat(match.teams, match.record, match.position_id) if match.is_active else None
        position_id, searching, task = self._work.get(match.id, (None, None, None))
        if task is not None:
            if (position_id, searching) == (match.position_id, seat):
                return
            # A search that has just stored its move is what this change comes from: it ends by itself.
            if task is not asyncio.current_task():
                task.cancel()
            del self._work[match.id]
        if seat is not None and self._store.ownership.owns(match.guild_id):
            started = self._tasks.run(match, self._act(match, seat))
            self._work[match.id] = match.position_id, seat, started
            started.add_done_callback(lambda done: self._forget(match.id, done))

    def _forget(self, match_id: int, task: asyncio.Task[None]) -> None:
        if match_id in self._work and self._work[match_id][2] is task:
            del self._work[match_id]

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
        moves = allowed(match.record, region or "")
        # One search finds the best move of all. Only if it is outside the region, each move there is judged.
        move = await self._choose(match, match.record)
        if move not in moves:
            move = await self._best(match, moves)
        await append_moves(self._store.background, match, replay(match.record), [move], None)

    async def _best(self, match: Match, moves: Sequence[Move]) -> Move:
        """The best of some moves, by what the best reply to each is worth."""
        position, scores = replay(match.record), dict[Move, float]()
        for move in nearest(match.record, moves)[:_JUDGED]:
            after = match.record.then(move)
            outcome = replay(after).outcome()
            if outcome is not None:
                scores[move] = (
                    0.0 if outcome.winner is None else (1.0 if outcome.winner is position.to_move else -1.0)
                )
                continue
            choice = await self._player.choose(
                after, self._level(match), limit=_REPLY, queue_key=queue_key(match)
            )
            is_same = replay(after).to_move is position.to_move
            scores[move] = choice.score if is_same else -choice.score
        return max(scores, key=lambda move: scores[move])

    async def _choose(self, match: Match, record: Record) -> Move:
        return (await self._player.choose(record, self._level(match), queue_key=queue_key(match))).move

    @staticmethod
    def _level(match: Match) -> str:
        pairs = match.teams.pairs if match.teams is not None else None
        if pairs is None or pairs.level is None:
            raise ValueError(f"match {match.id} has no computer beside a person")
        return playing_level(match.game, pairs.level)


def nearest(record: Record, moves: Sequence[Move]) -> list[Move]:
    """Moves in an order in which the first are worth a look: on points, those near what was played last."""
    grid = grid_of(replay(record))
    named = {grid.name(point): point for point in range(grid.size**2)} if grid is not None else {}
    played = [named[move] for move in record.moves if move in named]
    points = [move for move in moves if move in named] or list(moves)
    if grid is None or not played:
        return points
    return sorted(points, key=lambda move: (_distance(grid, named[move], played), move))


def _distance(grid: Grid, point: int, played: Sequence[int]) -> tuple[int, int]:
    """How far a point is from the nearest stone that was played, and from the last one."""
    row, column = divmod(point, grid.size)
    far = [max(abs(row - other // grid.size), abs(column - other % grid.size)) for other in played]
    return min(far), far[-1]
