"""What a board picture shows, and what every game's board can do.

Start reading at `Scene`, then `bot/drawing/othello.py` for a whole board. Words (alt text, counts) are
made in `bot/texts`; here is only drawing. Nothing here imports discord.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, Self

from games.base import Move, Position, Side


@dataclass(frozen=True, slots=True)
class Window:
    """A square part of a board too large for a button a point: ``span`` x ``span`` points.

    ``column`` and ``row`` are the board's own, from 0 at the left and at the top as FIRST sees it, and
    name the least of the window's points: turning the board for SECOND leaves a window where it is.
    """

    column: int
    row: int
    span: int = 5

    @classmethod
    def around(cls, column: int, row: int, size: int, span: int = 5) -> Self:
        """The window with a point in its middle, or as near to it as a board of ``size`` allows."""
        left, top = (min(max(at - span // 2, 0), size - span) for at in (column, row))
        return cls(left, top, span)

    def points(self, viewer: Side = Side.FIRST) -> tuple[tuple[tuple[int, int], ...], ...]:
        """The (column, row) of every point, in rows from top to bottom as ``viewer`` sees them."""
        step = 1 if viewer is Side.FIRST else -1
        columns = range(self.column, self.column + self.span)[::step]
        rows = range(self.row, self.row + self.span)[::step]
        return tuple(tuple((column, row) for column in columns) for row in rows)


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything a picture shows; equal scenes give equal bytes.

    ``last`` is the move that led from ``previous`` to ``position``; a board that has both also marks what
    the move changed (turned discs, captured stones). ``moves`` are the match's moves from the start,
    needed only where ``numbers`` asks for the order of play on the pieces. ``selected`` is the square of a
    piece taken up to be moved (``b2``), or a kind in hand (``Z*``): only its goals are then marked.
    ``window`` is outlined on a board of stones, and shown enlarged below a large one.
    """

    position: Position
    last: Move | None = None
    previous: Position | None = None
    hints: bool = True
    theme: str = "light"
    viewer: Side = Side.FIRST
    numbers: bool = False
    moves: tuple[Move, ...] = ()
    suggestion: Move | None = None
    selected: str | None = None
    window: Window | None = None


class Board(Protocol):
    """Draws the positions of one game. Safe to call from several threads at once."""

    @property
    def slug(self) -> str:
        """The game's name in every room."""

    def draw(self, scene: Scene) -> bytes:
        """The scene as a PNG. Raises `TypeError` for another game's position, `KeyError` for no theme."""

    def size(self, variant: str) -> tuple[int, int]:
        """Width and height of the variant's picture in pixels; one with a window may be taller."""
