"""Races: actions at one instant have one order, in the database and on the board.

More of them: `test_simultaneous_actions.py` (accept and cancel, resign while the computer's move lands).
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Iterable

import pytest

from data.model.match import Match
from games import replay
from games.base import Side
from sandbox import Person, Reply

from .world import World, moves_offered

CLICKS = 20

pytestmark = pytest.mark.usefixtures("in_time")


async def in_any_order(actions: Iterable[Awaitable[Reply]], seed: int) -> list[Reply]:
    """Do everything at the same instant; each action is answered."""
    shuffled = list(actions)
    random.Random(seed).shuffle(shuffled)
    return await asyncio.gather(*shuffled)


async def test_two_people_click_twenty_times_each(w: World) -> None:
    """On the same square, then on different squares."""
    match = await w.match_of_two()
    for ply, same in enumerate((True, True, False, False)):
        board = w.board(match)
        labels = moves_offered(board)[: 1 if same else None]
        actions = [
            person.click(board, label=labels[number % len(labels)])
            for number in range(CLICKS)
            for person in (w.alice, w.bob)
        ]
        await in_any_order(actions, ply)
        match = await w.shown(match)
        assert match.ply == ply + 1
        assert match.moves[-1] in labels
        replay(match.record)
    assert len(boards_of(w, match)) == 1


def boards_of(w: World, match: Match) -> list[str]:
    """The messages on which a match can be played."""
    return [one.id for one in w.sandbox.messages(w.games) if moves_offered(one) and not one.ephemeral]


async def test_requesting_a_takeback_while_the_opponent_moves(w: World) -> None:
    for seed in range(6):
        match = await w.match_of_two()
        await w.alice.click(w.board(match), label="d3")
        match = await w.shown(match)
        board = w.board(match)
        move = moves_offered(board)[seed % 3]
        await in_any_order([w.alice.click(board, label="Undo"), w.bob.click(board, label=move)], seed)
        match = await w.shown(match)
        # In either order the move is played, and a request before it is settled by it.
        if match.offer is None:
            assert match.moves == ("d3", move)
        else:
            assert match.ply in (1, 2)
        await can_be_played(w, match)


async def test_accepting_a_takeback_while_a_move_is_typed(w: World) -> None:
    """By the same person, at two devices: one of the two happens, never both or half of one."""
    for seed in range(6):
        match = await w.match_of_two()
        await w.alice.click(w.board(match), label="d3")
        match = await w.shown(match)
        move = moves_offered(w.board(match))[0]
        await w.alice.click(w.board(match), label="Undo")
        match = await w.shown(match)
        yes = next(one for one in w.board(match).buttons if "undo-yes" in (one.custom_id or ""))
        actions = [
            w.bob.click(w.board(match), custom_id=yes.custom_id or ""),
            w.bob.command(w.games, "move", move=move, match=match.id),
        ]
        await in_any_order(actions, seed)
        match = await w.shown(await w.until(match, lambda one: one.offer is None))
        taken, played = ((), 1), (("d3", move), 0)
        assert (match.moves, match.takebacks) in (taken, played)
        await can_be_played(w, match)


async def can_be_played(w: World, match: Match) -> None:
    """The match is consistent: the side to move can move."""
    if match.offer is not None:
        no = next(one for one in w.board(match).buttons if "undo-no" in (one.custom_id or ""))
        asker = w.alice if match.user_of(match.offer.side) == int(w.alice.id) else w.bob
        await asker.click(w.board(match), custom_id=no.custom_id or "")
        match = await w.shown(match)
    person: Person = w.alice if match.ply % 2 == 0 else w.bob
    await person.click(w.board(match), label=moves_offered(w.board(match))[0])
    assert (await w.shown(match)).ply == match.ply + 1


async def test_a_move_a_resignation_and_a_takeback_at_once(w: World) -> None:
    for seed in range(4):
        match = await w.match_of_two()
        for person in (w.alice, w.bob, w.alice):
            await person.click(w.board(match), label=moves_offered(w.board(match))[0])
            match = await w.shown(match)
        question = await w.alice.click(w.board(match), label="Resign")
        before, move = match.moves, moves_offered(w.board(match))[0]
        actions = [
            w.alice.click(question.shown, label="Resign"),
            w.bob.click(w.board(match), label=move),
            w.alice.click(w.board(match), label="Undo"),
        ]
        await in_any_order(actions, seed)
        match = await w.shown(await w.until(match, lambda one: one.state == "over"))
        assert match.moves in (before, (*before, move)) and match.offer is None
        assert (match.reason, match.user_of(match.winner or Side.FIRST)) == (
            "outcome.resigned",
            int(w.bob.id),
        )
