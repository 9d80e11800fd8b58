"""What an SGF file says before the first move: the game, its board, its stones and who begins.

Setup can be in any node up to that of the first move, and what is said of the whole game in any node.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.records.base import Problem
from bot.records.sgf_games import (
    GAMES_BY_NUMBER,
    LETTERS,
    OTHER_MOVES,
    SETUP,
    SIZES_OF,
    USUAL_SIZES,
    move_of,
    points_of,
)
from bot.records.sgf_nodes import MOVES, Node, Property, Tree, simple_text
from games.base import PASS, BadNotation, IllegalMove, Move, Side
from games.grid import Grid

Stones = Mapping[Side, frozenset[Move]]
"""The stones at the start by color, without colors that have none."""
COLORS = {letter: side for side, letter in LETTERS.items()}
_CHANGES = (*SETUP.values(), "AE")
_NOT_OF_THE_GAME = MOVES | {*_CHANGES, "PL", OTHER_MOVES}
_PASSES = ("tt",)


@dataclass(frozen=True, slots=True)
class Event:
    """What a node does: a move, one in our own notation, or stones that are put down or taken off."""

    line: int
    name: str
    """The property: ``B``, ``W``, ``XM``, ``AB``, ``AW`` or ``AE``."""
    value: str


@dataclass(frozen=True, slots=True)
class Beginning:
    """What is known before the first move, and the events from it on."""

    info: Mapping[str, Property]
    """What is said of the whole game: each property where it first has a value."""
    setup: Sequence[Node]
    """The nodes up to that of the first move."""
    events: Sequence[Event]

    @classmethod
    def of(cls, tree: Tree) -> Beginning:
        """The beginning of a game."""
        info: dict[str, Property] = {}
        for node in tree.nodes:
            for name, prop in node.items():
                if name not in _NOT_OF_THE_GAME and any(map(str.strip, prop.values)):
                    info.setdefault(name, prop)
        first = next((at for at, played in enumerate(map(_has_move, tree.nodes)) if played), len(tree.nodes))
        events = []
        for offset, node in enumerate(tree.nodes[first:]):
            for name, prop in node.items():
                if name in (*MOVES, OTHER_MOVES):
                    values = prop.values
                elif offset > 0 and name in _CHANGES:  # stones beside the first move are of the setup
                    values = [value for value in prop.values if value.strip()]
                else:
                    continue
                events += [Event(prop.line, name, value) for value in values]
        return cls(info, tree.nodes[: first + 1], events)

    def text(self, *names: str) -> str:
        """The value of the first of these properties that the file has; empty if it has none."""
        prop = next((self.info[name] for name in names if name in self.info), None)
        return simple_text(prop.values[0][:1_000]) if prop is not None else ""

    def line(self, name: str, otherwise: int) -> int:
        """The line of a property."""
        return self.info[name].line if name in self.info else otherwise

    @property
    def player(self) -> Side | None:
        """The color that begins, if the file says it, or else that of the first move."""
        before = self.setup[: max(1, len(self.setup) - 1)]  # with a move it is who moves after it
        said = [
            node["PL"].values[0].strip()[:1].upper() for node in before if "PL" in node and node["PL"].values
        ]
        named = [COLORS[letter] for letter in said if letter in COLORS]
        moved = (COLORS[event.name] for event in self.events if event.name in COLORS)
        return named[-1] if named else next(moved, None)

    def board(self) -> tuple[str, int]:
        """The game and the size of its board. Raises `RuleError` if we do not have them."""
        number = self.text("GM") or "1"
        slug = GAMES_BY_NUMBER.get(int(number)) if re.fullmatch("[0-9]{1,3}", number) else None
        if slug is None:
            raise BadNotation("record.unknown-game", text=number[:40])
        text = self.text("SZ") or str(USUAL_SIZES[slug])
        columns, _, rows = text.replace(" ", "").partition(":")
        if columns != (rows or columns) or columns not in map(str, SIZES_OF[slug]):
            raise BadNotation("record.unknown-size", text=text[:40])
        return slug, int(columns)

    def stones(self, grid: Grid) -> tuple[Stones, Sequence[Problem]]:
        """The stones before the first move, and notes on those that are left out. Raises `RuleError`."""
        colors: dict[Move, Side] = {}
        notes: list[Problem] = []
        for node in self.setup:
            placed: dict[Move, Side] = {}
            for side, name in SETUP.items():
                for point in _points(node, name, grid, notes):
                    if placed.setdefault(point, side) is not side:
                        raise IllegalMove("record.two-stones", move=point)
            colors |= placed
            for point in _points(node, "AE", grid, notes):
                colors.pop(point, None)
        stones = {side: frozenset(at for at, color in colors.items() if color is side) for side in Side}
        return {side: points for side, points in stones.items() if points}, notes

    @property
    def handicap(self) -> int:
        """The number of handicap stones that the file names; 0 for none."""
        said = re.fullmatch("0?([1-9]?[0-9])", self.text("HA"))
        return int(said[1]) if said is not None and int(said[1]) >= 2 else 0

    def handicap_moves(self, grid: Grid) -> Stones:
        """The handicap stones if they are Black's first moves. Raises `RuleError`."""
        first = self.events[: self.handicap]
        if (
            not first
            or len(first) < self.handicap
            or any(event.name != LETTERS[Side.FIRST] for event in first)
        ):
            return {}
        points = {move_of(event.value, grid) for event in first}
        return {Side.FIRST: frozenset(points)} if PASS not in points and len(points) == len(first) else {}


def _has_move(node: Node) -> bool:
    return any(prop.values for name, prop in node.items() if name in MOVES or name == OTHER_MOVES)


def _points(node: Node, name: str, grid: Grid, notes: list[Problem]) -> frozenset[Move]:
    """The points of a list of stones; what is no point but stands for a pass is noted and left out."""
    if name not in node:
        return frozenset()
    points = frozenset[Move]()
    for value in filter(str.strip, node[name].values):
        if value.strip().casefold() in _PASSES:
            notes.append(Problem(node[name].line, "record.stone-on-pass", {"text": value.strip()}))
        else:
            points |= points_of(value, grid)
    return points
