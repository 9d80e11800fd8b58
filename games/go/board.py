"""Points, chains and captures of one board size.

Stones are bytes, one per point: 0 for empty, else the `Side`. Index 0 is the top left point; indices run
along the rows.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache, cached_property

from games.grid import Grid

LETTERS = "abcdefghjklmnopqrst"
EMPTY = 0


@dataclass(frozen=True, slots=True, eq=False)
class Chain:
    """Connected stones of one color, and their liberties. ``key`` is the exclusive or of the stones' keys."""

    points: tuple[int, ...]
    liberties: frozenset[int]
    key: int


@dataclass(frozen=True, slots=True)
class Region:
    """Connected empty points, and the colors of the adjacent stones as bits (1 Black, 2 White)."""

    points: frozenset[int]
    borders: int


class Board:
    """The geometry of one board size, and its Zobrist keys: a random number for every stone on every point.

    The key of a board is the exclusive or of the keys of its stones; equal keys mean a repetition.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.grid = Grid(size, LETTERS, top_row_first=False)
        self.area = size * size
        self.names = tuple(self.grid.name(point) for point in range(self.area))
        self.index: dict[str, int] = {name: point for point, name in enumerate(self.names)}
        self.in_order = tuple(sorted(range(self.area), key=self.names.__getitem__))
        self.neighbors = tuple(self._around(point) for point in range(self.area))
        bits = random.Random(f"go {size}").getrandbits  # the same in every process
        self.keys = ((), *(tuple(bits(96) for _ in range(self.area)) for _ in range(2)))

    def _around(self, point: int) -> tuple[int, ...]:
        row, column = divmod(point, self.size)
        steps = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        return tuple(r * self.size + c for r, c in steps if 0 <= r < self.size and 0 <= c < self.size)

    def key(self, stones: bytes) -> int:
        """The key of a whole board."""
        total = 0
        for point, color in enumerate(stones):
            if color:
                total ^= self.keys[color][point]
        return total

    def suffocated(self, stones: bytes | bytearray, point: int) -> set[int]:
        """The chain of the stone on ``point`` if it has no liberties, else the empty set."""
        color, neighbors = stones[point], self.neighbors
        chain, waiting = {point}, [point]
        while waiting:
            for near in neighbors[waiting.pop()]:
                stone = stones[near]
                if not stone:  # most chains have a liberty close by, so this ends early
                    return set()
                if stone == color and near not in chain:
                    chain.add(near)
                    waiting.append(near)
        return chain

    def place(self, stones: bytes, point: int, color: int) -> tuple[bytes, set[int]] | None:
        """The board after a stone on an empty point, and the stones it captures. None if it is suicide."""
        after = bytearray(stones)
        after[point] = color
        enemy, taken, breathes = 3 - color, set[int](), False
        for near in self.neighbors[point]:
            stone = after[near]
            if not stone:
                breathes = True
            elif stone == enemy and near not in taken:
                taken |= self.suffocated(after, near)
        if taken:  # captures come first: they make the liberty that the stone needs
            for gone in taken:
                after[gone] = EMPTY
        elif not breathes and self.suffocated(after, point):
            return None
        return bytes(after), taken

    def ko(self, stones: bytes, point: int, taken: set[int]) -> int | None:
        """The point that cannot be retaken at once after the stone on ``point`` captured ``taken``."""
        if len(taken) != 1:
            return None
        # One stone took one stone and stands alone in its place: taking it back would repeat the board.
        (gone,) = taken
        enemy = 3 - stones[point]
        alone = all(near == gone or stones[near] == enemy for near in self.neighbors[point])
        return gone if alone else None

    def reach(self, stones: bytes, start: int) -> set[int]:
        """The points that are connected with a stone without crossing a stone of the other color."""
        color, neighbors = stones[start], self.neighbors
        points, waiting = {start}, [start]
        while waiting:
            for near in neighbors[waiting.pop()]:
                if stones[near] in (EMPTY, color) and near not in points:
                    points.add(near)
                    waiting.append(near)
        return points

    def regions(self, stones: bytes) -> list[Region]:
        """The empty regions."""
        regions: list[Region] = []
        seen: set[int] = set()
        for start, color in enumerate(stones):
            if not color and start not in seen:
                regions.append(self._region(stones, start))
                seen |= regions[-1].points
        return regions

    def _region(self, stones: bytes, start: int) -> Region:
        points, waiting, borders = {start}, [start], 0
        while waiting:
            for near in self.neighbors[waiting.pop()]:
                if stones[near]:
                    borders |= stones[near]
                elif near not in points:
                    points.add(near)
                    waiting.append(near)
        return Region(frozenset(points), borders)


class Chains:
    """The chains of one board, each computed on first use."""

    def __init__(self, board: Board, stones: bytes) -> None:
        self._board, self._stones = board, stones
        self._chains: dict[int, Chain] = {}

    def at(self, point: int) -> Chain:
        """The chain of the stone on ``point``."""
        return self._chains.get(point) or self._find(point)

    def _find(self, start: int) -> Chain:
        stones, neighbors = self._stones, self._board.neighbors
        color = stones[start]
        keys = self._board.keys[color]
        points, waiting, liberties, key = {start}, [start], set(), 0
        while waiting:
            point = waiting.pop()
            key ^= keys[point]
            for near in neighbors[point]:
                if not stones[near]:
                    liberties.add(near)
                elif stones[near] == color and near not in points:
                    points.add(near)
                    waiting.append(near)
        chain = Chain(tuple(sorted(points)), frozenset(liberties), key)
        self._chains.update(dict.fromkeys(points, chain))
        return chain

    @cached_property
    def every(self) -> tuple[Chain, ...]:
        """Every chain, in the order of its first point."""
        return tuple(dict.fromkeys(self.at(point) for point, color in enumerate(self._stones) if color))

    @cached_property
    def groups(self) -> tuple[tuple[Chain, ...], ...]:
        """The chains, grouped: those of one color that no stone of the other color separates."""
        groups, grouped = list[tuple[Chain, ...]](), set[int]()
        for chain in self.every:
            if chain.points[0] not in grouped:
                reach = self._board.reach(self._stones, chain.points[0])
                groups.append(tuple(other for other in self.every if other.points[0] in reach))
                grouped |= reach
        return tuple(groups)

    def group(self, point: int) -> tuple[Chain, ...]:
        """The chains of the group that the stone on ``point`` is part of."""
        return next(group for group in self.groups if self.at(point) in group)


@cache
def board(size: int) -> Board:
    """The geometry of a board size."""
    return Board(size)
