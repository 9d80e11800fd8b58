"""Claims on life and death in Go: what is forced is shown, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from ai.claims.checkers.budget import Budget
from ai.claims.checkers.go import does
from ai.claims.checkers.go_life import dies, lives, region_of
from ai.claims.claim import Claim
from ai.claims.kind import Kind
from ai.puzzles.puzzle import Puzzle, read
from bot.puzzles import FOLDER
from games.base import PASS, Move
from games.go import GoPosition
from tests.ai.claims.checkers.test_go import drawn, is_accepted

NODES = 20_000
THREE = "...XO XXXXO OOOOO"
THEIR_THREE = "...OX OOOOX XXXXX"
TWO = "..XO XXXO OOOO"
THEIR_TWO = "..OX OOOX XXXX"
FOUR = "....XO XXXXXO OOOOOO"
THEIR_FOUR = "....OX OOOOOX XXXXXX"
EYE_AND_KO = ".XX.XO XXXX.O OOOOOO"
WEAK_WALL = "...XOX XXXXOX OOOOO. XXXXXX"

SMALL = ".XO XXO OO."


@pytest.mark.parametrize(
    ("kind", "rows", "move", "line", "more"),
    [
        (Kind.DIES, THREE, "j1", "b9 a8", {"n": 5, "better": "b9"}),
        (Kind.DIES_INSIDE, THREE, "j1", "b9 a8", {"n": 5, "better": "b9"}),
        (Kind.MISSES_KILL, THEIR_THREE, "j1", "b9 a8", {"n": 5}),
        (Kind.LETS_LIVE, THEIR_THREE, "j1", "b9 a8", {"n": 5, "better": "b9"}),
        (Kind.DEAD_ALREADY, TWO, "a9", "a8", {"n": 4, "better": "j1"}),
        (Kind.KILLED_ALREADY, THEIR_TWO, "a9", "a8", {"n": 4, "better": "j1"}),
        (Kind.ALIVE_ALREADY, FOUR, "b9", "a8", {"n": 6, "better": "j1"}),
        (Kind.CANNOT_KILL, THEIR_FOUR, "b9", "a8", {"n": 6, "better": "j1"}),
    ],
)
def test_a_true_claim_is_accepted(kind: Kind, rows: str, move: str, line: str, more: dict[str, Any]) -> None:
    assert is_accepted(kind, rows, move, line, nodes=NODES, **more)


@pytest.mark.parametrize(
    ("kind", "rows", "move", "line", "more", "why"),
    [
        (Kind.DIES, THREE, "j1", "b9 a8", {"n": 4, "better": "b9"}, "another number"),
        (Kind.DIES, THREE, "j1", "b9 a8", {"n": 5, "better": "j2"}, "it dies after the better move, too"),
        (Kind.DIES, THREE, "j1", "a9 a8", {"n": 5, "better": "b9"}, "the answer is no vital point"),
        (Kind.DIES, THREE, "b9", "a9 a8", {"n": 5, "better": "b9"}, "the move makes two eyes"),
        (Kind.DIES, FOUR, "j1", "b9 a8", {"n": 6, "better": "c9"}, "four in a row live"),
        (Kind.DIES, WEAK_WALL, "j1", "b9 a8", {"n": 5, "better": "b9"}, "the wall can be captured first"),
        (Kind.DIES, THEIR_THREE, "j1", "b9 a8", {"n": 5, "better": "b9"}, "the stones are White's"),
        (Kind.DIES, SMALL, "j1", "a9", {"n": 3, "better": "j2"}, "without a stone"),
        (Kind.DIES, EYE_AND_KO, "j1", "e8 a8", {"n": 6, "better": "e8"}, "White takes the false eye in a ko"),
        (Kind.MISSES_KILL, THEIR_THREE, "b9", "b9 a8", {"n": 5}, "the move kills"),
        (Kind.MISSES_KILL, THEIR_TWO, "j1", "b9 a8", {"n": 4}, "it was dead before"),
        (Kind.MISSES_KILL, THREE, "j1", "b9 a8", {"n": 5}, "the stones are Black's own"),
        (Kind.LETS_LIVE, THEIR_FOUR, "j1", "b9 a8", {"n": 6, "better": "c9"}, "it lives anyway"),
        (Kind.DEAD_ALREADY, THREE, "a9", "a8", {"n": 5, "better": "j1"}, "b9 saves it"),
        (Kind.DEAD_ALREADY, TWO, "a9", "a8", {"n": 4, "better": "b9"}, "the better move is there, too"),
        (Kind.DEAD_ALREADY, TWO, "j2", "a8", {"n": 4, "better": "j1"}, "the move is elsewhere"),
        (Kind.KILLED_ALREADY, THEIR_THREE, "a9", "a8", {"n": 5, "better": "j1"}, "b9 saves it"),
        (Kind.ALIVE_ALREADY, THREE, "b9", "a8", {"n": 5, "better": "j1"}, "the move was needed"),
        (Kind.CANNOT_KILL, THEIR_THREE, "b9", "a8", {"n": 5, "better": "j1"}, "it kills"),
        (Kind.CANNOT_KILL, FOUR, "b9", "a8", {"n": 6, "better": "j1"}, "the stones are Black's own"),
    ],
)
def test_a_false_claim_is_refused(
    kind: Kind, rows: str, move: str, line: str, more: dict[str, Any], why: str
) -> None:
    assert not is_accepted(kind, rows, move, line, nodes=NODES, **more), why


@pytest.mark.parametrize(
    ("kind", "rows", "line", "n", "expected"),
    [
        (Kind.MISSES_KILL, THEIR_THREE, "b9 a8", 5, True),
        (Kind.MISSES_KILL, THEIR_THREE, "a9 a8", 5, False),
        (Kind.MISSES_KILL, THEIR_TWO, "a9 a8", 4, False),
        (Kind.DIES, THREE, "b9 a8", 5, True),
        (Kind.DIES, THREE, "a9 a8", 5, False),
        (Kind.DIES, FOUR, "b9 a8", 6, False),
    ],
)
def test_what_is_good_about_a_move(kind: Kind, rows: str, line: str, n: int, expected: bool) -> None:
    claim = Claim(kind, tuple(map(Move, line.split())), n)
    assert does(drawn(rows), claim, Budget(NODES)) is expected


def test_only_an_enclosed_group_has_a_region() -> None:
    position = drawn(THREE)
    region = region_of(position, position.board.index["a8"])
    assert region is not None and len(region.points) == 8
    assert region_of(position, position.board.index["e9"]) is None
    open_group = drawn("X.")
    assert region_of(open_group, open_group.board.index["a9"]) is None


def test_what_hangs_on_a_ko_is_not_shown() -> None:
    position = drawn(EYE_AND_KO).play(PASS).play(Move("e8"))  # White takes e9 only in a ko
    stone, budget = position.board.index["a8"], Budget(NODES)
    assert not dies(position, stone, budget)
    assert not lives(position.play(PASS), stone, budget)


def test_what_takes_too_long_is_not_shown() -> None:
    assert not is_accepted(Kind.DIES, THREE, "j1", "b9 a8", nodes=2, n=5, better="b9")


def test_a_proof_leaves_half_of_what_may_be_computed_to_other_checks() -> None:
    position, budget = drawn(FOUR), Budget(20)
    lives(position.play(Move("j1")), position.board.index["a8"], budget)
    assert budget.left >= 10


def test_the_proofs_agree_with_those_of_the_puzzles() -> None:
    """`ai.puzzles.proof.go_life` shares nothing with the checker but the rules."""
    shown = 0
    for puzzle in _puzzles(8):
        word, _, stone = puzzle.goal.partition(" ")
        position = puzzle.position
        assert isinstance(position, GoPosition)
        for move in map(Move, puzzle.replies.keys() & set(position.board.index)):
            assert not _is_shown(position, move, word, position.board.index[stone]), f"{puzzle.id} {move}"
        shown += _is_shown(position, puzzle.answer, word, position.board.index[stone])
    assert shown >= 4


def _puzzles(count: int) -> list[Puzzle]:
    lines = (FOLDER / "go.jsonl").read_text("utf-8").splitlines()
    puzzles = [puzzle for puzzle in map(read, lines) if puzzle.goal.startswith(("kill", "live"))]
    return sorted(puzzles, key=lambda puzzle: puzzle.rating)[:count]


def _is_shown(position: GoPosition, move: Move, word: str, stone: int) -> bool:
    return (dies if word == "kill" else lives)(position.play(move), stone, Budget(NODES))
