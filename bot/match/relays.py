"""Relays: a member makes several moves before the next, and people join a side while the match goes on.

Against people a relay begins once somebody is on each side; against the computer it begins at once. A person
who leaves, or whose time for a move runs out, is out of it, as in every match of teams (`bot.match.teams`),
and can join the same side again. With its last member a side has lost.
"""

from __future__ import annotations

from collections.abc import Callable

from bot.exceptions import Refusal, guarded
from bot.match.engines import check_engine
from bot.match.teams import LOBBY_SECONDS, check_not_blocked
from data.matches.quotas import LimitRequest
from data.matches.relays import begin, join_in_play
from data.matches.store import MatchStore
from data.matches.transactions import MatchTransaction
from data.model.match import Limits, Match, MatchState, NewMatch, Place
from data.model.relay import MOST_IN_RELAY, joined_before, returns_left, side_of_people
from data.model.teams import Member, TeamKind, Teams
from data.people.blocks import BlockStore
from games import start_of
from games.base import Record, Side


class Relays:
    """Begins relays and lets people join. Methods raise `Refusal` and `Outdated`; ``now``: unix seconds."""

    def __init__(self, store: MatchStore, blocks: BlockStore, now: Callable[[], float]) -> None:
        self._store = store
        self._blocks = blocks
        self._now = now

    async def create(
        self,
        slug: str,
        variant: str,
        side: Side,
        user_id: int,
        place: Place,
        control: str,
        *,
        each: int,
        level: str | None,
    ) -> Match:
        """Begin a relay against the computer, or open one that begins with somebody on the other side.

        ``each`` is how many moves a member makes before the next.
        """
        if level is not None:
            check_engine(slug, variant, level)
        mover = start_of(Record(slug, variant)).to_move
        own, is_first = (Member(user_id),), side is Side.FIRST
        new = NewMatch(
            game=slug,
            variant=variant,
            state=MatchState.CHALLENGE if level is None else MatchState.PLAYING,
            first_id=user_id if is_first else None,
            second_id=None if is_first else user_id,
            level=level,
            challenger_id=user_id,
            place=place,
            expires_at=self._now() + LOBBY_SECONDS if level is None else None,
            control=control,
            to_move=mover if level is not None and mover is side else None,
            teams=Teams(TeamKind.RELAY, own if is_first else (), () if is_first else own, each),
        )
        return await guarded(self._store.create(new))

    async def join(self, match_id: int, user_id: int, side: Side | None, limits: Limits) -> Match:
        """Join a side, or before the match has begun change to it; ``limits`` are those of the place.

        ``side`` None is the only side of people.
        """
        await check_not_blocked(self._blocks, await self._store.get(match_id), user_id)

        def work(transaction: MatchTransaction) -> Match:
            match = transaction.lock(match_id)
            teams, chosen = _checked(match, user_id, side, self._now())
            place = match.home.channel_id, match.guild_id
            request = LimitRequest(user_id, *place, match_id=match_id, adds_to_channel=False)
            transaction.check_limits(request, limits)
            if match.state == MatchState.CHALLENGE:
                return begin(transaction, match, teams.joined(user_id, chosen))
            return join_in_play(transaction, match, user_id, chosen)

        return await guarded(self._store.commit(work))


def _checked(match: Match, user_id: int, side: Side | None, now: float) -> tuple[Teams, Side]:
    """The teams, and the side that a person can join. Raises `Refusal`."""
    people_side = side_of_people(match)
    chosen = people_side or side
    if match.teams is None or not match.is_relay or chosen is None:
        raise Refusal("error.unknown-button")
    if match.state == MatchState.OVER:
        raise Refusal("match.over")
    if match.state == MatchState.CHALLENGE and match.require_expires_at() <= now:
        raise Refusal("challenge.expired")
    if match.side_of(user_id) is chosen:
        raise Refusal("team.there-already")
    if match.state == MatchState.PLAYING:
        if joined_before(match.teams, user_id) is chosen.other:
            raise Refusal("relay.other-side")
        if not returns_left(match.teams, chosen, user_id):
            raise Refusal("relay.left-often")
    if len(match.members(chosen)) >= MOST_IN_RELAY:
        raise Refusal("team.full", n=MOST_IN_RELAY)
    return match.teams, chosen
