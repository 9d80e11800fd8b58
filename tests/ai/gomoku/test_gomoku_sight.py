"""What is seen in positions that are drawn here, and how many players of a skill find the move."""

from __future__ import annotations

from itertools import pairwise

import pytest

from ai.base import Limit
from ai.gomoku.engine import ENGINE
from ai.gomoku.root import SearchMemory
from ai.gomoku.sight import GomokuSight
from ai.human.mind import Mind
from ai.human.sight import DECIDED
from games.base import Move, Side
from games.gomoku import GOMOKU, GomokuPosition
from tests.ai.gomoku.positions import drawn

MEMORY = SearchMemory(16)
SEEDS = range(30)

# Rows, the side to move, the winning move, if there is one, and from which depth on that is read.
SEEN = [
    ("XXXX. OOO..", Side.FIRST, "j9", 1, "a five"),
    ("OOOOX ..X.. .X...", Side.FIRST, "", 2, "a four that is not stopped"),
    ("...... .XXX.. ...... OO.... ......", Side.FIRST, "i9", 3, "an open four"),
    ("..... .OOO. ..... X...X X....", Side.FIRST, "", 4, "an open three that is not stopped"),
]


def sight(position: GomokuPosition, *moves: Move) -> GomokuSight:
    return GomokuSight(position, MEMORY, moves)


@pytest.mark.parametrize(("rows", "side", "move", "depth", "why"), SEEN, ids=[row[-1] for row in SEEN])
def test_a_threat_is_read_at_its_depth(rows: str, side: Side, move: str, depth: int, why: str) -> None:
    position = drawn("freestyle-15", rows, side)
    seen = sight(position)
    candidate = Move(move) if move else far_from(position, seen)[0]
    values = [seen.read([candidate], read)[0].value for read in range(1, 6)]
    decided = [abs(value) > DECIDED / 2 for value in values]
    assert decided == [read >= depth for read in range(1, 6)], (why, values)
    assert all((value > 0) == bool(move) for value in values[depth - 1 :])


@pytest.mark.parametrize("variant", [each for each in GOMOKU.variants if not GOMOKU.start(each).stage])
def test_everybody_begins_in_the_middle(variant: str) -> None:
    start = GOMOKU.start(variant)
    middle = start.board.grid.name(start.size**2 // 2)
    moves = {ENGINE.imitate(start, Mind(skill), Limit(60.0, seed=5), ()).move for skill in (2, 5, 10)}
    assert moves == {middle}


def far_from(position: GomokuPosition, seen: GomokuSight) -> list[Move]:
    """Moves that stop nothing: those that are liked least."""
    liked = seen.impressions()
    return sorted(liked, key=lambda move: liked[move])


def test_the_answer_is_the_point_of_the_threat() -> None:
    position = drawn("freestyle-15", "OOOOX ..X.. .X...")
    seen = sight(position)
    (stop,) = [
        move
        for move in position.legal_moves()
        if GomokuPosition(position.variant, position.points, Side.SECOND).play(move).winner is Side.SECOND
    ]
    assert {reading.answer for reading in seen.read(far_from(position, seen)[:5], 2)} == {stop}


def test_the_end_of_the_row_that_was_just_made_is_shown() -> None:
    position = drawn("freestyle-15", ".OOO. ..... X...X X....")
    last = next(
        Move(name)
        for name in map(position.board.grid.name, range(225))
        if position.cells[position.board.grid.index(name)] == Side.SECOND
    )
    assert len(sight(position, last).shown) == 2
    assert sight(position).shown == frozenset()


def test_the_row_that_one_has_just_made_is_shown() -> None:
    position = drawn("freestyle-15", "..... .XXX. ..... O...O O....")
    own, theirs = Move("h9"), Move("f7")
    assert sight(position, own, theirs).shown == {Move("f9"), Move("j9")}
    assert sight(position, theirs).shown == frozenset()


FOURS = [
    ("....... .XXX... ....... .OOO... .......", "i9", "i7", "an open four before the block of a three"),
    ("OXXX... ....... .OO.... ..O.... .......", "i10", "i8", "a four that can be stopped, too"),
]


@pytest.mark.parametrize(("rows", "four", "elsewhere", "why"), FOURS, ids=[row[-1] for row in FOURS])
def test_a_four_looks_good_at_first_sight(rows: str, four: str, elsewhere: str, why: str) -> None:
    seen = sight(drawn("freestyle-15", rows))
    makes, other = (reading.value for reading in seen.read([Move(four), Move(elsewhere)], 1))
    assert makes >= other, why


def test_who_is_lost_stops_one_end_of_the_four() -> None:
    position = drawn("freestyle-15", "...... .OOOO. ...... X..X.. ..X...")
    ends = {Move("e9"), Move("j9")}
    moves = [ENGINE.imitate(position, Mind(5), Limit(60.0, seed=seed), ()).move for seed in SEEDS]
    assert sum(move in ends for move in moves) >= 0.8 * len(moves)


@pytest.mark.parametrize(
    "rows",
    ["OOOOX ..X.. .XX..", ".OOO. ..... X...X X...."],
    ids=["a four", "an open three"],
)
def test_threats_are_stopped_by_more_the_more_they_read(rows: str) -> None:
    position = drawn("freestyle-15", rows)
    stops = stopping(position)
    stopped = {
        skill: sum(
            ENGINE.imitate(position, Mind(skill), Limit(60.0, seed=seed), ()).move in stops for seed in SEEDS
        )
        / len(SEEDS)
        for skill in (2, 5, 10)
    }
    assert all(below <= above + 0.1 for below, above in pairwise(stopped.values())), stopped
    assert stopped[2] < 0.7 and stopped[10] > 0.9, stopped


def stopping(position: GomokuPosition) -> set[Move]:
    """The moves near stones after which White has neither a five nor an open four."""
    near = list(sight(position).impressions())

    def fives(white: GomokuPosition) -> int:
        open_points = set(white.legal_moves())
        return sum(white.play(move).winner is Side.SECOND for move in near if move in open_points)

    stops = set()
    for move in near:
        after = position.play(move)
        white = GomokuPosition(after.variant, after.points, Side.SECOND)
        if fives(white) == 0 and all(
            fives(GomokuPosition(after.variant, white.play(reply).points, Side.SECOND)) < 2
            for reply in near
            if reply != move
        ):
            stops.add(move)
    return stops
