"""The puzzles that come with the bot."""

from collections import defaultdict
from dataclasses import replace
from random import Random

import pytest

from ai.puzzles.make.facts import with_rules
from ai.puzzles.make.go_life import likeness
from ai.puzzles.make.start_ratings import kind, length, with_start_ratings
from ai.puzzles.proof import Unproved, prove
from ai.puzzles.proof.go_life import Fight, region_of
from ai.puzzles.puzzle import ANY, GOMOKU_RULES, THEMES, Puzzle
from bot import puzzles
from games.base import PASS, Move
from games.go.position import GoPosition
from tests.bot.stories import parts

GAMES = puzzles.games_with_puzzles()
SAMPLE = 6
PARTS = 4
"""Every fourth puzzle of a game is looked at, the others in `make soak`."""


def sample(game: str) -> list[Puzzle]:
    return Random(game).sample(puzzles.of_game(game), SAMPLE)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_a_hundred_puzzles_and_each_once(game: str) -> None:
    every = puzzles.of_game(game)
    assert len({puzzle.id for puzzle in every}) == len(every) >= 100


@pytest.mark.parametrize("part", parts(PARTS))
@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_replays_and_can_be_asked(game: str, part: int) -> None:
    for puzzle in puzzles.of_game(game)[part::PARTS]:
        position = puzzle.position
        assert position.outcome() is None
        assert len(position.legal_moves()) > 1
        assert set(puzzle.themes) <= set(THEMES[game])
        assert puzzle.id == puzzle.named().id
        for move in puzzle.line:
            position = position.play(move)


def test_puzzles_that_guesses_solve_are_kept_but_not_offered() -> None:
    withheld = {
        game: sum(not puzzles.is_offered(puzzle) for puzzle in puzzles.of_game(game)) for game in GAMES
    }
    assert {game: n for game, n in withheld.items() if n} == {"othello": 91, "hare_and_hounds": 101}
    for game in GAMES:
        for theme in puzzles.themes_of(game):
            assert any(map(puzzles.is_offered, puzzles.chosen(game, theme))), theme


@pytest.mark.parametrize("game", GAMES)
def test_no_puzzle_starts_below_a_shorter_one_of_its_theme(game: str) -> None:
    by_kind = defaultdict[str, list[tuple[int, int]]](list)
    for puzzle in puzzles.of_game(game):
        by_kind[kind(puzzle)].append((length(puzzle), puzzle.rating))
    for alike in by_kind.values():
        for plies in {plies for plies, _ in alike}:
            shorter = [rating for other, rating in alike if other < plies]
            assert min(rating for other, rating in alike if other == plies) >= max(shorter, default=0)


@pytest.mark.parametrize("game", GAMES)
def test_start_ratings_are_those_that_the_maker_gives(game: str) -> None:
    assert with_start_ratings(puzzles.of_game(game)) == list(puzzles.of_game(game))


def test_wrong_moves_come_to_what_the_proofs_say() -> None:
    """A wrong move never wins in Othello; if it still does in Twelve Janggi, it takes longer."""
    for puzzle in puzzles.of_game("othello"):
        right = {step: {puzzle.line[step], *puzzle.also.get(step, ())} for step in puzzle.questions}
        for step in puzzle.questions:
            wrong = set(puzzle.after(step).legal_moves()) - right[step]
            assert set(puzzle.values.get(step, {})) == wrong
            assert all(value <= 0 for value in puzzle.values.get(step, {}).values())
    for puzzle in puzzles.of_game("twelve_janggi"):
        assert all(not 0 < value < len(puzzle.line) for value in puzzle.values[0].values())
    for puzzle in puzzles.of_game("hare_and_hounds"):
        assert all(value <= 0 for values in puzzle.values.values() for value in values.values())


def test_most_puzzles_of_gomoku_are_right_by_all_rules() -> None:
    every = puzzles.of_game("gomoku")
    assert sum(puzzle.is_right_by_all_rules for puzzle in every) > len(every) / 2
    assert all(sum(puzzle.is_right_by(rules) for puzzle in every) > 200 for rules in GOMOKU_RULES)
    for puzzle in Random(2).sample(every, SAMPLE // 2):
        assert with_rules(replace(puzzle, rules=())) == puzzle


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
        refuted = [move for move in wrong if puzzle.refutation(move) is not None]
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


def life_and_death() -> list[Puzzle]:
    return list(puzzles.chosen("go", "life-and-death"))


def test_life_and_death_has_one_puzzle_of_each_outline() -> None:
    assert len({likeness(puzzle) for puzzle in life_and_death()}) == len(life_and_death()) >= 50


def test_a_group_that_is_killed_is_captured_if_the_opponent_plays_on() -> None:
    """One that lives is still there; after a line that says all nothing follows."""
    with_more = [puzzle for puzzle in life_and_death() if puzzle.then]
    assert sum(len(puzzle.line) == 1 for puzzle in with_more) > 40
    for puzzle in with_more:
        position = puzzle.after(len(puzzle.line))
        for move in puzzle.then:
            position = position.play(move)
        assert isinstance(position, GoPosition)
        word, point = puzzle.goal.split()
        assert bool(position.stones[position.board.index[Move(point)]]) is (word == "live"), puzzle.id


def test_moves_of_life_and_death_do_what_they_should() -> None:
    """Replies refute although the solver wins kos; the line works although the opponent does."""
    for puzzle in Random(3).sample(life_and_death(), SAMPLE // 2):
        position, solver = puzzle.position, puzzle.position.to_move
        assert isinstance(position, GoPosition)
        region = region_of(position, position.board.index[Move(puzzle.goal.split()[1])])
        assert region is not None
        lives = solver is region.defender
        fight = Fight(position, region, favored=solver)
        for wrong, reply in puzzle.replies.items():
            after = fight.after[fight.after[fight.root][PASS if wrong == ANY else Move(wrong)]][reply]
            assert (after in fight.captured) is lives, (puzzle.id, wrong)
        fight = Fight(position, region, favored=solver.other)
        state = fight.root
        for index, move in enumerate(puzzle.line):
            state = fight.after[state][move]
            assert index % 2 or (state in fight.captured) is not lives, (puzzle.id, move)
