"""``python -m bench.against_people FILE``: how well Othello's strengths predict the moves of people.

The file is from ``python -m bench.human_moves``. Whatever is fitted, is fitted on the first half of the
people; all figures are from the other half. A player of any kind plays any move now and then, with a chance
that is fitted. The log loss is the mean of −ln of the chance of the move that was played, and a match is a
move that was the likeliest one. Intervals are from the bootstrap, by person.
"""

from __future__ import annotations

import argparse
import importlib
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from ai.human.likeness import expectations
from ai.human.mind import Mind
from ai.human.scale import Scale, scale_of
from bench import former_levels
from bench.human_moves import BOUNDS, Seen, Situation, StoredSight, stored
from bench.wthor import MEAN
from games.othello import OthelloPosition

Numbers = NDArray[np.float64]

_NORMAL = NormalDist()
_EDGE_OF_TABLE = 8.0
_STEPS = np.linspace(-_EDGE_OF_TABLE, _EDGE_OF_TABLE, 3201)
_BELOW = np.array([_NORMAL.cdf(step) for step in _STEPS])
_POINTS = np.array([_NORMAL.inv_cdf((number + 0.5) / 15) for number in range(15)])
"""Points of the standard normal distribution, each as likely as the others."""
_SLIPS = (0.01, 0.02, 0.03, 0.05, 0.08, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.8)
_DEPTHS, _HEATS = (1, 2, 4, 6, 8, 10, 12), (0.3, 0.5, 0.7, 1.0, 1.3, 1.6, 2.0, 2.5, 3.0, 4.0, 6.0)
_RESAMPLES = 2000


@dataclass(frozen=True, slots=True)
class Case:
    """A situation, with what is needed again and again.

    ``played`` is the place among the legal moves of the one that was played.
    """

    situation: Situation
    position: OthelloPosition
    seen: Seen
    played: int
    sight: StoredSight


@dataclass(frozen=True, slots=True)
class Forecast:
    """For each case the chance of the move that was played, whether it was the likeliest, and one of all."""

    chance: Numbers
    match: Numbers
    any_move: Numbers

    def with_slip(self, slip: float) -> Numbers:
        """The chances if any move is played so often."""
        return (1 - slip) * self.chance + slip * self.any_move


def best_slip(forecast: Forecast) -> float:
    """The slip of the least log loss."""
    return min(_SLIPS, key=lambda slip: -np.log(forecast.with_slip(slip)).mean())


def forecast(cases: Sequence[Case], chances: Callable[[Case], Numbers]) -> Forecast:
    """What a player's chances of all legal moves say of the moves that were played.

    Of several likeliest moves each is a part of a match.
    """
    chance, match = np.zeros(len(cases)), np.zeros(len(cases))
    for number, case in enumerate(cases):
        dealt = chances(case)
        likeliest = dealt >= dealt.max() - 1e-12
        chance[number] = dealt[case.played]
        match[number] = likeliest[case.played] / likeliest.sum()
    return Forecast(chance, match, np.array([1 / len(case.position.legal_moves()) for case in cases]))


def human(case: Case, mind: Mind) -> Numbers:
    """The chances that a player of the model plays each legal move."""
    legal = case.position.legal_moves()
    total = np.zeros(len(legal))
    at = {move: number for number, move in enumerate(legal)}
    draws = 0
    for expected in expectations(case.sight, mind):
        draws += 1
        total[[at[move] for move in expected]] += best_of(np.array([*expected.values()]) / mind.noise)
    return total / draws


def best_of(worths: Numbers) -> Numbers:
    """How often each of some worths is the greatest, with standard normal noise on all."""
    leads = worths[:, None, None] - worths[None, :, None] + _POINTS
    below = np.interp(leads, _STEPS, _BELOW)
    below[np.arange(len(worths)), np.arange(len(worths))] = 1.0
    chances = below.prod(axis=1).mean(axis=1)
    return np.asarray(chances / chances.sum())


def softmax(case: Case, depth: int, heat: float) -> Numbers:
    """The chances by the values that the engine reads to a depth in plies, at a temperature in units."""
    values = np.array([value for value, _ in case.seen.readings[depth - 1]]) / heat
    powers = np.exp(values - values.max())
    return np.asarray(powers / powers.sum())


def best_heat(cases: Sequence[Case], depth: int) -> float:
    """The temperature of the least log loss, without a slip."""

    def loss(heat: float) -> float:
        return float(-np.log(forecast(cases, partial(softmax, depth=depth, heat=heat)).chance).mean())

    return min(_HEATS, key=loss)


def former(case: Case, level: str) -> Numbers:
    """The chances at a level of before."""
    return former_levels.chances(level, case.position, case.seen.former)


