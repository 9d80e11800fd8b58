"""Names that name nothing: each room has so many of them, and the tests. The numbers may only fall."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
VAGUE = frozenset({"one", "found", "asked", "meant", "there", "least", "most"})
"""Names that say nothing of what they stand for."""
VAGUE_OF_ROOMS = VAGUE | {"here", "told", "tells", "what", "whoever"}
"""Names that only tests may have."""
MAX_OF_ROOM = {"ai": 5, "bench": 5, "bot": 0, "daeguk": 0, "data": 1, "games": 0, "sandbox": 0}
MAX_OF_TESTS = 1494  # measured; lower it with every rename


def bindings(tree: ast.AST) -> Iterator[str]:
    """The names that a module gives to variables, parameters, functions and classes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name


def vague_names(room: str, vague: frozenset[str] = VAGUE) -> list[str]:
    """The vague names of a folder, each with its file."""
    return [
        f"{path.relative_to(ROOT)}: {name}"
        for path in sorted((ROOT / room).rglob("*.py"))
        for name in bindings(ast.parse(path.read_text()))
        if name in vague
    ]


@pytest.mark.parametrize("room", MAX_OF_ROOM)
def test_names_say_what_they_stand_for(room: str) -> None:
    vague = vague_names(room, VAGUE_OF_ROOMS)
    assert len(vague) <= MAX_OF_ROOM[room], vague
    assert len(vague) == MAX_OF_ROOM[room], "lower the number: it may only fall"


def test_names_of_tests_get_no_vaguer() -> None:
    assert len(vague_names("tests")) <= MAX_OF_TESTS


def test_every_binding_is_seen() -> None:
    code = "def one(found, *, asked): [most for most in x]\nfor least in x: pass\nlambda meant: (there := 1)"
    assert set(bindings(ast.parse(code))) == VAGUE
