"""The source's player `window`: every score, the order of its priorities, its two plies."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ai.base import Limit
from ai.gomoku import window_player
from ai.gomoku.board import BLACK, STEPS, board_of, move_of, point_of, rules_of
from games.base import PASS, Move, Side
from games.gomoku import GOMOKU, GomokuPosition
from tests.ai.gomoku.positions import drawn, must_pass, near_game

LIMIT = Limit(5.0, seed=1)

SCORES = [
    ("XXXXX", 100_000, "five"),
    ("XX.XX", 10_000, "open four"),
    ("XXXXO", 5_000, "four"),
    ("X.XX.", 100, "open three"),
    ("XXXO.", 50, "three"),
    ("XXXOO", 50, "three"),
    ("..XX.", 10, "open two"),
    ("XX.O.", 5, "two"),
    ("..X..", 1, "one"),
    ("O.X.O", 1, "one beside enemies"),
    (".....", 0, "nothing"),
    ("OO.OO", -5_000, "an enemy's open four"),
    ("OOO..", -50, "an enemy's open three"),
    ("OO...", 0, "an enemy's two: the source does not name it"),
    ("OOOOX", 1, "an enemy's four that is stopped counts as a stone of one's own"),
]


@pytest.mark.parametrize(("points", "score", "why"), SCORES, ids=[why for _, _, why in SCORES])
def test_window_scores(points: str, score: int, why: str) -> None:
    for rows in (points, points[::-1], " ".join(points)):
        position = drawn("freestyle-15", rows)
        board = board_of(position)
        across = " " not in rows
        start = point_of(position, Move("f8" if across else "h10"))
        assert window_player.window_score(board, start, int(STEPS[0 if across else 1]), BLACK) == score, why


def test_the_other_side_sees_the_same_scores() -> None:
    for points, score, why in SCORES:
        position = drawn("freestyle-15", points.translate(str.maketrans("XO", "OX")))
        assert (
            window_player.window_score(board_of(position), point_of(position, Move("f8")), 1, 2) == score
        ), why


def test_five_of_six_wins_only_where_it_wins() -> None:
    for variant, score in (("freestyle-15", 100_000), ("standard-15", 0)):
        position = drawn(variant, "XXXXXX.")
        assert (
            window_player.window_score(board_of(position), point_of(position, Move("e8")), 1, BLACK) == score
        )


def whole_score(position: GomokuPosition, player: Side) -> float:
    """The position's score in points by the source's description, over the rules' own board."""
    size, cells = position.size, position.cells
    total = 0.0
    for row in range(size):
        for column in range(size):
            for down, right in ((0, 1), (1, 0), (1, -1), (1, 1)):
                end = row + 4 * down, column + 4 * right
                if 0 <= end[0] < size and 0 <= end[1] < size:
                    five = [cells[(row + k * down) * size + column + k * right] for k in range(5)]
                    mine, empty = five.count(player), five.count(0)
                    total += window_by_words(mine, 5 - mine - empty)
            if cells[row * size + column] == player:
                half = size // 2
                total += (half - max(abs(row - half), abs(column - half))) / 10
    return total


def window_by_words(mine: int, theirs: int) -> int:
    if mine == 0:
        return {4: -5_000, 3: -50}.get(theirs, 0)
    if theirs == 0:
        return {5: 100_000, 4: 10_000, 3: 100, 2: 10, 1: 1}[mine]
    return {4: 5_000, 3: 50, 2: 5, 1: 1}[mine]


@pytest.mark.parametrize("variant", ["freestyle-15", "omok-19"])
def test_position_score(variant: str) -> None:
    for seed in range(4):
        position = near_game(variant, 10 + 12 * seed, seed)
        for player in Side:
            score = int(window_player.whole_score(board_of(position), int(player)))
            assert score == round(window_player.TENTHS * whole_score(position, player))


