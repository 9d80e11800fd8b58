"""How a skill reads, knows and doubts: the model of errors, the same for all games.

A skill is a number: whoever has skill s reads a reply s plies deep in half of all cases. Everything else
follows from it, so that no strength differs in kind from its neighbors. Skills become strengths in Elo points
by measurement (`ai.human.scale`).

That errors depend on how hidden the refutation is, more than on the player's rating, is the finding of
Anderson, Kleinberg and Mullainathan, "Assessing Human Error Against a Benchmark of Perfection" (arXiv
1606.04956); that players differ by the depth at which an error shows them, of Biswas and Regan, "Measuring
Level-K Reasoning, Satisficing, and Human Error in Game-Play Data" (2015).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

_SPREAD = 0.8
"""The scale, in plies, of the logistic distribution of reading depths."""
_SHOWN_PLIES = 1.5
"""How much deeper a player reads what the last move points to."""
_KNOWING = 1.5
"""The skill at which a judgment by knowledge weighs as much as the first impression."""
_NOISE, _HALVED = 1.5, 4.0
"""The noise's standard deviation at skill 0, in units (`ai.human.sight`), and the skill that halves it."""
_CANDIDATES = 5
"""How many moves skill 0 considers; each point of skill adds one."""
_GIVEN_UP = 8.0
"""A move so many units below the best is not read further, beside twice the noise."""


@dataclass(frozen=True, slots=True)
class Mind:
    """A player of a skill, which may be negative."""

    skill: float

    def reads(self, chance: float, depth: int, shown: bool) -> bool:
        """Whether a reply, or a move, of a lasting ``chance`` is read to a depth in plies."""
        plies = self.skill + _SPREAD * math.log(chance / (1 - chance)) + (_SHOWN_PLIES if shown else 0.0)
        return plies >= depth

    @property
    def knowledge(self) -> float:
        """How much a judgment weighs against the first impression, from 0 to 1."""
        skill = max(0.0, self.skill + 1.0)
        return skill / (skill + _KNOWING)

    @property
    def noise(self) -> float:
        """The standard deviation, in units, of what a move seems to be worth."""
        return _NOISE * 2 ** (-self.skill / _HALVED)

    @property
    def candidates(self) -> int:
        """How many moves are considered."""
        return max(3, _CANDIDATES + round(self.skill))

    @property
    def gives_up(self) -> float:
        """How many units below the best a move is not read further."""
        return _GIVEN_UP + 2 * self.noise
