"""Names that name nothing, and names that stand for two things in a function. The numbers may only fall."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
VAGUE = frozenset({"one", "found", "asked", "meant", "there", "least", "most"})
"""Names that say nothing of what they stand for."""
VAGUE_OF_ROOMS = VAGUE | {"here", "told", "tells", "what", "whoever"}
"""Names that only tests may have."""
MAX_OF_ROOM = {"ai": 5, "bench": 5, "bot": 0, "daeguk": 0, "data": 1, "games": 0, "sandbox": 0}
MAX_OF_TESTS = 1494  # measured; lower it with every rename
MAX_SHADOWED = {"ai": 0, "bench": 36, "bot": 0, "daeguk": 0, "data": 0, "games": 0, "sandbox": 0}
Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


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


# --- Variables of a comprehension that are variables of the function, too --------------------------------


def own_nodes(nodes: Iterable[ast.AST], *, with_comprehensions: bool) -> Iterator[ast.AST]:
    """What is in the scope of these nodes: not what is in the functions and classes that they define."""
    for node in nodes:
        if isinstance(node, Comprehension) and not with_comprehensions:
            yield from (inner for inner in ast.walk(node) if isinstance(inner, ast.NamedExpr))
            continue
        yield node
        if not isinstance(node, Function | ast.ClassDef):
            yield from own_nodes(ast.iter_child_nodes(node), with_comprehensions=with_comprehensions)


def shadowed(function: Function) -> Iterator[str]:
    """The variables of a function that a comprehension of it has, too, once for each; ``_`` is no name."""
    body = [function.body] if isinstance(function, ast.Lambda) else function.body
    names = {argument.arg for argument in ast.walk(function.args) if isinstance(argument, ast.arg)}
    for node in own_nodes(body, with_comprehensions=False):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.NamedExpr):
            names.add(node.target.id)
        elif isinstance(node, ast.ExceptHandler | ast.FunctionDef | ast.AsyncFunctionDef) and node.name:
            names.add(node.name)
    for node in own_nodes(body, with_comprehensions=True):
        if isinstance(node, ast.comprehension):
            targets = {target.id for target in ast.walk(node.target) if isinstance(target, ast.Name)}
            yield from sorted(targets & names - {"_"})


@pytest.mark.parametrize("room", MAX_SHADOWED)
def test_a_name_stands_for_one_thing_in_a_function(room: str) -> None:
    doubled = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in sorted((ROOT / room).rglob("*.py"))
        for function in ast.walk(ast.parse(path.read_text()))
        if isinstance(function, Function)
        for name in shadowed(function)
    ]
    assert len(doubled) <= MAX_SHADOWED[room], doubled
    assert len(doubled) == MAX_SHADOWED[room], "lower the number: it may only fall"


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("def f(match): return [match for match in x]", ["match"]),
        ("def f():\n for match in x: pass\n return {match: 1 for match in x}", ["match"]),
        ("def f():\n y = [z for _ in x if (z := 1)]\n return [z for z in x]", ["z"]),
        ("def f():\n y = [z for z in x]\n return [z for z in x]", []),
        ("def f(_): return [_ for _ in x]", []),
        ("def f(match):\n def g(): return [match for match in x]", []),
        ("@g(match for match in x)\ndef f(match): pass", []),
    ],
)
def test_what_shadows_is_seen(code: str, names: list[str]) -> None:
    function = ast.parse(code).body[0]
    assert isinstance(function, Function)
    assert [*shadowed(function)] == names
