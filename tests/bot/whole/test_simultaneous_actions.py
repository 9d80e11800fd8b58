"""Several things at once: exactly one counts, each is answered, and no match disturbs another."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable

import pytest

from data.model.match import Match
from sandbox import Person, Reply

from .world import WITHIN, FakePlayer, World, moves_offered

pytestmark = pytest.mark.usefixtures("in_time")


async def at_once(*actions: Awaitable[Reply]) -> list[Reply]:
    """Do it all at once; each is answered."""
    return await asyncio.gather(*actions)


async def ephemeral_texts(w: World, person: Person, count: int) -> set[str]:
    """The texts of the first ``count`` ephemeral messages of a person."""
    heard = await w.sandbox.until(
        lambda: w.ephemerals(person)[:count] if len(w.ephemerals(person)) >= count else None, WITHIN
    )
    return {one.text for one in heard}


@pytest.mark.parametrize("label", ["d3", "c4"])
async def test_two_clicks_on_one_board(w: World, label: str) -> None:
    match = await w.match_of_two()
    board = w.board(match)
    await at_once(w.alice.click(board, label="d3"), w.alice.click(board, label=label))
    match = await w.shown(await w.until(match, lambda one: one.ply))
    assert match.moves in (("d3",), (label,))
    assert not w.ephemerals(w.alice), "the board says it"


async def test_ten_clicks_on_one_board(w: World, player: FakePlayer) -> None:
    player.ready.clear()
    match = await w.play()
    board, moves = w.board(match), moves_offered(w.board(match))
    await at_once(*(w.alice.click(board, label=moves[number % 4]) for number in range(10)))
    assert (await w.shown(match)).ply == 1
    assert not w.ephemerals(w.alice)
    player.ready.set()
    assert (await w.answered(match)).ply == 2
    assert len(player.asked) == 1


async def test_two_people_at_once(w: World) -> None:
    match = await w.match_of_two()
    board = w.board(match)
    await at_once(w.alice.click(board, label="d3"), w.bob.click(board, label="c4"))
    assert (await w.shown(await w.until(match, lambda one: one.ply))).moves == ("d3",)
    assert {one.text for one in w.ephemerals(w.bob)} <= {w.says(w.bob, "match.not-your-turn")}


async def test_a_click_and_a_typed_move_at_once(w: World) -> None:
    match = await w.match_of_two()
    opened = await w.open_form(w.alice, match)
    await at_once(
        w.alice.click(w.board(match), label="d3"),
        w.alice.submit(opened.form, {"Move": "c4"}),
        w.alice.click(w.board(match), label="e6"),
    )
    assert (await w.shown(await w.until(match, lambda one: one.ply))).ply == 1
    assert {one.text for one in w.ephemerals(w.alice)} <= {w.says(w.alice, "match.outdated")}


async def test_accepting_and_cancelling_at_once(w: World) -> None:
    match = await w.play(opponent=w.bob)
    board = w.board(match)
    await at_once(w.bob.click(board, label="✅"), w.alice.click(board, label="Decline/cancel"))
    match = await w.shown(await w.until(match, lambda one: one.state != "challenge"))
    loser = w.alice if match.state == "playing" else w.bob
    assert await ephemeral_texts(w, loser, 1) == {w.says(loser, "match.outdated")}


async def test_accepting_twice_at_once(w: World) -> None:
    await w.alice.command(w.games, "settings", threads=True)
    match = await w.play(opponent=w.bob)
    await at_once(*(w.bob.click(w.board(match), label="✅") for _ in range(3)))
    match = await w.shown(await w.until(match, lambda one: one.home.thread_id))
    threads = [one for one in w.sandbox.state.channels.values() if one.get("parent_id") == w.games]
    assert [one["id"] for one in threads] == [str(match.home.thread_id)]


async def test_both_resign_at_once(w: World) -> None:
    match = await w.opened(await w.match_of_two())
    first = await w.alice.click(w.board(match), label="Resign")
    second = await w.bob.click(w.board(match), label="Resign")
    await at_once(w.alice.click(first.shown, label="Resign"), w.bob.click(second.shown, label="Resign"))
    match = await w.shown(await w.until(match, lambda one: one.state == "over"))
    assert [len(w.ephemerals(person)) for person in (w.alice, w.bob)] == [1, 1]


async def test_the_computer_answers_while_the_person_acts(w: World, player: FakePlayer) -> None:
    """Whichever is first, the match is consistent and can be played."""
    for seed in range(8):
        rng = random.Random(seed)
        match = await w.play()
        player.ready.clear()
        await w.alice.click(w.board(match), label="d3")
        match = await w.shown(match)
        question = await w.alice.click(w.board(match), label="Abort")
        action = (
            w.alice.click(question.shown, label="Abort")
            if seed % 2
            else w.alice.click(w.board(match), custom_id=f"b:undo:{match.id}:1.0")
        )
        loop = asyncio.get_running_loop()
        loop.call_later(rng.random() / 50, player.ready.set)
        await at_once(action)
        match = await w.answered(match)
        if seed % 2:  # called off, or too late for that
            assert (match.state, match.ply) in (("over", 1), ("playing", 2))
        else:
            assert match.ply in (0, 2)
            await w.alice.click(w.board(match), label=moves_offered(w.board(match))[-1])
            match = await w.answered(match)
            assert match.ply in (2, 4)


async def test_many_matches_in_one_channel(w: World) -> None:
    people = (w.alice, w.bob, w.minji, w.junho)
    matches = [(person, await w.play(person)) for person in people for _ in range(3)]
    for _ in range(2):
        boards = [(person, w.board(match)) for person, match in matches]
        await at_once(*(person.click(board, label=moves_offered(board)[-1]) for person, board in boards))
        matches = [(person, await w.answered(match)) for person, match in matches]
    assert [match.ply for _, match in matches] == [4] * len(matches)
    assert len({match.home.message_id for _, match in matches}) == len(matches)
    assert not [one for person in people for one in w.ephemerals(person)]


async def test_moves_and_reposts_at_once(w: World) -> None:
    match = await w.match_of_two()
    _, *reposts = await at_once(
        w.alice.click(w.board(match), label="d3"),
        w.bob.command(w.games, "board"),
        w.alice.command(w.games, "board"),
    )
    await w.until(match, lambda one: one.ply)
    # Drawn late, a repost says "thinking" first, and its board replaces the other after that.
    await w.sandbox.until(lambda: not any(one.shown.loading for one in reposts) or None, WITHIN)
    await w.sandbox.until(lambda: len(boards_with_moves(w, match)) == 1 or None, WITHIN)
    match = await w.shown(match)
    await w.bob.click(w.board(match), label="c5")
    assert (await w.shown(match)).ply == 2


def boards_with_moves(w: World, match: Match) -> list[str]:
    """The messages that offer moves of a match."""
    return [one.id for one in w.sandbox.messages(w.games) if moves_offered(one)]


async def test_a_click_before_the_message_is_stored(w: World) -> None:
    """A person can be quicker than the store."""
    clicked = asyncio.create_task(w.alice.until(w.games, lambda one: "d3" in moves_offered(one), WITHIN))
    begun = asyncio.create_task(w.alice.command(w.games, "play othello", level="1", side="first"))
    await w.alice.click(await clicked, label="d3")
    await begun
    match = await w.answered(
        await w.until(await w.client.services.store.matches.get(1), lambda one: one.home.message_id)
    )
    assert match.ply == 2
