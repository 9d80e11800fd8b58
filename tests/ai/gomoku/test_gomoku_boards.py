"""The kernels' board against the rules of `games/gomoku`."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from ai.gomoku import board as boards
from ai.gomoku import line_patterns, point_patterns
from ai.gomoku.board import BLACK, EMPTY, WHITE
from ai.gomoku.evaluate import evaluate, threat_mask
from ai.gomoku.network import ONE
from ai.gomoku.search import key_of
from ai.gomoku.values import Values
from games.base import Move, Side
from games.gomoku import GOMOKU, VARIANTS
from games.gomoku.forbidden import form
from tests.ai.gomoku.positions import crowd, drawn, near_game
from tests.games.test_gomoku_reference import PUBLIC, expected, stones_of, with_stones

SEEN = {line_patterns.EMPTY: 0, line_patterns.OWN: 1, line_patterns.BLOCKED: 3}
THREES = (line_patterns.OPEN_THREE, line_patterns.SPLIT_THREE)


@pytest.mark.parametrize("exactly", [False, True])
def test_lines_are_what_the_rules_see(exactly: bool) -> None:
    for key in range(int(exactly), line_patterns.KEYS, 5):
        points = bytes(SEEN[key // int(power) % 3] if power else 0 for power in line_patterns.POWERS)
        by_rules, found = form(points, exactly), line_patterns.lines(exactly)[key]
        assert (found == line_patterns.FIVE) == by_rules.five, points
        if by_rules.five:
            continue
        assert (found == line_patterns.OVERLINE) == by_rules.overline, points
        if by_rules.overline:
            continue
        fours = {line_patterns.FOUR: 1, line_patterns.OPEN_FOUR: 1, line_patterns.DOUBLE_FOUR: 2}.get(
            int(found), 0
        )
        assert fours == by_rules.fours, points
        assert (found in THREES) == bool(by_rules.threes), points
        assert (found == line_patterns.OPEN_THREE) == (len(by_rules.threes) >= 2), points


def test_windows_are_both_sides_lines() -> None:
    rng = random.Random(4)
    tables = {
        (True, False): line_patterns.pairs(True, False),
        (False, True): line_patterns.pairs(False, True),
    }
    ends = line_patterns.ends()
    for _ in range(3000):
        cells = [rng.choice((0, 0, 1, 2)) for _ in range(10)]
        for beyond in (range(rng.randint(0, 4)), range(10 - rng.randint(0, 4), 10)):
            for place in beyond:
                cells[place] = 3
        window = sum(cell << 2 * place for place, cell in enumerate(cells))
        for exactly, table in tables.items():
            for side, four_bits in ((1, 0), (2, 4)):
                seen = {0: 0, side: 1}
                line = bytes(seen.get(cell, 3) for cell in (*cells[:5], 0, *cells[5:]))
                by_rules, found = form(line, exactly[side - 1]), table[window] >> four_bits & 15
                assert (found == line_patterns.FIVE) == by_rules.five
                assert by_rules.five or (found in THREES) == bool(by_rules.threes)
                if side == 1 and exactly[0] and not by_rules.five:
                    assert tuple(k for k in range(-3, 4) if ends[window] >> (k + 3) & 1) == by_rules.threes


LADDER = [
    ("..........", line_patterns.OPEN_ONE, "nothing near"),
    ("....#.#...", line_patterns.DEAD, "too little room"),
    ("#........#", line_patterns.OPEN_ONE, "room enough for an open four"),
    ("....o.....", line_patterns.FREE_TWO, "two side by side"),
    ("#.#.o.....", line_patterns.OPEN_TWO, "two with room on one side"),
    ("...#o...#.", line_patterns.TWO, "two, shut in"),
    ("...oo.....", line_patterns.OPEN_THREE, "three side by side"),
    ("..o.o.....", line_patterns.SPLIT_THREE, "a broken three"),
    ("..#oo.....", line_patterns.THREE, "three, shut in on one side"),
    ("..ooo.....", line_patterns.OPEN_FOUR, "four side by side"),
    (".#ooo.....", line_patterns.FOUR, "four, shut in on one side"),
    (".o.oo.....", line_patterns.FOUR, "a broken four"),
    (".o.oo..o..", line_patterns.FOUR, "and a stone too far away"),
    ("..o.oo.o..", line_patterns.DOUBLE_FOUR, "two fours in a row"),
    (".oooo.....", line_patterns.FIVE, "five"),
]


@pytest.mark.parametrize(("points", "kind", "why"), LADDER, ids=[why for _, _, why in LADDER])
def test_ladder_of_lines(points: str, kind: int, why: str) -> None:
    powers = [int(power) for power in line_patterns.POWERS if power]
    for seen in (points, points[::-1]):
        key = sum(power * ".o#".index(symbol) for power, symbol in zip(powers, seen, strict=True))
        assert line_patterns.lines(True)[key] == kind, why


def test_six_is_five_where_more_than_five_win() -> None:
    key = sum(int(power) for power in line_patterns.POWERS[:5])
    assert (line_patterns.lines(False)[key], line_patterns.lines(True)[key]) == (
        line_patterns.FIVE,
        line_patterns.OVERLINE,
    )


@pytest.mark.parametrize("variant", GOMOKU.variants)
def test_points_have_numbers(variant: str) -> None:
    position = GOMOKU.start(variant)
    points = [boards.point_of(position, move) for move in position.legal_moves()]
    assert [boards.move_of(position, point) for point in points] == position.legal_moves()
    assert len(set(points)) == position.size**2 == boards.new_board(variant)["empties"]


KEPT = ("lines", "sets", "live", "key", "totals", "counts", "empties", "cells", "features")
AT_EMPTY_POINTS = ("patterns", "codes")


def same(board: Any, other: Any) -> bool:
    """Whether two boards keep the same values; nothing is kept for occupied points."""
    empty = np.flatnonzero(board["cells"] == EMPTY)
    return all((board[field] == other[field]).all() for field in KEPT) and all(
        (board[field][1:, empty] == other[field][1:, empty]).all() for field in AT_EMPTY_POINTS
    )


@pytest.mark.parametrize("variant", GOMOKU.variants)
def test_place_and_take_back_equal_a_scan(variant: str) -> None:
    rng = random.Random(variant)
    board, rules = boards.new_board(variant), boards.rules_of(variant)
    start = board.copy()
    played: list[int] = []
    for ply in range(150):
        if rng.random() < 0.2 and played:
            boards.take_back(board, rules, played.pop())
        else:
            point = rng.choice([int(at) for at in np.flatnonzero(board["cells"] == EMPTY)])
            boards.place(board, rules, point, 1 + ply % 2)
            played.append(point)
        rebuilt = board.copy()
        boards.scan(rebuilt, rules)
        assert same(board, rebuilt)
    for point in reversed(played):
        boards.take_back(board, rules, point)
    assert same(board, start)


@pytest.mark.parametrize("size", [5, 13, 20])
def test_other_sizes_have_edges(size: int) -> None:
    """Five stones along a corner's lines are five, and a line that is too short has no room for them."""
    refused = (point_patterns.FREE, point_patterns.FREE)
    board, rules = boards.empty_board(size, (False, False), refused), boards.tables((False, False), refused)
    corner, far = (where * (boards.STRIDE + 1) for where in (boards.MARGIN, boards.MARGIN + size - 1))
    for step in (1, boards.STRIDE, boards.STRIDE + 1):
        for k in range(4):
            boards.place(board, rules, corner + k * step + (step if k >= 1 else 0), BLACK)
        assert boards.shape_of(board, rules, BLACK, corner + step) == point_patterns.FIVES
        board = boards.empty_board(size, (False, False), refused)
    for k in range(4):
        boards.place(board, rules, far - k - 1, WHITE)
    assert boards.shape_of(board, rules, WHITE, far) == point_patterns.FIVES
    assert board["counts"][WHITE, point_patterns.FIVES] == (1 if size == 5 else 2)


