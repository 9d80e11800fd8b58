"""Go's scoring: marks as moves, territory, area, seki, and what the two rulesets count."""

from __future__ import annotations

import random

import pytest

from games.base import BadNotation, IllegalMove, Move, Outcome, Side
from games.go import GO, GoPosition
from games.go.variant import VARIANTS


def settled(diagram: str, ruleset: str, moves: list[str]) -> GoPosition:
    """The position of ``diagram`` under ``ruleset`` after ``moves``."""
    size = len(diagram.strip().splitlines()[0].split())
    position = GO.position(f"{diagram.rstrip()}\nvariant: {size}x{size}-{ruleset}\npasses: 2")
    for move in moves:
        position = position.play(Move(move))
    return position


WALLS = """
. X O . .
. X O . .
. X O . .
. X O . .
. X O . .
captures: 2 1
"""
DEAD_STONE = """
. X O . .
. X O . .
O X O . .
. X O X .
. X O . .
"""
TWO_IN_TERRITORY = """
. X O . .
. X O . .
O X O . .
. X O X .
O X O . .
"""
NEUTRAL = """
. X . O .
. X . O .
. X . O .
. X . O .
. X . O .
"""
# Both inner groups have one eye and share the liberty c7: neither a7 nor e7 is territory.
SEKI = """
. X . O . O X
X X X O O O X
O O O X X X X
. . O X . . .
. . O X . . .
. . O X . . .
. . O X . . .
"""
# Black's three stones touch no neutral point and have an eye of one point: not seki.
SMALL_EYE = """
. X O . .
X X O . .
O O O . .
. . . . .
. . . . .
"""
BENT_FOUR = """
. . . O X . .
. . . O X . .
. . . O X . .
O O O O X . .
X X O O O X .
O X X X O X .
O O . X O X .
"""
EMPTY = ". . .\n. . .\n. . ."


@pytest.mark.parametrize(
    ("diagram", "marks", "korean", "chinese"),
    [
        pytest.param(WALLS, [], (7, 17.5), (10, 22.5), id="walls"),
        pytest.param(DEAD_STONE, ["dead a3", "dead d2"], (6, 17.5), (10, 22.5), id="dead stones"),
        pytest.param(DEAD_STONE, [], (0, 6.5), (6, 13.5), id="nothing marked"),
        pytest.param(NEUTRAL, [], (5, 11.5), (10, 17.5), id="neutral points"),
        pytest.param(SEKI, [], (12, 14.5), (27, 28.5), id="seki"),
        pytest.param(SMALL_EYE, [], (1, 22.5), (4, 28.5), id="one small eye without neutral points"),
        pytest.param(SMALL_EYE, ["dead b5"], (0, 29.5), (0, 32.5), id="a dead group with its eye"),
        pytest.param(BENT_FOUR, ["dead d1"], (11, 28.5), (18, 38.5), id="bent four"),
        pytest.param(EMPTY, [], (0, 6.5), (0, 7.5), id="empty"),
    ],
)
def test_scores(
    diagram: str, marks: list[str], korean: tuple[float, float], chinese: tuple[float, float]
) -> None:
    for ruleset, expected in (("korean", korean), ("chinese", chinese)):
        score = settled(diagram, ruleset, marks).score()
        assert (score.of(Side.FIRST), score.of(Side.SECOND)) == expected, ruleset


def test_territory_lists_points() -> None:
    position = settled(WALLS, "korean", [])
    names = {position.board.names[at] for at in position.score().territory(Side.FIRST)}
    assert names == {"a1", "a2", "a3", "a4", "a5"}


def test_the_match_ends_when_both_agree() -> None:
    once = settled(WALLS, "korean", ["agree"])
    assert (once.outcome(), once.to_move) == (None, Side.SECOND)
    over = once.play(Move("agree"))
    assert over.outcome() == Outcome(Side.SECOND, "outcome.points")
    assert over.legal_moves() == []


def test_a_mark_keeps_the_turn_and_cancels_agreement() -> None:
    marked = settled(DEAD_STONE, "korean", ["dead a3", "agree", "dead d2"])
    assert (marked.to_move, marked.agreed) == (Side.SECOND, 0)
    answered = marked.play(Move("agree"))
    assert (answered.to_move, answered.outcome()) == (Side.FIRST, None)
    assert answered.play(Move("agree")).outcome() is not None


def test_a_mark_covers_the_whole_chain_and_can_be_removed() -> None:
    marked = settled(DEAD_STONE, "korean", ["dead b4"])
    assert len(marked.dead) == 5
    assert {"alive b1", "alive b5", "dead c1", "agree", "resume"} <= set(marked.legal_moves())
    assert marked.play(Move("alive b1")).dead == frozenset()
    for move in ("dead b1", "alive c1"):
        with pytest.raises(IllegalMove, match=r"rule\.marked"):
            marked.play(Move(move))


