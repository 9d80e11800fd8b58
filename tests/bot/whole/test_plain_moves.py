"""Plain messages are moves where the operator has the bot read them, and in direct messages."""

from __future__ import annotations

from functools import partial

import pytest

from bot import puzzles
from bot.interactions import plain_moves
from bot.match.limits import Rate
from data.model.match import Match
from sandbox import Person
from sandbox.world.permissions import Permission

from .world import World


async def after(w: World, match: Match, ply: int) -> Match:
    return await w.shown(await w.until(match, lambda one: one.ply >= ply))


def written(w: World, channel: str) -> list[str]:
    """What people have written in a channel."""
    people = {w.alice.id, w.bob.id}
    return [one.content for one in w.sandbox.messages(channel) if one.raw["author"]["id"] in people]


async def test_by_default_they_are_chat(w: World) -> None:
    match = await w.match_of_two(game="go", size="19x19")
    assert "or **Type** or reply, such as **d4**" in w.board(match).text
    w.alice.say(w.games, "q4")
    await w.press(w.alice, match, "d4")
    assert (await w.now(match)).moves == ("d4",) and written(w, w.games) == ["q4"]


async def test_behind_a_mention_of_the_bot_they_always_are(w: World) -> None:
    match = await w.match_of_two(game="go", size="19x19")
    w.alice.say(w.games, f"<@{w.bob.id}> q4")
    w.alice.say(w.games, f"<@{w.sandbox.state.bot_id}> d4")
    assert (await after(w, match, 1)).moves == ("d4",)


async def test_with_the_setting_they_are_moves(w: World) -> None:
    await w.read_messages()
    w.sandbox.places.allow(w.games, Permission.MANAGE_MESSAGES)
    await w.sandbox.until(lambda: w.bot_may(w.games, Permission.MANAGE_MESSAGES) or None)
    match = await w.match_of_two(game="go", size="19x19")
    assert "or type **d4** here" in w.board(match).text
    w.alice.say(w.games, "shall we? D4 looks good")
    w.alice.say(w.games, "q4")
    match = await after(w, match, 1)
    w.bob.say(w.games, "ㅇ4")
    match = await after(w, match, 2)
    assert match.moves == ("q4", "d4")
    await w.sandbox.until(lambda: written(w, w.games) == ["shall we? D4 looks good"] or None)


async def test_a_move_that_cannot_be_played_is_answered_with_the_reason(w: World) -> None:
    await w.read_messages()
    match = await w.match_of_two(game="go", size="19x19")
    w.alice.say(w.games, "q4")
    match = await after(w, match, 1)
    assert "your turn" in await answer(w, w.alice, "d4")
    assert "q4" in await answer(w, w.bob, "q4")
    assert "Much of the board is still open" in await answer(w, w.bob, "pass")
    assert (await w.now(match)).moves == ("q4",)


async def answer(w: World, person: Person, text: str) -> str:
    """What the bot replies to what a person writes."""
    said = person.say(w.games, text)

    def reply() -> str | None:
        seen = w.sandbox.messages(w.games)
        references = ((each, each.raw.get("message_reference") or {}) for each in seen)
        return next((each.text for each, to in references if to.get("message_id") == said.id), None)

    return await w.sandbox.until(reply)


async def test_moves_are_kept_above_the_board(w: World) -> None:
    """Where the bot cannot delete them, the board is posted again below."""
    await w.read_messages()
    match = await w.match_of_two(game="othello")
    first = match.home.message_id
    for ply, (person, move) in enumerate(((w.alice, "d3"), (w.bob, "c5"), (w.alice, "f6"), (w.bob, "f5")), 1):
        person.say(w.games, move)
        match = await after(w, match, ply)
    assert match.moves == ("d3", "c5", "f6", "f5") and match.home.message_id != first


async def test_in_direct_messages_they_always_are(w: World) -> None:
    channel = str(w.alice.dm)
    match = await w.play(channel=channel, game="go", size="19x19")
    assert "or type **d4** here" in w.board(match).text
    w.alice.say(channel, "q4")
    match = await w.answered(await w.until(match, lambda one: one.ply > 1))
    assert match.moves[0] == "q4"


async def test_a_flood_is_chat(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain_moves, "TYPED", Rate(2, 3600.0, "person"))
    await w.read_messages()
    match = await w.match_of_two(game="go", size="19x19")
    for text in ("z99", "y99", "q4"):
        w.alice.say(w.games, text)
    await w.press(w.alice, match, "d4")
    w.bob.say(w.games, "q16")
    assert (await after(w, match, 2)).moves == ("d4", "q16")


def says_at_end(w: World, words: str) -> bool | None:
    """Whether the last message of the channel says something."""
    return words in w.sandbox.messages(w.games)[-1].text or None


async def test_a_puzzle_is_at_the_end_again_where_a_typed_move_stays(w: World) -> None:
    await w.read_messages()
    shown = (await w.alice.command(w.games, "puzzle", game="go", theme="kill")).shown
    puzzle = puzzles.with_id(str(shown.buttons[-1].custom_id).split(":")[2][:10])
    assert puzzle is not None
    wrong = [move for move in puzzle.position.legal_moves() if move not in puzzle.right_after(0)][:2]
    for move, words in ((wrong[0], "isn't it"), (wrong[1], "isn't it"), (puzzle.answer, "✅")):
        w.alice.say(w.games, move)
        await w.sandbox.until(partial(says_at_end, w, words))
        await w.sandbox.until(lambda: len(w.ephemerals(w.alice)) == 1 or None)
    assert written(w, w.games) == [*wrong, puzzle.answer]
    (below,) = w.ephemerals(w.alice)
    following = next(button for button in below.buttons if ".next" in str(button.custom_id))
    await w.alice.click(below, custom_id=str(following.custom_id))
    await w.sandbox.until(lambda: puzzle.id not in str(below.buttons[-1].custom_id) or None)


async def test_a_move_is_tried_in_the_puzzle_that_its_author_has_open_there(w: World) -> None:
    await w.read_messages()
    w.sandbox.places.allow(w.games, Permission.MANAGE_MESSAGES)
    await w.sandbox.until(lambda: w.bot_may(w.games, Permission.MANAGE_MESSAGES) or None)
    message = (await w.alice.command(w.games, "puzzle", game="go", theme="kill")).shown
    puzzle = puzzles.with_id(str(message.buttons[-1].custom_id).split(":")[2][:10])
    assert puzzle is not None
    wrong = next(move for move in puzzle.position.legal_moves() if move not in puzzle.right_after(0))
    group = puzzle.goal.partition(" ")[2]
    w.bob.say(w.games, puzzle.answer)
    assert f"{group} is occupied" in await answer(w, w.alice, group)
    w.alice.say(w.games, wrong)
    await w.sandbox.until(lambda: "isn't it" in message.text or None)
    for step in puzzle.questions:
        w.alice.say(w.games, puzzle.line[step])
        await w.sandbox.until(lambda: written(w, w.games) == [puzzle.answer, group] or None)
    await w.sandbox.until(lambda: "Right!" in message.text or None)
    w.alice.say(w.games, wrong)  # chat: nothing is asked anymore
    await w.sandbox.until(lambda: written(w, w.games) == [puzzle.answer, group, wrong] or None)
    (attempt,) = await w.client.services.store.puzzles.attempts(int(w.alice.id))
    assert (attempt.puzzle_id, attempt.solved) == (puzzle.id, False)