CROWDS = [(variant, side) for variant in GOMOKU.variants for side in Side]


def refuses(variant: str, side: Side) -> bool:
    rules = VARIANTS[variant]
    return side in rules.no_three_three or (rules.renju and side is Side.FIRST)


@pytest.mark.parametrize("crowds", [10, pytest.param(60, marks=pytest.mark.soak)])
@pytest.mark.parametrize(("variant", "side"), CROWDS)
def test_fives_and_refusals_are_the_rules(variant: str, side: Side, crowds: int) -> None:
    rng = random.Random(f"{variant} {side}")
    refused = wins = 0
    for _ in range(crowds):
        position = crowd(rng, variant, side)
        board, rules, legal = boards.board_of(position), boards.rules_of(variant), set(position.legal_moves())
        for move, at in position.board.in_order:
            if position.points[at]:
                continue
            point = boards.point_of(position, move)
            assert boards.may_play(board, rules, point, side) == (move in legal), (
                f"{move}\n{position.diagram()}"
            )
            five = boards.shape_of(board, rules, side, point) == point_patterns.FIVES
            assert five == (move in legal and position.play(move).winner is not None)
            refused += move not in legal
            wins += five
    assert wins > 2
    assert (refused > 5) == refuses(variant, side)


@pytest.mark.parametrize("crowds", [45, pytest.param(6250, marks=pytest.mark.soak)])
@pytest.mark.parametrize(("variant", "side"), [case for case in CROWDS if refuses(*case)])
def test_refused_points_are_the_slow_references(variant: str, side: Side, crowds: int) -> None:
    """Forty points of each position: a million in all in the soak tests."""
    rng = random.Random(f"reference {variant} {side}")
    refused = 0
    for _ in range(crowds):
        position = crowd(rng, variant, side)
        board, rules, stones = boards.board_of(position), boards.rules_of(variant), stones_of(position)
        empty = [move for move, at in position.board.in_order if not position.points[at]]
        for move in rng.sample(empty, 40):
            point = boards.point_of(position, move)
            refusal = expected(position, stones, move)
            message = f"{move}\n{position.diagram()}"
            assert boards.may_play(board, rules, point, side) == (refusal is None), message
            refused += refusal is not None
    assert refused > 20


