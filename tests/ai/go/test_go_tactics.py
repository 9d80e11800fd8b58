"""Tactics as tables of diagrams: liberties, eye spaces, ladders, and what playouts do with them."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest

from ai.go import playout, tactics
from ai.go.board import CELLS, COLOR, HEAD, LENGTH, MANY, NOWHERE, cell_of, dice_of, load, point_of
from ai.go.node_features import CAPTURE, DOOMED, RESCUE, fill_hints
from ai.go.patterns import BLACK, EMPTY, STEPS, WHITE
from games.base import Move
from games.go import GO, GoPosition

COLOURS = {"X": BLACK, "O": WHITE}


def drawn(rows: str) -> GoPosition:
    """A square board from rows that are separated by slashes."""
    lines = rows.split(" / ")
    return GO.position("\n".join(lines) + f"\nvariant: {len(lines)}x{len(lines)}-chinese")


def cell(position: GoPosition, name: str) -> int:
    return cell_of(position.board.index[Move(name)], position.size)


def named(position: GoPosition, at: int) -> str:
    return "" if at in (NOWHERE, MANY) else position.board.names[point_of(int(at), position.size)]


def some_positions(size: int, seed: int) -> list[GoPosition]:
    """The positions of a random game."""
    dice, position, found = random.Random(seed), GO.start("9x9-chinese"), []
    if size != 9:
        position = GO.position("\n".join([" ".join("." * size)] * size) + f"\nvariant: {size}x{size}-chinese")
    for _ in range(3 * size * size):
        points = position.open_points
        if not points:
            break
        position = position.play(Move(position.board.names[dice.choice(points)]))
        found.append(position)
    return found


# -- against the rules ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [5, 9])
def test_two_liberties_are_those_of_the_rules(size: int) -> None:
    seen = {1: 0, 2: 0, 3: 0}
    for position in some_positions(size, seed=size):
        board = load(position)
        for chain in position.chains.every:
            head = board[HEAD + cell_of(chain.points[0], size)]
            one, two = (int(at) for at in tactics.two_liberties(board, head))
            free = {cell_of(point, size) for point in chain.liberties}
            seen[min(3, len(free))] += 1
            if len(free) > 2:
                assert one == MANY
            else:
                assert {one, two} - {NOWHERE} == free
    assert min(seen.values()) > 10


@pytest.mark.parametrize("size", [5, 9])
def test_liberties_after_a_stone(size: int) -> None:
    for position in some_positions(size, seed=20 + size)[:: size // 4]:
        board, color = load(position), position.to_move
        for point in position.open_points:
            after = position.play(Move(position.board.names[point]))
            took = sum(after.captures) > sum(position.captures)
            expected = 3 if took else min(3, len(after.chains.at(point).liberties))
            assert tactics.liberties_after(board, cell_of(point, size), int(color)) == expected


# -- two liberties -------------------------------------------------------------------------------------------

WEAKEN = [
    pytest.param(". . . . . / . . . . . / . X . . . / X O . . . / . X . . .", "b2", "", id="it would run"),
    pytest.param(
        ". . . . . / . . . . . / . . . . . / . X X . . / . . O . .", "c1", "d1", id="down to the side"
    ),
    pytest.param(
        ". . . . . / . . . . . / X . . . . / O X . . . / . . . . .", "a2", "", id="only a1: in atari now"
    ),
    pytest.param(
        "X X X . . / X O X . . / . O X . . / X . X . . / . X . . .",
        "b3",
        "a3",
        id="from where there is room to die",
    ),
    pytest.param(
        ". . . . . / . . . . . / O O . . . / X O . . . / . . O . .", "a2", "", id="that is in atari"
    ),
]


@pytest.mark.parametrize(("rows", "stone", "move"), WEAKEN)
def test_atari_is_given_where_the_chain_does_not_escape(rows: str, stone: str, move: str) -> None:
    position = drawn(rows)
    board, at = load(position), cell(position, stone)
    enemy = 3 - int(board[COLOR + at])
    assert named(position, tactics.best_atari(board, board[HEAD + at], enemy)) == move


@pytest.mark.parametrize("size", [5, 9])
def test_ladder_atari_equals_best_atari(size: int) -> None:
    driven = 0
    for position in some_positions(size, seed=40 + size):
        board = load(position)
        for point, stone in enumerate(position.stones):
            at = cell_of(point, size)
            if stone and any(board[COLOR + at + step] == EMPTY for step in STEPS[:4]):
                move = tactics.best_atari(board, board[HEAD + at], 3 - stone)
                chosen = tactics.ladder_atari(board, at, 3 - stone)
                assert (chosen == NOWHERE) == (move == NOWHERE)
                if move != NOWHERE:
                    one, two = tactics.two_liberties(board, board[HEAD + at])
                    left = {
                        one: tactics.liberties_after(board, two, stone),
                        two: tactics.liberties_after(board, one, stone),
                    }
                    assert left[chosen] == left[move]
                    driven += 1
    assert driven > 20


STRENGTHEN = [
    pytest.param(
        ". . . . . / . . . . . / . . . . . / . X X . . / . . O . .", "c1", "d1", id="along the side"
    ),
    pytest.param(
        ". . . . . / . . . . . / . O O . . / . X X O . / . . O . .",
        "b2",
        "a2",
        id="out to the only room there is",
    ),
    pytest.param(". . . . . / . . X . . / . X O X . / . . . . . / . . . . .", "c3", "", id="not threatened"),
]


@pytest.mark.parametrize(("rows", "stone", "move"), STRENGTHEN)
def test_chains_of_two_liberties_are_defended(rows: str, stone: str, move: str) -> None:
    position = drawn(rows)
    board, at = load(position), cell(position, stone)
    own = int(board[COLOR + at])
    assert named(position, tactics.defend_chain(board, board[HEAD + at], own)) == move


# -- eye spaces ----------------------------------------------------------------------------------------------

ROOF = "O O O O O O"
SPACES = [
    pytest.param("O . . . O O", "b1", "c1", id="three in a row"),
    pytest.param("O O O O O O / . . O O O O / . O O O O O", "a1", "a2", id="three around a corner"),
    pytest.param(". . O O O O", "a1", "", id="two"),
    pytest.param(". . . . O O", "a1", "", id="four in a row"),
    pytest.param("O O . O O O / O . . . O O", "b1", "c1", id="a pyramid of four"),
    pytest.param("O . . O O O / O . . O O O", "b1", "", id="a square of four"),
    pytest.param("O . . O O O / O . . . O O", "b1", "c1", id="a bulky five"),
    pytest.param("O O . O O O / O . . . O O / O O . O O O", "c1", "c2", id="a cross of five"),
    pytest.param("O . . O O O / . . . O O O / O . O O O O", "b1", "b2", id="a rabbity six"),
    pytest.param("O . . . O O / O . . . O O", "b1", "", id="six in two rows"),
    pytest.param("O . . . X O", "b1", "", id="not closed"),
    pytest.param(". . . . . . / . . O O O O", "a1", "", id="too large"),
]


@pytest.mark.parametrize(("rows", "start", "move"), SPACES)
def test_vital_points(rows: str, start: str, move: str) -> None:
    below = rows.split(" / ")
    position = drawn(" / ".join([*[ROOF] * (6 - len(below)), *below]).replace(ROOF, ". " + ROOF[2:], 1))
    board = load(position)
    assert named(position, tactics.vital_point(board, cell(position, start), WHITE)) == move


# -- ladders -------------------------------------------------------------------------------------------------

LADDER = """
. . . . . . . . .
. . X . . . . . .
. X O X . . . . .
. X . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
"""
"""White's stone on c7 runs from c6 to d6, d5, e5 and so on, down to the corner."""


