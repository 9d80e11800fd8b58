"""What the points of a Go position capture, save, threaten, defend and risk. Start reading at `Tactics`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.go import GoPosition
from games.go.board import Chain

MARKS = {"captures": 7, "saves": 7, "threatens": 5, "defends": 3, "risks": 4}
"""The tactical features of a point and how many values each has; 0 is for none."""


UNFORCED = 3
"""The rank of a point that is not forced, above those of `Tactics.forced`."""
STALE = 3
"""How many chains that have been in atari for longer come before all that is not forced."""


class Tactics:
    """What the open points capture, save, threaten, defend and risk."""

    def __init__(self, position: GoPosition, recent: Sequence[int | None]) -> None:
        self.position, self.recent = position, recent
        self.own: int = position.to_move
        self.marks: dict[str, dict[int, int]] = {name: {} for name in MARKS}
        self.short: dict[int, list[Chain]] = {1: [], 2: []}
        for chain in position.chains.every:
            if len(chain.liberties) in self.short:
                self.short[len(chain.liberties)].append(chain)
        for chain in self.short[1]:
            self._in_atari(chain)
        for chain in self.short[2]:
            self._in_two(chain)
        self._find_risks()

    def color(self, chain: Chain) -> int:
        """The color of a chain."""
        return self.position.stones[chain.points[0]]

    def _raise(self, name: str, point: int, value: int) -> None:
        marked = self.marks[name]
        marked[point] = max(value, marked.get(point, 0))

    def _in_atari(self, chain: Chain) -> None:
        (point,) = chain.liberties
        number = min(len(chain.points), 3)
        if self.color(chain) != self.own:
            urgent = any(len(neighbor.liberties) == 1 for neighbor in self._touching(chain))
            self._raise("captures", point, number + 3 * urgent)
            return
        left = self.liberties_after(point)
        if left > 1:
            self._raise("saves", point, number + 3 * (left > 2))
        for near in self._touching(chain):
            if len(near.liberties) == 1:
                self._raise("saves", next(iter(near.liberties)), number + 3)

    def _in_two(self, chain: Chain) -> None:
        for point in chain.liberties:
            if self.color(chain) != self.own:
                fresh = self.recent[0] in chain.points
                self._raise("threatens", point, min(len(chain.points), 2) + 2 * fresh)
            else:
                self._raise("defends", point, min(len(chain.points), 2))

    def _touching(self, chain: Chain) -> set[Chain]:
        """The chains of the other color beside a chain."""
        stones, neighbors, enemy = self.position.stones, self.position.board.neighbors, 3 - self.color(chain)
        chain_at = self.position.chains.at
        return {
            chain_at(near) for point in chain.points for near in neighbors[point] if stones[near] == enemy
        }

    def liberties_after(self, point: int) -> int:
        """The liberties of a stone of the mover on an empty point; those of captures are left out."""
        stones, chains = self.position.stones, self.position.chains
        liberties: set[int] = set()
        for near in self.position.board.neighbors[point]:
            if not stones[near]:
                liberties.add(near)
            elif stones[near] == self.own:
                liberties |= chains.at(near).liberties
        return len(liberties - {point})

    def _find_risks(self) -> None:
        stones, neighbors = self.position.stones, self.position.board.neighbors
        captures, chain_at = self.marks["captures"], self.position.chains.at
        for point in self.position.open_points:
            around = neighbors[point]
            if sum(not stones[near] for near in around) > 1 or point in captures:
                continue
            if self.liberties_after(point) < 2:
                own = {chain_at(near) for near in around if stones[near] == self.own}
                self.marks["risks"][point] = min(1 + sum(len(chain.points) for chain in own), 3)

    def forced(self) -> dict[int, int]:
        """The points that answer an atari or fight a ko, each with its rank: the lower, the more pressing.

        First the answers to the last move: saving what it put in atari, capturing what it left in atari, then
        taking or filling a ko, then the `STALE` largest chains that have been in atari for longer.
        """
        legal = frozenset(self.position.open_points)
        ranks: dict[int, int] = {}
        for rank, chain in self._pressing():
            for point in self._answers(chain):
                if point in legal:
                    ranks.setdefault(point, rank)
        return ranks

    def _pressing(self) -> list[tuple[int, Chain]]:
        """The chains in atari that the last move concerns, those of a ko and the largest others, ranked."""
        beside_last = self._beside_last()
        fresh = [(0, chain) for chain in self.short[1] if not beside_last.isdisjoint(chain.points)]
        kos = [(1, chain) for chain in self.short[1] if self._is_ko(chain)]
        largest = sorted(self.short[1], key=lambda chain: -len(chain.points))
        return [*fresh, *kos, *((2, chain) for chain in largest[:STALE])]

    def _beside_last(self) -> set[int]:
        """The last move's point and its neighbors."""
        last = self.recent[0]
        return set() if last is None else {last, *self.position.board.neighbors[last]}

    def _is_ko(self, chain: Chain) -> bool:
        """Whether ``chain`` is a stone whose capture leaves the capturing stone with one liberty."""
        if len(chain.points) > 1:
            return False
        (point,), (gone,) = chain.liberties, chain.points
        color, stones = self.color(chain), self.position.stones
        return all(near == gone or stones[near] == color for near in self.position.board.neighbors[point])

    def _answers(self, chain: Chain) -> Iterator[int]:
        """What captures ``chain``, or saves it if it is the mover's."""
        (point,) = chain.liberties
        if self.color(chain) != self.own:
            yield point
            return
        if self.liberties_after(point) > 1 or point in self.marks["captures"]:
            yield point
        for near in self._touching(chain):
            if len(near.liberties) == 1:
                yield from near.liberties
