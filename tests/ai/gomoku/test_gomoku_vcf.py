"""Victory by continuous fours: lines proven by the rules alone, and equal to a slow search."""

from __future__ import annotations

import contextlib
import json
import random
from pathlib import Path
from typing import Any

import pytest

from ai.gomoku.board import board_of, move_of, rules_of
from ai.gomoku.root import SearchMemory
from ai.gomoku.vcf import INTERRUPTED, search_vcf
from games.base import IllegalMove, Move, Side
from games.gomoku import VARIANTS, GomokuPosition
from tests.ai.gomoku.positions import crowd, drawn

MEMORY = SearchMemory()

# Positions of computer games which fours win: variant, side to move, plies to the five at most, the stones of
# Black and of White.
WON = [
    (
        "omok-19",
        Side.FIRST,
        17,
        "f7 g12 h13 i10 i12 i14 j9 j11 j14 m11",
        "g7 h11 i7 i13 i15 j13 j15 k10 k14 l11",
    ),
    (
        "renju-15",
        Side.SECOND,
        13,
        "f5 f6 h8 i7 j3 j4 j5 j7 k6 k7 l5 m4 m7",
        "f7 g6 g7 h6 h7 i4 i5 i6 i8 j6 l7 n3",
    ),
    (
        "renju-15",
        Side.FIRST,
        13,
        "e5 f6 f8 f9 g7 g8 g9 g11 h5 h6 h8 i8 j7 j11 l9 m11",
        "d4 e8 e9 e10 f7 g6 g10 h9 i7 i9 j8 j9 j10 j12 k9 l10",
    ),
    (
        "omok-19",
        Side.SECOND,
        13,
        "g10 g12 h6 h10 i8 i14 j6 j7 j9 j10 j11 k4 k6 k7 k8 k11 k14 l5 l7 l11 m8 m9 m11 o10",
        "f9 h9 h11 h12 i6 i7 i11 i12 i13 j5 j8 j13 k5 k9 k10 k12 l8 l9 m4 m6 m10 n9 n11",
    ),
    (
        "standard-15",
        Side.FIRST,
        15,
        "a9 c7 c11 c13 d6 d7 d8 d10 d11 e10 e12 e14 f7 f9 f13 g11 h7 h8 h10 h12 i14 i15",
        "a11 c9 c10 c12 d9 d12 e7 e11 f8 f10 f11 f12 f14 g8 g9 g13 g14 h11 h14 i11 j11 j14",
    ),
    (
        "standard-15",
        Side.SECOND,
        9,
        "a4 a5 a6 a7 a9 c7 c10 d7 d8 d10 d11 e7 e9 e10 f9",
        "a3 a8 a11 b6 b7 c9 d6 d9 d12 e8 f7 f8 f10 h8",
    ),
    ("standard-15", Side.SECOND, 19, "g8 h10 h11 i13 k9 k10 l7 l13", "i11 j12 k11 k12 l10 l11 l14"),
    (
        "standard-15",
        Side.FIRST,
        9,
        "b12 b14 d9 d11 d12 d13 d15 e9 e14 f9 f10 f12 g8",
        "b11 c8 c9 c11 c13 d10 d14 e10 e11 e12 e13 e15 f13",
    ),
    (
        "standard-15",
        Side.FIRST,
        9,
        "e1 h9 j4 j6 j7 j9 k5 k6 k9 l8 m5 m9 n7 n9 n11 o4",
        "f2 g3 h4 i5 i8 j5 k7 k8 l7 l9 m4 m6 m7 m8 n5 n8",
    ),
]


def with_stones(variant: str, side: Side, black: str, white: str) -> GomokuPosition:
    board = VARIANTS[variant].board
    points = bytearray(board.empty)
    for stone, moves in ((1, black), (2, white)):
        for move in moves.split():
            points[board.points[Move(move)]] = stone
    return GomokuPosition(variant, bytes(points), side)


def chased(position: GomokuPosition, nodes: int = 1 << 30) -> tuple[int, list[int]]:
    """In how many plies fours win, and the points of the line."""
    memory = MEMORY.work
    memory["seen"][:] = 0
    memory["nodes"], memory["stop"], memory["vcf_end"] = 0, 0, nodes
    board, side = board_of(position), int(position.to_move)
    before = board.copy()
    plies = int(search_vcf(board, rules_of(position.variant), memory, side, 0))
    assert (board["cells"] == before["cells"]).all()
    return plies, [int(point) for point in memory["line"][: max(1, plies - 2)]]


def finishing(position: GomokuPosition, side: Side, moves: list[Move] | None = None) -> set[Move]:
    """The side's moves that make five, if it were to move; only among ``moves`` if given."""
    theirs = GomokuPosition(position.variant, position.points, side)
    found = set()
    for move in theirs.legal_moves() if moves is None else moves:
        with contextlib.suppress(IllegalMove):
            if touches(theirs, move) and theirs.play(move).winner is side:
                found.add(move)
    return found


