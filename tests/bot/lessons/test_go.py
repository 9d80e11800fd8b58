"""What Go's lesson says, by the stones on the diagrams."""

from __future__ import annotations

from itertools import product

import pytest

from bot.lessons.go import LESSON
from games.base import IllegalMove, Move, Side
from games.go import GoPosition

STEPS = {step.name: step for step in LESSON.steps}
EYES = ("a1", "b1", "c1")


def stones(position: GoPosition, side: Side) -> int:
    return position.stones.count(side)


def stands(position: GoPosition, point: str) -> bool:
    return bool(position.stones[position.board.index[Move(point)]])


def can_capture(position: GoPosition, point: str, depth: int = 7) -> bool:
    """Whether White, to move, captures the stone on ``point`` inside its eyes, whatever Black does."""
    for attack in EYES:
        if depth == 0 or attack not in position.legal_moves():
            continue
        after = position.play(Move(attack))
        if not stands(after, point):
            return True
        defences = [move for move in (*EYES, "pass") if move in after.legal_moves()]
        if all(
            not stands(defended, point) or can_capture(defended, point, depth - 2)
            for defended in (after.play(Move(defence)) for defence in defences)
        ):
            return True
    return False


@pytest.mark.parametrize("name", ["capture", "group"])
def test_as_many_stones_are_captured_as_the_text_says(name: str) -> None:
    step = STEPS[name]
    white = stones(step.position, Side.SECOND)
    for choice in step.choices:
        answer = step.answer(choice)
        gone = white - stones(step.position.play(Move(choice)), Side.SECOND)
        assert answer.is_right is (gone > 0)
        assert answer.verdict.arguments.get("n", 0) == gone
        assert gone in (0, white), "the text says: all"


def test_atari_is_one_liberty_and_the_right_move_leaves_it() -> None:
    step = STEPS["atari"]
    assert len(step.position.chains.at(step.position.board.index[Move("e5")]).liberties) == 1
    for choice in step.choices:
        answer, after = step.answer(choice), step.position.play(Move(choice))
        captures = {move for move in after.legal_moves() if not stands(after.play(move), "e5")}
        assert answer.is_right is not bool(captures)
        if captures:
            assert captures == {answer.verdict.arguments["reply"]}


def test_one_point_is_closed_to_white_and_open_to_black() -> None:
    step = STEPS["closed"]
    assert step.position.to_move is Side.SECOND
    (closed,) = set(step.choices) - set(step.position.legal_moves())
    assert step.answer(closed).is_right
    with pytest.raises(IllegalMove, match=r"rule\.suicide"):
        step.position.play(Move(closed))


def test_the_ko_is_closed_at_once_and_open_later() -> None:
    step = STEPS["ko"]
    assert stones(step.positions[0], Side.SECOND) - stones(step.position, Side.SECOND) == 1
    assert not stands(step.position, "d5")
    with pytest.raises(IllegalMove, match=r"rule\.ko"):
        step.position.play(Move("d5"))
    assert step.answer("no").is_right
    assert step.answer("yes").verdict.reason == "rule.ko"
    later = step.position.play(Move("a1")).play(Move("a9"))
    assert later.play(Move("d5")).captures[1] == 1


def test_two_eyes_live_and_one_eye_dies() -> None:
    step = STEPS["eyes"]
    for choice in step.choices:
        after = step.position.play(Move(choice))
        assert step.answer(choice).is_right is not can_capture(after, "b2"), choice


def test_territory_is_the_empty_points_that_black_surrounds() -> None:
    step = STEPS["territory"]
    rows = [row.split() for row in step.diagram.strip().splitlines()]
    found, seen = set[tuple[int, int]](), {(8, 0)}
    while seen - found:
        row, column = (seen - found).pop()
        found.add((row, column))
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            y, x = row + down, column + right
            if y in range(9) and x in range(9) and rows[y][x] == ".":
                seen.add((y, x))
    beside = {
        rows[row + down][column + right]
        for (row, column), (down, right) in product(found, ((0, 1), (1, 0), (0, -1), (-1, 0)))
        if row + down in range(9) and column + right in range(9)
    }
    assert beside <= {".", "X"}, "only Black borders it"
    assert step.answer(str(len(found))).is_right
    after = step.answer(str(len(found))).verdict.after
    assert after is not None
    assert after.scoring
