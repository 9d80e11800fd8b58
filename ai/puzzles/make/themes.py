"""How the themes of a puzzle that need no engine are detected. Their names are `ai.puzzles.puzzle.THEMES`."""

from __future__ import annotations

from dataclasses import replace

from ai.analysis import moves_of_winner
from games.base import Move
from games.othello import OthelloPosition

_LONGEST = 5
"""Moves of the longest win that has a theme of its own (``win-5``)."""


def only_winning_move(plies: int) -> tuple[str, ...]:
    """The themes of the only move that wins, in this many plies if both sides play their best.

    >>> only_winning_move(3)
    ('only-move', 'win-2')
    """
    moves = moves_of_winner(plies, mover_wins=True)
    return ("only-move", f"win-{moves}") if moves <= _LONGEST else ("only-move",)


def othello_themes(position: OthelloPosition, answer: Move) -> tuple[str, ...]:
    """The themes of an ending with one winning move.

    *Parity*: the answer is in a region with an odd number of empty squares, where its side plays last, and
    all moves in even regions are wrong. *Forced pass*: the opponent has no move after it. *Stoner trap*: the
    answer gives the opponent a corner, and threatens another one on the same edge, which is won even then.
    """
    index = position.board.grid.index
    regions = [len(region) % 2 for region in _regions(position) if index(answer) in region]
    even = [region for region in _regions(position) if len(region) % 2 == 0]
    tempting = {index(move) for move in position.legal_moves()} - {index(answer)}
    themes = ["ending"]
    if regions == [1] and any(tempting & region for region in even):
        themes.append("parity")
    if position.play(answer).must_pass:
        themes.append("forced-pass")
    last = position.size - 1
    if all(at in (0, last) for at in divmod(index(answer), position.size)):
        themes.append("corner")
    if _is_stoner_trap(position, answer):
        themes.append("stoner-trap")
    return tuple(themes)


def _is_stoner_trap(position: OthelloPosition, answer: Move) -> bool:
    last, names = position.size - 1, position.board.names
    row, column = (_nearest_end(at, last) for at in divmod(position.board.grid.index(answer), position.size))
    if row is None or column is None:
        return False
    given = names[row * position.size + column]
    others = {
        names[row * position.size + last - column],
        names[(last - row) * position.size + column],
    }
    after = position.play(answer)
    if given not in after.legal_moves():
        return False
    threatened = replace(after, to_move=position.to_move)
    taken = after.play(given)
    won = others.intersection(threatened.legal_moves(), taken.legal_moves()).difference(
        position.legal_moves()
    )
    return taken.to_move is position.to_move and bool(won)


def _nearest_end(at: int, last: int) -> int | None:
    """The end of a line that is at most one step away."""
    if at <= 1:
        return 0
    return last if at >= last - 1 else None


def _regions(position: OthelloPosition) -> list[set[int]]:
    """The empty squares, connected along rows, columns and diagonals."""
    size, left = position.size, set(range(position.size**2))
    left = {square for square in left if not (position.black | position.white) >> square & 1}
    regions = []
    while left:
        region, waiting = set[int](), [left.pop()]
        while waiting:
            at = waiting.pop()
            region.add(at)
            near = {
                square
                for square in left
                if max(abs(square // size - at // size), abs(square % size - at % size)) == 1
            }
            left -= near
            waiting.extend(near)
        regions.append(region)
    return regions
