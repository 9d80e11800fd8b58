"""The levels as players: legal, repeatable, truthful about what they know."""

import functools
import math
import random

import pytest

from ai.base import Limit
from ai.level import Level
from ai.othello import classic_player, engine
from ai.othello.levels import LEVELS
from games.base import PASS, Side
from games.othello import OTHELLO, OthelloPosition

ENGINE = engine.ENGINE
SMALL = Limit(60.0, nodes=400, seed=5)


def after(variant: str, moves: int, seed: int) -> OthelloPosition:
    """A position of a random game, some moves after the start or just before its end."""
    dice = random.Random(seed)
    position = OTHELLO.start(variant)
    for _ in range(moves):
        following = position.play(dice.choice(position.legal_moves()))
        if following.outcome() is not None:
            break
        position = following
    return position


def test_nodes_bound_a_search() -> None:
    choice = ENGINE.choose(after("8x8", 20, seed=1), "8", Limit(60.0, nodes=1000, seed=1))
    assert choice.nodes <= 1100


def test_more_nodes_than_can_be_counted_do_not_bound_it() -> None:
    choice = ENGINE.choose(after("8x8", 20, seed=1), "8", Limit(0.05, nodes=10**30, seed=1))
    assert choice.nodes > 1


@pytest.mark.parametrize("level", [*"12345678"])
def test_openings_vary(level: Level) -> None:
    position = OTHELLO.start("8x8")
    limit = Limit(0.05, nodes=500)
    assert len({ENGINE.choose(position, level, limit).move for _ in range(40)}) == 4


@pytest.mark.parametrize("level", LEVELS)
def test_a_game_won_in_one_move_is_won(level: Level) -> None:
    # A disc on d1 takes White's last ones; there are other moves.
    position = OTHELLO.position(
        "\n".join([". X O . . . . .", ". . O . . . . .", "X X X X X . . .", *[". . . . . . . ."] * 5])
        + "\nto move: first"
    )
    winning = [move for move in position.legal_moves() if won(position.play(move), Side.FIRST)]
    choice = ENGINE.choose(position, level, Limit(60.0, nodes=100_000, seed=0))
    assert winning
    if level in ("8", "classic"):
        assert choice.proven
        assert choice.score == 1.0


def won(position: OthelloPosition, side: Side) -> bool:
    outcome = position.outcome()
    return outcome is not None and outcome.winner is side


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("variant", OTHELLO.variants)
def test_a_forced_pass_is_passed(variant: str, level: Level) -> None:
    position = passing(variant)
    choice = ENGINE.choose(position, level, SMALL)
    assert choice.move == PASS
    assert choice.line[0] == PASS


@functools.cache
def passing(variant: str) -> OthelloPosition:
    for seed in range(1000):
        dice, position = random.Random(seed), OTHELLO.start(variant)
        while position.outcome() is None:
            if position.must_pass:
                return position
            position = position.play(dice.choice(position.legal_moves()))
    raise AssertionError("no random game has a pass")


def best_result(position: OthelloPosition) -> int:
    """The disc difference under best play, by the rules alone."""
    if position.outcome() is not None:
        return position.score(position.to_move) - position.score(position.to_move.other)
    return max(-best_result(position.play(move)) for move in position.legal_moves())


@pytest.mark.parametrize(("variant", "moves"), [("8x8", 55), ("6x6", 27), ("10x10", 91)])
def test_ends_of_games_are_played_perfectly(variant: str, moves: int) -> None:
    for seed in range(5):
        position = after(variant, moves, seed)
        result = best_result(position)
        choice = ENGINE.choose(position, "8", Limit(10.0, seed=seed))
        assert choice.proven
        assert choice.score == (result > 0) - (result < 0)
        assert -best_result(position.play(choice.move)) == result


def value(position: OthelloPosition, player: Side, depth: int) -> float:
    outcome = position.outcome()
    if outcome is not None:
        return 0 if outcome.winner is None else math.inf if outcome.winner is player else -math.inf
    if depth == 0:
        return position.count(player)
    pick = max if position.to_move is player else min
    return pick(value(position.play(move), player, depth - 1) for move in position.legal_moves())


def expected_move(position: OthelloPosition) -> str:
    by_board = sorted(
        position.legal_moves(), key=position.board.names.index if not position.must_pass else None
    )
    return max(by_board, key=lambda move: value(position.play(move), position.to_move, 3))


@pytest.mark.parametrize("variant", ["8x8", "6x6", "10x10"])
def test_classic_is_plain_minimax(variant: str) -> None:
    for moves in (0, 3, 30, 56, 57, 58, 93) if variant != "10x10" else (0, 2, 92, 93, 94, 95):
        position = after(variant, moves, seed=moves)
        choice = classic_player.play(position)
        assert choice.move == expected_move(position)
        assert choice.proven == math.isinf(value(position, position.to_move, 4))
        if choice.proven:
            assert choice.score == math.copysign(1.0, value(position, position.to_move, 4))


def test_it_is_never_varied() -> None:
    position = after("8x8", 12, seed=1)
    assert len({classic_player.play(position).move for _ in range(5)}) == 1
