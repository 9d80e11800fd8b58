"""How strong the levels were found to be: what `bench.ladder` measured and people read. Start at `of`.

Each game has a file ``ai/<slug>/strengths.json``, written by ``python -m bench.ladder GAME --keep``. Elo
points compare levels of one game; the mean of its levels is `MEAN`.
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
    """A level: its Elo, how far that may be off (95 %), from how many games.

    ``over_last`` is its score against the level before; ``errs``, in a solved game, the part of the positions
    asked of all levels in which it gave something away.
    """

    level: str
    elo: int
    margin: int
    games: int
    over_last: float | None = None
    errs: float | None = None


@dataclass(frozen=True, slots=True)
class Measured:
    """A game's levels, weakest first, and the variant on which they met.

    ``at_most``: the seconds a move to which levels were held that may take more; None: to none.
    """

    variant: str
    levels: tuple[Strength, ...]
    at_most: float | None = None


@cache
def of(slug: str) -> Measured | None:
    """What was measured of a game; None if nothing was, or the file is damaged, which the log tells."""
    path = path_of(slug)
    if not path.exists():
        return None
    try:
        kept = json.loads(path.read_text())
        levels = tuple(Strength(**each) for each in kept["levels"])
        return Measured(kept["variant"], levels, kept.get("at_most"))
    except (OSError, ValueError, KeyError, TypeError) as problem:
        _LOG.warning("%s: nobody is told how strong its levels are: %s: %s", slug, path.name, problem)
        return None


def write(slug: str, variant: str, levels: Sequence[Strength], at_most: float | None = None) -> None:
    """Keep what was measured."""
    kept = asdict(Measured(variant, tuple(levels), at_most))
    path_of(slug).write_text(json.dumps(kept, indent=1) + "\n")
    of.cache_clear()


def path_of(slug: str) -> Path:
    """Where a game's strengths lie."""
    return Path(__file__).with_name(slug) / "strengths.json"
