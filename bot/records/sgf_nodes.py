"""The text of an SGF file to the nodes of its games' main lines.

This is a scanner of its own because what people upload is often damaged: it says in which line a file is
broken, keeps what comes before, and holds no more than one game in memory. Libraries for SGF read a whole
file or nothing. Text is scanned after it was decoded, since the second byte of a Chinese, Japanese or Korean
character can be a bracket or a backslash.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from sgfmill import sgf_grammar

from bot.records.base import MAX_MOVES, Problem

MOVES = frozenset({"B", "W"})
KNOWN = MOVES | {
    *("GM", "SZ", "RU", "HA", "KM", "RE", "DT", "PB", "PW", "GN", "EV"),
    *("KO", "RD", "TE"),  # Cyberoro's komi, date and event
    *("AB", "AW", "AE", "PL", "XM", "XS"),
}
"""The properties that are kept."""
MAX_DEPTH = 2 * MAX_MOVES
"""Brackets that are open at once."""
MAX_NODES = 5 * MAX_MOVES
"""Nodes of a main line, which can have no move."""
MAX_VALUES = 1_000
"""Values of a property."""

_START = re.compile(r"\(\s*(?:;|[A-Za-z]+\s*\[)")
_BARE = re.compile(r"\s*;\s*[A-Za-z]+\s*\[")
"""The beginning of a file whose first bracket is missing."""
_NEXT_GAME = re.compile(r"\(\s*;?\s*(?:GM|FF)\s*\[")
_TOKEN = re.compile(
    r"""\s*+(?:
        (?P<mark>[;()])
        | (?P<name>[A-Za-z][A-Za-z0-9]*+)
        | \[(?P<value>[^\\\]]*+(?:\\.[^\\\]]*+)*+)\]
        | (?P<open>\[)
        | (?P<other>\S)
    )""",
    re.VERBOSE | re.DOTALL,
)


@dataclass(slots=True)
class Property:
    """The values of a property, without brackets, and the line of the first."""

    line: int
    values: list[str] = field(default_factory=list)


Node = dict[str, Property]
"""The properties of a node by their names, in the order of the file."""


@dataclass(slots=True)
class Tree:
    """The main line of a game."""

    line: int
    nodes: list[Node] = field(default_factory=list)
    problem: Problem | None = None

    @property
    def root(self) -> Node:
        """The first node."""
        return self.nodes[0] if self.nodes else {}


def tree_of(
    line: int, said: Mapping[str, str], stones: Iterable[str], moves: Iterable[tuple[int, str, str]]
) -> Tree:
    """A game of another format as a tree.

    ``said`` is what is said of it by the names of SGF's properties, ``stones`` are points of black stones,
    and ``moves`` have their line, the letter of their color, and their point.
    """
    root = {name: Property(line, [_escaped(value)]) for name, value in said.items() if value}
    if black := list(stones):
        root["AB"] = Property(line, black)
    return Tree(line, [root, *({color: Property(at, [_escaped(point)])} for at, color, point in moves)])


def _escaped(value: str) -> str:
    return re.sub(r"([\\\]])", r"\\\1", value)


def simple_text(value: str) -> str:
    """The value of a property as one line of text, without escapes."""
    plain = sgf_grammar.simpletext_value(value.encode("utf-8", "replace"))
    return " ".join(plain.decode("utf-8", "replace").split())


def trees(text: str) -> Iterator[Tree]:
    """The main line of each game of a file, whose lines end in line feeds.

    Other forms are read as well: text before the first game, names with lower-case letters, a missing ``;``
    or first bracket.
    """
    scanner = _Scanner(f"({text}" if is_bare(text) else text)
    while (tree := scanner.next_tree()) is not None:
        yield tree


def is_bare(text: str) -> bool:
    """Whether a text is a game of SGF without its first bracket."""
    return _BARE.match(text) is not None and _START.search(text) is None


class _Scanner:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._line, self._counted = 1, 0

    def next_tree(self) -> Tree | None:
        """The next game; None at the end of the file."""
        start = _START.search(self._text, self._at)
        if start is None:
            return None
        self._at = start.start()
        tree = Tree(self._line_of(self._at))
        tree.problem = self._read(tree)
        return tree

    def _line_of(self, at: int) -> int:
        self._line += self._text.count("\n", self._counted, at)
        self._counted = at
        return self._line

    def _read(self, tree: Tree) -> Problem | None:
        """Read one game up to its last bracket."""
        depth, is_main, property_ = 0, True, None
        while (token := _TOKEN.match(self._text, self._at)) is not None:
            at = token.start(token.lastgroup or 0)
            if token["mark"] == "(" and depth and _NEXT_GAME.match(self._text, at):
                return Problem(self._line_of(at), "record.unclosed-game")
            self._at = token.end()
            if token["open"]:
                self._at = len(self._text)  # everything else would be its value
                return Problem(self._line_of(at), "record.unclosed-value")
            if token["mark"]:
                depth += {"(": 1, ")": -1}.get(token["mark"], 0)
                if depth == 0:
                    return None
                if depth > MAX_DEPTH:
                    self._at = len(self._text)
                    return Problem(self._line_of(at), "record.too-deep")
                is_main = is_main and token["mark"] != ")"
                property_ = None
                if is_main and token["mark"] == ";":
                    if len(tree.nodes) >= MAX_NODES:
                        self._at = len(self._text)
                        return Problem(self._line_of(at), "record.too-many-moves", {"n": MAX_MOVES})
                    tree.nodes.append({})
            elif is_main and token["name"]:
                property_ = self._property(tree, token["name"], at)
            elif property_ is not None and token["value"] is not None and len(property_.values) < MAX_VALUES:
                property_.values.append(token["value"])
        return Problem(self._line_of(len(self._text)), "record.unclosed-game")

    def _property(self, tree: Tree, name: str, at: int) -> Property | None:
        """The property with this name of the last node; None for one that nothing here reads."""
        short = re.sub("[a-z]", "", name) or name.upper()
        if short not in KNOWN:
            return None
        if not tree.nodes:
            tree.nodes.append({})
        if short in MOVES and short in tree.nodes[-1] and len(tree.nodes) < MAX_NODES:
            tree.nodes.append({})  # keeps the order of several moves in a node
        return tree.nodes[-1].setdefault(short, Property(self._line_of(at)))
