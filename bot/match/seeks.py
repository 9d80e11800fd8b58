"""Seeks: people look for an opponent in a server, and the first to accept one plays.

A seek is in the store until it is accepted, cancelled or has expired. It becomes a match in one transaction,
so of two people who accept it at once one plays. Somebody who seeks what another person in the server seeks
already gets a match at once, unless the two have just played each other. The longer a seek waits, the further
the opponent's rating may be from its author's.

An open seek is listed in other servers too, without its author's name. Its match has two boards.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from bot.exceptions import Refusal, guarded
from bot.match.due_loops import DueLoop
from bot.match.events import MatchEvents
from bot.match.limits import CHALLENGES, NOT_NOW, limits
from bot.match.server_rules import allowed_games, check_allowed
from bot.tasks import Tasks
from data.errors import LimitReached
from data.matches.quotas import LimitRequest, check_limits
from data.matches.seeks import NewSeek, Seek, SeekGone, take
from data.model.glicko import Rating
from data.model.match import Match, MatchState, NewMatch, Place
from data.model.rating_categories import Category, category_of
from data.ratings.values import PersonRating
from data.store import Store
from games import start_of
from games.base import Record, Side

SEEK_SECONDS = 3600.0
"""How long a seek waits."""
WIDER_PER_MINUTE = 10
"""By how many points the range of ratings grows in each minute of waiting."""
AGAIN_SECONDS = 600.0
"""How long after a match its players are not matched again, nor can accept a rated seek of each other between
servers."""
_CHECK_SECONDS = 30.0
_RANDOM = random.SystemRandom()


@dataclass(frozen=True, slots=True)
class SeeksChanged:
    """A seek of a server was added, or is gone; the board that lists them shows that."""

    guild_id: int | None
    """None: one that is open to other servers, so their boards show it."""


@dataclass(frozen=True, slots=True)
class ListedSeek:
    """A seek as the board shows it."""

    seek: Seek
    rating: Rating | None
    """Its author's; None if they have played no rated match."""
    range: int | None
    """How far the opponent's rating may be now; None for any."""
    is_elsewhere: bool = False
    """Whether its author is a person of another server, who is not named."""


