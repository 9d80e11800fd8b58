"""The computer in swap2's opening: it takes the color that wins, and places balanced stones."""

from __future__ import annotations

import pytest

from ai.base import Limit, choose, levels
from games import replay
from games.base import Move, Record, Side
from games.gomoku import GomokuPosition
from games.gomoku.opening import Stage

NODES = Limit(30.0, nodes=20_000, seed=3)


def swap2(moves: str) -> Record:
    return Record("gomoku", "swap2-15", tuple(Move(move) for move in moves.split()))


@pytest.mark.parametrize(
    ("moves", "color"),
    [
        # two black stones side by side in the middle, White's in a corner: Black is worth more
        ("h8 a1 h9", "black"),
        # White alone has the middle, and moves
        ("a1 h8 o15", "white"),
        ("a1 h8 o15 two h9 o1", "white"),
        # three black stones with both ends open, but White moves
        ("h8 o1 h9 two o15 h10", "black"),
    ],
)
def test_takes_the_better_color(moves: str, color: str) -> None:
    choice = choose(swap2(moves), "8", NODES)
    assert choice.move == color
    assert choice.score >= 0


@pytest.mark.parametrize(
    "level",
    [pytest.param(level, marks=[pytest.mark.soak] if level in "23567" else []) for level in levels("gomoku")],
)
def test_every_level_opens_answers_and_plays_on(level: str) -> None:
    """Levels 2, 3, 5, 6 and 7 differ from level 4 only in how much they read."""
    record = swap2("")
    for seed in range(8):
        choice = choose(record, level, Limit(30.0, nodes=600, seed=seed))
        record = record.then(choice.move)
        position = replay(record)
    assert isinstance(position, GomokuPosition)
    assert position.stage is None
    assert any(move in record.moves for move in ("black", "white"))


def test_the_computer_also_places_two_more_stones() -> None:
    record = swap2("h8 a1 h9 two")
    for _ in range(2):
        record = record.then(choose(record, "6", NODES).move)
    position = replay(record)
    assert isinstance(position, GomokuPosition)
    assert (position.stage, position.to_move) == (Stage.CHOICE, Side.FIRST)


def test_what_it_opens_with_is_even_to_a_deeper_search() -> None:
    scores = []
    for seed in range(4):
        record = swap2("")
        for _ in range(3):
            record = record.then(choose(record, "8", Limit(30.0, nodes=4_000, seed=seed)).move)
        judged = choose(record, "8", Limit(30.0, nodes=12_000, seed=1))
        scores.append(abs(judged.score))
    assert sorted(scores)[2] < 0.5, scores


def test_openings_differ_and_repeat_by_their_seed() -> None:
    moves = [choose(swap2(""), "6", Limit(30.0, nodes=2_000, seed=seed)).move for seed in (1, 1, 2, 3, 4)]
    assert moves[0] == moves[1]
    assert len(set(moves)) >= 3
