"""The order in which Go's points are offered, and the chains in the count."""

from __future__ import annotations

import random

import pytest

from bot.presenters.go_candidates import ranked_groups, ranked_points
from games.base import PASS, Move
from games.go import GO, GoPosition

KEYS = 7


def patched(patch: str, size: int, to_move: str) -> tuple[GoPosition, dict[str, list[int]]]:
    """A board with ``patch`` in its top left corner, X for the mover, and the points of its other symbols.

    ``*`` marks empty points, ``x`` and ``o`` stones.
    """
    rows = [["."] * size for _ in range(size)]
    marked: dict[str, list[int]] = {}
    colors = {"X": "X", "O": "O"} if to_move == "first" else {"X": "O", "O": "X"}
    for row, line in enumerate(patch.split()):
        for column, symbol in enumerate(line):
            rows[row][column] = colors.get(symbol.upper(), ".")
            marked.setdefault(symbol, []).append(row * size + column)
    drawn = "\n".join(" ".join(row) for row in rows)
    return GO.position(f"{drawn}\nto move: {to_move}\nvariant: {size}x{size}-korean\n"), marked


FORCED = {
    "capturing what was left in atari": "..... ..X.. .Xo*. ..X..",
    "extending from an atari": "..... ..O.. .OX*. ..o.. .....",
    "capturing the chain that gives atari": "..X.. .Xo*. .OX*. ..O..",
    "saving stones at the edge": ".oX*. ..O.. ..... .....",
    "capturing in the corner": "oX... *....",
}
"""Positions after the opponent's move on ``o``; the points that answer it are marked ``*``."""


@pytest.mark.parametrize("size", [9, 13, 19])
@pytest.mark.parametrize("to_move", ["first", "second"])
@pytest.mark.parametrize("patch", FORCED.values(), ids=FORCED)
def test_answers_to_an_atari_come_first(patch: str, to_move: str, size: int) -> None:
    position, marked = patched(patch, size, to_move)
    last = position.board.grid.name(marked["o"][0])
    ranked = ranked_points(position, [last])
    assert set(ranked[: len(marked["*"])]) == set(marked["*"])


@pytest.mark.parametrize("size", [13, 19])
@pytest.mark.parametrize("patch", ["OOO*. XXX..", "XXX*. OOO..", ".X... XO*.. .X..."])
def test_a_chain_that_has_been_in_atari_for_longer_has_a_key(patch: str, size: int) -> None:
    position, marked = patched(patch, size, "first")
    assert marked["*"][0] == ranked_points(position, [Move("k3"), Move("k5")])[0]


@pytest.mark.parametrize("to_move", ["first", "second"])
@pytest.mark.parametrize("patch", ["..XO. .X*XO ..XO.", "..OX. .O*OX ..OX."], ids=["filling", "taking"])
def test_a_ko_has_a_key(patch: str, to_move: str) -> None:
    position, marked = patched(patch, 9, to_move)
    assert marked["*"][0] in ranked_points(position, ())[:KEYS]


def test_a_ko_that_cannot_be_taken_yet_is_left_out() -> None:
    position = GO.start("9x9-korean")
    moves = [Move(name) for name in ["d5", "e5", "e6", "f6", "e4", "f4", "a1", "g5", "f5"]]
    for move in moves:
        position = position.play(move)
    assert position.ko is not None
    ranked = ranked_points(position, moves)
    assert position.ko not in ranked and len(ranked) == len(position.open_points)


@pytest.mark.parametrize("size", [9, 13, 19])
def test_an_empty_board_begins_on_the_third_line_or_above(size: int) -> None:
    position = GO.start(f"{size}x{size}-korean")
    for point in ranked_points(position, ())[:KEYS]:
        assert all(2 <= line <= size - 3 for line in divmod(point, size))


def test_an_own_eye_comes_last() -> None:
    position, marked = patched(".X... XX... ..... *....", 9, "first")
    ranked = ranked_points(position, ())
    assert ranked.index(0) > len(ranked) * 3 // 4
    assert marked["*"][0] in ranked


@pytest.mark.parametrize("variant", ["9x9-korean", "9x9-chinese", "13x13-korean", "19x19-korean-h9"])
def test_every_legal_point_is_ranked_once(variant: str) -> None:
    dice, position, moves = random.Random(variant), GO.start(variant), list[Move]()
    while position.outcome() is None and not position.scoring and len(moves) < 220:
        ranked = ranked_points(position, moves)
        assert sorted(ranked) == list(position.open_points)
        assert ranked == ranked_points(position, tuple(moves))
        move = dice.choice(position.legal_moves())
        position = position.play(move)
        moves.append(move)


def _counted(patch: str, size: int = 9) -> tuple[GoPosition, dict[str, list[int]]]:
    position, marked = patched(patch, size, "first")
    return position.play(PASS).play(PASS), marked


COUNTED = "......XO. ......XO. .o....XO. ......XO. ......XO. ......XO. ......XO. ......XOx ......XO."


def test_lone_stones_in_enemy_territory_are_asked_about_first() -> None:
    position, marked = _counted(COUNTED)
    assert set(ranked_groups(position)[:2]) == {marked["o"][0], marked["x"][0]}


def test_chains_that_are_marked_dead_come_first() -> None:
    position, marked = _counted(COUNTED)
    wall = position.chains.at(6).points[0]
    position = position.play(Move(f"dead {position.board.names[wall]}"))
    assert ranked_groups(position)[0] == wall
    assert marked["o"][0] in ranked_groups(position)[1:3]


def test_every_chain_is_asked_about_once() -> None:
    dice = random.Random(3)
    for _ in range(5):
        position = GO.start("9x9-korean")
        for _ in range(60):
            legal = [move for move in position.legal_moves() if move != PASS]
            position = position.play(dice.choice(legal))
        assert ranked_groups(position) == []
        position = position.play(PASS).play(PASS)
        heads = [position.chains.at(point).points[0] for point in ranked_groups(position)]
        assert sorted(heads) == [chain.points[0] for chain in position.chains.every]


def test_nothing_is_ranked_in_the_scoring() -> None:
    position, _ = _counted(COUNTED)
    assert ranked_points(position, ()) == []
