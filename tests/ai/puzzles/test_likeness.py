"""Which puzzles are near copies."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

from ai.puzzles.likeness import are_alike
from ai.puzzles.puzzle import Puzzle
from bot import puzzles
from games.base import Move
from games.grid import Grid, square_images

MOVES = ("g7", "h7", "h8", "g8", "f6", "i9", "f8", "h6")


def of(moves: tuple[str, ...], answer: str) -> Puzzle:
    line = (Move(answer),)
    return Puzzle("gomoku", "freestyle-15", tuple(map(Move, moves)), line, ("fours",))


def shifted(move: str) -> str:
    return f"{chr(ord(move[0]) + 2)}{int(move[1:]) - 3}"


def test_a_puzzle_shifted_turned_or_with_a_stone_more_is_a_near_copy() -> None:
    puzzle, grid = of(MOVES, "e5"), Grid(15, top_row_first=False)
    assert are_alike(puzzle, of(tuple(map(shifted, MOVES)), shifted("e5")))
    for image in square_images(15):
        turned = [grid.name(image[grid.index(Move(move))]) for move in (*MOVES, "e5")]
        assert are_alike(puzzle, of(tuple(turned[:-1]), turned[-1]))
    assert are_alike(puzzle, of((*MOVES, "d6", "o15"), "e5"))


def test_the_same_stones_about_an_answer_far_away_are_another_puzzle() -> None:
    assert not are_alike(of(MOVES, "e5"), of(MOVES, "k11"))


def test_a_fight_asked_for_the_other_side_is_a_near_copy() -> None:
    puzzle = of(MOVES, "e5")
    assert are_alike(puzzle, replace(puzzle, moves=puzzle.moves[:-1]))
    kill, live = map(puzzles.with_id, ("c8222a8cbd", "9cf7929b2c"))
    assert kill and live and (kill.goal, live.goal) == ("kill j7", "live j7")
    assert kill.answer != live.answer and are_alike(kill, live) and are_alike(live, kill)


def test_puzzles_of_two_games_are_not_compared() -> None:
    assert not are_alike(puzzles.of_game("go")[0], puzzles.of_game("othello")[0])


def test_two_moments_of_one_fight_in_gomoku_are_near_copies() -> None:
    sample = Random(4).sample(puzzles.of_game("gomoku"), 160)
    alike = sum(are_alike(first, second) for first, second in combinations(sample, 2))
    assert 0 < alike < len(sample) / 2
