"""Hare and Hounds in words and keys."""

from __future__ import annotations

import pytest

from bot.presenters import FACES
from bot.presenters.base import BLANK, Key, Pad, Sight, Tone
from bot.texts import texts
from games.base import Side
from games.hare_and_hounds import HARE_AND_HOUNDS, HarePosition

FACE = FACES["hare_and_hounds"]

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


def pad(position: HarePosition, cursor: str = "", viewer: Side = Side.FIRST) -> Pad:
    return FACE.pad(Sight(position, cursor=cursor, viewer=viewer), texts("en"))


def drawn(of: Pad) -> list[str]:
    """The rows of keys: goals in capitals, hounds that may be taken up as h, the one taken up as H."""
    return [" ".join(map(_drawn, row)) for row in of.rows if isinstance(row, list)]


def _drawn(key: Key) -> str:
    if key.label == BLANK:
        return "--"
    if key.emoji == "🐕":
        return "H!" if key.tone is Tone.CHOSEN else "h." if not key.disabled else "hx"
    if key.emoji == "🐇":
        return "r."
    return key.label.upper() if not key.disabled else key.label


@pytest.mark.parametrize(
    ("side", "cursor", "rows"),
    [
        # Where two hounds could go the hound is tapped first: a3 and b2 are not offered at once.
        (Side.FIRST, "", ["-- h. a3 A4 --", "b1 b2 h. B4 b5", "-- h. c3 r. --"]),
        (Side.FIRST, "a2", ["-- H! A3 a4 --", "b1 B2 h. b4 b5", "-- h. c3 r. --"]),
        (Side.FIRST, "b3", ["-- h. A3 A4 --", "b1 b2 H! B4 b5", "-- h. C3 r. --"]),
        (Side.FIRST, "c4", ["-- h. a3 A4 --", "b1 b2 h. B4 b5", "-- h. c3 r. --"]),
        (Side.SECOND, "", ["-- hx a3 a4 --", "b1 b2 hx B4 B5", "-- hx C3 r. --"]),
        (Side.SECOND, "c4", ["-- hx a3 a4 --", "b1 b2 hx B4 B5", "-- hx C3 r. --"]),
    ],
)
def test_the_board_is_its_keys(side: Side, cursor: str, rows: list[str]) -> None:
    assert drawn(pad(hunt(side), cursor)) == rows


def test_the_keys_of_a_piece() -> None:
    row = pad(hunt(Side.FIRST), "a2").rows[0]
    assert isinstance(row, list)
    assert row[1] == Key("", "", "look", emoji="🐕", tone=Tone.CHOSEN), "pressed again it is put down"
    assert row[2] == Key("a3", "a2-a3", tone=Tone.GOAL)


def test_the_board_turns_with_its_viewer() -> None:
    assert drawn(pad(hunt(Side.FIRST), viewer=Side.SECOND)) == [
        "-- r. c3 h. --",
        "b5 B4 h. b2 b1",
        "-- A4 a3 h. --",
    ]


def test_only_what_can_move_is_taken_up() -> None:
    for cursor, taken in (("a2", "a2"), ("c4", None), ("b4", None), ("zz", None), ("", None), ("a", None)):
        assert FACE.look(Sight(hunt(Side.FIRST), cursor=cursor)).selected == taken


@pytest.mark.parametrize(
    ("language", "turn", "told"),
    [
        (
            "en",
            "Turn 6 of 30: the hare is free when the turns run out.",
            "Hounds on a2, b3, c2; the hare on c4.",
        ),
        ("ko", "30턴 중 6턴째: 턴이 다하면 토끼가 이깁니다.", "사냥개: a2, b3, c2. 토끼: c4."),
    ],
)
def test_what_is_said(language: str, turn: str, told: str) -> None:
    reader = texts(language)
    assert FACE.notes(hunt(Side.FIRST), reader) == (turn,)
    assert FACE.describe(hunt(Side.FIRST), reader) == told
    assert FACE.notes(HARE_AND_HOUNDS.start("no-limit"), reader) == ()
