"""Draws by agreement."""

from __future__ import annotations

from bot.exceptions import Refusal, guarded
from bot.match.endings import can_abort
from bot.match.lookup import MatchLookup
from bot.match.offers import accept_offer, clear_offer, make_offer
from data.matches.store import MatchStore
from data.model.match import Match, OfferKind, PositionId
from games.base import Outcome


class Draws:
    """Draw offers and the answers to them. Methods raise `Refusal` and `Outdated`."""

    def __init__(self, store: MatchStore, lookup: MatchLookup) -> None:
        self._store = store
        self._lookup = lookup

    async def offer(self, match_id: int, position_id: PositionId | None, user_id: int) -> Match:
        """Offer the opponent a draw, or accept the one that they have offered."""
        match, side = await self._lookup.active(match_id, user_id, position_id)
        if match.level is not None:
            raise Refusal("draw.only-between-people")
        if can_abort(match):
            raise Refusal("draw.too-early")
        return await make_offer(self._store, match, side, OfferKind.DRAW, self._agree)

    async def accept(self, match_id: int, position_id: PositionId | None, user_id: int) -> Match:
        """Accept the opponent's offer."""
        match, side = await self._lookup.active(match_id, user_id, position_id)
        return await accept_offer(match, side, OfferKind.DRAW, self._agree)

    async def decline(self, match_id: int, position_id: PositionId | None, user_id: int) -> Match:
        """Decline the opponent's offer, or withdraw one's own."""
        match, _ = await self._lookup.active(match_id, user_id, position_id)
        return await clear_offer(self._store, match, OfferKind.DRAW)

    async def _agree(self, match: Match) -> Match:
        drawn = Outcome(None, "outcome.agreed")
        return await guarded(self._store.finish(match.id, match.position_id, drawn, answered=match.offer))
