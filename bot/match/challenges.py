"""Challenges between people: made, accepted, declined, canceled, or expired."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Literal

import structlog

from bot.exceptions import Outdated, Refusal, guarded
from bot.match.events import MatchEvents
from bot.match.limits import NOT_NOW, PAIR_MENTIONS
from bot.match.rate_limits import RateLimit
from bot.match.setup import Seats
from bot.match.shard_tasks import ShardTasks
from bot.tasks import retry_store
from data.errors import UnavailableMatch
from data.model.match import NO_LIMITS, Limits, Match, MatchState, NewMatch, Place
from data.model.match_change import MatchChange
from data.model.shards import Shards
from data.store import Store
from games import replay
from games.clock import EVERY_CONTROL

log = structlog.get_logger(__name__)

CHALLENGE_SECONDS = 15 * 60.0
"""How long a challenge can be accepted."""
SECONDS_OF_DAY = 86_400.0
"""How long one can be accepted whose match has days for each move: its players need not be here at once."""
DECLINED, CANCELED, EXPIRED = "challenge.declined", "challenge.cancelled", "challenge.expired"
"""Why a challenge is over that was not accepted."""
_LONGEST_SLEEP = 60.0  # the unix time can turn out to be another one than was known at the start

_ONLY = {"challenger": "challenge.only-challenger", "challenged": "challenge.only-challenged"}


class Challenges:
    """Challenges, and the tasks that end those that nobody answers for ``seconds``.

    Anybody's challenge is made and answered here; only those of this process's shards expire here.
    ``now`` returns the unix time, ``ticks`` seconds from any origin.
    """

    def __init__(
        self,
        store: Store,
        events: MatchEvents,
        tasks: ShardTasks,
        now: Callable[[], float],
        ticks: Callable[[], float],
        seconds: float = CHALLENGE_SECONDS,
    ) -> None:
        self._store = store.matches
        self._background = store.background
        self._blocks = store.blocks
        self._bans = store.bans
        self._queries = store.queries
        self._owns = store.ownership.owns
        self._tasks = tasks
        self._expiring: dict[int, asyncio.Task[None]] = {}
        self.seconds = seconds
        self._now = now
        self._limit = RateLimit[tuple[int, int]](ticks, PAIR_MENTIONS)
        events.follow("is_challenge", self._follow)
        events.follow("accepted", self._follow_acceptance)
        tasks.continue_matches(self._unanswered, self.expire_later, "challenges do not expire yet")

    async def create(
        self,
        slug: str,
        variant: str,
        seats: Seats,
        challenger_id: int,
        place: Place,
        control: str | None = None,
        rematch_of: int | None = None,
        setup: str | None = None,
        *,
        is_rated: bool = False,
        other_place: Place | None = None,
    ) -> Match:
        """Challenge a person or, with a seat of None, anyone; who accepts agrees that the match is rated.

        With an ``other_place`` that is where the person challenged has a board of their own.
        Raises `Refusal` by limit, and `Outdated` with the rematch that exists.
        """
        challenged_id = seats.second if seats.first == challenger_id else seats.first
        if challenged_id is not None:
            if self._limit.is_reached((challenger_id, challenged_id)):
                raise Refusal(NOT_NOW)  # as after a block, which nobody is to notice
            await self._check_not_blocked(challenger_id, by=challenged_id)
            await self._check_not_banned(challenged_id, (other_place or place).guild_id)
        new = NewMatch(
            game=slug,
            variant=variant,
            state=MatchState.CHALLENGE,
            first_id=seats.first,
            second_id=seats.second,
            challenger_id=challenger_id,
            place=place,
            expires_at=self._now() + self._seconds(control, rematch_of),
            control=control,
            rematch_of=rematch_of,
            setup=setup,
            is_rated=is_rated,
            elsewhere=None if other_place is None else (seats.side_of(challenged_id), other_place),
        )
        return await guarded(self._store.create(new))

    def _seconds(self, control: str | None, rematch_of: int | None) -> float:
        """How long a challenge can be accepted. That of a rematch is short: it takes the board of a match."""
        if control is None or rematch_of is not None or EVERY_CONTROL[control].main < SECONDS_OF_DAY:
            return self.seconds
        return SECONDS_OF_DAY

    async def accept(self, match_id: int, user_id: int, limits: Limits = NO_LIMITS) -> Match:
        """Accept a challenge; ``limits`` are those of the place, for the person who accepts.

        Of several people who accept an open challenge the first one plays.
        """
        match = await self._pending(match_id, user_id, by="challenged")
        if self._has_expired(match):
            return await self._end(match, EXPIRED)
        if match.is_open:
            await self._check_not_blocked(user_id, by=match.challenger_id)
        to_move = replay(match.record).to_move
        try:
            return await guarded(self._store.accept(match_id, to_move, limits, user_id=user_id))
        except Outdated as outdated:
            if outdated.match.state == MatchState.PLAYING and outdated.match.side_of(user_id) is None:
                raise Refusal("challenge.taken") from None
            raise

    async def decline(self, match_id: int, user_id: int) -> Match:
        """Decline a challenge, or cancel one's own: everybody sees the same button."""
        if user_id == (await self._store.get(match_id)).challenger_id:
            return await self.cancel(match_id, user_id)
        return await self._answer(await self._pending(match_id, user_id, by="challenged"), DECLINED)

    async def cancel(self, match_id: int, user_id: int) -> Match:
        """Cancel one's own challenge."""
        return await self._answer(await self._pending(match_id, user_id, by="challenger"), CANCELED)

    def expire_later(self, match: Match) -> None:
        """End the challenge when it expires, if this process owns its shard."""
        before = self._expiring.get(match.id)
        # One that was canceled as the shard was lost may still be ending when it is gained again.
        if self._owns(match.guild_id) and (before is None or before.cancelling()):
            task = self._expiring[match.id] = self._tasks.run(match, self._expire(match))
            task.add_done_callback(lambda _: self._forget(match.id, task))

    def _forget(self, match_id: int, task: asyncio.Task[None]) -> None:
        if self._expiring.get(match_id) is task:
            del self._expiring[match_id]

    async def _unanswered(self, shards: Shards) -> AsyncIterator[Match]:
        for match in await self._queries.challenges(shards):
            yield match

    async def _pending(self, match_id: int, user_id: int, by: Literal["challenger", "challenged"]) -> Match:
        """The challenge, if this person can answer it. Raises `Refusal`, and `Outdated` once it is over."""
        match = await self._store.get(match_id)
        if match.teams is not None and not match.is_voted and by == "challenged":
            raise Refusal("challenge.not-yours")
        if not match.is_open and match.side_of(user_id) is None:
            taken = match.state == MatchState.PLAYING and by == "challenged"
            raise Refusal("challenge.taken" if taken else "challenge.not-yours")
        if match.state != MatchState.CHALLENGE:
            raise Outdated(match)
        if match.is_open:
            return _of_anyone(match, user_id, by)
        if (user_id == match.challenger_id) != (by == "challenger"):
            raise Refusal(_ONLY[by])
        return match

    async def _check_not_blocked(self, user_id: int, *, by: int) -> None:
        """Refuse, without saying why, what a blocked person wants of the person who has blocked them."""
        if await self._blocks.is_blocked(user_id, by=by):
            raise Refusal(NOT_NOW)

    async def _check_not_banned(self, user_id: int, guild_id: int | None) -> None:
        """Refuse to challenge somebody who could not answer."""
        if guild_id is not None and await self._bans.find(guild_id, user_id) is not None:
            raise Refusal("challenge.banned")

    async def _answer(self, match: Match, reason: str) -> Match:
        return await self._end(match, EXPIRED if self._has_expired(match) else reason)

    async def _end(self, match: Match, reason: str) -> Match:
        return await guarded(self._store.end_challenge(match.id, reason))

    def _has_expired(self, match: Match) -> bool:
        return match.expires_at is not None and match.expires_at <= self._now()

    def _follow(self, change: MatchChange) -> None:
        match = change.after
        self.expire_later(match)
        if change.before is None and match.challenged_id is not None:
            self._limit.count((match.challenger_id, match.challenged_id))

    def _follow_acceptance(self, change: MatchChange) -> None:
        match = change.after
        if match.challenged_id is not None:
            self._limit.forget((match.challenger_id, match.challenged_id))

    async def _expire(self, match: Match) -> None:
        if match.expires_at is None:
            return
        while (left := match.expires_at - self._now()) > 0:  # noqa: ASYNC110  the time has no event
            await asyncio.sleep(min(left, _LONGEST_SLEEP))
        try:
            await retry_store(lambda: self._end_expired(match), "challenge not ended yet", match=match.id)
        except (Outdated, UnavailableMatch) as reason:
            log.debug("challenge does not expire", match=match.id, reason=str(reason))

    async def _end_expired(self, match: Match) -> Match:
        return await guarded(self._background.end_challenge(match.id, EXPIRED))


def _of_anyone(match: Match, user_id: int, by: Literal["challenger", "challenged"]) -> Match:
    """An open challenge, which everyone but the challenger can accept. Raises `Refusal`."""
    if (user_id == match.challenger_id) == (by == "challenger"):
        return match
    raise Refusal("challenge.own" if by == "challenged" else "challenge.only-challenger-open")
