"""Hare and Hounds in words and buttons."""

from __future__ import annotations

import pytest

from bot.presenters.base import BLANK, Action, Keypad, KeypadButton, Tone, Viewpoint
from bot.presenters.registry import PRESENTERS
from bot.texts import LANGUAGES, texts
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
    """The rows of keys: points to go to; ``h`` and a hound, ``H`` the selected one, ``x`` a stuck one."""
    return [" ".join(map(_drawn, row)) for row in keypad.rows]


def _drawn(button: KeypadButton) -> str:
    if button.label == BLANK:
        return "--"
    if button.emoji != "🐕":
        return button.label
    return ("x" if button.disabled else "H" if button.tone is Tone.SELECTED else "h") + button.label


@pytest.mark.parametrize(
    ("side", "selection", "rows"),
    [
        # Two hounds can go to a3 and to b2, so a hound has to be selected first.
        (Side.FIRST, "", ["ha2 hb3 hc2", "a4 b4", "Type"]),
        (Side.FIRST, "a2", ["Ha2 hb3 hc2", "a3 b2", "Type"]),
        (Side.FIRST, "b3", ["ha2 Hb3 hc2", "a3 a4 b4 c3", "Type"]),
        (Side.FIRST, "c4", ["ha2 hb3 hc2", "a4 b4", "Type"]),
        (Side.SECOND, "", ["b4 b5", "c3", "Type"]),
        (Side.SECOND, "c4", ["b4 b5", "c3", "Type"]),
    ],
)
def test_keys_are_hounds_and_destinations(side: Side, selection: str, rows: list[str]) -> None:
    assert drawn(keypad(hunt(side), selection)) == rows


def test_the_buttons_of_a_selected_hound() -> None:
    shown = keypad(hunt(Side.FIRST), "a2")
    assert shown.rows[0][0] == KeypadButton("a2", "", Action.SELECT, emoji="🐕", tone=Tone.SELECTED), (
        "pressed again, it is deselected"
    )
    assert shown.rows[1][0] == KeypadButton("a3", "a2-a3", tone=Tone.MOVE)
    assert not shown.labels, "names stand beside the points on the board"


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
            "Turn 6 of 30",
            "Hounds on a2, b3, c2; hare on c4. Pieces that can move: a2 b3 c2.",
        ),
        ("ko", "6/30턴", "사냥개: a2, b3, c2. 토끼: c4. 움직일 수 있는 말: a2 b3 c2."),
    ],
)
def test_texts_in_both_languages(language: str, turn: str, described: str) -> None:
    reader = texts(language)
    assert PRESENTER.notes(hunt(Side.SECOND), reader) == [turn]
    assert PRESENTER.describe(hunt(Side.FIRST), reader) == described
    assert turn not in PRESENTER.notes(HARE_AND_HOUNDS.start("no-limit"), reader)


def test_where_several_hounds_can_go_a_hound_is_to_be_selected_first() -> None:
    english, korean = texts("en"), texts("ko")
    assert PRESENTER.notes(hunt(Side.FIRST), english)[1:] == ["a3, b2, c3: tap the hound first"]
    assert PRESENTER.notes(hunt(Side.FIRST), korean)[1:] == ["a3, b2, c3: 사냥개를 먼저 고르세요"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_each_side_wins_is_said_at_first(language: str) -> None:
    reader = texts(language)
    (goals,) = PRESENTER.introduction(HARE_AND_HOUNDS.start("classic"), reader)
    assert "30" in goals
    assert PRESENTER.introduction(hunt(Side.FIRST), reader) == ()
