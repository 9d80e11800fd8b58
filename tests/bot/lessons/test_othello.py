"""What Othello's lesson says, counted on the diagrams."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.lessons.base import Step
from bot.lessons.othello import CORNERS, LESSON
from games.base import PASS, Move, Side
from games.othello import OthelloPosition

STEPS = {step.name: step for step in LESSON.steps}
BLACK, WHITE = "X", "O"


def flips(position: OthelloPosition, move: str) -> int:
    """How many white discs of the diagram are black after a move of Black's."""
    squares = [[square for square in one.diagram() if square in "XO."] for one in _around(position, move)]
    return sum((was, now) == (WHITE, BLACK) for was, now in zip(*squares, strict=True))


def _around(position: OthelloPosition, move: str) -> tuple[OthelloPosition, OthelloPosition]:
    return position, position.play(Move(move))


def ends(position: OthelloPosition) -> Iterator[OthelloPosition]:
    """Every way the game can end."""
    if position.outcome() is not None:
        yield position
    for move in position.legal_moves():
        yield from ends(position.play(move))


@pytest.mark.parametrize("step", LESSON.steps, ids=STEPS)
def test_black_is_to_move_and_numbers_are_counted(step: Step[OthelloPosition]) -> None:
    assert step.position.to_move is Side.FIRST
    for choice in step.choices:
        n = step.answer(choice).verdict.arguments.get("n")
        assert n is None or n == flips(step.position, choice) > 0


def test_where_a_disc_flips() -> None:
    step = STEPS["flip"]
    legal = step.position.legal_moves()
    assert {choice for choice in step.choices if step.answer(choice).is_right} == set(step.choices) & set(
        legal
    )


def test_the_most_discs_flip_in_several_directions() -> None:
    step = STEPS["lines"]
    counts = {move: flips(step.position, move) for move in step.position.legal_moves()}
    (best,) = (move for move, n in counts.items() if n == max(counts.values()))
    assert step.answer(best).is_right
    wrong = [choice for choice in step.choices if choice != best]
    assert all(step.answer(choice).verdict.reason == "learn.why.fewer-flips" for choice in wrong)


def test_nothing_but_a_pass_is_possible() -> None:
    step = STEPS["pass"]
    assert step.position.legal_moves() == [PASS]
    assert step.answer(PASS).is_right
    assert step.answer(step.choices[0]).verdict.reason == "rule.must-pass"


def test_there_is_one_corner_to_take() -> None:
    step = STEPS["corner"]
    (corner,) = CORNERS & set(step.position.legal_moves())
    assert step.answer(corner).is_right
    assert set(step.choices) <= set(step.position.legal_moves()), "the others are legal"


def test_a_gift_is_a_corner_that_white_can_take() -> None:
    step = STEPS["gift"]
    for choice in step.choices:
        answer = step.answer(choice)
        replies = CORNERS & set(step.position.play(Move(choice)).legal_moves())
        assert answer.is_right is not bool(replies)
        if replies:
            assert answer.verdict.arguments["corner"] in replies


def test_two_squares_are_left_and_one_of_them_wins_whatever_white_does() -> None:
    step = STEPS["count"]
    assert step.diagram.count(".") == len(step.choices) == 2
    for choice in step.choices:
        answer, games = step.answer(choice), list(ends(step.position.play(Move(choice))))
        black, white = answer.verdict.arguments["black"], answer.verdict.arguments["white"]
        assert (black, white) in {(end.score(Side.FIRST), end.score(Side.SECOND)) for end in games}
        won = [end.count(Side.FIRST) > end.count(Side.SECOND) for end in games]
        assert all(won) if answer.is_right else not any(won)
        assert (int(black) > int(white)) is answer.is_right
