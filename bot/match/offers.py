"""Offers and requests that one player makes and the other answers: takebacks, draws, adjournments.

An offer is open until the opponent answers it or moves: their next move declines it. The player who made the
offer can withdraw it. They can move without doing so, since on most boards one offers a draw together with a
move; only a request for a takeback is withdrawn by that. A player who offers what the opponent has already
offered accepts it. A player makes one offer of a kind in a position, so that nobody is asked again and again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.exceptions import Outdated, Refusal, guarded
from data.matches.store import MatchStore
from data.model.match import Match, MatchState, Offer, OfferKind
from games.base import Side

_OUTLASTING = (OfferKind.DRAW, OfferKind.ADJOURN)
"""Offers that stay open when the player who made them moves."""

Agree = Callable[[Match], Awaitable[Match]]
"""Commits what both players want."""


async def make_offer(store: MatchStore, match: Match, side: Side, kind: OfferKind, agree: Agree) -> Match:
    """Make an offer, or accept the opponent's offer of the same kind."""
    if offer_of(match, side.other, kind) is not None:
        return await agree(match)
    return await ask(store, match, side, kind)


async def ask(store: MatchStore, match: Match, side: Side, kind: OfferKind) -> Match:
    """Make an offer. Raises `Refusal` while one is open, and for a second one of a kind in one position."""
    if match.offer is not None:
        raise Refusal("match.offer-pending")
    if (kind, side) in match.offers_made:
        raise Refusal("match.asked-already")
    return await guarded(store.set_offer(match.id, match.position_id, None, Offer(kind, side, match.ply)))


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
    is_wanted = offer is not None and offer.side is side and offer.kind in (kinds or _OUTLASTING)
    return offer if is_wanted else None


def not_accepted(match: Match) -> list[tuple[OfferKind, Side]]:
    """The offers declined or withdrawn in this position, and who made them; none while one is open."""
    if match.offer is not None or not match.offers_made or match.state != MatchState.PLAYING:
        return []
    is_paused = match.paused is not None  # then offers made before it was do not matter anymore
    return sorted(offer for offer in match.offers_made if (offer[0] == OfferKind.RESUME) is is_paused)
