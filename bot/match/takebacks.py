"""Moves taken back: at once against the computer, by agreement between people.

Start reading at `TakeBacks.ask`. A clock is not turned back with the moves (nor is it on lichess): what was
used of the present turn is charged, and the turn that comes again is a new one.
"""

from __future__ import annotations

from collections.abc import Callable

from bot.exceptions import Outdated, Refusal, guarded
from bot.match.offers import UNDO, Seated
from data.matches import Match, MatchStore, Offer, Stamp
from games import game
from games.base import PASS, Side


class TakeBacks:
    """Requests for a move back and the answers to them. Methods raise `Refusal` and `Outdated`.

    ``stop`` is told of a match whose computer need not think on.
    """

    def __init__(self, store: MatchStore, seated: Seated, stop: Callable[[int], None]) -> None:
        self._store = store
        self._seated = seated
        self._stop = stop

    async def ask(self, match_id: int, stamp: Stamp | None, user_id: int) -> Match:
        """Take back one's last move: at once against the computer, else by asking the opponent."""
        match, side = await self._seated(match_id, user_id, stamp)
        ply = last_own_ply(match, side)
        if ply is None:
            raise Refusal("match.nothing-to-undo")
        if match.level is None:
            if match.offer is not None:
                raise Refusal("match.offer-pending")
            asked = Offer(UNDO, side, match.ply)
            return await guarded(self._store.set_offer(match.id, match.stamp, None, asked))
        taken = await guarded(self._store.take_back(match.id, match.stamp, ply, turn=side))
        self._stop(match.id)
        return taken

    async def answer(self, match_id: int, stamp: Stamp | None, user_id: int, accepted: bool) -> Match:
        """The opponent's answer to a request; the asker may withdraw it."""
        match, side = await self._seated(match_id, user_id, stamp)
        offer = match.offer
        if offer is None or offer.kind != UNDO:
            raise Outdated(match)
        if side is offer.side and accepted:
            raise Refusal("match.own-offer")
        ply = last_own_ply(match, offer.side)
        if not accepted or ply is None:
            return await guarded(self._store.set_offer(match.id, match.stamp, offer, None))
        return await guarded(
            self._store.take_back(match.id, match.stamp, ply, granted=offer, turn=offer.side)
        )


def last_own_ply(match: Match, side: Side) -> int | None:
    """The ply of the last move ``side`` chose itself (a forced pass is no choice), or None."""
    position, found = game(match.game).start(match.variant), None
    for ply, move in enumerate(match.moves):
        if position.to_move is side and list(position.legal_moves()) != [PASS]:
            found = ply
        position = position.play(move)
    return found
