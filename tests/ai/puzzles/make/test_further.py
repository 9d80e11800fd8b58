"""The moves of a line that are asked after the first, and what else is right there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from ai.puzzles.make import further
from ai.puzzles.proof import MAX_FURTHER, with_further_questions
from ai.puzzles.puzzle import Puzzle, read, write
from bot import puzzles
from games.base import Move
from games.othello import OthelloPosition
from tests.bot.stories import parts

GAMES = puzzles.games_with_puzzles()
SAMPLE = 2
PARTS = 4
"""Every fourth puzzle of a game is looked at, the others in `make soak`."""


@pytest.mark.parametrize("game", GAMES)
def test_shipped_questions_are_found_again(game: str) -> None:
    followed = [puzzle for puzzle in puzzles.of_game(game) if puzzle.also]
    for puzzle in Random(game).sample(followed, SAMPLE):
        assert with_further_questions(replace(puzzle, also={})) == puzzle


def test_a_file_is_written_again_with_its_questions(tmp_path: Path) -> None:
    shipped = [puzzle for puzzle in puzzles.of_game("hare_and_hounds") if puzzle.also][:3]
    file = tmp_path / "hare.jsonl"
    file.write_text("".join(f"{write(replace(puzzle, also={}))}\n" for puzzle in shipped))
    further.main([str(file)])
    assert [read(line) for line in file.read_text().splitlines()] == shipped


@pytest.mark.parametrize("part", parts(PARTS))
@pytest.mark.parametrize("game", GAMES)
def test_every_shipped_question_is_one_of_the_solver(game: str, part: int) -> None:
    every = puzzles.of_game(game)[part::PARTS]
    assert sum(bool(puzzle.also) for puzzle in every) > len(every) // 3
    for puzzle in every:
        assert len(puzzle.also) <= MAX_FURTHER and list(puzzle.also) == sorted(puzzle.also)
        for ply, others in puzzle.also.items():
            assert ply % 2 == 0 < ply < len(puzzle.line) and puzzle.line[ply] not in others
            assert set(others) < set(puzzle.after(ply).legal_moves())


def test_questions_are_read_as_they_are_written() -> None:
    puzzle = replace(puzzles.of_game("gomoku")[0], also={2: (), 4: (Move("a1"), Move("b2"))}, discs=7)
    assert read(write(puzzle)) == puzzle


def test_the_next_question_is_the_first_one_from_a_move_on() -> None:
    puzzle = Puzzle("gomoku", "omok-15", (), tuple(map(Move, "abcdefg")), ("fours",), also={2: (), 6: ()})
    assert [puzzle.next_asked(shown) for shown in (1, 2, 3, 7)] == [2, 2, 6, None]


def test_a_line_of_othello_that_ends_the_game_has_the_discs_that_are_claimed() -> None:
    counted = 0
    for puzzle in puzzles.of_game("othello"):
        assert puzzle.discs > 0
        end, solver = puzzle.after(len(puzzle.line)), puzzle.position.to_move
        assert isinstance(end, OthelloPosition)
        if end.outcome() is not None:
            counted += 1
            assert end.score(solver) - end.score(solver.other) == puzzle.discs
    assert counted > 50
