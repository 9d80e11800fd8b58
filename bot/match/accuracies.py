"""Keeps what both sides' moves say in each match, once it is judged, for profiles and ``auto``."""

from __future__ import annotations

from ai.analysis import ACCURACY_VERSION
from bot.match.events import MatchEvents
from bot.match.report import MatchJudged, Report
from bot.tasks import Tasks, retry_store
from data.matches.analyses import AnalysisStore
from data.model.accuracy import SideMoves
from games.base import Side


class Accuracies:
    """Stores accuracies, and how likely the moves are of each strength, in the background."""

    def __init__(self, store: AnalysisStore, events: MatchEvents) -> None:
        self._store = store
        self._tasks = Tasks()
        events.subscribe(MatchJudged, lambda event: self._keep(event.report))

    def _keep(self, report: Report) -> None:
        if report.match.imported_by is None and report.done:
            self._tasks.run(self._store_of(report), match=report.match.id)

    async def _store_of(self, report: Report) -> None:
        match_id = report.match.id
        first, second = (SideMoves(report.accuracy(side), report.likelihoods(side)) for side in Side)
        await retry_store(
            lambda: self._store.store_sides(match_id, ACCURACY_VERSION, first, second),
            "accuracy not stored yet",
        )

    async def close(self) -> None:
        """Stop; what is not stored is stored when the match's review is opened."""
        await self._tasks.close()
