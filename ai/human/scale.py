"""Strengths in Elo points, and the skill that plays each of them.

``python -m bench.scale GAME --keep`` measures ``ai/<slug>/scale.json``: skills of `ai.human.mind.Mind` and
their Elo points by matches between neighbors. A strength is a number of these points; level 1 has `LEVEL_1`
of them in every game.

Level 8 is the full engine, and levels are equal steps up to it. If those would be too large, or level 7
stronger than the strongest skill, levels 1 to 7 are smaller equal steps, and only the last is large. Below
level 1 are strengths for people who lose to it.
"""

from __future__ import annotations

import json
import math
from bisect import bisect_left
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from ai.human.mind import Mind
from ai.level import Level

LEVEL_1 = 600
"""The strength of level 1 in every game."""
TOP_LEVEL = 8
"""The level of the full engine."""
_MAX_STEP = 300.0
"""Levels below the full engine are at most so many points apart: the stronger one scores 85 percent."""


@dataclass(frozen=True, slots=True)
class Rung:
    """A measured skill: its strength in Elo points, the 95 % margin of its step, and its games.

    ``over_last`` is its score against the rung below.
    """

    skill: float
    elo: float
    margin: float = 0.0
    games: int = 0
    over_last: float | None = None


@dataclass(frozen=True, slots=True)
class Scale:
    """A game's rungs, weakest first, in a variant, and the strength of the full engine.

    ``full_margin`` is the 95 % margin of the distance between level 1 and the full engine.
    """

    variant: str
    rungs: tuple[Rung, ...]
    full: float
    full_margin: float = 0.0

    def skill(self, strength: float) -> float:
        """Return the skill of a strength, by straight lines between the rungs; beyond, the nearest one."""
        elos = [rung.elo for rung in self.rungs]
        above = bisect_left(elos, strength)
        if above in (0, len(elos)):
            return self.rungs[min(above, len(elos) - 1)].skill
        low, high = self.rungs[above - 1], self.rungs[above]
        return low.skill + (high.skill - low.skill) * (strength - low.elo) / (high.elo - low.elo)

    @property
    def playable(self) -> range:
        """The strengths that people can ask for: from a round one of the weakest skill to the strongest."""
        return range(math.ceil(self.rungs[0].elo / 10) * 10, int(self.rungs[-1].elo) + 1)

    @property
    def step(self) -> float:
        """How many Elo points two neighbors of levels 1 to 7 are apart."""
        to_full_engine = (self.full - LEVEL_1) / (TOP_LEVEL - 1)
        to_strongest_skill = (self.rungs[-1].elo - LEVEL_1) / (TOP_LEVEL - 2)
        return min(to_full_engine, to_strongest_skill, _MAX_STEP)

    def strength(self, level: Level) -> float:
        """Return the strength of a level. Raises `ValueError` for a source's player."""
        if level.strength is not None:
            return level.strength
        if level.number is None:
            raise ValueError(f"{level} is not on the scale")
        if level.number == TOP_LEVEL:
            return self.full
        return LEVEL_1 + (level.number - 1) * self.step


@cache
def scale_of(slug: str) -> Scale:
    """Read a game's scale. Raises `OSError`, `ValueError`, `KeyError` or `TypeError` if it cannot be read."""
    data = json.loads(path_of(slug).read_text())
    rungs = tuple(Rung(**rung) for rung in data["rungs"])
    return Scale(data["variant"], rungs, data["full"], data.get("full_margin", 0.0))


def write(slug: str, scale: Scale) -> None:
    """Write a game's scale."""
    path_of(slug).write_text(json.dumps(asdict(scale), indent=1) + "\n")
    scale_of.cache_clear()


def path_of(slug: str) -> Path:
    """Return the file of a game's scale."""
    return Path(__file__).parent.with_name(slug) / "scale.json"


def mind_of(slug: str, level: str) -> Mind | None:
    """Return who plays a level below 8 or a strength; None for the full engine and the sources' players."""
    known = Level(level)
    if not known.is_on_scale or known.number == TOP_LEVEL:
        return None
    scale = scale_of(slug)
    return Mind(scale.skill(scale.strength(known)))
