"""Which of a match's boards a person reads it at, and so whom it names."""

from __future__ import annotations

from dataclasses import replace

from data.model.board import Board
from data.model.match import Match
from games.base import Side


def board_of(match: Match, side: Side) -> Board | None:
    """The board of a side, its own or the one that both share; None if it is lost."""
    return next((board for board in match.boards if board.side in (None, side)), None)


def own_board(match: Match, user_id: int) -> Board | None:
    """The board of a player's side, or the first one for somebody else; None if it is lost."""
    side = match.side_of(user_id)
    return match.home if side is None else board_of(match, side)


def board_in(match: Match, guild_id: int | None, channel_id: int | None) -> Board:
    """The board in a channel, or else in its server, or else the first one."""
    if len(match.boards) == 1:
        return match.boards[0]
    nearest = [board for board in match.boards if board.channel_id == channel_id]
    if guild_id != match.guild_id:
        nearest += [board for board in match.boards[1:] if board.guild_id == guild_id]
    return nearest[0] if nearest else match.home


def board_read_by(match: Match, user_id: int, guild_id: int | None, channel_id: int | None) -> Board:
    """The board as a person reads it, or posts it, in a channel: a player's does not name the opponent.

    Somebody else reads the one that is there.
    """
    side = match.side_of(user_id)
    if side is None:
        return board_in(match, guild_id, channel_id)
    return board_of(match, side) or replace(match.home, side=side)


def channel_of(match: Match, side: Side) -> int | None:
    """The channel of a side's own board; None if both sides share one, or that board is lost."""
    board = board_of(match, side)
    return board.channel_id if board is not None and board.side is side else None


def side_in(match: Match, channel_id: int | None) -> Side | None:
    """The side that has its own board in a channel."""
    return next((side for side in Side if channel_id and channel_of(match, side) == channel_id), None)


def is_voting(match: Match, side: Side, viewer: Side | None) -> bool:
    """Whether people vote for a side's moves at the board of the side ``viewer``; None: both share it."""
    return match.is_voted and match.user_of(side) is not None and viewer in (None, side)


def only_reader(match: Match) -> int | None:
    """The one person who sees a match's message: the computer's opponent, in direct messages."""
    return match.challenger_id if match.guild_id is None and match.level is not None else None
