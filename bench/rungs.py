"""``python -m bench.rungs GAME``: how sure distances between strengths are, from the games of `bench.scale`.

Nothing is played. A strength is on the straight line between two skills, so its Elo points are a mean of
theirs, and the margin of the distance between two strengths follows from the covariance of the skills. The
first table has strengths 100 points apart, the second one levels.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ai.human.scale import TOP_LEVEL, Scale
from ai.level import Level
from bench.checkpoint import read
from bench.ladder import Result
from bench.scale import FULL, LEVEL_1, SKILLS, fitted, smooth_elos, won_by
from games import GAMES

_FOLDER = Path("var/scale")
_STEP = 100
_SURE = 1.96


def margins(measured: Scale, covariance: NDArray[np.float64], strengths: Sequence[float]) -> list[float]:
    """Return the 95 % margin of each step between neighbors of some strengths.

    ``covariance`` is that of the skills of a scale and of the full engine.
    """
    weights = [_weights(measured, strength) for strength in strengths]
    steps = [higher - lower for lower, higher in pairwise(weights)]
    return [_SURE * math.sqrt(max(0.0, float(step @ covariance @ step))) for step in steps]


def _weights(measured: Scale, strength: float) -> NDArray[np.float64]:
    """How much each skill, and the full engine, counts for a strength."""
    known = [*(rung.elo for rung in measured.rungs), measured.full]
    return np.array([np.interp(strength, known, own) for own in np.eye(len(known))])


def expected(step: float) -> float:
    """Return the score that is expected of the stronger of two players, by their distance."""
    return 1 / (1 + 10 ** (-step / 400))


def markdown(measured: Scale, covariance: NDArray[np.float64]) -> str:
    """Format both tables."""
    hundreds = [strength for strength in measured.playable if strength % _STEP == 0]
    levels = [measured.strength(Level(str(number))) for number in range(1, TOP_LEVEL + 1)]
    lines = [
        _row("strength", map(str, hundreds)),
        _row("---", ["---"] * len(hundreds)),
        _row("±", ["", *(f"{margin:.0f}" for margin in margins(measured, covariance, hundreds))]),
        "",
        _row("level", map(str, range(1, TOP_LEVEL + 1))),
        _row("---", ["---"] * TOP_LEVEL),
        _row("step", ["", *(f"{above - below:.0f}" for below, above in pairwise(levels))]),
        _row("±", ["", *(f"{margin:.0f}" for margin in margins(measured, covariance, levels))]),
        _row("expected", ["", *(f"{expected(above - below):.0%}" for below, above in pairwise(levels))]),
    ]
    return "\n".join(lines) + "\n"


def _row(name: str, cells: Iterable[str]) -> str:
    return f"| {' | '.join((name, *cells))} |"


def main(words: list[str]) -> int:
    """Print the tables; return the exit status."""
    parser = argparse.ArgumentParser("python -m bench.rungs", description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--folder", type=Path, default=_FOLDER, help="where `bench.scale` saved its games")
    options = parser.parse_args(words)
    slug, variant = options.game, GAMES[options.game].variants[0]
    skills = SKILLS[slug]
    names = [f"{skill:g}" for skill in skills]
    players = {*names, FULL}
    results = [
        result
        for result in read(options.folder / f"{slug}-{variant}.jsonl", Result)
        if {result.first, result.second} <= players
    ]
    if not results:
        parser.error(f"{options.folder} has no games of {slug}: play them by `python -m bench.scale {slug}`")
    _, covariance = smooth_elos(skills, won_by([*names, FULL], results))
    print(markdown(fitted(names, variant, results, LEVEL_1[slug]), covariance))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
