"""Races: of whatever is done at one instant there is one order, in the database and on the board.

More of them: `test_at_once.py` (accept and cancel, resign while the computer's move lands).
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable

import pytest

from data.matches import Match
from games import replay
from sandbox import Person, Reply

from .world import World, moves_offered

CLICKS = 20


async def in_any_order(deeds: list[Awaitable[Reply]], seed: int) -> list[Reply]:
    """Do it all at the same instant; each deed gets an answer."""
    random.Random(seed).shuffle(deeds)
    return await asyncio.gather(*deeds)


@pytest.mark.parametrize("same", [True, False], ids=["same square", "different squares"])
async def test_two_people_click_twenty_times_each(w: World, same: bool) -> None:
    match = await w.match_of_two()
    for ply in range(3):
        board = w.board(match)
        labels = moves_offered(board)[: 1 if same else None]
        deeds = [
            person.click(board, label=labels[number % len(labels)])
            for number in range(CLICKS)
            for person in (w.alice, w.bob)
        ]
        await in_any_order(deeds, ply)
        match = await w.shown(match)
        assert match.ply == ply + 1
        assert match.moves[-1] in labels
        replay(match.record)
    assert len(boards_of(w, match)) == 1


def boards_of(w: World, match: Match) -> list[str]:
    """The messages on which a match can be played."""
    return [one.id for one in w.sandbox.messages(w.games) if moves_offered(one) and not one.ephemeral]


@pytest.mark.parametrize("seed", range(6))
async def test_asking_for_a_take_back_while_the_opponent_moves(w: World, seed: int) -> None:
    match = await w.match_of_two()
    for person in (w.alice, w.bob, w.alice):
        await person.click(w.board(match), label=moves_offered(w.board(match))[0])
        match = await w.shown(match)
    question = await w.alice.click(w.board(match), label="🏳️")
    before, move = match.moves, moves_offered(w.board(match))[0]
    deeds = [
        w.alice.click(question.shown, label="Resign"),
        w.bob.click(w.board(match), label=move),
        w.alice.click(w.board(match), label="↩️"),
    ]
    await in_any_order(deeds, seed)
    match = await w.shown(await w.until(match, lambda one: one.state == "over"))
    assert match.moves in (before, (*before, move)) and match.offer is None
    assert (match.reason, match.user_of(match.winner or 1)) == ("outcome.resigned", int(w.bob.id))
