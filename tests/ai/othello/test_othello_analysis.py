"""Verdicts on solved endings: those of the public test suite, and every move near the end, to the disc."""

from __future__ import annotations

import random

import pytest

from ai.base import Limit
from ai.othello.engine import ENGINE
from bench.ffo import EndGame, positions
from games.base import Side
from games.othello import OTHELLO, OthelloPosition

EXACT = Limit(60.0, seed=1)
ENDINGS = [ending for ending in positions() if ending.position.diagram().count(".") <= 17]


def solved(position: OthelloPosition) -> int:
    """The lead of the side to move at the end, by the rules and plain alpha-beta search."""

    def search(reached: OthelloPosition, low: int, high: int) -> int:
        if reached.outcome() is not None:
            mine, theirs = reached.black.bit_count(), reached.white.bit_count()
            lead = mine - theirs if reached.to_move is Side.FIRST else theirs - mine
            empty = reached.size**2 - mine - theirs
            return lead + (empty if lead > 0 else -empty if lead < 0 else 0)
        best = -1000
        for move in reached.legal_moves():
            following = reached.play(move)
            best = max(best, -search(following, -high, -max(low, best)))
            if best >= high:
                break
        return best

    return search(position, -1000, 1000)


def near_the_end(seed: int, empties: int) -> OthelloPosition:
    """An unfinished position of a random game with this many empty squares."""
    dice = random.Random(seed)
    while True:
        position = OTHELLO.start("8x8")
        while position.outcome() is None:
            if 64 - (position.black | position.white).bit_count() == empties:
                return position
            position = position.play(dice.choice(position.legal_moves()))


@pytest.mark.parametrize("ending", ENDINGS[:6], ids=lambda ending: str(ending.number))
def test_published_endings(ending: EndGame) -> None:
    verdict = ENGINE.analyse(ending.position, None, EXACT)
    assert verdict.best.proven and verdict.best.margin == ending.result
    assert verdict.best.score == (ending.result > 0) - (ending.result < 0)


@pytest.mark.parametrize("seed", range(8))
def test_every_move_near_the_end_is_judged_to_the_disc(seed: int) -> None:
    position = near_the_end(seed, 6)
    leads = {move: -solved(position.play(move)) for move in position.legal_moves()}
    for move, lead in leads.items():
        verdict = ENGINE.analyse(position, move, EXACT)
        line = verdict.played or verdict.best
        assert verdict.best.margin == max(leads.values())
        assert (line.move, line.margin, line.proven) == (move, lead, True)
        assert (verdict.played is None) == (lead == max(leads.values()))
