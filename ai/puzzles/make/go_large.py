"""Puzzles of Go on 13x13 and 19x19: captures in matches that are played by the learned chances of moves.

Matches between levels take minutes there. Whether the whole board has a larger move does not matter: the
picture shows the window around the chain, and the levels are asked for a move in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import cycle
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.go.board import (
    CELLS,
    COLOR,
    END,
    KO,
    LENGTH,
    cells_of,
    dice_of,
    place,
    point_of,
    rebuild,
)
from ai.go.move_features import GROUPS, weights
from ai.go.patterns import BORDER, STRIDE
from ai.puzzles.make import go_reading as kernels
from ai.puzzles.make.go import capture_puzzle
from ai.puzzles.make.go_capture_search import Search
from ai.puzzles.make.local import image_of, solved_nearby
from ai.puzzles.proof import Unproved
from ai.puzzles.puzzle import Puzzle
from ai.puzzles.window import window_of
from games import replay
from games.base import IllegalMove, Move, Record, Side
from games.go.board import board as go_board
from games.go.position import GoPosition

KEEPS_APART = True
PLIES = {13: (20, 110), 19: (30, 170)}
"""By the lines of the board: the first ply that is looked at, and the last one."""
Words = NDArray[np.integer[Any]]
_SURENESS = (0.9, 1.6)
"""The power of the learned chances, between these two: the lower, the more mistakes."""
_SHOWN_WHOLE = 13
"""Lines of a board that has buttons for all its points: its puzzles need no window."""
_MOST = {"ladder": 24, "net": 60, "snapback": 60, "capture": 90}
"""The most puzzles of each theme that have one length, on each board."""


class Kernels:
    """The arrays of the kernels, one set per process."""

    def __init__(self) -> None:
        self.boards = np.zeros((max(kernels.PLIES + 2, 80), LENGTH), dtype=np.uint32)
        self.lists = np.zeros((kernels.PLIES + 2, kernels.WIDTH), dtype=np.uint32)
        self.captures = np.zeros((kernels.LISTED, 2), dtype=np.int64)
        self._hints = np.zeros(CELLS, dtype=np.int32)
        self._team = np.zeros(GROUPS, dtype=np.int32)
        self._chances = np.zeros(CELLS, dtype=np.float32)
        self._weights = weights()

    def match(self, size: int, plies: int, sureness: float, seed: int) -> list[int]:
        """The cells of a match's moves."""
        board, moves = empty(size), np.zeros(plies, dtype=np.int64)
        played = kernels.play_match(
            board,
            self.boards,
            self._hints,
            self._team,
            self._weights,
            self._chances,
            dice_of(seed),
            moves,
            size,
            sureness,
        )
        return [int(cell) for cell in moves[:played]]

    def load(self, position: GoPosition) -> None:
        """Put a position on the first board."""
        board = self.boards[0]
        board[:COLOR] = 0
        board[COLOR : COLOR + CELLS] = BORDER
        board[COLOR + cells_of_size(position.size)] = np.frombuffer(position.stones, dtype=np.uint8)
        board[END] = (position.size + 1) * STRIDE
        rebuild(board)
        board[KO] = 0 if position.ko is None else cells_of_size(position.size)[position.ko]


@cache
def reader() -> Kernels:
    """The kernels of this process."""
    return Kernels()


@cache
def cells_of_size(size: int) -> Words:
    """The cells of all points of a size."""
    return cells_of(size)


def empty(size: int) -> Words:
    """The kernels' board without a stone."""
    board = np.zeros(LENGTH, dtype=np.uint32)
    board[COLOR : COLOR + CELLS] = BORDER
    board[END] = (size + 1) * STRIDE
    board[COLOR + cells_of_size(size)] = 0
    rebuild(board)
    return board


class KernelSearch(Search):
    """`Search` by the kernels, which read faster and about larger boards."""

    def _captures_by(self, position: GoPosition, move: Move, moves: int, plies: int) -> bool:
        after = self._play(position, move)
        if after is None:
            return False
        if not after.stones[self.target]:
            return True
        quiet = moves - 1 - (len(after.chains.at(self.target).liberties) > 1)
        return quiet >= 0 and self._reads(after, quiet, 1)

    def _captures(self, position: GoPosition, moves: int, plies: int) -> bool:
        return not position.stones[self.target] or self._reads(position, moves - 1, 0)

    def _reads(self, position: GoPosition, quiet: int, ply: int) -> bool:
        """Whether the target is captured; the attacker is to move on ply 0. Raises `Unproved`."""
        kernel, stone = reader(), cells_of_size(position.size)[self.target]
        kernel.load(position)
        if ply:
            kernel.boards[ply] = kernel.boards[0]
        kernel.lists[kernels.PLIES + 1, 0] = 0
        captured = bool(kernels.is_captured(kernel.boards, kernel.lists, ply, stone, quiet))
        if kernel.lists[kernels.PLIES + 1, 0] > kernels.BUDGET:
            raise Unproved("too many positions")
        return captured


