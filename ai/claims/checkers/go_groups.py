"""Whether claims on chains, groups and regions of a board of Go hold: counts of points, no search."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ai.claims.checkers.case import Case
from ai.claims.kind import BIG, ROOM, SHORT, Kind
from games.base import Move, RuleError, Side
from games.go import GoPosition
from games.go.board import EMPTY, Chain

GoCase = Case[GoPosition]
_LARGE = 13
"""The fewest lines of a board whose corners and sides are apart."""


def _lets_join(case: GoCase) -> bool:
    after, answered = case.after, case.after.play(case.first)
    stones = [_at(case, move) for move in case.claim.line[1:3]]
    chains = [after.chains.at(stone) for stone in stones if after.stones[stone] == case.opponent]
    if len(chains) < 2 or chains[0] == chains[1]:
        return False
    is_joined = answered.chains.at(stones[0]) == answered.chains.at(stones[1])
    is_counted = min(len(chain.points) for chain in chains) == case.claim.n
    return is_joined and is_counted and not can_join(case.instead, *stones)


def can_join(position: GoPosition, one_side: int, other_side: int) -> bool:
    """Whether a move of the side to move makes one chain of two, both of which are still there."""
    chains = [position.chains.at(stone) for stone in (one_side, other_side)]
    if not all(position.stones[stone] for stone in (one_side, other_side)) or chains[0] == chains[1]:
        return True
    joining = (position.board.names[point] for point in chains[0].liberties & chains[1].liberties)
    return any(can_play(position, move) for move in joining)


def can_play(position: GoPosition, move: Move) -> bool:
    """Whether the rules allow a move."""
    try:
        position.play(move)
    except RuleError:
        return False
    return True


def captured(position: GoPosition, move: Move) -> int:
    """How many stones a move captures."""
    mine = position.to_move - 1
    return position.play(move).captures[mine] - position.captures[mine]


def in_atari_at(position: GoPosition, point: int) -> set[Chain]:
    """The chains of the side to move whose last liberty is a point."""
    near = (
        beside for beside in position.board.neighbors[point] if position.stones[beside] == position.to_move
    )
    return {chain for chain in map(position.chains.at, near) if len(chain.liberties) == 1}


def _few_liberties(case: GoCase) -> bool:
    n, had = _liberties(case, case.mover)
    return (n, had) == (case.claim.n, case.claim.had) and n <= SHORT and had >= n + 2


def _frees(case: GoCase) -> bool:
    n, had = _liberties(case, case.opponent)
    return (n, had) == (case.claim.n, case.claim.had) and had <= SHORT and n >= had + 2


def _liberties(case: GoCase, side: Side) -> tuple[int, int]:
    """The liberties of a side's chain after the answer, and after the better move and the answer to that."""
    answered, instead, stone = _compared(case, side)
    chain = answered.chains.at(stone)
    if len(chain.points) < BIG:
        raise IndexError("no large chain")
    return len(chain.liberties), len(instead.chains.at(stone).liberties)


def _less_space(case: GoCase) -> bool:
    answered, instead, stone = _compared(case, case.mover)
    n, had = _room(answered, stone), _room(instead, stone)
    return (n, had) == (case.claim.n, case.claim.had) and n <= ROOM and had - n >= 3 and 3 * n <= 2 * had


def _compared(case: GoCase, side: Side) -> tuple[GoPosition, GoPosition, int]:
    """The two positions that a claim compares, and its stone. Raises `IndexError` if that is not in both."""
    stone = _at(case, case.claim.line[1])
    answered, instead = case.after.play(case.first), case.instead.play(case.claim.line[2])
    if not answered.stones[stone] == instead.stones[stone] == side:
        raise IndexError("no stone")
    return answered, instead, stone


def _room(position: GoPosition, stone: int) -> int:
    """The empty points that a stone's group reaches without crossing the other color."""
    other, seen, waiting = 3 - position.stones[stone], {stone}, [stone]
    while waiting:
        near = [at for at in position.board.neighbors[waiting.pop()] if position.stones[at] != other]
        waiting += [at for at in near if at not in seen]
        seen.update(near)
    return sum(position.stones[at] == EMPTY for at in seen)


def _inside_own(case: GoCase) -> bool:
    return _is_inside(case, case.mover, 4)


def _inside_others(case: GoCase) -> bool:
    mine = case.mover - 1
    takes = case.after.captures[mine] > case.position.captures[mine]
    return not takes and _is_inside(case, case.opponent, 8)


def _is_inside(case: GoCase, side: Side, part: int) -> bool:
    """Whether only a side's stones touch the region of the move, which the better one is not in."""
    position, point = case.position, _at(case, case.move)
    (region,) = (each for each in position.board.regions(position.stones) if point in each.points)
    is_small = len(region.points) * part <= position.board.area
    return region.borders == side and is_small and position.board.index.get(case.better) not in region.points


def _empty_corner(case: GoCase) -> bool:
    return _takes_empty(case, 2) and not _is_in_empty(case, case.move, 2)


def _empty_side(case: GoCase) -> bool:
    is_elsewhere = not any(_is_in_empty(case, case.move, outer) for outer in (1, 2))
    return _takes_empty(case, 1) and is_elsewhere


def _takes_empty(case: GoCase, outer: int) -> bool:
    """Whether the better move is on the third line or above, in an empty corner (2) or side (1)."""
    height = min(
        min(at, case.position.size - 1 - at) for at in divmod(_at(case, case.better), case.position.size)
    )
    return height >= 2 and _is_in_empty(case, case.better, outer)


def _is_in_empty(case: GoCase, move: Move, outer: int) -> bool:
    """Whether a move is where the board's outer thirds cross (2), or in one of them (1), without a stone."""
    position, size = case.position, case.position.size
    parts = [_third(at, size) for at in divmod(_at(case, move), size)]
    if size < _LARGE or sum(part != 1 for part in parts) != outer:
        return False
    area = (point for point in range(size**2) if [_third(at, size) for at in divmod(point, size)] == parts)
    return not any(position.stones[point] for point in area)


def _third(line: int, size: int) -> int:
    """The third of a board that a row or a column is in: 0, 1 or 2."""
    return 0 if line < size // 3 else 2 if line >= size - size // 3 else 1


def _first_line(case: GoCase) -> bool:
    position = case.position
    near = position.board.neighbors[_at(case, case.move)]
    is_bare = len(near) < 4 and not any(position.stones[at] for at in near)
    is_early = 2 * position.stones.count(EMPTY) > position.board.area
    return is_bare and is_early and len(position.board.neighbors[_at(case, case.better)]) == 4


def _at(case: GoCase, move: Move) -> int:
    return case.position.board.index[move]


CHECKS: Mapping[Kind, Callable[[GoCase], bool]] = {
    Kind.LETS_JOIN: _lets_join,
    Kind.FEW_LIBERTIES: _few_liberties,
    Kind.FREES: _frees,
    Kind.LESS_SPACE: _less_space,
    Kind.INSIDE_OWN: _inside_own,
    Kind.INSIDE_OTHERS: _inside_others,
    Kind.EMPTY_CORNER: _empty_corner,
    Kind.EMPTY_SIDE: _empty_side,
    Kind.FIRST_LINE: _first_line,
}
