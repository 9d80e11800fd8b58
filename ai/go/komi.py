"""Scores with the komi of the rules, or with one that a GTP controller set.

On Discord a match's komi is its rules'. A GTP controller may set another, in a process that serves it alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from games.go import GoPosition, Score
from games.go.scoring import count
from games.go.variant import Variant

_told: list[float] = []


def override_komi(komi: float | None) -> None:
    """Score with this komi from now on; None: with that of the rules."""
    _told[:] = [] if komi is None else [komi]


def komi_of(variant: Variant) -> float:
    """White's compensation for moving second, in points."""
    return _told[0] if _told else variant.komi


def score_position(position: GoPosition, dead: Iterable[int]) -> Score:
    """The score of a position if the stones on ``dead`` points are dead."""
    score = count(position.variant, position.stones, dead, position.captures)
    return replace(score, white=score.white - position.variant.komi + komi_of(position.variant))
