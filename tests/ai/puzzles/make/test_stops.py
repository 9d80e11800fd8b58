"""What stops wrong moves in Gomoku that make no four."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from ai.puzzles.make.stops import with_stops
from ai.puzzles.proof.gomoku import Search, fives
from ai.puzzles.puzzle import ANY, read, write
from bot import puzzles
from games.base import Move, Side
from games.gomoku import GomokuPosition

FOURS = puzzles.chosen("gomoku", "fours")


def test_stops_are_found_again_and_read_again() -> None:
    puzzle = Random(2).choice([puzzle for puzzle in FOURS if len(puzzle.questions) == 3])
    assert with_stops(replace(puzzle, stops={})) == puzzle and puzzle.stops
    assert read(write(puzzle)) == puzzle


def test_after_a_stop_there_is_no_win_by_fours() -> None:
    for puzzle in Random(5).sample(puzzles.of_game("gomoku"), 20):
        for step in puzzle.stops:
            position = puzzle.after(step)
            for move in Random(step).sample(list(position.legal_moves()), 8):
                stop = puzzle.stop(step, move)
                is_right = move in (puzzle.line[step], *puzzle.also.get(step, ()))
                if stop is None or is_right or stop == move:
                    continue
                after = position.play(move)
                assert isinstance(after, GomokuPosition)
                if not any(fives(after, side) for side in Side):
                    assert not Search().wins(after.play(stop)), (puzzle.id, step, move)


def test_a_move_without_a_stop_of_its_own_has_the_usual_one() -> None:
    puzzle = replace(FOURS[0], stops={0: {ANY: Move("a1"), "b1": Move("c1"), "d1": Move("")}})
    moves = ("h8", "b1", "d1")
    assert [puzzle.stop(0, Move(move)) for move in moves] == ["a1", "c1", None]
    assert puzzle.stop(2, Move("h8")) is None
