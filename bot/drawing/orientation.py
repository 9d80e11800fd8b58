"""How a small board lies before each player: its squares as they are seen, row by row.

Start reading at `twelve_janggi`. Picture and buttons of a game show the same arrangement because both ask
here: boards to place pieces, faces to lay out keys. Nothing here draws or knows Discord.
"""

from __future__ import annotations

from games.base import Side
from games.hare_and_hounds import INDEX as POINTS
from games.twelve_janggi import COLUMNS, ROWS

Rows = tuple[tuple[str, ...], ...]
GappedRows = tuple[tuple[str | None, ...], ...]


def twelve_janggi(viewer: Side) -> Rows:
    """Four rows of three: the viewer's camp is the lowest, as the players sit.

    The notation's columns then count away from FIRST and its rows run from left to right, so that a1 is
    FIRST's lower left corner and his General stands on his right hand.
    """
    rows = tuple(tuple(f"{row}{column}" for row in ROWS) for column in range(COLUMNS, 0, -1))
    return rows if viewer is Side.FIRST else tuple(row[::-1] for row in rows[::-1])


def hare_and_hounds(viewer: Side) -> GappedRows:
    """Three rows of five, None where a corner is missing; the hounds come from the left before FIRST."""
    names = tuple(tuple(f"{row}{column}" for column in range(1, 6)) for row in "abc")
    rows = tuple(tuple(name if name in POINTS else None for name in row) for row in names)
    return rows if viewer is Side.FIRST else tuple(row[::-1] for row in rows[::-1])
