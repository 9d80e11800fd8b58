"""The order in which moves are worth a look."""

from __future__ import annotations

from bot.match.move_order import nearest
from games.base import PASS, Move, Record

GOMOKU = Record("gomoku", "freestyle-15", (Move("h8"), Move("a1")))


def moves(text: str) -> list[Move]:
    return list(map(Move, text.split()))


def test_moves_near_a_stone_come_first() -> None:
    assert nearest(GOMOKU, moves("o15 e8 h9")) == moves("h9 e8 o15")


def test_of_moves_as_near_those_near_the_last_stone_come_first() -> None:
    assert nearest(GOMOKU, moves("h9 a2 g8")) == moves("a2 g8 h9")


def test_a_pass_is_left_out_where_there_are_points() -> None:
    go = Record("go", "9x9-korean", (Move("e5"),))
    assert nearest(go, [PASS, Move("e6")]) == [Move("e6")]
    assert nearest(go, [PASS]) == [PASS]


def test_without_stones_and_where_pieces_move_the_order_stays() -> None:
    assert nearest(Record("gomoku", "freestyle-15"), moves("o15 h8")) == moves("o15 h8")
    hare = Record("hare_and_hounds", "classic")
    assert nearest(hare, moves("b1-b2 a2-a3")) == moves("b1-b2 a2-a3")
