"""What an SGF file says before the first move: the game, its board, its stones and who begins.

Setup can be in any node up to that of the first move, and what is said of the whole game in any node. The
properties (https://www.red-bean.com/sgf/properties.html) that are read here:

    GM, SZ       the game and the size of its board
    HA           the number of handicap stones
    AB, AW, AE   points that become black, white or empty
    PL           the color that plays next
    B, W, XM     moves; those of XM are our own (`bot.records.sgf_games`)
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
"""The colors by the names of their moves, which are also the values of PL."""
_STONES = (*SETUP.values(), "AE")
_OF_A_NODE = MOVES | {*_STONES, "PL", OTHER_MOVES}
"""The properties that are not said of the whole game."""
_PASS = "tt"
"""A pass in files before FF[4], where it is the empty value."""


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
    """The nodes up to that of the first move; all of them if there is none."""
    events: Sequence[Event]

    @classmethod
    def of(cls, tree: Tree) -> Beginning:
        """The beginning of a game."""
        first_move = _first_move(tree.nodes)
        return cls(_info(tree.nodes), tree.nodes[: first_move + 1], _events(tree.nodes[first_move:]))

    def text(self, *names: str) -> str:
        """The value of the first of these properties that the file has; empty if it has none."""
        prop = next((self.info[name] for name in names if name in self.info), None)
        return simple_text(prop.values[0][:1_000]) if prop is not None else ""

    def line(self, name: str, otherwise: int) -> int:
        """The line of a property of the whole game; ``otherwise`` if the file has none."""
        return self.info[name].line if name in self.info else otherwise

    @property
    def player(self) -> Side | None:
        """The color that begins, if the file says it, or else that of the first move."""
        nodes = self.setup
        if len(nodes) > 1 and _has_move(nodes[-1]):
            nodes = nodes[:-1]  # beside a move, PL is the color that plays after it
        named = [COLORS[letter] for letter in map(_player, nodes) if letter in COLORS]
        if named:
            return named[-1]
        return next((COLORS[event.name] for event in self.events if event.name in COLORS), None)

    def board(self) -> tuple[str, int]:
        """The game and the size of its board. Raises `RuleError` if we do not have them."""
        number = self.text("GM") or "1"  # SGF's default: Go
        slug = GAMES_BY_NUMBER.get(int(number)) if re.fullmatch("[0-9]{1,3}", number) else None
        if slug is None:
            raise BadNotation("record.unknown-game", text=number[:40])
        text = self.text("SZ") or str(USUAL_SIZES[slug])
        columns, _, rows = text.replace(" ", "").partition(":")  # rows only if there are not as many
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
        text = self.text("HA")
        number = int(text) if re.fullmatch("0?[0-9]{1,2}", text) else 0
        return number if number >= 2 else 0  # with one stone Black only begins

    def handicap_moves(self, grid: Grid) -> Stones:
        """The handicap stones if they are Black's first moves; otherwise none. Raises `RuleError`."""
        moves = self.events[: self.handicap]
        are_blacks = all(event.name == LETTERS[Side.FIRST] for event in moves)
        if not moves or len(moves) < self.handicap or not are_blacks:
            return {}
        points = frozenset(move_of(event.value, grid) for event in moves)
        if PASS in points or len(points) < len(moves):  # two of the moves are on one point
            return {}
        return {Side.FIRST: points}


def _info(nodes: Sequence[Node]) -> Mapping[str, Property]:
    """What is said of the whole game: each property where it first has a value."""
    info: dict[str, Property] = {}
    for node in nodes:
        for name, prop in node.items():
            if name not in _OF_A_NODE and any(map(str.strip, prop.values)):
                info.setdefault(name, prop)
    return info


def _events(nodes: Sequence[Node]) -> Sequence[Event]:
    """The events of the nodes from that of the first move on."""
    events = []
    for index, node in enumerate(nodes):
        for name, prop in node.items():
            if name in (*MOVES, OTHER_MOVES):
                values = prop.values
            elif index > 0 and name in _STONES:  # stones beside the first move are of the setup
                values = [value for value in prop.values if value.strip()]
            else:
                continue
            events += [Event(prop.line, name, value) for value in values]
    return events


def _first_move(nodes: Sequence[Node]) -> int:
    """The place of the first node with a move; the number of nodes if there is none."""
    for index, node in enumerate(nodes):
        if _has_move(node):
            return index
    return len(nodes)


def _has_move(node: Node) -> bool:
    return any(prop.values for name, prop in node.items() if name in MOVES or name == OTHER_MOVES)


def _player(node: Node) -> str:
    """The letter of the color that a node says plays next; empty if it says none."""
    values = node["PL"].values if "PL" in node else []
    return values[0].strip()[:1].upper() if values else ""


def _points(node: Node, name: str, grid: Grid, notes: list[Problem]) -> frozenset[Move]:
    """The points of a property with stones; a pass in it is left out, with a note."""
    if name not in node:
        return frozenset()
    points = frozenset[Move]()
    for value in map(str.strip, node[name].values):
        if value.casefold() == _PASS:
            notes.append(Problem(node[name].line, "record.stone-on-pass", {"text": value}))
        elif value:
            points |= points_of(value, grid)
    return points
