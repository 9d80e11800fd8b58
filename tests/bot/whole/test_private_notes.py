"""Nothing private stays on a person's screen."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from bot.messages import private_notes
from bot.ui.custom_ids import Press, Verb
from data.model.match import Match
from sandbox import Person, SeenMessage

from .world import WITHIN, World, first_legal


def notes_about(w: World, move: str) -> list[SeenMessage]:
    """What Alice alone sees about a move."""
    return [note for note in w.ephemerals(w.alice) if move in note.text]


async def test_nothing_private_remains(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """After ten typed moves, a refusal, and the time to read it."""
    monkeypatch.setattr(private_notes, "VANISH_SECONDS", 2.0)
    match = await w.play()
    for _ in range(10):
        reply = await w.alice.command(w.games, "move", move=first_legal(match.record), match=match.id)
        assert reply.ephemeral
        match = await w.answered(match)
        assert not w.ephemerals(w.alice)
    await w.alice.command(w.games, "move", move="d4", match=match.id)
    refusal = w.says(w.alice, "rule.occupied", move="d4")
    await w.sandbox.until(lambda: [one.text for one in w.ephemerals(w.alice)] == [refusal] or None, WITHIN)
    await w.sandbox.until(lambda: not w.ephemerals(w.alice) or None, WITHIN)
    await w.sandbox.until(lambda: w.client.services.private_notes.is_idle or None, WITHIN)


async def test_repeated_refusals_are_one_note(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(private_notes, "FRESH_SECONDS", private_notes.VANISH_SECONDS)
    match = await w.play()
    for move in ("a1", "d4", "z9"):
        opened = await w.open_form(w.alice, match)
        await w.alice.submit(opened.form, {"Move": move})
        await w.sandbox.until(partial(notes_about, w, move))
        assert len(w.ephemerals(w.alice)) == 1


async def test_enlarged_parts_are_one_message(w: World) -> None:
    """Ten moves on 19 lines, each with two looks at the board: never a second note, and a part stays open."""
    match = await w.play(game="go", size="19x19")
    for number in range(10):
        board = w.board(match)
        for part in ("part-3", f"part-{number % 2 + 4}"):
            press = Press(Verb.SELECT, match.id, match.position_id, part)
            await w.alice.click(board, custom_id=press.custom_id("b"))
            await w.sandbox.until(lambda: len(w.ephemerals(w.alice)) == 1 or None, WITHIN)
        await w.press(w.alice, match, first_legal(match.record))
        match = await w.answered(match)
        await w.sandbox.until(lambda: len(w.ephemerals(w.alice)) == 1 or None, WITHIN)
    assert match.ply == 20
    await w.client.services.matches.resign(match.id, None, int(w.alice.id))
    await w.sandbox.until(lambda: not w.ephemerals(w.alice) or None, WITHIN)


async def next_turn(w: World, person: Person, match: Match, move: str) -> SeenMessage:
    """The person's open part once it plays this move."""
    press = Press(Verb.MOVE, match.id, match.position_id, move).custom_id("b")

    def ready() -> SeenMessage | None:
        (part,) = w.ephemerals(person)
        return part if press in {button.custom_id for button in part.buttons} else None

    return await w.sandbox.until(ready, WITHIN)


async def test_two_people_play_in_parts_that_stay_open(w: World) -> None:
    """Each enlarges a part once; then every move is one tap in the same message."""
    match = await w.match_of_two(game="gomoku", variant="freestyle-15")
    for person, move in ((w.alice, "h8"), (w.bob, "h9")):
        await w.press(person, match, move)
        match = await w.answered(match)
    parts = {person.id: w.ephemerals(person)[0] for person in (w.alice, w.bob)}
    for person, move in ((w.alice, "g8"), (w.bob, "f8"), (w.alice, "g9"), (w.bob, "f10")):
        part = await next_turn(w, person, match, move)
        assert part == parts[person.id] and w.attached(part)
        press = Press(Verb.MOVE, match.id, match.position_id, move)
        await person.click(part, custom_id=press.custom_id("b"))
        match = await w.until(match, lambda now, ply=match.ply: now.ply > ply)  # type: ignore[misc]
        assert all(button.disabled for button in part.buttons), "it waits for the opponent"
    assert match.moves == ("h8", "h9", "g8", "f8", "g9", "f10")
    await w.client.services.matches.resign(match.id, None, int(w.alice.id))
    await w.sandbox.until(lambda: not w.ephemerals(w.alice) + w.ephemerals(w.bob) or None, WITHIN)


async def test_a_part_that_was_enlarged_before_a_restart_plays_its_move_and_stays(w: World) -> None:
    match = await w.play(game="go", size="19x19")
    press = Press(Verb.SELECT, match.id, match.position_id, "part-3")
    await w.alice.click(w.board(match), custom_id=press.custom_id("b"))
    (pad,) = w.ephemerals(w.alice)
    await w.restart()
    await w.alice.click(pad, custom_id=replace(press, verb=Verb.MOVE, argument="q16").custom_id("b"))
    match = await w.answered(match)
    assert match.moves[0] == "q16" and w.ephemerals(w.alice) == [pad]


async def test_an_open_part_is_used_after_a_restart(w: World) -> None:
    match = await w.play(game="go", size="19x19")
    await w.press(w.alice, match, "q16")
    match = await w.answered(match)
    part = await next_turn(w, w.alice, match, "b2")
    await w.restart()
    press = Press(Verb.MOVE, match.id, match.position_id, "b2")
    await w.alice.click(part, custom_id=press.custom_id("b"))
    match = await w.answered(match)
    assert match.moves[2] == "b2" and w.ephemerals(w.alice) == [part]
