"""Whether claims on what a move of Go leaves undone hold: stones in atari, threats, open points."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ai.claims.checkers.case import Case
from ai.claims.checkers.go_chase import Chase
from ai.claims.checkers.go_groups import can_play
from ai.claims.kind import Kind
from games.base import PASS, Move, Side
from games.go import GoPosition
from games.go.board import EMPTY, Board

GoCase = Case[GoPosition]
_NEAR, _FAR = 2, 4
"""Lines between two stones where one answers the other, and where it is elsewhere."""
_LINKED = 2
"""The most stones that are missing between two chains that belong together."""
_AREA = 5
"""The fewest points of an area that are lost where it is broken into."""


def _lets_save(case: GoCase) -> bool:
    position, stone = case.position, _point(case, 1)
    if not position.stones[stone] == case.after.stones[stone] == case.opponent:
        return False
    liberties = position.chains.at(stone).liberties
    is_taken = len(liberties) == 1 and can_play(position, position.board.names[min(liberties)])
    is_left = case.after.chains.at(stone).liberties == liberties
    is_counted = len(position.chains.at(stone).points) == case.claim.n
    chase, saved = Chase(case.budget), case.after.play(case.first)
    is_let_go = is_taken and is_left and is_counted and not chase.is_caught(saved, stone)
    return is_let_go and (not case.instead.stones[stone] or chase.is_lost(case.instead, stone))


def _unanswered(case: GoCase) -> bool:
    """The line's second point is the last stone, and the first is the opponent's answer."""
    stone, size = _point(case, 1), case.position.size
    row, column = divmod(stone, size)

    def distance(move: Move) -> int:
        """Lines between a move and the stone, by rows or by columns; a pass is far from it."""
        if move == PASS:
            return size
        other_row, other_column = divmod(case.position.board.index[move], size)
        return max(abs(other_row - row), abs(other_column - column))

    is_last = case.position.recent[-1:] == (stone,) and case.position.stones[stone] == case.opponent
    is_near = max(distance(case.better), distance(case.first)) <= _NEAR
    return is_last and is_near and distance(case.move) >= _FAR


def _unanswered_cut(case: GoCase) -> bool:
    stones, positions = (_point(case, 2), _point(case, 3)), (case.instead, case.after)
    if not _unanswered(case) or any(at.stones[stone] != case.mover for at in positions for stone in stones):
        return False
    before, better = _missing(case.after, *stones), _missing(case.instead, *stones)
    separated = _missing(case.after.play(case.first), *stones)
    return better < before <= _LINKED and separated >= before + 2


def _missing(position: GoPosition, start: int, goal: int) -> int:
    """How many stones are missing between two stones of a side; the board's area if they are apart."""
    board, side, waiting = position.board, position.stones[start], [(0, start)]
    fewest = {start: 0}
    while waiting:
        waiting.sort(reverse=True)
        missing, at = waiting.pop()
        if at == goal:
            return missing
        for near in board.neighbors[at]:
            more = missing + (position.stones[near] == EMPTY)
            if position.stones[near] in {EMPTY, side} and more < fewest.get(near, board.area):
                fewest[near] = more
                waiting.append((more, near))
    return board.area


def _unanswered_break(case: GoCase) -> bool:
    if not _unanswered(case):
        return False
    board, last, mover = case.position.board, _point(case, 1), case.mover
    without = bytes(EMPTY if at == last else stone for at, stone in enumerate(case.after.stones))
    is_inside = _point(case, 0) in _area(board, without, mover)
    is_stopped = not can_play(case.instead, case.first) or not _breaks(case.instead, case.first)
    return is_inside and _breaks(case.after, case.first) and is_stopped


def _breaks(position: GoPosition, move: Move) -> bool:
    """Whether a move leaves the other side's area `_AREA` points fewer."""
    board, side = position.board, position.to_move.other
    areas = [_area(board, each.stones, side) for each in (position, position.play(move))]
    return len(areas[0]) - len(areas[1]) >= _AREA


def _area(board: Board, stones: bytes, side: Side) -> frozenset[int]:
    """The empty points that are nearer to a side's stones than to the other's."""
    own, others = _distances(board, stones, side), _distances(board, stones, side.other)
    near = (at for at in own if stones[at] == EMPTY)
    return frozenset(at for at in near if own[at] < others.get(at, board.area))


def _distances(board: Board, stones: bytes, side: Side) -> dict[int, int]:
    """How far points are from a side's stones, through empty points."""
    edge = [at for at, stone in enumerate(stones) if stone == side]
    known, steps = dict.fromkeys(edge, 0), 0
    while edge:
        steps += 1
        near = {beside for at in edge for beside in board.neighbors[at]} - known.keys()
        edge = [at for at in near if stones[at] == EMPTY]
        known |= dict.fromkeys(edge, steps)
    return known


def _passes(case: GoCase) -> bool:
    board, stones = case.position.board, case.position.stones
    regions = [region for region in board.regions(stones) if region.borders not in tuple(Side)]
    is_open = any(board.index[case.better] in region.points for region in regions)
    is_counted = sum(len(region.points) for region in regions) == case.claim.n > 1
    return case.move == PASS and is_open and is_counted


def _point(case: GoCase, number: int) -> int:
    """The index of a point of the line."""
    return case.position.board.index[case.claim.line[number]]


URGENT_CHECKS: Mapping[Kind, Callable[[GoCase], bool]] = {
    Kind.LETS_SAVE: _lets_save,
    Kind.UNANSWERED: _unanswered,
    Kind.UNANSWERED_CUT: _unanswered_cut,
    Kind.UNANSWERED_BREAK: _unanswered_break,
    Kind.PASSES: _passes,
}
