"""Even starts: records that the rules accept, each another position, and setups that are recognized."""

from __future__ import annotations

import random

import pytest

from games import GAMES, replay, setup_of
from games.base import Move, Record
from games.starts import is_even_start, random_start, starts, variants_with_starts
from games.symmetry import canonical

EVERY = [(game, variant) for game in GAMES for variant in variants_with_starts(game)]
COUNTS = {("othello", "8x8"): (1000, 8), ("gomoku", "freestyle-15"): (70, 5)}
"""How many starts a variant has, and how many moves lead to each."""


def test_the_variants_that_have_even_starts() -> None:
    assert set(EVERY) == set(COUNTS)


@pytest.mark.parametrize(("game", "variant"), EVERY)
def test_each_start_is_another_position_from_which_a_match_can_begin(game: str, variant: str) -> None:
    count, plies = COUNTS[game, variant]
    records = starts(game, variant)
    assert {len(record.moves) for record in records} == {plies}
    positions = [canonical(replay(record)) for record in records]
    assert len({position.key for position in positions if position is not None}) == count
    assert all(len(replay(record).legal_moves()) > 1 for record in records)
    assert len({*map(setup_of, records)}) == count


def test_a_random_start_is_recognized_before_and_after_moves() -> None:
    start = Record("othello", "8x8", setup=random_start("othello", "8x8", random.Random(1)))
    assert is_even_start(start)
    assert is_even_start(start.then(replay(start).legal_moves()[0]))


def test_other_setups_and_the_usual_start_are_none() -> None:
    other = setup_of(Record("othello", "8x8", (Move("d3"), Move("c3"))))
    assert not is_even_start(Record("othello", "8x8", setup=other))
    assert not is_even_start(Record("othello", "8x8"))
    assert not is_even_start(Record("hare_and_hounds", "classic", setup="x"))


def test_a_variant_without_starts_has_none_at_random() -> None:
    assert starts("othello", "6x6") == ()
    with pytest.raises(IndexError):
        random_start("othello", "6x6", random.Random(1))
