"""Draws by agreement, through the real client: the buttons, the menu of a large board, ``/board``."""

from __future__ import annotations

import pytest

from data.model.match import Match

from .world import World, moves_offered


@pytest.fixture
async def match(w: World) -> Match:
    """Alice and Bob have moved once each; Alice is to move."""
    match = await w.match_of_two()
    for person, move in ((w.alice, "d3"), (w.bob, "c5")):
        await person.click(w.board(match), label=move)
        match = await w.shown(match)
    return match


async def test_a_draw_is_offered_and_accepted(w: World, match: Match) -> None:
    await w.bob.click(w.board(match), label="Draw")
    match = await w.shown(match)
    board = w.board(match)
    assert f"<@{w.bob.id}> offers a draw" in board.text
    assert f"<@{w.alice.id}> to move" in board.text and moves_offered(board)
    await w.alice.click(board, label="Accept draw")
    match = await w.shown(match)
    assert (match.state, match.winner, match.reason) == ("over", None, "outcome.agreed")
    assert "Draw: both players agreed." in w.board(match).text


async def test_a_move_of_the_opponent_declines(w: World, match: Match) -> None:
    await w.alice.click(w.board(match), label="Draw")
    match = await w.shown(match)
    await w.alice.click(w.board(match), label=moves_offered(w.board(match))[0])
    match = await w.shown(match)
    assert match.offer is not None and "a draw" in w.board(match).text
    await w.bob.click(w.board(match), label=moves_offered(w.board(match))[0])
    match = await w.shown(match)
    assert (match.offer, match.ply) == (None, 4) and "a draw" not in w.board(match).text


async def test_the_command_offers_and_accepts(w: World, match: Match) -> None:
    await w.play(w.alice)  # the command means the match against a person
    link = f"https://discord.com/channels/{match.guild_id}/{match.home.channel_id}/{match.home.message_id}"
    reply = await w.alice.command(w.games, "board", action="draw")
    assert reply.ephemeral
    assert reply.text == w.says(w.alice, "draw.offered", id=match.id, link=link).replace("\\", "")
    match = await w.shown(match)
    assert match.offer is not None
    reply = await w.bob.command(w.games, "board", action="draw", match=match.id)
    assert reply.ephemeral and reply.text.endswith("is a draw by agreement.")
    assert (await w.shown(match)).reason == "outcome.agreed"


async def test_the_command_against_the_computer(w: World) -> None:
    await w.refused(w.alice, w.alice.command(w.games, "board", action="draw"), "match.none-active")
    match = await w.play()
    assert "Draw" not in [one.label for one in w.board(match).buttons]
    await w.refused(w.alice, w.alice.command(w.games, "board", action="draw"), "draw.only-between-people")
    forged = w.forge_press(w.alice, w.board(match), f"b:draw:{match.id}:0.0")
    await w.refused(w.alice, forged, "draw.only-between-people")


async def test_on_a_large_board(w: World) -> None:
    match = await w.match_of_two(game="gomoku")
    await w.press(w.alice, match, "h8")
    match = await w.shown(match)
    await w.press(w.bob, match, "h9")
    match = await w.shown(match)
    await w.alice.click(w.board(match), label="Draw")
    match = await w.shown(match)
    await w.bob.click(w.board(match), label="Accept draw")
    assert (await w.shown(match)).reason == "outcome.agreed"


async def test_an_offer_survives_a_restart(w: World, match: Match) -> None:
    await w.alice.click(w.board(match), label="Draw")
    match = await w.shown(match)
    await w.restart()
    await w.bob.click(w.board(match), label="Accept draw")
    assert (await w.shown(match)).reason == "outcome.agreed"
