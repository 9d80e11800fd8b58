"""Matches of two people: challenges, moves, requests, and everybody else."""

from __future__ import annotations

import pytest

from bot.match import challenges
from data.model.match import Match

from .openings import WHITE_PASSES
from .world import World, moves_offered


@pytest.fixture
async def challenge(w: World) -> Match:
    """Alice challenges Bob and will be Black."""
    return await w.play(opponent=w.bob)


async def test_a_challenge_mentions_the_challenged(w: World, challenge: Match) -> None:
    board = w.board(challenge)
    assert f"<@{w.bob.id}>, <@{w.alice.id}> has challenged you to a match!" in board.text
    assert f"<@{w.alice.id}> plays ⚫ Black." in board.text
    assert [one["id"] for one in board.raw["mentions"]] == [w.bob.id]
    assert [one.emoji for one in board.buttons] == ["✅", "❌"]
    assert not board.images


async def test_accept(w: World, challenge: Match) -> None:
    reply = await w.bob.click(w.board(challenge), label="Accept")
    assert reply.kind == "update"
    match = await w.shown(challenge)
    assert match.state == "playing" and match.expires_at is None
    board = w.board(match)
    assert moves_offered(board) == ["c4", "d3", "e6", "f5"]
    assert [one.label for one in board.buttons[-3:]] == ["Undo", "Draw", "Abort"]  # no hints between people
    assert [one.label for one in board.buttons[-3:] if one.disabled] == [
        "Undo",
        "Draw",
    ]  # nothing to take back
    for person in (w.alice, w.bob):
        late = w.forge_press(person, board, f"b:undo:{match.id}:0.0")
        await w.refused(person, late, "match.nothing-to-undo")
    assert board.images


async def test_an_open_challenge_is_for_anyone(w: World) -> None:
    match = await w.play(open=True)
    board = w.board(match)
    assert "is looking for an opponent" in board.text and board.raw["mentions"] == []
    assert [one.label for one in board.buttons] == ["Accept", "Cancel"]
    await w.refused(w.alice, w.alice.click(board, label="Accept"), "challenge.own")
    reply = await w.minji.click(board, label="Accept")
    assert reply.kind == "update"
    match = await w.shown(match)
    assert (match.first_id, match.second_id) == (int(w.alice.id), int(w.minji.id))
    await w.refused(w.bob, w.forge_press(w.bob, board, f"b:accept:{match.id}:0.0"), "challenge.taken")


@pytest.mark.parametrize(
    ("who", "label", "reason", "text"),
    [
        ("Bob", "Decline/cancel", "challenge.declined", "The challenge was declined."),
        ("Alice", "Decline/cancel", "challenge.cancelled", "The challenge was canceled."),
    ],
)
async def test_no_match_comes_of_it(
    w: World, challenge: Match, who: str, label: str, reason: str, text: str
) -> None:
    reply = await w.sandbox.person(who).click(w.board(challenge), label=label)
    assert reply.kind == "update" and text in reply.text and not reply.shown.buttons
    match = await w.now(challenge)
    assert (match.state, match.reason, match.begun) == ("over", reason, False)


