"""``python -m bench.scale GAME``: the Elo points of the skills of `ai.human`.

Skills play their neighbors and the next but one, on openings of a few random moves, each twice with sides
exchanged. One fit gives all strengths. The full engine joins by matches against the strongest skills. Games
are saved, one line each, and the next run continues from them. ``--keep`` writes ``ai/<slug>/scale.json``, by
which `ai.human.scale` finds the skill of a strength.

``--up-to SKILL`` measures the skills up to that one, and leaves the distances of stronger ones as they are.
``--beginners`` plays the modeled first-timers of `bench.first_timers` against the weakest skills instead.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ai.base import ADVISER, Limit, engine, limits, solved
from ai.human import scale
from ai.human.mind import Mind
from bench.checkpoint import read, run_remaining
from bench.errors import judged
from bench.first_timers import FIRST_TIMERS
from bench.ladder import Result, is_even
from games import GAMES
from games.base import Move, Position, Side
from games.go import GoPosition
from games.gomoku import GomokuPosition

SKILLS: dict[str, tuple[float, ...]] = {
    "othello": (-3, -1, -0.9, -0.8, -0.65, -0.5, -0.25, 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 17),
    "gomoku": (-4, -2, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14),
    "go": (-10, -8, -6, -4, -2.5, -1, 0, 1, 2, 3, 4.5, 6, 7.5, 9, 10.5, 12),
    "twelve_janggi": (-2, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14),
    "hare_and_hounds": (-2, 0, 1, 2, 3, 4, 5, 6, 7),
}
"""The rungs of each game. The first is the weakest opponent that the game has."""
LEVEL_1: dict[str, float] = {
    "othello": -1,
    "gomoku": 1,
    "go": -6,
    "twelve_janggi": 2,
    "hare_and_hounds": 0,
}
"""The skill of level 1 in each game."""
FULL = "full"
"""The name of the full engine, which is level 8."""
_FOLDER = Path("var/scale")
_PLIES = (2, 6)
_LASTS = 16
"""In a solved game, openings are drawn or won in no fewer plies than this."""
_LONGEST = 400
"""A game of so many plies counts as a draw."""
_APART = 2
"""How many rungs apart two skills are that play each other, if nothing else is said."""
_FULL_APART = 2
"""How many of the strongest skills play the full engine."""
_PATIENT = 60.0
_BEND = 40.0
"""By how many Elo points a point of skill, or less from rung to rung, is worth more or less than before."""
_VIRTUAL_DRAWS = 2.0
_STEPS = 50
_ELO, _SURE = 400 / math.log(10), 1.96

Player = Callable[[Position, Sequence[Move], int], Move]
"""Chooses a move in a position after moves, with the player's seed in this game."""


@dataclass(frozen=True, slots=True)
class Job:
    """A game to play: the names of FIRST and SECOND, and the number of its opening."""

    first: str
    second: str
    opening: int


@cache
def opening(slug: str, variant: str, number: int) -> tuple[Move, ...]:
    """Return an even opening of a few random moves, near one another where the game allows it."""
    dice = random.Random(f"{slug} {variant} {number}")
    while True:
        position, moves = GAMES[slug].start(variant), list[Move]()
        for _ in range(dice.randint(*_PLIES)):
            moves.append(dice.choice(_central(position)))
            position = position.play(moves[-1])
            if position.outcome() is not None:
                break
        else:
            if (_is_open if solved(slug) else is_even)(slug, position):
                return tuple(moves)


def _is_open(slug: str, position: Position) -> bool:
    # Whether a solved game is a draw or lasts: all skills win what is won in a few moves.
    best = judged(slug, position)
    return best.score == 0 or (best.plies or 0) >= _LASTS


def _central(position: Position) -> Sequence[Move]:
    # In Gomoku and Go, points near the middle: far from it, a stone counts for little.
    moves = position.legal_moves()
    if isinstance(position, GomokuPosition):
        places = {name: divmod(at, position.size) for at, name in position.board.names.items()}
    elif isinstance(position, GoPosition):
        places = {Move(name): divmod(at, position.size) for name, at in position.board.index.items()}
    else:
        return moves
    low, high = position.size // 3 - 1, position.size - position.size // 3
    return [move for move in moves if move in places and all(low <= at <= high for at in places[move])]


def player_of(slug: str, name: str, at_most: float) -> Player:
    """Return who plays under a name: a first-timer, the full engine, or a skill."""
    if name in FIRST_TIMERS:
        return lambda position, moves, seed: FIRST_TIMERS[name](
            position, random.Random(f"{seed} {len(moves)}")
        )
    if name == FULL:
        seconds = min(at_most, limits(slug)[ADVISER].seconds)
        return lambda position, moves, seed: (
            engine(slug).choose(position, ADVISER, Limit(seconds, seed=seed + len(moves)), moves).move
        )
    mind = Mind(float(name))
    return lambda position, moves, seed: (
        engine(slug).imitate(position, mind, Limit(_PATIENT, seed=seed), moves).move
    )


