"""Strengths that people read and choose: levels are steps of the scale that `bench.scale` measured."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import cache

from ai.base import levels
from ai.human.scale import TOP_LEVEL, scale_of
from ai.level import Level, strength_in

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Strength:
    """A level's Elo points."""

    level: str
    elo: int


@dataclass(frozen=True, slots=True)
class Measured:
    """A game's levels, weakest first, and the variant in which the scale was measured."""

    variant: str
    levels: tuple[Strength, ...]


@cache
def of(slug: str) -> Measured | None:
    """Return the strengths of a game's levels; None if its scale cannot be read, which is logged."""
    try:
        scale = scale_of(slug)
    except (OSError, ValueError, KeyError, TypeError) as problem:
        _LOG.warning("%s: its levels' strengths are not shown: %s", slug, problem)
        return None
    numbered = [level for level in levels(slug) if level.number is not None]
    return Measured(scale.variant, tuple(Strength(level, round(scale.strength(level))) for level in numbered))


def playable(slug: str) -> range:
    """The strengths at which a game plays, in Elo points."""
    return scale_of(slug).playable


def rungs(slug: str) -> tuple[float, ...]:
    """The Elo points of the measured skills of a game, weakest first."""
    return tuple(rung.elo for rung in scale_of(slug).rungs)


def step(slug: str) -> float:
    """How many Elo points two neighbors of levels 1 to 7 of a game are apart."""
    return scale_of(slug).step


def strength_of(slug: str, level: str) -> float | None:
    """The strength of a level of a game; None for a source's player, an engine and levels of the past."""
    if strength_in(level) is None and level not in levels(slug):
        return None
    known = Level(level)
    return scale_of(slug).strength(known) if known.is_on_scale else None


def nearest_level(slug: str, level: str) -> str:
    """The numbered level nearest to a strength, the weaker of two; any other level itself.

    >>> nearest_level("othello", "1250"), nearest_level("othello", "classic")
    ('3', 'classic')
    """
    strength = strength_in(level)
    if strength is None:
        return level
    scale, numbers = scale_of(slug), range(1, TOP_LEVEL + 1)
    return str(min(numbers, key=lambda number: abs(scale.strength(Level(str(number))) - strength)))
