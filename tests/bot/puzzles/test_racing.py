"""Which puzzles a race asks: from easy to hard, unseen ones first, then those seen longest ago."""

from __future__ import annotations

from random import Random

import pytest

from bot import puzzles
from bot.puzzles.racing import SEEN_SECONDS, SHORT_FIRST, SHORT_MOVES, race_puzzles

NOW = 1e9
GAMES = puzzles.games_with_puzzles()


@pytest.mark.parametrize("games", [GAMES, *([game] for game in GAMES)])
def test_a_race_gets_harder(games: list[str]) -> None:
    chosen = race_puzzles(games, 10, {}, NOW, Random(1))
    assert len({puzzle.id for puzzle in chosen}) == 10 and {puzzle.game for puzzle in chosen} == {*games}
    ratings = [puzzle.rating for puzzle in chosen]
    short = sum(len(puzzle.questions) <= SHORT_MOVES for puzzle in chosen[:SHORT_FIRST])
    for part in (ratings[:short], ratings[short:]):
        assert part == sorted(part)
    assert ratings[0] + 300 < ratings[-1]


@pytest.mark.parametrize("games", [GAMES, ["othello"], ["go"], ["hare_and_hounds"], ["twelve_janggi"]])
def test_a_race_begins_with_puzzles_of_one_or_two_own_moves(games: list[str]) -> None:
    for seed in range(10):
        first = race_puzzles(games, 10, {}, NOW, Random(seed))[:SHORT_FIRST]
        assert [len(puzzle.questions) <= 2 for puzzle in first] == [True] * SHORT_FIRST


def test_a_race_of_gomoku_does_not_depend_on_its_rules() -> None:
    assert all(puzzle.is_right_by_all_rules for puzzle in race_puzzles(["gomoku"], 60, {}, NOW, Random(1)))


def test_what_was_seen_in_thirty_days_is_not_asked() -> None:
    every = puzzles.of_game("go")
    fresh = {puzzle.id for puzzle in every[::20]}
    seen = {puzzle.id: NOW - SEEN_SECONDS / 2 for puzzle in every if puzzle.id not in fresh}
    assert {puzzle.id for puzzle in race_puzzles(["go"], 10, seen, NOW, Random(1))} <= fresh


def test_what_was_seen_before_that_is_asked() -> None:
    every = puzzles.of_game("go")
    seen = {puzzle.id: NOW - 1.0 for puzzle in every} | {
        puzzle.id: NOW - SEEN_SECONDS for puzzle in every[:10]
    }
    chosen = race_puzzles(["go"], 10, seen, NOW, Random(1))
    assert {puzzle.id for puzzle in chosen} == {puzzle.id for puzzle in every[:10]}


def test_once_all_are_seen_the_oldest_come_back() -> None:
    every = puzzles.of_game("go")
    seen = {puzzle.id: NOW - 1000.0 + number for number, puzzle in enumerate(every)}
    chosen = race_puzzles(["go"], 10, seen, NOW, Random(1))
    assert {puzzle.id for puzzle in chosen} == {puzzle.id for puzzle in every[:10]}


def test_no_race_asks_a_withdrawn_puzzle() -> None:
    withdrawn = {puzzle.id for puzzle in puzzles.of_game("go")[::2]}
    chosen = race_puzzles(["go"], 60, {}, NOW, Random(1), withdrawn)
    assert len(chosen) == 60 and withdrawn.isdisjoint(puzzle.id for puzzle in chosen)
