"""What is overlooked stays overlooked for some moves, and the same player sees the same."""

from __future__ import annotations

import statistics
from itertools import pairwise

from ai.human.dice import Dice


def test_a_chance_lasts_some_plies_and_then_changes() -> None:
    for name in ("a1", "b2", "h8"):
        chances = [Dice(7, ply).lasting(name) for ply in range(60)]
        runs = sum(before != after for before, after in pairwise(chances))
        assert 8 <= runs <= 10, "six plies each"


def test_names_change_at_different_plies() -> None:
    changes = {
        next(ply for ply in range(1, 7) if Dice(7, ply).lasting(name) != Dice(7, ply - 1).lasting(name))
        for name in map(str, range(40))
    }
    assert len(changes) >= 5


def test_noise_is_normal_and_new_at_each_ply() -> None:
    drawn = [Dice(3, ply).noise("c4") for ply in range(4000)]
    assert len(set(drawn)) == len(drawn)
    assert abs(statistics.mean(drawn)) < 0.06
    assert 0.95 < statistics.stdev(drawn) < 1.05


def test_players_differ_and_repeat_themselves() -> None:
    assert Dice(1, 5).lasting("a1") == Dice(1, 5).lasting("a1")
    assert len({Dice(seed, 5).lasting("a1") for seed in range(50)}) == 50