@pytest.mark.parametrize("case", PUBLIC, ids=lambda case: f"{case['source'].split()[-1]}-{case['move']}")
def test_public_suites_of_refused_points(case: dict[str, Any]) -> None:
    position = with_stones("renju-15", case["black"].split(), case["white"].split())
    board, rules = boards.board_of(position), boards.rules_of("renju-15")
    point = boards.point_of(position, Move(case["move"]))
    assert boards.may_play(board, rules, point, BLACK) == (case["refusal"] is None), case["why"]
    assert (boards.renju_verdict(board, rules, point) == boards.FORBIDDEN) == (case["refusal"] is not None)


@pytest.mark.parametrize(("variant", "side"), CROWDS)
def test_shapes_have_the_fives_they_name(variant: str, side: Side) -> None:
    """A four leaves one five to make, a winning four two or more, an open three a winning four."""
    rng = random.Random(f"shapes {variant} {side}")
    rules, checked = boards.rules_of(variant), 0
    for _ in range(15):
        board = boards.board_of(crowd(rng, variant, side))
        if board["counts"][side, point_patterns.FIVES]:
            continue
        for point in np.flatnonzero(board["cells"] == EMPTY):
            shape = boards.shape_of(board, rules, side, int(point))
            asked = rules["shape"][side, board["codes"][side, point]] & point_patterns.ASK_RENJU
            if shape < point_patterns.OPEN_THREES or asked:
                continue
            boards.place(board, rules, int(point), side)
            fives = board["counts"][side, point_patterns.FIVES]
            least = {point_patterns.FOURS: 1, point_patterns.FOUR_THREE: 1}.get(
                shape, 2 if shape == point_patterns.WINNING_FOUR else 0
            )
            assert fives == least if least < 2 else fives >= 2
            if shape in (point_patterns.OPEN_THREES, point_patterns.TWO_THREES):
                assert board["counts"][side, [point_patterns.WINNING_FOUR, point_patterns.REFUSED]].any()
            boards.take_back(board, rules, int(point))
            checked += 1
    assert checked > 20


