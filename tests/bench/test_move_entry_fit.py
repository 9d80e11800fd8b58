"""The weights of the candidates are fitted to moves."""

from __future__ import annotations

import numpy as np

from bench.move_entry_fit import Example, GoFeatures, fit, gomoku_example
from games.base import Move
from games.go import GO
from games.gomoku import GOMOKU


def test_what_is_played_more_often_weighs_more() -> None:
    rows = np.array([[0, 3], [1, 3], [2, 3]], dtype=np.int32)
    played = [0] * 6 + [1] * 3 + [2]
    weights = fit([Example(rows, number) for number in played * 60], 4)
    assert weights[0] > weights[1] > weights[2]
    assert abs(weights[0] - weights[1] - np.log(2)) < 0.2


def test_examples_have_a_row_for_each_legal_point() -> None:
    position, moves = GOMOKU.start("freestyle-15"), [Move(name) for name in ("h8", "h9", "j8", "g7")]
    for move in moves:
        position = position.play(move)
    example = gomoku_example(position, moves, Move("i8"))
    assert example is not None
    assert len(example.features) == len(position.legal_moves())
    three = example.features[example.played]
    assert not np.array_equal(three, example.features[0])
    go = GO.start("9x9-korean")
    features = GoFeatures()
    found = features.example(go, (), Move("e5"))
    assert found is not None
    assert (len(found.features), found.played) == (81, 40)
    assert features.example(go, (), Move("pass")) is None
