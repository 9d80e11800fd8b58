"""Positions that are one up to a symmetry of the board.

A square board has eight symmetries. On those of Hare and Hounds and of Twelve Janggi, top and bottom are
mirror images. Nothing exchanges the sides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from operator import itemgetter

from games import go, gomoku, othello
from games.base import Move, Position
from games.go import GoPosition
from games.gomoku import GomokuPosition
from games.grid import square_images
from games.hare_and_hounds import POINTS, HarePosition
from games.othello import OthelloPosition
from games.twelve_janggi import SQUARES, JanggiPosition

_POINT = re.compile(r"[a-z][0-9]+")
_KO = 3
"""In the cells of a Go board, the point that ko forbids."""


class Geometry:
    """The points of a board by name, and for each symmetry where every one of them goes."""

    def __init__(self, names: Sequence[str], images: Sequence[Sequence[int]]) -> None:
        self.images = images
        self.renamings: Sequence[Mapping[str, str]] = [
            {names[point]: names[to] for point, to in enumerate(image)} for image in images
        ]
        self.returns: Sequence[Mapping[str, str]] = [
            {to: name for name, to in renaming.items()} for renaming in self.renamings
        ]
        # Picks the cells of a board in the order in which its image has them.
        self._picks = [itemgetter(*sorted(range(len(image)), key=image.__getitem__)) for image in images]

    def views(self, cells: bytes) -> Iterator[bytes]:
        """The board's images, one for each symmetry."""
        return (bytes(pick(cells)) for pick in self._picks)


@dataclass(frozen=True)
class Canonical:
    """The one of a position's images that stands for all of them."""

    cells: bytes
    rest: str
    """What the position has beside its board: the side to move, pieces in hand."""
    geometry: Geometry
    ways: tuple[int, ...]
    """The symmetries that lead to this image; several of a position that is symmetrical."""

    def move(self, move: Move) -> Move:
        """The image of a move; of moves that lead to images of one position, the same."""
        return min(_renamed(move, self.geometry.renamings[way]) for way in self.ways)

    def original(self, move: Move) -> Move:
        """A move in the position whose image is ``move``; of several, the first as text."""
        return min(_renamed(move, self.geometry.returns[way]) for way in self.ways)

    @cached_property
    def key(self) -> bytes:
        """Equal for the images of one position, and different for any others of its variant."""
        return self.cells + self.rest.encode()


def canonical(position: Position) -> Canonical | None:
    """The canonical image of a position; None in Go's count of the stones, and in games that are not known.

    Left out is what seldom matters in an opening: which earlier positions may not recur, and how many moves
    are left until a limit.
    """
    if isinstance(position, GoPosition) and position.scoring:
        return None
    parts = _parts(position)
    if parts is None:
        return None
    geometry, cells, rest = parts
    views = list(geometry.views(cells))
    smallest = min(views)
    ways = tuple(way for way, view in enumerate(views) if view == smallest)
    return Canonical(smallest, rest, geometry, ways)


def family(game: str, variant: str) -> str:
    """Equal for variants whose openings are the same: Go's rulesets, and the limits of Hare and Hounds."""
    if game == "go":
        return f"{game} {variant.replace('-chinese', '').replace('-korean', '')}"
    return game if game == "hare_and_hounds" else f"{game} {variant}"


def _renamed(move: Move, names: Mapping[str, str]) -> Move:
    return Move(_POINT.sub(lambda point_match: names[point_match[0]], move))


def _parts(position: Position) -> tuple[Geometry, bytes, str] | None:
    """A position's board, and what else it has; None of a game that is not known."""
    mover = str(int(position.to_move))
    if isinstance(position, OthelloPosition):
        discs = range(position.size**2)
        cells = bytes((position.black >> at & 1) | (position.white >> at & 1) << 1 for at in discs)
        return _square(position.board), cells, mover
    if isinstance(position, GomokuPosition):
        rest = f"{mover} {position.passes} {position.stage or ''} {int(position.black)}"
        return _square(position.board), position.cells, rest
    if isinstance(position, GoPosition):
        stones = bytearray(position.stones)
        if position.ko is not None:
            stones[position.ko] = _KO
        return _square(position.board), bytes(stones), f"{mover} {position.passes}"
    if isinstance(position, HarePosition):
        hounds = bytes(position.hounds >> at & 1 for at in range(len(POINTS)))
        return _mirrored(POINTS), _with(hounds, position.hare, 2), mover
    if isinstance(position, JanggiPosition):
        return _mirrored(SQUARES), position.board.encode(), f"{mover} {'/'.join(position.hands)}"
    return None


def _with(cells: bytes, at: int, value: int) -> bytes:
    return cells[:at] + bytes([value]) + cells[at + 1 :]


@cache
def _square(board: othello.Board | gomoku.Board | go.Board) -> Geometry:
    names = board.names.values() if isinstance(board.names, dict) else board.names
    return Geometry(tuple(names), square_images(board.size))


@cache
def _mirrored(names: tuple[str, ...]) -> Geometry:
    """The board with these points, and its image from top to bottom: rows a and c change places."""
    rows = str.maketrans("ac", "ca")
    image = [names.index(name.translate(rows)) for name in names]
    return Geometry(names, [range(len(names)), image])
