"""``/analyze``: a position edited by menus, keys and text, then played or analyzed, after a restart too."""

from __future__ import annotations

import pytest

from ai.analysis import Line, Verdict
from bot.icons import Icon
from bot.texts import Raw
from data.model.match import Match, MatchState
from games import GAMES, replay
from games.base import Record, Side
from sandbox import Person, SeenMessage
from sandbox.testing.message import walk

from .world import FakePlayer, World

OTHELLO = """
  a b c d e f g h
1 . . . . . . . .
2 . . . . . . . .
3 . . . . . . . .
4 . . . X X X . .
5 . . . X O . . .
6 . . . . . . . .
7 . . . . . . . .
8 . . . . . . . .

White to move
"""


def custom_id(panel: SeenMessage, action: str) -> str:
    found = [one.get("custom_id") or "" for one in walk(panel.raw["components"])]
    return next(one for one in found if one.startswith(f"p:setup:{action}."))


async def editor(
    w: World, person: Person, channel: str = "", game: str = "othello", **options: str
) -> SeenMessage:
    return (await person.command(channel or w.games, "analyze", game=game, **options)).shown


async def typed(w: World, person: Person, panel: SeenMessage, text: str) -> None:
    form = (await person.click(panel, custom_id=custom_id(panel, "text"))).form
    await person.submit(form, {"diagram": text})


async def the_match(w: World) -> Match:
    """The only match."""
    return await w.client.services.store.matches.get(1)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("language", ["en", "ko"])
async def test_every_game_begins_with_its_start(w: World, language: str, slug: str) -> None:
    person, channel = (w.alice, w.games) if language == "en" else (w.minji, w.korean)
    panel = await editor(w, person, channel, slug)
    assert panel.ephemeral and len(panel.images) == 1
    assert w.says(person, f"game.{slug}") in panel.text and "⚠️" not in panel.text


async def test_stones_are_put_by_menus(w: World) -> None:
    panel = await editor(w, w.alice, game="go", variant="9x9-korean")
    await w.alice.choose(panel, "3", custom_id=custom_id(panel, "column"))
    await w.alice.choose(panel, "d4", custom_id=custom_id(panel, "point"))
    await w.alice.choose(panel, "1", custom_id=custom_id(panel, "piece"))
    await w.alice.choose(panel, "d5", custom_id=custom_id(panel, "point"))
    await w.alice.click(panel, custom_id=custom_id(panel, "turn"))
    assert w.says(w.alice, "setup.ready", side=Raw(f"{Icon.WHITE_STONE} White")) in panel.text
    await w.alice.click(panel, custom_id=custom_id(panel, "play"))
    await w.alice.click(panel, custom_id=custom_id(panel, "side"))
    await w.alice.choose(panel, "4", custom_id=custom_id(panel, "begin"))
    match = await the_match(w)
    assert match.setup is not None and match.first_id == int(w.alice.id) and match.level == "4"
    position = replay(match.record.before(0))
    assert position.to_move is Side.SECOND
    rows = match.setup.split("\n")
    assert (rows[5], rows[4]) == (". . . X . . . . .", ". . . O . . . . .")
    await w.until(match, lambda one: one.ply == 1)


async def test_a_computer_as_strong_as_the_person_goes_on_from_a_setup(w: World) -> None:
    panel = await editor(w, w.alice, game="othello", variant="6x6")
    await w.alice.click(panel, custom_id=custom_id(panel, "play"))
    await w.alice.choose(panel, "auto", custom_id=custom_id(panel, "begin"))
    assert (await the_match(w)).level == "1", "who has not played yet meets the weakest"


async def test_pieces_are_moved_by_menus(w: World) -> None:
    panel = await editor(w, w.alice, game="hare_and_hounds")
    await w.alice.choose(panel, "a3", custom_id=custom_id(panel, "point"))
    await w.alice.click(panel, custom_id=custom_id(panel, "play"))
    await w.alice.choose(panel, "anyone", custom_id=custom_id(panel, "begin"))
    match = await the_match(w)
    assert match.state == MatchState.CHALLENGE and match.setup is not None
    assert match.setup.startswith("  . H .\nH . . . R\n  H . .")


async def test_a_pasted_diagram_is_played_against_a_person(w: World) -> None:
    panel = await editor(w, w.alice)
    await typed(w, w.alice, panel, OTHELLO)
    assert "⚠️" not in panel.text
    await w.alice.click(panel, custom_id=custom_id(panel, "play"))
    await w.alice.choose(panel, w.bob, custom_id=custom_id(panel, "person"))
    match = await the_match(w)
    assert (match.state, match.challenged_id) == (MatchState.CHALLENGE, int(w.bob.id))
    accepted = await w.client.services.matches.challenges.accept(match.id, int(w.bob.id))
    assert replay(accepted.record).to_move is Side.SECOND
    assert accepted.setup is not None and accepted.setup.startswith(". . .")


async def test_what_cannot_be_read_is_named_with_its_line(w: World) -> None:
    panel = await editor(w, w.alice)
    before = panel.text
    form = (await w.alice.click(panel, custom_id=custom_id(panel, "text"))).form
    await w.refused(
        w.alice,
        w.alice.submit(form, {"diagram": OTHELLO.replace("X X X", "X ? X")}),
        "setup.symbol",
        line=6,
        symbol="?",
    )
    assert panel.text == before


async def test_no_match_starts_from_a_position_that_is_over(w: World) -> None:
    panel = await editor(w, w.alice)
    await typed(w, w.alice, panel, OTHELLO.replace("O", "X"))
    assert w.says(w.alice, "rule.setup-over") in panel.text
    play = next(one for one in panel.buttons if (one.custom_id or "").startswith("p:setup:play"))
    assert play.disabled
    await typed(w, w.alice, panel, "")
    assert w.says(w.alice, "rule.setup-over") not in panel.text


@pytest.mark.parametrize("is_judged", [True, False])
async def test_a_position_is_analyzed(w: World, player: FakePlayer, is_judged: bool) -> None:
    """With the best play at once, where the engines judge the position."""
    if is_judged:
        player.judge = lambda record, _: good(record)
    panel = await editor(w, w.alice)
    await typed(w, w.alice, panel, OTHELLO)
    await w.alice.click(panel, custom_id=custom_id(panel, "play"))
    await w.alice.click(panel, custom_id=custom_id(panel, "analyse"))
    match = await the_match(w)
    assert match.imported_by == int(w.alice.id) and match.setup is not None and match.moves == ()
    shown = await w.sandbox.until(lambda: panel if f"#{match.id}" in panel.text and panel.images else None)
    assert not shown.loading
    await w.sandbox.until(lambda: ("💡" in panel.text) == is_judged and "Starting position" in panel.text)


def good(record: Record) -> Verdict:
    """The first legal move is the best one."""
    move = replay(record).legal_moves()[0]
    return Verdict(Line(move, (move,), 0.3))


async def test_the_largest_board_is_kept_in_the_panel(w: World) -> None:
    panel = await editor(w, w.alice, game="go", variant="19x19-korean")
    rows = "\n".join(".XO" * 6 + "." for _ in range(19))
    await typed(w, w.alice, panel, rows)
    assert "⚠️" not in panel.text
    for _ in range(2):
        await w.alice.click(panel, custom_id=custom_id(panel, "play"))
        await w.alice.click(panel, custom_id=custom_id(panel, "edit"))
    form = (await w.alice.click(panel, custom_id=custom_id(panel, "text"))).form
    (field,) = (one["component"] for one in form.raw["components"])
    assert field["value"].startswith(". X O . X O . X O . X O . X O . X O .\n")
