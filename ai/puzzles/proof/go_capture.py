"""Captures in Go: a chain is captured whatever the defender plays anywhere on the board.

The search that finds the puzzles (`ai.puzzles.make.go_capture_search`) lets both sides play near the chain.
This one tries every first move on the board. While the chain is not in atari, the defender has every legal
move and a pass; in atari, what neither extends the chain nor captures is met by the capture.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ai.puzzles.proof import Unproved
from ai.puzzles.puzzle import Puzzle
from games.base import Move, Side
from games.go.board import Board
from games.go.position import GoPosition

CAPTURE = "capture"
"""What the solver does with the target: the first word of `Puzzle.goal`."""
_QUIET = 2
"""The most moves of the attacker that are no atari."""
_MANY = 4
"""The liberties with which the target has escaped."""
_NODES = 400_000
_Key = tuple[bytes, int | None, int]


def prove(puzzle: Puzzle) -> None:
    """Try every move of the position. Raises `Unproved`."""
    position = puzzle.position
    if not isinstance(position, GoPosition) or not puzzle.goal.startswith(CAPTURE):
        raise Unproved("there is nothing to capture")
    target = position.board.index[Move(puzzle.goal.partition(" ")[2])]
    if position.stones[target] != position.to_move.other:
        raise Unproved("the target is no stone of the other side")
    right = capturing_moves(position, target)
    if right != [puzzle.answer]:
        raise Unproved(f"{', '.join(right) or 'nothing'} captures, not {puzzle.answer}")


def further(puzzle: Puzzle) -> Iterator[Sequence[Move]]:
    """The moves that capture at each of the solver's moves of the line after the first."""
    for shown in range(2, len(puzzle.line), 2):
        position = puzzle.after(shown)
        assert isinstance(position, GoPosition)
        yield capturing_moves(position, position.board.index[Move(puzzle.goal.partition(" ")[2])])


def capturing_moves(position: GoPosition, target: int) -> list[Move]:
    """The moves of the side to move that capture the chain of ``target``. Raises `Unproved`."""
    search = Capture(position, target)
    return [Move(position.board.names[at]) for at in position.open_points if search.works(at)]


class Capture:
    """Whether the side to move captures a chain."""

    def __init__(self, position: GoPosition, target: int) -> None:
        self._position, self._board, self._target = position, position.board, target
        self._attacker, self._defender = position.to_move, position.to_move.other
        self._known: dict[_Key, bool] = {}
        self._useful: dict[int, int] = {}
        self._nodes = 0

    def works(self, at: int) -> bool:
        """Whether the attacker captures by beginning on a point."""
        return self._works(self._position.stones, at, self._position.ko, _QUIET)

    def _works(self, stones: bytes, at: int, ko: int | None, quiet: int) -> bool:
        """Whether the attacker captures by a move, with at most ``quiet`` moves that are no atari."""
        played = self._after(stones, at, self._attacker, ko)
        if played is None:
            return False
        after, barred = played
        if not after[self._target]:
            return True
        liberties = _chain(self._board, after, self._target)[1]
        if len(liberties) > 1:  # no atari: the defender may play elsewhere, and must be caught even then
            quiet -= 1
            if quiet < 0 or len(liberties) >= _MANY or not self._captured(after, None, quiet):
                return False
        answered = (
            self._after(after, answer, self._defender, barred) for answer in self._answers(after, liberties)
        )
        return all(self._captured(*reached, quiet) for reached in answered if reached is not None)

    def _captured(self, stones: bytes, ko: int | None, quiet: int) -> bool:
        """Whether the attacker, to move, captures. A repetition is no capture."""
        key = (stones, ko, quiet)
        if key not in self._known:
            self._known[key] = False  # while it is searched, so that a repetition below it is no capture
            self._known[key] = self._searched(stones, ko, quiet)
        return self._known[key]

    def _searched(self, stones: bytes, ko: int | None, quiet: int) -> bool:
        self._nodes += 1
        if self._nodes > _NODES:
            raise Unproved("too many positions")
        if len(_chain(self._board, stones, self._target)[1]) >= _MANY:
            return False
        for at in self._attacks(stones, quiet):
            if self._works(stones, at, ko, quiet):
                self._useful[at] = self._nodes
                return True
        return False

    def _attacks(self, stones: bytes, quiet: int) -> list[int]:
        """The attacker's moves: liberties of the target, and points near them while a quiet move is left."""
        liberties = _chain(self._board, stones, self._target)[1]
        if quiet == 0 or len(liberties) == 1:
            near = liberties if len(liberties) <= 2 else set[int]()
        else:
            near = self._near(stones, liberties)
        # First the points that captured most recently elsewhere in the search, as a history heuristic does.
        return sorted(near, key=lambda at: (-self._useful.get(at, 0), at not in liberties, at))

    def _near(self, stones: bytes, liberties: set[int]) -> set[int]:
        """The empty points near liberties, and the liberties of weak chains around the target."""
        neighbors = self._board.neighbors
        near = {beside for at in liberties for beside in neighbors[at]} | liberties
        near |= {beside for at in near for beside in neighbors[at]}
        for chain_liberties in self._around(stones):
            if len(chain_liberties) <= 2:
                near |= chain_liberties
        return {at for at in near if not stones[at]}

    def _around(self, stones: bytes) -> list[set[int]]:
        """The liberties of each of the attacker's chains that touch the target."""
        board, around, seen = self._board, [], set[int]()
        for at in _chain(board, stones, self._target)[0]:
            for beside in board.neighbors[at]:
                if stones[beside] == self._attacker and beside not in seen:
                    points, liberties = _chain(board, stones, beside)
                    seen |= points
                    around.append(liberties)
        return around

    def _answers(self, stones: bytes, liberties: set[int]) -> list[int]:
        """The defender's moves: all that is empty, or what saves a chain in atari."""
        if len(liberties) == 1:  # only capturing an attacker or extending saves the chain from capture
            around = self._around(stones)
            captures = {
                at for chain_liberties in around if len(chain_liberties) == 1 for at in chain_liberties
            }
            return [*captures, *liberties]
        near = self._near(stones, liberties)
        rest = [at for at, color in enumerate(stones) if not color and at not in near]
        return [*sorted(near, key=lambda at: (at not in liberties, at)), *rest]

    def _after(self, stones: bytes, at: int, side: Side, ko: int | None) -> tuple[bytes, int | None] | None:
        placed = None if at == ko else self._board.place(stones, at, side)
        return None if placed is None else (placed[0], self._board.ko(placed[0], at, placed[1]))


def _chain(board: Board, stones: bytes, start: int) -> tuple[set[int], set[int]]:
    """The points of a chain, and its liberties."""
    color, points, liberties, waiting = stones[start], {start}, set[int](), [start]
    while waiting:
        for near in board.neighbors[waiting.pop()]:
            if not stones[near]:
                liberties.add(near)
            elif stones[near] == color and near not in points:
                points.add(near)
                waiting.append(near)
    return points, liberties
