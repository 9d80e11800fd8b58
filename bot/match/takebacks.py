"""Takebacks: at once against the computer, by agreement between people.

A takeback does not give time back (nor does it on lichess): the time used in the present turn is charged, and
the turn that is played again is a new one.
"""

from __future__ import annotations

from bot.exceptions import Outdated, Refusal, guarded
from bot.match.lookup import MatchLookup
from bot.match.offers import UNDO, accept_offer, clear_offer
from data.matches import Match, MatchStore, Offer, Stamp
from games import game
from games.base import PASS, Side


class Takebacks:
    """Requests for a takeback and the answers to them. Methods raise `Refusal` and `Outdated`."""

    def __init__(self, store: MatchStore, lookup: MatchLookup) -> None:
        self._store = store
        self._lookup = lookup

    async def request(self, match_id: int, stamp: Stamp | None, user_id: int) -> Match:
        """Take back one's last move: at once against the computer, else by asking the opponent."""
        match, side = await self._lookup.active(match_id, user_id, stamp)
        ply = last_own_ply(match, side)
        if ply is None:
            raise Refusal("match.nothing-to-undo")
        if match.level is not None:
            return await guarded(self._store.take_back(match.id, match.stamp, ply, turn=side))
        if match.offer is not None:
            raise Refusal("match.offer-pending")
        return await guarded(self._store.set_offer(match.id, match.stamp, None, Offer(UNDO, side, match.ply)))

    async def accept(self, match_id: int, stamp: Stamp | None, user_id: int) -> Match:
        """Accept the opponent's request."""
        match, side = await self._lookup.active(match_id, user_id, stamp)
        return await accept_offer(match, side, UNDO, self._take_back)

    async def decline(self, match_id: int, stamp: Stamp | None, user_id: int) -> Match:
        """Decline the opponent's request, or withdraw one's own."""
        match, _ = await self._lookup.active(match_id, user_id, stamp)
        return await clear_offer(self._store, match, UNDO)

    async def _take_back(self, match: Match) -> Match:
        if match.offer is None:
            raise Outdated(match)
        offer = match.offer
        ply = last_own_ply(match, offer.side)
        if ply is None:
            return await clear_offer(self._store, match, UNDO)
        return await guarded(
            self._store.take_back(match.id, match.stamp, ply, granted=offer, turn=offer.side)
        )


def last_own_ply(match: Match, side: Side) -> int | None:
    """The ply of the last move that ``side`` chose (a forced pass is no choice), or None."""
    position, found = game(match.game).start(match.variant), None
    for ply, move in enumerate(match.moves):
        if position.to_move is side and list(position.legal_moves()) != [PASS]:
            found = ply
        position = position.play(move)
    return found
