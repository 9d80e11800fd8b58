"""Conditional moves as the store knows them: also which matches have none, without reading."""

from __future__ import annotations

import asyncio

from data.matches.conditional_moves import ConditionalMoves
from data.model.match import Match
from data.store import Store
from games.base import Move
from tests.data.conftest import ANNA, Begin

LINE = (Move("d3"), Move("c3"))


def _moves(match: Match) -> ConditionalMoves:
    return ConditionalMoves(match.id, ANNA, match.position_id, (LINE,))


async def test_a_match_without_any_is_known_once_that_was_read(store: Store, begin: Begin) -> None:
    match = await begin()
    assert not store.conditional_moves.has_none(match.id)
    assert await store.conditional_moves.of_match(match.id) == []
    assert store.conditional_moves.has_none(match.id)


async def test_a_match_with_some_is_not_taken_for_one_without(store: Store, begin: Begin) -> None:
    match = await begin()
    await store.conditional_moves.of_match(match.id)
    await store.conditional_moves.put(_moves(match))
    assert not store.conditional_moves.has_none(match.id)
    assert await store.conditional_moves.of_match(match.id) == [_moves(match)]
    assert not store.conditional_moves.has_none(match.id)


async def test_what_is_stored_during_a_read_is_not_missed(store: Store, begin: Begin) -> None:
    match = await begin()
    for _ in range(20):
        reading = asyncio.create_task(store.conditional_moves.of_match(match.id))
        await store.conditional_moves.put(_moves(match))
        await reading
        assert not store.conditional_moves.has_none(match.id)
        await store.conditional_moves.delete(_moves(match))