async def test_a_challenge_expires(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(challenges, "_LONGEST_SLEEP", 0.02)
    match = await w.shown(await w.play(opponent=w.bob))
    w.sandbox.clock.advance(challenges.SECONDS_OF_DAY)
    w.alice.say(w.sandbox.channel("lounge"), "Good evening")  # by which the bot knows the time
    match = await w.shown(await w.until(match, lambda one: one.state == "over"))
    assert match.reason == "challenge.expired"
    assert "The challenge expired." in w.board(match).text


async def test_a_challenge_that_expired_while_the_bot_was_down(w: World, challenge: Match) -> None:
    await w.stop()
    w.change("UPDATE matches SET expires_at = 1")
    await w.start()
    match = await w.shown(await w.until(challenge, lambda one: one.state == "over"))
    assert match.reason == "challenge.expired"


async def test_accepting_at_the_last_moment_is_too_late(w: World, challenge: Match) -> None:
    w.change("UPDATE matches SET expires_at = 1")
    reply = await w.bob.click(w.board(challenge), label="Accept")
    assert "The challenge expired." in reply.text
    assert (await w.now(challenge)).reason == "challenge.expired"


async def test_the_challenged_has_left(w: World, challenge: Match) -> None:
    w.sandbox.places.remove_member(w.guild_of(w.games), w.bob.id)
    await w.alice.click(w.board(challenge), label="Decline/cancel")
    assert (await w.now(challenge)).reason == "challenge.cancelled"


async def test_they_move_in_turn(w: World) -> None:
    match = await w.match_of_two()
    for person, move in ((w.alice, "d3"), (w.bob, "c5"), (w.alice, "d6"), (w.bob, "e3")):
        other = w.bob if person is w.alice else w.alice
        assert f"<@{person.id}> to move" in w.board(match).text
        await w.refused(other, other.click(w.board(match), label=move), "match.not-your-turn")
        await w.refused(other, w.open_form(other, match), "match.not-your-turn")
        await person.click(w.board(match), label=move)
        match = await w.shown(match)
    assert match.moves == ("d3", "c5", "d6", "e3")
    assert not w.board(match).raw["mentions"]


async def test_a_pass_between_people(w: World) -> None:
    before, passing = WHITE_PASSES
    match = await w.append(await w.match_of_two(), before)
    await w.alice.click(w.board(match), label=passing)
    match = await w.shown(match)
    assert "White had to pass" in w.board(match).text
    assert f"⚫ Black: <@{w.alice.id}> to move" in w.board(match).text


@pytest.fixture
async def asked(w: World) -> Match:
    """Alice has moved and requested a takeback."""
    match = await w.match_of_two()
    await w.alice.click(w.board(match), label="d3")
    match = await w.shown(match)
    await w.alice.click(w.board(match), label="Undo")
    return await w.shown(match)


async def test_a_takeback_is_requested(w: World, asked: Match) -> None:
    board = w.board(asked)
    assert f"<@{w.alice.id}> asks to undo a move" in board.text
    assert [button.label for button in board.buttons[-2:]] == ["Accept undo", "Decline/cancel"]


async def test_a_takeback_is_accepted(w: World, asked: Match) -> None:
    await w.bob.click(w.board(asked), label="Accept undo")
    match = await w.shown(asked)
    assert (match.ply, match.takebacks, match.offer) == (0, 1, None)


async def test_a_typed_move_settles_the_request(w: World, asked: Match) -> None:
    reply = await w.bob.command(w.games, "move", move="c5")
    assert reply.ephemeral
    match = await w.shown(await w.until(asked, lambda one: one.ply == 2))
    assert (match.offer, match.moves) == (None, ("d3", "c5"))


async def test_resigning_and_rematch(w: World) -> None:
    match = await w.opened(await w.match_of_two())
    question = await w.bob.click(w.board(match), label="Resign")
    await w.bob.click(question.shown, label="Resign")
    match = await w.shown(match)
    assert f"⚫ <@{w.alice.id}> wins: White resigned." in w.board(match).text
    await w.refused(w.minji, w.minji.click(w.board(match), label="Rematch"), "match.not-seated")
    reply = await w.bob.click(w.board(match), label="Rematch")
    assert f"<@{w.alice.id}>, <@{w.bob.id}> wants a rematch!" in reply.text
    again = await w.client.services.store.matches.get(match.id + 1)
    assert (again.state, again.first_id) == ("challenge", int(w.bob.id))


async def test_a_match_survives_a_restart(w: World) -> None:
    match = await w.match_of_two()
    await w.alice.click(w.board(match), label="d3")
    match = await w.shown(match)
    await w.restart()
    await w.bob.click(w.board(match), label="c5")
    assert (await w.shown(match)).moves == ("d3", "c5")
