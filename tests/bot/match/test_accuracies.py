"""Both sides' accuracy is kept once a match is judged."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ai.analysis import ACCURACY_VERSION
from bot.match.accuracies import Accuracies
from bot.match.report import MatchJudged
from data.model.rating_categories import Category
from data.ratings import profile
from data.tables.conditions import Scope
from games import replay
from games.base import Move, Record
from tests.bot.match.test_mistakes import ended
from tests.bot.service import ANA, BEN, Service, until
from tests.bot.verdicts import report_of


async def test_a_judged_match_counts_for_both_players(made: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profile, "MIN_MOVES", 1)  # the match is short
    accuracies = Accuracies(made.store.analyses, made.events)
    match = await ended(made, 12)
    made.events.publish(MatchJudged(report_of(match, [0])))
    await until(lambda: accuracies._tasks.is_idle)
    found = [
        await made.store.profiles.of_person(one, Category.OTHELLO, Scope(user_id=one), ACCURACY_VERSION)
        for one in (ANA, BEN)
    ]
    worse, better = (one.accuracy or 0.0 for one in found)
    assert 0 < worse < better <= 100 and [one.judged for one in found] == [1, 1]
    await accuracies.close()


async def test_how_strong_the_moves_are_is_kept_with_the_result(made: Service) -> None:
    """Of five moves or more: fewer say nothing."""
    accuracies = Accuracies(made.store.analyses, made.events)
    moves = tuple[Move, ...]()
    while len(moves) < 10:
        moves += (replay(Record("othello", "6x6", moves)).legal_moves()[0],)
    match = await made.at(await made.computer(), moves)
    match = await made.matches.resign(match.id, None, ANA)
    report = report_of(match)
    likely = [replace(verdict, likelihoods=(-1.5, -2.0)) for verdict in report.verdicts if verdict]
    made.events.publish(MatchJudged(replace(report, verdicts=tuple(likely))))
    await until(lambda: accuracies._tasks.is_idle)
    (result,) = (await made.store.ratings.against_levels(ANA))[Category.OTHELLO]
    assert result.likelihoods == (-7.5, -10.0)
    await accuracies.close()