def full(case: Case) -> Numbers:
    """Level 8's move."""
    return np.array([float(move == case.seen.full) for move in case.position.legal_moves()])


def along_rungs(forecasts: Mapping[float, Forecast], skills: Numbers) -> Numbers:
    """The chance of each case's move at its own skill, on straight lines between the rungs' skills."""
    rungs = np.array([*forecasts])
    table = np.array([each.chance for each in forecasts.values()])
    above = np.clip(np.searchsorted(rungs, skills), 1, len(rungs) - 1)
    share = np.clip((skills - rungs[above - 1]) / (rungs[above] - rungs[above - 1]), 0, 1)
    cases = np.arange(len(skills))
    return np.asarray((1 - share) * table[above - 1, cases] + share * table[above, cases])


@dataclass(frozen=True, slots=True)
class Line:
    """The strength of a rating: ``middle`` at the mean rating, ``slope`` points a point."""

    middle: float
    slope: float

    def skill(self, scale: Scale, rating: float) -> float:
        """The skill that plays at a rating."""
        return scale.skill(self.middle + self.slope * (rating - MEAN))


def fit_line(forecasts: Mapping[float, Forecast], elos: Numbers, scale: Scale) -> tuple[Line, float]:
    """Fit the line from ratings to strengths that rises or is level, and the slip."""
    any_move = next(iter(forecasts.values())).any_move
    best, loss = (Line(0.0, 0.0), 0.0), math.inf
    for middle in range(600, 2101, 50):
        for slope in (0.0, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0):
            line = Line(middle, slope)
            skills = np.array([line.skill(scale, elo) for elo in elos])
            chance = along_rungs(forecasts, skills)
            for slip in _SLIPS:
                tried = -np.log((1 - slip) * chance + slip * any_move).mean()
                if tried < loss:
                    best, loss = (line, slip), tried
    return best


def interval(values: Numbers, people: NDArray[np.int64]) -> tuple[float, float]:
    """The 95 % interval of a mean, if the people were others of their kind."""
    _, person = np.unique(people, return_inverse=True)
    sums, counts = np.bincount(person, values), np.bincount(person)
    random = np.random.default_rng(0)
    chosen = random.multinomial(len(sums), np.full(len(sums), 1 / len(sums)), _RESAMPLES)
    low, high = np.quantile(chosen @ sums / (chosen @ counts), (0.025, 0.975))
    return float(low), float(high)


def load(path: Path) -> list[Case]:
    """Read the cases of a file."""
    cases = list[Case]()
    for situation, seen in stored(path):
        position = situation.position
        played = position.legal_moves().index(situation.played)
        cases.append(Case(situation, position, seen, played, StoredSight(position, seen)))
    return cases


Half = tuple[NDArray[np.int64], Mapping[float, Forecast]]
"""The groups of a half's cases, and what each skill predicts for them."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A player's chances and matches on the second half of the people."""

    name: str
    chance: Numbers
    match: Numbers


def compare(cases: Sequence[Case], own_only: bool) -> None:
    """Print the tables; ``own_only``: of the scale's strengths, only those of people's own ratings."""
    scale = scale_of("othello")
    fitting = [case for case in cases if not case.situation.testing]
    tested = [case for case in cases if case.situation.testing]
    people = np.array([case.situation.player for case in tested])
    minds = {rung.skill: partial(human, mind=Mind(rung.skill)) for rung in scale.rungs}
    fitted = {skill: forecast(fitting, chances) for skill, chances in minds.items()}
    line, slip = fit_line(fitted, np.array([case.situation.rating for case in fitting]), scale)
    own = forecast(tested, lambda case: human(case, Mind(line.skill(scale, case.situation.rating))))
    print(f"strength = {line.middle:.0f} + {line.slope} × (rating − {MEAN:.0f}), {slip:.0%} any move")
    judged = [Judged("the strength of the own rating", own.with_slip(slip), own.match)]
    shown = {} if own_only else {skill: forecast(tested, chances) for skill, chances in minds.items()}
    judged += [
        judge(f"strength {rung.elo:.0f}", fitted[rung.skill], shown[rung.skill])
        for rung in scale.rungs
        if shown
    ]
    judged += [
        judge(name, forecast(fitting, chances), forecast(tested, chances))
        for name, chances in _others(fitting)
    ]
    _print_all(judged, people)
    _print_groups(judged, groups_of(tested), people)
    if shown:
        _print_best_strengths(scale, ((groups_of(fitting), fitted), (groups_of(tested), shown)), slip)


def judge(name: str, fitted: Forecast, tested: Forecast) -> Judged:
    """A player with the slip that fits the first half of the people, on the second half."""
    slip = best_slip(fitted)
    return Judged(f"{name}, {slip:.0%} any move", tested.with_slip(slip), tested.match)


