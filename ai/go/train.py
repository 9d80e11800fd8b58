"""``python -m ai.go.train``: learn from the engine's own games how strong moves are. Start reading at `main`.

The engine plays itself, some hundred playouts a move, and what it looked at is kept: the share of each move
in the search is the chance to be learnt. The weights of the traits (`ai.go.traits`) are fitted to that by
minorisation-maximisation, one group of traits at a time (Rémi Coulom, "Computing Elo ratings of move patterns
in the game of Go", 2007). What has been played is kept in a folder, a line of JSON a game: a run that was
stopped goes on, and one with more games plays only those that are missing, with what was learnt so far.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ai.base import Limit
from ai.go.board import BOARD, CELL, CELLS, COUNT, LENGTH, NOWHERE, cell_of, dice_of, load
from ai.go.endgame import look, own_eye
from ai.go.patterns import BLACK
from ai.go.playout import CELL_LIST, survey
from ai.go.scout import HINTS, scout
from ai.go.search import SURVEY, Searcher, searcher
from ai.go.tactics import LADDER, LADDERS
from ai.go.traits import GROUPS, LEARNT, TRAITS, groups, traits_of
from ai.kernels import Array, Int, njit, numba
from games.base import Move
from games.go import GO, GoPosition

SHARES = {"9x9-chinese": 83, "13x13-chinese": 14, "19x19-chinese": 3}
"""How many of a hundred games are on a board."""
HELD_OUT = 10
"""One game in so many is not learnt from: it tells the error."""
_SWEEPS = 15
_DRAWN = 1.0
"""Every trait begins with so many games won and lost against one of no weight: what is rare weighs little."""
_WHIMS = 8
"""In the first so many moves of a game the engine plays what it looked at, not always what it likes best."""
_INT = numba.int64


@dataclass(frozen=True, slots=True)
class Game:
    """A game: its variant, its moves, and for each the moves that were looked at and how often."""

    variant: str
    moves: tuple[str, ...]
    visits: tuple[dict[str, int], ...]


@dataclass(frozen=True, slots=True)
class Lessons:
    """Choices to learn from: one after another, each move's team, its chance, and its choice's number."""

    teams: NDArray[np.int32]
    chances: NDArray[np.float64]
    choices: NDArray[np.int64]


def main(arguments: list[str]) -> None:
    """Play what is missing, learn, and write the weights."""
    parser = argparse.ArgumentParser(prog="python -m ai.go.train", description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path("var/go-training"), help="where games are kept")
    parser.add_argument("--out", type=Path, default=LEARNT, help="where the weights are written")
    parser.add_argument("--games", type=int, default=300, help="how many games to learn from (300)")
    parser.add_argument("--playouts", type=int, default=800, help="of a move (800)")
    given = parser.parse_args(arguments)
    games = list(collect(given.folder, given.games, given.playouts))
    weights, told = learn(games)
    with given.out.open("wb") as file:
        np.savez_compressed(file, weights=weights.astype(np.float32))
    print(f"{told}\nwritten: {given.out}, {given.out.stat().st_size // 1024} KB")  # noqa: T201


# -- playing ------------------------------------------------------------------------------------------------


def collect(folder: Path, games: int, playouts: int) -> Iterator[Game]:
    """The games of a folder, and new ones until there are enough."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "games.jsonl"
    kept = [_read(line) for line in path.read_text().splitlines()] if path.exists() else []
    yield from kept[:games]
    began = time.monotonic()
    with path.open("a", buffering=1) as file:
        for number in range(len(kept), games):
            game = play_game(random.Random(number), playouts)
            told = {"variant": game.variant, "moves": game.moves, "visits": game.visits}
            file.write(json.dumps(told, separators=(",", ":")) + "\n")
            done = number + 1 - len(kept)
            left = (time.monotonic() - began) / done * (games - number - 1) / 60
            print(f"\rgame {number + 1} of {games}, {left:.0f} min left ", end="", flush=True)  # noqa: T201
            yield game
    print()  # noqa: T201


def _read(line: str) -> Game:
    told = json.loads(line)
    return Game(told["variant"], tuple(told["moves"]), tuple(told["visits"]))


def play_game(rng: random.Random, playouts: int) -> Game:
    """A game of the engine against itself, until nothing is worth a stone."""
    (variant,) = rng.choices(list(SHARES), list(SHARES.values()))
    position, search = GO.start(variant), searcher()
    moves, visits = list[str](), list[dict[str, int]]()
    while position.outcome() is None and not position.scoring:
        left = look(position)
        if left.won or not left.points:
            break
        search.begin(position, left.points, rng.getrandbits(62), left.passing)
        search.think(playouts, Limit(600.0), position.size, time.perf_counter())
        looked_at = {seen.move: seen.visits for seen in search.moves(position) if seen.visits}
        move = _chosen(search, position, looked_at, rng)
        moves.append(move)
        visits.append({str(move): number for move, number in looked_at.items()})
        position = position.play(move)
    return Game(variant, tuple(moves), tuple(visits))


def _chosen(search: Searcher, position: GoPosition, looked_at: dict[Move, int], rng: random.Random) -> Move:
    if len(looked_at) > 1 and position.ply < _WHIMS:
        return rng.choices(list(looked_at), list(looked_at.values()))[0]
    return search.choice(position).move


