"""Rounds of playing and learning. Start reading at `train`.

Every batch of games and every round's values are files of the working folder, so a stopped run resumes where
it was.
"""

from __future__ import annotations

import random
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ai.gomoku.board import new_board, rules_of
from ai.gomoku.train import fit
from ai.gomoku.train.fit_network import fit_network
from ai.gomoku.train.self_play import BATCH, Game, load, play_batch
from ai.gomoku.values import Values

HELD_OUT = 10
"""One game in this many is held out from learning, to measure the error."""
_EPOCHS = 30
_RATE = 0.5
_GAMES_A_STEP = 40
"""Games whose gradients are summed before a step."""
_BAR = 30


@dataclass(frozen=True, slots=True)
class TrainingOptions:
    """How long to train: rounds, games in each, nodes for a move, worker processes."""

    rounds: int = 4
    games: int = 3500
    nodes: int = 2000
    workers: int = 2


def train(options: TrainingOptions, folder: Path) -> Values:
    """Play and learn round by round. Returns the values of the last round."""
    folder.mkdir(parents=True, exist_ok=True)
    values, games = Values.untrained(), list[Game]()
    for number in range(options.rounds):
        games += _round(options, folder, number, values)
        values, report = learn(games)
        print(f"round {number + 1} of {options.rounds}: {report}", flush=True)  # noqa: T201
        values.save(folder / f"values-{number}.npz")
    return values


def _round(options: TrainingOptions, folder: Path, number: int, values: Values) -> list[Game]:
    """The games of a round: those in the folder, and those that are still missing."""
    numbers = range(-(-options.games // BATCH))
    paths = [folder / f"games-{number}-{batch}.npz" for batch in numbers]
    missing = [batch for batch in numbers if not paths[batch].exists()]
    began = time.monotonic()
    with ProcessPoolExecutor(options.workers, mp_context=get_context("spawn")) as pool:
        tasks = [
            pool.submit(play_batch, paths[batch], 1000 * number + batch, options.nodes, values)
            for batch in missing
        ]
        for done, task in enumerate(as_completed(tasks), start=1):
            task.result()
            _progress(number, done, len(tasks), time.monotonic() - began)
    return [game for path in paths for game in load(path)]


def _progress(number: int, done: int, whole: int, seconds: float) -> None:
    bar = "█" * (_BAR * done // whole)
    left = seconds / done * (whole - done) / 60
    end = "\n" if done == whole else ""
    print(f"\rround {number + 1} {bar:<{_BAR}} {left:4.0f} min left", end=end, flush=True)  # noqa: T201


def learn(games: list[Game], epochs: int = _EPOCHS) -> tuple[Values, str]:
    """Values and their network fitted to games, and a report of their errors on held-out games."""
    parts, rng = fit.Parts(Values.untrained()), random.Random(len(games))
    held_out = games[::HELD_OUT]
    learned = [game for index, game in enumerate(games) if index % HELD_OUT]
    before = count_errors(held_out, parts)
    for _ in range(epochs):
        rng.shuffle(learned)
        for start in range(0, len(learned), _GAMES_A_STEP):
            count_errors(learned[start : start + _GAMES_A_STEP], parts, learning=True)
            parts.step(_RATE)
    after = count_errors(held_out, parts)
    report = (
        f"held out: log loss {before[fit.LOSS] / max(1, before[fit.POSITIONS]):.4f} untrained, "
        f"{after[fit.LOSS] / max(1, after[fit.POSITIONS]):.4f} trained; moves guessed "
        f"{100 * before[fit.RIGHT] / max(1, before[fit.CHOICES]):.1f} % and "
        f"{100 * after[fit.RIGHT] / max(1, after[fit.CHOICES]):.1f} %, of {int(after[fit.CHOICES])}"
    )
    values, more = fit_network(learned, held_out, parts.values())
    return values, f"{report}; {more}"


def count_errors(games: list[Game], parts: fit.Parts, learning: bool = False) -> NDArray[np.float64]:
    """The errors on games, indexed by `fit.LOSS` and the like; when ``learning``, add up gradients too."""
    counts = np.zeros(4)
    for game in games:
        board, rules = new_board(game.variant), rules_of(game.variant)
        fit.learn(
            board,
            rules,
            parts.codes,
            fit.KINDS,
            parts.threats,
            game.moves,
            game.winner,
            int(learning),
            counts,
        )
    return counts
