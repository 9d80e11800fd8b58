"""Positions of people: who is in which half, what is stored, and what the levels of before would play."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from bench import checkpoint, former_levels
from bench.human_moves import StoredSight, draw, look, stored
from bench.wthor import Game
from games.base import Move
from games.othello import OTHELLO, OthelloPosition


def random_game(number: int, black: int, white: int) -> Game:
    chance, position, moves = random.Random(number), OTHELLO.start("8x8"), list[Move]()
    while position.outcome() is None:
        move = chance.choice(position.legal_moves())
        position = position.play(move)
        if move != "pass":
            moves.append(move)
    return Game(1999, black, white, 32, tuple(moves))


GAMES = [random_game(number, number % 8, (number * 3 + 1) % 8) for number in range(60)]
RATED = {player: 1200.0 + 100 * player for player in range(8)}


def test_halves_have_no_person_in_common_and_groups_are_equal() -> None:
    drawn = draw(GAMES, RATED, 2)
    people = [{each.player for each in drawn if each.testing is testing} for testing in (False, True)]
    assert people[0].isdisjoint(people[1])
    assert all(people)
    sizes = [sum(each.group == group and each.testing for each in drawn) for group in range(5)]
    assert max(sizes) <= 2
    assert drawn == draw(GAMES, RATED, 2)


def test_what_was_seen_is_stored(tmp_path: Path) -> None:
    situation = draw(GAMES, RATED, 1)[0]
    (seen,) = checkpoint.run_remaining(tmp_path / "seen", [situation], look, "positions")
    ((known, again),) = stored(tmp_path / "seen")
    assert known == situation
    position = known.position
    assert situation.played in position.legal_moves()
    readings = StoredSight(position, again).read(position.legal_moves(), 3)
    assert [(each.value, each.answer) for each in readings] == seen.readings[2]
    assert set(again.former) == set(former_levels.PLANS)


def after(moves: str) -> OthelloPosition:
    position = OTHELLO.start("8x8")
    for move in moves.split():
        position = position.play(Move(move))
    return position


CORNER = after("d3 c3 b3 b2 b1")
"""White can take the corner a1, and more discs elsewhere."""


@pytest.mark.parametrize(("level", "low", "high"), [("1", 0.3, 0.9), ("2", 0.85, 1.0)])
def test_levels_of_before_notice_a_corner_as_often_as_they_did(level: str, low: float, high: float) -> None:
    chances = former_levels.chances(level, CORNER, former_levels.values(CORNER))
    assert chances.sum() == pytest.approx(1)
    assert low <= chances[CORNER.legal_moves().index(Move("a1"))] <= high


def test_a_solved_end_is_not_misjudged() -> None:
    game = GAMES[0]
    position = next(position for position, before, _ in game.steps() if len(game.moves) - len(before) == 6)
    seen = former_levels.values(position)
    chances = former_levels.chances("5", position, seen)
    assert {int(each) for each in np.flatnonzero(chances)} == {
        number for number, value in enumerate(seen["5"]) if value == max(seen["5"])
    }