def with_stones(changes: dict[str, str], side: str = "second") -> GoPosition:
    """The ladder's diagram with some points changed."""
    rows = [line.split() for line in LADDER.strip().splitlines()]
    for name, stone in changes.items():
        rows[9 - int(name[1:])]["abcdefghj".index(name[0])] = stone
    diagram = "\n".join(" ".join(row) for row in rows)
    return GO.position(f"{diagram}\nto move: {side}\nvariant: 9x9-chinese")


@pytest.mark.parametrize(
    ("changes", "caught"),
    [
        pytest.param({}, True, id="to the corner"),
        pytest.param({"f4": "O"}, False, id="a stone on the way"),
        pytest.param({"g3": "O"}, False, id="a stone farther on the way"),
        pytest.param({"g3": "O", "f3": "X", "g4": "X"}, True, id="a stone that is cut off"),
        pytest.param({"a1": "O"}, True, id="a stone aside"),
        pytest.param({"b8": "O", "d8": "O"}, False, id="an attacker is taken"),
    ],
)
def test_ladders(changes: dict[str, str], caught: bool) -> None:
    position = with_stones(changes)
    boards = np.zeros((tactics.LADDER, LENGTH), dtype=np.uint32)
    boards[0] = load(position)
    assert tactics.caught_in_ladder(boards, 0, cell(position, "c7")) is caught


