"""The rooms are whole: every game of the registry is in each of them, by one name; files stay readable.

Which room may import which is held by import-linter (``make lint``).
"""

from __future__ import annotations

import ast
import importlib
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.drawing.registry import DRAWINGS
from bot.lessons.registry import LESSONS
from bot.presenters.registry import PRESENTERS
from bot.texts import LANGUAGES, texts
from daeguk.installation import RELEASE
from games import GAMES

ROOT = Path(__file__).parents[1]
ROOMS = ("games", "ai", "data", "bot", "daeguk", "sandbox", "bench")
SOURCES = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))
PROSE = {".py", ".md", ".toml", ".po", ".js", ".css", ".html", ".sh", ".yml", ".example", ""}
SLUG = re.compile(r"[a-z]+(_[a-z]+)*")
WHERE = re.compile(r"^\| ([^|]+) \| `([^`|]+)` \| `(\w+)` \|$", re.MULTILINE)
MAX_LINES, MAX_LINES_OF_ENGINES = 400, 600
MAX_LINES_OF_A_FUNCTION, MAX_LINES_OF_A_KERNEL = 60, 100

every_game = pytest.mark.parametrize("slug", GAMES)


# --- Games -------------------------------------------------------------------------------------------


@every_game
def test_a_game_is_in_every_room(slug: str) -> None:
    assert SLUG.fullmatch(slug)
    wanted = [
        f"ai/{slug}/levels.py",
        f"ai/{slug}/engine.py",
        f"ai/{slug}/sight.py",
        f"ai/{slug}/scale.json",
        f"bot/drawing/{slug}.py",
        f"bot/presenters/{slug}.py",
        f"bot/lessons/{slug}.py",
    ]
    rules = [ROOT / f"games/{slug}.py", ROOT / f"games/{slug}/__init__.py"]
    assert len([path for path in rules if path.is_file()]) == 1, "a module, or a package once it is large"
    assert [path for path in wanted if not (ROOT / path).is_file()] == []


@every_game
def test_a_game_is_tested_in_every_room(slug: str) -> None:
    wanted = [f"tests/games/test_{slug}.py", f"tests/bot/drawing/test_{slug}.py"]
    wanted += [f"tests/bot/presenters/test_{slug}.py", f"tests/bot/lessons/test_{slug}.py"]
    assert [path for path in wanted if not (ROOT / path).is_file()] == []
    assert list((ROOT / "tests" / "ai" / slug).glob("test_*.py")), "its players are tested"


@every_game
def test_a_game_has_one_name(slug: str) -> None:
    assert GAMES[slug].slug == slug
    assert PRESENTERS[slug].slug == slug
    assert DRAWINGS[slug].slug == slug
    assert LESSONS[slug].slug == slug
    assert importlib.import_module(f"games.{slug}").__doc__
    for language in LANGUAGES:
        assert texts(language).has(f"game.{slug}")


def test_no_room_has_a_game_that_is_none() -> None:
    games = set(GAMES)
    assert set(PRESENTERS) == set(DRAWINGS) == set(LESSONS) == games
    plain = {"__init__", "base", "clock", "diagram", "grid", "setups", "drafts", "starts", "symmetry"}
    plain |= {"keyboard", "record_cache", "regions", "turns"}
    rules = {path.stem for path in (ROOT / "games").glob("*.py")} | {
        path.parent.name for path in (ROOT / "games").glob("*/__init__.py")
    }
    assert rules - plain == games
    parts = tuple(f"{slug}_" for slug in games)  # what a presenter is helped by: go_chains
    files = (path.stem for path in (ROOT / "bot" / "presenters").glob("*.py"))
    presenters = {name for name in files if not name.startswith(parts)}
    shared = {
        "__init__",
        "base",
        "board_scene",
        "keypad",
        "openings",
        "point_keys",
        "point_rows",
        "points",
        "registry",
        "typed_in",
        "variants",
    }
    assert presenters - shared == games
    assert {path.parent.name for path in (ROOT / "ai").glob("*/levels.py")} == games


# --- Core and features -------------------------------------------------------------------------------

CORE_CONTRACT = "The core names no feature"


