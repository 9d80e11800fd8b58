"""What a message can mean in a puzzle that its author has open."""

from __future__ import annotations

import pytest

from bot.interactions.typed_puzzles import typed_move
from games.base import Move, Record, RuleError

GO = Record("go", "9x9-korean", (Move("e5"), Move("d4")))
RENJU = Record("gomoku", "renju-15", tuple(map(Move, ("h8", "a1", "h7", "a3", "g6", "a5", "f6", "a7"))))
OTHELLO = Record("othello", "8x8")
HARE = Record("hare_and_hounds", "classic")
JANGGI = Record("twelve_janggi", "classic")


def answer(record: Record, text: str) -> str | None:
    """The move that is tried, or in brackets what is said of a text; None if nothing is done."""
    try:
        return typed_move(record, text)
    except RuleError as error:
        return f"[{error.key}]"


@pytest.mark.parametrize(
    ("record", "text", "expected"),
    [
        (GO, "c3", "c3"),
        (GO, "ㅊ3", "c3"),
        (GO, "c 3", "c3"),
        (GO, "d4", "[rule.occupied]"),
        (GO, "d 4", None),
        (GO, "k10", "[rule.off-board]"),
        (GO, "ㅏ10", "[rule.off-board]"),
        (GO, "k 10", None),
        (GO, "i9", "[rule.no-column]"),
        (GO, "gg2", None),
        (GO, "pass", None),
        (GO, "패스", None),
        (RENJU, "h6", "[rule.three-three]"),
        (OTHELLO, "a1", "[rule.no-flips]"),
        (OTHELLO, "k1", "[rule.off-board]"),
        (HARE, "a9", None),
        (JANGGI, "b2", None),
        (JANGGI, "zb3", "b2-b3"),
    ],
)
def test_a_text_is_a_move_or_is_refused_or_is_chat(record: Record, text: str, expected: str | None) -> None:
    assert answer(record, text) == expected
