"""``python -m ai.othello.train``: learn Othello's evaluation from nothing, or resume from its folder."""

from __future__ import annotations

import argparse
from pathlib import Path

from ai.othello import weights
from ai.othello.train.pipeline import TrainingRun, say
from ai.othello.train.probcut import measure
from ai.othello.weights import Weights


def main() -> None:
    """Learn, and write the weights where the engine loads them."""
    options = _options()
    out = options.out or weights.path_of(options.board)
    if options.probcut:
        stages = weights.load(out, options.board).stages
    else:
        training = TrainingRun(
            options.board,
            tuple(options.positions),
            options.folder,
            tuple(options.games),
            options.jobs,
            options.seed,
        )
        stages = training.run().stages
    blank = Weights(stages, weights.of_squares(options.board).errors)
    errors = measure(options.board, blank, options.searched, options.seed)
    weights.save(out, options.board, Weights(stages, errors))
    say(f"{out}: {out.stat().st_size / 1e6:.1f} MB")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m ai.othello.train", description=__doc__)
    add = parser.add_argument
    add("--board", type=int, choices=(8, 6), default=8, help="squares a side (8)")
    add(
        "--positions",
        type=int,
        nargs="+",
        default=[10_000, 200_000],
        help="positions per stage, round by round",
    )
    add("--games", type=int, nargs="*", default=[60_000, 60_000], help="whole games played after that")
    add("--searched", type=int, default=100, help="positions to measure them on (100)")
    add("--probcut", action="store_true", help="only measure the errors for ProbCut again")
    add("--jobs", type=int, default=2, help="processes (2)")
    add("--seed", type=int, default=1)
    add("--folder", type=Path, default=Path("var/othello-train"), help="where it keeps what it has made")
    add("--out", type=Path, help="the file to write (the engine's own)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
