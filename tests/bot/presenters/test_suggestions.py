"""Suggested points: few, legal and certain by the rules alone; buttons of them, and to them, stand out."""

from __future__ import annotations

from dataclasses import replace

import pytest
from discord.ui import LayoutView, TextDisplay

from bot.presenters.base import MAX_SUGGESTIONS
from bot.presenters.board_scene import BoardScene
from bot.presenters.keypad import Keypad, Tone
from bot.presenters.registry import PRESENTERS
from bot.texts import texts
from bot.ui.buttons import keypad_of
from bot.ui.match_message import match_view
from bot.ui.pad import pad_view
from games import GAMES
from games.base import Move, Position
from tests.bot.stories import EVERY_VARIANT, games_of, match_of, reachable_keypads

SAVES = tuple(map(Move, ["d4", "c4", "d5", "c5", "h8", "e4", "h7", "e5", "a1", "d6"]))
"""d3 saves two stones."""


def after(slug: str, variant: str, moves: str) -> Position:
    position = GAMES[slug].start(variant)
    for move in moves.split():
        position = position.play(Move(move))
    return position


@pytest.mark.parametrize(
    ("slug", "variant", "moves", "suggested"),
    [
        ("othello", "8x8", "d3", set()),  # corners are often mistakes
        ("go", "19x19-korean", "d4 c4 d5 c5 q16 e4 q4 e5 q10 d6", {"d3"}),  # saves two stones
        ("go", "19x19-korean", "d4 c4 d5 c5 q16 e4 q4 e5 q10 d6 k4", {"d3"}),  # captures them
        ("go", "19x19-korean", "d4 d5 d3 d2 q16 e4 q4 c4 q10 e3", set()),  # c3 has two liberties
        ("go", "19x19-korean", "d4 d5 q16 e4 q4 c4", set()),  # a stone alone can be left
        ("go", "9x9-korean", "b2 a2 b1 e5 e6 b3 e7 c2 f5 c3", set()),  # at c1 they have one liberty
        ("go", "9x9-korean", "", set()),
        ("gomoku", "freestyle-15", "h8 a1 i8 c1", set()),  # a stone more makes an open three only
        ("gomoku", "freestyle-15", "h8 g8 i8 a3 j8 c1", set()),  # a four that can be stopped
        ("gomoku", "freestyle-15", "h8 a1 i8 c1 j8 e1", {"g8", "k8"}),  # an open four wins
        ("gomoku", "freestyle-15", "h8 a1 i8 c1 j8", set()),  # an open three has several answers
        ("gomoku", "freestyle-15", "h8 a1 i8 g8 j8 c1 k8", {"l8"}),  # all that stops a five
        ("gomoku", "freestyle-15", "h8 a1 i8 a3 j8 c1 k8", set()),  # nothing stops two fives
        ("gomoku", "freestyle-15", "h8 a1 i8 a3 j8 c1 k8 a5", {"g8", "l8"}),
        ("gomoku", "swap2-15", "", set()),
        ("hare_and_hounds", "classic", "", set()),
    ],
)
def test_what_is_suggested(slug: str, variant: str, moves: str, suggested: set[str]) -> None:
    assert set(PRESENTERS[slug].suggestions(after(slug, variant, moves))) == suggested


@pytest.mark.parametrize(("slug", "variant"), EVERY_VARIANT)
def test_suggestions_are_few_and_legal(slug: str, variant: str) -> None:
    for _, position in games_of(slug, variant):
        suggested = PRESENTERS[slug].suggestions(position)
        assert len(suggested) <= MAX_SUGGESTIONS
        assert set(suggested) <= set(position.legal_moves())


def standing_out(keypad: Keypad) -> set[str]:
    return {button.argument for button in keypad.buttons if button.tone is Tone.SUGGESTED}


@pytest.mark.parametrize("variant", ["9x9-korean", "13x13-korean", "19x19-korean"])
def test_green_buttons_lead_to_a_suggested_point(variant: str) -> None:
    """A tap on a green button of the whole board shows the green button of the point."""
    match = match_of("go", variant, SAVES, second_id=None, level="3")
    viewpoint = replace(BoardScene.of(match).viewpoint(), suggested=(Move("d3"),))
    whole = PRESENTERS["go"].keypad(viewpoint, texts("en"))
    assert standing_out(whole)
    for selection in standing_out(whole):
        shown = PRESENTERS["go"].keypad(replace(viewpoint, selection=selection), texts("en"))
        assert standing_out(shown) == {"d3"}
    for keypad in reachable_keypads(PRESENTERS["go"], viewpoint):
        assert ("d3" in standing_out(keypad)) == keypad.plays(Move("d3"))
        assert "" not in standing_out(keypad), "the way back is never green"


