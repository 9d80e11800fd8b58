"""Levels and choices in this process; what is asked wrongly is refused by name."""

from __future__ import annotations

import pickle

import pytest

from ai.base import Limit, NoMove, UnknownLevel, adviser, choose, levels, limits
from games import GAMES
from games.base import IllegalMove, Move, Record, UnknownGame

START = Record("othello", "6x6")


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_levels_weakest_first_then_the_sources_own(slug: str) -> None:
    numbered = [level for level in levels(slug) if level.isdigit()]
    assert numbered == [str(number) for number in range(1, len(numbered) + 1)]
    assert list(levels(slug))[: len(numbered)] == numbered
    assert all(0 < limit.seconds <= 5 for limit in limits(slug).values())


def test_a_level_the_game_does_not_have() -> None:
    with pytest.raises(UnknownLevel, match="99"):
        choose(START, "99")


def test_a_game_nobody_knows() -> None:
    for ask in (levels, limits, lambda slug: choose(Record(slug, "8x8"), "1")):
        with pytest.raises(UnknownGame):
            ask("chess")


def test_a_record_that_breaks_the_rules() -> None:
    with pytest.raises(IllegalMove):
        choose(START.then(Move("a1")), "1")


def test_a_match_that_is_over() -> None:
    wiped_out = tuple(map(Move, ("e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5")))
    with pytest.raises(NoMove, match="9 moves"):
        choose(Record("othello", "8x8", wiped_out), "1")


def test_refusals_survive_the_way_between_processes() -> None:
    for error in (UnknownLevel("no such"), NoMove("over"), IllegalMove("rule.x", move="a1")):
        copy = pickle.loads(pickle.dumps(error))
        assert type(copy) is type(error) and str(copy) == str(error)
    assert pickle.loads(pickle.dumps(Limit(1.0, nodes=5))) == Limit(1.0, nodes=5)


@pytest.mark.parametrize("slug", GAMES)
def test_hints_come_from_a_level_the_game_has(slug: str) -> None:
    assert adviser(slug) in levels(slug)
    assert (adviser(slug) == "8") == (slug in {"hare_and_hounds", "twelve_janggi"}), "those that are solved"
