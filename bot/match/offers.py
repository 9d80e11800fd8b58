"""What a player asks of the other, and draws by agreement. Start reading at `Draws.offer`.

An offer stands until the opponent answers it or plays on: their next move declines it. The one who offered
may withdraw it, and may go on playing without doing so, since on most boards one offers together with a
move. Whoever offers a draw to somebody who has offered one agrees.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.exceptions import Outdated, Refusal, guarded
from bot.match.endings import may_call_off
from data.matches import Match, MatchStore, Offer, Stamp
from games.base import Outcome, Side

UNDO, DRAW, ADJOURN, RESUME = "undo", "draw", "adjourn", "resume"
"""The kinds of offers: a move taken back, a match drawn, put off, taken up again."""

_OUTLASTING = (DRAW, ADJOURN)
"""Offers that the own next move does not take back."""

Seated = Callable[[int, int, Stamp | None], Awaitable[tuple[Match, Side]]]
"""From match, person and position seen to the match and the person's side, or a refusal."""

Agree = Callable[[Match], Awaitable[Match]]
"""What becomes of a match once both want the same."""


class Draws:
    """Offers of a draw and the answers to them. Methods raise `Refusal` and `Outdated`."""

    def __init__(self, store: MatchStore, seated: Seated) -> None:
        self._store = store
        self._seated = seated

    async def offer(self, match_id: int, stamp: Stamp | None, user_id: int) -> Match:
        """Offer the opponent a draw, or agree to the one that they have offered."""
        match, side = await self._seated(match_id, user_id, stamp)
        if match.level is not None:
            raise Refusal("draw.only-between-people")
        if may_call_off(match):
            raise Refusal("draw.too-early")
        return await ask(self._store, match, side, DRAW, self._agree)

    async def answer(self, match_id: int, stamp: Stamp | None, user_id: int, accepted: bool) -> Match:
        """The opponent's answer to an offered draw; the one who offered may withdraw it."""
        match, side = await self._seated(match_id, user_id, stamp)
        return await answer(self._store, match, side, DRAW, accepted, self._agree)

    async def _agree(self, match: Match) -> Match:
        drawn = Outcome(None, "outcome.agreed")
        return await guarded(self._store.finish(match.id, match.stamp, drawn, granted=match.offer))


async def ask(store: MatchStore, match: Match, side: Side, kind: str, agree: Agree) -> Match:
    """Ask the opponent for something, or agree to it where they have asked for the same."""
    if match.offer is None:
        asked = Offer(kind, side, match.ply)
        return await guarded(store.set_offer(match.id, match.stamp, None, asked))
    if standing(match, side.other, kind) is None:
        raise Refusal("match.offer-pending")
    return await agree(match)


async def answer(
    store: MatchStore, match: Match, side: Side, kind: str, accepted: bool, agree: Agree
) -> Match:
    """Answer what was asked: the opponent agrees or declines, the asker withdraws."""
    if match.offer is None or match.offer.kind != kind:
        raise Outdated(match)
    if not accepted:
        return await guarded(store.set_offer(match.id, match.stamp, match.offer, None))
    if match.offer.side is side:
        raise Refusal("match.own-offer")
    return await agree(match)


def standing(match: Match, side: Side, *kinds: str) -> Offer | None:
    """What ``side`` has offered, of these kinds (none: of those that its own moves do not take back)."""
    offer = match.offer
    meant = offer is not None and offer.side is side and offer.kind in (kinds or _OUTLASTING)
    return offer if meant else None