def touches(position: GomokuPosition, move: Move) -> bool:
    """Whether a point is beside a stone of the side to move: every five through it is."""
    board, at = position.board, position.board.points[move]
    return any(
        position.points[at + way * step] == position.to_move for step in board.directions for way in (1, -1)
    )


def around(position: GomokuPosition, move: Move) -> list[Move]:
    """The points on the four lines through a move, at most four away."""
    board, at = position.board, position.board.points[move]
    places = [at + way * k * step for step in board.directions for way in (1, -1) for k in range(1, 5)]
    return [board.names[place] for place in places if place in board.names and not position.points[place]]


def slow_chase(position: GomokuPosition, deepest: int) -> bool:
    """Whether fours, at most this many of them before the five, win; by the rules alone."""
    side = position.to_move
    if finishing(position, side):
        return True
    stops = finishing(position, side.other)
    moves = set(position.legal_moves())
    for move in stops & moves if stops else moves:
        after = position.play(move)
        fives = finishing(after, side, around(position, move))
        if not fives or len(stops) > 1:
            continue
        answers = [five for five in sorted(fives) if five in after.legal_moves()]
        if len(fives) > 1 or not answers:
            return True
        if deepest > 1 and slow_chase(after.play(answers[0]), deepest - 1):
            return True
    return False


@pytest.mark.parametrize("variant", ["renju-15", "omok-15", "omok-19", "standard-15", "freestyle-15"])
def test_vcf_agrees_with_a_slow_search(variant: str) -> None:
    rng = random.Random(f"fours {variant}")
    found = dict.fromkeys((True, False), 0)
    for _ in range(300):
        position = crowd(rng, variant, rng.choice(list(Side)))
        plies, _ = chased(position)
        assert plies != INTERRUPTED
        if (plies == 0 or 1 < plies <= 5) and found[plies > 0] < 3:
            assert slow_chase(position, 2) == (plies > 0), position.diagram()
            found[plies > 0] += 1
    assert found == {True: 3, False: 3}


@pytest.mark.parametrize(
    ("variant", "side", "most", "black", "white"), WON, ids=[f"{case[0]}-{n}" for n, case in enumerate(WON)]
)
def test_lines_are_proofs(variant: str, side: Side, most: int, black: str, white: str) -> None:
    position = with_stones(variant, side, black, white)
    plies, points = chased(position)
    assert 0 < plies <= most + 4
    prove(position, plies, points)


def prove(position: GomokuPosition, plies: int, points: list[int]) -> None:
    """Check a line of fours against the rules."""
    side = position.to_move
    line = [move_of(position, point) for point in points]
    assert len(line) == max(1, plies - 2)
    for own, answer in zip(line[::2], [*line[1::2], None], strict=True):
        stops = finishing(position, side.other)
        position = position.play(own)
        fives = finishing(position, side)
        assert fives, "every move makes a four"
        assert stops <= {own}, "and leaves the other side no five of its own"
        if answer is None:
            assert len(fives) > 1 or not fives & set(position.legal_moves()), "the last cannot be stopped"
        else:
            assert fives == {answer}, "the others have one answer"
            position = position.play(answer)


PROBLEMS = json.loads((Path(__file__).parent / "data" / "vcf.json").read_text())["problems"]


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: f"{problem['variant']}-{problem['plies']}")
def test_published_problems(problem: dict[str, Any]) -> None:
    side = Side.FIRST if problem["to_move"] == "black" else Side.SECOND
    position = with_stones(problem["variant"], side, problem["black"], problem["white"])
    plies, points = chased(position, nodes=300_000)
    assert plies > 0
    prove(position, plies, points)


def test_vcf_may_be_cut_short() -> None:
    variant, side, _, black, white = WON[0]
    position = with_stones(variant, side, black, white)
    assert chased(position, nodes=2)[0] == INTERRUPTED
    assert chased(position, nodes=10_000)[0] > 0


def test_vcf_does_not_use_points_refused_to_black_but_white_uses_the_refusal() -> None:
    # White's four can be stopped only where Black would make six.
    white = "...X... ....... ...O... ...O... ...O... XXX.XXX ...X..."
    assert chased(drawn("renju-15", white, Side.SECOND))[0] == 3
    assert chased(drawn("standard-15", white, Side.SECOND))[0] == 0
    # Two fours at once win, but not for renju's Black.
    both = ".*XXXO .X.... .X.... .X.... .O....".replace("*", ".")
    assert chased(drawn("omok-15", both))[0] == 3
    assert chased(drawn("renju-15", both))[0] == 0
    assert chased(drawn("renju-15", both.translate(str.maketrans("XO", "OX")), Side.SECOND))[0] == 3
