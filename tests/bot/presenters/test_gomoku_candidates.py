"""The order in which Gomoku's points are offered: forced ones first, every legal one once."""

from __future__ import annotations

import random

import pytest

from bot.presenters.gomoku_candidates import ranked_points
from games.base import Move
from games.gomoku import GOMOKU, GomokuPosition

TOP = 3  # the patches below begin in this row and column
KEYS = 7


def patched(patch: str, variant: str, to_move: str) -> tuple[GomokuPosition, list[int]]:
    """A board with ``patch`` on it, X for the mover, and the points that are marked ``*``."""
    size = 19 if variant.endswith("19") else 15
    rows = [["."] * size for _ in range(size)]
    marked = []
    for row, line in enumerate(patch.split(), start=TOP):
        for column, symbol in enumerate(line, start=TOP):
            if symbol == "*":
                marked.append(row * size + column)
            elif to_move == "first":
                rows[row][column] = symbol
            else:
                rows[row][column] = {"X": "O", "O": "X"}.get(symbol, symbol)
    notes = f"to move: {to_move}\nvariant: {variant}\n"
    return GOMOKU.position("\n".join(" ".join(row) for row in rows) + "\n" + notes), marked


FORCED = {
    "own five": ("*XXXX* .OOO..", "freestyle-15"),
    "own five before the opponent's": ("*XXXX*.. ........ .OOOO...", "freestyle-15"),
    "own split five": (".XX*XX. .O.O.O.", "freestyle-19"),
    "stopping a five": ("XOOOO*. ..X.X..", "standard-15"),
    "stopping a split five": (".OO*OO. .X.X...", "renju-15"),
    "making an open four": (".*XXX*. O.....O ..OO...", "freestyle-15"),
    "stopping an open three": ("..*OOO*.. .X.....X.", "freestyle-15"),
    "stopping a three near an edge stone": ("X*OOO**.. .....X...", "freestyle-15"),
    "stopping a split three": (".*O*OO*. ...X..X.", "omok-15"),
    "stopping a five among threes": ("*OOOOX... ......... ..OOO....", "freestyle-15"),
    "a double four": ("OXX*X.. ...X... ...X... ...X... ...O...", "freestyle-19"),
}


@pytest.mark.parametrize("to_move", ["first", "second"])
@pytest.mark.parametrize(("patch", "variant"), FORCED.values(), ids=FORCED)
def test_forced_points_come_first(patch: str, variant: str, to_move: str) -> None:
    position, marked = patched(patch, variant, to_move)
    assert sorted(ranked_points(position, ())[: len(marked)]) == marked


def test_a_five_that_is_an_overline_is_not_forced() -> None:
    position, _ = patched("O.XXX.XX. .........", "standard-15", "first")
    gap = TOP * 15 + TOP + 5
    free, _ = patched("O.XXX.XX. .........", "freestyle-15", "first")
    assert ranked_points(free, ())[0] == gap
    assert ranked_points(position, ())[0] != gap


def test_points_forbidden_to_black_are_left_out() -> None:
    position, marked = patched("...... ..X... ..X... ..*XX. ......", "renju-15", "first")
    assert position.board.grid.name(marked[0]) in position.forbidden
    assert not set(marked) & set(ranked_points(position, ()))


@pytest.mark.parametrize("variant", GOMOKU.variants)
def test_every_legal_point_is_ranked_once(variant: str) -> None:
    dice, position, moves = random.Random(variant), GOMOKU.start(variant), list[Move]()
    while position.outcome() is None and len(moves) < 70:
        legal = [move for move in position.legal_moves() if move in position.board.points]
        ranked = ranked_points(position, moves)
        assert sorted(map(position.board.grid.name, ranked)) == sorted(legal)
        assert ranked == ranked_points(position, tuple(moves))
        move = dice.choice(position.legal_moves())
        position = position.play(move)
        moves.append(move)


def test_nothing_is_ranked_after_the_match() -> None:
    position = GOMOKU.start("freestyle-15")
    for move in ["a1", "c1", "a2", "c2", "a3", "c3", "a4", "c4", "a5"]:
        position = position.play(Move(move))
    assert ranked_points(position, ()) == []


def test_an_empty_board_begins_in_the_middle() -> None:
    for variant, middle in (("renju-15", "h8"), ("freestyle-19", "j10")):
        position = GOMOKU.start(variant)
        assert position.board.grid.name(ranked_points(position, ())[0]) == middle


def test_the_last_move_draws_the_next() -> None:
    position, moves = GOMOKU.start("freestyle-15"), [Move("h8"), Move("c3")]
    for move in moves:
        position = position.play(move)
    names = [position.board.grid.name(point) for point in ranked_points(position, moves)[:KEYS]]
    assert any(name[0] in "ghi" for name in names)
