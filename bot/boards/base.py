"""What a board picture shows, and what every game's board can do.

Start reading at `Scene`, then `bot/boards/othello.py` for a whole board. Words (alt text, counts) are
made in `bot/texts`; here is only drawing. Nothing here imports discord.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from games.base import Move, Position, Side


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything a picture shows; equal scenes give equal bytes.

    ``last`` is the move that led from ``previous`` to ``position``; a board that has both also marks what
    the move changed (turned discs, captured stones). ``moves`` are the match's moves from the start,
    needed only where ``numbers`` asks for the order of play on the pieces. ``selected`` is the square of a
    piece taken up to be moved (``b2``), or a kind in hand (``Z*``): only its goals are then marked.
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


class Board(Protocol):
    """Draws the positions of one game. Safe to call from several threads at once."""

    @property
    def slug(self) -> str:
        """The game's name in every room."""

    def draw(self, scene: Scene) -> bytes:
        """The scene as a PNG. Raises `TypeError` for another game's position, `KeyError` for no theme."""

    def size(self, variant: str) -> tuple[int, int]:
        """Width and height of the variant's picture in pixels."""
