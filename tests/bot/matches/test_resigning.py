"""Resigning, also while something else happens."""

from __future__ import annotations

import asyncio

import pytest

from data.matches import Match
from games import replay
from games.base import Side
from tests.bot.service import (
    ANA,
    BEN,
    Service,
    refusal,
    until,
)


@pytest.mark.parametrize(("user", "winner"), [(ANA, Side.SECOND), (BEN, Side.FIRST)])
async def test_resigning(made: Service, user: int, winner: Side) -> None:
    match = await made.people()
    over = await made.matches.resign(match.id, match.stamp, user)
    assert (over.state, over.winner, over.reason) == ("over", winner, "outcome.resigned")
    assert await refusal(made.matches.resign(match.id, None, user)) == "match.over"
    assert await refusal(made.matches.undo(match.id, over.stamp, user)) == "match.over"


async def test_resigning_while_the_computer_thinks(made: Service) -> None:
    match = await made.play(await made.computer(), ANA, "b3")
    await until(lambda: made.waiting.thinking)
    over = await made.matches.resign(match.id, None, ANA)
    assert (over.winner, over.ply) == (Side.SECOND, 1)
    await until(lambda: not made.waiting.thinking)
    assert made.changes.seen == []
    assert await made.matches.get(match.id) == over


async def test_resigning_counts_though_a_move_comes_between(
    made: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who resigns without looking at a board means the match, whatever its position has become."""
    match = await made.people()
    read = made.database.matches.get
    moved = False

    async def get(match_id: int) -> Match:
        nonlocal moved
        found = await read(match_id)
        if not moved:
            moved = True
            await made.matches.play(match_id, None, ANA, "b3")
        return found

    monkeypatch.setattr(made.database.matches, "get", get)
    over = await made.matches.resign(match.id, None, BEN)
    assert (over.winner, over.ply) == (Side.FIRST, 1)


async def test_resigning_from_an_old_board_is_refused(made: Service) -> None:
    match = await made.people()
    await made.play(match, ANA, "b3")
    assert await refusal(made.matches.resign(match.id, match.stamp, BEN)) == "match.outdated"


async def test_of_a_move_and_a_resignation_at_once_the_store_keeps_one_story(made: Service) -> None:
    for _ in range(5):
        match = await made.people()
        results = await asyncio.gather(
            made.matches.play(match.id, match.stamp, ANA, "b3"),
            made.matches.resign(match.id, match.stamp, BEN),
            return_exceptions=True,
        )
        assert sorted(type(result).__name__ for result in results) == ["Match", "Outdated"]
        present = await made.matches.get(match.id)
        assert present in results
        replay(present.record)
