"""Compiled kernels are recompiled when a source they depend on changes, and stored in a writable folder."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba.core import caching, codegen

from ai import kernel_cache, kernels
from ai.kernel_cache import ROOT, import_statements, package_of
from games import GAMES

RULES = "STEP = 1\n"
KERNEL = """
from ai.base import Limit
from ai.kernels import njit
from games.{slug}.rules import STEP

@njit()
def step():
    return STEP
"""
RUN = """
import importlib, sys
for slug in sys.argv[1:]:
    step = importlib.import_module(f"ai.{slug}.engine").step
    print(step(), *step.stats.cache_hits.values(), sep=",")
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of the room ``ai`` with two games, each with a kernel that compiles a constant of its rules."""
    for room in ("ai", "games"):
        (tmp_path / room).mkdir()
        for path in (ROOT / room).glob("*.py"):
            shutil.copy(path, tmp_path / room)
    shutil.copytree(ROOT / "ai/claims", tmp_path / "ai/claims")
    (tmp_path / "games/__init__.py").write_text("def game(): pass\ndef replay(): pass\n")
    for slug in ("chess", "draughts"):
        for room, name, text in (("games", "rules", RULES), ("ai", "engine", KERNEL.format(slug=slug))):
            folder = tmp_path / room / slug
            folder.mkdir()
            (folder / "__init__.py").touch()
            (folder / f"{name}.py").write_text(text)
    return tmp_path


FORKING = """
import json, os, sys
import numba
numba.njit("int64()")(lambda: 1)
for line in sys.stdin:
    folder, variables, code, arguments, output = json.loads(line)
    process = os.fork()
    if process == 0:
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(variables)
        sys.argv, sys.stdout = ["-c", *arguments], open(output, "w")
        exec(code, {})
        sys.stdout.flush()
        os._exit(0)
    print(os.waitpid(process, 0)[1], flush=True)
"""
"""Forks processes that run code, after it has started numba, which takes a second."""


@pytest.fixture(scope="module")
def forking() -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", FORKING]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield process


Run = Callable[..., list[tuple[int, bool]]]


@pytest.fixture
def run(house: Path, forking: subprocess.Popen[str]) -> Run:
    """``run("chess")`` calls games' kernels in a fresh process.

    It returns the result of each, and whether it came from the cache.
    """
    clean = {name: value for name, value in os.environ.items() if not name.endswith("_CACHE_DIR")}
    output = house / "output"
    assert forking.stdin is not None and forking.stdout is not None
    requests, answers = forking.stdin, forking.stdout

    def run(*slugs: str, code: str = RUN, **env: str) -> list[tuple[int, bool]]:
        environment = clean | {"XDG_CACHE_HOME": str(house / "cache")} | env
        requests.write(json.dumps([str(house), environment, code, slugs, str(output)]) + "\n")
        requests.flush()
        assert answers.readline() == "0\n"
        lines = [line.split(",") for line in output.read_text().splitlines()]
        return [(int(result), bool(hits)) for result, *hits in lines]

    return run


def test_an_edit_of_the_rules_recompiles_the_game_and_no_other(house: Path, run: Run) -> None:
    assert run("chess", "draughts") == [(1, False), (1, False)]
    assert run("chess", "draughts") == [(1, True), (1, True)]
    (house / "games/chess/rules.py").write_text("STEP = 2\n")
    assert run("chess", "draughts") == [(2, False), (1, True)]
    assert not [path for room in ("ai", "games") for path in (house / room).rglob("*.nb?")]


def test_the_cache_folder_is_a_setting(house: Path, run: Run) -> None:
    for name in ("DAEGUK_CACHE_DIR", "NUMBA_CACHE_DIR"):
        folder = house / name
        assert run("chess", **{name: str(folder)}) == [(1, False)]
        assert run("chess", **{name: str(folder)}) == [(1, True)]
        assert list(folder.rglob("*.nbc"))


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of ``ai`` and ``games`` whose dependencies are found, and where files may be edited."""
    for room in ("ai", "games"):
        shutil.copytree(
            ROOT / room,
            tmp_path / room,
            ignore=lambda _, names: [n for n in names if n.endswith((".npz", ".bin"))],
        )
    monkeypatch.setattr(kernel_cache, "ROOT", tmp_path)
    yield tmp_path
    read_again()


def read_again() -> None:
    """Forget the files that were read."""
    for cached in (kernel_cache._read, kernel_cache._file_of, kernel_cache.imported):
        cached.cache_clear()


def digests(house: Path) -> dict[str, str]:
    read_again()
    return {slug: package_of(house / "ai" / slug).digest() for slug in GAMES}


@pytest.mark.parametrize("slug", GAMES)
def test_an_edit_of_one_game_changes_its_digest_alone(copied: Path, slug: str) -> None:
    rules = copied / "games" / slug
    edited = [
        copied / "ai" / slug / "levels.py",
        *(rules.rglob("*.py") if rules.is_dir() else [rules.with_suffix(".py")]),
    ]
    for path in edited:
        before = digests(copied)
        with path.open("a") as source:
            source.write("\n")
        after = digests(copied)
        assert {name for name in GAMES if before[name] != after[name]} == {slug}, path


