"""Verdicts, compared with what the rules say when they are played out."""

from __future__ import annotations

import random

import pytest

from ai.analysis import Line
from ai.base import Limit
from ai.hare_and_hounds.engine import ENGINE
from games.hare_and_hounds import HARE_AND_HOUNDS, VARIANTS, HarePosition
from tests.ai.hare_and_hounds.test_hare_engine import after

LIMIT = Limit(1.0)


def played_out(position: HarePosition, line: Line) -> tuple[float, int]:
    """The result for the side to move, and the plies, if a line's move is followed by the best moves."""
    side, plies, reached = position.to_move, 1, position.play(line.move)
    while reached.outcome() is None and plies < 300:
        reached = reached.play(ENGINE.analyse(reached, None, LIMIT).best.move)
        plies += 1
    outcome = reached.outcome()
    assert outcome is not None
    return (1.0 if outcome.winner is side else -1.0), plies


@pytest.mark.parametrize("variant", VARIANTS)
def test_both_moves_are_judged_by_how_they_end(variant: str) -> None:
    compared = set()
    for seed in range(25):
        position, dice = after(variant, 3 * seed % 40, seed), random.Random(seed)
        verdict = ENGINE.analyse(position, dice.choice(position.legal_moves()), LIMIT)
        for line in filter(None, (verdict.best, verdict.played)):
            result, plies = played_out(position, line)
            assert line.proven and line.score == result
            assert line.plies in (plies, None)
        if verdict.played:
            assert verdict.played.score <= verdict.best.score
            compared.add(verdict.best.score - verdict.played.score)
    assert compared == {0.0, 2.0}


def test_a_mirrored_move_is_as_good() -> None:
    position = HARE_AND_HOUNDS.position("  H . .  \nH . . . R\n  H . .  \nto move: second")
    verdicts = [ENGINE.analyse(position, move, LIMIT) for move in position.legal_moves()]
    best = {verdict.best.move for verdict in verdicts if verdict.played is None}
    assert len(best) >= 2
