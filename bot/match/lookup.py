"""Which match a person acts on, and whether they can: the checks before every change of a match."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bot.exceptions import Outdated, Refusal, TimeIsUp
from bot.lru import LRU
from bot.match.events import MatchEvents
from bot.match.own_board import board_of, side_in
from bot.match.server_rules import ban_refusal
from bot.match.vacations import FlagFalls
from data.leases.ownership import Ownership
from data.matches.store import MatchStore
from data.model.match import Match, MatchState, PauseReason, PositionId
from data.model.match_change import MatchChange
from data.servers.bans import BanStore
from games import replay
from games.base import Side
from games.turns import can_move

_MAX_RECENT = 2_000
"""How many matches that changed are remembered, one or two kilobytes each."""
_PAUSED = {
    PauseReason.ADJOURNED: "match.adjourned",
    PauseReason.SUSPENDED: "match.suspended",
    PauseReason.REMOVED: "match.removed",
    PauseReason.VACATION: "match.vacation",
}


class Seat(NamedTuple):
    """A match, and the side that a person plays in it."""

    match: Match
    side: Side


class MatchLookup:
    """Finds the match that a person acts on. Methods raise `Refusal` with the reason why they cannot.

    ``position_id`` is the position that the person saw; None is any position. A match that has changed since
    then raises `Outdated`.
    """

    def __init__(
        self,
        store: MatchStore,
        bans: BanStore,
        uptime: Callable[[int | None], float],
        ownership: Ownership,
        events: MatchEvents,
        flag_falls: FlagFalls,
    ) -> None:
        self._flag_falls = flag_falls
        self._store = store
        self._bans = bans
        self._uptime = uptime
        self._owns = ownership.owns
        self._recent: LRU[int, Match] = LRU(_MAX_RECENT)
        events.subscribe(MatchChange, self._remember)

    async def unfinished(self, match_id: int, user_id: int, position_id: PositionId | None) -> Seat:
        """A match that has begun and is not over; it may be paused."""
        match = await self._store.get(match_id)
        side = _side(match, user_id)
        if match.state == MatchState.OVER:
            is_old = position_id is not None and position_id != match.position_id
            raise Outdated(match, "match.over") if is_old else Refusal("match.over")
        if match.state != MatchState.PLAYING:
            raise Refusal("match.not-begun")
        if position_id is not None and position_id != match.position_id:
            raise Outdated(match)
        return Seat(match, side)

    async def active(self, match_id: int, user_id: int, position_id: PositionId | None) -> Seat:
        """A match in which somebody can move. Raises `TimeIsUp` if their flag has fallen."""
        match, side = await self.unfinished(match_id, user_id, position_id)
        await self._check_not_banned(match, user_id)
        if match.paused is not None:
            raise Refusal(_PAUSED[match.paused])
        if self._has_fallen(match):
            # The press has come before the timer that ends the match: it ends now, and the person is told.
            after = await self._flag_falls(self._store, match.id)
            is_over = after is not None and after.state == MatchState.OVER
            raise TimeIsUp(after) if after and is_over else Outdated(after or await self._store.get(match.id))
        return Seat(match, side)

    async def on_turn(
        self, match_id: int, user_id: int, position_id: PositionId | None, channel_id: int | None = None
    ) -> Match:
        """A match in which this person can move, or vote for a move in a channel."""
        if await self.is_voted(match_id):
            user_id = await self._captain(match_id, user_id, channel_id)
        match, side = await self.active(match_id, user_id, position_id)
        if not _has_move(match, side):
            has_voters = match.is_voted and match.level is None
            raise Refusal("vote.not-your-turn" if has_voters else "match.not-your-turn")
        if match.user_of(side) != user_id:
            raise Refusal("team.not-your-turn")
        return match

    async def is_voted(self, match_id: int) -> bool:
        """Whether people vote for the moves of a match."""
        return (self._recent.get(match_id) or await self._store.get(match_id)).is_voted

    async def shown(self, match_id: int, position_id: PositionId) -> Match:
        """The match at the position that a board shows, or as it is now if it has left that position.

        From memory it can be older than in the store, but it has the same moves: a position id names one
        position for good. Most presses are on a position that is known here, and so need no read.
        """
        recent = self._recent.get(match_id)
        is_known = recent is not None and recent.position_id == position_id
        return recent if recent is not None and is_known else await self._store.get(match_id)

    async def _captain(self, match_id: int, user_id: int, channel_id: int | None) -> int:
        """The first person of the side that somebody votes for in a channel."""
        match = await self._store.get(match_id)  # a board can be in another channel without a change
        if not match.has_own_boards:
            return match.challenger_id
        side = side_in(match, channel_id)
        if side is None:
            raise Refusal("vote.only-keys")
        if match.side_of(user_id) is side.other:
            raise Refusal("vote.other-side")
        return match.require_user(side)

    async def to_play(self, match_id: int, user_id: int, position_id: PositionId | None) -> Match:
        """A match in which the person can move, to commit their move next. Raises as `on_turn` does.

        The commit compares the position with the stored one. So the match is read from memory where its last
        change is known, as it is to the process that owns it; the store is asked before a person is refused.
        """
        recent = self._recent.get(match_id)
        if recent is not None and self._can_play(recent, user_id, position_id):
            await self._check_not_banned(recent, user_id)
            return recent
        return await self.on_turn(match_id, user_id, position_id)

    def _can_play(self, match: Match, user_id: int, position_id: PositionId | None) -> bool:
        if not self._owns(match.guild_id) or not match.is_active or self._has_fallen(match):
            return False
        if position_id not in (None, match.position_id):
            return False
        side = match.side_of(user_id)
        return side is not None and _has_move(match, side) and match.user_of(side) == user_id

    async def _check_not_banned(self, match: Match, user_id: int) -> None:
        """Raise `Refusal` if a player is banned in the server of their board.

        From elsewhere they can only resign. Who votes is checked where they press.
        """
        side = match.side_of(user_id)
        board = board_of(match, side) if side is not None and not match.is_voted else None
        if board is None or board.guild_id is None:
            return
        ban = await self._bans.find(board.guild_id, user_id)
        if ban is not None:
            raise ban_refusal(ban, of_match=True)

    def _has_fallen(self, match: Match) -> bool:
        """Whether the flag of the side to move has fallen."""
        return match.clock is not None and match.clock.has_fallen(self._uptime(match.guild_id))

    def _remember(self, change: MatchChange) -> None:
        self._recent[change.after.id] = change.after

    async def adjourned(self, match_id: int, user_id: int, position_id: PositionId | None) -> Seat:
        """A match that its players have adjourned."""
        match, side = await self.unfinished(match_id, user_id, position_id)
        if match.paused != PauseReason.ADJOURNED:
            raise Refusal("match.not-paused" if match.paused is None else _PAUSED[match.paused])
        return Seat(match, side)

    async def finished(self, match_id: int, user_id: int) -> Seat:
        """A match that is over. Raises `Outdated` while it is not."""
        match = await self._store.get(match_id)
        side = _side(match, user_id)
        if match.state != MatchState.OVER:
            raise Outdated(match)
        return Seat(match, side)


def _has_move(match: Match, side: Side) -> bool:
    """Whether a side can move now.

    In Go's count that is either of two people. The computer marks and answers in turn, and so do voters.
    """
    position = replay(match.record)
    in_turn = match.level is not None or match.is_voted
    return position.to_move is side if in_turn else can_move(position, side)


def _side(match: Match, user_id: int) -> Side:
    side = match.side_of(user_id)
    if side is None:
        raise Refusal("match.not-seated")
    return side
