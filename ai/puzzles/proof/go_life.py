"""Life and death in Go: every position that two sides can reach within a bounded region, by the rules alone.

The region holds a chain of the defender, the target, and everything that is connected with it by points that
are not the attacker's. The attacker's chains around it have liberties outside, so that nothing in the region
captures them; they are taken to be alive. Both sides play in the region or pass. The attacker wins if the
target is captured, and the defender if both pass, so life in seki is life.

The positions that are decided are found backwards from those ends, without any order of moves. What is left
are repetitions; they, and every ko, are settled in favor of one side. A move is right if it works although
the other side wins every ko and every repetition, and wrong if it fails although its own side does.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ai.puzzles.proof import Unproved
from ai.puzzles.proof.go_capture import capturing_moves
from ai.puzzles.puzzle import Puzzle
from games.base import PASS, Move, Side
from games.go.board import Board, Chain
from games.go.position import GoPosition

KILL, LIVE = "kill", "live"
"""What the solver does with the target: the first word of `Puzzle.goal`."""
MAX_EMPTY = 11
"""The most points of a region that are empty or hold the attacker's stones."""
_OUTSIDE = 2
"""The liberties outside of the region that make an attacker's chain a part of its wall."""
_FIRM = 4
"""The liberties outside with which a chain of the wall counts as safe, without a search."""
_STATES = 120_000


@dataclass(frozen=True, slots=True)
class Region:
    """Where a fight takes place."""

    target: int
    points: frozenset[int]
    """The points on which both sides play, now or after captures."""
    wall: tuple[Chain, ...]
    """The attacker's chains around it."""
    defender: Side


State = tuple[bytes, Side, int | None, bool]
"""The stones, the side to move, the point on which it cannot retake, and whether the last move was a pass."""
_CAPTURED: State = (b"captured", Side.FIRST, None, False)
_OVER: State = (b"over", Side.FIRST, None, False)


def prove(puzzle: Puzzle) -> None:
    """Try every move of the position. Raises `Unproved`."""
    position = puzzle.position
    word, _, name = puzzle.goal.partition(" ")
    if not isinstance(position, GoPosition) or name not in position.board.index:
        raise Unproved("there is no group")
    region = region_of(position, position.board.index[name])
    if region is None or (region.defender is position.to_move) is not (word == LIVE):
        raise Unproved("the group is not enclosed")
    check_wall(position, region)
    right = right_moves(position, region)
    if right != [puzzle.answer]:
        raise Unproved(f"{', '.join(right or ['nothing'])} is right, not {puzzle.answer}")


def region_of(position: GoPosition, target: int) -> Region | None:
    """The region around the chain of a stone; None if it is not small and enclosed."""
    stones, board = position.stones, position.board
    if not stones[target] or position.ko is not None:
        return None
    defender = Side(stones[target])
    inside = _connected(board, stones, target, defender.other)
    if inside is None:
        return None
    around = {near for at in inside for near in board.neighbors[at] if stones[near] == defender.other}
    wall, captives = [], set[int]()
    for chain in {position.chains.at(at) for at in around}:
        outside = len(chain.liberties - inside)
        if outside >= _OUTSIDE:
            wall.append(chain)
        elif outside:
            return None
        else:
            captives.update(chain.points)
    points = frozenset(inside | captives)
    if any(
        stones[near] == defender and near not in points for at in captives for near in board.neighbors[at]
    ):
        return None  # a capture would connect the target with another group
    if sum(stones[at] != defender for at in points) > MAX_EMPTY:
        return None
    return Region(target, points, tuple(wall), defender)


def _connected(board: Board, stones: bytes, start: int, other: Side) -> set[int] | None:
    """The points connected with one by points without the other side's stones; None if they are too many."""
    points, waiting, empty = {start}, [start], 0
    while waiting:
        for near in board.neighbors[waiting.pop()]:
            if stones[near] != other and near not in points:
                points.add(near)
                waiting.append(near)
                empty += not stones[near]
        if empty > MAX_EMPTY:
            return None
    return points


def check_wall(position: GoPosition, region: Region) -> None:
    """Raise `Unproved` if the defender, to move, captures a chain of the wall by a search of captures."""
    turned = position if position.to_move is region.defender else position.play(PASS)
    inside = region.points
    for chain in region.wall:
        if len(chain.liberties - inside) < _FIRM and capturing_moves(turned, chain.points[0]):
            raise Unproved("the wall can be captured")


def right_moves(position: GoPosition, region: Region) -> list[Move]:
    """The moves that work; raises `Unproved` if a move works only by winning a ko or a repetition."""
    solver = position.to_move
    strict = Fight(position, region, favored=solver.other).working()
    lenient = Fight(position, region, favored=solver).working()
    if strict != lenient:
        raise Unproved("a ko decides")
    return strict


