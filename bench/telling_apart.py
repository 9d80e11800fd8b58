"""How well 20 moves tell Othello's strengths from people, in games of a WTHOR archive.

``python -m bench.telling_apart FOLDER FILE`` goes on from the first plies of games of people, by players of
a strength between 1000 and 1600 against their like, and stores how each side moved there and in the game
itself. Of every game one side won and the other lost, so results tell nothing. A run that was interrupted
continues. Then it prints how well a logistic regression on those features tells the sides apart, in games
that it was not fitted on: the area under its curve, which is 50 % for a guess, and each feature's weight.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ai.base import Limit
from ai.human.mind import Mind
from ai.human.scale import scale_of
from ai.othello.engine import ENGINE
from bench import checkpoint
from bench.former_levels import is_corner, is_on_edge
from bench.wthor import Game, games_of_people, rated_games
from games.base import PASS, IllegalMove, Move, Side
from games.othello import OTHELLO, OthelloPosition

Numbers = NDArray[np.float64]

_OPENING = 8
"""Plies that people played in all games."""
_MOVES = 20
"""So many moves of a side are compared, from the opening on; of fewer, all."""
_DEPTH = 6
"""How deep the moves are judged, in plies."""
_LARGEST_LOSS, _MISTAKE, _NEAR = 8.0, 2.0, 0.25
"""In units of two discs: greater losses count as this one; a mistake; as good as the best."""
_STRENGTHS = (1000.0, 1600.0)
_FOLDS = 5
_RIDGE = 1.0
FEATURES = (
    "loss",
    "loss in the first half",
    "spread of the losses",
    "best moves",
    "mistakes",
    "rank",
    "discs flipped",
    "replies left",
    "corners",
    "edges",
    "next to empty corners",
    "corners left to take",
    "rank by replies left",
    "rank by discs flipped",
)


@dataclass(frozen=True, slots=True)
class Sides:
    """How both sides moved in a game that goes on from the opening of another: `FEATURES` of each."""

    number: int
    is_human: bool
    strength: float
    features: Sequence[Sequence[float]]


@dataclass(frozen=True, slots=True)
class Job:
    """A game of people; ``strength`` of those who go on from its opening, None for the people themselves."""

    number: int
    game: Game
    strength: float | None


def look(job: Job) -> Sides:
    """Play the game unless people have played it, and measure."""
    moves = [*_until(job.game, _OPENING)]
    if job.strength is None:
        moves = [*_until(job.game, len(job.game.moves) + 10)]
    else:
        moves = _played_on(moves, Mind(scale_of("othello").skill(job.strength)), job.number)
    return Sides(
        job.number, job.strength is None, job.strength or 0.0, [_features(moves, side) for side in Side]
    )


def _until(game: Game, plies: int) -> Iterator[Move]:
    for _, before, move in game.steps():
        if len(before) >= plies:
            return
        if before and before[-1] == PASS:
            yield PASS
        yield move


def _played_on(moves: list[Move], mind: Mind, seed: int) -> list[Move]:
    position = OTHELLO.start("8x8")
    for move in moves:
        position = position.play(move)
    while position.outcome() is None:
        if position.must_pass:
            move = PASS
        else:
            limit = Limit(10.0, seed=2 * seed + (position.to_move is Side.FIRST))
            move = ENGINE.imitate(position, mind, limit, moves).move
        position = position.play(move)
        moves.append(move)
    return moves


def _features(moves: Sequence[Move], side: Side) -> list[float]:
    position, rows = OTHELLO.start("8x8"), list[list[float]]()
    for number, move in enumerate(moves):
        choice = position.to_move is side and number >= _OPENING and len(position.legal_moves()) > 1
        if choice and len(rows) < _MOVES:
            rows.append(_of_move(position, move))
        position = position.play(move)
    table = np.array(rows)
    losses, means = table[:, 0], table.mean(axis=0)
    half = losses[: len(losses) // 2].mean()
    shares = (float((losses <= _NEAR).mean()), float((losses >= _MISTAKE).mean()))
    return [float(each) for each in (means[0], half, losses.std(), *shares, *means[1:])]


def _of_move(position: OthelloPosition, played: Move) -> list[float]:
    """The loss in units, and the features from ``rank`` on. A rank is 0 for the first, 1 for the last."""
    legal = position.legal_moves()
    sight = ENGINE.sight(position)
    assert sight is not None, "at least two moves are legal"
    values = np.array([reading.value for reading in sight.read(legal, _DEPTH)])
    after = [position.play(move) for move in legal]
    flipped = np.array([each.count(position.to_move) - position.count(position.to_move) for each in after])
    replies = np.array([0 if each.must_pass else len(each.legal_moves()) for each in after])
    at = legal.index(played)
    gives = any(is_corner(reply) for reply in after[at].legal_moves())
    near = not is_corner(played) and _is_next_to_empty_corner(position, played)
    return [
        float(min(_LARGEST_LOSS, values.max() - values[at])),
        _rank(-values, at),
        float(flipped[at]),
        float(replies[at]),
        float(is_corner(played)),
        float(is_on_edge(played) and not is_corner(played)),
        float(near),
        float(gives),
        _rank(replies, at),
        _rank(flipped, at),
    ]


def _rank(worths: NDArray[np.generic], at: int) -> float:
    own = worths[at]
    return float(((worths < own).sum() + 0.5 * ((worths == own).sum() - 1)) / (len(worths) - 1))


def _is_next_to_empty_corner(position: OthelloPosition, move: Move) -> bool:
    row, column = divmod(position.board.grid.index(move), position.size)
    corners = ((r, c) for r in (0, 7) for c in (0, 7) if abs(row - r) <= 1 and abs(column - c) <= 1)
    return any(not (position.black | position.white) >> (r * 8 + c) & 1 for r, c in corners)


def jobs_of(games: Sequence[Game], count: int) -> list[Job]:
    """Two jobs for each of so many games that somebody won: the people, and the players of the model."""
    chance = random.Random("telling apart")
    shuffled = [*games]
    chance.shuffle(shuffled)
    chosen = [game for game in shuffled if game.score != 0.5 and len(game.moves) == 60 and _is_legal(game)]
    jobs = list[Job]()
    for number, game in enumerate(chosen[:count]):
        jobs += [Job(number, game, None), Job(number, game, chance.uniform(*_STRENGTHS))]
    return jobs


def _is_legal(game: Game) -> bool:
    try:
        return len([*game.steps()]) == len(game.moves)
    except IllegalMove:
        return False


def weights_of(rows: Numbers, is_human: Numbers) -> Numbers:
    """Fit a logistic regression to rows of mean 0 and deviation 1; the last weight is the constant."""
    inputs = np.column_stack([rows, np.ones(len(rows))])
    ridge = np.diag([_RIDGE] * rows.shape[1] + [0.0])
    weights = np.zeros(inputs.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-(inputs @ weights)))
        slope = inputs.T @ (is_human - chance) - ridge @ weights
        bend = (inputs * (chance * (1 - chance))[:, None]).T @ inputs + ridge
        weights += np.linalg.solve(bend, slope)
    return np.asarray(weights)


def scores_of(rows: Numbers, is_human: Numbers, numbers: NDArray[np.int64]) -> Numbers:
    """Each row's score by a regression on the games of the other folds."""
    scores = np.zeros(len(rows))
    for fold in range(_FOLDS):
        left_out = numbers % _FOLDS == fold
        mean, deviation = rows[~left_out].mean(axis=0), rows[~left_out].std(axis=0) + 1e-9
        weights = weights_of((rows[~left_out] - mean) / deviation, is_human[~left_out])
        scores[left_out] = (rows[left_out] - mean) / deviation @ weights[:-1]
    return scores


