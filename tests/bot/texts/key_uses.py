"""Where the sources name sentences: read from their syntax trees, nothing is imported or run."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ai.base import levels
from bot.presenters import PRESENTERS
from bot.texts import LANGUAGES, texts
from games import GAMES

ROOT = Path(__file__).parents[3]
CATALOGUE = texts("en").keys()
NAMESPACES = frozenset(key.partition(".")[0] for key in CATALOGUE)
KEY = re.compile(r"[a-z]+(\.[a-z0-9_-]+)+", re.ASCII)
FILES = frozenset({"board.png"})
"""What looks like a key and is none."""


@dataclass(frozen=True)
class Named:
    """A place where a sentence is named: by its key, or by a pattern where a part is computed."""

    where: str
    pattern: str
    arguments: frozenset[str] | None = None

    @property
    def keys(self) -> frozenset[str]:
        """The sentences that may be meant."""
        return frozenset(key for key in CATALOGUE if re.fullmatch(self.pattern, key))


@cache
def sources() -> dict[str, ast.Module]:
    """The syntax tree of every module that can name a sentence."""
    paths = [path for room in ("bot", "games") for path in sorted((ROOT / room).rglob("*.py"))]
    return {str(path.relative_to(ROOT)): ast.parse(path.read_text()) for path in paths}


def docstrings(tree: ast.AST) -> set[ast.AST]:
    """The constants that stand alone as statements."""
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}


@cache
def words() -> frozenset[str]:
    """Every string of the sources and the registries: what a computed part of a key can be."""
    found = {
        node.value
        for tree in sources().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    for slug, game in GAMES.items():
        found |= {slug, *game.variants, *levels(slug)}
        found |= {value for part in PRESENTERS[slug].variant_options for value in part.values}
    return frozenset(found | set(LANGUAGES))


def pattern(node: ast.AST) -> str | None:
    """What a constant, an f-string or a sum of both names, as a pattern."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.escape(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(pattern(part) or "(.+)" for part in node.values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left = pattern(node.left)
        return left and left + (pattern(node.right) or "(.+)")
    return None


def parts(node: ast.AST) -> set[ast.AST]:
    """The pieces of an f-string or a sum that are no names of their own."""
    if isinstance(node, ast.JoinedStr):
        return set(node.values)
    if isinstance(node, ast.BinOp):
        return {node.left, node.right} | parts(node.left) | parts(node.right)
    return set()


def is_key(text: str) -> bool:
    """Whether a pattern could be meant as the name of a sentence."""
    bare = text.replace("(.+)", "x").replace("\\", "")
    bare += "x" if bare.endswith(".") else ""
    return KEY.fullmatch(bare) is not None and bare.partition(".")[0] in NAMESPACES and bare not in FILES


def named() -> Iterator[Named]:
    """Every place where the sources name a sentence."""
    for name, tree in sources().items():
        skip, inner = docstrings(tree), set[ast.AST]()
        arguments = {
            call.args[0]: frozenset(word.arg or "**" for word in call.keywords)
            for call in ast.walk(tree)
            if isinstance(call, ast.Call) and call.args
        }
        for node in ast.walk(tree):
            found = None if node in skip or node in inner else pattern(node)
            if found is not None and isinstance(node, ast.JoinedStr | ast.BinOp):
                inner |= parts(node)
            if found is not None and is_key(found):
                if found.endswith("\\."):
                    found += "(.+)"  # a prefix that is completed elsewhere
                yield Named(f"{name}:{node.lineno}", found, arguments.get(node))
