"""Claims on the moves of Hare and Hounds: true ones are accepted, and false ones that look alike are not."""

from __future__ import annotations

from typing import Any

import pytest

from ai.claims.checkers.budget import Budget, OutOfBudget
from ai.claims.checkers.hare_and_hounds import holds
from ai.claims.checkers.hare_and_hounds_force import Hunt, Placement
from ai.claims.claim import Claim
from ai.claims.kind import Kind
from ai.hare_and_hounds.solution import END, PLACEMENTS, Solution
from games.base import Move
from games.hare_and_hounds import POINTS, HarePosition

NODES = 20_000


def placed(hounds: str, hare: str, ply: int, variant: str = "classic") -> HarePosition:
    """The position with these hounds after so many moves."""
    return HarePosition(variant, sum(1 << POINTS.index(at) for at in hounds.split()), POINTS.index(hare), ply)


def is_accepted(
    kind: Kind, position: HarePosition, move: str, line: str = "", nodes: int = NODES, **more: Any
) -> bool:
    """Whether a claim on a move is; ``more`` are ``n``, ``better`` and ``had``."""
    claim = Claim(kind, tuple(map(Move, line.split())), **more)
    return holds(position, Move(move), claim, Budget(nodes))


OPEN = placed("b2 b1 c2", "a4", 2)
CLOSE = placed("a2 b2 c2", "b4", 5)
BEHIND = placed("a2 b2 c3", "a4", 8)
TIGHT = placed("a2 b2 b3", "a3", 10)
SHUT = placed("a3 a4 b3", "c4", 19)
EDGE = placed("a3 a4 c3", "b4", 21)


@pytest.mark.parametrize(
    ("kind", "position", "move", "line", "more"),
    [
        (Kind.LETS_PAST, OPEN, "b1-a2", "a4-b3 a2-a3 b3-a2 a3-a4 a2-b1", {"n": 3, "better": "b2-b3"}),
        (Kind.MISSES_TRAP, OPEN, "c2-c3", "b2-b3", {"n": 12}),
        (Kind.MISSES_PAST, CLOSE, "b4-a4", "b4-b3 a2-a3 b3-a2 a3-a4 a2-b1", {"n": 3}),
        (Kind.GIVES_OPPOSITION, CLOSE, "b4-a4", "", {"better": "b4-b3"}),
        (Kind.TRAPPED, CLOSE, "b4-a4", "a2-b3 a4-a3 b2-a2", {"n": 11, "better": "b4-b3"}),
        (Kind.GIVES_OPPOSITION, BEHIND, "a2-a3", "", {"better": "b2-b3"}),
        (Kind.PASSES_HOUND, BEHIND, "c3-c4", "a4-b3", {"n": 1, "better": "b2-b3"}),
        (Kind.LEAVES_GAP, BEHIND, "c3-c4", "", {"n": 2, "better": "b2-b3", "had": 1}),
        (Kind.ONLY_TRAP, TIGHT, "b3-a4", "b2-c2", {}),
        (Kind.FEW_WAYS, SHUT, "c4-b5", "b3-c4 b5-b4", {"better": "c4-c3"}),
        (Kind.ONLY_ESCAPE, EDGE, "b4-b5", "b4-b3", {}),
    ],
)
def test_a_true_claim_is_accepted(
    kind: Kind, position: HarePosition, move: str, line: str, more: dict[str, Any]
) -> None:
    assert is_accepted(kind, position, move, line, **more)