def groups_of(cases: Sequence[Case]) -> NDArray[np.int64]:
    """The group of each case's person."""
    return np.array([case.situation.group for case in cases])


def _others(fitting: Sequence[Case]) -> Iterator[tuple[str, Callable[[Case], Numbers]]]:
    """The players who are not of the model, with their chances."""
    for level in (*former_levels.BEGINNERS, *former_levels.PLANS):
        yield f"former level {level}", partial(former, level=level)
    yield "level 8", full
    for depth in _DEPTHS:
        heat = best_heat(fitting, depth)
        yield f"softmax, {depth} plies, {heat} units", partial(softmax, depth=depth, heat=heat)
    yield "any legal move", any_move


def any_move(case: Case) -> Numbers:
    """All moves are as likely."""
    return np.full(len(case.position.legal_moves()), 1 / len(case.position.legal_moves()))


def _print_all(judged: Sequence[Judged], people: NDArray[np.int64]) -> None:
    own = judged[0]
    print(f"\n{len(people)} positions of {len(set(people.tolist()))} people\n")
    print("| player | log loss | match | own rating's loss less | own rating's matches more |")
    print("| --- | --- | --- | --- | --- |")
    for each in judged:
        losses, hits = np.log(own.chance) - np.log(each.chance), own.match - each.match
        print(
            f"| {each.name} | {-np.log(each.chance).mean():.3f} | {each.match.mean():.1%} "
            f"| {_between(losses, people, '.3f')} | {_between(hits, people, '.1%')} |"
        )


def _between(values: Numbers, people: NDArray[np.int64], shape: str) -> str:
    low, high = interval(values, people)
    return f"{values.mean():{shape}} ({low:{shape}} to {high:{shape}})"


def _print_groups(judged: Sequence[Judged], groups: NDArray[np.int64], people: NDArray[np.int64]) -> None:
    print("\n| log loss, match | " + " | ".join(_names_of_groups()) + " |")
    print("| --- |" + " --- |" * (len(BOUNDS) + 1))
    counts = [(groups == group).sum() for group in range(len(BOUNDS) + 1)]
    persons = [len({*people[groups == group].tolist()}) for group in range(len(BOUNDS) + 1)]
    print(
        "| positions, people | "
        + " | ".join(f"{a}, {b}" for a, b in zip(counts, persons, strict=True))
        + " |"
    )
    for each in judged:
        cells = [
            f"{-np.log(each.chance[groups == group]).mean():.3f}, {each.match[groups == group].mean():.1%}"
            for group in range(len(BOUNDS) + 1)
        ]
        print(f"| {each.name} | " + " | ".join(cells) + " |")


def _print_best_strengths(scale: Scale, halves: Sequence[Half], slip: float) -> None:
    print("\n| | " + " | ".join(_names_of_groups()) + " |")
    print("| --- |" + " --- |" * (len(BOUNDS) + 1))
    for name, (groups, rungs) in zip(("first half", "second half"), halves, strict=True):
        cells = list[str]()
        for group in range(len(BOUNDS) + 1):
            losses = {
                rung.elo: -np.log(rungs[rung.skill].with_slip(slip)[groups == group]).mean()
                for rung in scale.rungs
            }
            cells.append(f"{min(losses, key=lambda elo: losses[elo]):.0f}")
        print(f"| likeliest strength, {name} | " + " | ".join(cells) + " |")


def _names_of_groups() -> list[str]:
    between = [f"{low} to {high}" for low, high in pairwise(BOUNDS)]
    return [f"below {BOUNDS[0]}", *between, f"from {BOUNDS[-1]}"]


def change(setting: str) -> None:
    """Give a number of a module another value: ``module.NAME=number``. Raises `ValueError` without it."""
    name, number = setting.split("=")
    module, constant = name.rsplit(".", 1)
    if not isinstance(getattr(importlib.import_module(module), constant, None), int | float):
        raise ValueError(f"{name} is no number")
    setattr(importlib.import_module(module), constant, float(number) if "." in number else int(number))


def main() -> None:
    """Compare the players on the positions of a file."""
    parser = argparse.ArgumentParser(prog="python -m bench.against_people", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--at-most", type=int, help="so many positions of the file")
    parser.add_argument("--own", action="store_true", help="leave out the scale's strengths")
    parser.add_argument("--set", nargs="*", default=[], metavar="MODULE.NAME=NUMBER")
    arguments = parser.parse_args()
    for setting in arguments.set:
        change(setting)
    compare(load(arguments.file)[: arguments.at_most], arguments.own)


if __name__ == "__main__":
    main()