def hints(position: GoPosition) -> dict[str, tuple[int, int, bool]]:
    """The hints for the side to move, by point: captures, rescues, doomed extensions."""
    found = np.zeros(CELLS, dtype=np.int32)
    fill_hints(
        load(position), int(position.to_move), found, np.zeros((tactics.LADDER, LENGTH), dtype=np.uint32)
    )
    return {
        named(position, at): (int(hint) >> CAPTURE & 7, int(hint) >> RESCUE & 7, bool(hint >> DOOMED & 1))
        for at, hint in enumerate(found)
        if hint
    }


def test_running_in_a_ladder_is_bad_and_out_of_one_good() -> None:
    assert hints(with_stones({})) == {"c6": (0, 0, True)}
    assert hints(with_stones({"f4": "O"})) == {"c6": (0, 4, False)}
    assert hints(with_stones({}, "first")) == {"c6": (4, 0, False)}


def test_a_ladder_is_begun_where_it_works() -> None:
    """White's two stones have two liberties: from c5 the ladder works, from d6 they would escape."""
    assert hints(with_stones({"c6": "O"}, "first")) == {"c5": (2, 0, False)}
    assert hints(with_stones({"c6": "O", "f4": "O"}, "first")) == {}
    saved = hints(with_stones({"c6": "O"}))
    assert {"c5", "d6"} >= set(saved) > set()
    assert set(saved.values()) == {(0, 2, False)}


@pytest.mark.parametrize(
    ("stones", "level"),
    [
        pytest.param("O", 4, id="one"),
        pytest.param("O O O", 5, id="three"),
        pytest.param("O O O O", 6, id="four"),
    ],
)
def test_hints_grow_with_the_capture(stones: str, level: int) -> None:
    free = ". . . . . ."[: 11 - len(stones) - 1]
    wall = "X X X X X X"[: len(stones)] + free[:0]
    walls = (wall + " " + free).strip()
    position = drawn(f". . . . . . / . . . . . . / {walls} / {stones} {free} / {walls} / . . . . . .")
    (hint,) = hints(position).values()
    assert hint == (level, 0, False)


# -- playouts ------------------------------------------------------------------------------------------------


def test_playouts_choose_legal_moves() -> None:
    """The policy's move in every position of random games is one of the rules'."""
    dice, chosen = dice_of(7), 0
    for size, seed in ((5, 1), (9, 2), (9, 3)):
        played = some_positions(size, seed)
        for before, position in pairwise(played):
            board = load(position)
            put = (p for p, stone in enumerate(position.stones) if stone == before.to_move > before.stones[p])
            at = cell_of(next(put), size)
            move = playout.policy(board, at, NOWHERE, int(position.to_move), position.ply % 3, dice)
            if move != NOWHERE:
                chosen += 1
                assert point_of(int(move), size) in position.open_points
    assert chosen > 200


@pytest.mark.parametrize(
    ("reading", "often"),
    [(playout.NO_READING, False), (playout.LADDERS_ONLY, True), (playout.FULL_READING, True)],
)
def test_the_trees_playouts_continue_a_ladder(reading: int, often: bool) -> None:
    """White ran from an atari to c1: fourteen times of sixteen, at random, Black gives the next one at d1."""
    position = drawn(". . . . . / . . . . . / . . . . . / . X X . . / . . O . .")
    board, last = load(position), cell(position, "c1")
    moves = [playout.policy(board, last, NOWHERE, BLACK, reading, dice_of(seed)) for seed in range(128)]
    assert ([named(position, move) for move in moves].count("d1") > 96) is often


def test_the_vital_point_of_a_new_eye_space_is_taken() -> None:
    rows = ". . . . . . / . . . . . . / X X X X X . / O O O O X . / O . O O X . / . . . O X ."
    position = drawn(rows)
    board = load(position)
    assert named(position, playout.nakade_beside(board, cell(position, "a2"), BLACK)) == "b1"
    assert named(position, playout.nakade_beside(board, cell(position, "a4"), BLACK)) == ""
