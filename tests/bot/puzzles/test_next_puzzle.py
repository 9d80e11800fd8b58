"""Which puzzle a person is asked next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from ai.puzzles.likeness import are_alike
from ai.puzzles.puzzle import Puzzle
from bot.puzzles import (
    MAX_ODDS,
    NEAREST,
    RECENT,
    SHIFT,
    SHIFTS,
    SPREAD,
    UNSETTLED_STEP,
    games_with_puzzles,
    is_offered,
    newcomer,
    next_puzzle,
    of_game,
)
from data.model.glicko import Rating, rated_pair
from data.puzzles.attempts import PUZZLE_DEVIATION, PuzzleStanding
from games.base import Move
from tests.bot.stories import parts

PARTS = 4
"""Every fourth puzzle of a game is looked at, the others in `make soak`."""
RATINGS = range(500, 3000, 50)
OPENING = tuple(map(Move, ("f5", "d6", "c3", "d3")))
"""More than six moves are legal after it: see `MAX_ODDS`."""
BY_LOT = 280
"""How far below a puzzle somebody is rated who solves it as often as a die shows a six."""


def rated(rating: int, game: str = "othello") -> Puzzle:
    variant = "8x8" if game == "othello" else "9x9-korean"
    moves = OPENING if game == "othello" else ()
    return Puzzle(game, variant, moves, (), (), rating=rating, id=f"{game}-{rating}")


PUZZLES = [rated(rating) for rating in RATINGS]


def drawn(candidates: Sequence[Puzzle], tried: Sequence[Puzzle] = (), **known: float) -> set[int]:
    """The ratings of the puzzles that are asked next, over many throws of the dice."""
    ids = {puzzle.id for puzzle in tried}
    return {next_puzzle(candidates, ids, known, Random(seed)).rating for seed in range(500)}


@pytest.mark.parametrize("strength", [500.0, 1480.0, 2990.0])
def test_it_is_about_as_hard_as_the_person_is_strong(strength: float) -> None:
    nearest = sorted(RATINGS, key=lambda rating: abs(rating - strength))[:NEAREST]
    assert drawn(PUZZLES, othello=strength) == set(nearest)


def test_a_newcomer_gets_easy_ones_in_each_game_by_itself() -> None:
    both = [*PUZZLES, *(rated(rating, "go") for rating in RATINGS)]
    chosen = [next_puzzle(both, (), {"go": 2500.0}, Random(seed)) for seed in range(500)]
    strengths = {"othello": newcomer("othello").value, "go": 2500.0}
    assert {puzzle.game for puzzle in chosen} == {"othello", "go"}
    assert max(abs(puzzle.rating - strengths[puzzle.game]) for puzzle in chosen) <= 50 * NEAREST / 4


def test_none_is_asked_twice_while_others_are_left() -> None:
    assert drawn(PUZZLES, PUZZLES[:-3], othello=500.0) == {puzzle.rating for puzzle in PUZZLES[-3:]}


def test_when_all_were_tried_another_than_the_last_one_returns() -> None:
    three = PUZZLES[:3]
    ids = {puzzle.id for puzzle in three}
    chosen = {next_puzzle(three, ids, {}, Random(seed), three[0]).rating for seed in range(100)}
    assert chosen == {three[1].rating, three[2].rating}


@pytest.mark.parametrize("tried", [set[str](), {PUZZLES[0].id}])
def test_the_only_one_with_a_theme_returns_at_once(tried: set[str]) -> None:
    assert next_puzzle(PUZZLES[:1], tried, {}, Random(1), PUZZLES[0]) is PUZZLES[0]


@pytest.mark.parametrize("game", games_with_puzzles())
def test_four_times_next_shows_others_and_a_harder_one(game: str) -> None:
    """Nothing is answered, so that the person's rating stays a newcomer's."""
    for seed in range(50):
        dice, puzzle = Random(seed), next_puzzle(of_game(game), (), {}, Random(seed))
        shown = [puzzle]
        for _ in range(4):
            shown.append(next_puzzle(of_game(game), (), {}, dice, shown[-1]))
        ratings = [puzzle.rating for puzzle in shown]
        assert max(ratings) > ratings[0] and all(a != b for a, b in pairwise(ratings)), ratings
        assert max(ratings) <= newcomer(game).value + max(SPREAD[1]) + SHIFT, ratings


def test_while_a_rating_has_not_settled_the_next_puzzle_is_a_small_step_away() -> None:
    """A single right answer can move such a rating by 500 points."""
    every = of_game("othello")
    last = every[len(every) // 5]
    for known, recent in ((last, ()), (None, [last])):
        following = [
            next_puzzle(
                every,
                (),
                {"othello": last.rating + 500.0},
                Random(seed),
                known,
                recent=recent,
                unsettled=["othello"],
            )
            for seed in range(50)
        ]
        assert last.rating < max(puzzle.rating for puzzle in following) <= last.rating + UNSETTLED_STEP


@pytest.mark.parametrize("turn", [-1, 1])
def test_an_easier_and_a_harder_one_are_so_as_long_as_there_are_any(turn: int) -> None:
    last = rated(1500)
    turned = {
        next_puzzle(PUZZLES, (), {"othello": 1480.0}, Random(seed), last, shift=turn, turn=turn).rating
        for seed in range(100)
    }
    assert all((rating - 1500) * turn > 0 for rating in turned), turned
    assert 200 <= abs(sum(turned) / len(turned) - 1500) <= 400
    end = max(PUZZLES, key=lambda puzzle: puzzle.rating * turn)
    assert next_puzzle(PUZZLES, (), {"othello": 1480.0}, Random(1), end, turn=turn) is not end


def mean_rating(game: str, strength: float, shift: int) -> float:
    """The mean rating of the puzzle that is asked first with a difficulty."""
    chosen = (
        next_puzzle(of_game(game), (), {game: strength}, Random(seed), shift=shift) for seed in range(8)
    )
    return sum(puzzle.rating for puzzle in chosen) / 8


@pytest.mark.parametrize("game", games_with_puzzles())
def test_difficulties_are_steps(game: str) -> None:
    """Who is weaker than every puzzle feels the harder ones, who is stronger the easier ones."""
    for strength in (300.0, 1100.0, 1500.0, 1900.0):
        means = [mean_rating(game, strength, shift) for shift in SHIFTS.values()]
        assert means == sorted(means), strength
        if strength <= 1100:
            assert means[3] >= means[2] + 150 and means[4] >= means[3] + 150, strength
        if strength >= 1500:
            assert means[1] <= means[2] - 150 and means[0] <= means[1] - 150, strength


def test_a_choice_between_two_moves_is_asked_of_nobody_but_who_has_solved_all_others() -> None:
    for game in games_with_puzzles():
        candidates = of_game(game)
        for strength in (600.0, 1000.0, 1700.0):
            for seed in range(10):
                chosen = next_puzzle(candidates, (), {game: strength}, Random(seed))
                assert len(chosen.position.legal_moves()) >= 3
                again = next_puzzle(candidates, {puzzle.id for puzzle in candidates}, {}, Random(seed))
                assert len(again.position.legal_moves()) >= 3
    alone = [puzzle for puzzle in of_game("othello") if not is_offered(puzzle)][:1]
    assert next_puzzle(alone, (), {}, Random(1)) is alone[0], "a theme without others still has its own"


@pytest.mark.parametrize("game", games_with_puzzles())
@pytest.mark.parametrize("solved", [True, False])
def test_the_first_puzzles_are_easy_whatever_the_first_answer(game: str, solved: bool) -> None:
    """The first is of the easiest fifth, the second of the easier half."""
    puzzles, start = of_game(game), newcomer(game)
    first = next_puzzle(puzzles, (), {}, Random(1))
    assert sum(puzzle.rating < first.rating for puzzle in puzzles) <= len(puzzles) / 5
    after, _ = rated_pair(start, Rating(first.rating, PUZZLE_DEVIATION), float(solved))
    second = next_puzzle(puzzles, {first.id}, {game: after.value}, Random(1))
    assert second.rating <= puzzles[len(puzzles) // 2].rating


@pytest.mark.parametrize("game", games_with_puzzles())
@pytest.mark.parametrize("strength", [500.0, 1000.0, 1600.0])
def test_a_rating_settles_within_forty_puzzles(game: str, strength: float) -> None:
    """The person solves as often as Glicko-2 expects of somebody of that strength, or as by lot."""
    strength = max(strength, of_game(game)[0].rating - BY_LOT)
    standing, tried, dice = PuzzleStanding(game, newcomer(game)), set[str](), Random(7)
    while not standing.is_settled:
        puzzle = next_puzzle(of_game(game), tried, {game: standing.rating.value}, dice)
        tried.add(puzzle.id)
        odds = 1 / (1 + 10 ** ((puzzle.rating - strength) / 400))
        opponent = Rating(puzzle.rating, PUZZLE_DEVIATION)
        after, _ = rated_pair(standing.rating, opponent, float(dice.random() < odds))
        standing = replace(standing, rating=after)
    assert len(tried) <= 40 and abs(standing.rating.value - strength) < 300, standing.rating


@pytest.mark.parametrize("part", parts(PARTS))
def test_a_guess_seldom_solves_a_puzzle(part: int) -> None:
    for game in games_with_puzzles():
        for puzzle in filter(is_offered, of_game(game)[part::PARTS]):
            odds = 1.0
            for step in puzzle.questions:
                right = 1 + len(puzzle.also.get(step, ()))
                odds *= right / len(puzzle.after(step).legal_moves())
            assert odds <= MAX_ODDS + 1e-9, puzzle.id


@pytest.mark.parametrize("game", games_with_puzzles())
def test_no_near_copy_of_a_recent_puzzle_is_asked(game: str) -> None:
    every, dice = of_game(game), Random(3)
    first = next(puzzle for puzzle in every if any(are_alike(puzzle, b) for b in every if b is not puzzle))
    shown = [first]
    for _ in range(40):
        ratings = {game: float(first.rating)}
        recent = shown[-RECENT:]
        following = next_puzzle(every, {puzzle.id for puzzle in shown}, ratings, dice, recent=recent)
        assert not any(are_alike(following, seen) for seen in recent)
        shown.append(following)


def test_a_near_copy_is_asked_if_nothing_else_is_left() -> None:
    every = of_game("gomoku")
    one, copy = next((a, b) for a in every for b in every if a is not b and are_alike(a, b))
    assert next_puzzle([one, copy], {one.id}, {}, Random(1), recent=[one]) is copy
