"""Search of Gomoku's fours and threes over the rules of the game, with every answer tried.

*By fours* means: each move threatens to make five at once, until two such points, or one that is forbidden to
the other side, cannot be stopped. *By a three*: after the first move, which is no four, and any answer, there
is a win by fours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from ai.puzzles.proof import Unproved
from ai.puzzles.puzzle import Puzzle
from games.base import IllegalMove, Move, Side
from games.gomoku import Board, GomokuPosition
from games.gomoku.rules import makes_five

_FIVE = 5
_DELAYS = 3
"""How many fours in a row may put off a loss."""
_NODES = 60_000
"""Positions after which a proof is given up."""


def prove(puzzle: Puzzle) -> None:
    """Prove what the puzzle's theme claims. Raises `Unproved`."""
    position = puzzle.position
    assert isinstance(position, GomokuPosition)
    search = Search()
    if any(fives(position, side) for side in Side):
        raise Unproved("a five is possible at once")
    if puzzle.themes == ("fours",):
        right = [four for four in fours(position) if search.four_wins(position, four)]
    elif puzzle.themes == ("threes",):
        if search.wins(position):
            raise Unproved("there is a win by fours")
        right = [*search.winning_threes(position), *search.fours_before_threes(position)]
    else:
        if not search.wins(passed(position)):
            raise Unproved("there is nothing to defend against")
        right = [move for move in position.legal_moves() if not search.loses(position, move, _DELAYS)]
    if right != [puzzle.answer]:
        raise Unproved(f"{', '.join(right) or 'nothing'} is right, not {puzzle.answer}")


def further(puzzle: Puzzle) -> Iterator[Sequence[Move]]:
    """The fives and the fours that win at each of the solver's moves of the line after the first."""
    search = Search()
    for shown in range(2, len(puzzle.line), 2):
        position = puzzle.after(shown)
        assert isinstance(position, GomokuPosition)
        made = fives(position, position.to_move)
        winning = [four for four in fours(position) if four not in made and search.four_wins(position, four)]
        yield [*made, *winning]


class Search:
    """Wins by fours. Methods raise `Unproved` once they have visited too many positions."""

    def __init__(self) -> None:
        self._known: dict[GomokuPosition, bool] = {}

    def wins(self, position: GomokuPosition) -> bool:
        """Whether the side to move wins by fours alone."""
        if position.outcome() is not None:
            return False
        if fives(position, position.to_move):
            return True
        return self._wins(position, fives(position, position.to_move.other))

    def _wins(self, position: GomokuPosition, stops: list[Move]) -> bool:
        """Whether the side to move, which cannot make five, wins by fours alone.

        ``stops`` are the points where the other side can make five.
        """
        known = self._known.get(position)
        if known is None:
            if len(self._known) >= _NODES:
                raise Unproved("too many positions")
            candidates = [] if len(stops) > 1 else fours(position)
            known = any(self.four_wins(position, four) for four in candidates if not stops or four in stops)
            self._known[position] = known
        return known

    def four_wins(self, position: GomokuPosition, four: Move) -> bool:
        """Whether a move that makes a four wins, with fours alone after it."""
        after = position.play(four)
        own, other = position.to_move, position.to_move.other
        if fives(after, other):
            return False
        threats = fives(after, own, near=four)
        if len(threats) > 1:  # only one of them can be stopped
            return True
        try:
            blocked = after.play(threats[0])
        except IllegalMove:  # forbidden to the defender
            return True
        return blocked.outcome() is None and self._wins(blocked, fives(blocked, other, near=threats[0]))

    def loses(self, position: GomokuPosition, move: Move, delays: int) -> bool:
        """Whether the other side wins by fours after a move; a four and its answer only put that off."""
        after = position.play(move)
        if self.wins(after):
            return True
        threats = fives(after, position.to_move)
        if len(threats) != 1 or delays == 0 or threats[0] not in after.legal_moves():
            return False
        blocked = after.play(threats[0])
        if self.wins(blocked):
            return False
        return all(self.loses(blocked, again, delays - 1) for again in blocked.legal_moves())

    def winning_threes(self, position: GomokuPosition) -> list[Move]:
        """The moves that make no four, and after which every answer loses to fours."""
        return [move for move in position.legal_moves() if self._three_wins(position, move)]

    def _three_wins(self, position: GomokuPosition, move: Move) -> bool:
        after = position.play(move)
        # A three threatens to win by fours even if the other side passes; else no answer has to be tried.
        if fives(after, position.to_move) or not self.wins(passed(after)):
            return False
        return all(self.wins(after.play(answer)) for answer in _near_first(after, move))

    def fours_before_threes(self, position: GomokuPosition) -> list[Move]:
        """The fours after whose answer a three wins."""
        winning_fours = []
        for four in fours(position):
            after = position.play(four)
            threats = fives(after, position.to_move)
            if threats[0] in after.legal_moves() and self.winning_threes(after.play(threats[0])):
                winning_fours.append(four)
        return winning_fours


