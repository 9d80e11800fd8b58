"""``python -m bench.ladder GAME``: the levels' strengths, as Elo with 95 % intervals of each step.

Every pair of levels plays balanced openings, each twice with sides exchanged. Ratings come from
`bench.bradley_terry`; a draw counts as half a win for each side. Two virtual draws per pair give a level that
wins every game a finite rating. For a solved game `bench.errors` also counts how often each level gives a
result away.

Games are saved, one line each, and the next run continues from them. ``--at-most`` shortens the moves of slow
levels: a ladder in an hour instead of a day. ``--rungs`` plays every hundredth strength instead of levels.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np

from ai.base import Limit, UnknownLevel, engine, levels, limit_of, limits, parse_level, solved
from ai.human.scale import scale_of
from bench.bradley_terry import covariance, fit
from bench.checkpoint import read, run_remaining
from bench.errors import judged, rates
from games import GAMES
from games.base import Move, Position, Side

_FOLDER = Path("var/ladder")
_PLIES = (2, 6)
"""The least and most random plies of an opening."""
_EVEN = 0.4
"""An opening with a score farther from 0 is left out, unless the game itself is decided."""
_LONGEST = 400
"""A game of so many plies counts as a draw."""
_VIRTUAL_DRAWS = 2.0
_ELO = 400 / math.log(10)
_SURE = 1.96
_RUNG = 100
"""How many Elo points two strengths of ``--rungs`` should be apart."""


@dataclass(frozen=True, slots=True)
class Result:
    """A game: the levels of FIRST and SECOND, the opening, and FIRST's score (0, 0.5, 1)."""

    first: str
    second: str
    opening: tuple[Move, ...]
    score: float
    plies: int


@dataclass(frozen=True, slots=True)
class Rating:
    """A level's Elo above the weakest, the step from the level below, and its score against that.

    ``margin`` is the 95 % margin of the step, ``errs`` the share of the positions of `bench.errors` in which
    the level gave a win or a draw away.
    """

    level: str
    elo: float
    step: float | None
    margin: float | None
    games: int
    over_last: float | None
    errs: float | None = None


def openings(slug: str, variant: str, count: int) -> list[tuple[Move, ...]]:
    """Return ``count`` different openings, as even as the game allows, and repeatable."""
    dice, chosen, tried = random.Random(f"{slug} {variant}"), list[tuple[Move, ...]](), 0
    while len(chosen) < count:
        position, moves = GAMES[slug].start(variant), list[Move]()
        for _ in range(dice.randint(*_PLIES)):
            move = dice.choice(position.legal_moves())
            position = position.play(move)
            moves.append(move)
            if position.outcome() is not None:
                break
        else:
            tried += 1
            # After so many tries the game itself is decided; each opening is played from both sides.
            decided = tried > 50 * count
            if tuple(moves) not in chosen and (decided or is_even(slug, position)):
                chosen.append(tuple(moves))
    return chosen


def is_even(slug: str, position: Position) -> bool:
    """Whether the full engine sees little advantage for either side."""
    return abs(judged(slug, position).score) <= _EVEN


def play(
    slug: str,
    variant: str,
    first: str,
    second: str,
    opening: tuple[Move, ...],
    at_most: float = math.inf,
) -> Result:
    """Play a game from an opening; its random seed follows from the levels and the opening.

    ``at_most`` limits the seconds per move.
    """
    dice, position = random.Random(f"{first} {second} {opening}"), GAMES[slug].start(variant)
    for move in opening:
        position = position.play(move)
    sides = {Side.FIRST: parse_level(slug, first), Side.SECOND: parse_level(slug, second)}
    moves, known, seeds = list(opening), limits(slug), {side: dice.getrandbits(32) for side in sides}
    while (outcome := position.outcome()) is None and len(moves) < _LONGEST:
        level = sides[position.to_move]
        usual = limit_of(slug, level, known)
        limit = Limit(min(usual.seconds, at_most), usual.nodes, seeds[position.to_move])
        moves.append(engine(slug).choose(position, level, limit, moves).move)
        position = position.play(moves[-1])
    winner = None if outcome is None else outcome.winner
    score = 0.5 if winner is None else float(winner is Side.FIRST)
    return Result(first, second, opening, score, len(moves))


def schedule(
    names: Sequence[str], begun: Sequence[tuple[Move, ...]], apart: int | None = None
) -> Iterator[tuple[str, str, tuple[Move, ...]]]:
    """List the games to play, by opening, so that an unfinished run is balanced too.

    ``apart`` limits the distance between the two levels; None pairs all.
    """
    for opening in begun:
        for (place, level), (other_place, other_level) in combinations(enumerate(names), 2):
            if apart is None or other_place - place <= apart:
                yield level, other_level, opening
                yield other_level, level, opening


