"""Captures, rescues and ataris: the heaviest part of a point's score. Start reading at `tactics`.

A group's stones and liberties, which the source's helpers count, are those of `games.go.board.Chain`.
"""

from __future__ import annotations

from collections.abc import Iterable

from ai.go.one_ply_features import OnePlyFeatures
from ai.go.shape.weights import WEIGHTS
from games.go.board import Chain


def tactics(features: OnePlyFeatures, point: int) -> float:
    """The sum of all three; an atari counts only if the stone that gives it is not lost by it."""
    worth = _worth("capture", features.captured(point)) + _worth("save", features.saved(point))
    if features.liberties(point) >= 2:
        worth += _worth("atari", features.threatened(point))
    return worth


def _worth(name: str, chains: Iterable[Chain]) -> float:
    return sum(WEIGHTS[name] + WEIGHTS[f"{name} stone"] * len(chain.points) for chain in chains)
