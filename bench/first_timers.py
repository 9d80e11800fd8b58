"""People who play a game for the first time: the weakest strength must lose to them half of the time.

Three kinds, alike in every game. Each wins at once if it can. The *casual* one plays anywhere near, but not
into a loss on the next move. The *greedy* one takes what it likes best: discs, rows, stones, pieces. The
*careful* one takes what it likes best after subtracting what the other side would like best then. What a
game's players like is its appetite below. None of them shares code with the computer's players.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import cast

from games.base import PASS, Move, Position
from games.go import GoPosition
from games.go.position import AGREE
from games.gomoku import GomokuPosition
from games.hare_and_hounds import COLUMN, HarePosition
from games.othello import OthelloPosition
from games.twelve_janggi import INDEX, JanggiPosition

Appetite = Callable[[Position, Move], float]
"""How much a beginner likes a move."""
Player = Callable[[Position, random.Random], Move]

_WIN = 1000.0


def casual(position: Position, dice: random.Random) -> Move:
    """Play at random near the others, but win at once and do not lose at once."""
    moves = _shuffled(position, dice)
    for move in moves:
        if _wins(position, move):
            return move
    return next((move for move in moves if not _loses(position, move)), moves[0])


def greedy(position: Position, dice: random.Random) -> Move:
    """Play what is liked best."""
    return max(_shuffled(position, dice), key=lambda move: _liking(position, move))


def careful(position: Position, dice: random.Random) -> Move:
    """Play what is liked best after the best answer."""
    return max(_shuffled(position, dice), key=lambda move: _liking(position, move) - _fear(position, move))


FIRST_TIMERS: dict[str, Player] = {"casual": casual, "greedy": greedy, "careful": careful}
"""The players by name."""


def _shuffled(position: Position, dice: random.Random) -> Sequence[Move]:
    moves = list(_NEAR.get(type(position), _all)(position))
    dice.shuffle(moves)
    return moves


def _wins(position: Position, move: Move) -> bool:
    outcome = position.play(move).outcome()
    return outcome is not None and outcome.winner is position.to_move


def _loses(position: Position, move: Move) -> bool:
    after = position.play(move)
    if (outcome := after.outcome()) is not None:
        return outcome.winner is after.to_move
    return any(_wins(after, answer) for answer in _NEAR.get(type(after), _all)(after))


def _liking(position: Position, move: Move) -> float:
    return _WIN if _wins(position, move) else _APPETITES[type(position)](position, move)


def _fear(position: Position, move: Move) -> float:
    after = position.play(move)
    if after.outcome() is not None:
        return 0.0
    return max(_liking(after, answer) for answer in _NEAR.get(type(after), _all)(after))


def _all(position: Position) -> Sequence[Move]:
    return position.legal_moves()


def _discs(position: Position, move: Move) -> float:
    board = cast(OthelloPosition, position)
    last, at = board.size - 1, divmod(board.board.grid.index(move), board.size) if move != PASS else (1, 1)
    corner = 10.0 if at[0] in (0, last) and at[1] in (0, last) else 0.0
    return corner + board.play(move).count(board.to_move) - board.count(board.to_move)


def _row(position: Position, move: Move) -> float:
    # The longest own row that the stone makes, and half as much for one of the other side that it ends.
    board = cast(GomokuPosition, position)
    if move not in board.board.names.values():
        return 0.0
    me = int(board.to_move)
    return _row_through(board, move, me) + 0.5 * _row_through(board, move, 3 - me)


def _row_through(board: GomokuPosition, move: Move, side: int) -> int:
    row, column = divmod(board.board.grid.index(move), board.size)
    return max(
        1 + sum(_run(board, row, column, sign * down, sign * right, side) for sign in (1, -1))
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    )


def _run(board: GomokuPosition, row: int, column: int, down: int, right: int, side: int) -> int:
    length = 0
    while True:
        row, column = row + down, column + right
        inside = 0 <= row < board.size and 0 <= column < board.size
        if not inside or board.cells[row * board.size + column] != side:
            return length
        length += 1


def _beside(position: Position) -> Sequence[Move]:
    # The moves beside a stone.
    board = cast(GomokuPosition, position)
    stones = [divmod(at, board.size) for at, cell in enumerate(board.cells) if cell]
    beside = {(r + down, c + right) for r, c in stones for down in (-1, 0, 1) for right in (-1, 0, 1)}
    moves = board.legal_moves()
    near = [
        move
        for move in moves
        if move in board.board.names.values() and divmod(board.board.grid.index(move), board.size) in beside
    ]
    return near or moves


def _prey(position: Position, move: Move) -> float:
    worth = {"J": 4.0, "S": 3.5, "H": 3.0, "Z": 1.0, "K": 100.0}
    board = cast(JanggiPosition, position)
    return worth.get(board.board[INDEX[move[-2:]]].upper(), 0.0)


def _forward(position: Position, move: Move) -> float:
    board = cast(HarePosition, position)
    after = board.play(move)
    hounds = [COLUMN[point] for point in range(len(COLUMN)) if after.hounds >> point & 1]
    if board.ply % 2:  # the hare runs for the den
        return -float(COLUMN[after.hare])
    return float(sum(hounds))


def _stones(position: Position, move: Move) -> float:
    # Stones taken, then contact with the other side.
    board = cast(GoPosition, position)
    if (point := board.board.index.get(move)) is None:
        return 0.0
    taken = board.play(move).captures[board.to_move - 1] - board.captures[board.to_move - 1]
    beside = any(board.stones[near] == board.to_move.other for near in board.board.neighbors[point])
    return 2.0 * taken + beside


def _playable(position: Position) -> Sequence[Move]:
    # Points that are no own eye. Who has none left passes, as does who was passed to; nobody argues a count.
    board = cast(GoPosition, position)
    if board.scoring:
        return (AGREE,)
    index, neighbors = board.board.index, board.board.neighbors
    points = [move for move in board.legal_moves() if move in index]
    points = [
        move for move in points if any(board.stones[near] != board.to_move for near in neighbors[index[move]])
    ]
    return (PASS,) if board.passes or not points else points


_APPETITES: dict[type[Position], Appetite] = {
    OthelloPosition: _discs,
    GomokuPosition: _row,
    JanggiPosition: _prey,
    HarePosition: _forward,
    GoPosition: _stones,
}
_NEAR: dict[type[Position], Callable[[Position], Sequence[Move]]] = {
    GomokuPosition: _beside,
    GoPosition: _playable,
}
"""The moves that a beginner thinks of, where they are not all."""
