"""Nothing private stays on a person's screen."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from bot.messages import private_notes
from bot.ui.custom_ids import Press, Verb
from sandbox import SeenMessage

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


async def test_enlarged_parts_leave_nothing_on_the_screen(w: World) -> None:
    """Ten moves on 19 lines, each with two looks at the board: one note at a time, and none after a move."""
    match = await w.play(game="go", size="19x19")
    for number in range(10):
        board = w.board(match)
        for part in ("part-3", f"part-{number % 2 + 4}"):
            press = Press(Verb.SELECT, match.id, match.position_id, part)
            await w.alice.click(board, custom_id=press.custom_id("b"))
            await w.sandbox.until(lambda: len(w.ephemerals(w.alice)) == 1 or None, WITHIN)
        await w.press(w.alice, match, first_legal(match.record))
        await w.sandbox.until(lambda: not w.ephemerals(w.alice) or None, WITHIN)
        match = await w.answered(match)
    assert match.ply == 20 and not w.ephemerals(w.alice)


async def test_a_part_that_was_enlarged_before_a_restart_plays_its_move_and_goes(w: World) -> None:
    match = await w.play(game="go", size="19x19")
    press = Press(Verb.SELECT, match.id, match.position_id, "part-3")
    await w.alice.click(w.board(match), custom_id=press.custom_id("b"))
    (pad,) = w.ephemerals(w.alice)
    await w.restart()
    await w.alice.click(pad, custom_id=replace(press, verb=Verb.MOVE, argument="q16").custom_id("b"))
    match = await w.answered(match)
    assert match.moves[0] == "q16" and not w.ephemerals(w.alice)