def test_a_new_module_of_a_game_changes_its_digest(copied: Path) -> None:
    before = digests(copied)
    (copied / "ai/go/new.py").touch()
    assert before["go"] != digests(copied)["go"]


def test_import_statements_are_found_by_pattern_as_python_parses_them() -> None:
    for room in ("ai", "games"):
        for path in (ROOT / room).rglob("*.py"):
            parsed = set[tuple[str, tuple[str, ...]]]()
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.ImportFrom):
                    assert node.level == 0 and node.module, "relative imports are not followed"
                    parsed.add((node.module, tuple(alias.name for alias in node.names)))
                elif isinstance(node, ast.Import):
                    parsed |= {(alias.name, ()) for alias in node.names}
            assert parsed <= set(import_statements(path.read_text())), path


SOURCE = """
import a, b.c as d
from e import (
    f,  # why (not)
    g as h,
)
    from i.j import k  # l
"""


def test_import_statements_of_every_form() -> None:
    found = [("a", ()), ("b.c", ()), ("e", ("f", "g")), ("i.j", ("k",))]
    assert list(import_statements(SOURCE)) == found


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Sets the variables that choose the cache folder, and the folder for temporary files."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    (tmp_path / "tmp").mkdir()
    (tmp_path / "file").touch()
    for name in ("DAEGUK_CACHE_DIR", "NUMBA_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))

    def set_variables(**variables: str) -> None:
        for name, value in variables.items():
            monkeypatch.setenv(name, str(tmp_path / value))

    return set_variables


def test_the_home_of_the_cache(tmp_path: Path, environment: Callable[..., None]) -> None:
    assert kernel_cache.cache_home() == tmp_path / "home/.cache/daeguk"
    environment(XDG_CACHE_HOME="caches")
    assert kernel_cache.cache_home() == tmp_path / "caches/daeguk"
    environment(NUMBA_CACHE_DIR="numba")
    assert kernel_cache.cache_home() == tmp_path / "numba"
    environment(DAEGUK_CACHE_DIR="own")
    assert kernel_cache.cache_home() == tmp_path / "own"


def test_a_home_that_is_not_writable(tmp_path: Path, environment: Callable[..., None]) -> None:
    environment(DAEGUK_CACHE_DIR="file/cache")
    home = kernel_cache.cache_home()
    assert home == tmp_path / "tmp" / f"daeguk-{os.getuid()}"
    assert home.stat().st_mode & 0o077 == 0
    assert kernel_cache.cache_home() == home


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777, 0o1777])
def test_a_home_that_others_can_write_is_not_used(
    tmp_path: Path, environment: Callable[..., None], mode: int
) -> None:
    environment(DAEGUK_CACHE_DIR="own")
    (tmp_path / "own").mkdir()
    (tmp_path / "own").chmod(mode)
    assert kernel_cache.cache_home() == tmp_path / "tmp" / f"daeguk-{os.getuid()}"
    warning = kernel_cache.cache_warning() or ""
    assert f"{tmp_path / 'own'} can be written by other users" in warning
    assert "DAEGUK_CACHE_DIR" in warning and str(kernel_cache.cache_home()) in warning
    (tmp_path / "own").chmod(0o755)
    assert kernel_cache.cache_home() == tmp_path / "own"
    assert kernel_cache.cache_warning() is None


