"""What a *brain* can name in a position: a quarter of the board, or the piece that moves (hand and brain).

Every legal move is in exactly one region, except those that are left to the hand: a pass in Go.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games import replay
from games.base import PASS, Move, Position, Record
from games.go import GoPosition
from games.gomoku import GomokuPosition
from games.grid import Grid
from games.hare_and_hounds import HarePosition
from games.othello import OthelloPosition
from games.record_cache import RecordCache
from games.twelve_janggi import INDEX, JanggiPosition

QUARTERS = ("top-left", "top-right", "bottom-left", "bottom-right")
"""The quarters of a square board. The middle lines of an odd one belong to the left and to the top."""

Regions = Mapping[str, tuple[Move, ...]]
"""The legal moves of each region that has some: a quarter, a kind of piece (``K``) or a hound's point."""


class Box(NamedTuple):
    """The points of a quarter: its upper left point, counted from 0, its columns and its rows."""

    column: int
    row: int
    columns: int
    rows: int


def regions(record: Record) -> Regions:
    """What can be named after a record; nothing where no piece is played, as in a count of stones.

    >>> regions(Record("othello", "8x8"))["bottom-right"]
    ('e6', 'f5')
    """
    known = _RECENT.get(record)
    if known is None:
        known = regions_of(replay(record))
        _RECENT.put(record, known)
    return known


def regions_of(position: Position) -> Regions:
    """`regions` of a position."""
    if not _is_play(position):
        return {}
    moves_by_region: dict[str, list[Move]] = {}
    for move in position.legal_moves():
        if move != PASS:
            moves_by_region.setdefault(_region(position, move), []).append(move)
    order = {name: number for number, name in enumerate(QUARTERS)}
    return {
        name: tuple(moves_by_region[name])
        for name in sorted(moves_by_region, key=lambda name: (order.get(name, 0), name))
    }


def allowed(record: Record, region: str) -> Sequence[Move]:
    """The moves that the hand can play once a region is named."""
    passes = (PASS,) if PASS in replay(record).legal_moves() else ()
    return (*regions(record).get(region, ()), *passes)


def box(position: Position, region: str) -> Box | None:
    """The points of a quarter; None for a piece."""
    grid = grid_of(position)
    if grid is None or region not in QUARTERS:
        return None
    near, far = (grid.size + 1) // 2, grid.size // 2
    is_right, is_low = region.endswith("right"), region.startswith("bottom")
    return Box(near * is_right, near * is_low, far if is_right else near, far if is_low else near)


def _is_play(position: Position) -> bool:
    if isinstance(position, GoPosition):
        return not position.scoring
    return not (isinstance(position, GomokuPosition) and position.stage)


def _region(position: Position, move: Move) -> str:
    if isinstance(position, JanggiPosition):
        origin, dash, _ = move.partition("-")
        return position.board[INDEX[origin]].upper() if dash else move[0]
    if isinstance(position, HarePosition):
        return move.partition("-")[0]
    grid = grid_of(position)
    if grid is None:
        raise TypeError(f"{type(position).__name__} has no regions")
    row, column = divmod(grid.index(move), grid.size)
    middle = (grid.size + 1) // 2
    return QUARTERS[2 * (row >= middle) + (column >= middle)]


def grid_of(position: Position) -> Grid | None:
    """The points of a board whose quarters are named; None where pieces are."""
    if isinstance(position, OthelloPosition | GoPosition | GomokuPosition):
        return position.board.grid
    return None


def kind_of_regions(position: Position) -> str:
    """What a brain names in a game: a ``part`` of the board, a kind of ``piece`` or a ``hound``."""
    if grid_of(position) is not None:
        return "part"
    return "hound" if isinstance(position, HarePosition) else "piece"


_RECENT: RecordCache[Regions] = RecordCache(1024)
