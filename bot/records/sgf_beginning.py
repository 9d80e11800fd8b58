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

_HANDICAP = re.compile("0?[0-9]{1,2}")
_IS_POINT = re.compile(r"\s*[A-Za-z]{2}\s*")
Stones = Mapping[Side, frozenset[Move]]
"""The stones at the start by color, without colors that have none."""
COLORS = {letter: side for side, letter in LETTERS.items()}
"""The colors by the names of their moves, which are also the values of PL."""
_STONES = (*SETUP.values(), "AE")
_OF_A_NODE = MOVES | {*_STONES, "PL", OTHER_MOVES}
"""The properties that are not said of the whole game."""
_SAID_ONCE = frozenset({"GM", "SZ", "RU", "HA", "KM", "RE", "DT", "PB", "PW"})
"""The properties of the whole game whose values have to agree."""
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
    notes: Sequence[Problem] = ()
    """What the file says twice, and not alike."""

    @classmethod
    def of(cls, tree: Tree) -> Beginning:
        """The beginning of a game."""
        first_move = _first_move(tree.nodes)
        info, notes = _info(tree.nodes)
        return cls(info, tree.nodes[: first_move + 1], _events(tree.nodes[first_move:]), notes)

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
            raise BadNotation("record.unknown-game", text=f"GM[{number[:40]}]")
        text = self.text("SZ") or str(self._usual_size(slug))
        columns, _, rows = text.replace(" ", "").partition(":")  # rows only if there are not as many
        if columns != (rows or columns) or columns not in map(str, SIZES_OF[slug]):
            raise BadNotation("record.unknown-size", text=text[:40])
        return slug, int(columns)

    def _usual_size(self, slug: str) -> int:
        """The size of a board whose file does not say it: in Gomoku the usual one that has all stones."""
        usual = USUAL_SIZES[slug]
        if slug != "gomoku":
            return usual
        values = [event.value for event in self.events]
        for node in self.setup:
            values += [value for name in _STONES if name in node for value in node[name].values]
        points = {value.strip().casefold() for value in values if _IS_POINT.fullmatch(value)} - {_PASS}
        needed = ord(max("".join(points), default="a")) - ord("a") + 1
        return next((size for size in sorted(SIZES_OF[slug]) if size >= max(usual, needed)), usual)

    def stones(self, grid: Grid) -> tuple[Stones, Sequence[Problem]]:
        """The stones before the first move, and notes on those that are left out. Raises `RuleError`."""
        colors: dict[Move, Side] = {}
        notes: list[Problem] = []
        for node in self.setup:
            placed: dict[Move, Side] = {}
            for owner, name in SETUP.items():
                for point in _points(node, name, grid, notes):
                    if placed.setdefault(point, owner) is not owner:
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
        number = int(text) if _HANDICAP.fullmatch(text) else 0
        return number if number >= 2 else 0  # with one stone Black only begins

    def unreadable(self, line: int) -> Sequence[Problem]:
        """Notes on a handicap and a color to move that are none; ``line`` is that of the game."""
        notes = []
        if (handicap := self.text("HA")) and not _HANDICAP.fullmatch(handicap):
            text = {"text": handicap[:40]}
            notes.append(Problem(self.line("HA", line), "record.unreadable-handicap", text))
        players = [(node["PL"].line, _player(node)) for node in self.setup if "PL" in node]
        return notes + [
            Problem(at, "record.unreadable-player", {"text": player})
            for at, player in players
            if player and player not in COLORS
        ]

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


def _info(nodes: Sequence[Node]) -> tuple[Mapping[str, Property], Sequence[Problem]]:
    """What is said of the whole game, each property where it first has a value, and notes on other values."""
    info: dict[str, Property] = {}
    notes: dict[str, Problem] = {}
    for node in nodes:
        for name, prop in node.items():
            if name in _OF_A_NODE or not any(map(str.strip, prop.values)):
                continue
            first = info.setdefault(name, prop).values[0].strip()
            others = [value.strip() for value in prop.values if value.strip() not in ("", first)]
            if name in _SAID_ONCE and others:
                said = {"name": name, "text": first[:40], "other": others[0][:40]}
                notes.setdefault(name, Problem(prop.line, "record.said-twice", said))
    return info, list(notes.values())


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
