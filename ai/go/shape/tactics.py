"""Stones taken, saved and put in atari: the heaviest part of a point's worth. Start reading at `tactics`.

A group's stones and liberties, which the source's helpers count, are `games.go.board.Chain`'s.
"""

from __future__ import annotations

from collections.abc import Iterable

from ai.go.shape.weights import WEIGHTS
from ai.go.sight import Sight
from games.go.board import Chain


def tactics(sight: Sight, point: int) -> float:
    """All three, added up; an atari counts only if the stone that gives it is not lost by it."""
    worth = _worth("capture", sight.captured(point)) + _worth("save", sight.saved(point))
    if sight.liberties(point) >= 2:
        worth += _worth("atari", sight.threatened(point))
    return worth


def _worth(name: str, chains: Iterable[Chain]) -> float:
    return sum(WEIGHTS[name] + WEIGHTS[f"{name} stone"] * len(chain.points) for chain in chains)
