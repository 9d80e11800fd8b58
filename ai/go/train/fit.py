"""The strength of each feature of a move, fitted to games. Start reading at `learn`.

Minorization-maximization, one group of features at a time: Rémi Coulom, "Computing Elo ratings of move
patterns in the game of Go" (2007). The target is the most visited move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai.go.board import BOARD, CELL, CELLS, COUNT, LENGTH, NOWHERE, cell_of, dice_of, load
from ai.go.endgame import own_eye
from ai.go.move_features import FEATURES, GROUPS, features_of, groups
from ai.go.node_features import HINTS, fill_hints
from ai.go.patterns import BLACK
from ai.go.playout import CELL_LIST, NO_READING, run_playouts
from ai.go.search import OWNERSHIP_PLAYOUTS
from ai.go.tactics import LADDER, LADDERS
from ai.go.train.self_play import Game
from ai.kernels import Array, Int, njit, numba
from games.base import Move
from games.go import GO, GoPosition

_ITERATIONS = 15
_DRAWN = 1.0
"""Every feature begins with this many wins and losses against one of strength 1: rare ones weigh little."""
_INT = numba.int64


@dataclass(frozen=True, slots=True)
class SeenPosition:
    """The moves of a position as the tree sees it: their names, and their teams of features."""

    names: list[str]
    teams: NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Choices:
    """Choices to learn from, one after another: each move's team, target chance, and choice number."""

    teams: NDArray[np.int32]
    chances: NDArray[np.float64]
    choice_numbers: NDArray[np.int64]


@njit(
    numba.void(BOARD, _INT, CELL, CELL, _INT, HINTS, LADDERS, CELL_LIST, _INT, CELL_LIST, numba.int32[:, ::1])
)
def feature_teams(
    board: Array,
    color: Int,
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
    fill_hints(board, color, hints, ladders)
    sign = 1.0 if color == BLACK else -1.0
    for number in range(len(cells)):
        share = sign * owned[cells[number]] / surveyed
        cell = np.uint32(cells[number])
        empties = np.int64(board[COUNT])
        features_of(board, cell, color, last, before, size, empties, hints, share, teams[number])


def choices_of(games: Sequence[Game]) -> Choices:
    """The choices of games: every one that was not a pass."""
    teams, chances, choice_numbers = (
        list[NDArray[np.int32]](),
        list[NDArray[np.float64]](),
        list[NDArray[np.int64]](),
    )
    for game in games:
        position = GO.start(game.variant)
        for move, (chosen, worth) in zip(game.moves, game.targets(), strict=True):
            if worth and chosen in (seen := read_position(position)).names:
                teams.append(seen.teams)
                chances.append(np.array([float(name == chosen) for name in seen.names]))
                choice_numbers.append(np.full(len(seen.names), len(choice_numbers)))
            position = position.play(Move(move))
    return Choices(np.concatenate(teams), np.concatenate(chances), np.concatenate(choice_numbers))


def read_position(position: GoPosition) -> SeenPosition:
    """The moves of a position and their features."""
    points = [at for at in position.open_points if not own_eye(position, at)]
    board, size, color = load(position), position.size, int(position.to_move)
    owned, first, hints = (np.zeros(CELLS, dtype=np.int32) for _ in range(3))
    dice = dice_of(position.key & (2**64 - 1))
    run_playouts(board, board.copy(), color, OWNERSHIP_PLAYOUTS, NO_READING, owned, first, dice)
    recent = [NOWHERE, NOWHERE]
    for back, point in enumerate(reversed(position.recent)):
        recent[back] = NOWHERE if point is None else cell_of(point, size)
    teams = np.zeros((len(points), GROUPS), dtype=np.int32)
    cells = np.array([cell_of(at, size) for at in points], dtype=np.int32)
    ladders = np.zeros((LADDER, LENGTH), dtype=np.uint32)
    feature_teams(board, color, *recent, size, hints, ladders, owned, OWNERSHIP_PLAYOUTS, cells, teams)
    return SeenPosition([str(position.board.names[at]) for at in points], teams)


def learn(games: Sequence[Game], held_out: Sequence[Game]) -> tuple[NDArray[np.float32], str]:
    """The weights fitted to games, and a report of their error on held-out games."""
    weights, unknown = fit(choices_of(games)), choices_of(held_out)
    loss, right = error(unknown, weights)
    before, _ = error(unknown, np.zeros(FEATURES))
    choices = int(unknown.choice_numbers[-1]) + 1
    report = (
        f"features: log loss {before:.3f} untrained, {loss:.3f} trained; "
        f"{100 * right:.1f} % of {choices} moves guessed"
    )
    return weights.astype(np.float32), report


def fit(known: Choices, iterations: int = _ITERATIONS) -> NDArray[np.float64]:
    """The weights that maximize the likelihood of the choices."""
    weights = np.zeros(FEATURES)
    for _ in range(iterations):
        for group, part in enumerate(groups()):
            features = known.teams[:, group]
            expected = np.bincount(features, chances(known, weights), FEATURES)[part]
            won = np.bincount(features, known.chances, FEATURES)[part]
            strength = np.exp(weights[part])
            # The expected wins of the two virtual games against strength 1.
            drawn = _DRAWN * 2 * strength / (1 + strength)
            weights[part] += np.log((won + _DRAWN) / (expected + drawn))
    return weights


def chances(known: Choices, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """The chance of every move by its weights."""
    totals = weights[known.teams].sum(axis=1)
    starts = np.flatnonzero(np.diff(known.choice_numbers, prepend=-1))
    # A softmax over each choice's moves; without its largest total, no power overflows.
    powers = np.exp(totals - np.maximum.reduceat(totals, starts)[known.choice_numbers])
    shares: NDArray[np.float64] = powers / np.add.reduceat(powers, starts)[known.choice_numbers]
    return shares


def error(known: Choices, weights: NDArray[np.float64]) -> tuple[float, float]:
    """The mean cross-entropy of the choices, and the share of likeliest moves that were chosen."""
    guessed = chances(known, weights)
    starts = np.flatnonzero(np.diff(known.choice_numbers, prepend=-1))
    loss = -float((known.chances * np.log(guessed)).sum()) / len(starts)
    best = np.maximum.reduceat(known.chances, starts)[known.choice_numbers]
    likeliest = np.maximum.reduceat(guessed, starts)[known.choice_numbers]
    return loss, float(((guessed == likeliest) & (known.chances == best)).sum() / len(starts))
