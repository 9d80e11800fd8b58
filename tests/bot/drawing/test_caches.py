"""What a process that draws keeps is bounded: it draws for weeks."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

import bot.drawing

FEW = {
    "bot.drawing.gomoku.indices",
    "bot.drawing.showcase.game_picture",
    "bot.drawing.showcase.all_games_picture",
}
"""Those that can only be called with few arguments: sizes of boards, games and their looks."""


def bounds() -> Iterator[tuple[str, int | None]]:
    """Each cache of a function by its name, with the most that it keeps; None: everything."""
    for found in pkgutil.iter_modules(bot.drawing.__path__, "bot.drawing."):
        module = importlib.import_module(found.name)
        for name, value in vars(module).items():
            if hasattr(value, "cache_parameters") and value.__module__ == found.name:
                yield f"{found.name}.{name}", value.cache_parameters()["maxsize"]


def test_every_cache_has_a_limit() -> None:
    kept = dict(bounds())
    assert {name for name, limit in kept.items() if limit is None} == FEW
    assert len(kept) > 10
