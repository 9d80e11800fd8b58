"""``python -m ai.gomoku.train``: learn the engine's values from its own games. Start reading at `main`.

Rounds of games of the engine against itself, some thousand nodes a move, every variant, each round with
what the rounds before taught it. After each, the values are fitted to the games so far
(`ai/gomoku/fit.py`), a network over them is taught (`ai/gomoku/descent.py`), and the errors on games held
out are told. What has been played is kept in a folder: a run that was stopped goes on.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.base import Limit
from ai.gomoku import descent, fit
from ai.gomoku.board import (
    EMPTY,
    MARGIN,
    STRIDE,
    may_play,
    new_board,
    place,
    refusals,
    rules_of,
    shape_of,
    tables,
)
from ai.gomoku.forms import FIVES
from ai.gomoku.root import Memory, Plan, decide
from ai.gomoku.values import TRAINED, Values
from games.base import Side
from games.gomoku import VARIANTS

SHARES = {"renju-15": 40, "freestyle-15": 20, "standard-15": 15, "omok-15": 15, "omok-19": 10}
"""How many of a hundred games are of a variant; the others differ in size alone."""
BATCH = 20
"""How many games a worker plays at a time."""
HELD_OUT = 10
"""One game in so many is not learnt from: it tells the error."""
_EPOCHS = 30
_RATE = 0.5
_TOGETHER = 40  # games of which the gradients are summed up before a step
_OPENING_FAIR = 250
_BAR = 30


@dataclass(frozen=True, slots=True)
class Course:
    """How long to train: rounds, games in each, nodes a move, worker processes."""

    rounds: int = 4
    games: int = 3500
    nodes: int = 2000
    workers: int = 2


_OPTIONS = {
    "rounds": "of playing and learning",
    "games": "of a round",
    "nodes": "looked at for a move",
    "workers": "processes that play",
}
"""What the command line says of a course."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game: its variant, its moves as `ai.gomoku.fit.learn` reads them, and the winner, 0 for none."""

    variant: str
    moves: NDArray[np.int32]
    winner: int


def main(arguments: list[str]) -> None:
    """Train as the command line says and write the values."""
    parser = argparse.ArgumentParser(prog="python -m ai.gomoku.train", description=__doc__)
    defaults = Course()
    parser.add_argument("--folder", type=Path, default=Path("var/gomoku-training"), help="what is kept")
    parser.add_argument("--out", type=Path, default=TRAINED, help="where the values are written")
    for name, told in _OPTIONS.items():
        default = getattr(defaults, name)
        parser.add_argument(f"--{name}", type=int, default=default, help=f"{told} ({default})")
    given = parser.parse_args(arguments)
    course = Course(given.rounds, given.games, given.nodes, given.workers)
    values = train(course, given.folder)
    values.save(given.out)
    print(f"written: {given.out}, {given.out.stat().st_size // 1024} KB")  # noqa: T201


def train(course: Course, folder: Path) -> Values:
    """Play and learn, round after round; the values of the last."""
    folder.mkdir(parents=True, exist_ok=True)
    values, games = Values.untrained(), list[Game]()
    for number in range(course.rounds):
        games += _round(course, folder, number, values)
        values, told = learn(games)
        print(f"round {number + 1} of {course.rounds}: {told}", flush=True)  # noqa: T201
        values.save(folder / f"values-{number}.npz")
    return values


