"""``python -m ai.go.train``: learn from the engine's own games what a good move is. Start reading at `main`.

The engine plays itself, and what it looked at is kept in a folder, a line of JSON a game: a run that was
stopped goes on, and one that wants more games plays only those that are missing, with what was learnt so far.
Of three moves in ten the search looks at ``--playouts`` lines; the others are quick. From the games the
strengths of traits are fitted (`ai.go.train.strengths`).
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

from ai.go.train.games import collect
from ai.go.train.strengths import learn
from ai.go.traits import LEARNT

HELD_OUT = 10
"""One game in so many is not learnt from: it tells the error."""


def main(arguments: list[str]) -> None:
    """Play what is missing, learn, and write the weights."""
    parser = argparse.ArgumentParser(prog="python -m ai.go.train", description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path("var/go-training"), help="where games are kept")
    parser.add_argument("--out", type=Path, default=LEARNT, help="where the weights are written")
    parser.add_argument("--size", type=int, choices=(9, 13, 19), default=9, help="the board's lines (9)")
    parser.add_argument("--games", type=int, default=675, help="how many games to learn from (675)")
    parser.add_argument("--playouts", type=int, default=1500, help="of a long search (1500)")
    parser.add_argument("--quick", type=int, default=150, help="of a quick one (150)")
    given = parser.parse_args(arguments)
    games = list(collect(given.folder, given.size, given.games, given.playouts, given.quick))
    kept = [game for number, game in enumerate(games) if number % HELD_OUT]
    weights, told = learn(kept, games[::HELD_OUT])
    with given.out.open("wb") as file:
        np.savez_compressed(file, weights=weights)
    print(f"{len(games)} games; {told}\nwritten: {given.out}, {given.out.stat().st_size // 1024} KB")  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1:])