def matches(
    rng: Random,
    looked_at: Mapping[int, tuple[int, int]] = PLIES,
    sureness: tuple[float, float] = _SURENESS,
) -> Iterator[Record]:
    """Matches without end, on both boards in turn, to the last of the plies that are looked at."""
    for size, (_, plies) in cycle(looked_at.items()):
        cells = reader().match(size, plies, rng.uniform(*sureness), rng.getrandbits(40))
        names = go_board(size).names
        moves = tuple(Move(names[point_of(cell, size)]) for cell in cells)
        yield Record("go", f"{size}x{size}-korean", moves[: _legal(size, moves)])


def _legal(size: int, moves: Sequence[Move]) -> int:
    """How many of the moves can be played: the kernels know no repetition."""
    position = replay(Record("go", f"{size}x{size}-korean"))
    for ply, move in enumerate(moves):
        try:
            position = position.play(move)
        except IllegalMove:
            return ply
        if position.outcome() is not None:
            return ply
    return len(moves)


def candidates(rng: Random) -> Iterator[Puzzle]:
    """Puzzles of chains that exactly one move near them seems to capture."""
    for match in matches(rng):
        position = replay(match.before(0))
        assert isinstance(position, GoPosition)
        known = {color: np.zeros(CELLS, dtype=np.int64) for color in Side}
        board, cells, index = empty(position.size), cells_of_size(position.size), position.board.index
        fought = set[int]()
        for ply, move in enumerate(match.moves):
            side = Side.SECOND if ply % 2 else Side.FIRST
            if ply >= PLIES[position.size][0]:
                yield from _captures(match.before(ply), board, side, known[side], fought)
            place(board, cells[index[move]], int(side))


def _captures(record: Record, board: Words, side: Side, known: Words, fought: set[int]) -> Iterator[Puzzle]:
    """The puzzles at the end of a record, whose position is on a ``board``.

    ``fought`` are the points of chains that earlier puzzles of the match are about, and gets those of later
    ones: one puzzle of a fight is enough.
    """
    kernel = reader()
    kernel.boards[0] = board
    listed = kernels.scan(kernel.boards, kernel.lists, int(side), known, kernel.captures)
    captures = kernel.captures[:listed].tolist()
    for stone, cell in captures:
        position = replay(record)
        assert isinstance(position, GoPosition)
        if position.outcome() is not None:
            return
        names, size = position.board.names, position.size
        chain = position.chains.at(point_of(stone, size)).points
        if not fought.isdisjoint(chain):
            continue
        search = KernelSearch(chain[0])
        try:
            puzzle = capture_puzzle(record, position, search, Move(names[point_of(cell, size)]))
        except Unproved:
            continue
        if puzzle is not None and (size == _SHOWN_WHOLE or window_of(puzzle) is not None):
            fought.update(chain)
            yield puzzle


def likeness(puzzle: Puzzle) -> bytes:
    """Equal for puzzles whose stones around the chain and the line are images of each other."""
    position = puzzle.position
    if not isinstance(position, GoPosition):
        return puzzle.key
    word, _, name = puzzle.goal.partition(" ")
    chain = position.chains.at(position.board.index[name])
    around = {*chain.points, *chain.liberties, *(position.board.index[move] for move in puzzle.line[:5])}
    return word.encode() + image_of(position, around, puzzle.answer)


def quota(puzzle: Puzzle) -> tuple[str, int]:
    """A puzzle's board, theme and length, and how many of that are enough."""
    theme = puzzle.themes[0]
    return f"{puzzle.variant} {theme} {len(puzzle.line)}", _MOST.get(theme, 0)


def solved_by(puzzle: Puzzle) -> tuple[str, ...]:
    """The levels that find the answer among the moves in the window."""
    return solved_nearby(puzzle)