def further(puzzle: Puzzle) -> Iterator[Sequence[Move]]:
    """The moves that work at each of the solver's moves of the line after the first.

    Raises `Unproved` where a move works only by winning a ko or a repetition, or where none is needed.
    """
    position = puzzle.position
    assert isinstance(position, GoPosition)
    region = region_of(position, position.board.index[Move(puzzle.goal.partition(" ")[2])])
    if region is None or len(puzzle.line) == 1:
        return
    solver = position.to_move
    strict, lenient = (Fight(position, region, favored) for favored in (solver.other, solver))
    states = [strict.root, lenient.root]
    for index, move in enumerate(puzzle.line):
        if index and index % 2 == 0:
            right, with_kos = strict.working(states[0]), lenient.working(states[1])
            if right != with_kos or PASS in right:
                raise Unproved("a ko decides, or nothing has to be played")
            yield right
        states = [fight.after[state][move] for fight, state in zip((strict, lenient), states, strict=True)]


class Fight:
    """The positions that can be reached in a region, and which of them are decided.

    ``favored`` retakes kos at once and gets what it wants from repetitions.
    """

    def __init__(self, position: GoPosition, region: Region, favored: Side) -> None:
        self._board, self._region, self._favored = position.board, region, favored
        self._placed: dict[tuple[bytes, Side], list[tuple[int, State]]] = {}
        self.root: State = (position.stones, position.to_move, None, False)
        self.after: dict[State, dict[Move, State]] = {}
        self._explore()
        attacker = region.defender.other
        # The side that is not favored must force its end; all that it cannot force is the other's, and so
        # are repetitions.
        if favored is attacker:
            lives = self._forced(_OVER, region.defender)
            self.captured = frozenset(self.after.keys() - lives.keys()) | {_CAPTURED}
        else:
            self.captured = frozenset(self._forced(_CAPTURED, attacker))

    def working(self, state: State | None = None) -> list[Move]:
        """The moves after which the side to move gets what it wants; with a pass if none is needed.

        Without a state, those at the root.
        """
        state = state or self.root
        attacks = self.attacks(state)
        return [move for move, after in self.after[state].items() if (after in self.captured) is attacks]

    def attacks(self, state: State) -> bool:
        """Whether the attacker is to move."""
        return state[1] is not self._region.defender

    def moves_to_capture(self) -> dict[State, int]:
        """The moves to the capture with best play, from each position from which the attacker forces it."""
        return self._forced(_CAPTURED, self._region.defender.other)

    def _explore(self) -> None:
        waiting = [self.root]
        while waiting:
            state = waiting.pop()
            if state in self.after or state is _CAPTURED or state is _OVER:
                continue
            if len(self.after) > _STATES:
                raise Unproved("too many positions")
            self.after[state] = self._moves(state)
            waiting.extend(self.after[state].values())

    def _moves(self, state: State) -> dict[Move, State]:
        """The moves in the region. A pass at the root is a move elsewhere, and no first of two passes."""
        stones, side, barred, passed = state
        names = self._board.names
        rested = (stones, side.other, None, state != self.root)  # at the root, play elsewhere goes on
        moves: dict[Move, State] = {PASS: _OVER if passed else rested}
        for at, after in self._placements(stones, side):
            if at != barred:
                moves[Move(names[at])] = after
        return moves

    def _placements(self, stones: bytes, side: Side) -> list[tuple[int, State]]:
        """What each stone of a side leads to."""
        if (stones, side) not in self._placed:
            placements = self._placed[stones, side] = []
            for at in sorted(self._region.points):
                placed = None if stones[at] else self._board.place(stones, at, side)
                if placed is not None:
                    placements.append((at, self._reached(*placed, at, side)))
        return self._placed[stones, side]

    def _reached(self, stones: bytes, taken: set[int], at: int, side: Side) -> State:
        if self._region.target in taken:
            return _CAPTURED
        # The favored side retakes a ko at once, as if it had won every threat.
        ko = self._board.ko(stones, at, taken) if side.other is not self._favored else None
        return stones, side.other, ko, False

    def _forced(self, end: State, winner: Side) -> dict[State, int]:
        """The positions from which a side reaches an end whatever the other does, with the moves to it."""
        # Backward from the end. ``left`` is how many more moves of a position must be known to lead there:
        # one where the winner moves, all where the other side does.
        before: dict[State, list[State]] = {}
        left = {}
        for state, moves in self.after.items():
            left[state] = 1 if state[1] is winner else len(moves)
            for after in moves.values():
                before.setdefault(after, []).append(state)
        reached, waiting = {end: 0}, deque([end])
        while waiting:
            nearer = waiting.popleft()
            for state in before.get(nearer, ()):
                left[state] -= 1
                if left[state] == 0:
                    reached[state] = reached[nearer] + 1
                    waiting.append(state)
        return reached
