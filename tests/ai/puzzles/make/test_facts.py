"""What the files of puzzles say beside the answers: what wrong moves come to, and start ratings."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from ai.puzzles.make import facts
from ai.puzzles.make.start_ratings import by_levels, with_start_ratings
from ai.puzzles.puzzle import Puzzle, read, write
from bot import puzzles
from games.base import Move

GAMES = puzzles.games_with_puzzles()
SAMPLE = 3


@pytest.mark.parametrize("game", GAMES)
def test_what_wrong_moves_come_to_is_found_again(game: str) -> None:
    for puzzle in Random(game).sample(puzzles.of_game(game), SAMPLE):
        assert facts.with_values(replace(puzzle, values={})) == puzzle


def test_a_hare_that_a_wrong_move_lets_go_gets_away_within_the_plies_that_are_said() -> None:
    puzzle = puzzles.with_id("a01bef5308")
    assert puzzle is not None and puzzle.value(0, Move("b3-a4")) == -5
    position = puzzle.position.play(Move("b3-a4"))
    for move in ("b4-b3", "b2-a2", "b3-b2", "c2-c3", "b2-b1"):
        position = position.play(Move(move))
    outcome = position.outcome()
    assert outcome is not None and outcome.reason == "outcome.hare-escaped"


def test_a_file_is_written_again_with_its_facts(tmp_path: Path) -> None:
    shipped = with_start_ratings(puzzles.of_game("hare_and_hounds")[:5])
    file = tmp_path / "hare.jsonl"
    file.write_text("".join(f"{write(replace(puzzle, values={}, rating=0))}\n" for puzzle in shipped))
    facts.main([str(file)])
    assert [read(line) for line in file.read_text().splitlines()] == shipped


def rated(name: str, plies: int, solved_by: tuple[str, ...]) -> Puzzle:
    line = (Move("h8"),) * plies
    return Puzzle("gomoku", "freestyle-15", (), line, ("fours",), solved_by=solved_by, id=name)


def test_start_ratings_follow_the_length_then_the_levels() -> None:
    hard, easy = ("8",), tuple("12345678")
    given = [rated("long", 9, easy), rated("short-hard", 5, hard), rated("short", 5, easy)]
    ratings = {puzzle.id: puzzle.rating for puzzle in with_start_ratings(given)}
    assert ratings["short"] < ratings["short-hard"] <= ratings["long"]
    assert max(ratings.values()) == by_levels(given[1]), "the hardest that the levels have found"
