"""No room has an import cycle; late imports and those under TYPE_CHECKING count too.

Which room and which layer may import which is held by import-linter (``make lint``).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("games", "ai", "data", "bot", "daeguk", "sandbox", "bench")

Graph = Mapping[str, set[str]]


def module_name(path: Path, root: Path = ROOT) -> str:
    """The dotted name of a source file; a package's is that of its folder."""
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(tree: ast.AST, package: list[str]) -> Iterator[tuple[str, str | None]]:
    """Every (module, name) that a source imports, at any depth; the name is None for ``import module``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, None) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield from ((module, alias.name) for alias in node.names)


def import_graph(sources: Mapping[str, Path]) -> dict[str, set[str]]:
    """The modules that each module imports.

    ``from package import name`` is an import of the module ``package.name`` where there is one, otherwise of
    ``package``. That importing a submodule also runs its packages is not counted.
    """
    graph: dict[str, set[str]] = {}
    for module, path in sources.items():
        package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
        found = set()
        for base, name in imported(ast.parse(path.read_text(encoding="utf-8")), package):
            submodule = f"{base}.{name}"
            found.add(submodule if submodule in sources else base)
        graph[module] = {target for target in found if target in sources and target != module}
    return graph


def reachable(graph: Graph, start: str) -> set[str]:
    """Every module that ``start`` imports, directly or through others."""
    found: set[str] = set()
    pending = [start]
    while pending:
        for target in graph[pending.pop()] - found:
            found.add(target)
            pending.append(target)
    return found


def cycles(graph: Graph) -> list[list[str]]:
    """Groups of modules that import each other, largest first."""
    closure = {module: reachable(graph, module) for module in graph}
    groups = {
        tuple(sorted(other for other in graph if other in closure[module] and module in closure[other]))
        for module in graph
        if module in closure[module]
    }
    return sorted((list(group) for group in groups), key=len, reverse=True)


def sources_of(room: str, root: Path = ROOT) -> dict[str, Path]:
    return {module_name(path, root): path for path in sorted((root / room).rglob("*.py"))}


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_has_no_import_cycle(room: str) -> None:
    found = sources_of(room)
    assert found
    assert cycles(import_graph(found)) == []


def test_a_cycle_is_found_wherever_its_imports_are(tmp_path: Path) -> None:
    files = {
        "__init__.py": "",
        "a.py": "from room import b",
        "b.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from room.inner import c",
        "inner/__init__.py": "NAME = 1",
        "inner/c.py": "def late():\n    from ..a import THING\n    import room.inner.d",
        "inner/d.py": "from . import NAME",
    }
    for name, text in files.items():
        path = tmp_path / "room" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    graph = import_graph(sources_of("room", tmp_path))
    assert graph["room.inner.d"] == {"room.inner"}
    assert cycles(graph) == [["room.a", "room.b", "room.inner.c"]]
