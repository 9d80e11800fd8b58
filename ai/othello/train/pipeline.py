"""The order of learning: stage by stage from the end of the game to its beginning.

The positions of a stage are labeled by searches that end in later stages, whose weights are learned by then,
and the first stages by the solver. A second round plays its games with the weights of the first. Then whole
games are played, and the weights are refitted to how they ended. Every result is a file in the run's folder,
so a stopped run resumes where it was.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ai.othello import weights as stored_weights
from ai.othello.evaluate import STAGE_EMPTIES, STAGES
from ai.othello.patterns import GEOMETRIES, WEIGHTS_PER_STAGE
from ai.othello.train.fit import FIRST_PACE, REFIT_PACE, LearningRate, fit, predict, weight_indices
from ai.othello.train.full_games import SOLVED, full_games
from ai.othello.train.labels import Labeler
from ai.othello.weights import Weights

Labeled = tuple[NDArray[np.uint64], NDArray[np.float32]]
"""Boards (own and other discs), shape (n, 2), and their labels in centidiscs for the side to move, (n,)."""
_HELD_OUT = 20  # every twentieth position is not learned from, but measured
_EARLY_STAGE = 7  # from it on (early in the game) half as many positions do: fewer patterns are filled
_POSITIONS_PER_GAME = 20  # roughly, of a whole game
_FIRST_SERIES = 100  # in seeds, where a round has its number from 0 on
_LARGEST_WEIGHT = 32_000  # centidiscs; weights are stored in 16 bits


@dataclass(frozen=True)
class TrainingRun:
    """What is learned: a board size, positions per stage in each round, the folder, the number of processes.

    ``games``: how many whole games are played in each series after the rounds.
    """

    size: int
    positions: tuple[int, ...]
    folder: Path
    games: tuple[int, ...] = ()
    jobs: int = 2
    seed: int = 1
    chunk: int = 10_000

    @property
    def stages(self) -> int:
        """How many stages a game on this board has."""
        return min(STAGES, (self.size**2 - 4) // STAGE_EMPTIES + 1)

    def run(self) -> Weights:
        """Learn, resuming where an earlier run stopped. Returns the weights of the last round."""
        self.folder.mkdir(parents=True, exist_ok=True)
        play_by = stored_weights.of_squares(self.size)
        with ProcessPoolExecutor(self.jobs) as pool:
            for round_ in range(len(self.positions)):
                play_by = self._round(round_, play_by, pool)
            for series in range(len(self.games)):
                play_by = self._follow_games(series, play_by, pool)
        return play_by

    def _round(self, round_: int, play_by: Weights, pool: ProcessPoolExecutor) -> Weights:
        """The weights of a round, whose games are played with ``play_by``: stage by stage from the end."""
        stages = np.zeros((STAGES, WEIGHTS_PER_STAGE), dtype=np.int16)
        for stage in range(self.stages):
            path = self.folder / f"round{round_}_stage{stage:02}.npz"
            if not path.exists():
                known = Weights(stages.copy(), play_by.errors)
                boards, labels = self._labeled(round_, stage, play_by, known, pool)
                start = stages[max(0, stage - 1)]  # the stage next to it is alike
                _write(path, weights=self._fitted(stage, boards, labels, start))
            with np.load(path) as file:
                stages[stage] = file["weights"]
        stages[self.stages :] = stages[self.stages - 1]  # a small board has fewer stages than the table
        return Weights(stages, play_by.errors)

    def _labeled(
        self, round_: int, stage: int, play_by: Weights, known: Weights, pool: ProcessPoolExecutor
    ) -> Labeled:
        """The positions of a stage, labeled with ``known``: a file for each chunk of them."""
        wanted = self.positions[round_] // (2 if stage >= _EARLY_STAGE else 1)
        chunks = math.ceil(wanted / self.chunk)
        paths = [self.folder / f"round{round_}_stage{stage:02}_{chunk:03}.npz" for chunk in range(chunks)]
        # The positions of a stage reach one empty square into the stages beside it.
        low = max(1, STAGE_EMPTIES * stage - 1)
        high = min(STAGE_EMPTIES * stage + STAGE_EMPTIES, self.size**2 - 4)
        tasks = [
            pool.submit(
                _make_chunk,
                path,
                size=self.size,
                play_by=play_by,
                known=known,
                low=low,
                high=high,
                games=min(self.chunk, wanted),
                seed=_seed(self.seed, round_, stage, chunk),
            )
            for chunk, path in enumerate(paths)
            if not path.exists()
        ]
        for task in progress(tasks, f"round {round_ + 1}, stage {stage + 1} of {self.stages}"):
            task.result()
        return join(paths)

    def _follow_games(self, series: int, play_by: Weights, pool: ProcessPoolExecutor) -> Weights:
        """The weights refitted to whole games: those of this series, played with ``play_by``, and earlier."""
        paths = self._game_paths(series)
        tasks = [
            pool.submit(
                _play_chunk,
                path,
                size=self.size,
                play_by=play_by,
                games=math.ceil(self.games[series] / len(paths)),
                seed=_seed(self.seed, _FIRST_SERIES + series, chunk),
            )
            for chunk, path in enumerate(paths)
            if not path.exists()
        ]
        for task in progress(tasks, f"games {series + 1}"):
            task.result()
        archive = self.folder / f"games{series}.npz"
        if not archive.exists():
            everything = [path for earlier in range(series + 1) for path in self._game_paths(earlier)]
            _write(archive, weights=self._refitted(play_by, *join(everything)))
        with np.load(archive) as file:
            return Weights(file["weights"], play_by.errors)

    def _game_paths(self, series: int) -> list[Path]:
        chunks = math.ceil(self.games[series] * _POSITIONS_PER_GAME / self.chunk)
        return [self.folder / f"games{series}_{chunk:03}.npz" for chunk in range(chunks)]

    def _refitted(
        self, known: Weights, boards: NDArray[np.uint64], labels: NDArray[np.float32]
    ) -> NDArray[np.int16]:
        """All stages; those whose whole games are solved keep their weights."""
        empties = self.size**2 - np.bitwise_count(boards[:, 0] | boards[:, 1]).astype(np.int64)
        stages = known.stages.copy()
        for stage in range(SOLVED // STAGE_EMPTIES + 1, self.stages):
            chosen = (empties >= STAGE_EMPTIES * stage - 1) & (empties <= STAGE_EMPTIES * (stage + 1))
            stages[stage] = self._fitted(
                stage, boards[chosen], labels[chosen], known.stages[stage], REFIT_PACE
            )
        stages[self.stages :] = stages[self.stages - 1]
        return stages

    def _fitted(
        self,
        stage: int,
        boards: NDArray[np.uint64],
        labels: NDArray[np.float32],
        start: NDArray[np.int16],
        learning: LearningRate = FIRST_PACE,
    ) -> NDArray[np.int16]:
        """The weights of a stage, from ``start`` on; prints the mean errors. Shape (WEIGHTS_PER_STAGE,)."""
        geometry = GEOMETRIES[self.size]
        indices = weight_indices(boards, geometry)
        held_out = np.arange(len(labels)) % _HELD_OUT == 0
        weights = fit(indices[~held_out], labels[~held_out], start.astype(np.float32), self.seed, learning)
        for name, chosen in (("learned", ~held_out), ("held out", held_out)):
            missed = np.abs(predict(indices[chosen], weights) - labels[chosen]).mean() / 100
            say(f"  stage {stage + 1}: {chosen.sum()} positions {name}, off by {missed:.2f} discs on average")
        whole = np.rint(np.clip(weights, -_LARGEST_WEIGHT, _LARGEST_WEIGHT)).astype(np.int16)
        return whole[geometry.same]  # only one of each pattern and its mirror image was fitted


def say(text: str) -> None:
    """Print a line of the report."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _seed(*parts: int) -> int:
    """One number for several, different where they are, as long as all but the first are below 1,009."""
    seed = 0
    for part in parts:
        seed = seed * 1_009 + part
    return seed