def passed(position: GomokuPosition) -> GomokuPosition:
    """The position with the other side to move."""
    return GomokuPosition(position.variant, position.points, position.to_move.other, black=position.black)


def fours(position: GomokuPosition) -> list[Move]:
    """The legal moves of the side to move after which it threatens to make five."""
    moves = []
    names = position.board.names
    for at in sorted(_completing(position, position.to_move, 3)):
        try:
            after = position.play(names[at])
        except IllegalMove:
            continue
        if after.outcome() is None and fives(after, position.to_move, near=names[at]):
            moves.append(names[at])
    return moves


def fives(position: GomokuPosition, side: Side, near: Move | None = None) -> list[Move]:
    """The empty points where a side makes five; only those on the lines through ``near`` if that is given."""
    stone = bytes([side])
    points, names = position.points, position.board.names
    return sorted(
        names[at]
        for at in _completing(position, side, 4, near)
        if makes_five(position.rules, points[:at] + stone + points[at + 1 :], at)
    )


def _near_first(position: GomokuPosition, move: Move) -> list[Move]:
    """The legal moves, those that are near to ``move`` first: most answers that work are."""
    stride, point = position.board.stride, position.board.points
    row, column = divmod(point[move], stride)

    def distance(other: Move) -> int:
        other_row, other_column = divmod(point[other], stride)
        return max(abs(other_row - row), abs(other_column - column))

    return sorted(position.legal_moves(), key=distance)


def _completing(position: GomokuPosition, side: Side, stones: int, near: Move | None = None) -> set[int]:
    """The empty points of windows of five that hold ``stones`` stones of a side, and none of the other's."""
    points, own, empties = position.points, bytes([side]), set[int]()
    lines = _lines(position.board)
    chosen = lines[""] if near is None else lines[near]
    for line, at in chosen:
        row = points[line]
        if row.count(own) >= stones:
            empties.update(at[index] for index in _completing_in(row, own, stones))
    return empties


@lru_cache(maxsize=1 << 16)
def _completing_in(row: bytes, own: bytes, stones: int) -> tuple[int, ...]:
    """The indices of the empty points of a row's windows of five that hold ``stones`` of a side alone."""
    indices = set[int]()
    for first in range(len(row) - _FIVE + 1):
        window = row[first : first + _FIVE]
        if window.count(own) == stones and window.count(0) == _FIVE - stones:
            indices.update(first + index for index, stone in enumerate(window) if not stone)
    return tuple(indices)


@cache
def _lines(board: Board) -> dict[str, list[tuple[slice, range]]]:
    """The lines of a board of five points and more, and those through each point; all of them as ""."""
    lines: dict[str, list[tuple[slice, range]]] = {"": [], **{point: [] for point in board.points}}
    for start in board.names:
        for step in board.directions:
            end = start
            while end in board.names:
                end += step
            line = range(start, end, step)
            if start - step not in board.names and len(line) >= _FIVE:
                for name in ["", *(board.names[at] for at in line)]:
                    lines[name].append((slice(start, end, step), line))
    return lines
