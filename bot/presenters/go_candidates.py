"""The legal points of Go, the most probable next move first, and the chains to ask about in the count.

Start reading at `ranked_points`. Forced points come first (`Tactics.forced`), then the others by a sum of
weights, one for each feature of a point: what surrounds it, where it is, how far it is from the last moves,
what it captures, saves and threatens. `python -m bench.move_entry_fit` fits the weights to recorded games.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from bot.presenters.go_tactics import UNFORCED, Tactics
from bot.presenters.point_offsets import offset_count, offsets
from games.base import Move
from games.go import GoPosition

NEAR = 6
"""The largest distance from a move, in rows or in columns, that has a weight of its own."""
OFFSETS = offset_count(NEAR)
PHASES = 3
PLACES = 15
SIZES = (9, 13)
"""Boards up to each of these sizes have weights of their own for places."""
WEIGHTS = Path(__file__).with_name("go_candidates.json")
RECENT = 4
"""How many of the last moves have weights by distance."""
OPENING_LINE = 5
CROWD_LEVELS = 6
CROWDS = CROWD_LEVELS**2
_LEVELS = (0, 1, 2, 3, 4, 4) + (5,) * 20
"""The level of a number of stones among 25 points."""
_SMALL = 8.0
_EYE = -8.0
_OWN, _ENEMY, _WALL = 1, 2, 3
_SYMBOLS = ".XO#"
_TURNS = ((6, 3, 0, 7, 4, 1, 8, 5, 2), (2, 1, 0, 5, 4, 3, 8, 7, 6))
"""A quarter turn and the mirror image of a window of 3 × 3 points."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The weight of every feature: the logarithm of its strength.

    ``patterns`` are by what surrounds a point (`pattern_of`), ``answers`` the same beside the last move.
    ``places`` are by `place_kinds`, ``crowds`` by `crowd_kinds`, ``offsets`` by the number of the move, the
    phase and `offset`, ``marks`` by `bot.presenters.go_tactics.MARKS`.
    """

    patterns: Mapping[str, float]
    answers: Mapping[str, float]
    places: Sequence[float]
    crowds: Sequence[float]
    offsets: Sequence[Sequence[float]]
    marks: Mapping[str, Sequence[float]]


@cache
def weights() -> Weights:
    """The fitted weights."""
    return Weights(**json.loads(WEIGHTS.read_text("utf-8")))


def ranked_points(position: GoPosition, moves: Sequence[Move]) -> list[int]:
    """Every legal point, as an index from the top left along the rows, the most probable next move first.

    ``moves`` are the moves that led to the position. Empty in the scoring and after the match.
    """
    if position.scoring or position.outcome() is not None:
        return []
    tactics = Tactics(position, recent_points(position, moves))
    appeal = _appeals(position, tactics)
    legal = sorted(position.open_points, key=appeal.__getitem__, reverse=True)
    forced = tactics.forced()
    return sorted(legal, key=lambda point: forced.get(point, UNFORCED)) if forced else legal


def _appeals(position: GoPosition, tactics: Tactics) -> list[float]:
    """The weight of every point, legal or not."""
    fitted, size, phase = weights(), position.size, phase_of(position)
    places, crowds = fitted.places, fitted.crowds
    kinds_of = zip(place_kinds(size, phase), crowd_kinds(position, phase), strict=True)
    appeals = [places[place] + crowds[crowd] for place, crowd in kinds_of]
    for number, point in enumerate(tactics.recent):
        kinds, table = offsets(size, point, NEAR), fitted.offsets[number * PHASES + phase]
        appeals = [weight + table[kind] for weight, kind in zip(appeals, kinds, strict=True)]
    near = beside(size, tactics.recent[0])
    for point, window in windows(position):
        appeals[point] += _pattern_weight(window, point in near)
    for name, marked in tactics.marks.items():
        table = fitted.marks[name]
        for point, value in marked.items():
            appeals[point] += table[value]
    return appeals


@lru_cache(maxsize=1 << 14)
def _pattern_weight(window: bytes, near: bool) -> float:
    fitted, pattern = weights(), pattern_of(window)
    weight = (fitted.answers if near else fitted.patterns).get(pattern, 0.0)
    return weight + _EYE if is_eye(window) else weight


def is_eye(window: bytes) -> bool:
    """Whether the middle of a window of 3 × 3 points is an eye of the mover."""
    if not set(window[1::2]) <= {_OWN, _WALL}:
        return False
    corners = window[0::2]
    return corners.count(_ENEMY) <= (0 if _WALL in corners else 1)


def pattern_of(window: bytes) -> str:
    """A window of 3 × 3 points as text, the same for its mirror images and rotations."""
    text = "".join(_SYMBOLS[cell] for cell in window)
    rotated = [text]
    for _ in range(3):
        rotated.append("".join(rotated[-1][at] for at in _TURNS[0]))
    mirrored = ["".join(pattern[at] for at in _TURNS[1]) for pattern in rotated]
    return min(rotated + mirrored)


def windows(position: GoPosition) -> Iterator[tuple[int, bytes]]:
    """Each open point and the 3 × 3 points around it: empty, the mover's, the opponent's, off the board."""
    size, stride = position.size, position.size + 1
    stones = position.stones if position.to_move == _OWN else position.stones.translate(_EXCHANGED)
    rows = [stones[start : start + size] for start in range(0, size * size, size)]
    wall = bytes([_WALL])
    cells = wall * (stride + 1) + wall.join(rows) + wall * (stride + 1)
    for point in position.open_points:
        at = stride + 1 + point + point // size
        yield (
            point,
            cells[at - stride - 1 : at - stride + 2]
            + cells[at - 1 : at + 2]
            + cells[at + stride - 1 : at + stride + 2],
        )


_EXCHANGED = bytes.maketrans(b"\x01\x02", b"\x02\x01")


def phase_of(position: GoPosition) -> int:
    """0 while an eighth of the board is full, 1 up to half of it, then 2."""
    area = len(position.stones)
    full = area - position.stones.count(0)
    if 8 * full < area:
        return 0
    return 1 if 2 * full < area else 2


@cache
def place_kinds(size: int, phase: int) -> Sequence[int]:
    """By point: a number for its lines from the two nearest edges, the size of the board and the phase."""
    group = sum(size > limit for limit in SIZES)
    base = (group * PHASES + phase) * PLACES
    lines = [min(line, size - 1 - line, OPENING_LINE - 1) for line in range(size)]
    return tuple(base + max(r, c) * (max(r, c) + 1) // 2 + min(r, c) for r in lines for c in lines)


def crowd_kinds(position: GoPosition, phase: int) -> list[int]:
    """By point: a number for how many stones of each side are near, and the phase."""
    own, enemy = [0] * len(position.stones), [0] * len(position.stones)
    around, mover = _around(position.size), position.to_move
    for point, color in enumerate(position.stones):
        if color:
            counts = own if color == mover else enemy
            for near in around[point]:
                counts[near] += 1
    levels, base = _LEVELS, phase * CROWDS
    return [
        base + CROWD_LEVELS * levels[mine] + levels[other] for mine, other in zip(own, enemy, strict=True)
    ]


@cache
def _around(size: int) -> Sequence[Sequence[int]]:
    """By point: the points up to two rows and columns away."""
    spans = [range(max(line - 2, 0), min(line + 3, size)) for line in range(size)]
    return tuple(tuple(r * size + c for r in rows for c in columns) for rows in spans for columns in spans)


def recent_points(position: GoPosition, moves: Sequence[Move]) -> list[int | None]:
    """The points of the last `RECENT` moves, the last first; None for a move that is no point."""
    index = position.board.index
    points = [index.get(move) for move in reversed(moves[-RECENT:])]
    return [*points, *[None] * (RECENT - len(points))]


@cache
def beside(size: int, point: int | None) -> frozenset[int]:
    """The points up to one row and column from ``point``; none for None."""
    if point is None:
        return frozenset()
    row, column = divmod(point, size)
    return frozenset(
        r * size + c
        for r in range(max(row - 1, 0), min(row + 2, size))
        for c in range(max(column - 1, 0), min(column + 2, size))
    )


def ranked_groups(position: GoPosition) -> list[int]:
    """A point of each chain, those most in question first. Empty unless the stones are counted.

    Chains that are marked dead come first, then by `_doubt`.
    """
    if not position.scoring:
        return []
    doubts: dict[int, tuple[bool, float]] = {}
    for color in (_OWN, _ENEMY):
        for area in _areas(position, color):
            chains = {position.chains.at(point) for point in area if position.stones[point]}
            doubt = _doubt(len(area), sum(position.stones[point] != 0 for point in area))
            for chain in chains:
                head = chain.points[0]
                doubts[head] = (head in position.dead, doubt + 1 / len(chain.liberties))
    return sorted(sorted(doubts), key=doubts.__getitem__, reverse=True)


def _areas(position: GoPosition, color: int) -> Iterator[set[int]]:
    """The connected points without the other color that have stones of ``color`` among them."""
    stones, neighbors, seen = position.stones, position.board.neighbors, set[int]()
    for start, stone in enumerate(stones):
        if stone != color or start in seen:
            continue
        area, waiting = {start}, [start]
        while waiting:
            for near in neighbors[waiting.pop()]:
                if stones[near] in (0, color) and near not in area:
                    area.add(near)
                    waiting.append(near)
        seen |= area
        yield area


def _doubt(points: int, stones: int) -> float:
    """How likely stones are dead: few in a large area, or in one too small for two eyes."""
    return (points - stones) / stones + _SMALL / points
