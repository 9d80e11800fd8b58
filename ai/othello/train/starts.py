"""``python -m ai.othello.train.starts``: make the even starts of Othello (`games.starts`).

Random games of PLIES plies, of which those are kept whose position is even: a search of DEPTH discs and one
of a disc less both find neither side more than EVEN centidiscs ahead, because depths of one parity favor a
side. Of positions that are images of one another, or that other moves have led to, one is kept. The same seed
gives the same starts on every machine.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path

from ai.deepening import ALL_NODES
from ai.othello import weights
from ai.othello.bitboard_searcher import BitboardSearcher
from ai.othello.book import canonical
from ai.othello.root import INFINITY, aspirate
from ai.othello.train.pipeline import say
from games.base import Move
from games.othello import OTHELLO, OthelloPosition
from games.starts import path_of

VARIANT = "8x8"
PLIES = 8
DEPTH = 16
EVEN = 100
"""Centidiscs."""
_CONFIDENCE = 110  # of level 8
_SIEVES = {8: 350, 12: 250, 14: 200, DEPTH - 1: EVEN, DEPTH: EVEN}
"""By depth, the centidiscs beyond which a position is not searched deeper: few of those are even."""
_TABLE_BITS = 20


def is_even(position: OthelloPosition, searcher: BitboardSearcher) -> bool:
    """Whether neither side is ahead, by the two deepest searches."""
    searcher.begin(clear=True)  # a value must not depend on the positions before it
    searcher.allow_nodes(ALL_NODES)
    value = searcher.search(position, 4, -INFINITY, INFINITY, _CONFIDENCE)
    for depth in range(5, DEPTH + 1):
        value = aspirate(partial(_search, searcher, position, depth), value, searcher)
        if abs(value) > _SIEVES.get(depth, INFINITY):
            return False
    return True


def _search(searcher: BitboardSearcher, position: OthelloPosition, depth: int, low: int, high: int) -> int:
    return searcher.search(position, depth, low, high, _CONFIDENCE)


def even_starts(seed: int) -> Iterator[list[Move]]:
    """The moves of even starts, one after the other."""
    searcher = BitboardSearcher(8, weights.of_size(8), _TABLE_BITS)
    rng, seen = random.Random(seed), set[tuple[int, int]]()
    while True:
        position, moves = OTHELLO.start(VARIANT), list[Move]()
        for _ in range(PLIES):
            moves.append(rng.choice(position.legal_moves()))
            position = position.play(moves[-1])
        key, _ = canonical(position)
        if key not in seen:
            seen.add(key)
            if is_even(position, searcher):
                yield moves


def main() -> None:
    """Make the starts, and write them where the bot reads them."""
    parser = argparse.ArgumentParser(prog="python -m ai.othello.train.starts", description=__doc__)
    parser.add_argument("--count", type=int, default=1000, help="how many (1000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=path_of(OTHELLO.slug, VARIANT), help="the file to write")
    options = parser.parse_args()
    lines = [f"# python -m {parser.prog.split()[-1]} --seed {options.seed}"]
    for number, moves in enumerate(islice(even_starts(options.seed), options.count), 1):
        lines.append("".join(moves))
        if number % 50 == 0:
            say(f"{number}: {lines[-1]}")
    options.out.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
