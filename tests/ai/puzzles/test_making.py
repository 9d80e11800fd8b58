"""Making puzzles, and lines of a file."""

import sys
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from ai.puzzles.likeness import are_alike
from ai.puzzles.make import __main__ as maker
from ai.puzzles.make import make
from ai.puzzles.proof import __main__ as prover
from ai.puzzles.puzzle import Puzzle, rating_of, read, write
from bot import puzzles


def test_a_puzzle_is_read_as_it_was_written() -> None:
    (puzzle,) = islice(make("hare_and_hounds", Random(1)), 1)
    assert read(write(puzzle)) == puzzle
    assert puzzle.answer == puzzle.line[0]
    assert puzzle.id == puzzle.named().id


def test_a_correction_changes_the_digest_and_not_the_id() -> None:
    (puzzle,) = islice(make("hare_and_hounds", Random(1)), 1)
    assert read(write(puzzle)).digest == puzzle.digest
    assert replace(puzzle, solved_by=("8",), rating=900, themes=("win-1",)).digest == puzzle.digest
    corrected = replace(puzzle, also={**puzzle.also, 98: ()}).named()
    assert corrected.id == puzzle.id and corrected.digest != puzzle.digest


def test_a_file_is_continued_and_proved(tmp_path: Path) -> None:
    file = tmp_path / "hare.jsonl"
    for count in ("2", "3"):
        maker.main(["hare_and_hounds", str(file), "--count", count])
    lines = file.read_text().splitlines()
    assert len({read(line).id for line in lines}) == len(lines) == 3
    assert prover.main([str(file)]) == 0
    puzzle = read(lines[0])
    wrong = next(move for move in puzzle.position.legal_moves() if move != puzzle.answer)
    file.write_text(write(Puzzle(puzzle.game, puzzle.variant, puzzle.moves, (wrong,), puzzle.themes)) + "\n")
    assert prover.main([str(file)]) == 1


@pytest.mark.parametrize("keeps_apart", [True, False])
def test_a_near_copy_is_left_out_if_the_maker_keeps_puzzles_apart(
    keeps_apart: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    kill, live = map(puzzles.with_id, ("c8222a8cbd", "9cf7929b2c"))
    assert kill and live and are_alike(kill, live)
    stub = SimpleNamespace(candidates=lambda _: iter([live]), solved_by=lambda _: (), KEEPS_APART=keeps_apart)
    monkeypatch.setitem(sys.modules, "ai.puzzles.make.stub", stub)
    assert len([*make("stub", Random(1), [kill])]) == (not keeps_apart)


@pytest.mark.parametrize("solved", [(), ("8",), ("6", "7", "8"), ("1", "2", "3", "4", "5", "6", "7", "8")])
def test_what_more_levels_solve_is_easier(solved: tuple[str, ...]) -> None:
    assert rating_of("othello", solved) <= rating_of("othello", solved[1:]) <= 2600