class Seeks:
    """The seeks of all servers; ``now`` returns unix seconds."""

    def __init__(self, store: Store, events: MatchEvents, now: Callable[[], float]) -> None:
        self._store = store.seeks
        self._settings = store.settings
        self._matches = store.matches
        self._blocks = store.blocks
        self._ratings = store.ratings
        self._events = events
        self._tasks = Tasks()
        self._now = now
        self._open = set[int]()  # the numbers of open seeks that were found last
        self._loop = DueLoop(self._look, _CHECK_SECONDS, "seeks not expired yet", self._tasks)

    def start(self) -> None:
        """Delete seeks that expire, from now on."""
        self._loop.start()

    async def close(self) -> None:
        """Stop; what has expired meanwhile is deleted after the next start."""
        await self._tasks.close()

    async def listed(self, guild_id: int) -> list[ListedSeek]:
        """The seeks of a server, the oldest first; then those of other servers, if it lists them."""
        candidates, now = await self._store.of_guild(guild_id, self._now()), self._now()
        settings = await self._settings.guild(guild_id)
        if settings.open_seeks:
            candidates += await self._store.from_elsewhere(guild_id, now)
        seeks = [candidate for candidate in candidates if candidate.game in allowed_games(settings)]
        people = defaultdict[Category, set[int]](set)
        for seek in seeks:
            people[category_of(seek.game, seek.variant)].add(seek.user_id)
        ratings = {
            category: await self._ratings.of_people(user_ids, category)
            for category, user_ids in people.items()
        }
        listed = []
        for seek in seeks:
            rating = ratings[category_of(seek.game, seek.variant)].get(seek.user_id)
            listed.append(_listed(seek, rating, guild_id, now))
        return listed

    async def seek(self, wanted: NewSeek, place: Place) -> Seek | Match:
        """Look for an opponent; returns the match with one who looks for the same, if there is one.

        A person has one seek for each game in a server: a new one replaces it. Raises `Refusal`.
        """
        if wanted.is_open and not (await self._settings.guild(wanted.guild_id)).open_seeks:
            raise Refusal("seek.only-here")
        others = await self._store.of_guild(wanted.guild_id, self._now())
        if wanted.is_open:
            others += await self._store.from_elsewhere(wanted.guild_id, self._now())
        for other in others:
            if _is_same(other, wanted) and await self._suits(other, wanted):
                try:
                    return await self._become_match(other, wanted.user_id, place)
                except SeekGone:  # somebody else was faster; another one may suit as well
                    continue
        now = self._now()
        wanted = replace(wanted, created_at=now, expires_at=now + SEEK_SECONDS)
        made = await self._store.add(wanted, CHALLENGES)
        if made is None:
            raise Refusal("seek.too-many", n=CHALLENGES)
        self._changed(made)
        return made

    async def game_of(self, seek_id: int) -> str:
        """The game of a seek. Raises `Refusal` if it is gone."""
        seek = await self._store.get(seek_id)
        if seek is None:
            raise Refusal("seek.gone")
        return seek.game

    async def accept(self, seek_id: int, user_id: int, place: Place) -> Match:
        """Play with the author of a seek. Raises `Refusal`.

        In a server, whoever presses Accept wants this opponent, also once more. Strangers of two servers do
        not see whom they play, so their rated matches wait for `AGAIN_SECONDS`.
        """
        seek = await self._store.get(seek_id)
        if seek is None or not await self._is_listed(seek, place.guild_id or 0):
            raise Refusal("seek.gone")
        await self._check(seek, user_id)
        if seek.is_rated and seek.guild_id != place.guild_id:
            await self._check_not_met(seek, user_id)
        try:
            return await self._become_match(seek, user_id, place)
        except SeekGone:
            raise Refusal("seek.gone") from None

    async def cancel(self, user_id: int, guild_id: int | None = None) -> bool:
        """Cancel a person's seeks, in all servers or one; whether there were any."""
        were_open = any(own_seek.is_open for own_seek in await self._store.of_person(user_id))
        guilds = await self._store.cancel(user_id, guild_id)
        for changed_guild_id in guilds:
            self._events.publish(SeeksChanged(changed_guild_id))
        if guilds and were_open:
            self._events.publish(SeeksChanged(None))
        return bool(guilds)

    async def expire(self) -> None:
        """Delete the seeks that have expired."""
        for guild_id in await self._store.expire(self._now()):
            self._events.publish(SeeksChanged(guild_id))

    async def compare_open(self) -> None:
        """Publish that open seeks have changed, also by another process, since this was called last."""
        present = {open_seek.id for open_seek in await self._store.from_elsewhere(0, self._now())}
        if present != self._open:
            self._open = present
            self._events.publish(SeeksChanged(None))

    def _changed(self, seek: NewSeek) -> None:
        self._events.publish(SeeksChanged(seek.guild_id))
        if seek.is_open:
            self._events.publish(SeeksChanged(None))

    async def _look(self) -> None:
        await self.expire()
        await self.compare_open()

    async def _is_listed(self, seek: Seek, guild_id: int) -> bool:
        """Whether the board of a server lists a seek."""
        if seek.guild_id == guild_id:
            return True
        return seek.is_open and (await self._settings.guild(guild_id)).open_seeks

    # --- Who can play whom ---------------------------------------------------------------------------

    async def _suits(self, seek: Seek, wanted: NewSeek) -> bool:
        """Whether both can play each other, by what each of them wants."""
        try:
            await self._check(seek, wanted.user_id)
            await self._check_not_met(seek, wanted.user_id)
        except Refusal:
            return False
        return wanted.range is None or await self._distance(seek, wanted.user_id) <= wanted.range

    async def _check(self, seek: Seek, user_id: int) -> None:
        """Raise `Refusal` if a person cannot accept a seek."""
        if seek.user_id == user_id:
            raise Refusal("seek.own")
        await self._check_home(seek)
        for blocked, blocker in ((user_id, seek.user_id), (seek.user_id, user_id)):
            if await self._blocks.is_blocked(blocked, by=blocker):
                raise Refusal(NOT_NOW)
        limit = present_range(seek, self._now())
        if limit is not None and await self._distance(seek, user_id) > limit:
            raise Refusal("seek.out-of-range", n=limit)

    async def _check_not_met(self, seek: Seek, user_id: int) -> None:
        """Raise `Refusal` if both play each other, or have done so within `AGAIN_SECONDS`."""
        if await self._store.have_met(seek.user_id, user_id, self._now() - AGAIN_SECONDS):
            raise Refusal("seek.again", n=round(AGAIN_SECONDS / 60))

    async def _check_home(self, seek: Seek) -> None:
        """Raise `Refusal` if the server of a seek does not allow its match now: it gets a board there."""
        settings = await self._settings.guild(seek.guild_id)
        try:
            check_allowed(settings, seek.game, None, locale=seek.locale, now=self._now())
        except Refusal:
            raise Refusal("seek.not-there") from None

    async def _distance(self, seek: Seek, user_id: int) -> float:
        people, now = (user_id, seek.user_id), self._now()
        known = await self._ratings.of_people(people, category_of(seek.game, seek.variant))
        mine, theirs = (_rating(known.get(person), now).value for person in people)
        return abs(mine - theirs)

    # --- Matches -------------------------------------------------------------------------------------

    async def _become_match(self, seek: Seek, user_id: int, place: Place) -> Match:
        """Start the match of a seek and the person who accepts. Raises `SeekGone` and `Refusal`."""
        seats = [seek.user_id, user_id]
        _RANDOM.shuffle(seats)
        home, is_elsewhere = place, seek.guild_id != place.guild_id
        if is_elsewhere:
            limits_there = limits(await self._settings.guild(seek.guild_id))
            home = Place(seek.guild_id, seek.channel_id, seek.locale, limits_there)
        author_side = Side.FIRST if seats[0] == seek.user_id else Side.SECOND
        new = NewMatch(
            game=seek.game,
            variant=seek.variant,
            state=MatchState.PLAYING,
            first_id=seats[0],
            second_id=seats[1],
            challenger_id=user_id,
            place=place,
            control=seek.control,
            to_move=start_of(Record(seek.game, seek.variant)).to_move,
            is_rated=seek.is_rated,
            elsewhere=(author_side, home) if is_elsewhere else None,
        )

        def claim(connection: Connection, match: Match) -> None:
            take(connection, seek.id, self._now())
            author = LimitRequest(
                seek.user_id, home.channel_id, home.guild_id, match_id=match.id, adds_to_channel=is_elsewhere
            )
            try:
                check_limits(connection, author, home.limits)
            except LimitReached:
                raise Refusal("seek.busy") from None

        match = await guarded(self._matches.create(new, claim))
        self._changed(seek)
        return match


def present_range(seek: Seek, now: float) -> int | None:
    """How far the opponent's rating may be from that of a seek's author now; None for any."""
    if seek.range is None:
        return None
    return seek.range + WIDER_PER_MINUTE * max(0, int((now - seek.created_at) // 60))


def _listed(seek: Seek, rating: PersonRating | None, guild_id: int, now: float) -> ListedSeek:
    present = None if rating is None else rating.at(now)
    return ListedSeek(seek, present, present_range(seek, now), seek.guild_id != guild_id)


def _rating(rating: PersonRating | None, now: float) -> Rating:
    """A person's rating; None: they have played no rated match."""
    return Rating() if rating is None else rating.at(now)


def _is_same(seek: NewSeek, other: NewSeek) -> bool:
    """Whether two people look for the same."""
    return (seek.game, seek.variant, seek.control, seek.is_rated) == (
        other.game,
        other.variant,
        other.control,
        other.is_rated,
    )
