"""Matches whose board has lost its place, and matches brought to another. Start reading at `Parking.bring`.

A deleted channel, a server that threw the bot out, a channel it may not see any more: nothing can be shown
there, so nobody moves and the clock stands until a player brings the match to where they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from bot.exceptions import Outdated, Refusal, guarded
from bot.match.adjournment import ADJOURNED, needs_both
from bot.match.setup import Place
from data.errors import Stale, UnknownMatch
from data.match import Rest
from data.matches import Match, MatchStore

PARKED: Final = "parked"


class Parking:
    """Matches parked and taken up; ``stop`` is told of one whose computer need not think on."""

    def __init__(self, store: MatchStore, stop: Callable[[int], None]) -> None:
        self._store = store
        self._stop = stop

    async def park(
        self, match_ids: Iterable[int], only: Callable[[Match], bool] | None = None
    ) -> list[Match]:
        """Park the matches of these numbers that go on; those that rest already, or are over, stay so.

        ``only`` is asked once more in the transaction: a match may be brought elsewhere at the same moment.
        """
        parked = []
        for match_id in match_ids:
            try:
                parked.append(await self._store.pause(match_id, None, PARKED, only=only))
            except (Stale, UnknownMatch):
                continue
            self._stop(match_id)
        return parked

    async def take_up(self, match: Match) -> Match:
        """A parked match goes on: its board can be shown again. Raises `Outdated` if it is not parked.

        On a live clock it rests on until both are there, as after any rest.
        """
        still: Rest | None = ADJOURNED if needs_both(match) else None
        return await guarded(self._store.resume(match.id, PARKED, still=still))

    async def bring(self, seen: Match, user_id: int, place: Place) -> Match:
        """Bring a match to a place, where its board is still to be posted; a parked one goes on.

        Raises `Refusal` and `Outdated`.
        """
        if seen.side_of(user_id) is None:
            raise Refusal("match.not-seated")
        if seen.state == "challenge":
            raise Refusal("match.not-begun")
        values = place.values()
        limits = values.pop("limits")
        brought = await guarded(self._store.bring(seen, user_id, values, limits))
        return await self.take_up(brought) if brought.paused == PARKED else brought


def is_parked(refusal: Refusal) -> bool:
    """Whether something was refused because the match has lost its place."""
    if isinstance(refusal, Outdated):
        return refusal.match.paused == PARKED
    return refusal.key == "match.parked"
