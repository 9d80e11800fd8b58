"""Moving a match to another place: where its message is posted later, or to the board that is left."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from data.errors import Stale
from data.matches.boards import drop_boards, place_board
from data.matches.quotas import LimitRequest
from data.matches.rows import clock_values, home_values
from data.matches.transactions import MatchTransaction
from data.model.board import Board
from data.model.match import Limits, Match, MatchState, PauseReason, Place
from games.clock import Clock


def move_to_place(transaction: MatchTransaction, seen: Match, user_id: int, place: Place) -> Match:
    """Move the match that the caller has ``seen`` to a place, at the request of a person.

    Raises `Stale` if the match is not in play or has moved already, and `LimitReached`.
    """
    match = transaction.lock(seen.id)
    if match.state != MatchState.PLAYING or _location(match) != _location(seen):
        raise Stale(match)
    request = LimitRequest.to_move(match, user_id, place)
    transaction.check_limits(request, _new_limits(match, place))
    moved = _moved(match.home, place)
    side = match.side_of(user_id)
    if side is not None and match.has_own_boards and side is not match.home.side:
        # The person's own board is lost, or leads nowhere: that at home becomes theirs.
        drop_boards(transaction.connection, match.boards[1:])
        match, moved = replace(match, boards=(match.home,)), replace(moved, side=side)
    place_board(transaction.connection, moved)
    return _at_home(transaction, match.with_board(moved), since=match)


def lose_place(
    transaction: MatchTransaction,
    match_id: int,
    condition: Callable[[Match], bool] | None,
    reason: PauseReason,
) -> Match:
    """Continue a match that has lost its home at the board that is left, or else pause it for ``reason``.

    Raises `Stale` if it is not active, or does not meet the condition.
    """
    match = transaction.expect(match_id, MatchState.PLAYING)
    if condition is not None and not condition(match):
        raise Stale(match)
    remaining = match.boards[1:]
    if not remaining or remaining[0].message_id is None:
        return transaction.pause(match, reason)
    drop_boards(transaction.connection, [match.home])
    return _at_home(transaction, replace(match, boards=remaining), since=match)


def _at_home(transaction: MatchTransaction, match: Match, since: Match) -> Match:
    """Write that a match has other boards than it had ``since``; its clock is that of its server."""
    ahead = transaction.uptime(match.guild_id) - transaction.uptime(since.guild_id)
    lowest = min(board.shown_version for board in match.boards)
    clock = clock_values(_moved_clock(match, ahead))
    values = {**home_values(match.home), "shown_version": lowest, **clock}
    return transaction.update(since, values, boards=match.boards)


def _moved(board: Board, place: Place) -> Board:
    """A board in another place, where it was not posted yet."""
    return replace(
        board,
        guild_id=place.guild_id,
        channel_id=place.channel_id,
        locale=place.locale,
        tokens_only=place.tokens_only,
        message_id=None,
        thread_id=None,
    )


def _moved_clock(match: Match, ahead: float) -> Clock | None:
    """The match's clock in a server whose clocks are ahead of the present server's."""
    if match.clock is None or match.clock.since is None:
        return match.clock
    return replace(match.clock, since=match.clock.since + ahead)


def _location(match: Match) -> tuple[int, int | None]:
    return match.home.channel_id, match.home.message_id


def _new_limits(match: Match, place: Place) -> Limits:
    """The limits that do not apply to the match yet: those of a new server and a new channel."""
    same_guild = match.guild_id == place.guild_id
    same_channel = match.home.channel_id == place.channel_id
    return Limits(
        in_guild=None if same_guild else place.limits.in_guild,
        in_channel=None if same_channel else place.limits.in_channel,
    )
