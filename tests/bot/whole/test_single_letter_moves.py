"""A game whose moves are single letters, by every way to make a move, and across a restart."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from ai.base import Limit
from bot.drawing.base import Scene
from bot.drawing.registry import DRAWINGS
from bot.presenters.base import Presenter
from bot.presenters.registry import PRESENTERS
from bot.presenters.variants import single_option
from bot.texts import LANGUAGES, Texts, texts
from games import GAMES
from games.base import Move, Position, Side
from tests.games.one_letter_game import LETTER_GAME, LetterPosition

from .world import FakePlayer, World, follow

SLUG = LETTER_GAME.slug
WORDS = {
    f"game.{SLUG}": "Letters",
    f"command.play.{SLUG}.name": SLUG,
    f"command.play.{SLUG}.description": "Take the last letter",
    f"command.setup.{SLUG}.description": "Start from other letters",
    f"choice.side.{SLUG}.first": "First",
    f"choice.side.{SLUG}.second": "Second",
    "outcome.letters": "the last letter is taken",
}


class LetterPresenter(Presenter[LetterPosition]):
    slug = SLUG
    symbols = {Side.FIRST: "⚫", Side.SECOND: "⚪"}
    variant_options = single_option(LETTER_GAME.variants)

    def describe(self, position: LetterPosition, texts: Texts) -> str:
        return position.diagram()


class LetterDrawing:
    """An empty board of Othello represents the letters."""

    slug = SLUG

    def draw(self, scene: Scene[Position]) -> bytes:
        return DRAWINGS["othello"].draw(Scene(GAMES["othello"].start("8x8")))

    def size(self, variant: str) -> tuple[int, int]:
        return DRAWINGS["othello"].size("8x8")


@pytest.fixture(autouse=True)
def letters(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the game everywhere, before the bot starts."""
    levels = ModuleType(f"ai.{SLUG}.levels")
    levels.LEVELS = {str(level): Limit(0.1) for level in range(1, 9)}  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, levels.__name__, levels)
    monkeypatch.setitem(GAMES, SLUG, LETTER_GAME)
    monkeypatch.setitem(PRESENTERS, SLUG, LetterPresenter())
    monkeypatch.setitem(DRAWINGS, SLUG, LetterDrawing())
    for language in LANGUAGES:
        for key, text in WORDS.items():
            monkeypatch.setitem(texts(language)._messages, key, (text,))


async def test_single_letters_are_pressed_completed_typed_and_replied(w: World, player: FakePlayer) -> None:
    player.pick = follow(tuple(map(Move, "abcdefg")))
    match = await w.play(game=SLUG)
    await w.press(w.alice, match, "a")
    match = await w.answered(match)
    assert match.moves == ("a", "b")
    offered = await w.alice.autocomplete(w.games, "move", "move", "C")
    assert [choice["value"] for choice in offered.choices] == ["c"]
    await w.alice.command(w.games, "move", move=" C ")
    match = await w.answered(match)
    await w.restart()
    reply = await w.open_form(w.alice, match)
    await w.alice.submit(reply.form, {"move": "e"})
    match = await w.answered(match)
    w.alice.say(w.games, f"<@{w.sandbox.state.bot_id}> g", reply_to=w.board(match))
    match = await w.shown(await w.until(match, lambda one: one.state == "over"))
    assert (match.moves, match.winner) == (tuple("abcdefg"), Side.FIRST)
    assert WORDS["outcome.letters"] in w.board(match).text