def play(slug: str, variant: str, at_most: float, job: Job) -> Result:
    """Play a game; its random numbers follow from the players and the opening."""
    dice, position = random.Random(f"{job}"), GAMES[slug].start(variant)
    begun = opening(slug, variant, job.opening)
    players = {
        Side.FIRST: player_of(slug, job.first, at_most),
        Side.SECOND: player_of(slug, job.second, at_most),
    }
    seeds = {side: dice.getrandbits(32) for side in players}
    moves = list(begun)
    for move in begun:
        position = position.play(move)
    while (outcome := position.outcome()) is None and len(moves) < _LONGEST:
        side = position.to_move
        moves.append(players[side](position, moves, seeds[side]))
        position = position.play(moves[-1])
    winner = None if outcome is None else outcome.winner
    score = 0.5 if winner is None else float(winner is Side.FIRST)
    return Result(job.first, job.second, begun, score, len(moves))


def schedule(names: Sequence[str], openings: int, full_openings: int, apart: int = _APART) -> Iterator[Job]:
    """List the games to play, by opening, so that an unfinished run is balanced too."""
    for number in range(openings):
        for at, name in enumerate(names):
            for other in names[at + 1 : at + 1 + apart]:
                yield Job(name, other, number)
                yield Job(other, name, number)
        if number < full_openings:
            for name in names[-_FULL_APART:]:
                yield Job(name, FULL, number)
                yield Job(FULL, name, number)


def first_timers(names: Sequence[str], openings: int) -> Iterator[Job]:
    """List the games of the first-timers against the weakest skills."""
    for number in range(openings):
        for name in names:
            for beginner in FIRST_TIMERS:
                yield Job(beginner, name, number)
                yield Job(name, beginner, number)


def fitted(names: Sequence[str], variant: str, results: Sequence[Result], level_1: float) -> scale.Scale:
    """Fit the strengths of the skills and the full engine, given the skill of level 1.

    Maximum likelihood of the Bradley-Terry model, with a prior that the Elo points for a point of skill
    change little from one rung to the next: by `_BEND`, as a standard deviation. A skill that seems weaker
    than the one below it is given its strength and one point.
    """
    skills = [float(name) for name in names]
    won = won_by([*names, FULL], results)
    elos, covariance = smooth_elos(skills, won)
    first = skills.index(level_1)
    elos += scale.LEVEL_1 - elos[first]
    rungs, elo = list[scale.Rung](), -math.inf
    for at, skill in enumerate(skills):
        elo = max(elo + 1, elos[at])
        below = max(0, at - 1)
        games = won[at].sum() + won[:, at].sum()
        met = won[at, below] + won[below, at] if at else 0
        over = round(float(won[at, below] / met), 3) if met else None
        rungs.append(scale.Rung(skill, round(elo), _margin(covariance, at, below), int(games), over))
    full = round(max(rungs[-1].elo + 1, elos[-1]))
    return scale.Scale(variant, tuple(rungs), full, _margin(covariance, len(skills), first))


def _margin(covariance: NDArray[np.float64], at: int, other: int) -> int:
    """The 95 % margin of the distance between two players, given the covariance of their Elo points."""
    variance = covariance[at, at] + covariance[other, other] - 2 * covariance[at, other]
    return round(_SURE * math.sqrt(max(0.0, variance)))


def joined(known: scale.Scale, measured: scale.Scale, skill: float) -> scale.Scale:
    """Return the rungs of another measurement up to a skill, and a known scale's distances from there on."""
    lower = [rung for rung in measured.rungs if rung.skill <= skill]
    raised = lower[-1].elo - next(rung.elo for rung in known.rungs if rung.skill == skill)
    upper = [replace(rung, elo=rung.elo + raised) for rung in known.rungs if rung.skill > skill]
    return replace(known, rungs=(*lower, *upper), full=known.full + raised)


def won_by(names: Sequence[str], results: Sequence[Result]) -> NDArray[np.float64]:
    """Return the points of each player against each other: shape (players, players)."""
    won, place = np.zeros((len(names), len(names))), {name: at for at, name in enumerate(names)}
    for result in results:
        first, second = place[result.first], place[result.second]
        won[first, second] += result.score
        won[second, first] += 1 - result.score
    return won


