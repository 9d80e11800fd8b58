"""How likely a move is of each skill, on positions that are written down and in games."""

from __future__ import annotations

import math

import pytest

from ai import base
from ai.base import Limit
from ai.human.likeness import log_likelihoods
from ai.human.mind import Mind
from ai.human.scale import scale_of
from ai.human.sight import DECIDED
from games import GAMES
from games.base import Move, Record
from tests.ai.human.test_human_player import A, B, C, Written, share

SKILLS = (0.0, 2.0, 4.0, 6.0)


@pytest.mark.parametrize("skill", SKILLS)
def test_the_chances_are_those_of_the_player(skill: float) -> None:
    """All moves together are certain, and each is about as likely as it is often chosen."""
    sight = Written({A: [1.0, -4.0], B: [0.0], C: [0.5, 0.5, -2.0]}, {A: 1.0})
    chances = {move: math.exp(log_likelihoods(sight, move, (skill,))[0]) for move in (A, B, C)}
    assert sum(chances.values()) == pytest.approx(1.0, abs=0.01)
    for move, chance in chances.items():
        assert chance == pytest.approx(share(sight, skill, move), abs=0.1)


def test_a_move_into_a_trap_is_of_somebody_who_reads_little() -> None:
    sight = Written({A: [2.0, -DECIDED], B: [0.0]}, {A: 2.0})
    caught, avoided = (log_likelihoods(sight, move, SKILLS) for move in (A, B))
    assert list(caught) == sorted(caught, reverse=True) and caught[0] > caught[-1] + 2
    assert list(avoided) == sorted(avoided)


def test_a_step_back_is_as_likely_as_players_take_it() -> None:
    back, on = Move("b2-b1"), Move("b2-b3")
    sight = Written({back: [0.0], on: [0.0]})
    before = (Move("b1-b2"), Move("b5-b4"))
    (chance,), (returned,) = (log_likelihoods(sight, back, (4.0,), moves) for moves in ((), before))
    assert math.exp(chance) == pytest.approx(0.5, abs=0.02)
    assert math.exp(returned) < 0.25


def test_no_move_is_impossible() -> None:
    """Anybody slips; so a move that nobody of a skill chooses says something, but not everything."""
    sight = Written({A: [DECIDED], B: [-DECIDED]})
    for move in (B, Move("z9")):
        assert all(-4 < chance < -3 for chance in log_likelihoods(sight, move, (4.0, 6.0)))


def test_no_move_is_read_twice_to_the_same_depth() -> None:
    sight = Written({A: [1.0, 1.0, 1.0], B: [0.5, 0.5, 0.5]})
    log_likelihoods(sight, A, SKILLS)
    read = [(move, depth) for depth, moves in sight.readings for move in moves]
    assert len(read) == len(set(read))


@pytest.mark.parametrize("slug", ["hare_and_hounds"])
def test_the_moves_of_a_skill_are_likeliest_near_it(slug: str) -> None:
    """Of the weakest and of a strong player, in a game of theirs against themselves."""
    rungs, likeliest = scale_of(slug).rungs, []
    for rung in (rungs[0], rungs[-2]):
        sums = [0.0] * len(rungs)
        for seed in range(2):
            position, moves = GAMES[slug].start(GAMES[slug].variants[0]), list[Move]()
            while position.outcome() is None and len(moves) < 24:
                limit = Limit(60.0, seed=2 * seed + len(moves) % 2)
                move = base.engine(slug).imitate(position, Mind(rung.skill), limit, moves).move
                known = base.likelihoods(Record(slug, GAMES[slug].variants[0], tuple(moves)), move)
                sums = [total + more for total, more in zip(sums, known or [0.0] * len(rungs), strict=True)]
                position = position.play(move)
                moves.append(move)
        likeliest.append(sums.index(max(sums)))
    weak, strong = likeliest
    assert weak <= 2 and strong >= len(rungs) // 2
