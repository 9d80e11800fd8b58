"""Where the sources use text keys, read from their syntax trees, and which the commands have."""

from __future__ import annotations

import ast
import asyncio
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import discord
from discord import app_commands

from ai.base import levels
from ai.claims.kind import Kind
from ai.puzzles.puzzle import THEMES
from bot.features import FEATURES
from bot.presenters.registry import PRESENTERS
from bot.texts import LANGUAGES, texts
from games import GAMES

ROOT = Path(__file__).parents[3]
CATALOGUE = texts("en").keys()
NAMESPACES = frozenset(key.partition(".")[0] for key in CATALOGUE) | set(GAMES)
KEY = re.compile(r"[a-z_]+(\.[a-z0-9_+-]+)+", re.ASCII)
NAMING = "bot/interactions/commands/naming.py"
"""Computes the keys of commands and options; which ones, the commands say."""
FILES = frozenset({"board.png"})
"""Texts that look like keys and are not."""


@dataclass(frozen=True)
class Use:
    """A place that uses a text: by its key, or by a pattern where part of the key is computed."""

    where: str
    pattern: str
    arguments: frozenset[str] | None = None
    """The keywords of a call with the text as its only positional argument; None elsewhere."""

    def keys(self, catalogue: Iterable[str] = CATALOGUE) -> frozenset[str]:
        """The keys of the catalogue that can be meant."""
        if "(.+)" not in self.pattern:
            return frozenset({re.sub(r"\\(.)", r"\1", self.pattern)}.intersection(catalogue))
        return frozenset(key for key in catalogue if re.fullmatch(self.pattern, key))


@cache
def sources() -> dict[str, ast.Module]:
    """The syntax tree of every module that can use a text."""
    paths = [path for room in ("bot", "data/model", "games") for path in sorted((ROOT / room).rglob("*.py"))]
    named = {str(path.relative_to(ROOT)): path for path in paths}
    return {name: ast.parse(path.read_text()) for name, path in named.items() if name != NAMING}


def docstrings(tree: ast.AST) -> set[ast.expr]:
    """The constants that are statements of their own."""
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
        found |= {slug, *game.variants, *levels(slug), *THEMES[slug]}
        found |= {value for option in PRESENTERS[slug].variant_options for value in option.values}
    return frozenset(found | set(LANGUAGES) | set(Kind))


def pattern(node: ast.AST) -> str | None:
    """The pattern of a constant, an f-string or a sum of both."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.escape(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(pattern(part) or "(.+)" for part in node.values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left = pattern(node.left)
        return left and left + (pattern(node.right) or "(.+)")
    return None


def parts(node: ast.AST) -> set[ast.expr]:
    """The pieces of an f-string or a sum, which are not keys themselves."""
    if isinstance(node, ast.JoinedStr):
        return set(node.values)
    if isinstance(node, ast.BinOp):
        return {node.left, node.right} | parts(node.left) | parts(node.right)
    return set()


def is_key(text: str) -> bool:
    """Whether a pattern can be meant as a key."""
    bare = text.replace("(.+)", "x").replace("\\", "")
    bare += "x" if bare.endswith(".") else ""
    return KEY.fullmatch(bare) is not None and bare.partition(".")[0] in NAMESPACES and bare not in FILES


def uses(trees: Mapping[str, ast.Module]) -> Iterator[Use]:
    """Every place in these modules that uses a text."""
    for name, tree in trees.items():
        skip, inner = docstrings(tree), set[ast.expr]()
        arguments = {
            call.args[0]: frozenset(word.arg or "**" for word in call.keywords)
            for call in ast.walk(tree)
            if isinstance(call, ast.Call) and len(call.args) == 1  # a helper with more is no sentence
        }
        for node in ast.walk(tree):
            if not isinstance(node, ast.expr) or node in skip or node in inner:
                continue
            key = pattern(node)
            if key is None:
                continue
            inner |= parts(node)
            if is_key(key):
                if key.endswith("\\."):
                    key += "(.+)"  # a prefix that is completed elsewhere
                yield Use(f"{name}:{node.lineno}", key, arguments.get(node))


@cache
def uses_of_sources() -> tuple[Use, ...]:
    """Every place in the sources, and in the commands, that uses a text."""
    return (*uses(sources()), *(Use("a command", re.escape(key)) for key in keys_of_commands()))


def keys_of_commands() -> set[str]:
    """The keys of the names and descriptions of every command, option and choice."""
    keys = set[str]()

    class Recorder(app_commands.Translator):
        async def translate(self, string: app_commands.locale_str, *_: object) -> None:
            keys.add(string.extras["key"])

    async def record() -> None:
        tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
        FEATURES.add_commands(tree)
        for command in tree.get_commands():
            await command.get_translated_payload(tree, Recorder())

    asyncio.run(record())
    return keys


def missing(found: Iterable[Use]) -> list[str]:
    """The uses that the catalogue has no text for."""
    return [f"{use.where}: {use.pattern}" for use in found if not use.keys()]


def unused(found: Iterable[Use], catalogue: Iterable[str] = CATALOGUE) -> list[str]:
    """The keys without a use. A computed part has to be one of `words`."""
    used: set[str] = set()
    for use in found:
        for key in use.keys(catalogue):
            computed = re.fullmatch(use.pattern, key)
            if computed is not None and all(part in words() for part in computed.groups()):
                used.add(key)
    return sorted(set(catalogue) - used)