@pytest.mark.parametrize("package", ["interactions", "match", "messages", "ui"])
def test_every_module_is_of_the_core_or_of_a_feature(package: str) -> None:
    """Or else import-linter does not look at it."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (contract,) = (contract for contract in contracts if contract["name"] == CORE_CONTRACT)
    listed = [*contract["source_modules"], *contract["forbidden_modules"]]
    modules = {f"bot.{package}.{path.stem}" for path in (ROOT / "bot" / package).glob("[!_]*")}
    modules -= {"bot.interactions.commands"}  # of both: `syncing` is of the client
    assert sorted(name for name in listed if name.startswith(f"bot.{package}.")) == sorted(modules)


# --- Files -------------------------------------------------------------------------------------------


def is_engine(path: Path) -> bool:
    """Whether a file is part of a game's player: kernels are long by nature."""
    return path.is_relative_to(ROOT / "ai") and path.parent.name in GAMES


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def test_there_are_sources() -> None:
    assert len(SOURCES) > 100
    assert {path.relative_to(ROOT).parts[0] for path in SOURCES} == set(ROOMS)


def test_a_file_says_what_it_is_and_stays_readable() -> None:
    assert [f"{path.relative_to(ROOT)}: {fault}" for path in SOURCES for fault in faults(path)] == []


def faults(path: Path) -> Iterator[str]:
    """What makes a source file hard to read."""
    source = path.read_text()
    tree = ast.parse(source)
    if not ast.get_docstring(tree):
        yield "no docstring"
    lines = source.count("\n")
    if lines > (MAX_LINES_OF_ENGINES if is_engine(path) else MAX_LINES):
        yield f"{lines} lines"
    most = MAX_LINES_OF_A_KERNEL if is_engine(path) else MAX_LINES_OF_A_FUNCTION
    for function in functions(tree):
        if (function.end_lineno or 0) - function.lineno >= most:
            yield f"{function.name} is long"


WHERE_THINGS_ARE = WHERE.findall((ROOT / "ARCHITECTURE.md").read_text())
"""The table of ARCHITECTURE.md: behavior, file, name."""


def test_the_table_lists_each_file_once() -> None:
    paths = [path for _, path, _ in WHERE_THINGS_ARE]
    assert len(paths) > 15, "the pattern reads the table"
    assert sorted(set(paths)) == sorted(paths)


@pytest.mark.parametrize(("behavior", "path", "name"), WHERE_THINGS_ARE)
def test_a_behavior_is_where_the_table_says(behavior: str, path: str, name: str) -> None:
    definitions = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    body = ast.parse((ROOT / path).read_text()).body
    assert name in {node.name for node in body if isinstance(node, definitions)}, behavior


def test_folders_are_packages() -> None:
    """One that is not would be skipped by import-linter, and its modules by whoever walks packages."""
    folders = {path.parent for path in SOURCES}
    assert [
        str(folder.relative_to(ROOT)) for folder in sorted(folders) if not (folder / "__init__.py").exists()
    ] == []


def test_a_released_version_has_one_migration() -> None:
    versions = sorted(path.stem for path in (ROOT / "data/migrations/versions").glob("v*.py"))
    steps = [name for name in versions if "_release_" not in name]
    assert versions
    assert ".dev" in RELEASE or steps == [], "fold them: data/migrations/__init__.py says how"


def test_nothing_points_outside_the_repository() -> None:
    """A clone is whole: no file speaks of folders that it does not have."""
    outside = re.compile(r"\bsha" + r"red/|/wo" + r"rk/|/ro" + r"ot/")
    places = [ROOT / room for room in ROOMS] + [ROOT / "requirements", ROOT / "docs", ROOT / ".ci"]
    files = [path for place in places for path in place.rglob("*")] + list(ROOT.glob("*"))
    told = []
    for path in files:
        if (
            path.is_file()
            and path.suffix in PROSE
            and "__pycache__" not in path.parts
            and path.name not in {".env", ".git"}  # settings, and the link of a worktree
        ):
            text = path.read_text(errors="replace")
            told += [f"{path.relative_to(ROOT)}: {found}" for found in outside.findall(text)]
    assert told == []
