"""The part of a large board that a puzzle is about."""

import pytest

from ai.puzzles.puzzle import Puzzle
from ai.puzzles.window import WIDEST, Window, window_of
from games.base import Move


def moves(text: str) -> tuple[Move, ...]:
    return tuple(map(Move, text.split()))


def capture(variant: str, record: str, line: str, target: str) -> Puzzle:
    return Puzzle("go", variant, moves(record), moves(line), ("capture",), goal=f"capture {target}")


LADDER = capture("19x19-korean", "q16 q15 q14 c3 p15 r15 d16", "r14 s15", "q15")


def test_a_window_of_go_is_around_the_chain_and_the_solution() -> None:
    window = window_of(LADDER)
    assert window is not None
    for name in ("q15", "r15", "r14", "s15", "r16"):
        row, column = divmod(LADDER.position.board.grid.index(name), 19)  # type: ignore[attr-defined]
        assert window.holds(column, row), name


def test_a_line_at_the_edge_is_not_left_out() -> None:
    window = window_of(LADDER)
    assert window is not None
    assert window.column + window.columns == 19, "s15 is on the second line: the first is part of it"
    assert window.rows <= window.columns, "no picture is higher than that of a board"


def test_a_small_board_has_no_window() -> None:
    assert window_of(capture("9x9-korean", "e5 e4 d4 a1 f4", "e3", "e4")) is None


def test_what_needs_too_many_lines_has_no_window() -> None:
    assert window_of(capture("19x19-korean", "q16 q15 q14 c3 p15 r15 d16", "r14 c4", "q15")) is None


def test_a_window_of_gomoku_holds_the_solution_and_what_is_in_row_with_it() -> None:
    stones = moves("h8 g8 h7 g7 h6 a15 l5 o1")
    window = window_of(Puzzle("gomoku", "freestyle-15", stones, moves("h5 h4 h9"), ("fours",)))
    assert window == Window(column=5, row=5, columns=8, rows=8), "from f3 to m10; a15 and o1 do not matter"


def test_a_defense_is_shown_with_what_it_stops() -> None:
    stones, replies = moves("h8 c3 h7 c4"), {"*": Move("c5")}
    puzzle = Puzzle("gomoku", "freestyle-15", stones, moves("c6"), ("defense",), replies)
    window = window_of(puzzle)
    assert window is not None and window.holds(2, 10) and window.holds(2, 12)


def test_a_solution_across_the_board_has_no_window() -> None:
    puzzle = Puzzle("gomoku", "freestyle-15", moves("h8 a1 h7 o15"), moves("b2 c3 n14"), ("fours",))
    assert window_of(puzzle) is None


@pytest.mark.parametrize("column", "abcdefghjklmnopqrst")
def test_a_window_is_on_the_board(column: str) -> None:
    for row in range(2, 19):
        other = "k10" if column != "k" else "a1"
        puzzle = capture("19x19-korean", f"{column}{row} {other}", f"{column}{row + 1}", f"{column}{row}")
        window = window_of(puzzle)
        assert window is not None
        assert 0 <= window.column <= 19 - window.columns and 0 <= window.row <= 19 - window.rows
        assert 7 <= window.columns <= WIDEST and 7 <= window.rows <= window.columns