def area(scores: Numbers, is_human: Numbers) -> float:
    """How often a person has a higher score than a player of the model."""
    human, other = scores[is_human == 1][:, None], scores[is_human == 0][None, :]
    return float(((human > other) + 0.5 * (human == other)).mean())


def report(sides: Sequence[Sides]) -> None:
    """Print the area under the curve, for all features and each by itself, and the weights."""
    rows = np.array([features for each in sides for features in each.features])
    is_human = np.array([float(each.is_human) for each in sides for _ in Side])
    numbers = np.array([each.number for each in sides for _ in Side])
    every = scores_of(rows, is_human, numbers)
    low, high = interval(every, is_human, numbers)
    openings = len(set(numbers.tolist()))
    print(f"{len(rows)} sides, {openings} openings: {area(every, is_human):.1%} ({low:.1%} to {high:.1%})")
    weights = weights_of((rows - rows.mean(axis=0)) / (rows.std(axis=0) + 1e-9), is_human)
    print("\n| feature | people | the model | alone | weight |\n| --- | --- | --- | --- | --- |")
    for at in np.argsort(-np.abs(weights[:-1])):
        alone = area(scores_of(rows[:, [at]], is_human, numbers), is_human)
        people, model = rows[is_human == 1, at].mean(), rows[is_human == 0, at].mean()
        print(f"| {FEATURES[at]} | {people:.3f} | {model:.3f} | {alone:.1%} | {weights[at]:+.2f} |")


def interval(scores: Numbers, is_human: Numbers, numbers: NDArray[np.int64]) -> tuple[float, float]:
    """The 95 % interval of the area, if the openings were others."""
    chance = np.random.default_rng(0)
    rows_of = [np.flatnonzero(numbers == number) for number in np.unique(numbers)]
    areas = list[float]()
    for _ in range(500):
        chosen = np.concatenate([rows_of[at] for at in chance.integers(0, len(rows_of), len(rows_of))])
        areas.append(area(scores[chosen], is_human[chosen]))
    low, high = np.quantile(areas, (0.025, 0.975))
    return float(low), float(high)


def main() -> None:
    """Play and measure what is missing in the file, and print how well people are recognized."""
    parser = argparse.ArgumentParser(prog="python -m bench.telling_apart", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=150)
    arguments = parser.parse_args()
    known = {(each.number, each.is_human) for each in checkpoint.read(arguments.file, Sides)}
    jobs = jobs_of(rated_games(games_of_people(arguments.folder)), arguments.games)
    missing = [job for job in jobs if (job.number, job.strength is None) not in known]
    for _ in checkpoint.run_remaining(arguments.file, missing, look, "games"):
        pass
    report([*checkpoint.read(arguments.file, Sides)])


if __name__ == "__main__":
    main()
