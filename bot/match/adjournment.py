"""Adjourning and resuming matches.

Two people adjourn a match by agreement; against the computer one person does it alone. While a match is
adjourned nobody moves and its clock is stopped. Either player resumes it, but on a live clock both have to
agree, so that nobody's minutes run while they are away. An offer to adjourn is declined by the opponent's
next move, as a draw offer is.
"""

from __future__ import annotations

from bot.exceptions import Refusal, guarded
from bot.match.lookup import MatchLookup
from bot.match.offers import accept_offer, clear_offer, make_offer, offer_of
from data.matches.store import MatchStore
from data.model.match import Match, Offer, OfferKind, PauseReason, PositionId


class Adjournments:
    """Adjourns and resumes matches. Methods raise `Refusal` and `Outdated`."""

    def __init__(self, store: MatchStore, lookup: MatchLookup) -> None:
        self._store = store
        self._lookup = lookup

    async def adjourn(self, match_id: int, position_id: PositionId | None, user_id: int) -> Match:
        """Adjourn the match, offer it to the opponent, or accept their offer."""
        match, side = await self._lookup.active(match_id, user_id, position_id)
        if match.tournament_id is not None:
            raise Refusal("tournament.no-adjournment")
        if match.level is not None:
            return await guarded(self._store.pause(match.id, match.position_id, PauseReason.ADJOURNED))
        return await make_offer(self._store, match, side, OfferKind.ADJOURN, self._agree)

    async def accept(self, match_id: int, position_id: PositionId | None, user_id: int) -> Match:
        """Accept the opponent's offer to adjourn."""
        match, side = await self._lookup.active(match_id, user_id, position_id)
        return await accept_offer(match, side, OfferKind.ADJOURN, self._agree)

    async def decline(self, match_id: int, position_id: PositionId | None, user_id: int) -> Match:
        """Decline the opponent's offer to adjourn, or withdraw one's own."""
        match, _ = await self._lookup.active(match_id, user_id, position_id)
        return await clear_offer(self._store, match, OfferKind.ADJOURN)

    async def resume(self, match_id: int, position_id: PositionId | None, user_id: int) -> Match:
        """Resume the match, offer it to the opponent, or accept their offer."""
        match, side = await self._lookup.adjourned(match_id, user_id, position_id)
        if not needs_both(match) or offer_of(match, side.other, OfferKind.RESUME):
            return await guarded(self._store.resume(match.id, PauseReason.ADJOURNED, answered=match.offer))
        if match.offer is not None:
            raise Refusal("match.own-offer")
        offer = Offer(OfferKind.RESUME, side, match.ply)
        return await guarded(self._store.set_offer(match.id, match.position_id, None, offer))

    async def decline_resume(self, match_id: int, position_id: PositionId | None, user_id: int) -> Match:
        """Decline the opponent's offer to resume, or withdraw one's own."""
        match, _ = await self._lookup.adjourned(match_id, user_id, position_id)
        return await clear_offer(self._store, match, OfferKind.RESUME)

    async def _agree(self, match: Match) -> Match:
        return await guarded(
            self._store.pause(match.id, match.position_id, PauseReason.ADJOURNED, answered=match.offer)
        )


def needs_both(match: Match) -> bool:
    """Whether both players have to agree to resume: their minutes run from then on."""
    live = match.clock is not None and not match.clock.control.each_turn
    return live and match.level is None
