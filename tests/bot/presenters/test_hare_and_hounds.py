"""Hare and Hounds in words and buttons."""

from __future__ import annotations

import random

import pytest

from bot.presenters.base import Viewpoint
from bot.presenters.keypad import BLANK, BUTTON_ROWS, BUTTONS_PER_ROW, Action, Keypad, KeypadButton, Tone
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
        (Side.FIRST, "", ["ha2 hb3 hc2", "a3 a4 b2 b4", "c3 Type"]),
        (Side.FIRST, "a2", ["Ha2 hb3 hc2", "a3 b2", "Type"]),
        (Side.FIRST, "b3", ["ha2 Hb3 hc2", "a3 a4 b4 c3", "Type"]),
        (Side.FIRST, "c4", ["ha2 hb3 hc2", "a3 a4 b2 b4", "c3 Type"]),
        (Side.FIRST, "a4", ["ha2 hb3 hc2", "a3 a4 b2 b4", "c3 Type"]),
        (Side.FIRST, "b2", ["a2 → b2 c2 → b2", "Back", "Type"]),
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


def test_only_hounds_that_can_move_and_goals_of_several_are_selected() -> None:
    for selection, selected in (
        ("a2", "a2"),
        ("c4", None),
        ("b4", None),
        ("b2", "b2"),
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


def test_a_point_that_several_hounds_can_reach_takes_a_second_tap() -> None:
    (a3,) = (button for button in keypad(hunt(Side.FIRST)).buttons if button.label == "a3")
    assert a3 == KeypadButton("a3", "a3", Action.SELECT, tone=Tone.MOVE)
    assert keypad(hunt(Side.FIRST), "a3").buttons[:3] == [
        KeypadButton("a2 → a3", "a2-a3", tone=Tone.MOVE),
        KeypadButton("b3 → a3", "b3-a3", tone=Tone.MOVE),
        KeypadButton("Back", "", Action.SELECT),
    ]


@pytest.mark.parametrize("seed", range(20))
def test_every_move_is_at_most_two_taps_away(seed: int) -> None:
    chance, position = random.Random(seed), HARE_AND_HOUNDS.start("classic")
    while position.outcome() is None:
        first = keypad(position)
        shown = [
            first,
            *(
                keypad(position, button.argument)
                for button in first.buttons
                if button.action is Action.SELECT and not button.disabled
            ),
        ]
        assert all(any(taps.plays(move) for taps in shown) for move in position.legal_moves())
        goals = {move.partition("-")[2] for move in position.legal_moves()}
        assert goals <= {button.label for button in first.buttons}
        assert all(len(row) <= BUTTONS_PER_ROW for taps in shown for row in taps.rows)
        assert all(len(taps.rows) == BUTTON_ROWS for taps in shown)
        position = position.play(chance.choice(position.legal_moves()))


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_each_side_wins_is_said_at_first(language: str) -> None:
    reader = texts(language)
    (goals,) = PRESENTER.introduction(HARE_AND_HOUNDS.start("classic"), reader)
    assert "30" in goals
    assert PRESENTER.introduction(hunt(Side.FIRST), reader) == ()