def test_find_shape_finds_the_first_that_may_be_played() -> None:
    position = drawn("renju-15", "......... ..XXX.... ......... ...OOO...")
    board, rules = boards.board_of(position), boards.rules_of("renju-15")
    assert (
        boards.move_of(position, boards.find_shape(board, rules, BLACK, point_patterns.WINNING_FOUR)) == "e9"
    )
    assert (
        boards.move_of(position, boards.find_shape(board, rules, WHITE, point_patterns.WINNING_FOUR)) == "f7"
    )
    assert boards.find_shape(board, rules, BLACK, point_patterns.FIVES) == 0


def test_a_three_that_can_only_be_made_four_on_a_refused_point_is_no_three() -> None:
    rules = boards.rules_of("renju-15")
    for seed in range(300):
        position = crowd(random.Random(seed), "renju-15", Side.FIRST)
        board = boards.board_of(position)
        for point in np.flatnonzero(board["cells"] == EMPTY):
            shape = rules["shape"][BLACK, board["codes"][BLACK, point]]
            asked = (
                shape & point_patterns.ASK_RENJU and shape & point_patterns.SHAPE == point_patterns.TWO_THREES
            )
            if asked and boards.renju_verdict(board, rules, int(point)) == boards.ALLOWED:
                assert boards.move_of(position, int(point)) in position.legal_moves()
                return
    raise AssertionError("no false three-three found")


def test_hashes_distinguish_positions() -> None:
    seen = set()
    rules = boards.rules_of("renju-15")
    for seed in range(50):
        board = boards.board_of(near_game("renju-15", 12, seed))
        for side in (BLACK, WHITE):
            seen.add(int(key_of(board, side)))
        point = int(np.flatnonzero(board["cells"] == EMPTY)[seed])
        before = key_of(board, BLACK)
        boards.place(board, rules, point, BLACK)
        assert key_of(board, WHITE) == before ^ boards.STONES[BLACK, point] ^ boards.TURN
    apart = [
        variant for variant in GOMOKU.variants if not VARIANTS[variant].swap2
    ]  # that only opens otherwise
    seen |= {int(key_of(boards.new_board(variant), BLACK)) for variant in apart}
    assert len(seen) == 100 + len(apart)


def test_a_position_is_read_whole() -> None:
    position = near_game("omok-19", 30, 1)
    board = boards.board_of(position)
    for move, at in position.board.in_order:
        assert board["cells"][boards.point_of(position, move)] == position.points[at]


def answered(board: Any, side: int) -> float:
    """The output of the shipped network, by its own weights."""
    network = Values.trained().network
    mine, theirs = int(board["refuses"][side]), int(board["refuses"][3 - side])
    empty = np.flatnonzero(board["cells"] == EMPTY)
    code, facing = board["codes"][side, empty], board["codes"][3 - side, empty]
    own = network.embed[mine, 0, code] + network.embed[mine, 1, facing]
    other = network.embed[theirs, 0, facing] + network.embed[theirs, 1, code]
    features = np.hstack([own, other]).clip(0, ONE).astype(float).sum(axis=0)
    hidden = np.maximum(0, features @ network.inner[mine] + network.bias[mine])
    return float(hidden @ network.outer[mine])


def estimate(board: Any, rules: Any, side: int) -> float:
    """The evaluation, summed point by point."""
    total = 0
    for point in np.flatnonzero(board["cells"] == EMPTY):
        for other, role in ((side, 0), (3 - side, 1)):
            packed = int(rules["worth"][other, board["codes"][other, point]])
            not_to_move = ((packed & 0xFFFFFFFF) ^ 0x80000000) - 0x80000000
            worth = (packed - not_to_move) >> 32 if role == 0 else -not_to_move
            total += worth
    return total + int(rules["threat"][side, threat_mask(board, side)]) + answered(board, side)


@pytest.mark.parametrize("variant", GOMOKU.variants)
def test_the_evaluation_is_the_sum_of_its_parts(variant: str) -> None:
    rules = boards.rules_of(variant)
    for seed in range(20):
        position = near_game(variant, 10 + seed, seed)
        board, side = boards.board_of(position), int(position.to_move)
        found = estimate(board, rules, side)
        assert evaluate(board, rules, side) == pytest.approx(max(-28_999, min(28_999, found)), abs=1.01)
