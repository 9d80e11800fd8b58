"""Twelve Janggi in words and buttons."""

from __future__ import annotations

import pytest

from bot.presenters.base import Viewpoint
from bot.presenters.keypad import BLANK, Action, Keypad, KeypadButton, Tone
from bot.presenters.registry import PRESENTERS
from bot.texts import texts
from games.base import Move, Side
from games.grid import plain
from games.twelve_janggi import TWELVE_JANGGI, JanggiPosition

PRESENTER = PRESENTERS["twelve_janggi"]

FIGHT = """
S . . .
K . Z k
J . . .
to move: {side}
hands: ZS / j
"""


def middlegame(side: Side = Side.FIRST) -> JanggiPosition:
    """FIRST holds a Man and a Minister."""
    return TWELVE_JANGGI.position(FIGHT.format(side="first" if side is Side.FIRST else "second"))


def keypad(position: JanggiPosition, selection: str = "", viewer: Side = Side.FIRST) -> Keypad:
    return PRESENTER.keypad(Viewpoint(position, selection=selection, viewer=viewer), texts("en"))


def drawn(keypad: Keypad) -> list[str]:
    """The rows of keys: [can be selected], >destination, x and what cannot move."""
    return [" ".join(_drawn(button) for button in row if button.label != BLANK) for row in keypad.rows]


def _drawn(button: KeypadButton) -> str:
    if button.disabled:
        return f"x{button.label}"
    if button.action is Action.MOVE:
        return f">{button.label}"
    return f"[{button.label}]" if button.tone is Tone.MOVE else button.label


@pytest.mark.parametrize("side", Side)
def test_a_spelling_names_its_move(side: Side) -> None:
    """No two pieces of a kind can go to one square here, so that none is ambiguous."""
    position = middlegame(side)
    for move in position.legal_moves():
        spellings = PRESENTER.spellings(move, position)
        assert len({spelling[0] for spelling in spellings}) >= 3, "a letter, Hanja and Hangul"
        for spelling in spellings:
            assert spelling == plain(spelling)
            assert TWELVE_JANGGI.parse(spelling, position) == move


@pytest.mark.parametrize(
    ("side", "selection", "viewer", "rows"),
    [
        (Side.FIRST, "", Side.FIRST, ["[Z b3] [S a1] [K b1]", "[J c1] [+S] [+Z]", "Type"]),
        (Side.FIRST, "b1", Side.FIRST, ["Back >a2", ">b2 >c2", "Type"]),
        (Side.FIRST, "b3", Side.FIRST, ["Back", ">b4", "Type"]),
        (Side.FIRST, "S*", Side.FIRST, ["Back >a3 >c3", ">a2 >b2 >c2", "Type"]),
        (Side.FIRST, "J*", Side.FIRST, ["[Z b3] [S a1] [K b1]", "[J c1] [+S] [+Z]", "Type"]),
        (Side.SECOND, "", Side.SECOND, ["[K b4]", "[+J]", "Type"]),
        (Side.SECOND, "b4", Side.SECOND, ["Back >c3 >b3", ">a3 >c4 >a4", "Type"]),
    ],
)
def test_keys_are_pieces_then_destinations(side: Side, selection: str, viewer: Side, rows: list[str]) -> None:
    assert drawn(keypad(middlegame(side), selection, viewer)) == rows


def test_a_destination_plays_its_move() -> None:
    keys = keypad(middlegame(), "Z*").buttons
    moves = {key.argument for key in keys if key.action is Action.MOVE and not key.disabled}
    assert moves == {move for move in middlegame().legal_moves() if move.startswith("Z*")}


def test_two_of_a_kind_share_a_button() -> None:
    position = TWELVE_JANGGI.position("K . . .\n. . . .\n. . . k\nhands: ZZ / -")
    assert keypad(position).rows[1][0] == KeypadButton("+Z ×2", "Z*", Action.SELECT, tone=Tone.MOVE)


@pytest.mark.parametrize("selection", ["J*", "K*", "b4", "b2", "d9", "*", "zz", "S", "\N{PILE OF POO}*"])
def test_only_pieces_that_can_move_are_selected(selection: str) -> None:
    assert PRESENTER.view_state(Viewpoint(middlegame(), selection=selection)).selected is None


