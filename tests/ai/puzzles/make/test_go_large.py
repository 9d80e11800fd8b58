"""Captures on large boards, read by kernels."""

from itertools import islice
from random import Random

import numpy as np
import pytest

from ai.go.board import CELLS
from ai.puzzles.make import go_large, go_reading
from ai.puzzles.make.go_large import KernelSearch, likeness, matches, reader
from ai.puzzles.proof.go_capture import capturing_moves
from ai.puzzles.puzzle import Puzzle
from games import replay
from games.base import PASS, Move, Side
from games.go.position import GoPosition
from tests.ai.puzzles.test_go_captures import BROKEN, E5, LADDER, position_of


@pytest.mark.parametrize(("rows", "move"), [(LADDER, "e4"), (BROKEN, None)])
def test_the_only_capture_of_a_chain(rows: str, move: str | None) -> None:
    position = position_of(rows)
    reader().load(position)
    cells = go_large.cells_of_size(9)
    capture = int(go_reading.only_capture(reader().boards, reader().lists, cells[E5]))
    assert capture == (0 if move is None else cells[position.board.index[move]])


def test_a_chain_whose_surroundings_have_not_changed_is_left_out() -> None:
    position, kernel, known = (
        position_of(LADDER.replace("X O . . .", "X O O . .")),
        reader(),
        np.zeros(CELLS, np.int64),
    )
    kernel.load(position)
    arguments = kernel.boards, kernel.lists, int(Side.FIRST), known, kernel.captures
    first = int(go_reading.scan(*arguments))
    assert int(go_reading.scan(*arguments)) == 0 <= first


def test_the_kernels_read_as_the_search_does() -> None:
    position = position_of(LADDER)
    search = KernelSearch(E5)
    assert search.captures(position, Move("e4")) and not search.captures(position, Move("f5"))
    assert search.line(position, Move("e4"))[0] == "e4"
    assert search.escape(position, PASS) in {"e4", "f5"}


def test_matches_are_of_both_boards_and_legal() -> None:
    first, second = islice(matches(Random(1)), 2)
    assert [match.variant for match in (first, second)] == ["13x13-korean", "19x19-korean"]
    for match in (first, second):
        position = replay(match)
        assert isinstance(position, GoPosition) and len(match.moves) > 80


def moves_of(text: str) -> tuple[Move, ...]:
    return tuple(map(Move, text.split()))


def test_a_puzzle_on_another_part_of_the_board_is_alike() -> None:
    puzzle = Puzzle(
        "go",
        "19x19-korean",
        moves_of("e5 e4 d4 q3 f4 q9"),
        (Move("e3"),),
        ("capture",),
        goal="capture e4",
    )
    moved = Puzzle(
        "go",
        "19x19-korean",
        moves_of("k9 k8 j8 c3 l8 d17"),
        (Move("k7"),),
        ("capture",),
        goal="capture k8",
    )
    assert likeness(puzzle) == likeness(moved)


def test_candidates_are_right_by_the_proof() -> None:
    (puzzle,) = islice(go_large.candidates(Random(3)), 1)
    position = puzzle.position
    assert isinstance(position, GoPosition)
    target = position.board.index[puzzle.goal.partition(" ")[2]]
    assert puzzle.answer in capturing_moves(position, target)
