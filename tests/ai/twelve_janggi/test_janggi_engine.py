"""The levels as players: legal, repeatable, and right about what they call proven."""

import random

import pytest

from ai.base import Limit
from ai.level import Level
from ai.twelve_janggi import engine, material_player, root
from games.base import Move
from games.twelve_janggi import TWELVE_JANGGI, JanggiPosition

ENGINE = engine.ENGINE
START = TWELVE_JANGGI.start("classic")
SMALL = Limit(60.0, nodes=400, seed=5)
THINKING = ["8"]


def after(plies: int, seed: int) -> JanggiPosition:
    """A position of a random game, this many plies after the start or just before its end."""
    dice, position = random.Random(seed), START
    for _ in range(plies):
        following = position.play(dice.choice(position.legal_moves()))
        if following.outcome() is not None:
            break
        position = following
    return position


@pytest.mark.parametrize("level", THINKING)
def test_nodes_bound_a_search(level: Level) -> None:
    choice = ENGINE.choose(after(9, seed=1), level, Limit(60.0, nodes=1000, seed=1))
    assert choice.nodes <= 1002


@pytest.mark.parametrize("level", [*"12345678"])
def test_openings_vary(level: Level) -> None:
    limits = [Limit(60.0, nodes=50_000, seed=seed) for seed in range(12)]
    assert len({ENGINE.choose(START, level, limit).move for limit in limits}) >= 2


@pytest.mark.parametrize("level", [*THINKING, *material_player.DEPTHS])
@pytest.mark.parametrize(
    ("diagram", "moves"),
    [
        (". . k .\n. K . J\n. . . .", "b2-a3"),  # capture the King
        (". . J k\nK . Z s\n. . . .\nto move: second", "a4-b3 a4-a3 b4-a3 c4-b3"),  # not for a Man
        (". . K .\n. . . .\n. k . s", "a3-a4 a3-b4"),  # enter: nothing can capture it
    ],
)
def test_what_every_level_sees(level: Level, diagram: str, moves: str) -> None:
    position = TWELVE_JANGGI.position(diagram)
    choice = ENGINE.choose(position, level, Limit(60.0, nodes=50_000, seed=2))
    assert choice.move in moves.split()


MATE_IN_FIVE_PLIES = """
    . . . k
    . . . .
    K . S .
    hands: JJ / -
    """


@pytest.mark.parametrize("level", ["8", "material-5", "material-7"])
def test_a_forced_win_is_proven(level: Level) -> None:
    choice = ENGINE.choose(TWELVE_JANGGI.position(MATE_IN_FIVE_PLIES), level, Limit(60.0, seed=1))
    assert choice.proven
    assert choice.score == 1.0


def lets_the_king_be_taken(position: JanggiPosition, move: Move) -> bool:
    """Whether the other side can capture the King at once, though a move could have prevented it."""

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


def test_beginners_sometimes_leave_their_king_en_prise_and_the_strongest_never() -> None:
    assert blunders("1") > blunders("4") >= blunders("7")
    assert blunders("1") < 40, "not at random"
    assert blunders("8") == 0


def test_the_root_knows_results() -> None:
    position = TWELVE_JANGGI.position(". . k .\n. K . .\n. . . .")
    branches = {
        branch.move: branch.result for branch in root._branches(position, engine.FULL, random.Random(1))
    }
    assert (branches[Move("b2-a3")] or 0) > 0
    assert branches[Move("b2-b1")] is None
