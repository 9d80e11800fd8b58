"""Diagrams: positions as text, written and read back."""

from __future__ import annotations

import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import diagram
from games.base import BadDiagram, Side

SYMBOLS = ".XOKJSZHkjszh"
rows = st.integers(1, 12).flatmap(
    lambda width: st.lists(st.text(SYMBOLS + " ", min_size=width, max_size=width), min_size=1, max_size=12)
)
words = st.text("abcdefghijklmnopqrstuvwxyz0123456789-/", min_size=1, max_size=12)
notes = st.dictionaries(words, words, max_size=4)


def shape(drawn: list[str]) -> list[str]:
    """Rows without what a diagram cannot express: trailing blanks and blank rows."""
    kept = [row.rstrip() for row in drawn if row.strip()]
    width = max(map(len, kept))
    return [row.ljust(width) for row in kept]


@given(rows.filter(lambda drawn: any(row[0] != " " for row in drawn)), notes)
def test_diagrams_read_back(drawn: list[str], notes: dict[str, str]) -> None:
    if not any(row.strip() for row in drawn):
        return
    assert diagram.read(diagram.write(drawn, notes)) == (shape(drawn), notes)


@given(rows.filter(lambda drawn: any(row[0] != " " for row in drawn)), notes, st.integers(0, 8))
def test_indentation_is_ignored(drawn: list[str], notes: dict[str, str], indent: int) -> None:
    if not any(row.strip() for row in drawn):
        return
    text = diagram.write(drawn, notes)
    assert diagram.read("\n" + textwrap.indent(text, " " * indent) + "\n") == diagram.read(text)


def test_a_board_with_missing_points() -> None:
    drawn, notes = diagram.read("""
          . H .
        R . . . .
          . H .
        to move: second
        ply: 4
    """)
    assert drawn == [" .H. ", "R....", " .H. "]
    assert notes == {"to move": "second", "ply": "4"}
    assert diagram.write(drawn, notes) == "  . H .\nR . . . .\n  . H .\nto move: second\nply: 4"


@pytest.mark.parametrize("text", ["", "\n\n", "to move: first", "XO", ". .O .", "X_O", ". . . .X"])
def test_bad_diagrams_are_refused(text: str) -> None:
    with pytest.raises(BadDiagram) as refused:
        diagram.read(text)
    assert refused.value.key == "rule.diagram"


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        drawn, _ = diagram.read(text)
    except BadDiagram as refused:
        assert len(str(refused.arguments["text"])) <= 40
    else:
        assert drawn
        assert len({len(row) for row in drawn}) == 1


def test_sides() -> None:
    assert diagram.side_to_move({}) is Side.FIRST
    for side in Side:
        assert diagram.side_to_move({"to move": diagram.side_name(side)}) is side
    for name in ("", "third", "First", "X", "1" * 80):
        with pytest.raises(BadDiagram):
            diagram.side_to_move({"to move": name})
