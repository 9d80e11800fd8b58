"""``python -m ai.gomoku.train.starts``: make the even starts of freestyle Gomoku (`games.starts`).

Stones at random in the middle of the board, of which those positions are kept that are even: by searches of
more and more nodes, the expected result of the side to move is at most EVEN away from a draw. Of positions
that are images of one another one is kept. The same seed gives the same starts on every machine.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

from ai.base import Limit
from ai.gomoku.board import board_of, rules_of
from ai.gomoku.engine import FULL
from ai.gomoku.root import SearchMemory, decide, expected_result
from games.base import Move
from games.gomoku import GOMOKU, GomokuPosition
from games.starts import path_of
from games.symmetry import canonical

VARIANT = "freestyle-15"
STONES = 5
EVEN = 0.15
_SEARCHES = {3_000: 0.4, 20_000: 0.25, 250_000: EVEN, 1_000_000: EVEN}
"""By nodes, how far the result may be from a draw: the first two searches only sieve.

The last search is needed: of 15 positions that are even for 250,000 nodes, four are more than 0.25 away
from a draw for 2,500,000.
"""
_PLAN = replace(FULL, variety=0)
_MIDDLE = [Move(f"{column}{row}") for column in "efghijk" for row in range(5, 12)]


def is_even(position: GomokuPosition, memory: SearchMemory) -> bool:
    """Whether neither side is ahead, by all searches."""
    board, rules = board_of(position), rules_of(position.variant)
    for nodes, widest in _SEARCHES.items():
        verdict = decide(
            board, rules, int(position.to_move), _PLAN, Limit(3600.0, nodes=nodes, seed=0), memory
        )
        if verdict.proven or abs(expected_result(verdict.value)) > widest:
            return False
    return True


def candidates(seed: int) -> Iterator[tuple[list[Move], GomokuPosition]]:
    """Stones at random, as moves and as a position; of images of one another one."""
    rng, seen = random.Random(seed), set[bytes]()
    while True:
        position, moves = GOMOKU.start(VARIANT), rng.sample(_MIDDLE, STONES)
        for move in moves:
            position = position.play(move)
        image = canonical(position)
        if image is not None and image.key not in seen:
            seen.add(image.key)
            yield moves, position


def even_starts(seed: int) -> Iterator[list[Move]]:
    """The moves of even starts, one after the other."""
    memory = SearchMemory()
    return (moves for moves, position in candidates(seed) if is_even(position, memory))


def main() -> None:
    """Make the starts, and write them where the bot reads them."""
    parser = argparse.ArgumentParser(prog="python -m ai.gomoku.train.starts", description=__doc__)
    parser.add_argument("--count", type=int, default=70, help="how many (70)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=path_of(GOMOKU.slug, VARIANT), help="the file to write")
    options = parser.parse_args()
    lines = [f"# python -m {parser.prog.split()[-1]} --count {options.count} --seed {options.seed}"]
    for number, moves in enumerate(islice(even_starts(options.seed), options.count), 1):
        lines.append("".join(moves))
        if number % 10 == 0:
            sys.stdout.write(f"{number}: {lines[-1]}\n")
            sys.stdout.flush()
    options.out.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