@pytest.mark.parametrize(
    ("kind", "position", "move", "line", "more", "why"),
    [
        (Kind.LETS_PAST, OPEN, "b1-a2", "a4-b3", {"n": 2, "better": "b2-b3"}, "not so soon"),
        (Kind.LETS_PAST, OPEN, "b1-a2", "a4-b3", {"n": 4, "better": "b2-b3"}, "sooner"),
        (Kind.LETS_PAST, OPEN, "b1-a2", "a4-b5", {"n": 3, "better": "b2-b3"}, "another answer"),
        (Kind.LETS_PAST, OPEN, "b1-a2", "a4-b3 a2-a3 b3-a2", {"n": 3, "better": "b2-b3"}, "ends too soon"),
        (Kind.MISSES_PAST, CLOSE, "b4-a4", "b4-b3 a2-a3 b3-a2", {"n": 3}, "it is not past yet"),
        (Kind.LETS_PAST, OPEN, "b2-b3", "a4-b5", {"n": 3, "better": "b1-a2"}, "the other way round"),
        (Kind.MISSES_TRAP, OPEN, "c2-c3", "b2-b3", {"n": 11}, "not so soon"),
        (Kind.MISSES_TRAP, OPEN, "b2-b3", "c2-c3", {"n": 12}, "the other way round"),
        (Kind.MISSES_PAST, CLOSE, "b4-b3", "b4-a4", {"n": 3}, "the other way round"),
        (Kind.GIVES_OPPOSITION, CLOSE, "b4-b3", "", {"better": "b4-a4"}, "the other way round"),
        (
            Kind.GIVES_OPPOSITION,
            placed("b1 a2 c2", "b4", 7),
            "b4-b5",
            "",
            {"better": "b4-a4"},
            "nobody has it",
        ),
        (Kind.TRAPPED, CLOSE, "b4-a4", "a2-b3", {"n": 10, "better": "b4-b3"}, "not so soon"),
        (Kind.TRAPPED, CLOSE, "b4-a4", "a2-a3", {"n": 11, "better": "b4-b3"}, "another answer"),
        (Kind.TRAPPED, CLOSE, "b4-a4", "a2-b3", {"n": 11, "better": "b4-c4"}, "it is trapped there, too"),
        (Kind.PASSES_HOUND, BEHIND, "c3-c4", "a4-b3", {"n": 2, "better": "b2-b3"}, "another number"),
        (Kind.PASSES_HOUND, BEHIND, "c3-c4", "a4-b5", {"n": 1, "better": "b2-b3"}, "it goes right"),
        (Kind.LEAVES_GAP, BEHIND, "b2-b3", "", {"n": 1, "better": "c3-c4", "had": 2}, "the other way round"),
        (Kind.ONLY_TRAP, TIGHT, "b3-a4", "b3-c3", {}, "it does not trap"),
        (Kind.ONLY_TRAP, TIGHT, "b2-c2", "b2-c2", {}, "it was played"),
        (Kind.ONLY_TRAP, EDGE, "b4-b5", "b4-b3", {}, "the hare is to move"),
        (Kind.ONLY_ESCAPE, EDGE, "b4-b5", "b4-c4", {}, "it is trapped"),
        (Kind.FEW_WAYS, SHUT, "c4-b5", "b3-c4 b5-a4", {"better": "c4-c3"}, "a hound is there"),
        (Kind.FEW_WAYS, SHUT, "c4-b5", "b3-c4", {"better": "c4-c3"}, "a line too short"),
        (Kind.LETS_PAST, OPEN, "b1-a2", "", {"n": 3, "better": "b2-b3"}, "without a line"),
        (Kind.GIVES_CORNER, OPEN, "b1-a2", "a4-b3", {"better": "b2-b3"}, "of another game"),
    ],
)
def test_a_false_claim_is_refused(
    kind: Kind, position: HarePosition, move: str, line: str, more: dict[str, Any], why: str
) -> None:
    assert not is_accepted(kind, position, move, line, **more), why


@pytest.mark.parametrize("apart", [9, pytest.param(1, marks=pytest.mark.soak)])
def test_a_trap_that_comes_too_late(apart: int) -> None:
    """What is told of the turns is what the solution without them, and the one with them, say."""
    solution, said = Solution(), 0
    for hounds, hare in PLACEMENTS[::apart]:
        position = HarePosition("classic", hounds, hare, 48)
        if position.outcome() is not None:
            continue
        values = {move: solution.value(position.play(move)) for move in position.legal_moves()}
        best = max(values, key=values.__getitem__)
        for move in values if values[best] > 0 else ():
            after = position.play(move)
            free = HarePosition("no-limit", after.hounds, after.hare, 1)
            unlimited = 0 if after.outcome() else solution.value(free)
            n = (END - unlimited) // 2 if unlimited > 0 else 12
            is_late = values[move] < 0 < unlimited
            said += is_late
            is_claimed = is_accepted(Kind.OUT_OF_TURNS, position, move, n=n, better=best, had=5)
            assert is_claimed is is_late
    assert said > 20 // apart


def test_what_takes_too_long_is_not_decided() -> None:
    with pytest.raises(OutOfBudget):
        is_accepted(Kind.MISSES_TRAP, OPEN, "c2-c3", "b2-b3", nodes=3, n=12)


def test_traps_and_escapes_are_those_of_the_solution() -> None:
    """With each side to move: how soon the hounds trap the hare, and that a hare that is past has won."""
    solution, hunt = Solution(), Hunt(Budget(1 << 30))
    for hounds, hare in PLACEMENTS[::7]:
        for ply in (0, 1):
            position = HarePosition("no-limit", hounds, hare, ply)
            placement, value = Placement.of(position), solution.value(position)
            if position.outcome() is not None:
                continue
            moves = (END - value + (ply == 0)) // 2
            assert hunt.traps(placement, 12) is (value > 0 and moves <= 12)
            assert value < 0 or not (placement.is_past or hunt.passes(placement, 6))


def test_a_position_that_has_been_counts_as_no_trap() -> None:
    after = TIGHT.play(Move("b2-c2"))
    assert Hunt(Budget(NODES)).traps(Placement.of(after), 20)
    assert not Hunt(Budget(NODES), frozenset({after.key})).traps(Placement.of(after), 20)
    returned = HarePosition("no-limit", TIGHT.hounds, TIGHT.hare, TIGHT.ply, (after.key,))
    more = {"n": (END - Solution().value(HarePosition("no-limit", after.hounds, after.hare, 1))) // 2 + 1}
    first = HarePosition("no-limit", TIGHT.hounds, TIGHT.hare, TIGHT.ply)
    assert is_accepted(Kind.MISSES_TRAP, first, "b3-a4", "b2-c2", **more)
    assert not is_accepted(Kind.MISSES_TRAP, returned, "b3-a4", "b2-c2", **more)
