"""What Hare and Hounds' lesson says, by playing it out."""

from __future__ import annotations

import pytest

from bot.lessons.hare_and_hounds import LESSON
from bot.texts import LANGUAGES, texts
from games.base import Move, Side
from games.hare_and_hounds import PLY_LIMIT, HarePosition

STEPS = {step.name: step for step in LESSON.steps}


def wins_now(position: HarePosition) -> set[Move]:
    mover = position.to_move
    return {
        move
        for move in position.legal_moves()
        if (outcome := position.play(move).outcome()) and outcome.winner is mover
    }


@pytest.mark.parametrize("name", ["hounds", "hare"])
def test_where_a_piece_may_go_is_what_the_rules_say(name: str) -> None:
    step = STEPS[name]
    assert {choice for choice in step.choices if step.answer(choice).is_right} == set(step.choices) & set(
        step.position.legal_moves()
    )
    assert len({choice[:2] for choice in step.choices}) == 1, "one piece"
    assert step.choices[0].startswith("b3")


def test_the_hound_may_not_go_back() -> None:
    step = STEPS["hounds"]
    reasons = {step.answer(choice).verdict.reason for choice in step.choices}
    assert reasons == {None, "rule.backward"}


@pytest.mark.parametrize(("name", "side"), [("escape", Side.SECOND), ("close", Side.FIRST)])
def test_one_move_wins_against_every_reply(name: str, side: Side) -> None:
    step = STEPS[name]
    assert step.position.to_move is side
    assert not wins_now(step.position), "not at once"
    for choice in set(step.choices) & set(step.position.legal_moves()):
        answer, after = step.answer(choice), step.position.play(Move(choice))
        safe = {reply for reply in after.legal_moves() if not wins_now(after.play(reply))}
        assert answer.is_right is not bool(safe)
        if safe:
            assert answer.verdict.arguments["reply"] in {reply[-2:] for reply in safe}


def test_the_hare_that_got_past_reaches_b1() -> None:
    step = STEPS["escape"]
    (choice,) = (choice for choice in step.choices if step.answer(choice).is_right)
    after = step.position.play(Move(choice))
    assert all(Move("a2-b1") in after.play(reply).legal_moves() for reply in after.legal_moves())


def test_one_move_traps_the_hare() -> None:
    step = STEPS["trap"]
    (choice,) = wins_now(step.position)
    assert step.answer(choice).is_right
    assert set(step.choices) <= set(step.position.legal_moves())


def test_the_hare_can_only_go_where_it_is_trapped() -> None:
    step = STEPS["close"]
    (choice,) = (choice for choice in step.choices if step.answer(choice).is_right)
    assert step.position.play(Move(choice)).legal_moves() == ["b4-b5"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_limit_of_turns_is_that_of_the_rules(language: str) -> None:
    assert str(PLY_LIMIT // 2) in texts(language).plain("learn.hare_and_hounds.close")
