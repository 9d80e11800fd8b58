"""``python -m ai.go.train``: learn the priors of moves from the engine's own games.

The engine plays itself, and the visits of its searches are stored in a folder, one line of JSON per game. A
stopped run resumes, and one that wants more games plays only the missing ones, with the weights learned so
far. Three moves in ten get ``--playouts`` simulations; the others are quick. From the games the strengths of
features are fitted (`ai.go.train.fit`).
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

from ai.go.move_features import LEARNED
from ai.go.train.fit import learn
from ai.go.train.self_play import collect

HELD_OUT = 10
"""One game in this many is held out from learning, to measure the error."""


def main(arguments: list[str]) -> None:
    """Play the missing games, learn, and write the weights."""
    parser = argparse.ArgumentParser(prog="python -m ai.go.train", description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path("var/go-training"), help="where games are kept")
    parser.add_argument("--out", type=Path, default=LEARNED, help="where the weights are written")
    parser.add_argument("--size", type=int, choices=(9, 13, 19), default=9, help="the board's lines (9)")
    parser.add_argument("--games", type=int, default=675, help="how many games to learn from (675)")
    parser.add_argument("--playouts", type=int, default=1500, help="of a long search (1500)")
    parser.add_argument("--quick", type=int, default=150, help="of a quick one (150)")
    given = parser.parse_args(arguments)
    games = list(collect(given.folder, given.size, given.games, given.playouts, given.quick))
    kept = [game for number, game in enumerate(games) if number % HELD_OUT]
    weights, report = learn(kept, games[::HELD_OUT])
    with given.out.open("wb") as file:
        np.savez_compressed(file, weights=weights)
    print(f"{len(games)} games; {report}\nwritten: {given.out}, {given.out.stat().st_size // 1024} KB")  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1:])
