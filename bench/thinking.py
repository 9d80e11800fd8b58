"""What a move of the computer costs: processor time by game and level, over matches that a level plays alone.

Nothing else may run meanwhile: above level 4 the clock limits a search, and a busy core gives it less.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator

from ai.base import choose, levels, warm_up
from bench import Row
from games import GAMES, replay
from games.base import Record

BY_NAME_ONLY = "some ten minutes"
MATCHES, MOVES = 2, 40
"""How many matches a level plays with itself, and how many moves of each are measured at most."""


def rows() -> Iterator[Row]:
    """Measure each numbered level of each game in its first variant."""
    for slug in GAMES:
        warm_up(slug)
        for level in levels(slug):
            if level.number is not None:
                spent = [seconds for _ in range(MATCHES) for seconds in _match(slug, level)]
                name = f"{slug}, level {level}: mean processor time of {len(spent)} moves"
                yield Row(name, 1000 * statistics.mean(spent), "ms", "")


def _match(slug: str, level: str) -> Iterator[float]:
    """The processor seconds of each move of a match."""
    record = Record(slug, GAMES[slug].variants[0])
    while replay(record).outcome() is None and len(record.moves) < MOVES:
        began = time.process_time()
        choice = choose(record, level)
        yield time.process_time() - began
        record = record.then(choice.move)
