"""What Twelve Janggi's lesson says, by the pieces after a move."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.lessons.base import Step
from bot.lessons.twelve_janggi import LESSON
from bot.texts import texts
from games.base import Move, Side
from games.twelve_janggi import INDEX, JanggiPosition

CHINESE = re.compile("[\u4e00-\u9fff]")
STEPS = {step.name: step for step in LESSON.steps}


def takes_king(position: JanggiPosition) -> set[Move]:
    """The moves of the side to move that capture the King."""
    king = position.symbol("K", position.to_move.other)
    return {move for move in position.legal_moves() if king not in position.play(move).board}


def right(name: str) -> str:
    (choice,) = (choice for choice in STEPS[name].choices if STEPS[name].answer(choice).is_right)
    return choice


@pytest.mark.parametrize("step", LESSON.steps, ids=STEPS)
def test_green_is_to_move_and_no_king_can_be_taken_but_in_the_step_about_it(
    step: Step[JanggiPosition],
) -> None:
    assert step.position.to_move is Side.FIRST
    assert bool(takes_king(step.position)) is (step.name == "king")
    assert not any(step.position.entered(side) for side in Side)


@pytest.mark.parametrize("step", LESSON.steps, ids=STEPS)
def test_english_texts_name_pieces_by_the_letters_on_the_tiles(step: Step[JanggiPosition]) -> None:
    prefix = f"learn.twelve_janggi.{step.name}"
    for key in (prefix, f"{prefix}.task", f"{prefix}.done"):
        assert not CHINESE.search(texts("en").plain(key)), key


@pytest.mark.parametrize(("name", "kind"), [("general", "J"), ("minister", "S")])
def test_where_a_piece_may_go_is_what_the_rules_say(name: str, kind: str) -> None:
    step = STEPS[name]
    assert step.position.board[INDEX["b2"]] == kind
    assert {choice[:2] for choice in step.choices} == {"b2"}
    legal = set(step.choices) & set(step.position.legal_moves())
    assert {choice for choice in step.choices if step.answer(choice).is_right} == legal
    straight = {"a2", "b1", "b3", "c2"}
    assert all((choice[-2:] in straight) is (kind == "J") for choice in legal)


def test_a_prisoner_is_in_the_hand() -> None:
    step = STEPS["prisoner"]
    assert step.position.board[INDEX[right("prisoner")[-2:]]] == "z", "Red's Man"
    after = step.position.play(Move(right("prisoner")))
    assert after.hands == ("Z", "")


def test_the_drop_follows_from_the_capture_and_attacks_the_king() -> None:
    step = STEPS["drop"]
    assert step.played[0] == right("prisoner")
    assert {choice for choice in step.choices if step.answer(choice).is_right} == set(step.choices) & set(
        step.position.legal_moves()
    )
    after = step.position.play(Move(right("drop")))
    assert takes_king(replace(after, to_move=Side.FIRST)) == {Move("b2-b3")}
    reasons = {step.answer(choice).verdict.reason for choice in step.choices}
    assert reasons == {None, "rule.occupied", "rule.drop-in-camp"}


def test_a_man_in_the_camp_is_a_marquis() -> None:
    step = STEPS["marquis"]
    after = step.position.play(Move(right("marquis")))
    assert after.board[INDEX["a4"]] == "H"
    assert not any(move.endswith("a4") for move in after.legal_moves()), "it isn't captured"


def test_the_captured_king_ends_the_game() -> None:
    step = STEPS["king"]
    assert takes_king(step.position) == {right("king")}
    outcome = step.position.play(Move(right("king"))).outcome()
    assert outcome is not None
    assert outcome.winner is Side.FIRST


def test_the_king_in_the_camp_survives_every_reply() -> None:
    step = STEPS["camp"]
    for choice in step.choices:
        answer, after = step.answer(choice), step.position.play(Move(choice))
        if answer.is_right:
            replies = [after.play(reply) for reply in after.legal_moves()]
            assert all((end := one.outcome()) and end.reason == "outcome.king-entered" for one in replies)
        elif answer.verdict.reason == "learn.why.king-falls":
            assert {move[:2] for move in takes_king(after)} == {answer.verdict.arguments["reply"]}
        else:
            assert not after.entered(Side.FIRST)
