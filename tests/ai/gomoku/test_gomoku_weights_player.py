"""The source's player `weights`: every number of its table, its candidates, its value, its choice."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ai.base import Limit
from ai.gomoku import weights_player
from ai.gomoku.board import (
    AREA,
    BLACK,
    EMPTY,
    STEPS,
    WHITE,
    board_of,
    may_play,
    move_of,
    place,
    point_of,
    rules_of,
    take_back,
)
from ai.gomoku.table import POINT
from games.base import PASS, Move, Side
from games.gomoku import GOMOKU, GomokuPosition
from tests.ai.gomoku.positions import drawn, must_pass, near_game

LIMIT = Limit(60.0)

# A row of 15 points, and Black's weights on it by the table of the source.
ROWS = [
    (".......X.......", {3: 10, 4: 10, 5: 10, 6: 13, 8: 13, 9: 10, 10: 10, 11: 10}, "one"),
    (".....O.X.......", {6: 7, 8: 13, 9: 10, 10: 10, 11: 10}, "one, by an enemy"),
    ("....O..X.......", {5: 5, 6: 13, 8: 13, 9: 10, 10: 10, 11: 10}, "one, apart by an enemy"),
    ("......OX.......", {8: 5, 9: 5, 10: 5, 11: 5}, "one, one way"),
    ("......XX.......", {3: 50, 4: 50, 5: 55, 8: 55, 9: 50, 10: 50}, "two"),
    ("....O.XX.......", {5: 35, 8: 55, 9: 50, 10: 50}, "two, by an enemy"),
    ("...O..XX.......", {4: 30, 5: 55, 8: 55, 9: 50, 10: 50}, "two, apart by an enemy"),
    (".....OXX.......", {8: 30, 9: 30, 10: 30}, "two, one way"),
    ("......X.X......", {4: 50, 5: 55, 7: 55, 9: 55, 10: 50}, "two with a gap"),
    ("......XXX......", {4: 500, 5: 600, 9: 600, 10: 500}, "three"),
    ("....O.XXX......", {5: 57, 9: 600, 10: 500}, "three, by an enemy"),
    ("...O..XXX......", {4: 57, 5: 600, 9: 600, 10: 500}, "three, apart by an enemy"),
    (".....OXXX......", {9: 57, 10: 57}, "three, one way"),
    ("......X.XX.....", {5: 600, 7: 600, 10: 600}, "three with a gap"),
    (".....XXXX......", {4: 5000, 9: 5000}, "four"),
    ("....OXXXX......", {9: 5000}, "four, one way"),
    ("....OXXXXO.....", {}, "four, no way"),
    ("XX.X...........", {2: 57, 4: 57}, "the edge leaves one way"),
    ("X..............", {1: 5, 2: 5, 3: 5, 4: 5}, "the edge leaves one way to one"),
    (
        "....X....X.....",
        {0: 10, 1: 10, 2: 10, 3: 13, 5: 26, 6: 20, 7: 20, 8: 26, 10: 13, 11: 10, 12: 10, 13: 10},
        "two figures add up",
    ),
]


def row_of(position: GomokuPosition, side: int) -> dict[int, int]:
    """A side's weights on the middle row, of that row's figures alone."""
    board = board_of(position)
    found = np.zeros(3 * AREA, dtype=np.int32)
    start = point_of(position, position.board.grid.name(position.size * (position.size // 2)))
    weights_player.weigh_line(board, found, start, 1, 0, 0)
    row = found[side * AREA + start : side * AREA + start + position.size]
    return {column: int(weight) for column, weight in enumerate(row) if weight}


@pytest.mark.parametrize(("row", "expected", "why"), ROWS, ids=[why for _, _, why in ROWS])
def test_table(row: str, expected: dict[int, int], why: str) -> None:
    assert row_of(drawn("freestyle-15", row), BLACK) == expected, why
    assert row_of(drawn("freestyle-15", row.translate(str.maketrans("XO", "OX"))), WHITE) == expected, why
    mirrored = {14 - column: weight for column, weight in expected.items()}
    assert row_of(drawn("freestyle-15", row[::-1]), BLACK) == mirrored, why


def test_a_six_is_no_five_where_it_does_not_win() -> None:
    row = "...XX.XXX......"
    assert row_of(drawn("freestyle-15", row), BLACK)[5] == 2 * 5000
    assert 5 not in row_of(drawn("standard-15", row), BLACK)


def test_lines_in_all_directions_add_up() -> None:
    position = drawn("freestyle-15", "X....X. ....... X.....X")
    found = weights_player.weigh(board_of(position))
    one = weights_player.weigh(board_of(drawn("freestyle-15", "X")))
    center = point_of(drawn("freestyle-15", "X"), Move("h8"))
    around = [one[AREA + center + way * step] for step in STEPS for way in (1, -1)]
    assert around == [13] * 8
    assert int(one.sum()) == 4 * (2 * 13 + 6 * 10)
    assert found.max() >= 26


@pytest.mark.parametrize("variant", ["freestyle-15", "standard-19", "renju-15"])
def test_weights_follow_the_stones(variant: str) -> None:
    rng = random.Random(variant)
    board, rules = board_of(GOMOKU.start(variant)), rules_of(variant)
    found = weights_player.weigh(board)
    played = []
    for ply in range(80):
        point = rng.choice([int(at) for at in np.flatnonzero(board["cells"] == EMPTY)])
        after = np.zeros_like(found)
        weights_player.reweigh(board, found, after, point, 1 + ply % 2)
        place(board, rules, point, 1 + ply % 2)
        played.append(point)
        found = after
        assert (found == weights_player.weigh(board)).all()
    for point in reversed(played):
        take_back(board, rules, point)
    assert not weights_player.weigh(board).any()


def candidates(position: GomokuPosition) -> tuple[list[int], np.ndarray]:
    board, found = board_of(position), weights_player.weigh(board_of(position))
    work, rules = np.zeros(1, dtype=weights_player.WORK_FIELDS)[0], rules_of(position.variant)
    length = weights_player.list_candidates(board, rules, found, int(position.to_move), 0, work)
    entries = work["lists"][0, :length]
    heavier = np.maximum(found[AREA : 2 * AREA], found[2 * AREA :])
    return [POINT - (int(entry) & POINT) for entry in entries], heavier


@pytest.mark.parametrize("variant", GOMOKU.variants)
def test_candidates(variant: str) -> None:
    heavy = ties = 0
    for seed in range(40):
        position = near_game(variant, 4 + seed % 30, seed)
        points, heavier = candidates(position)
        board, rules, side = board_of(position), rules_of(variant), int(position.to_move)
        allowed = [int(at) for at in np.flatnonzero(heavier) if may_play(board, rules, int(at), side)]
        assert all(board["cells"][at] == EMPTY for at in allowed)
        ranked = sorted(allowed, key=lambda at: (-heavier[at], at))
        least = heavier[ranked[14]] if len(ranked) >= 15 else 1
        if heavier[ranked[0]] >= 100:
            least = max(least, 100)
        assert points == [at for at in ranked if heavier[at] >= least]
        heavy += heavier[ranked[0]] >= 100
        ties += len(points) > 15
    assert heavy > 5
    assert ties > 5


def minimax(position: GomokuPosition, plies: int) -> int:
    """The value for the side to move by the source's description, without alpha-beta, over the rules."""
    if not position.points.count(0):
        return 0
    board = board_of(position)
    found = weights_player.weigh(board)
    side = int(position.to_move)
    points = candidates(position)[0] if plies else []
    if not points:
        mine, theirs = (int(found[s * AREA : (s + 1) * AREA].max()) for s in (side, 3 - side))
        return mine - theirs
    return max(worth(position, point, plies) for point in points)


