"""Moving a match to another place: where its message is posted later, or to its other board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from data.errors import Stale
from data.matches.other_boards import drop_other_board
from data.matches.quotas import LimitRequest
from data.matches.rows import clock_values, place_values
from data.matches.transactions import MatchTransaction
from data.model import Limits, Match, MatchState, PauseReason, Place
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
    clock = _moved_clock(match, transaction.uptime(place.guild_id) - transaction.uptime(match.guild_id))
    values = {**place_values(place), **clock_values(clock), "message_id": None, "thread_id": None}
    side = match.side_of(user_id)
    if side is not None and side is match.other_side:
        drop_other_board(transaction.connection, match.id)
        match, values = replace(match, other_board=None), {**values, "other_side": side.other}
    return transaction.update(match, values)


def lose_place(
    transaction: MatchTransaction,
    match_id: int,
    condition: Callable[[Match], bool] | None,
    reason: PauseReason,
) -> Match:
    """Continue a match, whose place is lost, at its other board; without one, pause it for ``reason``.

    Raises `Stale` if it is not active, or does not meet the condition.
    """
    match = transaction.expect(match_id, MatchState.PLAYING)
    if condition is not None and not condition(match):
        raise Stale(match)
    other = match.other_board
    if other is None or other.message_id is None or match.other_side is None:
        return transaction.pause(match, reason)
    drop_other_board(transaction.connection, match.id)
    clock = _moved_clock(match, transaction.uptime(other.guild_id) - transaction.uptime(match.guild_id))
    values = {
        **place_values(Place(other.guild_id, other.channel_id, other.locale)),
        **clock_values(clock),
        "message_id": other.message_id,
        "shown_version": other.shown_version,
        "thread_id": None,
        "other_side": match.other_side.other,
    }
    return transaction.update(replace(match, other_board=None), values)


def _moved_clock(match: Match, ahead: float) -> Clock | None:
    """The match's clock in a server whose clocks are ahead of the present server's."""
    if match.clock is None or match.clock.since is None:
        return match.clock
    return replace(match.clock, since=match.clock.since + ahead)


def _location(match: Match) -> tuple[int, int | None]:
    return match.channel_id, match.message_id


def _new_limits(match: Match, place: Place) -> Limits:
    """The limits that do not apply to the match yet: those of a new server and a new channel."""
    same_guild = match.guild_id == place.guild_id
    same_channel = match.channel_id == place.channel_id
    return Limits(
        in_guild=None if same_guild else place.limits.in_guild,
        in_channel=None if same_channel else place.limits.in_channel,
    )
