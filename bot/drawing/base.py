"""What a picture shows (`Scene`), and what every game's drawing does with it (`Drawing`).

A drawing knows no words: alt text and counts are in `bot/texts`. Nothing here imports a drawing library.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, Protocol, Self, TypeGuard, TypeVar

from games.base import Move, Position, Side

P = TypeVar("P", bound=Position)
P_co = TypeVar("P_co", bound=Position, covariant=True)

LineMoves = tuple[tuple[Move, Side], ...]
"""Moves that are expected, and who plays each."""


@dataclass(frozen=True, slots=True)
class Window:
    """A part of a board that has more points than a message has buttons.

    The window covers ``span`` columns and as many rows, or ``rows``. ``column`` and ``row`` are those of its
    upper left point as FIRST sees the board, counted from 0. They stay the same when the board is turned for
    SECOND.
    """

    column: int
    row: int
    span: int = 5
    rows: int = 0
    """The number of rows, if it is not that of columns."""

    @property
    def height(self) -> int:
        """The number of rows."""
        return self.rows or self.span

    @classmethod
    def around(cls, column: int, row: int, size: int, span: int = 5) -> Self:
        """Center a window on a point, or as near to it as the edge of a board of ``size`` allows."""
        left, top = (min(max(at - span // 2, 0), size - span) for at in (column, row))
        return cls(left, top, span)

    def points(self, viewer: Side = Side.FIRST) -> tuple[tuple[tuple[int, int], ...], ...]:
        """The (column, row) of every point, in rows from top to bottom as ``viewer`` sees them."""
        step = 1 if viewer is Side.FIRST else -1
        columns = range(self.column, self.column + self.span)[::step]
        rows = range(self.row, self.row + self.height)[::step]
        return tuple(tuple((column, row) for column in columns) for row in rows)


@dataclass(frozen=True, slots=True)
class Scene(Generic[P_co]):
    """Everything a picture shows. Equal scenes give equal bytes."""

    position: P_co
    last: Move | None = None
    """The move that led from ``previous`` to ``position``."""
    previous: P_co | None = None
    """The position before ``last``; shows what the move changed (turned discs, captured stones)."""
    hints: bool = True
    """Whether to mark what the side to move may do."""
    theme: str = "light"
    viewer: Side = Side.FIRST
    numbers: bool = False
    """Whether to write the order of play on the pieces; needs ``moves``."""
    moves: tuple[Move, ...] = ()
    """The moves of the match from its start."""
    suggestion: Move | None = None
    """A move to recommend; an illegal one is ignored."""
    line: LineMoves = ()
    """Moves that are not played, such as those after a better move, or the answer to ``mistake``: pale
    numbered stones where stones are placed, else arrows."""
    mistake: Move | None = None
    """What was played instead: a pale stone with a cross; where pieces move, drawn like ``last``."""
    ownership: bytes = b""
    """Go: the expected owner of each point, from 0 (SECOND's) to 255 (FIRST's); empty if not shown."""
    group: frozenset[str] = frozenset()
    """The stones, discs or pieces that a question or a claim is about, which are ringed."""
    dots: frozenset[str] = frozenset()
    """Boards of stones and Othello: the empty points that a claim or a hint is about.
    Of the points to go to in Hare and Hounds, and of the pieces that can move in Twelve Janggi, those that a
    hint leaves; all if empty."""
    selected: str | None = None
    """The square of the selected piece (``b2``), or a kind in hand (``Z*``): marks only its goals."""
    window: Window | None = None
    """The part of a board of stones to show, enlarged to the whole picture."""
    chosen: Window | None = None
    """Boards of stones: what is selected, or the points of an enlarged part with buttons, which are brighter.
    Othello: the quarter that is named for the hand; the others are darker."""
    rings: frozenset[str] = frozenset()
    """Empty points of that part that have buttons; in Go's count, points amid areas that are nobody's."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """What the buttons below the picture say, by the name of the point or square that each button names."""
    style: str = "hanja"
    """How Twelve Janggi's tiles look: ``hanja``, ``hangul`` or ``symbols``."""
    coordinates: bool = True
    """Whether columns and rows are named; the points of Hare and Hounds always are."""

    @property
    def drawn(self) -> frozenset[str]:
        """The moves that have marks of their own: the last one, a mistake, and those of the line."""
        moves = (self.last, self.mistake, *(move for move, _ in self.line))
        return frozenset(filter(None, moves))

    def of(self, kind: type[P]) -> Scene[P]:
        """Return this scene as one of a game's positions. Raises `TypeError` if it shows another game."""
        if not _shows(self, kind):
            raise TypeError(f"cannot draw {type(self.position).__name__} as {kind.__name__}")
        return self


def _shows(scene: Scene[Position], kind: type[P]) -> TypeGuard[Scene[P]]:
    return isinstance(scene.position, kind) and isinstance(scene.previous, kind | None)


class Drawing(Protocol):
    """Draws the positions of one game. Safe to call from several threads at once."""

    @property
    def slug(self) -> str:
        """The game's slug."""

    def draw(self, scene: Scene[Position]) -> bytes:
        """Return the scene as a PNG.

        Raises `TypeError` for another game's position, `KeyError` for an unknown theme, and `ValueError` for
        a window that is not on the board.
        """

    def size(self, variant: str) -> tuple[int, int]:
        """Width and height in pixels of the variant's pictures."""


class GameDrawing(ABC, Generic[P]):
    """The base of every game's drawing: checks that a scene shows this game."""

    slug: str
    kind: type[P]
    """The class of the game's positions."""

    def draw(self, scene: Scene[Position]) -> bytes:
        """Return the scene as a PNG; see `Drawing.draw`."""
        return self.render(scene.of(self.kind))

    @abstractmethod
    def render(self, scene: Scene[P]) -> bytes:
        """Return a scene of this game as a PNG."""

    @abstractmethod
    def size(self, variant: str) -> tuple[int, int]:
        """Width and height in pixels of the variant's pictures."""