@pytest.mark.parametrize(
    "points", ["h12", "a19", "h13 h12", "h12 j12", "f12 j12", "g7 h13 n12", "q4 d16 k10"]
)
def test_a_green_arrow_opens_the_square_with_the_suggested_point(points: str) -> None:
    """Also of a point between the parts, and no two buttons lead to the same square."""
    match = match_of("go", "19x19-korean", SAVES[:1], second_id=None, level="3")
    suggested = tuple(map(Move, points.split()))
    viewpoint = replace(BoardScene.of(match).viewpoint(), suggested=suggested)
    whole = PRESENTERS["go"].keypad(viewpoint, texts("en"))
    selections = [button.argument for button in whole.buttons if button.argument]
    assert len({*selections}) == len(selections)
    shown = set[str]()
    for selection in standing_out(whole):
        keypad = PRESENTERS["go"].keypad(replace(viewpoint, selection=selection), texts("en"))
        shown |= {move for move in suggested if keypad.plays(move)}
    assert suggested[0] in shown


@pytest.mark.parametrize(
    ("moves", "points"),
    [("d2 c2", "a5"), ("f3 e3", "a1"), ("k10 k11", "o3"), ("q16 q17", "k4 s18"), ("d4 d5", "g7 a1 k10")],
)
def test_each_green_button_leads_to_a_suggested_point(moves: str, points: str) -> None:
    """Also where the last two moves are neighbors, whose buttons could lead to the same square."""
    for slug, variant in (("go", "19x19-korean"), ("gomoku", "freestyle-19")):
        match = match_of(slug, variant, tuple(map(Move, moves.split())), second_id=None, level="3")
        suggested = tuple(map(Move, points.split()))
        viewpoint = replace(BoardScene.of(match).viewpoint(), suggested=suggested)
        for selection in standing_out(PRESENTERS[slug].keypad(viewpoint, texts("en"))):
            keypad = PRESENTERS[slug].keypad(replace(viewpoint, selection=selection), texts("en"))
            assert any(map(keypad.plays, suggested)), (slug, selection)


def test_of_two_suggested_points_in_a_part_the_square_with_both_opens() -> None:
    """m9 is among the points with which the middle begins, L12 is not."""
    match = match_of("go", "19x19-korean", SAVES[:1], second_id=None, level="3")
    suggested = (Move("m9"), Move("l12"))
    viewpoint = replace(BoardScene.of(match).viewpoint(), suggested=suggested)
    (middle,) = standing_out(PRESENTERS["go"].keypad(viewpoint, texts("en")))
    keypad = PRESENTERS["go"].keypad(replace(viewpoint, selection=middle), texts("en"))
    assert all(map(keypad.plays, suggested))


def test_the_part_of_each_five_is_green() -> None:
    """Black makes a five on either side of the middle."""
    moves = tuple(map(Move, ["h8", "a1", "i8", "c1", "j8", "e1", "k8", "g1"]))
    match = match_of("gomoku", "freestyle-15", moves, second_id=None, level="3")
    whole = keypad_of(match, None, "", texts("en"), suggests=True)
    green = standing_out(whole)
    assert green and all(selection.startswith(("part-", "near-")) for selection in green)
    enlarged = set[str]()
    for selection in green:
        enlarged |= standing_out(keypad_of(match, None, selection, texts("en"), suggests=True))
    assert {"g8", "l8"} <= enlarged
    assert standing_out(keypad_of(match, None, "", texts("en"))) == set()
    assert "Green: wins" in text_of(match_view(match, match.home, texts("en"), whole, explains=True))


def test_a_line_says_what_green_means() -> None:
    moves = tuple(map(Move, ["h8", "a1", "i8", "c1", "j8", "e1"]))
    match = match_of("gomoku", "freestyle-15", moves, second_id=None, level="3")
    for locale, said in (("en", "Green: wins"), ("ko", "초록: 이기는")):
        keypad = keypad_of(match, None, "near-2", texts(locale), suggests=True)
        assert said in text_of(pad_view(match, match.home, keypad, texts(locale)))
        plain = keypad_of(match, None, "near-2", texts(locale))
        assert said not in text_of(pad_view(match, match.home, plain, texts(locale)))
    go = match_of("go", "9x9-korean", SAVES, second_id=None, level="3")
    keypad = keypad_of(go, None, "d", texts("en"), suggests=True)
    assert "Green: captures" in text_of(match_view(go, go.home, texts("en"), keypad, explains=True))
    assert "Green" not in text_of(match_view(go, go.home, texts("en"), keypad))


def text_of(view: LayoutView) -> str:
    return "\n".join(item.content for item in view.walk_children() if isinstance(item, TextDisplay))


def test_nothing_stands_out_while_the_computer_moves() -> None:
    moves = tuple(map(Move, ["d4", "d5", "h8", "e4", "h7", "c4", "a1"]))
    match = match_of("go", "9x9-korean", moves, second_id=None, level="3")
    assert standing_out(keypad_of(match, None, "", texts("en"), suggests=True)) == set()
