"""The levels as players: legal, repeatable, truthful about what they know."""

import random

import pytest

from ai.base import Limit
from ai.twelve_janggi import beginner, engine, material, root
from ai.twelve_janggi.levels import LEVELS
from games.base import Move
from games.twelve_janggi import TWELVE_JANGGI, JanggiPosition

ENGINE = engine.ENGINE
START = TWELVE_JANGGI.start("classic")
SMALL = Limit(10.0, nodes=400, seed=5)
THINKING = [*"345678"]


def after(plies: int, seed: int) -> JanggiPosition:
    """A position of a random game, so many plies after the start or just before its end."""
    dice, position = random.Random(seed), START
    for _ in range(plies):
        following = position.play(dice.choice(position.legal_moves()))
        if following.outcome() is not None:
            break
        position = following
    return position


def test_every_level_has_a_player():
    assert list(LEVELS) == [*"12345678", "material-3", "material-5", "material-7"]
    assert set(LEVELS) == {*engine.PLANS, *beginner.BEGINNERS, *material.DEPTHS}


@pytest.mark.parametrize("level", LEVELS)
def test_choices_are_legal_and_whole(level):
    for plies in (*range(0, 40, 3), 60):
        position = after(plies, seed=plies)
        choice = ENGINE.choose(position, level, SMALL)
        assert choice.move == choice.line[0]
        assert choice.score in {-1.0, 0.0, 1.0} if choice.proven else -1.0 < choice.score < 1.0
        assert choice.depth >= 1
        assert choice.nodes >= 1
        for move in choice.line:
            assert move in position.legal_moves()
            position = position.play(move)


@pytest.mark.parametrize("level", LEVELS)
def test_nodes_and_seed_repeat_a_choice(level):
    for plies in (0, 5, 14):
        position = after(plies, seed=3)
        first = ENGINE.choose(position, level, Limit(60.0, nodes=5000, seed=9))
        ENGINE.choose(after(plies + 1, seed=4), level, SMALL)
        assert ENGINE.choose(position, level, Limit(60.0, nodes=5000, seed=9)) == first


@pytest.mark.parametrize("level", THINKING)
def test_nodes_bound_a_search(level):
    choice = ENGINE.choose(after(9, seed=1), level, Limit(60.0, nodes=1000, seed=1))
    assert choice.nodes <= 1002


@pytest.mark.parametrize("level", [*"12345678"])
def test_openings_vary(level):
    limits = [Limit(60.0, nodes=50_000, seed=seed) for seed in range(12)]
    assert len({ENGINE.choose(START, level, limit).move for limit in limits}) >= 2


@pytest.mark.parametrize("level", [*THINKING, *material.DEPTHS])
@pytest.mark.parametrize(
    ("diagram", "moves"),
    [
        (". . k .\n. K . J\n. . . .", "b2-a3"),  # take the King
        (". . J k\nK . Z s\n. . . .\nto move: second", "a4-b3 a4-a3 b4-a3 c4-b3"),  # not for a Man
        (". . K .\n. . . .\n. k . s", "a3-a4 a3-b4"),  # enter: nothing can take it
    ],
)
def test_what_everybody_sees(level, diagram, moves):
    position = TWELVE_JANGGI.position(diagram)
    choice = ENGINE.choose(position, level, Limit(60.0, nodes=50_000, seed=2))
    assert choice.move in moves.split()


MATE_IN_FIVE_PLIES = """
    . . . k
    . . . .
    K . S .
    hands: JJ / -
    """


@pytest.mark.parametrize("level", ["5", "6", "7", "8", "material-5", "material-7"])
def test_a_forced_win_is_proven(level):
    choice = ENGINE.choose(TWELVE_JANGGI.position(MATE_IN_FIVE_PLIES), level, Limit(60.0, seed=1))
    assert choice.proven
    assert choice.score == 1.0


def lets_the_king_be_taken(position: JanggiPosition, move: Move) -> bool:
    """Whether the other side can take the King at once, though there was a move after which it cannot."""

    def taken(after: JanggiPosition) -> bool:
        ends = [after.play(answer).outcome() for answer in after.legal_moves()]
        return any(end is not None and end.reason == "outcome.king-taken" for end in ends)

    every = {candidate: taken(position.play(candidate)) for candidate in position.legal_moves()}
    return every[move] and not all(every.values())


def blunders(level: str) -> int:
    return sum(
        lets_the_king_be_taken(
            position, ENGINE.choose(position, level, Limit(60.0, nodes=300, seed=seed)).move
        )
        for seed in range(80)
        if (position := after(4 + seed % 20, seed)).legal_moves()
    )


def test_beginners_leave_their_king_now_and_then_and_others_never():
    assert blunders("1") > blunders("2") > 0
    assert blunders("1") < 40, "not at random"
    assert blunders("3") == blunders("8") == 0


def test_a_choice_made_in_haste_is_still_one():
    for level in THINKING:
        choice = ENGINE.choose(START, level, Limit(0.0, nodes=1))
        assert choice.move in START.legal_moves()
        assert -1.0 < choice.score < 1.0


def test_the_root_knows_results():
    position = TWELVE_JANGGI.position(". . k .\n. K . .\n. . . .")
    branches = {
        branch.move: branch.result for branch in root._branches(position, engine.PLANS["8"], random.Random(1))
    }
    assert branches["b2-a3"] is not None and branches["b2-a3"] > 0
    assert branches["b2-b1"] is None