def test_the_side_that_is_not_to_move_marks_and_agrees_too() -> None:
    counting = settled(WALLS, "korean", [])
    assert counting.as_said_by(Side.FIRST, Move("agree")) == "agree"
    agreed = counting.play(counting.as_said_by(Side.SECOND, Move("agree")))
    assert (agreed.to_move, agreed.agreed) == (Side.FIRST, 1)
    assert agreed.play(Move("agree")).outcome() == Outcome(Side.SECOND, "outcome.points")
    marked = agreed.play(agreed.as_said_by(Side.SECOND, Move("dead b1")))
    assert (marked.to_move, marked.agreed, len(marked.dead)) == (Side.FIRST, 0, 5)


def test_who_has_agreed_cannot_agree_for_the_other() -> None:
    agreed = settled(WALLS, "korean", ["agree"])
    with pytest.raises(IllegalMove, match=r"rule\.agreed"):
        agreed.play(agreed.as_said_by(Side.FIRST, Move("agree")))
    marked = agreed.play(Move("dead b1"))
    assert marked.play(marked.as_said_by(Side.FIRST, Move("agree"))).agreed == 1


@pytest.mark.parametrize("move", ["agree black", "resume black", "agree red", "agree "])
def test_the_side_to_move_is_not_named(move: str) -> None:
    with pytest.raises(BadNotation):
        settled(WALLS, "korean", []).play(Move(move))


@pytest.mark.parametrize("before", [[], ["agree"], ["dead b1"]])
def test_either_side_resumes_and_the_opponent_moves_first(before: list[str]) -> None:
    counting = settled(WALLS, "korean", before)
    for side in Side:
        resumed = counting.play(counting.as_said_by(side, Move("resume")))
        assert (resumed.to_move, resumed.scoring, resumed.agreed) == (side.other, False, 0)
        assert resumed.dead == frozenset()


def test_a_group_is_marked_at_once_and_the_mark_is_taken_back() -> None:
    position = settled(TWO_IN_TERRITORY, "korean", ["agree"])
    marked = position.play(Move("dead group a3"))
    assert {position.board.names[at] for at in marked.dead} == {"a3", "a1"}
    assert (marked.to_move, marked.agreed, marked.ply) == (position.to_move, 0, position.ply + 1)
    assert marked.play(Move("alive group a1")).dead == frozenset()
    half_marked = position.play(Move("dead a1"))
    assert half_marked.play(Move("dead group a3")).dead == marked.dead
    assert half_marked.play(Move("alive group a3")).dead == frozenset()
    assert {"dead group a3", "alive group a3", "dead group a1"} <= set(half_marked.legal_moves())
    with pytest.raises(IllegalMove, match=r"rule\.marked"):
        marked.play(Move("dead group a1"))
    with pytest.raises(IllegalMove, match=r"rule\.no-stone"):
        marked.play(Move("dead group a5"))


def test_resuming_discards_marks_and_gives_the_opponent_the_move() -> None:
    resumed = settled(DEAD_STONE, "korean", ["dead a3", "resume"])
    assert (resumed.to_move, resumed.dead, resumed.scoring) == (Side.SECOND, frozenset(), False)
    assert resumed.play(Move("a4")).stones.count(Side.SECOND) == 7
    assert not resumed.play(Move("pass")).scoring
    assert resumed.play(Move("pass")).play(Move("pass")).scoring


def test_two_passes_in_a_row_open_the_scoring() -> None:
    position = GO.start("9x9-korean")
    for move in ("pass", "e5", "pass"):
        position = position.play(Move(move))
    assert not position.scoring
    position = position.play(Move("pass"))
    assert position.scoring
    assert position.to_move is Side.FIRST
    assert position.legal_moves() == ["agree", "dead e5", "dead group e5", "resume"]


@pytest.mark.parametrize("moves", [[], ["dead a3"], ["dead a3", "agree"], ["agree", "agree"]])
def test_scoring_reads_back(moves: list[str]) -> None:
    position = settled(DEAD_STONE, "chinese", moves)
    again = GO.position(position.diagram())
    assert again.diagram() == position.diagram()
    assert again.legal_moves() == position.legal_moves()
    assert again.outcome() == position.outcome()
    assert again.score() == position.score()


@pytest.mark.parametrize("ruleset", ["korean", "chinese"])
def test_the_longest_match_is_counted_on_its_current_board(ruleset: str) -> None:
    limit = 2 * 5 * 5 + 100
    position = settled(DEAD_STONE + f"ply: {limit - 1}", ruleset, ["dead a3"])
    assert position.outcome() == Outcome(Side.SECOND, "outcome.move-limit")


def test_komi() -> None:
    komi = {(v.ruleset.value, bool(v.handicap)): v.komi for v in VARIANTS}
    assert komi == {
        ("korean", False): 6.5,
        ("chinese", False): 7.5,
        ("korean", True): 0.5,
        ("chinese", True): 0.5,
    }


@pytest.mark.parametrize("seed", range(8))
def test_random_scoring_reads_back_and_ends(seed: int) -> None:
    choice = random.Random(seed).choice
    position = settled(DEAD_STONE, ["korean", "chinese"][seed % 2], [])
    while position.outcome() is None:
        again = GO.position(position.diagram())
        assert again.diagram() == position.diagram()
        legal = position.legal_moves()
        assert legal == again.legal_moves() == sorted(set(legal))
        position = position.play(choice(legal))
    assert position.legal_moves() == []
