"""Matches that rest: put off by those who play, and taken up again. Start reading at `Rests.adjourn`.

Two people put a match off by agreement; against the computer one does it alone. While it rests nobody
moves and its clock stands. It is taken up by either player, but with a live clock by agreement, so that
nobody's minutes run while they are away. An offer to put off lapses, as one of a draw, with the opponent's
next move.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bot.exceptions import Outdated, Refusal, guarded
from bot.match.offers import ADJOURN, RESUME, Seated, answer, ask, standing
from data.matches import Match, MatchStore, Offer, Stamp

ADJOURNED: Final = "adjourned"


class Rests:
    """Matches put off and taken up. Methods raise `Refusal` and `Outdated`.

    ``stop`` is told of a match whose computer need not think on.
    """

    def __init__(
        self, store: MatchStore, seated: Seated, resting: Seated, stop: Callable[[int], None]
    ) -> None:
        self._store = store
        self._seated = seated
        self._resting = resting
        self._stop = stop

    async def adjourn(self, match_id: int, stamp: Stamp | None, user_id: int) -> Match:
        """Put the match off, or ask the opponent for it, or agree to what they have asked."""
        match, side = await self._seated(match_id, user_id, stamp)
        if match.level is not None:
            rests = await guarded(self._store.pause(match.id, match.stamp, ADJOURNED))
            self._stop(match.id)
            return rests
        return await ask(self._store, match, side, ADJOURN, self._agree)

    async def answer_adjourn(self, match_id: int, stamp: Stamp | None, user_id: int, accepted: bool) -> Match:
        """The opponent's answer; the one who asked may withdraw."""
        match, side = await self._seated(match_id, user_id, stamp)
        return await answer(self._store, match, side, ADJOURN, accepted, self._agree)

    async def _agree(self, match: Match) -> Match:
        return await guarded(self._store.pause(match.id, match.stamp, ADJOURNED, granted=match.offer))

    async def resume(self, match_id: int, stamp: Stamp | None, user_id: int) -> Match:
        """Take the match up again, or ask the opponent for it, or agree to what they have asked."""
        match, side = await self._resting(match_id, user_id, stamp)
        if not needs_both(match) or standing(match, side.other, RESUME):
            return await guarded(self._store.resume(match.id, ADJOURNED, granted=match.offer))
        if match.offer is not None:
            raise Refusal("match.own-offer")
        asked = Offer(RESUME, side, match.ply)
        return await guarded(self._store.set_offer(match.id, match.stamp, None, asked))

    async def decline_resume(self, match_id: int, stamp: Stamp | None, user_id: int) -> Match:
        """Let the match rest on; the one who asked may withdraw as well."""
        match, _ = await self._resting(match_id, user_id, stamp)
        if match.offer is None or match.offer.kind != RESUME:
            raise Outdated(match)
        return await guarded(self._store.set_offer(match.id, match.stamp, match.offer, None))


def needs_both(match: Match) -> bool:
    """Whether it takes both players to go on: their minutes run from then on."""
    live = match.clock is not None and not match.clock.control.each_turn
    return live and match.level is None
