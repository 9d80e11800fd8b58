"""Committing moves: a person's or the computer's, with the passes that follow by force."""

from __future__ import annotations

from collections.abc import Sequence

from bot.exceptions import Outdated, TimeIsUp, guarded
from bot.match.endings import time_forfeit
from bot.match.offers import offer_of
from data.matches.store import MatchStore
from data.matches.transactions import sequel
from data.model.match import Match, MatchState, Turn
from games.base import Move, Position


async def append_moves(
    store: MatchStore, match: Match, position: Position, moves: Sequence[Move], user_id: int | None
) -> Match:
    """Commit ``moves`` of one side, played from ``position``, and any forced passes after them.

    ``user_id`` is None for the computer. Raises `Outdated` if the match is at another position by now, and
    `TimeIsUp` if the mover's flag had fallen; then of a team, of which others go on, `Outdated`.
    """
    following = sequel(position, moves, user_id)
    mover = None if user_id is None else match.side_of(user_id)
    clocked = following.to_move if match.user_of(following.to_move) is not None else None
    result = await guarded(
        store.append(
            match.id,
            match.position_id,
            following.played,
            outcome=following.outcome,
            keeps=offer_of(match, mover or position.to_move),
            turn=Turn(clocked, following.ended, time_forfeit),
        )
    )
    if result.ended_by_clock:
        is_over = result.match.state == MatchState.OVER
        raise TimeIsUp(result.match) if is_over else Outdated(result.match)
    return result.match
