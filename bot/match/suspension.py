"""Suspending matches whose channel is lost, or whose board was deleted, and moving matches to another place.

The bot cannot show a board in a deleted channel, in a server that removed it, or in a channel that it cannot
see; where a moderator has deleted the board, it does not post another. So nobody moves, and the clock is
stopped, until a player brings the match to where they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bot.exceptions import Outdated, Refusal, guarded
from bot.match.adjournment import needs_both
from data.errors import Stale, UnavailableMatch
from data.matches.store import MatchStore
from data.model.match import Match, MatchState, PauseReason, Place
from data.model.reasons import WITHOUT_BOARD


class Suspensions:
    """Suspends matches that lost their place, and gives matches a place."""

    def __init__(self, store: MatchStore) -> None:
        self._store = store

    async def suspend(
        self,
        match_ids: Iterable[int],
        condition: Callable[[Match], bool] | None = None,
        reason: PauseReason = PauseReason.SUSPENDED,
    ) -> list[Match]:
        """Suspend the matches with these ids that are active; the others stay as they are.

        A match with another board goes on there, and is not suspended.
        ``condition`` is checked again in the transaction: a match can be moved elsewhere at the same moment.
        """
        suspended = []
        for match_id in match_ids:
            try:
                match = await self._store.lose_place(match_id, condition, reason)
            except (Stale, UnavailableMatch):
                continue
            if match.paused == reason:
                suspended.append(match)
        return suspended

    async def recover(self, match: Match) -> Match:
        """Resume a match without a board: it can be shown again. Raises `Outdated` if it has one.

        On a live clock it becomes an adjourned match, which both players agree to resume.
        """
        next_reason = PauseReason.ADJOURNED if needs_both(match) else None
        reason = match.paused if match.paused in WITHOUT_BOARD else PauseReason.SUSPENDED
        return await guarded(self._store.resume(match.id, reason, next_reason=next_reason))

    async def move_to(self, seen: Match, user_id: int, place: Place) -> Match:
        """Move a match to another place, where its board is posted next; a suspended match is recovered.

        Raises `Refusal` and `Outdated`.
        """
        if seen.side_of(user_id) is None:
            raise Refusal("match.not-seated")
        if seen.state == MatchState.CHALLENGE:
            raise Refusal("match.not-begun")
        moved = await guarded(self._store.move_to_place(seen, user_id, place))
        return await self.recover(moved) if moved.paused in WITHOUT_BOARD else moved


def is_suspended(refusal: Refusal) -> bool:
    """Whether something was refused because the match is suspended."""
    if isinstance(refusal, Outdated):
        return refusal.match.paused == PauseReason.SUSPENDED
    return refusal.key == "match.suspended"
