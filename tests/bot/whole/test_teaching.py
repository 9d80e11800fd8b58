"""A teaching game, from its command to the note that takes a move back."""

from __future__ import annotations

from bot.texts import texts
from games import replay

from .world import WITHIN, World


async def test_a_costly_move_is_pointed_out_and_taken_back(w: World) -> None:
    """The player says 0.25 of every position: a move it would not play costs half of the expected result."""
    match = await w.play(game="go", teach=True)
    assert match.teaching
    await w.alice.command(w.games, "move", move=replay(match.record).legal_moves()[-2], match=match.id)
    (note,) = await w.sandbox.until(lambda: [one for one in w.ephemerals(w.alice) if one.buttons], WITHIN)
    assert "62% → 38%" in note.text
    await w.alice.click(note, label=note.buttons[0].label)
    back = await w.until(match, lambda one: one.takebacks == 1)
    assert back.ply == 0 and w.says(w.alice, "match.teaching") in w.board(await w.shown(back)).text
    said = await w.reads(w.bob, w.bob.command(w.games, "play go", opponent=w.alice, teach=True))
    assert said == w.says(w.bob, "play.teach-with-person")


async def test_the_note_is_in_the_language_that_its_reader_has_chosen(w: World) -> None:
    await w.client.services.activity.change(int(w.alice.id), language="ko")
    match = await w.play(game="go", teach=True)
    last = replay(match.record).legal_moves()[-2]
    await w.press(w.alice, match, last)
    (note,) = await w.sandbox.until(lambda: [one for one in w.ephemerals(w.alice) if one.buttons], WITHIN)
    assert texts("ko")("teach.chances", had=62, got=38) in note.text
    assert note.buttons[0].label == texts("ko").plain("button.retry")
    await w.alice.click(note, label=note.buttons[0].label)
    await w.sandbox.until(lambda: texts("ko")("teach.taken-back") in note.text or None, WITHIN)
    assert w.says(w.alice, "match.teaching") in w.board(await w.shown(match)).text, "as the server's board"
