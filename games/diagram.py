"""Positions as text: rows of symbols from top to bottom, then ``key: value`` lines.

Symbols are separated by one space; a blank in place of a symbol is a point that does not exist.

>>> print(write(["HR", "H."], {"to move": "first"}))
H R
H .
to move: first
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence

from games.base import BadDiagram, Side

_SIDES = {"first": Side.FIRST, "second": Side.SECOND}


def write(rows: Iterable[Sequence[str]], notes: Mapping[str, str]) -> str:
    """A diagram of ``rows`` followed by ``notes``."""
    drawn = [" ".join(row).rstrip() for row in rows]
    return "\n".join([*drawn, *(f"{key}: {value}" for key, value in notes.items())])


def read(diagram: str) -> tuple[list[str], dict[str, str]]:
    """The rows of a diagram (one character per point, padded with blanks to equal width) and its notes.

    Raises `BadDiagram` if there are no rows or a symbol is between two columns.
    """
    rows: list[str] = []
    notes: dict[str, str] = {}
    for line in textwrap.dedent(diagram.strip("\n")).splitlines():
        if ":" in line:
            key, _, value = line.partition(":")
            notes[key.strip()] = value.strip()
        elif line.strip():
            if line[1::2].strip():
                raise BadDiagram("rule.diagram", text=line[:40])
            rows.append(line[0::2])
    if not rows:
        raise BadDiagram("rule.diagram", text=diagram[:40])
    width = max(map(len, rows))
    return [row.ljust(width) for row in rows], notes


def side_to_move(notes: Mapping[str, str]) -> Side:
    """The side named by the note ``to move``, FIRST by default. Raises `BadDiagram`."""
    return side_noted(notes, "to move")


def side_noted(notes: Mapping[str, str], key: str) -> Side:
    """The side named by the note ``key``, FIRST by default. Raises `BadDiagram`."""
    name = notes.get(key, "first")
    if name not in _SIDES:
        raise BadDiagram("rule.diagram", text=f"{key}: {name[:30]}")
    return _SIDES[name]


def side_name(side: Side) -> str:
    """The name of a side in diagrams: ``first`` or ``second``."""
    return side.name.lower()
