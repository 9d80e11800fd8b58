"""What refutes wrong moves: replies that the proof confirms, and files beside those of the puzzles."""

from __future__ import annotations

from pathlib import Path

import pytest

from ai.puzzles.make.gomoku_refutations import is_won_by
from ai.puzzles.make.refutations import main, refutations_of
from ai.puzzles.proof.go_capture import CAPTURE, capturing_moves
from ai.puzzles.proof.go_life import LIVE
from ai.puzzles.puzzle import ANY, Puzzle, write
from ai.puzzles.refutations import file_beside, stored
from ai.puzzles.refutations import write as write_refutations
from bot import puzzles
from games.base import PASS, Move
from games.go.position import GoPosition
from games.gomoku import GomokuPosition

EVERY = 60
"""Every so many puzzles of Go are looked at, and so many of the wrong moves of one of Gomoku."""


def known(game: str) -> list[Puzzle]:
    return [puzzle for puzzle in puzzles.of_game(game) if puzzle.refutations]


def wrong_of(puzzle: Puzzle, step: int) -> list[Move]:
    legal, right = puzzle.after(step).legal_moves(), puzzle.right_after(step)
    return [move for move in legal if move not in right and move != PASS]


def of_captures() -> list[Puzzle]:
    return [puzzle for puzzle in known("go") if puzzle.goal.startswith(CAPTURE)]


@pytest.mark.parametrize("puzzle", of_captures()[::EVERY], ids=lambda puzzle: puzzle.id)
def test_nothing_captures_the_stones_after_a_reply_that_saves_them(puzzle: Puzzle) -> None:
    wrong = wrong_of(puzzle, 0)
    for move in {wrong[0], wrong[-1], wrong[len(wrong) // 2]}:
        if line := puzzle.refuting_line(0, move):
            after = puzzle.position.play(move).play(line[0])
            assert isinstance(after, GoPosition)
            target = after.board.index[Move(puzzle.goal.partition(" ")[2])]
            assert capturing_moves(after, target) == [], (puzzle.id, move, line)


def test_a_group_that_is_killed_is_captured_where_the_line_goes_on_to_that() -> None:
    captured = 0
    for puzzle in known("go"):
        if not puzzle.goal.startswith(LIVE):
            continue
        for move in wrong_of(puzzle, 0):
            reached = puzzle.position.play(move)
            for reply in puzzle.refuting_line(0, move):
                reached = reached.play(reply)
            assert isinstance(reached, GoPosition)
            captured += not reached.stones[reached.board.index[Move(puzzle.goal.partition(" ")[2])]]
    assert captured


def test_every_puzzle_of_defense_is_answered_by_a_win_by_fours() -> None:
    assert {puzzle.themes for puzzle in known("gomoku")} == {("defense",)}


def test_a_win_by_fours_is_one_after_each_move_of_which_it_is_said() -> None:
    for puzzle in known("gomoku"):
        for move in wrong_of(puzzle, 0)[:: EVERY // 2]:
            if line := puzzle.refuting_line(0, move):
                after = puzzle.position.play(move)
                assert isinstance(after, GomokuPosition)
                assert is_won_by(after, line), (puzzle.id, move)
                assert not is_won_by(after, line[:-1])


def test_a_reply_at_the_answer_is_kept_only_if_there_is_no_other() -> None:
    told = [
        line[0] in puzzle.right_after(0)
        for puzzle in of_captures()
        for line in puzzle.refutations[0].values()
        if line
    ]
    assert 0 < sum(told) < 0.5 * len(told)


def test_the_point_of_the_usual_reply_is_answered_elsewhere() -> None:
    puzzle = puzzles.with_id("c73eb6b87f")
    assert puzzle is not None
    lines = refutations_of(puzzle, {})[0]
    (usual,) = lines[ANY]
    assert lines[usual] and lines[usual] != (usual,)


def test_what_is_known_is_not_sought_again(tmp_path: Path) -> None:
    puzzle = min(
        (puzzle for puzzle in known("go") if puzzle.goal.startswith(LIVE)), key=lambda live: len(live.line)
    )
    file = tmp_path / "go.jsonl"
    file.write_text(write(puzzle) + "\n")
    main([str(file)])
    assert stored(file_beside(file)) == {puzzle.id: refutations_of(puzzle, {})}
    kept = {0: {ANY: (Move("a1"),)}}
    file_beside(file).write_text(write_refutations(puzzle.id, kept) + "\n")
    main([str(file)])
    assert stored(file_beside(file)) == {puzzle.id: kept}
