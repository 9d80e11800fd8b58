"""The search's board equals the rules in random games, move by move; and the codes of its tables."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator

import numpy as np
import pytest

from ai.go import board as kernels
from ai.go.board import COLOR, COUNT, EMPTIES, HEAD, KO, NOWHERE, cell_of, dice_of, load, point_of
from ai.go.patterns import BLACK, BORDER, EMPTY, EYE, LOCAL, LOCALS, STEPS, TABLE, WHITE
from ai.go.playout import FULL_READING, NO_READING, count_area, playout
from games.base import PASS, Move
from games.go import GO, GoPosition
from games.go.scoring import count


def random_game(size: int, seed: int, ruleset: str = "korean") -> Iterator[tuple[GoPosition, Move]]:
    """Positions of a random game that seldom passes, and the moves played in them."""
    dice = random.Random(seed)
    position = GO.position("\n".join([" ".join("." * size)] * size) + f"\nvariant: {size}x{size}-{ruleset}")
    while position.outcome() is None and not position.scoring:
        moves = [move for move in position.legal_moves() if move != PASS]
        move = Move(dice.choice(moves)) if moves and dice.random() > 0.02 else PASS
        yield position, move
        position = position.play(move)


def legal_points(board: np.ndarray, size: int, color: int) -> set[int]:
    cells = board[EMPTIES : EMPTIES + board[COUNT]]
    return {point_of(int(cell), size) for cell in cells if kernels.legal(board, int(cell), color)}


@pytest.mark.parametrize(("size", "games"), [(2, 20), (3, 20), (5, 12), (9, 2), (13, 1), (19, 1)])
def test_random_games_are_the_rules_games(size: int, games: int) -> None:
    for seed in range(games):
        board = None
        for position, move in random_game(size, seed):
            board = load(position) if board is None else board
            if size <= 5 or position.ply % 5 == 0:  # comparing everything is slow on large boards
                same_board(board, load(position))
            assert legal_points(board, size, position.to_move) == set(position.open_points)
            if move == PASS:
                board[KO] = NOWHERE
                continue
            cell = cell_of(position.board.index[move], size)
            kernels.place(board, cell, int(position.to_move))
            taken = sum(position.play(move).captures) - sum(position.captures)
            assert board[kernels.CAPTURED] == taken


def same_board(board: np.ndarray, fresh: np.ndarray) -> None:
    """Whether an updated board equals a rebuilt one, heads and the order of empty cells aside."""
    colors = slice(COLOR, COLOR + kernels.CELLS)
    assert np.array_equal(board[colors], fresh[colors])
    assert board[KO] == fresh[KO]
    stones = [cell for cell in range(kernels.CELLS) if board[COLOR + cell] in (BLACK, WHITE)]
    empties = {cell for cell in range(kernels.CELLS) if board[COLOR + cell] == EMPTY}
    assert set(board[EMPTIES : EMPTIES + board[COUNT]]) == empties
    for cell in empties:
        assert board[kernels.CODE + cell] == fresh[kernels.CODE + cell]
    for cell in stones:
        one, other = board[HEAD + cell], fresh[HEAD + cell]
        for part in (kernels.STONES, kernels.PSEUDO_LIBERTIES, kernels.SQUARES):
            assert board[part + one] == fresh[part + other]


def only_cell(liberties: Collection[int], size: int, otherwise: int) -> int:
    """The cell of the only liberty; ``otherwise`` where it is not the only one."""
    if len(liberties) != 1:
        return otherwise
    (point,) = liberties
    return cell_of(point, size)


@pytest.mark.parametrize("size", [3, 5, 9])
def test_liberties_are_those_of_the_rules(size: int) -> None:
    for position, _ in random_game(size, seed=size):
        board = load(position)
        for chain in position.chains.every:
            only = kernels.atari(board, board[HEAD + cell_of(chain.points[0], size)])
            assert only == only_cell(chain.liberties, size, otherwise=NOWHERE)


@pytest.mark.parametrize("size", [3, 5, 9])
def test_only_liberty_after_a_stone(size: int) -> None:
    for position, _ in random_game(size, seed=10 + size):
        board = load(position)
        for point in range(size * size):
            if position.stones[point]:
                continue
            placed = position.board.place(position.stones, point, position.to_move)
            only_liberty_after = kernels.only_liberty_after(
                board, cell_of(point, size), int(position.to_move)
            )
            if placed is None:
                assert only_liberty_after == NOWHERE
            elif placed[1]:
                assert only_liberty_after == kernels.MANY
            else:
                after = GoPosition(position.variant, placed[0], position.to_move, 0)
                free = after.chains.at(point).liberties
                assert only_liberty_after == only_cell(free, size, otherwise=kernels.MANY)


ROOF = "O O O O O"
NAKADE = [
    pytest.param(". X X . O", "d1", True, id="three in a row"),
    pytest.param("X X O O O / X . . O .", "b1", True, id="a square of four"),
    pytest.param("O X O O O / X . X . O", "b1", True, id="a pyramid of four"),
    pytest.param("X X X . .", "d1", False, id="four in a row"),
    pytest.param("X X O O O / X X . . O", "c1", True, id="a bulky five"),
    pytest.param("X O O O O / X O O O . / X X . . O", "c1", False, id="five around a corner"),
    pytest.param("X X O O O / . X . O O", "c1", False, id="the last liberty is an eye of its own"),
]


@pytest.mark.parametrize(("rows", "move", "kills"), NAKADE)
def test_shapes_that_make_one_eye(rows: str, move: str, kills: bool) -> None:
    below = [ROOF, *rows.split(" / ")]
    position = GO.position("\n".join([". . . . ."] * (5 - len(below)) + below))
    cell = cell_of(position.board.index[Move(move)], 5)
    board = load(position)
    liberty = kernels.only_liberty_after(board, cell, BLACK)
    assert liberty not in (NOWHERE, kernels.MANY)
    assert kernels.nakade(board, cell, BLACK, liberty) is kills


def code(around: str) -> int:
    """The code of the middle of three rows, as ``TABLE`` has it."""
    rows = around.split()
    total = 0
    for place, step in enumerate(STEPS):
        row, column = divmod(step + 22, 21)
        total |= {".": EMPTY, "X": BLACK, "O": WHITE, "#": BORDER}[rows[row][column]] << 2 * place
    return total


@pytest.mark.parametrize(
    ("around", "black", "white"),
    [
        ("OXO X.X XXX", False, False),
        ("OXX X.X XXX", True, False),
        (".XO X.X XX.", True, False),
        ("### O.O OOO", False, True),
        ("### O.O OOX", False, False),
        ("### #.X #XX", True, False),
        ("### #.X #XO", False, False),
        (".X. X.. .X.", False, False),
    ],
)
def test_eyes(around: str, black: bool, white: bool) -> None:
    features = TABLE[code(around)]
    assert (bool(features & EYE << BLACK), bool(features & EYE << WHITE)) == (black, white)


@pytest.mark.parametrize(
    ("around", "matches"),
    [
        ("XOX ... ...", True),  # hane
        ("OXO ... ...", True),  # the colors exchanged
        ("X.. O.. X..", True),  # rotated
        ("... ... ...", False),
        ("XXX ... ...", False),
        ("### O.. X..", True),  # a chase at the side
        ("OOO O.O OOO", False),
    ],
)
def test_patterns(around: str, matches: bool) -> None:
    assert bool(TABLE[code(around)] & LOCAL) is matches
    assert bool(LOCALS[code(around) >> 5] >> (code(around) & 31) & 1) is matches


def test_area_is_counted_as_by_chinese_rules() -> None:
    """At the end of playouts, where empty regions are single points."""
    compared = 0
    for size, seed in ((5, 1), (7, 2), (9, 3), (9, 4)):
        dice = dice_of(seed)
        for position, _ in random_game(size, seed, "chinese"):
            board, nothing = load(position), np.zeros(kernels.CELLS, dtype=np.int32)
            playout(board, NOWHERE, int(position.to_move), position.ply % 3, nothing.copy(), dice)
            stones = bytes(int(board[COLOR + cell]) for cell in kernels.cells_of(size))
            if any(len(region.points) > 1 for region in position.board.regions(stones)):
                continue  # a seki: `owner` looks no further than the next cell
            score = count(position.variant, stones, (), (0, 0))
            assert count_area(board, nothing) == score.black - score.white + position.variant.komi
            compared += 1
    assert compared > 100


def test_playouts_leave_only_eyes_and_seki() -> None:
    position = GO.start("9x9-korean")
    board, first, dice = load(position), np.zeros(kernels.CELLS, dtype=np.int32), dice_of(5)
    playout(board, NOWHERE, BLACK, FULL_READING, first, dice)
    for color in (BLACK, WHITE):
        board[KO] = NOWHERE
        assert not any(
            kernels.move_quality(board, int(cell), color) for cell in board[EMPTIES:][: board[COUNT]]
        )
    played = {int(cell) for cell in np.flatnonzero(first)} - {NOWHERE}
    assert played >= {cell for cell in kernels.cells_of(9) if board[COLOR + cell] in (BLACK, WHITE)}


def test_a_board_may_be_copied_over_a_larger_one() -> None:
    """The rest of the larger one changes nothing."""
    scratch, first = load(GO.start("19x19-korean")), np.zeros(kernels.CELLS, dtype=np.int32)
    playout(scratch, NOWHERE, BLACK, NO_READING, first.copy(), dice_of(1))
    for position, move in random_game(9, 3):
        fresh = load(position.play(move))
        kernels.copy(scratch, fresh)
        owned, others = first.copy(), first.copy()
        for board, seen in ((fresh, owned), (scratch, others)):
            playout(board, NOWHERE, BLACK, position.ply % 3, first.copy(), dice_of(7))
            count_area(board, seen)
        assert owned.any()
        assert (owned == others).all()
