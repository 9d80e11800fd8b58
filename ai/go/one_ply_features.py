"""What a stone on a point would do, without reading ahead: for players who search one ply deep.

Start reading at `OnePlyFeatures`. Plain Python over the rules' own chains.
"""

from __future__ import annotations

from functools import cache, cached_property

from games.go import GoPosition
from games.go.board import Chain


class OnePlyFeatures:
    """A position from the view of the side to move."""

    def __init__(self, position: GoPosition) -> None:
        self.position = position
        self.size = position.size
        self.stones = position.stones
        self.own: int = position.to_move
        self.enemy: int = position.to_move.other
        self._neighbors = position.board.neighbors

    @cached_property
    def total(self) -> int:
        """The stones on the board."""
        return len(self.stones) - self.stones.count(0)

    def color(self, row: int, column: int) -> int | None:
        """The stone at a row and column; None off the board."""
        if 0 <= row < self.size and 0 <= column < self.size:
            return self.stones[row * self.size + column]
        return None

    def chains(self, point: int, color: int) -> list[Chain]:
        """The chains of a color beside a point, each once."""
        at = self.position.chains.at
        return list(dict.fromkeys(at(near) for near in self._neighbors[point] if self.stones[near] == color))

    def captured(self, point: int) -> list[Chain]:
        """The enemy chains that a stone on ``point`` captures."""
        return [chain for chain in self.chains(point, self.enemy) if len(chain.liberties) == 1]

    def threatened(self, point: int) -> list[Chain]:
        """The enemy chains that a stone on ``point`` puts in atari."""
        return [chain for chain in self.chains(point, self.enemy) if len(chain.liberties) == 2]

    def liberties(self, point: int) -> int:
        """The liberties of a stone on ``point``, with what it joins and captures."""
        friends = self.chains(point, self.own)
        free = {near for near in self._neighbors[point] if not self.stones[near]}
        free.update(*(friend.liberties for friend in friends))
        stones = {point, *(stone for friend in friends for stone in friend.points)}
        for prey in self.captured(point):
            free.update(stone for stone in prey.points if not stones.isdisjoint(self._neighbors[stone]))
        return len(free - {point})

    def saved(self, point: int) -> list[Chain]:
        """The own chains in atari that a stone on ``point`` gives two liberties or more.

        By extending them, or by capturing a neighbor that attacks them.
        """
        saved = []
        if self.liberties(point) >= 2:
            saved += [chain for chain in self.chains(point, self.own) if len(chain.liberties) == 1]
        for prey in self.captured(point):
            for stone in prey.points:
                saved += [chain for chain in self.chains(stone, self.own) if len(chain.liberties) == 1]
        return list(dict.fromkeys(saved))

    def line(self, point: int) -> int:
        """How far a point is from the nearest edge: 1 on the first line."""
        row, column = divmod(point, self.size)
        return 1 + min(row, column, self.size - 1 - row, self.size - 1 - column)

    def near(self, point: int, color: int, reach: int) -> int:
        """How many stones of a color are at most ``reach`` steps along the lines away."""
        stones = self.stones
        return [stones[near] for near in surroundings(self.size, reach)[point]].count(color)


@cache
def surroundings(size: int, reach: int) -> tuple[tuple[int, ...], ...]:
    """For every point of a board, the points at most ``reach`` steps along the lines away."""
    places = [divmod(point, size) for point in range(size * size)]
    return tuple(
        tuple(
            (row + down) * size + column + right
            for down in range(-reach, reach + 1)
            for right in range(abs(down) - reach, reach - abs(down) + 1)
            if 0 <= row + down < size and 0 <= column + right < size
        )
        for row, column in places
    )
