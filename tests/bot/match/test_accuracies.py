"""Both sides' accuracy is kept once a match is judged."""

from __future__ import annotations

import pytest

from ai.analysis import ANALYSIS_VERSION
from bot.match.accuracies import Accuracies
from bot.match.report import MatchJudged
from data.model.rating_categories import Category
from data.ratings import profile
from data.tables.conditions import Scope
from tests.bot.match.test_mistakes import ended
from tests.bot.service import ANA, BEN, Service, until
from tests.bot.verdicts import report_of


async def test_a_judged_match_counts_for_both_players(made: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profile, "MIN_MOVES", 1)  # the match is short
    accuracies = Accuracies(made.store.analyses, made.events)
    match = await ended(made)
    made.events.publish(MatchJudged(report_of(match, [0])))
    await until(lambda: accuracies._tasks.is_idle)
    found = [
        await made.store.profiles.of_person(one, Category.OTHELLO, Scope(user_id=one), ANALYSIS_VERSION)
        for one in (ANA, BEN)
    ]
    worse, better = (one.accuracy or 0.0 for one in found)
    assert 0 < worse < better <= 100 and [one.judged for one in found] == [1, 1]
    await accuracies.close()
