"""A part of a board of Go by itself: its image, and which levels find a move in it."""

from __future__ import annotations

import math
import random
from collections.abc import Collection
from itertools import product

import numpy as np
from numpy.typing import NDArray

from ai.base import Limit, levels
from ai.go.endgame import Assessment, own_eye
from ai.go.search import searcher
from ai.go.sight import GoSight
from ai.go.tree import NO_PASS
from ai.human import player
from ai.human.scale import mind_of
from ai.puzzles.puzzle import Puzzle
from ai.puzzles.window import window_of
from games.base import Move
from games.go.position import GoPosition

_EDGE, _ANSWER = 3, 4
"""In an image, what is outside of the board, and what the point of the answer adds."""
_SIMULATIONS = 200
"""How many simulations level 8 has for a move."""
_LIMIT = Limit(0.5, seed=1)


def image_of(position: GoPosition, points: Collection[int], answer: Move) -> bytes:
    """Equal for images of what is around some points, wherever on the board, and for exchanged colors."""
    own = int(position.to_move)
    stones = np.frombuffer(position.stones, dtype=np.uint8)
    cells = np.where(stones == 0, 0, np.where(stones == own, 1, 2))
    cells[position.board.index[answer]] += _ANSWER
    return _image(cells, position.size, points)


def outline_of(position: GoPosition, points: Collection[int]) -> bytes:
    """Equal for images of some points, wherever on the board, as far as the same edges are beside them."""
    cells = np.zeros(position.board.area, dtype=np.int64)
    cells[[*points]] = 1
    return _image(cells, position.size, points)


def _image(cells: NDArray[np.int64], size: int, points: Collection[int]) -> bytes:
    """The first of the eight images of the points, with what is around them."""
    seen = np.full((size + 2, size + 2), _EDGE, dtype=np.uint8)
    seen[1:-1, 1:-1] = cells.reshape(size, size)
    rows, columns = zip(*(divmod(at, size) for at in points), strict=True)
    part = seen[min(rows) : max(rows) + 3, min(columns) : max(columns) + 3]
    images = (np.rot90(flipped, turns) for flipped, turns in product((part, part.T), range(4)))
    return min(bytes(image.shape) + image.tobytes() for image in images)


def solved_nearby(puzzle: Puzzle) -> tuple[str, ...]:
    """The numbered levels that find the answer among the moves in the window, or on the board."""
    position = puzzle.position
    assert isinstance(position, GoPosition)
    window, size = window_of(puzzle), position.size
    points = [
        at
        for at in position.open_points
        if not own_eye(position, at) and (window is None or window.holds(at % size, at // size))
    ]
    numbered = [level for level in levels("go") if level.number]
    return tuple(level for level in numbered if _chosen(puzzle, position, points, level) == puzzle.answer)


def _chosen(puzzle: Puzzle, position: GoPosition, points: Collection[int], level: str) -> Move:
    """The move of a level among some points."""
    search, mind, seed = searcher(), mind_of("go", level), random.Random(puzzle.moves[-1]).getrandbits(30)
    if mind is None:
        search.begin(position, points, seed, NO_PASS)
        search.think_until(math.inf, _SIMULATIONS, position.size)
        return search.best(position)
    sight = GoSight(
        position, Assessment(tuple(points), passing=NO_PASS), mind, search, seed, puzzle.moves[-1]
    )
    return player.choose(sight, mind, _LIMIT, puzzle.moves).move
