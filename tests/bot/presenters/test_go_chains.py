"""The chains to ask about when the stones are counted: all of them, those most in question first."""

from __future__ import annotations

import random

from bot.presenters.go_chains import doubtful_chains
from games.base import PASS, Move
from games.go import GO, GoPosition

LONE_BLACK, LONE_WHITE = 7 * 9 + 8, 2 * 9 + 1
COUNTED = """
. . . . . . X O .
. . . . . . X O .
. O . . . . X O .
. . . . . . X O .
. . . . . . X O .
. . . . . . X O .
. . . . . . X O .
. . . . . . X O X
. . . . . . X O .
variant: 9x9-korean
"""
"""Each side has a lone stone in the other's territory."""


def counted() -> GoPosition:
    return GO.position(COUNTED).play(PASS).play(PASS)


def test_lone_stones_in_enemy_territory_are_asked_about_first() -> None:
    assert set(doubtful_chains(counted())[:2]) == {LONE_BLACK, LONE_WHITE}


def test_chains_that_are_marked_dead_come_first() -> None:
    position = counted()
    wall = position.chains.at(6).points[0]
    position = position.play(Move(f"dead {position.board.names[wall]}"))
    assert doubtful_chains(position)[0] == wall
    assert LONE_WHITE in doubtful_chains(position)[1:3]


def test_every_chain_is_asked_about_once() -> None:
    dice = random.Random(3)
    for _ in range(5):
        position = GO.start("9x9-korean")
        for _ in range(60):
            legal = [move for move in position.legal_moves() if move != PASS]
            position = position.play(dice.choice(legal))
        assert doubtful_chains(position) == []
        position = position.play(PASS).play(PASS)
        heads = [position.chains.at(point).points[0] for point in doubtful_chains(position)]
        assert sorted(heads) == [chain.points[0] for chain in position.chains.every]
