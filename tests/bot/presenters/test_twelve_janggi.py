"""Twelve Janggi in words and buttons."""

from __future__ import annotations

import pytest

from bot.presenters.base import Keypad, KeypadButton, Tone, Viewpoint
from bot.presenters.registry import PRESENTERS
from bot.texts import texts
from games.base import Move, Side
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
    """The rows of buttons: [can be selected], {selected}, >destination."""
    return [" ".join(map(_drawn, row)) for row in keypad.rows if isinstance(row, list)]


def _drawn(button: KeypadButton) -> str:
    label = button.label.split()[-1] if "×" not in button.label else button.label
    if button.disabled:
        return label
    return {Tone.TARGET: f">{label}", Tone.SELECTED: f"{{{label}}}", Tone.OWN: f"[{label}]"}[button.tone]


@pytest.mark.parametrize(
    ("side", "selection", "viewer", "rows"),
    [
        (Side.FIRST, "", Side.FIRST, ["a4 K c4", "a3 [Z] c3", "a2 b2 c2", "[S] [K] [J]", "[S] [Z]"]),
        (Side.FIRST, "b1", Side.FIRST, ["a4 K c4", "a3 [Z] c3", ">a2 >b2 >c2", "[S] {K} [J]", "[S] [Z]"]),
        (Side.FIRST, "b3", Side.FIRST, ["a4 >K c4", "a3 {Z} c3", "a2 b2 c2", "[S] [K] [J]", "[S] [Z]"]),
        (Side.FIRST, "S*", Side.FIRST, ["a4 K c4", ">a3 [Z] >c3", ">a2 >b2 >c2", "[S] [K] [J]", "{S} [Z]"]),
        (Side.FIRST, "J*", Side.FIRST, ["a4 K c4", "a3 [Z] c3", "a2 b2 c2", "[S] [K] [J]", "[S] [Z]"]),
        (Side.SECOND, "", Side.SECOND, ["J K S", "c2 b2 a2", "c3 Z a3", "c4 [K] a4", "[J]"]),
        (Side.SECOND, "b4", Side.SECOND, ["J K S", "c2 b2 a2", ">c3 >Z >a3", ">c4 {K} >a4", "[J]"]),
    ],
)
def test_the_keypad_is_the_board(side: Side, selection: str, viewer: Side, rows: list[str]) -> None:
    assert drawn(keypad(middlegame(side), selection, viewer)) == rows


def test_a_destination_plays_its_move() -> None:
    moves = {
        button.argument
        for row in keypad(middlegame(), "Z*").rows
        if isinstance(row, list)
        for button in row
        if not button.selects and not button.disabled
    }
    assert moves == {move for move in middlegame().legal_moves() if move.startswith("Z*")}


def test_two_of_a_kind_share_a_button() -> None:
    position = TWELVE_JANGGI.position("K . . .\n. . . .\n. . . k\nhands: ZZ / -")
    assert keypad(position).rows[-1] == [KeypadButton("子 Z ×2", "Z*", selects=True, tone=Tone.OWN)]


@pytest.mark.parametrize("selection", ["J*", "K*", "b4", "b2", "d9", "*", "zz", "S", "\N{PILE OF POO}*"])
def test_only_pieces_that_can_move_are_selected(selection: str) -> None:
    assert PRESENTER.view_state(Viewpoint(middlegame(), selection=selection)).selected is None


@pytest.mark.parametrize(
    ("language", "drop", "step", "described"),
    [
        (
            "en",
            "drop 子 Z on b2",
            "b1 → b2",
            "Green: 相 S a1, 王 K b1, 子 Z b3, 將 J c1; in hand: 相 S, 子 Z. Red: 王 K b4; in hand: 將 J.",
        ),
        (
            "ko",
            "子 Z b2에 놓기",
            "b1 → b2",
            "초록: 相 S a1, 王 K b1, 子 Z b3, 將 J c1. 포로: 相 S, 子 Z. 빨강: 王 K b4. 포로: 將 J.",
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
