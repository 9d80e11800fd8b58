"""``auto``: the strength of the computer that a person wins and loses about equally often against.

It is chosen when a match is made and stored as the strength that is played, so that it never changes inside a
match. `bench.auto` measures it with simulated people.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ai import strengths
from ai.human.scale import LEVEL_1
from bot.match.estimated_level import Likelihood, MovesCurve, Score
from data.ratings.store import LevelResult

AUTO = "auto"
"""What people choose."""
FEWEST = 3
"""After so many matches against the computer it is what is played if nothing was chosen."""
FIRST_LEVEL = "1"
"""What is played before the first match. Who loses to it meets weaker strengths."""
_FADING = 0.9
"""How much a match counts, as a share of what the one after it counts: people learn."""
_HALF_LIFE = 180 * 86_400.0
"""After so many seconds a match counts half."""
_OTHER_VARIANT = 0.5
"""How much a match of another variant of the game counts."""
_STEP = 100.0
"""How many points two matches may be apart, or the step between two levels if that is more."""
_CENTER, _SPREAD = 200.0, 2000.0
"""What is expected of people before their first match: points above level 1, and their deviation.

Almost nothing, so that strong people find their equal soon.
"""
_BEYOND = 400
"""How far beyond what the computer plays a person may be, in points."""


def auto_level(slug: str, variant: str, results: Sequence[LevelResult], now: float) -> str:
    """Choose the strength for a person's next match, given the results of those before, latest first.

    It is the one at which these are most likely, rounded to 10 points, and not far from the last opponent.
    ``now`` is in unix seconds.
    """
    known = [
        (level_strength, result)
        for result in results
        if (level_strength := strengths.strength_of(slug, result.level)) is not None
    ]
    if not known:
        return FIRST_LEVEL
    scores = [
        Score(strength, result.score, _weight(number, now - result.ended_at, result.variant == variant))
        for number, (strength, result) in enumerate(known)
    ]
    playable = strengths.playable(slug)
    tried = range(playable[0] - _BEYOND, playable[-1] + _BEYOND, 10)
    # The moves say where to begin; with each match the results say more, the moves less.
    moves = MovesCurve.of(slug, (result.likelihoods for _, result in known), 1 / len(known))
    wanted = Likelihood(scores, LEVEL_1 + _CENTER, _SPREAD, tried, moves).most_likely
    last = next((strength for strength, result in known if result.variant == variant), known[0][0])
    step = max(strengths.step(slug), _STEP)
    near = min(max(wanted, last - step), last + step)
    return str(round(min(max(near, playable[0]), playable[-1] // 10 * 10) / 10) * 10)


def _weight(matches_since: int, seconds: float, is_same_variant: bool) -> float:
    """How much a result counts that is so many matches, and so many seconds, ago."""
    faded = math.pow(_FADING, matches_since) * math.pow(0.5, max(0.0, seconds) / _HALF_LIFE)
    return faded if is_same_variant else faded * _OTHER_VARIANT
