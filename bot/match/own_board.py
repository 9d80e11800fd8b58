"""Which of a match's boards a person reads it at, and so whom it names."""

from __future__ import annotations

from dataclasses import replace

from data.model import Match
from games.base import Side


def at_board_of(match: Match, side: Side | None) -> Match | None:
    """The match as it is at the board of a side (None: of both); None if there is none."""
    if match.board_side is side:
        return match
    there = match.at_other_board
    return there if there is not None and there.board_side is side else None


def channel_of(match: Match, side: Side) -> int | None:
    """The channel of a side's own board; None if both sides share one, or that board is lost."""
    there = at_board_of(match, side)
    return there.channel_id if there is not None else None


def side_in(match: Match, channel_id: int | None) -> Side | None:
    """The side that has its own board in a channel."""
    return next((side for side in Side if channel_id and channel_of(match, side) == channel_id), None)


def is_voting(match: Match, side: Side) -> bool:
    """Whether people vote for a side's moves at this board."""
    return match.is_voted and match.user_of(side) is not None and match.board_side in (None, side)


def at_own_board(match: Match, user_id: int) -> Match | None:
    """The match as it is at the board of a player's side; None if that board is lost."""
    side = match.side_of(user_id)
    if side is None or match.board_side is None:
        return match
    return at_board_of(match, side)


def as_read_by(match: Match, user_id: int, guild_id: int | None, channel_id: int | None) -> Match:
    """A match that a person reads, or posts, in a channel: a player of it names themselves and not the other.

    Somebody else reads it at the board that is there.
    """
    if match.side_of(user_id) is None:
        return match.seen_in(guild_id, channel_id)
    return at_own_board(match, user_id) or replace(match, is_at_other=not match.is_at_other)
