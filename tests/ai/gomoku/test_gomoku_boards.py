"""The kernels' board against the rules of `games/gomoku`."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ai.gomoku import board as boards
from ai.gomoku import forms, lines
from ai.gomoku.board import BLACK, COUNTS, EMPTY, SHAPES, WHITE
from games.base import Side
from games.gomoku import GOMOKU, VARIANTS, GomokuPosition
from games.gomoku.forbidden import form
from tests.ai.gomoku.positions import crowd, drawn, near_game

SEEN = {lines.EMPTY: 0, lines.OWN: 1, lines.BLOCKED: 3}
OFFSET = {BLACK: boards.AREA, WHITE: 2 * boards.AREA}


@pytest.mark.parametrize("exactly", [False, True])
def test_lines_are_what_the_rules_see(exactly: bool) -> None:
    for key in range(int(exactly), lines.KEYS, 5):
        points = bytes(SEEN[key // int(power) % 3] if power else 0 for power in lines.POWERS)
        told, found = form(points, exactly), lines.LINES[int(exactly), key]
        assert (found == lines.FIVE) == told.five, points
        if told.five:
            continue
        assert (found == lines.OVERLINE) == told.overline, points
        if told.overline:
            continue
        fours = {lines.FOUR: 1, lines.OPEN_FOUR: 1, lines.DOUBLE_FOUR: 2}.get(int(found), 0)
        assert fours == told.fours, points
        assert (found == lines.OPEN_THREE) == bool(told.threes), points
        if exactly:
            assert tuple(k for k in range(-3, 4) if lines.ENDS[key] >> (k + 3) & 1) == told.threes, points


LADDER = [
    ("..........", lines.OPEN_ONE, "nothing near"),
    ("....#.#...", lines.DEAD, "too little room"),
    ("#........#", lines.OPEN_ONE, "room enough for an open four"),
    ("....o.....", lines.OPEN_TWO, "two side by side"),
    ("...#o...#.", lines.TWO, "two, shut in"),
    ("...oo.....", lines.OPEN_THREE, "three side by side"),
    ("..o.o.....", lines.OPEN_THREE, "a broken three"),
    ("..#oo.....", lines.THREE, "three, shut in on one side"),
    ("..ooo.....", lines.OPEN_FOUR, "four side by side"),
    (".#ooo.....", lines.FOUR, "four, shut in on one side"),
    (".o.oo.....", lines.FOUR, "a broken four"),
    (".o.oo..o..", lines.FOUR, "and a stone too far away"),
    ("..o.oo.o..", lines.DOUBLE_FOUR, "two fours in a row"),
    (".oooo.....", lines.FIVE, "five"),
]


@pytest.mark.parametrize(("points", "kind", "why"), LADDER, ids=[why for _, _, why in LADDER])
def test_ladder_of_lines(points: str, kind: int, why: str) -> None:
    powers = [int(power) for power in lines.POWERS if power]
    for seen in (points, points[::-1]):
        key = sum(power * ".o#".index(symbol) for power, symbol in zip(powers, seen, strict=True))
        assert lines.LINES[1, key] == kind, why


def test_six_is_five_where_more_than_five_win() -> None:
    key = sum(int(power) for power in lines.POWERS[:5])
    assert (lines.LINES[0, key], lines.LINES[1, key]) == (lines.FIVE, lines.OVERLINE)


@pytest.mark.parametrize("variant", GOMOKU.variants)
def test_points_have_numbers(variant: str) -> None:
    position = GOMOKU.start(variant)
    points = [boards.point_of(position, move) for move in position.legal_moves()]
    assert [boards.move_of(position, point) for point in points] == position.legal_moves()
    assert len(set(points)) == position.size**2 == boards.new_board(variant)[boards.EMPTIES]


def settled(board: np.ndarray) -> np.ndarray:
    """The board without what is left over on taken points, where nothing is kept."""
    told = board.copy()
    taken = np.flatnonzero(told[: boards.AREA] != EMPTY)
    for side in OFFSET.values():
        for what in (boards.FORMS, boards.SHAPES):
            told[what + side + taken] = 0
        for direction in range(4):
            told[boards.KEYS + (side + taken) * 4 + direction] = 0
    return told


@pytest.mark.parametrize("variant", GOMOKU.variants)
def test_placing_and_taking_back_is_scanning_afresh(variant: str) -> None:
    rng = random.Random(variant)
    board = boards.new_board(variant)
    empty = board.copy()
    played: list[int] = []
    for ply in range(90):
        if rng.random() < 0.2 and played:
            boards.take_back(board, played.pop())
        else:
            point = rng.choice([int(at) for at in np.flatnonzero(board[: boards.AREA] == EMPTY)])
            boards.place(board, point, 1 + ply % 2)
            played.append(point)
        afresh = board.copy()
        boards.scan(afresh)
        assert (settled(board) == settled(afresh)).all()
    for point in reversed(played):
        boards.take_back(board, point)
    assert (settled(board) == settled(empty)).all()


CROWDS = [(variant, side) for variant in GOMOKU.variants for side in Side]


@pytest.mark.parametrize(("variant", "side"), CROWDS)
def test_fives_and_refusals_are_the_rules(variant: str, side: Side) -> None:
    rng = random.Random(f"{variant} {side}")
    refused = wins = 0
    for _ in range(16):
        position = crowd(rng, variant, side)
        board, legal = boards.board_of(position), set(position.legal_moves())
        for move, at in position.board.in_order:
            if position.points[at]:
                continue
            point = boards.point_of(position, move)
            assert boards.may_play(board, point, side) == (move in legal), f"{move}\n{position.diagram()}"
            five = board[SHAPES + OFFSET[side] + point] & forms.SHAPE == forms.FIVES
            assert five == (move in legal and position.play(move).winner is not None)
            refused += move not in legal
            wins += five
    assert wins > 2
    assert (refused > 5) == (
        side in VARIANTS[variant].no_three_three or (VARIANTS[variant].renju and side == 1)
    )


@pytest.mark.parametrize(("variant", "side"), CROWDS)
def test_shapes_keep_their_word(variant: str, side: Side) -> None:
    """A four leaves one five to make, a winning four two or more, an open three a winning four."""
    rng = random.Random(f"shapes {variant} {side}")
    checked = 0
    for _ in range(15):
        board = boards.board_of(crowd(rng, variant, side))
        if board[COUNTS + side * 8 + forms.FIVES]:
            continue
        for point in np.flatnonzero(board[: boards.AREA] == EMPTY):
            shape = int(board[SHAPES + OFFSET[side] + point])
            if shape < forms.OPEN_THREES or shape & forms.ASK:
                continue
            boards.place(board, point, side)
            fives = board[COUNTS + side * 8 + forms.FIVES]
            expected = {forms.FOURS: 1, forms.FOUR_THREE: 1}.get(
                shape, 2 if shape == forms.WINNING_FOUR else 0
            )
            assert fives == expected if expected < 2 else fives >= 2
            if shape in (forms.OPEN_THREES, forms.TWO_THREES):
                four = [forms.WINNING_FOUR, forms.REFUSED, forms.WINNING_FOUR | forms.ASK]
                empty = np.flatnonzero(board[: boards.AREA] == EMPTY)
                assert np.isin(board[SHAPES + OFFSET[side] + empty], four).any()
            boards.take_back(board, point)
            checked += 1
    assert checked > 20


def test_find_shape_finds_the_first_that_may_be_played() -> None:
    position = drawn("renju-15", "......... ..XXX.... ......... ...OOO...")
    board = boards.board_of(position)
    assert boards.move_of(position, boards.find_shape(board, BLACK, forms.WINNING_FOUR)) == "e9"
    assert boards.move_of(position, boards.find_shape(board, WHITE, forms.WINNING_FOUR)) == "f7"
    assert boards.find_shape(board, BLACK, forms.FIVES) == 0


def test_a_three_that_can_only_be_made_four_on_a_refused_point_is_no_three() -> None:
    for seed in range(300):
        position = crowd(random.Random(seed), "renju-15", Side.FIRST)
        board = boards.board_of(position)
        for point in np.flatnonzero(board[: boards.AREA] == EMPTY):
            asked = board[SHAPES + OFFSET[BLACK] + point]
            if asked == forms.TWO_THREES | forms.ASK and boards.renju_verdict(board, point) == boards.ALLOWED:
                assert boards.move_of(position, int(point)) in position.legal_moves()
                return
    raise AssertionError("no false three-three found")


def test_hashes_tell_positions_apart() -> None:
    seen = set()
    for seed in range(50):
        position = near_game("renju-15", 12, seed)
        board = boards.board_of(position)
        for side in (BLACK, WHITE):
            seen.add(int(boards.hash_of(board, side)))
        point = int(np.flatnonzero(board[: boards.AREA] == EMPTY)[seed])
        before = boards.hash_of(board, BLACK)
        boards.place(board, point, BLACK)
        assert boards.hash_of(board, WHITE) == before ^ boards.STONES[BLACK, point] ^ boards.TURN
    assert len(seen) == 100


def test_a_position_is_read_whole() -> None:
    position = near_game("omok-19", 30, 1)
    board = boards.board_of(position)
    for move, at in position.board.in_order:
        assert board[boards.point_of(position, move)] == position.points[at]
    assert isinstance(position, GomokuPosition)