def test_a_home_of_another_user_is_not_used(
    tmp_path: Path,
    environment: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    environment(DAEGUK_CACHE_DIR="own")
    (tmp_path / "own").mkdir()
    monkeypatch.setattr(os, "getuid", lambda: 12_345)
    home = kernel_cache.cache_home()
    assert home is not None and home.parent == tmp_path / "tmp"
    assert "belongs to another user" in (kernel_cache.cache_warning() or "")


def test_new_folders_are_private_whatever_the_umask(tmp_path: Path, environment: Callable[..., None]) -> None:
    environment(DAEGUK_CACHE_DIR="own")
    before = os.umask(0)
    try:
        home = kernel_cache.cache_home()
        assert home == tmp_path / "own"
        folder = kernel_cache.kernel_folder(home, ROOT / "ai/go/komi.py")
    finally:
        os.umask(before)
    assert home in folder.parents
    while folder != tmp_path:
        assert folder.stat().st_mode & 0o077 == 0
        folder = folder.parent


def test_a_user_without_a_home_directory(
    tmp_path: Path,
    environment: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HOME", "")
    monkeypatch.delenv("HOME")
    monkeypatch.setattr("pwd.getpwuid", lambda _: dict[str, object]()["uid not found"])
    assert kernel_cache.cache_home() == tmp_path / "tmp" / f"daeguk-{os.getuid()}"
    warning = kernel_cache.cache_warning() or ""
    assert warning.startswith("this user has no home directory, and DAEGUK_CACHE_DIR is not set: ")


def test_a_temporary_home_of_another_user_is_not_used(
    tmp_path: Path, environment: Callable[..., None]
) -> None:
    environment(DAEGUK_CACHE_DIR="file/cache")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "tmp" / f"daeguk-{os.getuid()}").symlink_to(tmp_path / "elsewhere")
    home = kernel_cache.cache_home()
    assert home is not None and home.parent == tmp_path / "tmp" and not home.is_symlink()


def test_no_folder_is_writable(environment: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    environment(DAEGUK_CACHE_DIR="file/cache")
    monkeypatch.setattr(tempfile, "tempdir", os.environ["DAEGUK_CACHE_DIR"])
    assert kernel_cache.cache_home() is None
    assert "the engines are compiled at every start" in (kernel_cache.cache_warning() or "")


def test_folders_of_earlier_sources_are_deleted_after_a_week(tmp_path: Path) -> None:
    package = tmp_path / "kernels/ai.go"
    for name, days in (("old", 8), ("young", 6)):
        (package / name).mkdir(parents=True)
        os.utime(package / name, (time.time() - days * 86_400,) * 2)
    folder = kernel_cache.kernel_folder(tmp_path, ROOT / "ai/go/levels.py")
    assert {path.name for path in package.iterdir()} == {folder.name, "young"}


def test_the_private_parts_of_numba_are_there() -> None:
    """After a failure with a new numba, check `ai.kernels` before raising the bound in pyproject.toml."""
    assert caching.CacheImpl._locator_classes[0] is kernels.Locator
    assert codegen.JITCPUCodegen._library_class is kernels._Library
    counted, bare = (code_of(decorator) for decorator in (kernels.njit, kernels.bare))
    assert "NRT_incref" in counted and "NRT_incref" not in bare
    assert "cfunc." not in counted and "cfunc." not in bare


CALLING = """
from ai.chess.engine import step
from ai.kernels import njit, release_compiler

@njit("int64()", cache=False)
def twice():
    return 2 * step()

release_compiler()
print(twice(), *step.stats.cache_hits.values(), sep=",")
"""


def test_a_kernel_from_the_cache_is_linked_into_another(run: Run) -> None:
    """A worker that has loaded it may have to compile another after all."""
    run("chess")
    assert run("chess", code=CALLING) == [(2, True)]


def test_a_kernel_from_the_cache_keeps_no_module_of_llvm(run: Run) -> None:
    run("chess")
    modules = "(one.library._shared_module is not None for one in step.overloads.values())"
    code = f"{RUN.partition('print')[0]}print(step() + sum({modules}), 1, sep=',')"
    assert run("chess", code=code) == [(1, True)]


@pytest.mark.parametrize("shape", [(0,), (3,), (700, 3), (1 << 20,)])
def test_a_cleared_array_is_zero_and_can_be_written(shape: tuple[int, ...]) -> None:
    around = np.ones((shape[0] + 2, *shape[1:]), dtype=np.float64)
    array = around[1:-1]
    kernels.clear(array)
    assert not array.any() and around[0].all() and around[-1].all(), "nothing else changes"
    array[:] = 2
    assert (array == 2).all()


def test_a_recursive_call_has_the_type_of_the_signature(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "_infer_return_type", lambda _: pytest.fail("inferred"))

    @kernels.njit("uint64(int64)", cache=False)
    def factorial(n: kernels.Int) -> kernels.Word:
        return np.uint64(n) * factorial(n - 1) if n > 1 else np.uint64(1)

    assert factorial(20) == 2_432_902_008_176_640_000


def test_a_recursive_call_without_a_signature_is_inferred() -> None:
    @kernels.njit(cache=False)
    def factorial(n: kernels.Int) -> kernels.Int:
        if n <= 1:
            return 1
        return n * factorial(n - 1)

    assert factorial(5) == 120


def test_a_kernel_set_is_compiled_once_that_is_noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "_HOME", tmp_path)
    kernels.note_compiled("othello/bitboard")
    names = ("othello/bitboard", "othello/mailbox", "go")
    assert [kernels.is_compiled(name) for name in names] == [True, False, False]
    monkeypatch.setattr(kernels, "_processor", lambda: "another")
    assert not kernels.is_compiled("othello/bitboard")
    monkeypatch.setattr(kernels, "_HOME", None)  # nothing can be stored, so no compiler helps
    assert all(kernels.is_compiled(name) for name in names)


def test_a_kernel_whose_file_was_never_written_is_compiled_again(house: Path, run: Run) -> None:
    """numba names a kernel's file in its index first: a kill between the two leaves a name without a file."""
    assert run("chess") == [(1, False)]
    (code,) = (house / "cache").rglob("ai.chess/*/*.nbc")
    code.unlink()
    assert run("chess") == [(1, False)]
    assert run("chess") == [(1, True)]


def code_of(decorator: Callable[..., Any]) -> str:
    """Return the LLVM code of a kernel that passes an array to another."""

    @decorator(cache=False)
    def inner(array: kernels.Array) -> kernels.Int:
        return array[0]

    @decorator(cache=False)
    def outer(array: kernels.Array) -> kernels.Int:
        return inner(array) + inner(array[1:])

    assert outer(np.array([2, 3])) == 5
    (code,) = outer.inspect_llvm().values()
    return str(code)
