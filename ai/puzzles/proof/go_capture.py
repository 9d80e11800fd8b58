"""Captures in Go: a chain is captured whatever the defender plays anywhere on the board.

The search that finds the puzzles (`ai.puzzles.make.go_capture_search`) lets both sides play near the chain.
This one answers for every first move on the board. While the chain is not in atari, the defender has every
legal move and a pass; in atari, what neither extends the chain nor captures is met by the capture.

Most moves on a large board have nothing to do with the fight. So every result comes with its *zone*: all
points whose stones it depends on, as bits. A stone elsewhere leaves the result as it is: the moves that were
tried work or fail in the same way, as long as nothing in the zone is captured from outside. If the attacker
wins after a pass, only the answers in the zone of that win have to be tried, and those that could help to
capture what is in it (`Capture.relevant`); and so with first moves, by a pass that fails.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ai.puzzles.proof import MAX_RIGHT, RIGHT_SHARE, Unproved
from ai.puzzles.puzzle import Puzzle
from games.base import Move, Side
from games.go.position import GoPosition

CAPTURE = "capture"
"""What the solver does with the target: the first word of `Puzzle.goal`."""
_QUIET = 2
"""The most moves of the attacker that are no atari."""
_MANY = 4
"""The liberties with which the target has escaped."""
_NODES = 400_000
_WEAK = 2
"""The most liberties of the attacker's chains that are attacked."""
_Key = tuple[bytes, int | None, int]
_Chain = tuple[set[int], set[int], int]
"""Points of a chain, its liberties, and their zone."""
_Result = tuple[bool, int]
"""Whether the attacker captures, and the zone of that."""


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
        target = position.board.index[Move(puzzle.goal.partition(" ")[2])]
        yield many_captures(position, target) or capturing_moves(position, target)


