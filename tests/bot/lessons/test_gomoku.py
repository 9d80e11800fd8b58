"""What Gomoku's lesson says, by playing it out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.lessons.base import Step
from bot.lessons.gomoku import LESSON
from games.base import Move, Side
from games.gomoku import GomokuPosition

STEPS = {step.name: step for step in LESSON.steps}


def wins(position: GomokuPosition, side: Side) -> list[Move]:
    """The moves of ``side`` that win at once, whosever turn it is."""
    found = replace(position, to_move=side)
    return [move for move in found.legal_moves() if found.play(move).winner is side]


def threatens_two(position: GomokuPosition, side: Side) -> list[Move]:
    """The moves of ``side`` near the stones after which it has two ways to win."""
    found = replace(position, to_move=side)
    middle = [move for move in found.legal_moves() if move[0] in "defghijkl" and 3 < int(move[1:]) < 13]
    return [move for move in middle if len(wins(found.play(move), side)) > 1]


@pytest.mark.parametrize("step", LESSON.steps, ids=STEPS)
def test_black_is_to_move_in_renju_with_as_many_stones(step: Step[GomokuPosition]) -> None:
    position = step.position
    assert (position.to_move, position.variant) == (Side.FIRST, "renju-15")
    assert position.cells.count(Side.FIRST) == position.cells.count(Side.SECOND)


def test_one_point_makes_five() -> None:
    step = STEPS["five"]
    (move,) = wins(step.position, Side.FIRST)
    assert step.answer(move).is_right


def test_one_point_of_all_stops_the_five() -> None:
    step = STEPS["four"]
    (only,) = wins(step.position, Side.SECOND)
    assert step.answer(only).is_right
    assert wins(step.position.play(only), Side.SECOND) == []
    assert wins(step.position, Side.FIRST) == []
    for choice in set(step.choices) - {only}:
        assert step.answer(choice).verdict.arguments["reply"] == only


def test_a_blocked_three_makes_no_open_four() -> None:
    step = STEPS["three"]
    assert wins(step.position, Side.SECOND) == []
    for choice in step.choices:
        answer, after = step.answer(choice), step.position.play(Move(choice))
        if answer.is_right:
            assert threatens_two(after, Side.SECOND) == []
        else:
            four = after.play(answer.verdict.arguments["reply"])
            assert len(wins(four, Side.SECOND)) == 2
            assert wins(four, Side.FIRST) == []


def test_an_open_four_wins_at_either_end() -> None:
    step = STEPS["open-four"]
    for choice in step.choices:
        answer, after = step.answer(choice), step.position.play(Move(choice))
        fives = wins(after, Side.FIRST)
        assert answer.is_right is (len(fives) == 2)
        if answer.verdict.reason == "learn.why.four-stopped":
            assert fives == [answer.verdict.arguments["reply"]]
        elif not answer.is_right:
            assert fives == []
        assert wins(after, Side.SECOND) == []


def test_a_four_and_a_three_win_against_every_reply() -> None:
    step = STEPS["double"]
    (choice,) = (choice for choice in step.choices if step.answer(choice).is_right)
    after = step.position.play(Move(choice))
    (five,) = wins(after, Side.FIRST)
    assert wins(after, Side.SECOND) == [], "White has to stop the four"
    stopped = after.play(five)
    assert wins(stopped, Side.SECOND) == []
    assert threatens_two(stopped, Side.FIRST)
    for wrong in set(step.choices) - {choice}:
        assert wins(step.position.play(Move(wrong)), Side.FIRST) == []


def test_the_rules_forbid_one_of_the_points() -> None:
    step = STEPS["forbidden"]
    assert step.position.forbidden == {"h8": "rule.three-three"}
    assert step.answer("h8").is_right
    white = replace(step.position, to_move=Side.SECOND)
    assert white.forbidden == {}
