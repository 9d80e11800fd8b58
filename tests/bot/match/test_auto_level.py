"""``auto`` finds the strength at which a person wins about half of the matches."""

from __future__ import annotations

import pytest

from ai import strengths
from ai.human.scale import LEVEL_1, scale_of
from ai.level import Level
from bench.auto import first_wins, steady
from bot.match.auto_level import auto_level
from data.ratings.store import LevelResult
from games import GAMES

NOW, DAY = 1e9, 86_400.0
STEP = strengths.step("othello")
LEVEL_3 = scale_of("othello").strength(Level("3"))


def result(level: str | float, score: float, days_ago: float = 0.0, variant: str = "8x8") -> LevelResult:
    return LevelResult(str(level), score, variant, NOW - days_ago * DAY)


def chosen(*results: LevelResult, slug: str = "othello", variant: str = "8x8") -> str:
    return auto_level(slug, variant, results, NOW)


def test_the_first_match_is_at_level_1() -> None:
    assert chosen() == "1"
    assert chosen(result("classic", 1.0), result("engine-x", 1.0)) == "1"


def test_a_win_leads_up_and_a_loss_down_but_no_more_than_a_step() -> None:
    assert LEVEL_3 < int(chosen(result(3, 1.0))) <= LEVEL_3 + STEP + 5
    assert LEVEL_3 - STEP - 5 <= int(chosen(result(3, 0.0))) < LEVEL_3
    assert int(chosen(*[result(1250, 1.0)] * 9)) == round((1250 + STEP) / 10) * 10


@pytest.mark.parametrize("slug", ["othello", "gomoku", "hare_and_hounds", "twelve_janggi"])
def test_who_loses_to_level_1_meets_weaker_strengths(slug: str) -> None:
    variant = GAMES[slug].variants[0]
    lost = [result("1", 0.0, variant=variant)] * 3
    assert int(chosen(*lost, slug=slug, variant=variant)) < LEVEL_1


def test_half_of_the_points_stay_where_they_were_made() -> None:
    assert abs(int(chosen(*[result(1250, 1.0), result(1250, 0.0)] * 6)) - 1250) < 60


def test_it_stays_within_what_the_game_plays() -> None:
    for slug in GAMES:
        playable = strengths.playable(slug)
        variant = GAMES[slug].variants[0]
        lost, won = (
            [result(level, score, variant=variant)] * 20
            for level, score in ((str(playable[0]), 0.0), ("8", 1.0))
        )
        assert int(chosen(*lost, slug=slug, variant=variant)) == playable[0]
        assert playable[-1] - 10 < int(chosen(*won, slug=slug, variant=variant)) <= playable[-1]


def test_new_results_count_more_than_old_ones() -> None:
    won, lost = [result(1250, 1.0)] * 6, [result(1250, 0.0)] * 6
    assert int(chosen(*won, *lost)) > 1250 > int(chosen(*lost, *won))
    year = [result(1250, 1.0), *[result(1250, 0.0, 365)] * 6]
    assert int(chosen(*year)) > int(chosen(result(1250, 1.0), *[result(1250, 0.0)] * 6))


def test_another_variant_counts_less() -> None:
    here, elsewhere = ([result(1250, 1.0), *[result(1250, 0.0, variant=v)] * 4] for v in ("8x8", "6x6"))
    assert int(chosen(*elsewhere)) > int(chosen(*here))


@pytest.mark.parametrize("level", ["2", "4"])
def test_simulated_people_win_about_half(level: str) -> None:
    assert 0.44 < steady("othello", level, people=30) < 0.56


def test_simulated_newcomers_win_one_of_three() -> None:
    assert first_wins("othello", people=20) > 0.75