def worth(position: GomokuPosition, point: int, plies: int) -> int:
    after = position.play(move_of(position, point))
    return weights_player.WON if after.winner is not None else -minimax(after, plies - 1)


@pytest.mark.parametrize("variant", ["renju-15", "omok-15", "standard-15", "freestyle-19"])
def test_search_is_plain_minimax_over_the_candidates(variant: str) -> None:
    for seed in range(3):
        position = near_game(variant, 12 + 5 * seed, seed)
        plies = np.zeros((weights_player.DEPTH + 1, 3 * AREA), dtype=np.int32)
        plies[weights_player.DEPTH - 2] = weights_player.weigh(board_of(position))
        work = np.zeros(1, dtype=weights_player.WORK_FIELDS)[0]
        work["budget"] = 1 << 40
        board, rules, far = board_of(position), rules_of(variant), 2 * weights_player.WON
        side = int(position.to_move)
        value = weights_player.search(board, rules, plies, side, weights_player.DEPTH - 2, -far, far, work)
        assert value == minimax(position, 2)


def test_five_plies_deep_and_the_first_of_equal_moves() -> None:
    position = drawn("freestyle-15", "....... ..OXO.. ..XXXO. ..OXO.. ....X..")
    points, _ = candidates(position)
    values = [worth(position, point, 3) for point in points]
    choice = weights_player.play(position, LIMIT)
    assert choice.depth == weights_player.DEPTH == 5
    assert max(values) == weights_player.WON
    assert choice.move == move_of(position, points[values.index(weights_player.WON)])


PRIORITIES = [
    ("XXXX.. OOO...", "it makes five", "i8"),
    ("OOOO.. XXX...", "it stops five", "i8"),
]


@pytest.mark.parametrize(("rows", "why", "move"), PRIORITIES, ids=[why for _, why, _ in PRIORITIES])
@pytest.mark.parametrize("variant", ["renju-15", "omok-15", "freestyle-15"])
def test_fives_first(variant: str, rows: str, why: str, move: str) -> None:
    position = drawn(variant, rows)
    choice = weights_player.play(position, LIMIT)
    rest = position.play(choice.move)
    if "makes" in why:
        assert rest.winner is Side.FIRST
        assert choice.proven
    else:
        after = [rest.play(reply).winner for reply in rest.legal_moves()]
        assert after.count(Side.SECOND) <= 1, "one end of two is all that can be stopped"


def test_cases_that_the_source_leaves_open() -> None:
    for variant in GOMOKU.variants:
        start = GOMOKU.start(variant)
        assert weights_player.play(start, LIMIT).move == start.board.grid.name(start.size**2 // 2)
    assert weights_player.play(must_pass(), LIMIT).move == PASS


def test_out_of_nodes_it_plays_the_best_so_far() -> None:
    position = near_game("renju-15", 14, 1)
    heaviest = move_of(position, candidates(position)[0][0])
    assert weights_player.play(position, Limit(60.0, nodes=1)).move == heaviest
    assert weights_player.play(position, Limit(0.0)).move in position.legal_moves()
    assert weights_player.play(position, Limit(60.0, nodes=300)).nodes <= 301


def test_refused_points_are_not_played() -> None:
    position = drawn("renju-15", "....... ..XX... .X..... .X..... .......")
    three_three = next(iter(position.forbidden))
    assert position.forbidden[three_three] == "rule.three-three"
    assert point_of(position, three_three) not in candidates(position)[0]
    as_white = GomokuPosition(position.variant, position.points, Side.SECOND)
    assert point_of(position, three_three) in candidates(as_white)[0]
    board, rules = board_of(position), rules_of(position.variant)
    place(board, rules, point_of(position, three_three), WHITE)
    assert may_play(board, rules, point_of(position, Move("a1")), BLACK)
