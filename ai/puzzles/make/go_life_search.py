"""A quick search of life and death in Go: depth first over bitboards, with a table of settled positions.

It answers what `ai.puzzles.proof.go_life` proves by another method. Repetitions are recognized only along the
moves of the search, so an answer can be wrong where they matter; the proof decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from games.go.board import Board

NODES = 3_000
"""The most positions of one search."""

State = tuple[int, int, bool, int]
"""The defender's and the attacker's stones, whether the attacker is to move, and the point on which it cannot
retake. Points are bits."""


class TooMany(Exception):
    """The search has visited too many positions."""


class Shape:
    """A region as bitboards: what can be filled, the wall around it, and the target."""

    def __init__(self, board: Board, points: int, wall: int, target: int) -> None:
        self._size = board.size
        self._full = (1 << board.area) - 1
        first = sum(1 << at for at in range(0, board.area, board.size))
        self._not_first, self._not_last = self._full & ~first, self._full & ~(first << board.size - 1)
        self.points, self.wall, self.target = points, wall, target
        self.near = lru_cache(maxsize=200_000)(self._near)

    def _near(self, stones: int) -> int:
        """The points next to a set of points; some of the set may be among them."""
        beside = (stones & self._not_last) << 1 | (stones & self._not_first) >> 1
        return (beside | stones << self._size | stones >> self._size) & self._full

    def chain(self, start: int, stones: int) -> int:
        """The stones connected with those of ``start``."""
        near = self.near
        while (grown := start | near(start) & stones) != start:
            start = grown
        return start

    def play(self, own: int, other: int, bit: int, attacks: bool) -> tuple[int, int, int] | None:
        """Both sides' stones after one on ``bit``, and what it takes; None if it is suicide."""
        own |= bit
        own_air, other_air = (self.wall, 0) if attacks else (0, self.wall)
        empty, near, taken = self.points & ~(own | other), self.near, 0
        beside = near(bit)
        touched = beside & other
        while touched:
            chain = self.chain(touched & -touched, other)
            if not near(chain) & (empty | other_air):
                taken |= chain
            touched &= ~chain
        air = empty | own_air
        if not taken and not beside & air and not near(self.chain(bit, own)) & air:
            return None
        return own, other & ~taken, taken

    def lives(self, defender: int, attacker: int) -> bool:
        """Whether the target can never be captured, even if the defender only passes (Benson 1976)."""
        near = self.near
        regions = [region for region in self._parts(self.points & ~defender) if not near(region) & self.wall]
        alive = list(self._parts(defender))
        while True:
            stones = sum(alive)
            kept = []
            for chain in alive:
                vital = [region for region in regions if not region & ~attacker & ~near(chain)]
                if len(vital) >= 2:
                    kept.append(chain)
            if len(kept) == len(alive):
                return bool(stones & self.target)
            stones = sum(kept)
            if not stones & self.target:
                return False
            regions = [region for region in regions if not near(region) & defender & ~stones]
            alive = kept

    def _parts(self, points: int) -> Iterator[int]:
        while points:
            part = self.chain(points & -points, points)
            yield part
            points &= ~part


class Search:
    """Who gets what in a shape if one side, the favored one, wins every ko and every repetition."""

    def __init__(self, shape: Shape, attacker_favored: bool, nodes: int = NODES) -> None:
        self._shape, self._attacker_favored = shape, attacker_favored
        self._known: dict[State, bool] = {}
        self._path: set[State] = set()
        self._useful: Counter[tuple[bool, int]] = Counter()
        self._nodes, self._limit = 0, nodes

    def after(self, state: State, bit: int) -> State | bool | None:
        """The position after a stone; True if it takes the target, None if it is not allowed."""
        defender, attacker, attacks, barred = state
        if bit == barred:
            return None
        own, other = (attacker, defender) if attacks else (defender, attacker)
        played = self._shape.play(own, other, bit, attacks)
        if played is None:
            return None
        own, other, taken = played
        if attacks and taken & self._shape.target:
            return True
        ko = 0
        if taken and self._attacker_favored is attacks and not taken & taken - 1:
            friends = own | self.empty(own, other) | (self._shape.wall if attacks else 0)
            ko = 0 if self._shape.near(bit) & ~taken & friends else taken
        return (other, own, False, ko) if attacks else (own, other, True, ko)

    def empty(self, own: int, other: int) -> int:
        """The points of the shape without a stone."""
        return self._shape.points & ~(own | other)

    def is_captured(self, state: State) -> bool:
        """Whether the target is captured if both sides play their best. Raises `TooMany`."""
        known = self._known.get(state)
        if known is not None:
            return known
        if state in self._path:
            return self._attacker_favored
        self._nodes += 1
        if self._nodes > self._limit:
            raise TooMany
        if state[2] and self._shape.lives(state[0], state[1]):
            self._known[state] = False
            return False
        self._path.add(state)
        try:
            captured = self._searched(state)
        finally:
            self._path.discard(state)
        self._known[state] = captured
        return captured

    def _searched(self, state: State) -> bool:
        attacks = state[2]
        for bit in self.moves(state):
            if self.works(state, bit):
                self._useful[attacks, bit] += 1
                return attacks
        # the defender answers the attacker's pass by another one, which ends the fight
        return False if attacks else self.is_captured(rested(state))

    def works(self, state: State, bit: int) -> bool:
        """Whether a stone gets the side to move what it wants. Raises `TooMany`."""
        after = self.after(state, bit)
        if after is None or isinstance(after, bool):
            return bool(after)
        return self.is_captured(after) is state[2]

    def moves(self, state: State) -> list[int]:
        """The empty points as bits, those that were useful elsewhere first."""
        empty, bits = self.empty(state[0], state[1]), []
        while empty:
            bits.append(empty & -empty)
            empty &= empty - 1
        bits.sort(key=lambda bit: -self._useful[state[2], bit])
        return bits


def rested(state: State) -> State:
    """The position after a pass, or a move elsewhere."""
    return state[0], state[1], not state[2], 0
