"""Diagrams as people paste them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.exceptions import Refusal
from bot.records.diagrams import read_draft
from games import GAMES
from games.base import RuleError, Side
from games.drafts import Draft

SIDES = {"Black": Side.FIRST, "흑": Side.FIRST, "White": Side.SECOND, "백": Side.SECOND, "빨강": Side.SECOND}
GNU_GO = """
   A B C D E F G H J
 9 . . . . . . . . . 9
 8 . . . . . . . . . 8
 7 . . + . . . + . . 7
 6 . . . X O . . . . 6
 5 . . . . + . . . . 5
 4 . . . . . . . . . 4
 3 . . + . . . + . . 3
 2 . . . . . . . . . 2
 1 . . . . . . . . . 1
   A B C D E F G H J
"""
FRAMED = (
    "+-----------------+\n" + "\n".join(["|" + "|".join(".........") + "|"] * 9) + "\n+-----------------+"
)


def read(slug: str, text: str, variant: str = "") -> Draft:
    return read_draft(slug, variant or GAMES[slug].variants[0], text, SIDES)


def test_coordinates_and_frames_are_skipped() -> None:
    draft = read("go", GNU_GO)
    assert draft.variant == "9x9-korean" and draft.cells.count(".") == 79
    assert (draft.cells[3 * 9 + 3], draft.cells[3 * 9 + 4]) == ("X", "O")
    assert read("go", FRAMED) == Draft.start("go", "9x9-korean")


@pytest.mark.parametrize(
    "row", ["...●○...", ". . . ● ○ . . .", "---XO---", "...⚫⚪...", "4 ... b w ...", "4|...Xo..."]
)
def test_stones_and_empty_points(row: str) -> None:
    text = "\n".join(["........"] * 3 + [row] + ["........"] * 4)
    assert read("othello", text).cells[24:32] == "...XO..."


@pytest.mark.parametrize(
    ("line", "side"),
    [("White to move", 2), ("to move: White", 2), ("백 차례", 2), ("흑 차례", 1), ("BLACK TO PLAY", 1)],
)
def test_the_side_to_move(line: str, side: int) -> None:
    assert read("go", f"{GNU_GO}\n{line}").to_move == side


def test_the_size_is_that_of_the_rows_and_the_rules_stay() -> None:
    board = "\n".join(["." * 13] * 13)
    assert read("go", board, "19x19-chinese").variant == "13x13-chinese"
    assert read("gomoku", "\n".join(["." * 19] * 19), "omok-15").variant == "omok-19"
    assert read("gomoku", "\n".join(["." * 15] * 15), "swap2-15").variant == "swap2-15"


@pytest.mark.parametrize(
    "text",
    [
        "S..j\nKZzk\nJ..s",
        "  1 2 3 4\na S . . j\nb K Z z k\nc J . . s",
        "S2j/KZzk/J2s first to move",
        "상 . . v장\n왕 자 v子 v王\n將 . . v相",
    ],
)
def test_twelve_janggi(text: str) -> None:
    draft = read_draft("twelve_janggi", "classic", text, {"first": Side.FIRST})
    assert draft == Draft.start("twelve_janggi", "classic")


@pytest.mark.parametrize(
    "text",
    [
        "j k s\n. z .\n. Z .\nS K J\nfirst to move",
        "  a b c\n4 j k s 4\n3 . z . 3\n2 . Z . 2\n1 S K J 1\n  a b c",
        "v장 v왕 v상\n. v자 .\n. 자 .\n상 왕 장",
        "jks/.z./.Z./SKJ",
        "jks/1z1/1Z1/SKJ - / -",
    ],
)
def test_twelve_janggi_is_read_as_its_board_is_drawn(text: str) -> None:
    draft = read_draft("twelve_janggi", "classic", text, {"first": Side.FIRST})
    assert draft == Draft.start("twelve_janggi", "classic")


def test_hands() -> None:
    draft = read("twelve_janggi", "S..j\nK..k\nJ..s\nhands: Z / z\n빨강 차례")
    assert (draft.hands, draft.to_move) == (("Z", "Z"), Side.SECOND)
    assert read("twelve_janggi", "S..j\nK..k\nJ..s\n포로 자자 / -").hands == ("ZZ", "")


def test_hare_and_hounds() -> None:
    start = Draft.start("hare_and_hounds", "classic")
    for text in ("  H . .\nH . . . R\n  H . .", "a  H..\nb H...R\nc  H..", "H../H...R/H.."):
        assert read("hare_and_hounds", text) == start


@pytest.mark.parametrize(
    ("slug", "text", "key", "line"),
    [
        ("othello", "", "setup.no-rows", None),
        ("othello", "a b c d e f g h", "setup.no-rows", None),
        ("othello", "\n........\n...?....", "setup.symbol", 3),
        ("othello", "\n".join(["........"] * 7 + ["..."]), "setup.width", 8),
        ("othello", "\n".join(["......."] * 7), "setup.rows", None),
        ("go", GNU_GO + "\nGreen to move", "setup.unknown-side", 14),
        ("twelve_janggi", "S..j\nKQzk\nJ..s", "setup.symbol", 2),
        ("twelve_janggi", "jks\n.z.\n.Z.\nSKJ.", "setup.width", 4),
        ("twelve_janggi", "jks\n.z.", "setup.rows", None),
        ("twelve_janggi", "S..j\nKZzk\nJ..s\nhands: K / -", "setup.symbol", 4),
        ("hare_and_hounds", "H..\nH...R", "setup.rows", None),
        ("hare_and_hounds", "H..\nH...\nH..", "setup.width", 2),
    ],
)
def test_what_cannot_be_read_is_named(slug: str, text: str, key: str, line: int | None) -> None:
    with pytest.raises(Refusal) as refused:
        read(slug, text)
    assert (refused.value.key, refused.value.arguments.get("line")) == (key, line)


@given(st.sampled_from(list(GAMES)), st.text("XO.HRKJSZ/ \n19aehv:王차례to move", max_size=120))
def test_any_text_is_read_or_refused(slug: str, text: str) -> None:
    try:
        draft = read(slug, text)
        draft.position()
    except (Refusal, RuleError):
        return
    assert len(draft.cells) == len(draft.points)
