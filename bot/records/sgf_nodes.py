"""The text of an SGF file to the nodes of its games' main lines.

This is a scanner of its own because what people upload is often damaged: it says in which line a file is
broken, keeps what comes before, and holds no more than two games in memory. Libraries for SGF read a whole
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
_MAX_BRACKETS = 50
"""Brackets inside a text that are looked at for the one that ends it."""
_EXCERPT = 40
"""Letters of what is left out that are said."""

_START = re.compile(r"\(\s*(?:;|[A-Za-z]+\s*\[)")
_BARE = re.compile(r"\s*;\s*[A-Za-z]+\s*\[")
"""The beginning of a file whose first bracket is missing."""
_NEXT_GAME = re.compile(r"\(\s*;?\s*(?:GM|FF)\s*\[")
_LETTER = re.compile(r"[^\s\x00-\x1f]")
"""A letter or mark: no space, and no end of a file as old systems have it."""
_TEXTS = frozenset({"RE", "DT", "RD", "PB", "PW", "GN", "EV", "TE"})
"""The kept properties whose values are texts of people; those that are not kept can be texts as well."""
_AFTER_TEXT = re.compile(r"\s*+(?:[;)]|\(?\s*+(?:;|[A-Za-z][A-Za-z0-9]*+\s*+\[)|$)")
"""What can follow a text: the next node, variation or property, an end, or that of the file."""
_REST_OF_VALUE = re.compile(r"[^\\\]]*+(?:\\.[^\\\]]*+)*+\]", re.DOTALL)
_HAS_VALUE = re.compile(r"\s*+\[")
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
    notes: list[Problem] = field(default_factory=list)
    """What of the file's text is left out, or read otherwise than SGF says."""

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

    Other forms are read as well: names with lower-case letters, a missing ``;`` or first bracket. Text around
    the games and between properties is left out, which the notes of the games say.
    """
    scanner = _Scanner(f"({text}" if is_bare(text) else text)
    tree = scanner.next_tree()
    while tree is not None:
        following = scanner.next_tree()
        if following is None:
            tree.notes += scanner.outside(len(text) + 1)
        yield tree
        tree = following


def is_bare(text: str) -> bool:
    """Whether a text begins with a game of SGF without its first bracket."""
    return _BARE.match(text) is not None


@dataclass(slots=True)
class _Places:
    """How often something is in a game, and where it is first."""

    n: int = 0
    first: int = 0
    line: int = 0

    def add(self, at: int, line: int) -> None:
        """Count a place, which is after all others."""
        if not self.n:
            self.first, self.line = at, line
        self.n += 1


class _Scanner:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._line, self._counted = 1, 0
        self._stray, self._brackets = _Places(), _Places()
        """Of a game: what belongs to no property, and texts with brackets that have no backslash."""
        self._has_endless_text = False
        """Whether the end of a text with brackets was looked for in vain."""

    def next_tree(self) -> Tree | None:
        """The next game; None at the end of the file."""
        start = _START.search(self._text, self._at)
        if start is None:
            return None
        before = self.outside(start.start())
        self._at = start.start()
        tree = Tree(self._line_of(self._at), notes=before)
        self._stray, self._brackets = _Places(), _Places()
        tree.problem = self._read(tree)
        tree.notes += self._notes()
        return tree

    def outside(self, end: int) -> list[Problem]:
        """A note on the text from here to ``end``, which is part of no game; none if there is none."""
        letter = _LETTER.search(self._text, self._at, end)
        if letter is None:
            return []
        return [
            Problem(self._line_of(letter.start()), "record.outside", {"text": self._excerpt(letter.start())})
        ]

    def _notes(self) -> Iterator[Problem]:
        """What of the text of a game is left out, or read otherwise than SGF says: once for each kind."""
        if (stray := self._stray).n:
            text = self._excerpt(stray.first)
            yield Problem(stray.line, "record.stray-text", {"text": text, "n": stray.n})
        if (brackets := self._brackets).n:
            yield Problem(brackets.line, "record.bracket-in-text", {"n": brackets.n})

    def _excerpt(self, at: int) -> str:
        """The first letters of a text, up to the end of its line."""
        return self._text[at : at + _EXCERPT].partition("\n")[0].strip()

    def _line_of(self, at: int) -> int:
        self._line += self._text.count("\n", self._counted, at)
        self._counted = at
        return self._line

    def _read(self, tree: Tree) -> Problem | None:
        """Read one game up to its last bracket."""
        depth, is_main, property_, is_text = 0, True, None, False
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
                # The main line is the first branch everywhere, so it ends with the first bracket that closes.
                is_main = is_main and token["mark"] != ")"
                property_ = None
                if is_main and token["mark"] == ";":
                    if len(tree.nodes) >= MAX_NODES:
                        self._at = len(self._text)
                        return Problem(self._line_of(at), "record.too-many-moves", {"n": MAX_MOVES})
                    tree.nodes.append({})
            elif token["value"] is not None:
                value = self._whole_value(token["value"], at, is_text=property_ is None or is_text)
                if property_ is not None and len(property_.values) < MAX_VALUES:
                    property_.values.append(value)
            elif is_main and _is_property(token["name"]) and _HAS_VALUE.match(self._text, self._at):
                property_ = self._property(tree, token["name"], at)
                is_text = _short(token["name"]) in _TEXTS
            elif is_main:  # a name that is none or has no value, or any other letter
                property_ = None
                self._stray.add(at, self._line_of(at))
        return Problem(self._line_of(len(self._text)), "record.unclosed-game")

    def _whole_value(self, value: str, at: int, *, is_text: bool) -> str:
        """A value, and in a text what follows a bracket that does not end it: ``C[A [good] move]``."""
        if not is_text or value.count("[") <= value.count("\\]"):
            return value
        self._brackets.add(at, self._line_of(at))
        if self._has_endless_text or _AFTER_TEXT.match(self._text, self._at):
            return value
        end = self._at
        for _ in range(_MAX_BRACKETS):
            if (rest := _REST_OF_VALUE.match(self._text, end)) is None:
                break
            end = rest.end()
            if _AFTER_TEXT.match(self._text, end):
                begin, self._at = self._at, end
                return f"{value}]{self._text[begin : end - 1]}"
        self._has_endless_text = True  # so that a file of such texts is not scanned for each of them
        return value

    def _property(self, tree: Tree, name: str, at: int) -> Property | None:
        """The property with this name of the last node; None for one that nothing here reads."""
        short = _short(name)
        if short not in KNOWN:
            return None
        if not tree.nodes:
            tree.nodes.append({})
        if short in MOVES and short in tree.nodes[-1] and len(tree.nodes) < MAX_NODES:
            tree.nodes.append({})  # keeps the order of several moves in a node
        return tree.nodes[-1].setdefault(short, Property(self._line_of(at)))


def _is_property(name: str | None) -> bool:
    """Whether letters name a property: one that we do not know has a capital letter and no digit."""
    return name is not None and (name.upper() in KNOWN or (name.isalpha() and not name.islower()))


def _short(name: str) -> str:
    """The name of a property as FF[4] has it, ``SZ`` of ``SiZe``."""
    return re.sub("[a-z]", "", name) or name.upper()
