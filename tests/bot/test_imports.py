"""What the bot's own process loads: engines are for the workers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def loaded(statement: str) -> set[str]:
    """The modules that a fresh interpreter has after a statement."""
    ended = subprocess.run(
        [sys.executable, "-c", f"{statement}\nimport sys\nprint(*sys.modules)"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return {name.partition(".")[0] for name in ended.stdout.split()}


def test_the_bot_loads_no_engine() -> None:
    modules = loaded("import bot.app")
    assert {"discord", "PIL", "sqlalchemy", "bot", "data", "ai", "games"} <= modules
    assert not {"numba", "numpy", "llvmlite", "alembic", "sandbox", "bench"} & modules


def test_all_of_the_bot_loads_no_engine() -> None:
    """With every module of the room, levels looked up and a command tree made."""
    names = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for path in sorted((ROOT / "bot").rglob("*.py"))
    ]
    lookups = "import ai.base, games\nfor slug in games.GAMES: ai.base.levels(slug)"
    modules = loaded("\n".join([*(f"import {name}" for name in names), lookups]))
    assert not {"numba", "numpy", "llvmlite"} & modules


def test_the_entry_point_is_light() -> None:
    """Workers import it again when they are spawned."""
    assert not {"discord", "PIL", "sqlalchemy", "structlog"} & loaded("import bot.__main__")


@pytest.mark.parametrize("room", ["games", "games.othello"])
def test_the_rules_load_the_standard_library_alone(room: str) -> None:
    ours = loaded(f"import {room}") - loaded("pass") - set(sys.stdlib_module_names)
    assert ours == {"games"}
