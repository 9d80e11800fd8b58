"""``python -m bench.move_entry_fit --games DIR``: fits the weights of `bot.presenters.*_candidates`.

A move's chance is its share of the strengths of all legal points; a point's strength is the product of its
features' strengths (the generalized Bradley-Terry model of Rémi Coulom, "Computing Elo ratings of move
patterns in the game of Go", 2007). The weights are the logarithms, fitted by Adam to moves recorded as
`bench.game_records` reads them, with a small penalty on their squares.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.game_records import OPENING, Game, recorded, self_play
from bot.presenters import go_candidates, go_tactics, gomoku_candidates, gomoku_lines
from bot.presenters.point_offsets import offsets
from games.base import Move
from games.go import GoPosition
from games.gomoku import GomokuPosition

Features = NDArray[np.int32]
"""A row for each legal point: the numbers of its features."""
_ROUNDS, _BATCH, _RATE, _PENALTY = 8, 64, 0.02, 2e-4
_DECIMALS = 2
_RARE = 30
"""A pattern that fewer legal points have gets no weight."""


@dataclass(frozen=True, slots=True)
class Example:
    """A position's features, and the row of the move that was played."""

    features: Features
    played: int


def fit(examples: Sequence[Example], features: int) -> NDArray[np.float64]:
    """Fit a weight to each feature."""
    weights = np.zeros(features)
    mean, square = np.zeros(features), np.zeros(features)
    dice, step = random.Random(1), 0
    order = list(range(len(examples)))
    for number in range(_ROUNDS):
        dice.shuffle(order)
        rate, loss = _RATE * 0.6**number, 0.0
        for start in range(0, len(order), _BATCH):
            step += 1
            gradient, lost = _gradient([examples[at] for at in order[start : start + _BATCH]], weights)
            loss += lost
            gradient += _PENALTY * weights
            mean += 0.1 * (gradient - mean)
            square += 0.01 * (gradient**2 - square)
            weights -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
        sys.stderr.write(f"round {number + 1}: log loss {loss / len(order):.4f}\n")
    return weights