def ratings(
    names: Sequence[str], results: Sequence[Result], errs: Mapping[str, float] | None = None
) -> list[Rating]:
    """Compute Bradley-Terry ratings as Elo above the weakest, and add the known shares of errors."""
    won = np.zeros((len(names), len(names)))
    place = {name: at for at, name in enumerate(names)}
    for result in results:
        first, second = place[result.first], place[result.second]
        won[first, second] += result.score
        won[second, first] += 1 - result.score
    played = won + won.T
    prior = np.where(played > 0, _VIRTUAL_DRAWS / 2, 0.0)
    fitted = fit(won + prior)
    elos, spread = _ELO * np.log(fitted / fitted[0]), covariance(fitted, played + 2 * prior)
    rated = list[Rating]()
    for at, name in enumerate(names):
        step = margin = over = None
        if at:
            below = at - 1
            step = float(elos[at] - elos[below])
            margin = _SURE * _ELO * math.sqrt(spread[at, at] + spread[below, below] - 2 * spread[at, below])
            over = float(won[at, below] / played[at, below]) if played[at, below] else None
        games, wrong = int(played[at].sum()), (errs or {}).get(name)
        rated.append(Rating(name, float(elos[at]), step, margin, games, over, wrong))
    return rated


def markdown(slug: str, variant: str, rated: Sequence[Rating]) -> str:
    """Format the ratings as a table, the strongest last."""
    lines = [
        f"## {slug}, {variant}",
        "",
        "| level | Elo | step | ± | games | against the one below | errs |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for rating in rated:
        over = "" if rating.over_last is None else f"{rating.over_last:.0%}"
        wrong = "" if rating.errs is None else f"{rating.errs:.1%}"
        step = "" if rating.step is None else f"{rating.step:.0f}"
        margin = "" if rating.margin is None else f"{rating.margin:.0f}"
        cells = rating.level, f"{rating.elo:.0f}", step, margin, str(rating.games), over, wrong
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def main(words: list[str]) -> int:
    """Play the remaining games and write the table; return the exit status."""
    parser = argparse.ArgumentParser("python -m bench.ladder", description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--variant", help="default: the game's first")
    parser.add_argument("--levels", nargs="+", help="levels or strengths; default: all eight levels")
    parser.add_argument("--rungs", action="store_true", help=f"strengths {_RUNG} points apart instead")
    parser.add_argument(
        "--openings", type=_count, default=10, help="each is played twice by every pair of levels"
    )
    parser.add_argument("--apart", type=_count, help="the largest distance between two levels; default: any")
    parser.add_argument("--at-most", type=_seconds, metavar="S", help="the most seconds per move")
    parser.add_argument(
        "--positions", type=_count, default=500, help="positions of a solved game in which errors are counted"
    )
    parser.add_argument("--folder", type=Path, default=_FOLDER, help="where games and table are saved")
    options = parser.parse_args(words)
    variant = options.variant or GAMES[options.game].variants[0]
    names = options.levels or [level for level in levels(options.game) if level.number is not None]
    if options.rungs:
        names = [str(strength) for strength in scale_of(options.game).playable if strength % _RUNG == 0]
    try:
        for name in names:
            parse_level(options.game, name)
    except UnknownLevel as problem:
        parser.error(str(problem))
    if len(set(names)) < max(2, len(names)):
        parser.error(f"--levels: two or more, each once, not {' '.join(names)}")
    if variant not in GAMES[options.game].variants:
        parser.error(f"{options.game} has no variant {variant}")
    options.folder.mkdir(parents=True, exist_ok=True)
    held = "" if options.at_most is None else f"-{options.at_most:g}s"
    path = options.folder / f"{options.game}-{variant}{held}.jsonl"
    wanted = list(schedule(names, openings(options.game, variant, options.openings), options.apart))
    results = _played(options.game, variant, wanted, path, options.at_most)
    among = [r for r in results if {r.first, r.second} <= set(names)]
    errs = dict[str, float]()
    if solved(options.game):
        answers = path.with_name(f"{path.stem}-errors.jsonl")
        errs = rates(options.game, variant, names, answers, options.positions, options.at_most or math.inf)
    rated = ratings(names, among, errs)
    table = markdown(options.game, variant, rated)
    path.with_suffix(".md").write_text(table)
    print(table)
    return 0


def _count(text: str) -> int:
    if (count := int(text)) < 1:
        raise ValueError(text)
    return count


def _seconds(text: str) -> float:
    if not (seconds := float(text)) > 0:
        raise ValueError(text)
    return seconds


def _played(
    slug: str,
    variant: str,
    wanted: list[tuple[str, str, tuple[Move, ...]]],
    path: Path,
    at_most: float | None,
) -> list[Result]:
    results = list(read(path, Result))
    done = {(result.first, result.second, result.opening) for result in results}
    left = [game for game in wanted if game not in done]
    at_most = at_most or math.inf
    results += run_remaining(path, left, lambda game: play(slug, variant, *game, at_most), "games")
    return results


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
