"""Vacations: while a person is away, their matches with days for a move are paused.

A person begins and ends a vacation; one begins by itself, once a year, when the clock of a person would run
out who was not seen since it started. It ends by the person, or once the days of the year are used up.

The rule is one sentence: a match of two people with days for a move is paused while one of them is on
vacation. Every change of such a match, of a vacation, and every start of the bot makes that true again
(`Vacations._settle`), so a kill in between leaves nothing behind. At the fall of a flag the vacation begins
and the match is paused in the transaction that would have ended it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial

from sqlalchemy import Connection

from bot.exceptions import Outdated, Refusal
from bot.match.due_loops import DueLoop
from bot.match.endings import can_abort, time_forfeit
from bot.match.events import MatchEvents
from bot.match.shard_tasks import ShardTasks
from bot.tasks import Tasks, retry_store
from data.errors import Stale, UnavailableMatch
from data.matches.store import MatchStore
from data.model.match import DELETED_USER, Match, MatchState, PauseReason, PositionId
from data.model.match_change import MatchChange
from data.model.shards import Shards
from data.model.vacation import Vacation
from data.people.vacations import is_excused
from data.store import Store

CHECK_SECONDS = 600.0
"""How often it is checked whose days are used up."""

WasSeen = Callable[[int, float], bool]
"""Whether a person was seen in the last so many seconds."""

FlagFalls = Callable[[MatchStore, int], Awaitable[Match | None]]
"""Ends or pauses a match whose flag has fallen; None if none has."""


def everybody_was_seen(user_id: int, seconds: float) -> bool:
    """True for everybody, so that no vacation begins by itself."""
    del user_id, seconds
    return True


class Vacations:
    """The vacations of all people; ``now`` returns unix seconds."""

    def __init__(
        self,
        store: Store,
        events: MatchEvents,
        tasks: Tasks,
        shard_tasks: ShardTasks,
        now: Callable[[], float],
        was_seen: WasSeen,
    ) -> None:
        self._store = store.vacations
        self._matches = store.matches
        self._background = store.background
        self._queries = store.queries
        self._uptime = store.uptime.of
        self._owns = store.ownership.owns
        self._tasks = tasks
        self._shard_tasks = shard_tasks
        self._now = now
        self._was_seen = was_seen
        self._loop = DueLoop(self.end_used_up, CHECK_SECONDS, "vacations not ended yet", tasks)
        events.follow("became_active", lambda change: self._settle_later(change.after))
        events.follow("paused", self._follow_pause)
        shard_tasks.continue_matches(self._concerned, self._settle_later, "vacations not read yet")

    # --- What people do ------------------------------------------------------------------------------

    async def of(self, user_id: int) -> Vacation:
        """A person's vacation days, counted in the present year."""
        return (await self._store.get(user_id)).in_year_of(self._now())

    async def begin(self, user_id: int) -> Vacation:
        """Begin a vacation. Raises `Refusal` if one goes on, or no days are left."""
        if (await self._store.get(user_id)).is_away:
            raise Refusal("vacation.already")
        begun = await self._store.begin(user_id, self._now())
        if not begun.is_away:
            raise Refusal("vacation.none-left")
        self._tasks.run(self._settle_all(user_id))
        return begun

    async def end(self, user_id: int) -> Vacation:
        """End a person's vacation. Raises `Refusal` if they are not on one."""
        if not (await self._store.get(user_id)).is_away:
            raise Refusal("vacation.not-away")
        ended = await self._store.end(user_id, self._now())
        self._tasks.run(self._settle_all(user_id))
        return ended

    async def come_back(self, match_id: int, position_id: PositionId | None, user_id: int) -> Match:
        """End the vacation of a player, from the board of a paused match; returns the match."""
        match = await self._matches.get(match_id)
        if match.side_of(user_id) is None:
            raise Refusal("match.not-seated")
        is_old = position_id not in (None, match.position_id)
        if match.state == MatchState.OVER:
            raise Outdated(match, "match.over") if is_old else Refusal("match.over")
        if match.state != MatchState.PLAYING:
            raise Refusal("match.not-begun")
        if match.paused != PauseReason.VACATION or is_old:
            raise Outdated(match)
        await self.end(user_id)
        # That continues all their matches in the background; the board of this one is the answer.
        await self._settle(match, self._matches)
        return await self._matches.get(match_id)

    # --- When a flag falls ---------------------------------------------------------------------------

    async def flag_falls(self, store: MatchStore, match_id: int) -> Match | None:
        """End a match by its clock, or pause it for a vacation of its player; None if no flag has fallen.

        A vacation begins by itself for a player who was not seen since their clock started.
        """
        seen = await store.get(match_id)
        position_id, away = seen.position_id, self._is_away_unseen(seen)

        def excuse(connection: Connection, match: Match) -> bool:
            user_id = match.user_of(match.clock.side) if match.clock and match.clock.side else None
            if not is_concerned(match) or user_id in (None, DELETED_USER):
                return False
            # `away` is about the turn that was read: after a move in between, the clock is another person's.
            may_begin = away and match.position_id == position_id and not can_abort(match)
            return is_excused(connection, user_id or 0, self._now(), may_begin=may_begin)

        return await store.time_forfeit(match_id, time_forfeit, excuse)

    def _is_away_unseen(self, match: Match) -> bool:
        """Whether the player to move was not seen since their clock started, as far as this process knows."""
        clock = match.clock
        if clock is None or clock.side is None or clock.since is None:
            return False
        seconds = self._uptime(match.guild_id) - clock.since
        return not self._was_seen(match.require_user(clock.side), seconds) if is_concerned(match) else False

    # --- What follows --------------------------------------------------------------------------------

    def start(self) -> None:
        """End vacations whose days are used up, from now on."""
        self._loop.start()

    async def end_used_up(self) -> None:
        """End the vacations whose days are used up."""
        for vacation in await self._store.going_on():
            if vacation.ends_at is not None and vacation.ends_at <= self._now():
                # Only this one: the person can have come back, and gone again, since it was read.
                await self._store.end(vacation.user_id, self._now(), since=vacation.since)
                self._tasks.run(self._settle_all(vacation.user_id))

    async def _concerned(self, shards: Shards) -> AsyncIterator[Match]:
        """The matches of shards that may have to be paused or continued."""
        async for match in self._queries.each(await self._queries.on_vacation(shards)):
            yield match
        for vacation in await self._store.going_on():
            for match in await self._queries.of_user(vacation.user_id):
                if match.guild_id in shards:
                    yield match

    def _follow_pause(self, change: MatchChange) -> None:
        if change.after.paused is not PauseReason.VACATION:
            return
        self._settle_later(change.after)
        # Of a vacation that has begun by itself, at the fall of a flag, nothing else tells the other matches.
        if self._owns(change.after.guild_id):
            self._tasks.run(self._settle_others(change.after))

    def _settle_later(self, match: Match) -> None:
        if self._owns(match.guild_id) and is_concerned(match):
            self._shard_tasks.run(
                match,
                retry_store(partial(self._settle, match, self._background), "match not settled yet"),
            )

    async def _settle_others(self, match: Match) -> None:
        """Pause the other matches of the players of one that was paused."""
        away = await retry_store(
            lambda: self._store.away((match.first_id, match.second_id)), "vacations not read yet"
        )
        for vacation in away:
            await self._settle_all(vacation.user_id)

    async def _settle_all(self, user_id: int) -> None:
        """Pause or continue every match of a person."""
        matches = await retry_store(lambda: self._queries.of_user(user_id), "matches not read yet")
        for match in matches:
            # Not by `_background`: some of them can be of other processes' shards.
            await retry_store(partial(self._settle, match, self._matches), "match not settled yet")

    async def _settle(self, match: Match, store: MatchStore) -> None:
        """Pause a match if one of its players is on vacation, continue it if none is anymore."""
        if not is_concerned(match) or match.paused not in (None, PauseReason.VACATION):
            return
        is_away = bool(await self._store.away((match.first_id, match.second_id)))
        try:
            if is_away and match.paused is None:
                await store.pause(match.id, None, PauseReason.VACATION)
            elif not is_away and match.paused is not None:
                await store.resume(match.id, PauseReason.VACATION)
        except (Stale, UnavailableMatch):  # it has changed, which is followed by itself
            pass


def is_concerned(match: Match) -> bool:
    """Whether vacations pause a match: one in play of two people with days for a move."""
    control = match.clock.control if match.clock is not None else None
    has_days = control is not None and control.each_turn and control.giver is None
    of_two = match.level is None and match.teams is None
    return match.state == MatchState.PLAYING and of_two and has_days
