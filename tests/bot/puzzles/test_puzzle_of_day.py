"""Which puzzle is a server's daily one."""

from __future__ import annotations

import itertools

from bot import puzzles
from bot.puzzles import puzzle_of_day


def test_games_take_turns_and_no_puzzle_returns_early() -> None:
    days = [f"2026-11-{day:02}" for day in range(1, 29)]
    used: list[str] = []
    games: list[str] = []
    for day in days:
        puzzle = puzzle_of_day(7, day, (), used)
        used.append(puzzle.id)
        games.append(puzzle.game)
    assert set(games) == set(puzzles.games_with_puzzles()) and len(set(used)) == len(used)
    assert all(game != following for game, following in itertools.pairwise(games))
    assert {puzzle_of_day(7, day, ("go", "othello"), ()).game for day in days} == {"go", "othello"}
    every = [puzzle.id for puzzle in puzzles.of_game("go")]
    assert puzzle_of_day(7, days[0], ("go",), every).game == "go", "when all were there, the oldest returns"


def test_no_day_asks_to_choose_between_two_moves() -> None:
    for game in ("othello", "hare_and_hounds"):
        used: list[str] = []
        for day in range(1, 29):
            puzzle = puzzle_of_day(7, f"2026-11-{day:02}", (game,), used)
            used.append(puzzle.id)
            assert len(puzzle.position.legal_moves()) >= 3


def test_no_day_asks_a_withdrawn_puzzle() -> None:
    puzzle = puzzle_of_day(7, "2026-11-26", (), ())
    assert puzzle_of_day(7, "2026-11-26", (), (), {puzzle.id}) is not puzzle
