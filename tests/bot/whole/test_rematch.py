"""The rematch: asked for by both, by a double click, or once more later, a match has one at a time."""

from __future__ import annotations

import asyncio

import pytest

from data.model.match import Match
from games.base import Move
from sandbox import Person

from .world import World


@pytest.fixture
async def over(w: World) -> Match:
    """A match of two people, resigned."""
    match = await w.opened(await w.match_of_two())
    return await resigned(w, w.alice, match)


async def resigned(w: World, person: Person, match: Match) -> Match:
    question = await person.command(w.games, "resign", match=match.id)
    await person.click(question.shown, label="Resign")
    return await w.shown(await w.until(match, lambda one: one.state == "over"))


async def newest(w: World) -> int:
    (number,) = max(row[1:2] for row in w.rows() if row[0] == "matches")
    return int(number)


async def test_both_ask_for_it_at_once(w: World, over: Match) -> None:
    board = w.board(over)
    await asyncio.gather(w.alice.click(board, label="Rematch"), w.bob.click(board, label="Rematch"))
    again = await w.shown(await w.client.services.store.matches.get(over.id + 1))
    assert again.state == "playing" and await newest(w) == again.id
    assert again.home.message_id == over.home.message_id and (await w.now(over)).home.message_id is None
    assert f"#{again.id}" in board.text


async def test_a_double_click(w: World, over: Match) -> None:
    board = w.board(over)
    await asyncio.gather(w.alice.click(board, label="Rematch"), w.alice.click(board, label="Rematch"))
    assert await newest(w) == over.id + 1
    again = await w.client.services.store.matches.get(over.id + 1)
    assert again.state == "challenge" and " resigned." in board.text


async def test_a_double_click_against_the_computer(w: World) -> None:
    over = await resigned(w, w.alice, await w.opened(await w.play()))
    board = w.board(over)
    await asyncio.gather(*(w.alice.click(board, label="Rematch") for _ in range(3)))
    again = await w.client.services.store.matches.get(over.id + 1)
    assert await newest(w) == again.id and "wins" in board.text
    await w.until(again, lambda one: one.home.message_id is not None)
    late = w.alice.click(board, label="Rematch")
    link = f"https://discord.com/channels/{again.guild_id}/{again.home.channel_id}/"
    said = await w.reads(w.alice, late)
    assert link in said and f"#{again.id}" in said


async def test_it_takes_the_message_of_the_finished_match(w: World, over: Match) -> None:
    before = w.public()
    board = w.board(over)
    await w.alice.click(board, label="Rematch")
    assert " resigned." in board.text and "wants a rematch" in board.text and board.images
    await w.restart()
    await w.bob.click(board, label="Accept")
    again = await w.shown(await w.client.services.store.matches.get(over.id + 1))
    assert w.board(again).id == board.id and w.public() == before
    await w.press(w.bob, again, "d3")
    assert (
        await w.shown(await w.until(again, lambda one: one.ply == 1))
    ).home.message_id == over.home.message_id


async def test_one_that_came_to_nothing_may_be_asked_for_again(w: World, over: Match) -> None:
    reply = await w.alice.click(w.board(over), label="Rematch")
    await w.bob.click(reply.shown, label="Decline/cancel")
    await w.bob.click(w.board(over), label="Rematch")
    again = await w.until(
        await w.client.services.store.matches.get(over.id + 2), lambda one: one.home.message_id
    )
    assert (again.state, again.challenger_id, again.rematch_of) == ("challenge", int(w.bob.id), over.id)
    await w.alice.click(w.board(again), label="Accept")
    await resigned(w, w.alice, await w.append(await w.shown(again), (Move("d3"), Move("c5"))))
    await w.alice.click(w.board(over), label="Rematch")
    last = await w.client.services.store.matches.get(over.id + 3)
    assert last.rematch_of == again.id, "the message is that of the last match"
