"""Counts as the computer makes them: with the komi of the rules, or one that a controller told.

Start reading at `reckon`. On Discord a match's komi is its rules'. On the Go Text Protocol a controller may
tell another (`ai.go.gtp`), in a process that plays for nobody else.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from games.go import GoPosition, Score
from games.go.scoring import count
from games.go.variant import Variant

_told: list[float] = []


def tell_komi(komi: float | None) -> None:
    """From now on count with a komi; None: that of the rules."""
    _told[:] = [] if komi is None else [komi]


def komi_of(variant: Variant) -> float:
    """White's points for moving second."""
    return _told[0] if _told else variant.komi


def reckon(position: GoPosition, dead: Iterable[int]) -> Score:
    """The score of a position when the stones on ``dead`` are."""
    score = count(position.variant, position.stones, dead, position.captures)
    return replace(score, white=score.white - position.variant.komi + komi_of(position.variant))