@pytest.mark.parametrize(
    ("language", "drop", "step", "described"),
    [
        (
            "en",
            "drop Z on b2",
            "b1 → b2",
            "Green: S a1, K b1, Z b3, J c1; in hand: S, Z. Red: K b4; in hand: J. "
            "Pieces that can move: a1 b1 b3 c1.",
        ),
        (
            "ko",
            "자 b2에 놓기",
            "b1 → b2",
            "초록: 상 a1, 왕 b1, 자 b3, 장 c1. 포로: 상, 자. 빨강: 왕 b4. 포로: 장. "
            "움직일 수 있는 말: a1 b1 b3 c1.",
        ),
    ],
)
def test_texts_in_both_languages(language: str, drop: str, step: str, described: str) -> None:
    reader = texts(language)
    assert PRESENTER.move_text(Move("Z*b2"), reader) == drop
    assert PRESENTER.move_text(Move("b1-b2"), reader) == step
    assert PRESENTER.describe(middlegame(), reader) == described


def test_a_king_in_the_enemy_camp_is_announced() -> None:
    position = TWELVE_JANGGI.position("K . . k\n. . . .\n. . . .\nto move: second")
    reader = texts("en")
    assert list(PRESENTER.notes(position, reader)) == []
    check = TWELVE_JANGGI.position("S . . .\nK . z .\n. z j k\nto move: first")
    assert not check.is_check
    check = TWELVE_JANGGI.position("S . . .\nK z . .\n. . j k\nto move: first")
    assert check.is_check and list(PRESENTER.notes(check, reader)) == [reader("janggi.check", side="Green")]
    assert list(PRESENTER.dangers(check, reader)) == [reader("janggi.check", side="Green")]
    entered = TWELVE_JANGGI.position("k . . .\n. . . .\n. . K .\nto move: first")
    assert list(PRESENTER.notes(entered, reader)) == [reader("janggi.entered", side="Red")]


def test_a_repeated_position_is_announced() -> None:
    position = TWELVE_JANGGI.start("classic")
    for move in ("c1-c2", "a4-a3", "c2-c1", "a3-a4"):
        assert list(PRESENTER.notes(position, texts("ko"))) == []
        position = position.play(Move(move))
    assert list(PRESENTER.notes(position, texts("ko"))) == [texts("ko")("janggi.repeated")]


def test_a_match_against_the_computer_is_seen_from_the_persons_side() -> None:
    assert PRESENTER.faces_player
    assert PRESENTERS["hare_and_hounds"].faces_player is False


def test_a_move_names_its_piece_and_what_it_captured_or_became() -> None:
    position, reader = TWELVE_JANGGI.position("S . . .\nK . Z .\n. . z k\nto move: first"), texts("en")
    assert PRESENTER.move_in_words(position, Move("b3-b4"), reader) == "Z b3 → b4"
    assert list(PRESENTER.effects(position, Move("b3-b4"), reader)) == ["becomes H"]
    position = TWELVE_JANGGI.position("S . . .\nK . Z s\n. . z k\nto move: first\nhands: J / -")
    assert list(PRESENTER.effects(position, Move("b3-b4"), reader)) == ["captures S", "becomes H"]
    assert list(PRESENTER.effects(position, Move("b3-b4"), texts("ko"))) == ["상을 잡음", "후가 됨"]
    assert PRESENTER.move_in_words(position, Move("J*a2"), reader) == "drop J on a2"
    assert list(PRESENTER.effects(position, Move("J*a2"), reader)) == []


def test_a_king_that_was_captured_is_in_danger_no_more() -> None:
    position = TWELVE_JANGGI.position("S . . .\nK z . .\n. . j k\nto move: second").play(Move("b2-b1"))
    assert position.outcome() and list(PRESENTER.dangers(position, texts("en"))) == []


@pytest.mark.parametrize(
    ("language", "goal", "letters"),
    [
        ("en", "Capture the King", "K King, J General, S Minister, Z Man"),
        ("ko", "왕을 잡거나", "▲: 말이 가는 방향"),
    ],
)
def test_the_goal_and_then_the_letters_of_the_pieces_are_said_at_first(
    language: str, goal: str, letters: str
) -> None:
    reader, position, said = texts(language), TWELVE_JANGGI.start("classic"), list[str]()
    for move in ("b1-a2", "b4-c3", "a2-b1", "c3-b4"):
        said += PRESENTER.introduction(position, reader)
        position = position.play(Move(move))
    assert all(goal in line for line in said[:2]) and said[2:] == [letters, letters]
    assert PRESENTER.introduction(position, reader) == ()
    warned = TWELVE_JANGGI.start("classic").play(Move("b2-b3"))
    assert PRESENTER.notes(warned, reader) and PRESENTER.introduction(warned, reader) == ()
