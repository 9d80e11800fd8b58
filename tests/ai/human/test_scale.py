"""A strength is a number on a scale that only rises, and levels are its equal steps."""

from __future__ import annotations

import pytest

from ai.base import levels
from ai.human.scale import LEVEL_1, Rung, Scale, mind_of, scale_of
from ai.level import Level
from games import GAMES

SCALE = Scale("x", (Rung(-1, 600), Rung(0, 700), Rung(2, 1100)), 2000)
HIGHER = Scale("x", (Rung(-1, 600), Rung(2, 1900)), 2000)


def levels_of(scale: Scale) -> list[float]:
    return [scale.strength(Level(str(number))) for number in range(1, 9)]


@pytest.mark.parametrize(
    ("strength", "skill"),
    [(600, -1), (650, -0.5), (700, 0), (900, 1), (1100, 2), (1500, 2), (0, -1)],
)
def test_skills_lie_between_the_rungs(strength: float, skill: float) -> None:
    assert SCALE.skill(strength) == pytest.approx(skill)


def test_levels_are_equal_steps_from_the_floor_to_the_full_engine() -> None:
    assert levels_of(HIGHER) == list(range(600, 2001, 200))
    with pytest.raises(ValueError, match="classic"):
        SCALE.strength(Level("classic"))


def test_only_the_last_step_is_large() -> None:
    scale = Scale("x", (Rung(-1, 600), Rung(2, 2500)), 3000)
    assert levels_of(scale) == [600, 900, 1200, 1500, 1800, 2100, 2400, 3000]


def test_level_7_is_no_stronger_than_the_strongest_skill() -> None:
    scale = Scale("x", (Rung(-1, 600), Rung(2, 1200)), 2000)
    assert levels_of(scale) == [600, 700, 800, 900, 1000, 1100, 1200, 2000]
    for slug in GAMES:
        assert scale_of(slug).strength(Level("7")) <= scale_of(slug).rungs[-1].elo, slug


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
