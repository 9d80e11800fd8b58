"""The measured strengths of the levels, which people read.

``python -m bench.ladder GAME --keep`` writes them to ``ai/<slug>/strengths.json``. Elo points compare the
levels of one game, and their mean is `MEAN`.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

_LOG = logging.getLogger(__name__)

MEAN = 1500
"""The Elo of the mean of a game's levels."""


@dataclass(frozen=True, slots=True)
class Strength:
    """A level's Elo, its 95 % margin, and the number of games.

    ``over_last`` is its score against the level below. ``errs``, for a solved game, is the share of the test
    positions in which it gave a win or a draw away.
    """

    level: str
    elo: int
    margin: int
    games: int
    over_last: float | None = None
    errs: float | None = None


@dataclass(frozen=True, slots=True)
class Measured:
    """A game's levels, weakest first, and the variant they played.

    ``at_most`` is the limit in seconds per move that replaced the levels' own if those are longer.
    """

    variant: str
    levels: tuple[Strength, ...]
    at_most: float | None = None


@cache
def of(slug: str) -> Measured | None:
    """Read a game's strengths; None if there are none or the file is damaged, which is logged."""
    path = path_of(slug)
    if not path.exists():
        return None
    try:
        data = json.loads(path.read_text())
        levels = tuple(Strength(**level) for level in data["levels"])
        return Measured(data["variant"], levels, data.get("at_most"))
    except (OSError, ValueError, KeyError, TypeError) as problem:
        _LOG.warning("%s: its levels' strengths are not shown: %s: %s", slug, path.name, problem)
        return None


def write(slug: str, variant: str, levels: Sequence[Strength], at_most: float | None = None) -> None:
    """Write a game's strengths."""
    data = asdict(Measured(variant, tuple(levels), at_most))
    path_of(slug).write_text(json.dumps(data, indent=1) + "\n")
    of.cache_clear()


def path_of(slug: str) -> Path:
    """Return the file of a game's strengths."""
    return Path(__file__).with_name(slug) / "strengths.json"
