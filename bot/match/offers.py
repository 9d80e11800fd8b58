"""What one player offers or requests of the other, and draws by agreement.

An offer is open until the opponent answers it or moves: their next move declines it. The player who made the
offer can withdraw it, and can move without doing so, since on most boards one offers a draw together with a
move. A player who offers what the opponent has already offered accepts it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.exceptions import Outdated, Refusal, guarded
from bot.match.endings import can_abort
from bot.match.lookup import MatchLookup
from data.matches.store import MatchStore
from data.model import Match, Offer, OfferKind, PositionId
from games.base import Outcome, Side

_OUTLASTING = (OfferKind.DRAW, OfferKind.ADJOURN)
"""Offers that stay open when the player who made them moves."""

Agree = Callable[[Match], Awaitable[Match]]
"""Commits what both players want."""


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


async def make_offer(store: MatchStore, match: Match, side: Side, kind: OfferKind, agree: Agree) -> Match:
    """Make an offer, or accept the opponent's offer of the same kind."""
    if match.offer is None:
        return await guarded(store.set_offer(match.id, match.position_id, None, Offer(kind, side, match.ply)))
    if offer_of(match, side.other, kind) is None:
        raise Refusal("match.offer-pending")
    return await agree(match)


async def accept_offer(match: Match, side: Side, kind: OfferKind, agree: Agree) -> Match:
    """Accept the opponent's offer. Raises `Outdated` if there is none, `Refusal` if it is one's own."""
    if match.offer is None or match.offer.kind != kind:
        raise Outdated(match)
    if match.offer.side is side:
        raise Refusal("match.own-offer")
    return await agree(match)


async def clear_offer(store: MatchStore, match: Match, kind: OfferKind) -> Match:
    """Decline or withdraw an offer. Raises `Outdated` if there is none."""
    if match.offer is None or match.offer.kind != kind:
        raise Outdated(match)
    return await guarded(store.set_offer(match.id, match.position_id, match.offer, None))


def offer_of(match: Match, side: Side, *kinds: OfferKind) -> Offer | None:
    """The open offer of ``side``, if it is of one of these kinds (none: one that outlasts its own moves)."""
    offer = match.offer
    meant = offer is not None and offer.side is side and offer.kind in (kinds or _OUTLASTING)
    return offer if meant else None
