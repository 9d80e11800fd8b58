"""Conditional moves through the real client: its form, its panel, and the reply that follows a move."""

from __future__ import annotations

from games.base import Move

from .world import World

FIELD = "A line for each case"


async def test_a_reply_is_played_at_once_and_only_its_author_knows(w: World) -> None:
    match = await w.match_of_two()
    form = (await w.bob.command(w.games, "board", action="conditional")).form
    shown = await w.bob.resolved(await w.bob.submit(form, {FIELD: "d3 c5\nc4 c3 e6"}))
    assert "**c4 c3 e6**: this line ends with your opponent's move e6" in shown.text
    assert "```\nd3 c5\nc4 c3 e6\n```" in shown.text and [one.label for one in shown.buttons] == ["Edit"]
    edit = (await w.bob.click(shown, label="Edit")).form
    assert "d3 c5\\nc4 c3 e6" in str(edit.raw) and "this line ends with" in str(edit.raw)
    await w.bob.submit(edit, {FIELD: "d3 c5 f6 f5, c4 c3"})
    panel = w.ephemerals(w.bob)[-1]
    assert "1. d3 **c5** f6 **f5**" in panel.text and "2. c4 **c3**" in panel.text
    assert not w.ephemerals(w.alice)
    await w.press(w.alice, match, "d3")
    match = await w.shown(await w.until(match, lambda one: one.ply == 2))
    assert match.moves == (Move("d3"), Move("c5"))
    panel = await w.bob.resolved(await w.bob.command(w.games, "board", action="conditional", match=match.id))
    assert "1. f6 **f5**" in panel.text and "c4" not in panel.text
    edit = (await w.bob.click(panel, label="Edit")).form
    assert "f6 f5" in str(edit.raw) and "These lines are set now" in str(edit.raw)
    await w.bob.click(panel, label="Delete")
    assert "None are set." in panel.text
    await w.press(w.alice, match, "f6")
    assert (await w.shown(await w.until(match, lambda one: one.ply == 3))).ply == 3


async def test_refusals(w: World) -> None:
    match = await w.match_of_two()
    options = {"action": "conditional", "match": match.id}
    await w.refused(w.alice, w.alice.command(w.games, "board", **options), "conditional.own-turn")
    await w.refused(w.minji, w.minji.command(w.games, "board", **options), "match.not-seated")
