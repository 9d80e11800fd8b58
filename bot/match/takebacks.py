"""Takebacks: at once against the computer, by agreement between people, never in a rated match.

A takeback does not give time back (nor does it on lichess): the time used in the present turn is charged, and
the turn that is played again is a new one.
"""

from __future__ import annotations

from dataclasses import replace

from bot.exceptions import Outdated, Refusal, guarded
from bot.match.lookup import MatchLookup
from bot.match.offers import accept_offer, ask, clear_offer
from data.matches.store import MatchStore
from data.model.match import Match, OfferKind, PositionId
from games import start_of
from games.base import PASS, Side


class Takebacks:
    """Requests for a takeback and the answers to them. Methods raise `Refusal` and `Outdated`."""

    def __init__(self, store: MatchStore, lookup: MatchLookup) -> None:
        self._store = store
        self._lookup = lookup

    async def request(self, match_id: int, position_id: PositionId | None, user_id: int) -> Match:
        """Take back one's last move: at once against the computer, else by asking the opponent."""
        match, side = await self._lookup.active(match_id, user_id, position_id)
        ply = last_own_ply(match, side)
        if match.rated is not None:
            raise Refusal("match.rated-undo")
        if ply is None:
            raise Refusal("match.nothing-to-undo")
        if match.tournament_id is not None:
            raise Refusal("tournament.no-help")
        if match.level is not None and not _can_take_back(match, side, ply, user_id):
            raise Refusal("relay.undo")
        if match.level is not None:
            return await guarded(self._store.take_back(match.id, match.position_id, ply, to_move=side))
        return await ask(self._store, match, side, OfferKind.TAKEBACK)

    async def accept(self, match_id: int, position_id: PositionId | None, user_id: int) -> Match:
        """Accept the opponent's request."""
        match, side = await self._lookup.active(match_id, user_id, position_id)
        return await accept_offer(match, side, OfferKind.TAKEBACK, self._take_back)

    async def decline(self, match_id: int, position_id: PositionId | None, user_id: int) -> Match:
        """Decline the opponent's request, or withdraw one's own."""
        match, _ = await self._lookup.active(match_id, user_id, position_id)
        return await clear_offer(self._store, match, OfferKind.TAKEBACK)

    async def _take_back(self, match: Match) -> Match:
        if match.offer is None:
            raise Outdated(match)
        offer = match.offer
        ply = last_own_ply(match, offer.side)
        if ply is None:
            return await clear_offer(self._store, match, OfferKind.TAKEBACK)
        return await guarded(
            self._store.take_back(match.id, match.position_id, ply, answered=offer, to_move=offer.side)
        )


def _can_take_back(match: Match, side: Side, ply: int, user_id: int) -> bool:
    """Whether a person can take back a side's last move, at ``ply``, without asking anybody.

    In a relay only who made it or is in turn can: anybody can join, and would undo what others have played.
    """
    before = replace(match, moves=match.moves[:ply])
    return not match.is_relay or user_id in (match.user_of(side), before.user_of(side))


def last_own_ply(match: Match, side: Side) -> int | None:
    """The ply of the last move that ``side`` chose (a forced pass is no choice), or None."""
    position, last = start_of(match.record.before(0)), None
    for ply, move in enumerate(match.moves):
        if position.to_move is side and list(position.legal_moves()) != [PASS]:
            last = ply
        position = position.play(move)
    return last
