"""Suggested points: few and legal, by the rules alone; their buttons and those before them stand out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.presenters.base import MAX_SUGGESTIONS, Action, Keypad, Tone
from bot.presenters.board_scene import BoardScene
from bot.presenters.registry import PRESENTERS
from bot.texts import texts
from bot.ui.buttons import keypad_of
from games import GAMES
from games.base import Move, Position
from tests.bot.stories import EVERY_VARIANT, games_of, match_of, reachable_keypads


def after(slug: str, variant: str, moves: str) -> Position:
    position = GAMES[slug].start(variant)
    for move in moves.split():
        position = position.play(Move(move))
    return position


@pytest.mark.parametrize(
    ("slug", "variant", "moves", "suggested"),
    [
        ("othello", "8x8", "d3", set()),
        ("go", "19x19-korean", "d4 d5 q16 e4 q4 c4", {"d3"}),  # saves d4
        ("go", "19x19-korean", "d4 d5 q16 e4 q4 c4 q10", {"d3"}),  # captures it
        ("go", "9x9-korean", "b1 a1", {"a2"}),
        ("go", "9x9-korean", "", set()),
        ("gomoku", "freestyle-15", "h8 a1 i8 c1", {"f8", "g8", "j8", "k8"}),
        ("gomoku", "freestyle-15", "h8 a1 i8 a3 j8 c1 k8", {"g8", "l8"}),  # stops a five, in vain
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


def test_the_corners_of_othello_are_suggested() -> None:
    corners, seen = {"a1", "a8", "h1", "h8"}, set[Move]()
    for _, position in games_of("othello", "8x8"):
        suggested = PRESENTERS["othello"].suggestions(position)
        assert set(suggested) == corners & set(position.legal_moves())
        seen |= set(suggested)
    assert seen == corners


def test_at_most_two_parts_stand_out_and_have_the_best_suggestion() -> None:
    """Both ends of an open three are suggested; they are in two parts of the board."""
    moves = tuple(map(Move, ["i8", "a1", "j8", "c1", "k8", "e1"]))
    match = match_of("gomoku", "freestyle-15", moves, second_id=None, level="3")
    suggested = PRESENTERS["gomoku"].suggestions(BoardScene.of(match).position)
    keypad = keypad_of(match, None, "", texts("en"), suggests=True)
    assert set(suggested) == {"h8", "l8"}
    for selection in standing_out(keypad):
        assert suggested[0] in standing_out(keypad_of(match, None, selection, texts("en"), suggests=True))
    assert 1 <= len(standing_out(keypad)) <= 2


def standing_out(keypad: Keypad) -> set[str]:
    return {button.argument for button in keypad.buttons if button.tone is Tone.SUGGESTED}


@pytest.mark.parametrize(
    ("variant", "leading"), [("19x19-korean", {"part-7", "near-1"}), ("9x9-korean", {"d"})]
)
def test_buttons_that_lead_to_a_suggestion_stand_out(variant: str, leading: set[str]) -> None:
    moves = tuple(map(Move, ["d4", "d5", "h8", "e4", "h7", "c4"]))
    match = match_of("go", variant, moves, second_id=None, level="3")
    reader = texts("en")
    assert standing_out(keypad_of(match, None, "", reader)) == set()
    assert standing_out(keypad_of(match, None, "", reader, suggests=True)) == leading
    viewpoint = replace(BoardScene.of(match).viewpoint(), suggested=(Move("d3"),))
    inner = [keypad for keypad in reachable_keypads(PRESENTERS["go"], viewpoint) if keypad.plays(Move("d3"))]
    assert inner and all("d3" in standing_out(keypad) for keypad in inner)
    for keypad in reachable_keypads(PRESENTERS["go"], viewpoint):
        played = {button.argument for button in keypad.buttons if button.action is Action.MOVE}
        assert standing_out(keypad) & played <= {"d3"}


def test_nothing_stands_out_while_the_computer_moves() -> None:
    moves = tuple(map(Move, ["d4", "d5", "h8", "e4", "h7", "c4", "a1"]))
    match = match_of("go", "9x9-korean", moves, second_id=None, level="3")
    assert standing_out(keypad_of(match, None, "", texts("en"), suggests=True)) == set()
