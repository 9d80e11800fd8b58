"""Categories of all games, and what handicaps are worth."""

from __future__ import annotations

import pytest

from data.model.rating_categories import Category, advantage, category_of, game_of
from games import GAMES


def test_each_variant_has_a_category_and_each_category_a_variant() -> None:
    found = {(slug, category_of(slug, name)) for slug, rules in GAMES.items() for name in rules.variants}
    assert {category for _, category in found} == set(Category)
    assert all(game_of(category) == slug for slug, category in found)


@pytest.mark.parametrize(
    ("game", "variant", "category"),
    [
        ("gomoku", "renju-15", Category.RENJU),
        ("gomoku", "omok-15", Category.GOMOKU),
        ("gomoku", "swap2-15", Category.GOMOKU),
        ("go", "19x19-chinese-h4", Category.GO),
        ("othello", "6x6", Category.OTHELLO),
    ],
)
def test_categories(game: str, variant: str, category: Category) -> None:
    assert category_of(game, variant) is category


def test_other_games_start_even() -> None:
    assert advantage("othello", "8x8", 1500, 2000) == (0, 0)


@pytest.mark.parametrize(
    ("variant", "ranks"),
    [
        ("19x19-korean", -0.5 / 12),  # 6.5 points of komi; 6 would be even
        ("19x19-chinese", -0.5 / 12),  # 7.5 and 7
        ("19x19-korean-h2", 17.5 / 12),
        ("19x19-korean-h9", 101.5 / 12),
        ("19x19-chinese-h2", 19.5 / 12),
        ("13x13-korean-h2", 3 * 17.5 / 12),
        ("9x9-korean-h2", 6 * 17.5 / 12),
    ],
)
def test_a_handicap_is_worth_ranks_on_the_published_scale(variant: str, ranks: float) -> None:
    rank_up = 1500 * (2.718281828 ** (ranks / 23.15) - 1)
    rank_down = 1500 * (1 - 2.718281828 ** (-ranks / 23.15))
    assert advantage("go", variant, 1500, 1500) == pytest.approx((rank_up, rank_down), abs=0.01)


def test_more_stones_are_worth_more_up_to_the_top_of_the_scale() -> None:
    values = [advantage("go", f"19x19-korean-h{stones}", 1200, 1700) for stones in range(2, 10)]
    assert values == sorted(values)
    assert 1500 + advantage("go", "9x9-korean-h9", 1500, 1500)[0] == pytest.approx(2830, abs=1)
    assert advantage("go", "9x9-korean-h9", -100, 9000)[1] > 0
