"""A rated match, from its challenge to the ratings of both."""

from __future__ import annotations

from bot.ui.layout import UNBROKEN
from games.base import Move

from .world import World

MOVES = tuple(map(Move, ["d3", "c3", "c4", "c5", "b4", "d2", "e2", "f4", "d6", "c6"]))


def plain(text: str) -> str:
    """A text as it looks: its lines break between sides only."""
    return text.replace(UNBROKEN, " ")


async def test_a_rated_match_and_its_rematch(w: World) -> None:
    said = await w.reads(w.alice, w.alice.command(w.games, "play othello", rated=True))
    assert said == w.says(w.alice, "play.rated-with-computer")
    challenge = await w.play(opponent=w.bob, rated=True)
    assert "📈 Rated: Black 1500? · White 1500?" in plain(w.board(challenge).text)
    await w.bob.click(w.board(challenge), label="Accept")
    match = await w.append(await w.shown(await w.until(challenge, lambda one: one.is_active)), MOVES)
    board = w.board(await w.shown(match))
    assert "Rated" in board.text.splitlines()[0]
    assert [one.label for one in board.buttons[-3:] if one.disabled] == ["Undo"]
    late = w.forge_press(w.alice, board, f"b:undo:{match.id}:{match.ply}.0")
    await w.refused(w.alice, late, "match.rated-undo")
    question = await w.bob.command(w.games, "resign", match=match.id)
    await w.bob.click(question.shown, label="Resign")
    over = await w.shown(await w.until(match, lambda one: one.state == "over"))
    assert "Black 1500? → 1662? (+162) · White 1500? → 1338? (−162)" in plain(w.board(over).text)
    assert "Move 10" not in w.board(over).text, "the ratings and the last move take three lines of a phone"
    mine = (await w.alice.command(w.games, "me")).shown
    await w.alice.click(mine, label="Ratings")
    assert "Othello: **1662?**, 1 rated match" in mine.text
    await w.bob.click(w.board(over), label="Rematch")
    again = await w.client.services.store.matches.get(over.id + 1)
    assert again.rated is not None and again.rated.first is not None and again.rated.first.value == 1338
