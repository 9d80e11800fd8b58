"""Mistakes are kept for their players once a match is judged."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.match.mistakes import Mistakes
from bot.match.report import MatchJudged, Report
from data.model.match import Match
from games import replay
from games.base import Move, Record
from tests.bot.service import ANA, BEN, Service, until
from tests.bot.verdicts import report_of


@pytest.fixture
async def mistakes(made: Service) -> AsyncIterator[Mistakes]:
    one = Mistakes(made.store.mistakes, made.events, made.clock, made.clock)
    yield one
    await one.close()


async def ended(made: Service, count: int = 4) -> Match:
    """A match of Ana and Ben that is over."""
    moves = tuple[Move, ...]()
    while len(moves) < count:
        moves += (replay(Record("othello", "6x6", moves)).legal_moves()[0],)
    match = await made.at(await made.people(), moves)
    return await made.matches.resign(match.id, None, ANA)


def judged(made: Service, report: Report) -> None:
    made.events.publish(MatchJudged(report))


async def test_each_player_gets_their_own(made: Service, mistakes: Mistakes) -> None:
    match = await ended(made)
    judged(made, report_of(match, [1, 2, 3]))
    await until(lambda: mistakes._tasks.is_idle)
    store = made.store.mistakes
    assert [one.ply for one in await store.of_person(ANA)] == [2]
    assert [one.ply for one in await store.of_person(BEN)] == [1, 3]
    assert (await mistakes.due(ANA), await mistakes.due(BEN)) == (1, 2)


async def test_what_is_not_due_waits(made: Service, mistakes: Mistakes) -> None:
    match = await ended(made)
    judged(made, report_of(match, [2]))
    await until(lambda: mistakes._tasks.is_idle)
    assert await mistakes.next_due(ANA) is not None
    await mistakes.tried(match.id, 2, ANA, solved=False)
    assert await mistakes.next_due(ANA) is None
    assert await mistakes.next_at(ANA) == made.clock.now + 86_400.0
    made.clock.now += 86_400.0
    found = await mistakes.next_due(ANA)
    assert found is not None and (found.tries, found.solved) == (1, 0)
    assert await mistakes.next_due(BEN) is None is await mistakes.next_at(BEN)


async def test_imported_matches_and_computers_have_nobody_to_learn(made: Service, mistakes: Mistakes) -> None:
    match = await ended(made)
    judged(made, report_of(replace(match, imported_by=ANA), [1, 2]))
    judged(made, report_of(replace(match, first_id=None, level="3"), [2]))
    judged(made, report_of(match))
    await until(lambda: mistakes._tasks.is_idle)
    assert await made.store.mistakes.of_person(ANA) == []
