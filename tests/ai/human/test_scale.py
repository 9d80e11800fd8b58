"""A strength is a number on a scale that only rises, and levels are its equal steps."""

from __future__ import annotations

import pytest

from ai.base import levels
from ai.human.scale import LEVEL_1, Rung, Scale, mind_of, scale_of
from ai.level import Level
from games import GAMES

SCALE = Scale("x", (Rung(-1, 600), Rung(0, 700), Rung(2, 1100)), 2000)


@pytest.mark.parametrize(
    ("strength", "skill"),
    [(600, -1), (650, -0.5), (700, 0), (900, 1), (1100, 2), (1500, 2), (0, -1)],
)
def test_skills_lie_between_the_rungs(strength: float, skill: float) -> None:
    assert SCALE.skill(strength) == pytest.approx(skill)


def test_levels_are_equal_steps_from_the_floor_to_the_full_engine() -> None:
    assert [SCALE.strength(Level(str(number))) for number in range(1, 9)] == list(range(600, 2001, 200))
    with pytest.raises(ValueError, match="classic"):
        SCALE.strength(Level("classic"))


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_a_scale_that_rises(slug: str) -> None:
    scale = scale_of(slug)
    assert scale.variant in GAMES[slug].variants
    elos, skills = [rung.elo for rung in scale.rungs], [rung.skill for rung in scale.rungs]
    assert LEVEL_1 in elos
    assert elos == sorted(set(elos)) and scale.full > elos[-1]
    assert skills == sorted(set(skills)) and len(skills) >= 8
    minds = [mind_of(slug, level) for level in levels(slug) if level.number in range(1, 8)]
    assert sorted(mind.skill for mind in minds if mind) == [mind.skill for mind in minds if mind]
    assert mind_of(slug, "8") is None
