"""The folder for compiled kernels: named by the engines' sources, made before numba comes, swept."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ai import kernels

ROOT = Path(__file__).parents[2]


def import_kernels(module: str = "ai.kernels", **env: str) -> str:
    """The cache folder numba has in a fresh process after one module was imported."""
    code = f"import {module}, numba; print(numba.config.CACHE_DIR)"
    clean = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=clean | env, capture_output=True, text=True, check=True
    )
    return run.stdout.strip()


def test_the_folder_depends_on_the_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "_AI", shutil.copytree(ROOT / "ai", tmp_path / "ai"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    before = kernels.cache_folder()
    assert kernels.cache_folder() == before
    with (tmp_path / "ai/base.py").open("a") as source:
        source.write("\n")
    edited = kernels.cache_folder()
    (tmp_path / "ai/new.py").touch()
    assert len({before, edited, kernels.cache_folder()}) == 3


def test_numba_uses_the_folder_and_old_ones_are_forgotten(tmp_path: Path) -> None:
    home = tmp_path / "daeguk"
    for name, days in (("numba-old", 8), ("numba-young", 6), ("other", 100)):
        (home / name).mkdir(parents=True)
        os.utime(home / name, (time.time() - days * 86_400,) * 2)
    folder = Path(import_kernels(XDG_CACHE_HOME=str(tmp_path)))
    assert folder.parent == home and folder.is_dir()
    assert {path.name for path in home.iterdir()} == {folder.name, "numba-young", "other"}


def test_a_kernel_module_imported_first_finds_the_folder_set(tmp_path: Path) -> None:
    folder = import_kernels("ai.othello.lanes", XDG_CACHE_HOME=str(tmp_path))
    assert folder.startswith(str(tmp_path)), "kernels would be cached beside their source, and run stale"


def test_a_folder_chosen_by_the_admin_is_kept(tmp_path: Path) -> None:
    assert import_kernels(NUMBA_CACHE_DIR=str(tmp_path / "own"), XDG_CACHE_HOME=str(tmp_path)) == str(
        tmp_path / "own"
    )
    assert not (tmp_path / "daeguk").exists()


def test_a_home_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    assert kernels.cache_folder().parent.parent == tmp_path
