"""Keeps the mistakes of people for them to practice, once a match is judged."""

from __future__ import annotations

from collections.abc import Callable

from bot.match.events import MatchEvents
from bot.match.limits import ATTEMPTS
from bot.match.rate_limits import CostlyLimit
from bot.match.report import MatchJudged, Report
from bot.tasks import Tasks, retry_store
from data.puzzles.mistakes import Mistake, MistakeStore
from games.base import Side

PUT_OFF_SECONDS = 86_400.0
"""When a mistake is asked about again whose match cannot be read."""


class Mistakes:
    """The mistakes of all people; ``now`` returns the unix time, ``ticks`` seconds."""

    def __init__(
        self,
        store: MistakeStore,
        events: MatchEvents,
        now: Callable[[], float],
        ticks: Callable[[], float],
    ) -> None:
        self._store = store
        self._now = now
        self._tasks = Tasks()
        self.limit = CostlyLimit(ticks, ATTEMPTS)
        events.subscribe(MatchJudged, lambda event: self._keep(event.report))

    def _keep(self, report: Report) -> None:
        match = report.match
        if match.teams is not None:
            return
        for side in Side:
            user_id = match.user_of(side)
            plies = [fault.ply for fault in report.faults if fault.side is side]
            if user_id is not None and match.imported_by is None and plies:
                self._tasks.run(self._add(match.id, user_id, plies), match=match.id)

    async def _add(self, match_id: int, user_id: int, plies: list[int]) -> None:
        await retry_store(
            lambda: self._store.add(match_id, user_id, plies, self._now()), "mistakes not stored yet"
        )

    async def due(self, user_id: int, game: str | None = None) -> int:
        """How many mistakes a person is to be asked about now, in a game or in all."""
        return await self._store.due(user_id, self._now(), game)

    async def next_due(self, user_id: int) -> Mistake | None:
        """The mistake that a person is to be asked about now; None if there is none."""
        mistake = await self._store.next(user_id)
        return mistake if mistake is not None and (mistake.due_at or 0.0) <= self._now() else None

    async def put_off(self, mistake: Mistake) -> None:
        """Ask about a mistake whose match cannot be read a day later, so that others come first."""
        await self._store.put_off(mistake, self._now() + PUT_OFF_SECONDS)

    async def next_at(self, user_id: int) -> float | None:
        """When a person is to be asked next, in unix seconds; None if there is nothing to ask."""
        mistake = await self._store.next(user_id)
        return mistake.due_at if mistake is not None else None

    async def tried(self, match_id: int, ply: int, user_id: int, *, solved: bool) -> None:
        """Count a try, if one is due."""
        await self._store.tried(match_id, ply, user_id, self._now(), solved=solved)

    async def close(self) -> None:
        """Stop; what is not stored is stored when the match's review is opened."""
        await self._tasks.close()
