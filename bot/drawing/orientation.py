"""How a small board is oriented before each player: its squares in rows, as that player sees them.

Drawings place pieces by these rows and presenters lay out buttons by them, so that both match.
"""

from __future__ import annotations

from games.base import Side
from games.hare_and_hounds import INDEX as POINTS
from games.twelve_janggi import COLUMNS, ROWS

Rows = tuple[tuple[str, ...], ...]
GappedRows = tuple[tuple[str | None, ...], ...]


def twelve_janggi(viewer: Side) -> Rows:
    """Return four rows of three squares, with the viewer's camp at the bottom.

    The notation's columns count away from FIRST, and its rows run from left to right: a1 is FIRST's lower
    left corner, and FIRST's General is at the right of the King.
    """
    rows = tuple(tuple(f"{row}{column}" for row in ROWS) for column in range(COLUMNS, 0, -1))
    return rows if viewer is Side.FIRST else tuple(row[::-1] for row in rows[::-1])


def hare_and_hounds(viewer: Side) -> GappedRows:
    """Return three rows of five points, None where a corner is missing.

    FIRST sees the hounds at the left.
    """
    names = tuple(tuple(f"{row}{column}" for column in range(1, 6)) for row in "abc")
    rows = tuple(tuple(name if name in POINTS else None for name in row) for row in names)
    return rows if viewer is Side.FIRST else tuple(row[::-1] for row in rows[::-1])