def _round(course: Course, folder: Path, number: int, values: Values) -> list[Game]:
    """A round's games: those in the folder, and those that are still to be played."""
    numbers = range(-(-course.games // BATCH))
    paths = [folder / f"games-{number}-{batch}.npz" for batch in numbers]
    missing = [batch for batch in numbers if not paths[batch].exists()]
    began = time.monotonic()
    with ProcessPoolExecutor(course.workers, mp_context=get_context("spawn")) as pool:
        tasks = [
            pool.submit(play_batch, paths[batch], 1000 * number + batch, course.nodes, values)
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


def play_batch(path: Path, seed: int, nodes: int, values: Values) -> None:
    """Play a batch of games and write them to a file."""
    rng, memory = random.Random(seed), Memory(14)
    names = list(SHARES)
    games = [
        play_game(rng.choices(names, list(SHARES.values()))[0], rng, nodes, memory, values)
        for _ in range(BATCH)
    ]
    arrays = {f"{number}-{game.variant}-{game.winner}": game.moves for number, game in enumerate(games)}
    unfinished = path.with_name(path.name + ".part")
    with unfinished.open("wb") as file:
        np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
    unfinished.replace(path)


def load(path: Path) -> Iterator[Game]:
    """The games of a file."""
    with np.load(path) as arrays:
        for name in arrays.files:
            _, _, rest = name.partition("-")
            variant, _, winner = rest.rpartition("-")
            yield Game(variant, arrays[name], int(winner))


def rules_with(variant: str, values: Values) -> Any:
    """A variant's rules with other values than the shipped ones."""
    exactly = VARIANTS[variant].exactly_five
    return tables((Side.FIRST in exactly, Side.SECOND in exactly), refusals(variant), values)


def play_game(variant: str, rng: random.Random, nodes: int, memory: Memory, values: Values) -> Game:
    """A game of the engine against itself from a random opening that is fair in its eyes."""
    rules = rules_with(variant, values)
    plan = Plan(depth=40, nodes=nodes, chase=nodes // 4, variety=40, mood=12, memory=14)
    while True:
        board, moves = new_board(variant), list[tuple[int, int, int, int]]()
        for point in _opening(board, rules, rng):
            side = 1 + len(moves) % 2
            place(board, rules, point, side)
            moves.append((point, side, 0, 0))
        if abs(_value(board, rules, len(moves), plan, rng, memory)) < _OPENING_FAIR:
            break
    winner = 0
    while winner == 0 and board["empties"] > 0:
        side = 1 + len(moves) % 2
        limit = Limit(60.0, nodes, rng.randrange(1 << 30))
        found = decide(board, rules, side, plan, limit, memory)
        if not found.line:
            break
        point = found.line[0]
        moves.append((point, side, int(np.clip(found.value, -2000, 2000)), 1))
        winner = side if shape_of(board, rules, side, point) == FIVES else 0
        place(board, rules, point, side)
    return Game(variant, np.array(moves, dtype=np.int32), winner)


def _value(board: Any, rules: Any, stones: int, plan: Plan, rng: random.Random, memory: Memory) -> int:
    limit = Limit(60.0, plan.nodes, rng.randrange(1 << 30))
    return decide(board, rules, 1 + stones % 2, plan, limit, memory).value


def _opening(board: Any, rules: Any, rng: random.Random) -> list[int]:
    """Two to seven stones near the middle, each near another."""
    middle = MARGIN + int(board["size"]) // 2
    points = [(middle + rng.randint(-1, 1)) * STRIDE + middle + rng.randint(-1, 1)]
    wanted = rng.randint(2, 7)
    while len(points) < wanted:
        row, column = divmod(rng.choice(points), STRIDE)
        point = (row + rng.randint(-3, 3)) * STRIDE + column + rng.randint(-3, 3)
        if board["cells"][point] == EMPTY and point not in points and may_play(board, rules, point, 1):
            points.append(point)
    return points


def learn(games: list[Game], epochs: int = _EPOCHS) -> tuple[Values, str]:
    """Values and their network fitted to games, and what they make of those held out."""
    parts, rng = fit.Parts(Values.untrained()), random.Random(len(games))
    held_out = games[::HELD_OUT]
    learnt = [game for place_in_list, game in enumerate(games) if place_in_list % HELD_OUT]
    before = count(held_out, parts)
    for _ in range(epochs):
        rng.shuffle(learnt)
        for start in range(0, len(learnt), _TOGETHER):
            count(learnt[start : start + _TOGETHER], parts, learning=True)
            parts.step(_RATE)
    after = count(held_out, parts)
    told = (
        f"held out: log loss {before[fit.LOSS] / max(1, before[fit.POSITIONS]):.4f} untrained, "
        f"{after[fit.LOSS] / max(1, after[fit.POSITIONS]):.4f} trained; moves guessed "
        f"{100 * before[fit.RIGHT] / max(1, before[fit.CHOICES]):.1f} % and "
        f"{100 * after[fit.RIGHT] / max(1, after[fit.CHOICES]):.1f} %, of {int(after[fit.CHOICES])}"
    )
    values, more = descent.teach(learnt, held_out, parts.values())
    return values, f"{told}; {more}"


def count(games: list[Game], parts: fit.Parts, learning: bool = False) -> NDArray[np.float64]:
    """The errors on games, by `fit.LOSS` and the like; when learning, the gradients are summed up."""
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


if __name__ == "__main__":
    main(sys.argv[1:])