def smooth_elos(
    skills: Sequence[float], won: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the Elo points above the first player, and their covariance, by Newton's method."""
    count, played = len(won), won + won.T
    won = won + np.where(played > 0, _VIRTUAL_DRAWS / 2, 0.0)
    played, prior = won + won.T, np.zeros((count, count))
    for at in range(1, len(skills) - 1):
        bend = np.zeros(count)
        below, above = (max(1.0, skills[n] - skills[n - 1]) for n in (at, at + 1))
        bend[at - 1], bend[at], bend[at + 1] = 1 / below, -1 / below - 1 / above, 1 / above
        prior += np.outer(bend, bend) / _BEND**2
    elos = np.zeros(count)
    for _ in range(_STEPS):
        expected = 1 / (1 + 10 ** ((elos[None, :] - elos[:, None]) / 400))
        slope = (won - played * expected).sum(axis=1) / _ELO - prior @ elos
        weight = played * expected * (1 - expected) / _ELO**2
        curve = np.diag(weight.sum(axis=1)) - weight + prior
        inverse = np.linalg.pinv(curve[1:, 1:])
        elos[1:] += inverse @ slope[1:]
    covariance = np.zeros((count, count))
    covariance[1:, 1:] = inverse
    return elos, covariance


def markdown(slug: str, measured: scale.Scale) -> str:
    """Format a scale as a table."""
    lines = [
        f"## {slug}, {measured.variant}: full engine {measured.full:.0f} ± {measured.full_margin:.0f}",
        "",
        "| skill | strength | ± | games | against the one below |",
        "| --- | --- | --- | --- | --- |",
    ]
    for rung in measured.rungs:
        over = "" if rung.over_last is None else f"{rung.over_last:.0%}"
        lines.append(f"| {rung.skill:g} | {rung.elo:.0f} | {rung.margin:.0f} | {rung.games} | {over} |")
    return "\n".join(lines) + "\n"


def beginners_table(results: Sequence[Result]) -> str:
    """Format the scores of the first-timers against each skill."""
    lines = ["| skill | " + " | ".join(FIRST_TIMERS) + " |", "| --- |" + " --- |" * len(FIRST_TIMERS)]
    skills = sorted({r.second for r in results if r.first in FIRST_TIMERS}, key=float)
    for skill in skills:
        scores = []
        for name in FIRST_TIMERS:
            won = [r.score for r in results if (r.first, r.second) == (name, skill)]
            won += [1 - r.score for r in results if (r.first, r.second) == (skill, name)]
            scores.append(f"{sum(won) / len(won):.0%}" if won else "")
        lines.append(f"| {skill} | " + " | ".join(scores) + " |")
    return "\n".join(lines) + "\n"


def main(words: list[str]) -> int:
    """Play the remaining games and write the table; return the exit status."""
    parser = argparse.ArgumentParser("python -m bench.scale", description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--variant", help="default: the game's first")
    parser.add_argument("--openings", type=int, default=100, help="each is played twice by every pair")
    parser.add_argument("--full-openings", type=int, default=10, help="those that the full engine plays")
    parser.add_argument(
        "--apart", type=int, default=_APART, help="the largest distance of two skills, in rungs"
    )
    parser.add_argument("--at-most", type=float, default=1.0, metavar="S", help="its most seconds per move")
    parser.add_argument("--skills", type=float, nargs="+", help="default: the game's rungs")
    parser.add_argument("--up-to", type=float, metavar="SKILL", help="measure only skills up to this one")
    parser.add_argument("--beginners", action="store_true", help="play the first-timers instead")
    parser.add_argument("--folder", type=Path, default=_FOLDER, help="where games and table are saved")
    parser.add_argument("--keep", action="store_true", help="write the scale into the package")
    options = parser.parse_args(words)
    variant = options.variant or GAMES[options.game].variants[0]
    skills, level_1 = options.skills or SKILLS[options.game], LEVEL_1[options.game]
    if options.up_to is not None:
        skills = skills[: skills.index(options.up_to) + 2]  # one more, so that it has a neighbor on each side
    names = [f"{skill:g}" for skill in skills]
    options.folder.mkdir(parents=True, exist_ok=True)
    if options.beginners:
        path = options.folder / f"{options.game}-{variant}-beginners.jsonl"
        jobs = list(first_timers(names if options.skills else names[:3], options.openings))
    else:
        path = options.folder / f"{options.game}-{variant}.jsonl"
        full_openings = options.full_openings if options.up_to is None else 0
        jobs = list(schedule(names, options.openings, full_openings, options.apart))
    results = _played(jobs, names, path, partial(play, options.game, variant, options.at_most))
    if options.beginners:
        print(beginners_table(results))
        return 0
    measured = fitted(names, variant, results, level_1)
    if options.up_to is not None:
        measured = joined(scale.scale_of(options.game), measured, options.up_to)
    table = markdown(options.game, measured)
    path.with_suffix(".md").write_text(table)
    print(table)
    if options.keep:
        scale.write(options.game, measured)
    return 0


def _played(
    jobs: Sequence[Job], names: Sequence[str], path: Path, do: Callable[[Job], Result]
) -> list[Result]:
    # A job is known by its players and by how many games of theirs are before it.
    results = list(read(path, Result))
    played: dict[tuple[str, str], int] = {}
    for result in results:
        played[result.first, result.second] = played.get((result.first, result.second), 0) + 1
    left = [job for job in jobs if job.opening >= played.get((job.first, job.second), 0)]
    results += run_remaining(path, left, do, "games")
    wanted = {*names, *FIRST_TIMERS, FULL}
    return [result for result in results if {result.first, result.second} <= wanted]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
