"""How strong each trait of a move is, fitted to games. Start reading at `learn`.

Minorisation-maximisation, one group of traits at a time: Rémi Coulom, "Computing Elo ratings of move patterns
in the game of Go" (2007). What is learnt is the move that the search looked at most.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai.go.board import BOARD, CELL, CELLS, COUNT, LENGTH, NOWHERE, cell_of, dice_of, load
from ai.go.endgame import own_eye
from ai.go.patterns import BLACK
from ai.go.playout import CELL_LIST, PLAIN, survey
from ai.go.scout import HINTS, scout
from ai.go.search import SURVEY
from ai.go.tactics import LADDER, LADDERS
from ai.go.train.games import Game
from ai.go.traits import GROUPS, TRAITS, groups, traits_of
from ai.kernels import Array, Int, njit, numba
from games.base import Move
from games.go import GO, GoPosition

_SWEEPS = 15
_DRAWN = 1.0
"""Every trait begins with so many games won and lost against one of no weight: what is rare weighs little."""
_INT = numba.int64


@dataclass(frozen=True, slots=True)
class Seen:
    """The moves of a position as the tree sees it: their names, and their teams of traits."""

    names: list[str]
    teams: NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Lessons:
    """Choices to learn from: one after another, each move's team, its chance, and its choice's number."""

    teams: NDArray[np.int32]
    chances: NDArray[np.float64]
    choices: NDArray[np.int64]


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
        for move, (lesson, worth) in zip(game.moves, game.lessons(), strict=True):
            if worth and lesson in (seen := look_at(position)).names:
                teams.append(seen.teams)
                chances.append(np.array([float(name == lesson) for name in seen.names]))
                choices.append(np.full(len(seen.names), len(choices)))
            position = position.play(Move(move))
    return Lessons(np.concatenate(teams), np.concatenate(chances), np.concatenate(choices))


def look_at(position: GoPosition) -> Seen:
    """See a position."""
    points = [point for point in position.open_points if not own_eye(position, point)]
    board, size, colour = load(position), position.size, int(position.to_move)
    owned, first, hints = (np.zeros(CELLS, dtype=np.int32) for _ in range(3))
    dice = dice_of(position.key & (2**64 - 1))
    survey(board, board.copy(), colour, SURVEY, PLAIN, owned, first, dice)
    recent = [NOWHERE, NOWHERE]
    for back, point in enumerate(reversed(position.recent)):
        recent[back] = NOWHERE if point is None else cell_of(point, size)
    teams = np.zeros((len(points), GROUPS), dtype=np.int32)
    cells = np.array([cell_of(point, size) for point in points], dtype=np.int32)
    ladders = np.zeros((LADDER, LENGTH), dtype=np.uint32)
    teams_of(board, colour, *recent, size, hints, ladders, owned, SURVEY, cells, teams)
    return Seen([str(position.board.names[point]) for point in points], teams)


def learn(games: Sequence[Game], held_out: Sequence[Game]) -> tuple[NDArray[np.float32], str]:
    """The weights fitted to games, and what they make of those held out."""
    weights, unknown = fit(lessons(games)), lessons(held_out)
    loss, right = error(unknown, weights)
    before, _ = error(unknown, np.zeros(TRAITS))
    choices = int(unknown.choices[-1]) + 1
    told = (
        f"traits: log loss {before:.3f} untrained, {loss:.3f} trained; "
        f"{100 * right:.1f} % of {choices} moves guessed"
    )
    return weights.astype(np.float32), told


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
