"""Matches of teams: a lobby that people join and leave, the start, and members who leave while it is played.

Until it starts, such a match is a challenge: it expires, and whoever made it can cancel it. As in a casual
rengo on OGS, a member who resigns, or whose days for a move run out, leaves the team, and the others go on in
turn; with the last member the side has lost. Offers are made and answered by any member of a side.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from sqlalchemy import Connection

from bot.exceptions import Outdated, Refusal, guarded
from bot.match.limits import NOT_NOW
from data.errors import LimitReached, Stale
from data.matches.quotas import LimitRequest, check_limits
from data.matches.store import MatchStore
from data.matches.teams import after_leaving
from data.matches.transactions import MatchTransaction
from data.model.match import Limits, Match, MatchState, NewMatch, Place
from data.model.teams import MOST, Member, TeamKind, Teams
from data.people.blocks import BlockStore
from games import replay
from games.base import Side

LOBBY_SECONDS = 3600.0
"""How long people can join before a match that was not started expires."""


class TeamMatches:
    """The lobbies and the members of teams. Methods raise `Refusal` and `Outdated`; ``now``: unix seconds."""

    def __init__(self, store: MatchStore, blocks: BlockStore, now: Callable[[], float]) -> None:
        self._store = store
        self._blocks = blocks
        self._now = now

    async def create(
        self, slug: str, variant: str, side: Side, user_id: int, place: Place, control: str | None
    ) -> Match:
        """Open a lobby, in which its creator is on a side."""
        return await guarded(self._store.create(self._new(slug, variant, side, user_id, place, control)))

    async def challenge_channel(
        self,
        slug: str,
        variant: str,
        side: Side,
        user_id: int,
        place: Place,
        other_place: Place,
        control: str,
    ) -> Match:
        """Challenge another channel, in which somebody has to accept (`bot.match.challenges`)."""
        new = replace(
            self._new(slug, variant, side, user_id, place, control, TeamKind.VOTE),
            elsewhere=(side.other, other_place),
        )

        def check_other(connection: Connection, match: Match) -> None:
            request = LimitRequest(user_id, other_place.channel_id, other_place.guild_id, match_id=match.id)
            check_limits(connection, request, Limits(in_channel=other_place.limits.in_channel))

        return await guarded(self._store.create(new, check_other))

    def _new(
        self,
        slug: str,
        variant: str,
        side: Side,
        user_id: int,
        place: Place,
        control: str | None,
        kind: TeamKind = TeamKind.RENGO,
    ) -> NewMatch:
        own = (Member(user_id),)
        is_first = side is Side.FIRST
        return NewMatch(
            game=slug,
            variant=variant,
            state=MatchState.CHALLENGE,
            first_id=user_id if is_first else None,
            second_id=None if is_first else user_id,
            challenger_id=user_id,
            place=place,
            expires_at=self._now() + LOBBY_SECONDS,
            control=control,
            teams=Teams(kind, own if is_first else (), () if is_first else own),
        )

    async def join(self, match_id: int, user_id: int, side: Side, limits: Limits) -> Match:
        """Join a side, or change to it; ``limits`` are those of the place."""
        await check_not_blocked(self._blocks, await self._lobby(match_id), user_id)

        def change(transaction: MatchTransaction, match: Match) -> Teams:
            teams = _open_teams(match, self._now())
            if match.is_of_pairs:
                raise Stale(match)
            if match.side_of(user_id) is side:
                raise Refusal("team.there-already")
            if len(match.members(side)) >= MOST:
                raise Refusal("team.full", n=MOST)
            transaction.check_limits(LimitRequest.to_accept(match, user_id), limits)
            return teams.joined(user_id, side)

        return await guarded(self._store.change_teams(match_id, MatchState.CHALLENGE, change))

    async def check_can_join(self, match_id: int, user_id: int) -> None:
        """Raise `Refusal` or `Outdated` if a person cannot join a match of teams, as it has begun."""
        await check_not_blocked(self._blocks, await self._lobby(match_id), user_id)

    async def leave_lobby(self, match_id: int, user_id: int) -> Match:
        """Leave a side before the start; its creator can only cancel it (`bot.match.challenges`)."""
        await self._lobby(match_id)

        def change(transaction: MatchTransaction, match: Match) -> Teams:
            if user_id == match.challenger_id:
                raise Refusal("team.creator-stays")
            if match.side_of(user_id) is None:
                raise Refusal("match.not-seated")
            return _open_teams(match, self._now()).without(user_id)

        return await guarded(self._store.change_teams(match_id, MatchState.CHALLENGE, change))

    async def start(self, match_id: int, user_id: int, limits: Limits) -> Match:
        """Begin the match, if somebody is on each side, within the limits of everybody."""
        lobby = await self._lobby(match_id)
        if user_id != lobby.challenger_id:
            raise Refusal("team.only-creator")

        def check(transaction: MatchTransaction, match: Match) -> None:
            _open_teams(match, self._now())
            if match.is_of_pairs:
                raise Stale(match)
            if match.is_open:
                raise Refusal("team.nobody-there")
            for person_id in match.people:
                request = LimitRequest.to_accept(match, person_id)
                try:
                    check_limits(transaction.connection, request, limits)
                except LimitReached:
                    raise Refusal("team.busy") from None

        return await guarded(self._store.accept(match_id, replay(lobby.record).to_move, check=check))

    async def leave(self, match_id: int, user_id: int) -> Match:
        """Leave a team while the others go on. Raises `Outdated` if nobody else is on the side."""

        def change(transaction: MatchTransaction, match: Match) -> Teams:
            teams = after_leaving(match, user_id)
            if teams is None:
                raise Stale(match)
            return teams

        return await guarded(self._store.change_teams(match_id, MatchState.PLAYING, change))

    async def _lobby(self, match_id: int) -> Match:
        """A match of teams that has not begun."""
        match = await self._store.get(match_id)
        if match.teams is None:
            raise Refusal("challenge.not-yours")
        if match.state != MatchState.CHALLENGE:
            raise Outdated(match)
        return match


async def check_not_blocked(blocks: BlockStore, match: Match, user_id: int) -> None:
    """Refuse, without saying why, somebody whom a member has blocked, or who has blocked one."""
    for member_id in match.people:
        for blocked, by in ((user_id, member_id), (member_id, user_id)):
            if await blocks.is_blocked(blocked, by=by):
                raise Refusal(NOT_NOW)


def _open_teams(match: Match, now: float) -> Teams:
    """The teams of a lobby that has not expired."""
    if match.teams is None or match.require_expires_at() <= now:
        raise Refusal("challenge.expired")
    return match.teams
