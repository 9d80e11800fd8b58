"""The matches whose animations are measured."""

from __future__ import annotations

import pytest

from bench.replays import REPLAYS, Replay, played


@pytest.mark.parametrize("one", REPLAYS, ids=lambda one: one.slug)
def test_they_have_as_many_moves_as_their_targets_are_for(one: Replay) -> None:
    assert played(one).ply == one.moves and played(one) == played(one)
