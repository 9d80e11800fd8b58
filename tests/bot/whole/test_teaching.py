"""A teaching game, from its command to the note that takes a move back."""

from __future__ import annotations

from games import replay

from .world import WITHIN, World


async def test_a_costly_move_is_pointed_out_and_taken_back(w: World) -> None:
    """The player says 0.25 of every position: a move it would not play costs half of the expected result."""
    match = await w.play(game="go", teach=True)
    assert match.teaching
    await w.alice.command(w.games, "move", move=replay(match.record).legal_moves()[-2], match=match.id)
    (note,) = await w.sandbox.until(lambda: [one for one in w.ephemerals(w.alice) if one.buttons], WITHIN)
    assert "62 % → 38 %" in note.text
    await w.alice.click(note, label=note.buttons[0].label)
    back = await w.until(match, lambda one: one.takebacks == 1)
    assert back.ply == 0 and w.says(w.alice, "match.teaching") in w.board(await w.shown(back)).text
    said = await w.reads(w.bob, w.bob.command(w.games, "play go", opponent=w.alice, teach=True))
    assert said == w.says(w.bob, "play.teach-with-person")
