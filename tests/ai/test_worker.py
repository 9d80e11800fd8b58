"""What a worker sends back: every field of a choice, without numpy scalars."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, cast

import numpy as np

from ai.base import Choice
from ai.worker import plain
from games.base import Move


def test_every_field_of_a_choice_is_kept() -> None:
    whole = Choice(Move("d3"), -0.95, 7, 900, (Move("d3"), Move("c3")), True, 12, True, 0.5)
    empty = Choice(Move("d3"), 0.0, 0, 0, ())
    for field in fields(Choice):
        assert getattr(whole, field.name) != getattr(empty, field.name) or field.name == "move"
    assert plain(whole) == whole
    assert plain(empty) == empty


def test_numpy_scalars_become_plain() -> None:
    odd = replace(
        Choice(Move("d3"), 0.0, 1, 1, (Move("d3"),)),
        score=cast(Any, np.float32(0.5)),
        nodes=cast(Any, np.int64(3)),
        proven=cast(Any, np.bool_(True)),
        plies=cast(Any, np.int32(4)),
        resigns=cast(Any, np.bool_(True)),
        hesitation=cast(Any, np.float32(0.5)),
    )
    converted = plain(odd)
    names = ("score", "nodes", "proven", "plies", "resigns", "hesitation")
    kinds = [type(getattr(converted, name)) for name in names]
    assert kinds == [float, int, bool, int, bool, float]
