"""Which tau predicts best, in simulated clubs whose members' strengths are known.

``python -m bench.rating_simulation`` plays matches between people whose strengths drift, some of whom learn
quickly, and rates them one by one as `data.ratings.rerating` does. It prints, for each tau, the logarithmic
loss of the predictions for people with some matches, and how far the ratings are off, in points. With real
matches, ``daeguk rerate --dry-run --tau`` does the same.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from data.ratings.categories import Category
from data.ratings.rerating import Ladder
from data.ratings.values import RatedMatch
from games.base import Side

TAUS = (0.2, 0.3, 0.5, 0.75, 1.0, 1.2)
_DAY = 86_400.0
_KNOWN = 5  # matches of both, from which on a prediction counts


@dataclass(frozen=True, slots=True)
class Club:
    """A simulated club; strengths are in rating points."""

    name: str
    people: int
    matches: int
    days: float
    drift: float
    """The standard deviation of the change of a strength in 30 days."""
    learners: float = 0.0
    """The share of people who gain `gain` points over the whole time."""
    gain: float = 0.0


CLUBS = (
    Club("small, steady", 30, 1_500, 365, 15),
    Club("large, steady", 400, 20_000, 365, 15),
    Club("large, drifting", 400, 20_000, 365, 60),
    Club("large, with learners", 400, 20_000, 365, 15, learners=0.2, gain=500),
)


def played(club: Club, seed: int) -> Iterator[tuple[RatedMatch, float, float]]:
    """The matches of a club, with both true strengths; people of like strength meet more often."""
    dice = random.Random(seed)
    strengths = [dice.gauss(1500, 250) for _ in range(club.people)]
    learns = [club.gain if dice.random() < club.learners else 0.0 for _ in range(club.people)]
    step = club.days / club.matches
    for number in range(club.matches):
        first, second = _pair(strengths, dice)
        for one in (first, second):  # who plays rarely has as much drift between two matches, on average
            share = club.people / 2 * step
            strengths[one] += dice.gauss(0, club.drift * math.sqrt(share / 30))
            strengths[one] += learns[one] * share / club.days
        expected = 1 / (1 + 10 ** ((strengths[second] - strengths[first]) / 400))
        winner = Side.FIRST if dice.random() < expected else Side.SECOND
        moment = number * step * _DAY
        match = RatedMatch(
            number, Category.OTHELLO, "8x8", first + 1, second + 1, winner, moment, None, None, None
        )
        yield match, strengths[first], strengths[second]


def _pair(strengths: list[float], dice: random.Random) -> tuple[int, int]:
    while True:
        first, second = dice.sample(range(len(strengths)), 2)
        if dice.random() < math.exp(-abs(strengths[first] - strengths[second]) / 300):
            return first, second


def measure(club: Club, tau: float, seed: int) -> tuple[float, float]:
    """The logarithmic loss, and the mean error of a rating in points."""
    ladder, known = Ladder(tau), Counter[int]()
    losses, errors = list[float](), list[float]()
    for match, *strengths in played(club, seed):
        before, _ = ladder.rate(match)
        if min(known[match.first_id], known[match.second_id]) >= _KNOWN:
            losses.append(ladder.losses[-1])
            errors += [abs(one.value - strength) for one, strength in zip(before, strengths, strict=True)]
        known.update((match.first_id, match.second_id))
    return statistics.fmean(losses), statistics.fmean(errors)


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=3, help="how many times each club is simulated")
    options = parser.parse_args()
    print("| club | " + " | ".join(f"τ {tau}" for tau in TAUS) + " |")
    print("| --- |" + " --- |" * len(TAUS))
    for club in CLUBS:
        cells = []
        for tau in TAUS:
            found = [measure(club, tau, seed) for seed in range(options.seeds)]
            lost, off = (statistics.fmean(values) for values in zip(*found, strict=True))
            cells.append(f"{lost:.4f}, {off:.0f}")
        print(f"| {club.name} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
