"""Boards as rows of named points."""

from __future__ import annotations

from bot.ui.board_grid import EMPTY, grid_of
from games import GAMES
from games.base import Move
from games.gomoku.opening import TAKE_WHITE


def test_rows_and_columns_are_named_as_moves_are() -> None:
    othello = grid_of("othello", GAMES["othello"].start("6x6"))
    assert othello.rows == tuple("123456") and othello.columns == tuple("abcdef")
    assert [point for point, symbol in othello.symbols.items() if symbol == "O"] == ["c3", "d4"]
    go = grid_of("go", GAMES["go"].start("9x9-korean").play(Move("j1")))
    assert go.rows[0] == "9" and go.columns[-1] == "j" and go.in_row("1")[-1] == "j1"
    assert go.symbols["j1"] == "X"


def test_rows_with_letters_have_only_the_points_that_there_are() -> None:
    hare = grid_of("hare_and_hounds", GAMES["hare_and_hounds"].start("classic"))
    assert hare.in_row("a") == ["a2", "a3", "a4"]
    assert hare.symbols["b5"] == "R" and hare.symbols["b3"] == EMPTY
    janggi = grid_of("twelve_janggi", GAMES["twelve_janggi"].start("classic"))
    assert "".join(janggi.symbols[janggi.point(row, "b")] for row in janggi.rows) == "kzZK", "as it is drawn"
    assert janggi.in_row("1") == ["a1", "b1", "c1"]


def test_x_is_black_whoever_has_the_color() -> None:
    position = GAMES["gomoku"].start("swap2-15")
    for move in ("h8", "i9", "a1"):
        position = position.play(Move(move))
    before = grid_of("gomoku", position).symbols
    assert before["h8"] == "X" and before["i9"] == "O"
    assert grid_of("gomoku", position.play(TAKE_WHITE)).symbols == before