# -- learning -----------------------------------------------------------------------------------------------


@njit(
    numba.void(BOARD, _INT, CELL, CELL, _INT, HINTS, LADDERS, CELL_LIST, _INT, CELL_LIST, numba.int32[:, ::1])
)
def teams_of(
    board: Array,
    colour: Int,
    last: Int,
    before: Int,
    size: Int,
    hints: Array,
    ladders: Array,
    owned: Array,
    surveyed: Int,
    cells: Array,
    teams: Array,
) -> None:
    """The teams of legal moves, as the tree sees them."""
    scout(board, colour, hints, ladders)
    sign = 1.0 if colour == BLACK else -1.0
    for number in range(len(cells)):
        share = sign * owned[cells[number]] / surveyed
        cell = np.uint32(cells[number])
        empties = np.int64(board[COUNT])
        traits_of(board, cell, colour, last, before, size, empties, hints, share, teams[number])


def lessons(games: Sequence[Game]) -> Lessons:
    """What games teach: every choice that was not a pass."""
    teams, chances, choices = (
        list[NDArray[np.int32]](),
        list[NDArray[np.float64]](),
        list[NDArray[np.int64]](),
    )
    for game in games:
        position = GO.start(game.variant)
        for move, visits in zip(game.moves, game.visits, strict=True):
            points = [point for point in position.open_points if not own_eye(position, point)]
            seen = np.array([visits.get(position.board.names[point], 0) for point in points], dtype=float)
            if seen.sum() > 0:
                teams.append(_teams(position, points))
                chances.append(seen / seen.sum())
                choices.append(np.full(len(points), len(choices)))
            position = position.play(Move(move))
    return Lessons(np.concatenate(teams), np.concatenate(chances), np.concatenate(choices))


def _teams(position: GoPosition, points: list[int]) -> NDArray[np.int32]:
    board, size = load(position), position.size
    owned, first = np.zeros(CELLS, dtype=np.int32), np.zeros(CELLS, dtype=np.int32)
    dice = dice_of(position.key & (2**64 - 1))
    survey(board, board.copy(), int(position.to_move), SURVEY, 0, owned, first, dice)
    recent = [NOWHERE, NOWHERE]
    for back, point in enumerate(reversed(position.recent)):
        recent[back] = NOWHERE if point is None else cell_of(point, size)
    teams = np.zeros((len(points), GROUPS), dtype=np.int32)
    teams_of(
        board,
        int(position.to_move),
        *recent,
        size,
        np.zeros(CELLS, dtype=np.int32),
        np.zeros((LADDER, LENGTH), dtype=np.uint32),
        owned,
        SURVEY,
        np.array([cell_of(point, size) for point in points], dtype=np.int32),
        teams,
    )
    return teams


def learn(games: Sequence[Game]) -> tuple[NDArray[np.float64], str]:
    """The weights fitted to games, and what they make of those held out."""
    kept = [game for number, game in enumerate(games) if number % HELD_OUT]
    weights = fit(lessons(kept))
    held_out = lessons(games[::HELD_OUT])
    loss, right = error(held_out, weights)
    before, _ = error(held_out, np.zeros(TRAITS))
    choices = int(held_out.choices[-1]) + 1
    told = (
        f"{len(games)} games; held out: log loss {before:.3f} untrained, {loss:.3f} trained; "
        f"{100 * right:.1f} % of {choices} moves guessed"
    )
    return weights, told


def fit(known: Lessons, sweeps: int = _SWEEPS) -> NDArray[np.float64]:
    """The weights under which the chances of lessons are likeliest."""
    weights = np.zeros(TRAITS)
    for _ in range(sweeps):
        for group, part in enumerate(groups()):
            traits = known.teams[:, group]
            expected = np.bincount(traits, chances(known, weights), TRAITS)[part]
            won = np.bincount(traits, known.chances, TRAITS)[part]
            strength = np.exp(weights[part])
            drawn = _DRAWN * 2 * strength / (1 + strength)
            weights[part] += np.log((won + _DRAWN) / (expected + drawn))
    return weights


def chances(known: Lessons, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """The chance of every move by its weights."""
    totals = weights[known.teams].sum(axis=1)
    starts = np.flatnonzero(np.diff(known.choices, prepend=-1))
    powers = np.exp(totals - np.maximum.reduceat(totals, starts)[known.choices])
    shares: NDArray[np.float64] = powers / np.add.reduceat(powers, starts)[known.choices]
    return shares


def error(known: Lessons, weights: NDArray[np.float64]) -> tuple[float, float]:
    """The cross-entropy of the chances of a choice, and how many of the likeliest moves were guessed."""
    guessed = chances(known, weights)
    starts = np.flatnonzero(np.diff(known.choices, prepend=-1))
    loss = -float((known.chances * np.log(guessed)).sum()) / len(starts)
    best = np.maximum.reduceat(known.chances, starts)[known.choices]
    likeliest = np.maximum.reduceat(guessed, starts)[known.choices]
    return loss, float(((guessed == likeliest) & (known.chances == best)).sum() / len(starts))


if __name__ == "__main__":
    main(sys.argv[1:])