def expected_move(position: GomokuPosition) -> str:
    """Two plies of plain minimax; of equal moves the first in board order."""
    player = position.to_move
    in_order = sorted(position.legal_moves(), key=position.board.grid.index)

    def value(move: Move) -> float:
        after = position.play(move)
        replies = [after.play(reply) for reply in after.legal_moves()]
        if any(reply.winner is player.other for reply in replies):
            return -1_000_000
        return min(int(window_player.whole_score(board_of(reply), int(player))) for reply in replies)

    return max(in_order, key=value)


def test_search_is_plain_minimax() -> None:
    # A full middle keeps the plain minimax short.
    rng, compared = random.Random(4), 0
    rows = [["XXOO" * 4, "OOXX" * 4][row % 2][:15] for row in range(15)]
    for variant in ("freestyle-15", "standard-15", "omok-15"):
        cells = [list(row) for row in rows]
        for row in range(3, 12):
            for column in rng.sample(range(2, 13), 4):
                cells[row][column] = "."
        board = "\n".join(" ".join(row) for row in cells)
        position = GOMOKU.position(f"{board}\nto move: first\nvariant: {variant}")
        if position.outcome() is None and no_five_near(position):
            compared += 1
            assert window_player.play(position, LIMIT).move == expected_move(position)
    assert compared


def no_five_near(position: GomokuPosition) -> bool:
    sides = [GomokuPosition(position.variant, position.points, side) for side in Side]
    return not any(side.play(move).winner for side in sides for move in side.legal_moves())


def test_win_comes_before_block() -> None:
    position = drawn("freestyle-15", "....... .XXXX.. .OOOO..")
    choice = window_player.play(position, LIMIT)
    assert position.play(choice.move).winner is Side.FIRST
    assert choice.proven


def test_block_comes_before_building() -> None:
    position = drawn("freestyle-15", "....... .XXX... ....... .OOOOX.")
    threat = GomokuPosition(position.variant, position.points, Side.SECOND)
    fives = [move for move in threat.legal_moves() if threat.play(move).winner]
    assert [window_player.play(position, LIMIT).move] == fives


def test_a_refused_block_is_no_block() -> None:
    # White's five can be stopped only where Black would make six.
    position = drawn("renju-15", "...O... ...O... ...O... ...O... XXX.XXX ...X...")
    (stop,) = [m for m in position.forbidden if position.forbidden[m] == "rule.overline"]
    as_white = GomokuPosition(position.variant, position.points, Side.SECOND)
    assert as_white.play(stop).winner is Side.SECOND
    assert window_player.play(position, LIMIT).move in position.legal_moves()


def test_the_empty_board_is_opened_in_the_center() -> None:
    for variant in GOMOKU.variants:
        start = GOMOKU.start(variant)
        center = start.board.grid.index(window_player.play(start, LIMIT).move)
        assert divmod(center, start.size) == (start.size // 2, start.size // 2)
    assert window_player.play(GOMOKU.start("omok-19"), LIMIT).move == "j10"


def test_any_error_leads_to_a_random_empty_point(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(window_player, "search", broken)
    position = near_game("renju-15", 9, 2)
    found = {window_player.play(position, Limit(1.0, seed=seed)).move for seed in range(30)}
    assert found <= set(position.legal_moves())
    assert len(found) > 20
    assert window_player.play(position, LIMIT) == window_player.play(position, LIMIT)


def test_it_is_deterministic_and_passes_where_it_must() -> None:
    position = near_game("omok-15", 14, 3)
    assert len({window_player.play(position, Limit(1.0, seed=seed)).move for seed in range(4)}) == 1
    assert window_player.play(must_pass(), LIMIT).move == PASS


def test_a_search_leaves_the_board_as_it_was() -> None:
    position = near_game("freestyle-15", 20, 5)
    board, rules, fresh = board_of(position), rules_of(position.variant), board_of(position)
    window_player.search(board, rules, 1, np.zeros(2, dtype=np.int64))
    for field in ("cells", "lines", "sets", "counts", "totals", "key"):
        assert (board[field] == fresh[field]).all()
    assert move_of(position, int(np.flatnonzero(board["cells"] == 1)[0])) not in position.legal_moves()
