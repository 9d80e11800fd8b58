"""Where the bot is no member: servers that have not invited it, and messages between other people."""

from __future__ import annotations

import pytest

from data.model.match import Match
from games.base import Move
from sandbox import Refused
from sandbox.testing.places import Place
from sandbox.world.permissions import Permission

from .world import World, moves_offered


@pytest.fixture
def corner(w: World) -> Place:
    """A server in which the bot is not; Alice has installed it for herself, Bob has not."""
    return w.sandbox.channel("corner")


@pytest.fixture
def weekend(w: World) -> Place:
    """A group of Alice, Bob and 민지."""
    return w.sandbox.channel("Weekend")


async def test_against_the_computer(w: World, corner: Place) -> None:
    match = await w.play(channel=corner)
    assert match.home.tokens_only and match.guild_id == int(w.guild_of(corner))
    reply = await w.alice.click(w.board(match), label="d3")
    assert reply.kind == "update"
    match = await w.answered(match)  # its answer comes by the token of the press
    assert match.ply == 2


async def late(w: World, match: Match) -> Match:
    """The computer answers once the token of the press is dead."""
    w.player.ready.clear()  # type: ignore[attr-defined]
    await w.alice.click(w.board(match), label="d3")
    w.sandbox.clock.advance(901)
    w.player.ready.set()  # type: ignore[attr-defined]
    return await w.until(match, lambda one: one.ply == 2)


async def test_after_a_quarter_of_an_hour_a_press_shows_the_move(w: World, corner: Place) -> None:
    match = await late(w, await w.play(channel=corner))
    board = w.board(match)
    await w.sandbox.until(lambda: w.client.services.boards.updates.is_idle)
    assert "thinking" in board.text and match.paused is None, "it is not lost, only slow"
    reply = await w.alice.click(board, label="Show")
    assert reply.kind == "update" and "Move 2" in board.text
    assert "Show" not in [one.label for one in board.buttons]
    await w.shown(match)


async def test_boards_are_pressed_after_a_restart(w: World, corner: Place) -> None:
    match = await w.play(channel=corner)
    await w.restart()
    await w.alice.click(w.board(match), label="d3")
    assert (await w.answered(match)).ply == 2


@pytest.mark.parametrize("place", ["corner", "Weekend", "dm"])
async def test_two_people(w: World, place: str) -> None:
    """Only one of them has added the bot; the other presses."""
    channel = w.sandbox.places.dm(w.alice.id, w.bob.id) if place == "dm" else w.sandbox.channel(place)
    with pytest.raises(Refused):
        await w.bob.command(channel, "play othello")
    match = await w.match_of_two(channel=channel)
    assert match.home.tokens_only
    for person, move in ((w.alice, "d3"), (w.bob, "c3"), (w.alice, "c4")):
        reply = await person.click(w.board(match), label=move)
        assert reply.kind == "update"
        match = await w.shown(match)
    assert match.moves == (Move("d3"), Move("c3"), Move("c4"))


async def test_the_board_posted_again(w: World, weekend: Place) -> None:
    """The old board cannot be edited to link to the new one, so each of them answers with the board."""
    match = await w.match_of_two(channel=weekend)
    old = w.board(match)
    await w.alice.command(weekend, "board")
    match = await w.until(match, lambda one: str(one.home.message_id) != old.id)
    await w.alice.click(w.board(match), label="d3")
    await w.shown(match)
    await w.bob.click(old, custom_id=f"b:move:{match.id}:0.0:d3")
    assert "⚪" in old.text and (await w.now(match)).ply == 1
    match = await w.until(match, lambda one: str(one.home.message_id) == old.id)
    await w.bob.click(old, label="c3")
    assert (await w.shown(match)).ply == 2


async def test_an_own_message_with_the_bot_is_for_the_computer(w: World) -> None:
    await w.refused(w.alice, w.alice.command(w.alice.dm, "play othello", opponent=w.bob), "play.person-in-dm")
    match = await w.play(channel=w.alice.dm)
    assert not match.home.tokens_only and match.guild_id is None


async def test_a_server_that_hides_answers(w: World, corner: Place) -> None:
    w.sandbox.places.deny(corner, Permission.USE_EXTERNAL_APPS, w.alice.id)
    asked = w.alice.command(corner, "play othello", opponent=w.bob)
    await w.refused(w.alice, asked, "play.answers-hidden")
    reply = await w.alice.command(corner, "play othello", side="first", level="1")
    assert reply.ephemeral and moves_offered(reply.shown) == ["c4", "d3", "e6", "f5"]
    await w.alice.click(reply.shown, label="d3")
    await w.sandbox.until(lambda: "Move 2" in reply.text)


async def test_settings_are_for_servers_that_invited_the_bot(w: World, corner: Place) -> None:
    with pytest.raises(Refused):
        await w.alice.command(corner, "settings")


async def test_limits_hold_there_too(w: World, corner: Place) -> None:
    await w.play(channel=corner, opponent=w.bob)
    again = w.alice.command(w.games, "play othello", opponent=w.bob)
    await w.refused(w.alice, again, "limit.same-person")


async def test_the_bot_is_invited_later(w: World, corner: Place) -> None:
    match = await w.play(channel=corner)
    w.sandbox.places.add_member(w.guild_of(corner), w.sandbox.state.bot_id)
    await w.sandbox.until(lambda: w.client.get_channel(int(corner)))
    match = await late(w, match)
    await w.shown(match)  # without a press, since the bot can edit now
