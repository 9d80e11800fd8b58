"""What to ask about when the stones are counted: all chains or groups, those most in question first."""

from __future__ import annotations

import random

import pytest

from bot.presenters.go_chains import parts_to_mark, undecided
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


def heads(position: GoPosition, room: int = 11) -> list[int]:
    return [part[0].points[0] for part in parts_to_mark(position, room)]


def test_lone_stones_in_enemy_territory_are_asked_about_first() -> None:
    assert set(heads(counted())[:2]) == {LONE_BLACK, LONE_WHITE}


def test_chains_that_are_marked_dead_come_first() -> None:
    position = counted()
    wall = position.chains.at(6).points[0]
    position = position.play(Move(f"dead {position.board.names[wall]}"))
    assert heads(position)[0] == wall
    assert LONE_WHITE in heads(position)[1:3]


@pytest.mark.parametrize("room", [0, 100])
def test_every_chain_is_asked_about_once(room: int) -> None:
    dice = random.Random(3)
    for _ in range(5):
        position = GO.start("9x9-korean")
        for _ in range(60):
            legal = [move for move in position.legal_moves() if move != PASS]
            position = position.play(dice.choice(legal))
        assert parts_to_mark(position, room) == []
        position = position.play(PASS).play(PASS)
        chains = [chain.points[0] for part in parts_to_mark(position, room) for chain in part]
        assert sorted(chains) == [chain.points[0] for chain in position.chains.every]


def test_where_chains_are_many_they_are_grouped_by_mark() -> None:
    position = counted().play(Move("dead j2"))
    names = [[position.board.names[chain.points[0]] for chain in part] for part in parts_to_mark(position, 3)]
    assert sorted(names) == [["b7"], ["g9"], ["h9"], ["j2"]]
    crowded = GO.position(COUNTED.replace(". O . . .", "O . O . O", 1)).play(PASS).play(PASS)
    names = [[crowded.board.names[chain.points[0]] for chain in part] for part in parts_to_mark(crowded, 3)]
    assert ["a7", "c7", "e7"] in names


def test_a_large_area_between_both_colors_is_in_question() -> None:
    assert undecided(counted()) == ["d5"]
    assert undecided(counted().play(Move("dead b7"))) == [], "what j2 touches is small"
    assert undecided(GO.start("9x9-korean").play(PASS).play(PASS)) == []
