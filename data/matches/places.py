"""Moving a match to another place, where its message has yet to be posted."""

from __future__ import annotations

from data.errors import Stale
from data.matches.quotas import LimitRequest
from data.matches.rows import place_values
from data.matches.transactions import MatchTransaction
from data.model import Limits, Match, MatchState, Place


def move_to_place(transaction: MatchTransaction, seen: Match, user_id: int, place: Place) -> Match:
    """Move the match that the caller has ``seen`` to a place, at the request of a person.

    Raises `Stale` if the match is not in play or has moved already, and `LimitReached`.
    """
    match = transaction.lock(seen.id)
    if match.state != MatchState.PLAYING or _location(match) != _location(seen):
        raise Stale(match)
    request = LimitRequest.to_move(match, user_id, place)
    transaction.check_limits(request, _new_limits(match, place))
    values = {**place_values(place), "message_id": None, "thread_id": None}
    return transaction.update(match, values, by_player=False)


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
