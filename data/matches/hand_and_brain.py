"""Changes of a match of hand and brain, within the transaction of a match that was locked."""

from __future__ import annotations

from dataclasses import replace

from data.errors import Stale
from data.matches.rows import NEW_TURN, clock_values
from data.matches.transactions import MatchTransaction
from data.model.hand_and_brain import Seat
from data.model.match import Match, MatchState, PositionId
from data.model.pair_turns import seat_in_turn
from games import replay
from games.base import Side
from games.regions import regions


def start_pairs(transaction: MatchTransaction, match: Match) -> Match:
    """Begin a match; the computer plays by itself on a side without people."""
    pairs = match.teams.pairs if match.teams is not None else None
    to_move = replay(match.record).to_move
    is_alone = any(not match.members(side) for side in Side)
    clock = match.clock and match.clock.turn(
        to_move if match.members(to_move) else None, transaction.uptime(match.guild_id)
    )
    level = pairs.level if pairs is not None and is_alone else None
    values = {"level": level, **clock_values(clock)}
    return transaction.accept(match, values, (match.first_id, match.second_id))


def name_region(transaction: MatchTransaction, match_id: int, position_id: PositionId, region: str) -> Match:
    """Store what a brain names: the turn of the hand begins, and a live clock goes on.

    Raises `Stale` if the position has passed, something was named in it, or the flag has fallen.
    """
    match = transaction.expect(match_id, MatchState.PLAYING, position_id)
    teams, now = match.teams, transaction.uptime(match.guild_id)
    if teams is None or teams.pairs is None or region not in regions(match.record):
        raise Stale(match)
    is_named = seat_in_turn(teams, match.record, match.position_id) is not Seat.BRAIN
    if is_named or (match.clock is not None and match.clock.has_fallen(now)):
        raise Stale(match)
    clock, values = match.clock, dict(NEW_TURN)
    if clock is not None and clock.control.each_turn:
        values |= clock_values(clock.turn(replay(match.record).to_move, now))
    named = replace(teams, pairs=teams.pairs.naming(match.position_id, region))
    return transaction.update(match, {**values, "teams": named.text})
