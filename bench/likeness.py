"""``python -m bench.likeness GAME …``: how well matches show somebody's strength, with simulated people.

Each person is a player of `ai.human` of a strength anywhere between the weakest and the strongest, and plays
three matches against ``auto``. After each, `bot.match.estimated_level` estimates the strength from the
results and the moves so far. Then, as people of another kind, `bench.first_timers` play three matches each.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections.abc import Callable, Sequence

from ai import base, strengths
from ai.base import Limit
from ai.human.scale import mind_of, scale_of
from bench.first_timers import FIRST_TIMERS
from bench.first_timers import Player as Beginner
from bot.match.auto_level import auto_level
from bot.match.estimated_level import estimates
from bot.match.report import MIN_OWN_MOVES
from data.model.rating_categories import category_of
from data.ratings.store import LevelResult
from data.ratings.values import Estimate
from games import GAMES
from games.base import Move, Position, Record, Side

MATCHES = 3
_LONGEST = 250
"""A match of more moves is a draw."""
_SECONDS = 10.0

Player = Callable[[Position, Sequence[Move]], Move]


def played(slug: str, variant: str, level: str, player: Player, side: Side, seed: int) -> LevelResult:
    """A match of a player against a level: the score, and how likely the moves are of each rung."""
    position, moves, logs = GAMES[slug].start(variant), list[Move](), list[tuple[float, ...]]()
    mind = mind_of(slug, level)
    assert mind is not None
    while (outcome := position.outcome()) is None and len(moves) < _LONGEST:
        if position.to_move is side:
            move = player(position, moves)
            likelihoods = base.likelihoods(Record(slug, variant, tuple(moves)), move)
            if likelihoods:
                logs.append(likelihoods)
        else:
            move = base.engine(slug).imitate(position, mind, Limit(_SECONDS, seed=seed), moves).move
        position = position.play(move)
        moves.append(move)
    score = 0.5 if outcome is None or outcome.winner is None else float(outcome.winner is side)
    sums = tuple(map(sum, zip(*logs, strict=True))) if len(logs) >= MIN_OWN_MOVES else ()
    return LevelResult(level, score, variant, 0.0, sums)


def estimated(slug: str, player: Player, dice: random.Random) -> list[Estimate | None]:
    """What is known of a player after each match against ``auto``."""
    variant, category = scale_of(slug).variant, category_of(slug, scale_of(slug).variant)
    results, known = list[LevelResult](), list[Estimate | None]()
    first = dice.randrange(2)
    for number in range(MATCHES):
        level = auto_level(slug, variant, results, 0.0)
        side = list(Side)[(first + number) % 2]
        results.insert(0, played(slug, variant, level, player, side, dice.getrandbits(40)))
        known.append(estimates({category: results}).get(category))
    return known


def somebody(slug: str, strength: float, dice: random.Random) -> Player:
    """A player of `ai.human` of a strength."""
    mind, seed = mind_of(slug, str(round(strength))), dice.getrandbits(40)
    assert mind is not None
    return lambda position, moves: (
        base.engine(slug).imitate(position, mind, Limit(_SECONDS, seed=seed), moves).move
    )


def _beginner(play: Beginner, dice: random.Random) -> Player:
    return lambda position, _: play(position, dice)


def measure(slug: str, people: int) -> None:
    """Print the table of a game."""
    dice, playable = random.Random(f"likeness {slug}"), strengths.playable(slug)
    errors: list[list[float]] = [[] for _ in range(MATCHES)]
    inside, margins = 0, list[float]()
    for _ in range(people):
        strength = dice.uniform(playable[0], playable[-1])
        known = estimated(slug, somebody(slug, strength, dice), dice)
        for number, estimate in enumerate(known):
            if estimate is not None:
                errors[number].append(abs(estimate.strength - strength))
        if known[-1] is not None:
            inside += abs(known[-1].strength - strength) <= known[-1].margin
            margins.append(known[-1].margin)
    means = " · ".join(f"{statistics.fmean(each):.0f}" if each else "–" for each in errors)
    print(f"{slug}: {people} people, mean error after 1, 2, 3 matches {means}", flush=True)
    margin = f"{statistics.fmean(margins):.0f}" if margins else "–"
    print(f"  after 3: inside the margin {inside / people:.0%}, mean margin {margin}", flush=True)
    for name, beginner in FIRST_TIMERS.items():
        last = estimated(slug, _beginner(beginner, dice), dice)[-1]
        print(f"  a {name} first-timer: {last}", flush=True)


def main() -> None:
    """Measure the games that are named."""
    parser = argparse.ArgumentParser(prog="python -m bench.likeness")
    parser.add_argument("games", nargs="*", choices=[*GAMES, []], default=[*GAMES])
    parser.add_argument("--people", type=int, default=40)
    arguments = parser.parse_args()
    for slug in arguments.games:
        measure(slug, arguments.people)


if __name__ == "__main__":
    main()