def many_captures(position: GoPosition, target: int) -> list[Move]:
    """Moves elsewhere, if they all capture because a pass does, and they are too many for a question."""
    search = Capture(position, target)
    captures, relevant = search.elsewhere()
    points = [at for at in position.open_points if captures and not relevant >> at & 1]
    many = max(MAX_RIGHT, len(position.open_points) // RIGHT_SHARE + 1)
    return [Move(position.board.names[at]) for at in points] if len(points) > many else []


def capturing_moves(position: GoPosition, target: int, *, everywhere: bool = False) -> list[Move]:
    """The moves of the side to move that capture the chain of ``target``. Raises `Unproved`.

    ``everywhere`` tries each move of both sides by itself, also far from the fight: slow, for tests.
    """
    search = Capture(position, target, everywhere=everywhere)
    names, (elsewhere, relevant) = position.board.names, search.elsewhere()
    return [
        Move(names[at])
        for at in position.open_points
        if (search.works(at) if relevant >> at & 1 else elsewhere)
    ]


def can_capture(position: GoPosition, target: int) -> bool:
    """Whether any move of the side to move captures the chain of ``target``. Raises `Unproved`."""
    search = Capture(position, target)
    captures, relevant = search.elsewhere()
    return captures or any(search.works(at) for at in position.open_points if relevant >> at & 1)


class Capture:
    """Whether the side to move captures a chain."""

    def __init__(self, position: GoPosition, target: int, *, everywhere: bool = False) -> None:
        self._position, self._board, self._target = position, position.board, target
        self._attacker, self._defender = position.to_move, position.to_move.other
        self._everywhere = everywhere
        self._all = (1 << position.board.area) - 1
        self._beside = [
            sum(1 << near for near in (at, *neighbors)) for at, neighbors in enumerate(self._board.neighbors)
        ]
        self._known: dict[_Key, _Result] = {}
        self._targets: dict[bytes, _Chain] = {}
        self._attackers: dict[bytes, tuple[list[set[int]], int]] = {}
        self._useful: dict[int, int] = {}
        self._nodes = 0

    def works(self, at: int) -> bool:
        """Whether the attacker captures by beginning on a point."""
        return self._works(self._position.stones, at, self._position.ko, _QUIET)[0]

    def elsewhere(self) -> _Result:
        """Whether the attacker captures after a move elsewhere; and which are not elsewhere, as bits."""
        if self._everywhere:
            return False, self._all
        captures, zone = self._answered(self._position.stones, None, _QUIET)
        return captures, self.relevant(self._position.stones, zone)

    def replies(self, first: int | None) -> list[int]:
        """The defender's legal replies near the chain to a first move, or to a move elsewhere.

        Those that take stones come first, then those that leave the chain the most liberties.
        """
        played = self._after_first(first)[0]
        if played is None or not played[0][self._target]:
            return []
        stones, barred = played
        ranks: dict[int, tuple[int, int, int]] = {}
        for at in self._near(stones, self._liberties(stones)[0])[0]:
            reached = self._after(stones, at, self._defender, barred)[0]
            if reached is not None:
                taken = stones.count(self._attacker) - reached[0].count(self._attacker)
                ranks[at] = -taken, -len(self._liberties(reached[0])[0]), at
        return sorted(ranks, key=ranks.__getitem__)

    def is_saved(self, first: int | None, reply: int) -> _Result:
        """Whether a reply to a first move, or to a move elsewhere, saves the chain.

        The attacker has all its quiet moves again, also if the first move was one. With the result come the
        points where a first move could change it, as bits.
        """
        played, zone = self._after_first(first)
        if played is None:
            return False, self._all
        reached, read = self._after(played[0], reply, self._defender, played[1])
        if reached is None:
            return False, self._all
        captures, further = self._captured(*reached, _QUIET)
        zone |= read | further | self._liberties(reached[0])[1]
        relevant = self.relevant(self._position.stones, zone) | self.relevant(reached[0], zone)
        return not captures, relevant

    def _after_first(self, first: int | None) -> tuple[tuple[bytes, int | None] | None, int]:
        """The board and the ko after the attacker's first move, as `_after`; None is a move elsewhere."""
        stones = self._position.stones
        if first is None:
            return (stones, None), 0
        return self._after(stones, first, self._attacker, self._position.ko)

    def _works(self, stones: bytes, at: int, ko: int | None, quiet: int) -> _Result:
        """Whether the attacker captures by a move, with at most ``quiet`` moves that are no atari."""
        played, zone = self._after(stones, at, self._attacker, ko)
        if played is None:
            return False, zone
        after, barred = played
        if not after[self._target]:
            return True, zone
        captures, read = self._answered(after, barred, quiet)
        return captures, zone | read

    def _answered(self, stones: bytes, barred: int | None, quiet: int) -> _Result:
        """Whether the attacker, who has just moved, captures whatever the defender answers."""
        liberties, zone = self._liberties(stones)
        if len(liberties) == 1:
            answers, read = self._escapes(stones, liberties)
            zone |= read
        else:  # no atari: the defender may play elsewhere, and must be caught even then
            quiet -= 1
            if quiet < 0 or len(liberties) >= _MANY:
                return False, zone
            captures, read = self._captured(stones, None, quiet)
            if not captures:
                return False, zone | read
            zone |= read
            answers = self._answers(stones, liberties, self._all if self._everywhere else zone)
        for answer in answers:
            reached, read = self._after(stones, answer, self._defender, barred)
            if reached is None:
                zone |= read
                continue
            captures, further = self._captured(*reached, quiet)
            if not captures:
                return False, self._liberties(stones)[1] | read | further
            zone |= read | further
        return True, zone

    def _captured(self, stones: bytes, ko: int | None, quiet: int) -> _Result:
        """Whether the attacker, to move, captures. A repetition is no capture."""
        key = (stones, ko, quiet)
        if key not in self._known:
            # While it is searched, so that a repetition below it is no capture; nothing is known of its zone.
            self._known[key] = False, self._all
            self._known[key] = self._searched(stones, ko, quiet)
        return self._known[key]

    def _searched(self, stones: bytes, ko: int | None, quiet: int) -> _Result:
        self._nodes += 1
        if self._nodes > _NODES:
            raise Unproved("too many positions")
        liberties, zone = self._liberties(stones)
        if len(liberties) >= _MANY:
            return False, zone
        attacks, read = self._attacks(stones, liberties, quiet)
        failed = zone | read
        for at in attacks:
            captures, read = self._works(stones, at, ko, quiet)
            if captures:
                self._useful[at] = self._nodes
                return True, zone | read
            failed |= read
        return False, failed

    def _attacks(self, stones: bytes, liberties: set[int], quiet: int) -> tuple[list[int], int]:
        """The attacker's moves: liberties of the target, and points near them while a quiet move is left."""
        if quiet == 0 or len(liberties) == 1:
            near, zone = liberties if len(liberties) <= 2 else set[int](), 0
        else:
            near, zone = self._near(stones, liberties)
        # First the points that captured most recently elsewhere in the search, as a history heuristic does.
        return sorted(near, key=lambda at: (-self._useful.get(at, 0), at not in liberties, at)), zone

    def _near(self, stones: bytes, liberties: set[int]) -> tuple[set[int], int]:
        """The empty points near liberties, and the liberties of weak chains around the target; their zone."""
        neighbors = self._board.neighbors
        near = {beside for at in liberties for beside in neighbors[at]} | liberties
        near |= {beside for at in near for beside in neighbors[at]}
        around, zone = self._around(stones)
        for chain_liberties in around:
            if len(chain_liberties) <= _WEAK:
                near |= chain_liberties
        zone |= sum(1 << point for point in near)
        return {at for at in near if not stones[at]}, zone

    def _around(self, stones: bytes) -> tuple[list[set[int]], int]:
        """The liberties, at most three, of the attacker's chains that touch the target; their zone."""
        if stones not in self._attackers:
            self._attackers[stones] = self._attackers_on(stones)
        return self._attackers[stones]

    def _attackers_on(self, stones: bytes) -> tuple[list[set[int]], int]:
        board, around, seen = self._board, [], set[int]()
        points, _, zone = self._target_chain(stones)
        for at in points:
            for beside in board.neighbors[at]:
                if stones[beside] == self._attacker and beside not in seen:
                    points_of_chain, liberties, read = self._chain(stones, beside, _WEAK)
                    seen |= points_of_chain
                    zone |= read
                    around.append(liberties)
        return around, zone

    def _escapes(self, stones: bytes, liberties: set[int]) -> tuple[list[int], int]:
        """What saves a chain in atari from capture: capturing an attacker, or extending; and the zone."""
        around, zone = self._around(stones)
        captures = {at for chain_liberties in around if len(chain_liberties) == 1 for at in chain_liberties}
        return [*captures, *liberties], zone

    def _answers(self, stones: bytes, liberties: set[int], zone: int) -> list[int]:
        """The defender's moves that could change a result with a zone."""
        near, _ = self._near(stones, liberties)
        relevant = self.relevant(stones, zone)
        rest = [at for at, color in enumerate(stones) if not color and at not in near and relevant >> at & 1]
        return [*sorted(near, key=lambda at: (at not in liberties, at)), *rest]

    def relevant(self, stones: bytes, zone: int) -> int:
        """The points where a stone can change a result with a zone, as bits.

        Those are the points of the zone, and the liberties outside it of chains in it that have few: so many
        that the defender can take them by the moves that no atari forces, one after each quiet move.
        """
        relevant, left = zone, zone
        while left:
            at = (left & -left).bit_length() - 1
            left &= left - 1
            if stones[at]:
                points, liberties, _ = self._chain(stones, at, self._board.area)
                for point in points:
                    left &= ~(1 << point)
                outside = [liberty for liberty in liberties if not zone >> liberty & 1]
                if len(outside) <= _QUIET:
                    relevant |= sum(1 << liberty for liberty in outside)
        return relevant

    def _after(
        self, stones: bytes, at: int, side: Side, ko: int | None
    ) -> tuple[tuple[bytes, int | None] | None, int]:
        """The board and the ko after a stone, None if it is not allowed; and the zone of that."""
        zone = self._beside[at]
        if at == ko:
            return None, zone
        placed = self._board.place(stones, at, side)
        for near in self._board.neighbors[at]:
            if stones[near]:  # what is captured, or its first liberty; and the own liberties
                zone |= self._read(stones, near)
        return (None if placed is None else (placed[0], self._board.ko(placed[0], at, placed[1]))), zone

    def _liberties(self, stones: bytes) -> tuple[set[int], int]:
        """The target's liberties, and their zone."""
        _, liberties, zone = self._target_chain(stones)
        return liberties, zone

    def _target_chain(self, stones: bytes) -> _Chain:
        if stones not in self._targets:
            self._targets[stones] = self._chain(stones, self._target, self._board.area)
        return self._targets[stones]

    def _read(self, stones: bytes, start: int) -> int:
        """The zone of two liberties of a chain, or of all of it if it has fewer."""
        neighbors, beside, color = self._board.neighbors, self._beside, stones[start]
        points, waiting, first, zone = {start}, [start], -1, 0
        while waiting:
            at = waiting.pop()
            zone |= beside[at]
            for near in neighbors[at]:
                stone = stones[near]
                if not stone:
                    if first not in (-1, near):
                        return zone
                    first = near
                elif stone == color and near not in points:
                    points.add(near)
                    waiting.append(near)
        return zone

    def _chain(self, stones: bytes, start: int, enough: int) -> _Chain:
        """A chain's points, its liberties, and their zone; not all with more than ``enough`` liberties."""
        neighbors, color = self._board.neighbors, stones[start]
        points, liberties, waiting, zone = {start}, set[int](), [start], 0
        while waiting:
            at = waiting.pop()
            zone |= self._beside[at]
            for near in neighbors[at]:
                if not stones[near]:
                    liberties.add(near)
                elif stones[near] == color and near not in points:
                    points.add(near)
                    waiting.append(near)
            if len(liberties) > enough:
                break
        return points, liberties, zone
