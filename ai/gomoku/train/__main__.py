"""``python -m ai.gomoku.train``: learn the engine's values from its own games.

The engine plays rounds of games against itself in every variant, some thousand nodes a move, each round with
the values learned from the rounds before. After each round the values are fitted to all games, a network over
them is trained, and the errors on held-out games are printed. A stopped run resumes from its folder.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ai.gomoku.train.pipeline import TrainingOptions, train
from ai.gomoku.values import TRAINED

_HELP = {
    "rounds": "rounds of playing and learning",
    "games": "games in a round",
    "nodes": "nodes searched for a move",
    "workers": "processes that play",
}


def main(arguments: list[str]) -> None:
    """Train as the command line says, and write the values."""
    parser = argparse.ArgumentParser(prog="python -m ai.gomoku.train", description=__doc__)
    defaults = TrainingOptions()
    parser.add_argument("--folder", type=Path, default=Path("var/gomoku-training"), help="working folder")
    parser.add_argument("--out", type=Path, default=TRAINED, help="where the values are written")
    for name, text in _HELP.items():
        default = getattr(defaults, name)
        parser.add_argument(f"--{name}", type=int, default=default, help=f"{text} ({default})")
    given = parser.parse_args(arguments)
    options = TrainingOptions(given.rounds, given.games, given.nodes, given.workers)
    values = train(options, given.folder)
    values.save(given.out)
    print(f"written: {given.out}, {given.out.stat().st_size // 1024} KB")  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1:])