def _make_chunk(
    path: Path, *, size: int, play_by: Weights, known: Weights, low: int, high: int, games: int, seed: int
) -> None:
    """Write labeled positions of a stage, with ``low`` to ``high`` empty squares, to a file."""
    labeler = Labeler(size)
    boards = labeler.boards(play_by, low, high, games, seed)
    labels = labeler.label(boards, known)
    _write(path, boards=boards, labels=labels)


def _play_chunk(path: Path, *, size: int, play_by: Weights, games: int, seed: int) -> None:
    """Write the labeled positions of whole games to a file."""
    boards, labels = full_games(size, play_by, games, seed)
    _write(path, boards=boards, labels=labels)


def join(paths: list[Path]) -> Labeled:
    """The positions of all chunks, without duplicates."""
    files = [np.load(path) for path in paths]
    boards = np.concatenate([file["boards"] for file in files])
    labels = np.concatenate([file["labels"] for file in files])
    _, first = np.unique(boards, axis=0, return_index=True)
    return boards[np.sort(first)], labels[np.sort(first)]


def _write(path: Path, **parts: NDArray[np.generic]) -> None:
    # Written to a temporary file first, so that a file that exists is complete.
    beside = path.with_name(f".{path.name}")
    with beside.open("wb") as file:
        np.savez(file, allow_pickle=False, **parts)
    beside.replace(path)


def progress(tasks: list[Future[None]], name: str) -> Iterator[Future[None]]:
    """The tasks one after another, with a progress bar on standard error."""
    began = time.monotonic()
    for done, task in enumerate(tasks):
        yield task
        bar = "█" * (30 * (done + 1) // len(tasks))
        spent = time.monotonic() - began
        sys.stderr.write(f"\r{name} {bar:<30} {done + 1}/{len(tasks)} {spent:.0f} s ")
        sys.stderr.flush()
    if tasks:
        sys.stderr.write("\n")
