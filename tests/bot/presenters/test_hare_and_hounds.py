"""Hare and Hounds in words and buttons."""

from __future__ import annotations

import pytest

from bot.presenters.base import BLANK, Keypad, KeypadButton, Tone, Viewpoint
from bot.presenters.registry import PRESENTERS
from bot.texts import texts
from games.base import Side
from games.hare_and_hounds import HARE_AND_HOUNDS, HarePosition

PRESENTER = PRESENTERS["hare_and_hounds"]

HUNT = """
  H . .
. . H . .
  H . R
to move: {side}
ply: {ply}
"""


def hunt(side: Side) -> HarePosition:
    """Hounds on a2, b3 and c2, the hare on c4."""
    name = "first" if side is Side.FIRST else "second"
    return HARE_AND_HOUNDS.position(HUNT.format(side=name, ply=9 + side))


def keypad(position: HarePosition, selection: str = "", viewer: Side = Side.FIRST) -> Keypad:
    return PRESENTER.keypad(Viewpoint(position, selection=selection, viewer=viewer), texts("en"))


def drawn(keypad: Keypad) -> list[str]:
    """The rows of buttons: DESTINATIONS, h. a hound to select, H! the selected one, hx one that is stuck."""
    return [" ".join(map(_drawn, row)) for row in keypad.rows if isinstance(row, list)]


def _drawn(button: KeypadButton) -> str:
    if button.label == BLANK:
        return "--"
    if button.emoji == "🐕":
        return "H!" if button.tone is Tone.SELECTED else "h." if not button.disabled else "hx"
    if button.emoji == "🐇":
        return "r."
    return button.label.upper() if not button.disabled else button.label


@pytest.mark.parametrize(
    ("side", "selection", "rows"),
    [
        # Two hounds can go to a3 and to b2, so a hound has to be selected first.
        (Side.FIRST, "", ["-- h. a3 A4 --", "b1 b2 h. B4 b5", "-- h. c3 r. --"]),
        (Side.FIRST, "a2", ["-- H! A3 a4 --", "b1 B2 h. b4 b5", "-- h. c3 r. --"]),
        (Side.FIRST, "b3", ["-- h. A3 A4 --", "b1 b2 H! B4 b5", "-- h. C3 r. --"]),
        (Side.FIRST, "c4", ["-- h. a3 A4 --", "b1 b2 h. B4 b5", "-- h. c3 r. --"]),
        (Side.SECOND, "", ["-- hx a3 a4 --", "b1 b2 hx B4 B5", "-- hx C3 r. --"]),
        (Side.SECOND, "c4", ["-- hx a3 a4 --", "b1 b2 hx B4 B5", "-- hx C3 r. --"]),
    ],
)
def test_the_keypad_is_the_board(side: Side, selection: str, rows: list[str]) -> None:
    assert drawn(keypad(hunt(side), selection)) == rows


def test_the_buttons_of_a_selected_hound() -> None:
    row = keypad(hunt(Side.FIRST), "a2").rows[0]
    assert isinstance(row, list)
    assert row[1] == KeypadButton("", "", selects=True, emoji="🐕", tone=Tone.SELECTED), (
        "pressed again, it is deselected"
    )
    assert row[2] == KeypadButton("a3", "a2-a3", tone=Tone.TARGET)


def test_the_keypad_turns_with_its_viewer() -> None:
    assert drawn(keypad(hunt(Side.FIRST), viewer=Side.SECOND)) == [
        "-- r. c3 h. --",
        "b5 B4 h. b2 b1",
        "-- A4 a3 h. --",
    ]


def test_only_hounds_that_can_move_are_selected() -> None:
    for selection, selected in (
        ("a2", "a2"),
        ("c4", None),
        ("b4", None),
        ("zz", None),
        ("", None),
        ("a", None),
    ):
        assert PRESENTER.view_state(Viewpoint(hunt(Side.FIRST), selection=selection)).selected == selected


@pytest.mark.parametrize(
    ("language", "turn", "described"),
    [
        (
            "en",
            "Turn 6 of 30: the hare wins when the turns run out.",
            "Hounds on a2, b3, c2; hare on c4.",
        ),
        ("ko", "6/30턴: 모두 지나면 토끼가 이깁니다.", "사냥개: a2, b3, c2. 토끼: c4."),
    ],
)
def test_texts_in_both_languages(language: str, turn: str, described: str) -> None:
    reader = texts(language)
    assert PRESENTER.notes(hunt(Side.FIRST), reader) == (turn,)
    assert PRESENTER.describe(hunt(Side.FIRST), reader) == described
    assert PRESENTER.notes(HARE_AND_HOUNDS.start("no-limit"), reader) == ()
