"""The puzzles that come with the bot."""

from random import Random

import pytest

from ai.puzzles.proof import Unproved, prove
from ai.puzzles.puzzle import Puzzle
from ai.puzzles.themes import THEMES
from bot import puzzles
from games.base import Move

GAMES = puzzles.games_with_puzzles()
SAMPLE = 6


def sample(game: str) -> list[Puzzle]:
    return Random(game).sample(puzzles.of_game(game), SAMPLE)


@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_replays_and_can_be_asked(game: str) -> None:
    every = puzzles.of_game(game)
    assert len({puzzle.id for puzzle in every}) == len(every) >= 100
    for puzzle in every:
        position = puzzle.position
        assert position.outcome() is None
        assert len(position.legal_moves()) > 1
        assert set(puzzle.themes) <= set(THEMES[game])
        assert puzzle.id == puzzle.named().id
        for move in puzzle.line:
            position = position.play(move)


@pytest.mark.parametrize("game", GAMES)
def test_a_sample_is_proved(game: str) -> None:
    for puzzle in sample(game):
        prove(puzzle)


@pytest.mark.parametrize("game", GAMES)
def test_another_answer_is_not_proved(game: str) -> None:
    for puzzle in sample(game)[:2]:
        wrong = next(move for move in puzzle.position.legal_moves() if move != puzzle.answer)
        line = (Move(wrong), *puzzle.line[1:]) if len(puzzle.line) == 1 else (Move(wrong),)
        with pytest.raises(Unproved):
            prove(Puzzle(game, puzzle.variant, puzzle.moves, line, puzzle.themes, goal=puzzle.goal))


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_answer_is_refuted(game: str) -> None:
    for puzzle in sample(game):
        wrong = [move for move in puzzle.position.legal_moves() if move != puzzle.answer]
        refuted = [move for move in wrong if puzzle.reply(move) is not None]
        over = [move for move in wrong if puzzle.position.play(move).outcome() is not None]
        assert len(refuted) + len(over) >= 0.9 * len(wrong)


def test_puzzles_are_chosen_by_game_and_theme() -> None:
    for game in GAMES:
        for theme in puzzles.themes_of(game):
            found = puzzles.chosen(game, theme)
            assert found and all(theme in one.themes and one.game == game for one in found)
    assert puzzles.with_id("nothing") is None
    one = puzzles.chosen(None)[0]
    assert puzzles.with_id(one.id) is one