def _gradient(batch: Sequence[Example], weights: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
    """The gradient of the mean log loss, and the sum of the losses."""
    rows = np.concatenate([example.features for example in batch])
    starts = np.cumsum([0, *(len(example.features) for example in batch)])
    scores = weights[rows].sum(axis=1)
    scores -= np.repeat(np.maximum.reduceat(scores, starts[:-1]), np.diff(starts))
    chances = np.exp(scores)
    chances /= np.repeat(np.add.reduceat(chances, starts[:-1]), np.diff(starts))
    at = starts[:-1] + [example.played for example in batch]
    lost = -float(np.log(np.maximum(chances[at], 1e-12)).sum())
    chances[at] -= 1.0
    shares = np.repeat(chances / len(batch), rows.shape[1])
    gradient = np.bincount(rows.ravel(), weights=shares, minlength=len(weights)).astype(np.float64)
    return gradient, lost


# -- Gomoku -------------------------------------------------------------------------------------------------

_GOMOKU = {
    "own": gomoku_lines.KINDS,
    "theirs": gomoku_lines.KINDS,
    "own_double": gomoku_candidates.DOUBLES,
    "their_double": gomoku_candidates.DOUBLES,
    "last": gomoku_candidates.OFFSETS,
    "before": gomoku_candidates.OFFSETS,
    "ring": gomoku_candidates.RINGS,
}
_STARTS = dict(zip(_GOMOKU, accumulate((0, *_GOMOKU.values())), strict=False))
"""By group of features: the number of its first one."""


def gomoku_example(position: GomokuPosition, before: Sequence[Move], move: Move) -> Example | None:
    """The features of every empty point that is not forbidden."""
    if move not in position.board.points or (position.stage and position.stage.choices):
        return None
    if len(before) < OPENING:
        return None
    lines, names = gomoku_lines.Lines(position), position.board.names
    cells = gomoku_lines.cells_of(position.board)
    recent = gomoku_candidates.recent_points(position.board, before)
    near = [offsets(position.size, point, gomoku_candidates.NEAR) for point in recent]
    ring = gomoku_candidates.rings(position.size)
    rows, played = list[list[int]](), -1
    for point, pairs in zip(lines.empty, lines.pairs, strict=True):
        if names[cells[point]] in position.forbidden:
            continue
        if names[cells[point]] == move:
            played = len(rows)
        rows.append(
            [*_of_lines(pairs), *_numbers(last=near[0][point], before=near[1][point], ring=ring[point])]
        )
    return Example(np.array(rows, dtype=np.int32), played) if played >= 0 else None


def _of_lines(pairs: gomoku_lines.Four) -> list[int]:
    own, theirs = gomoku_lines.split(pairs)
    doubles = _numbers(own_double=gomoku_lines.double(own), their_double=gomoku_lines.double(theirs))
    return [
        *(_STARTS["own"] + kind for kind in own),
        *(_STARTS["theirs"] + kind for kind in theirs),
        *doubles,
    ]


def _numbers(**values: int) -> list[int]:
    return [_STARTS[name] + value for name, value in values.items()]


def gomoku_weights(weights: NDArray[np.float64]) -> dict[str, Any]:
    """The weights as `gomoku_candidates.Weights`."""
    ends = np.cumsum(list(_GOMOKU.values()))[:-1]
    return {name: _rounded(part) for name, part in zip(_GOMOKU, np.split(weights, ends), strict=True)}


def _rounded(values: NDArray[np.float64]) -> list[float]:
    return [round(float(value), _DECIMALS) for value in values]


# -- Go -----------------------------------------------------------------------------------------------------


class GoFeatures:
    """Numbers for the features of Go; patterns get one when they are first met."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, object], int] = {}
        self.met: dict[int, int] = {}
        self._pattern = cache(go_candidates.pattern_of)

    def number(self, group: str, value: object) -> int:
        """The number of a feature."""
        number = self._numbers.setdefault((group, value), len(self._numbers))
        self.met[number] = self.met.get(number, 0) + 1
        return number

    @property
    def count(self) -> int:
        """How many features there are."""
        return len(self._numbers)

    def example(self, position: GoPosition, before: Sequence[Move], move: Move) -> Example | None:
        """The features of every legal point."""
        point = position.board.index.get(move)
        if point is None or position.scoring or point not in position.open_points:
            return None
        recent = go_candidates.recent_points(position, before)
        tactics, phase = go_tactics.Tactics(position, recent), go_candidates.phase_of(position)
        places = go_candidates.place_kinds(position.size, phase)
        crowds = go_candidates.crowd_kinds(position, phase)
        near = go_candidates.beside(position.size, recent[0])
        apart = [offsets(position.size, at, go_candidates.NEAR) for at in recent]
        number, rows = self.number, list[list[int]]()
        for at, window in go_candidates.windows(position):
            pattern = self._pattern(window)
            rows.append(
                [
                    number("answers" if at in near else "patterns", pattern),
                    number("places", places[at]),
                    number("crowds", crowds[at]),
                    *(number(f"offsets {n} {phase}", kinds[at]) for n, kinds in enumerate(apart)),
                    *(number(name, marked.get(at, 0)) for name, marked in tactics.marks.items()),
                ]
            )
        return Example(np.array(rows, dtype=np.int32), position.open_points.index(point))

    def weights(self, fitted: NDArray[np.float64]) -> dict[str, Any]:
        """The weights as `go_candidates.Weights`."""
        named: dict[str, dict[Any, float]] = {}
        for (group, value), number in self._numbers.items():
            if group not in ("patterns", "answers") or self.met[number] >= _RARE:
                named.setdefault(group, {})[value] = round(float(fitted[number]), _DECIMALS)
        places = go_candidates.PLACES * go_candidates.PHASES * (len(go_candidates.SIZES) + 1)
        groups = [f"offsets {n} {phase}" for n in range(go_candidates.RECENT) for phase in range(3)]
        return {
            "patterns": dict(sorted(named["patterns"].items())),
            "answers": dict(sorted(named["answers"].items())),
            "places": _listed(named["places"], places),
            "crowds": _listed(named["crowds"], go_candidates.CROWDS * go_candidates.PHASES),
            "offsets": [_listed(named.get(group, {}), go_candidates.OFFSETS) for group in groups],
            "marks": {name: _listed(named[name], count) for name, count in go_tactics.MARKS.items()},
        }


def _listed(values: dict[int, float], count: int) -> list[float]:
    return [values.get(at, 0.0) for at in range(count)]


def examples(
    games: Sequence[Game], slug: str, limit: int, make: Callable[..., Example | None]
) -> list[Example]:
    """The examples of at most ``limit`` moves of a game, as many from each record."""
    dice, chosen = random.Random(slug), list[Example]()
    records = [game for game in games if game.slug == slug]
    for game in records:
        count = min(len(game.moves), -(-limit // len(records)))
        drawn = frozenset(dice.sample(range(len(game.moves)), count))
        for ply, step in enumerate(game.steps()):
            example = make(*step) if ply in drawn else None
            if example and len(example.features) > 1:
                chosen.append(example)
    return chosen


def main(words: Sequence[str]) -> int:
    """Fit the weights of both games and write them into the package; return the exit status."""
    parser = argparse.ArgumentParser("python -m bench.move_entry_fit", description=__doc__.splitlines()[0])
    parser.add_argument(
        "--games", type=Path, required=True, metavar="DIR", help="records (bench.game_records)"
    )
    parser.add_argument("--moves", type=int, default=20_000, help="moves of each game at most (20,000)")
    parser.add_argument(
        "--selfplay", type=int, default=0, metavar="N", help="first let the engines play N games of each kind"
    )
    parser.add_argument("--only", choices=("go", "gomoku"), help="fit one game only")
    options = parser.parse_args(words)
    if options.selfplay:
        self_play(options.games, options.selfplay)
    games = list(recorded(options.games))
    if options.only != "go":
        listed = examples(games, "gomoku", options.moves, gomoku_example)
        _write(gomoku_candidates.WEIGHTS, gomoku_weights(fit(listed, sum(_GOMOKU.values()))))
    if options.only != "gomoku":
        features = GoFeatures()
        listed = examples(games, "go", options.moves, features.example)
        _write(go_candidates.WEIGHTS, features.weights(fit(listed, features.count)))
    return 0


def _write(path: Path, weights: dict[str, Any]) -> None:
    path.write_text(json.dumps(weights, separators=(",", ":")) + "\n", "utf-8")
    sys.stderr.write(f"{path}: {path.stat().st_size} bytes\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
