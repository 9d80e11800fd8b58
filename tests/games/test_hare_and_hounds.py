"""The rules of Hare and Hounds by diagrams."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.base import BadDiagram, BadNotation, IllegalMove, Move, Outcome, RuleError, Side, UnknownGame
from games.hare_and_hounds import HARE_AND_HOUNDS, LINES, NEIGHBORS, POINTS, HarePosition

START = """
      H . .
    H . . . R
      H . .
    """

# The lines of the board, point by point.
LINES_OF = {
    "b1": "a2 b2 c2",
    "a2": "b1 b2 a3 b3",
    "b2": "b1 a2 c2 b3",
    "c2": "b1 b2 b3 c3",
    "a3": "a2 b3 a4",
    "b3": "a2 a3 a4 b2 b4 c2 c3 c4",
    "c3": "c2 b3 c4",
    "a4": "a3 b3 b4 b5",
    "b4": "b3 a4 c4 b5",
    "c4": "c3 b3 b4 b5",
    "b5": "a4 b4 c4",
}


def played(diagram: str, moves: str) -> HarePosition:
    position = HARE_AND_HOUNDS.position(diagram)
    for move in moves.split():
        position = position.play(Move(move))
    return position


def perft(position: HarePosition, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(perft(position.play(move), depth - 1) for move in position.legal_moves())


def test_start() -> None:
    assert HARE_AND_HOUNDS.position(START) == HARE_AND_HOUNDS.start("classic")


def test_the_board_has_twenty_two_lines() -> None:
    assert len(LINES) == len(set(LINES)) == 22
    for index, near in enumerate(NEIGHBORS):
        assert {POINTS[other] for other in near} == set(LINES_OF[POINTS[index]].split())


# No external source: the first two were counted by hand, the rest pin the measured values.
@pytest.mark.parametrize(("depth", "leaves"), [(1, 7), (2, 21), (3, 133), (4, 443), (5, 2879), (6, 9044)])
def test_perft(depth: int, leaves: int) -> None:
    assert perft(HARE_AND_HOUNDS.start("classic"), depth) == leaves


MIDDLE = """
      . H .
    . H R H .
      . . .
    """


@pytest.mark.parametrize(
    ("diagram", "legal"),
    [
        (MIDDLE, "a3-a4 b2-a2 b2-c2 b4-a4 b4-b5 b4-c4"),
        (MIDDLE + "to move: second", "b3-a2 b3-a4 b3-c2 b3-c3 b3-c4"),
    ],
)
def test_hounds_never_go_left_and_the_hare_goes_anywhere(diagram: str, legal: str) -> None:
    assert HARE_AND_HOUNDS.position(diagram).legal_moves() == legal.split()


@given(st.sets(st.sampled_from(range(11)), min_size=4, max_size=4), st.data())
def test_no_hound_ever_goes_left(points: set[int], data: st.DataObject) -> None:
    hare = data.draw(st.sampled_from(sorted(points)))
    position = HarePosition("classic", sum(1 << point for point in points - {hare}), hare)
    assert all(move[1] <= move[4] for move in position.legal_moves())


TRAPPED = """
      . . H
    . . . H R
      . . H
    to move: second
    """
ESCAPED = """
      . . H
    R . . H .
      . . H
    """
STUCK = """
      . . H
    . . . R H
      . . H
    """
# The end of each side's 30th move.
LIMIT = """
      . H .
    . . H . R
      . H .
    ply: {ply}
    """


@pytest.mark.parametrize(
    ("diagram", "outcome"),
    [
        (START, None),
        (TRAPPED, Outcome(Side.FIRST, "outcome.hare-trapped")),
        (ESCAPED, Outcome(Side.SECOND, "outcome.hare-escaped")),
        (ESCAPED + "to move: second", Outcome(Side.SECOND, "outcome.hare-escaped")),
        (STUCK, Outcome(Side.SECOND, "outcome.hounds-stuck")),
        (LIMIT.format(ply=58), None),
        (LIMIT.format(ply=59) + "to move: second", None),
        (LIMIT.format(ply=60), Outcome(Side.SECOND, "outcome.turns-up")),
        (LIMIT.format(ply=60) + "variant: no-limit", None),
    ],
)
def test_outcomes(diagram: str, outcome: Outcome | None) -> None:
    position = HARE_AND_HOUNDS.position(diagram)
    assert position.outcome() == outcome
    assert bool(position.legal_moves()) == (outcome is None)


@pytest.mark.parametrize(
    ("diagram", "move", "outcome"),
    [
        (
            TRAPPED.replace("second", "first").replace(". . . H R", ". . H . R"),
            "b3-b4",
            Outcome(Side.FIRST, "outcome.hare-trapped"),
        ),
        (
            ESCAPED.replace("R .", ". R") + "to move: second",
            "b2-b1",
            Outcome(Side.SECOND, "outcome.hare-escaped"),
        ),
        (LIMIT.format(ply=59) + "to move: second", "b5-b4", Outcome(Side.SECOND, "outcome.turns-up")),
        (
            TRAPPED.replace("second", "first").replace(". . . H R", ". . H . R") + "ply: 58",
            "b3-b4",
            Outcome(Side.FIRST, "outcome.hare-trapped"),
        ),
    ],
)
def test_the_move_that_ends_the_game(diagram: str, move: str, outcome: Outcome) -> None:
    assert played(diagram, move).outcome() == outcome


REPEATED = """
      . H .
    . . H . R
      . H .
    variant: no-limit
    """


def test_without_a_limit_the_hare_wins_by_the_third_repetition() -> None:
    start = """
          H . .
        . . H . R
          H . .
        variant: no-limit
        """
    there_and_back = "b3-b4 b5-c4 a2-b2 c4-b5 b2-a2 b5-c4 a2-b2 c4-b5 b2-a2"
    position = played(start, there_and_back)
    assert position.repetitions == 3
    assert position.outcome() == Outcome(Side.SECOND, "outcome.repetition")
    assert played(start, there_and_back.rsplit(" ", 1)[0]).outcome() is None


def test_a_step_of_a_hound_to_the_right_clears_the_history() -> None:
    position = played(REPEATED, "a3-a4")
    assert position.history == ()
    assert played(REPEATED, "a3-a4 b5-b4").history == (position.key,)
    assert played(REPEATED.replace("no-limit", "classic"), "a3-a4 b5-b4").history == ()


@pytest.mark.parametrize(
    ("diagram", "move", "error", "key"),
    [
        (START, "b5-b4", IllegalMove, "rule.not-your-piece"),
        (START, "b3-b4", IllegalMove, "rule.not-your-piece"),
        (START, "a2-a4", IllegalMove, "rule.no-line"),
        (START, "a2-a2", IllegalMove, "rule.no-line"),
        (START, "b1-a2", IllegalMove, "rule.blocked"),
        (MIDDLE, "b2-b1", IllegalMove, "rule.backward"),
        (MIDDLE, "b4-b3", IllegalMove, "rule.backward"),
        (MIDDLE, "b2-b3", IllegalMove, "rule.blocked"),
        (START, "b1-a1", IllegalMove, "rule.off-board"),
        (START, "b1-d9", IllegalMove, "rule.off-board"),
        (TRAPPED, "b5-b4", IllegalMove, "rule.game-over"),
        (START, "a2a3", BadNotation, "rule.notation-piece"),
        (START, "A2-A3", BadNotation, "rule.notation-piece"),
        (START, "", BadNotation, "rule.notation-piece"),
    ],
)
def test_refusals_say_why(diagram: str, move: str, error: type[RuleError], key: str) -> None:
    with pytest.raises(error) as refused:
        HARE_AND_HOUNDS.position(diagram).play(Move(move))
    assert refused.value.key == key


@pytest.mark.parametrize(
    "typed", ["a2-a3", "A2 A3", "a2a3", "ａ２→ａ３", "a2 -> a3", "2a-3a", "a3", "A 3", "3a"]
)
def test_parse_forgives(typed: str) -> None:
    assert HARE_AND_HOUNDS.parse(typed, HARE_AND_HOUNDS.start("classic")) == "a2-a3"


@pytest.mark.parametrize(
    ("typed", "key", "origins"),
    [
        ("b2", "rule.ambiguous", "a2, b1, c2"),
        ("b3", "rule.ambiguous", "a2, c2"),
        ("b4", "rule.cannot-reach", None),
        ("a1", "rule.off-board", None),
        ("a2-a3-a4", "rule.notation-piece", None),
        ("hello", "rule.notation-piece", None),
        ("a" + "0" * 9000 + "2", "rule.notation-piece", None),
    ],
)
def test_parse_says_why_not(typed: str, key: str, origins: str | None) -> None:
    with pytest.raises(RuleError) as refused:
        HARE_AND_HOUNDS.parse(typed, HARE_AND_HOUNDS.start("classic"))
    assert (refused.value.key, refused.value.arguments.get("origins")) == (key, origins)


@given(st.text(max_size=12))
def test_parse_answers_or_refuses(typed: str) -> None:
    position = HARE_AND_HOUNDS.start("classic")
    try:
        move = HARE_AND_HOUNDS.parse(typed, position)
    except (BadNotation, IllegalMove):
        return
    assert HARE_AND_HOUNDS.parse(move, position) == move


@pytest.mark.parametrize(
    "diagram",
    [
        "",
        "H H H R",
        START.replace("R", "."),
        START.replace("R", "H"),
        START.replace("R", "Q"),
        START.replace("  H . .", "H H . .", 1),
        START + "ply: 1",
        START + "ply: x",
        START + "to move: third",
        START + "variant: long",
    ],
)
def test_bad_diagrams_are_refused(diagram: str) -> None:
    with pytest.raises(BadDiagram):
        HARE_AND_HOUNDS.position(diagram)


def test_unknown_variants_are_refused() -> None:
    with pytest.raises(UnknownGame):
        HARE_AND_HOUNDS.start("endless")
