"""Whether claims on life and death in Go hold, by the proofs of `ai.claims.checkers.go_life`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ai.claims.checkers.case import Case
from ai.claims.checkers.go_life import dies, lives, region_of
from ai.claims.kind import BIG, Kind
from games.base import PASS, Move, Side
from games.go import GoPosition

GoCase = Case[GoPosition]


def _dies(case: GoCase) -> bool:
    """The mover's chain is killed by the line's first move, and lives after the better one."""
    stone, answered = _stone(case, 1), case.after.play(case.first)
    is_group = _is_group(case, case.after, stone, case.mover) and answered.stones[stone] == case.mover
    if not is_group or case.instead.stones[stone] != case.mover:
        return False
    return dies(answered, stone, case.budget) and lives(case.instead, stone, case.budget)


def _dies_inside(case: GoCase) -> bool:
    point = _stone(case, 0)
    regions = case.after.board.regions(case.after.stones)
    is_inside = any(point in region.points and region.borders == case.mover for region in regions)
    return is_inside and _dies(case)


def _misses_kill(case: GoCase) -> bool:
    stone = _stone(case, 1)
    return bool(case.after.stones[stone]) and lives(case.after, stone, case.budget) and _kills(case)


def _kills(case: GoCase) -> bool:
    """The line's first move kills the opponent's chain, which lives if nothing is played."""
    stone, after = _stone(case, 1), case.position.play(case.first)
    is_group = _is_group(case, case.position, stone, case.opponent) and after.stones[stone] == case.opponent
    is_needed = is_group and lives(_passed(case.position), stone, case.budget)
    return is_needed and dies(after, stone, case.budget)


def _saves(case: GoCase) -> bool:
    """The line's first move makes the mover's chain live, which dies if nothing is played."""
    stone, after = _stone(case, 1), case.position.play(case.first)
    if not _is_group(case, case.position, stone, case.mover):
        return False
    is_in_danger = any(
        dies(threatened, stone, case.budget)
        for threatened in map(_passed(case.position).play, _open(_passed(case.position), stone))
        if threatened.stones[stone]
    )
    return is_in_danger and lives(after, stone, case.budget)


def _open(position: GoPosition, stone: int) -> list[Move]:
    """The points of a chain's region where the side to move can play; none if it has no region."""
    region = region_of(position, stone)
    points = region.points if region is not None else frozenset[int]()
    return [Move(position.board.names[at]) for at in position.open_points if at in points]


def _lets_live(case: GoCase) -> bool:
    stone, answered, instead = _stone(case, 1), case.after.play(case.first), case.instead
    is_group = _is_group(case, case.after, stone, case.opponent) and instead.stones[stone] == case.opponent
    return is_group and lives(answered, stone, case.budget) and dies(instead, stone, case.budget)


def _dead_already(case: GoCase) -> bool:
    return _is_settled(case, case.mover, case.position, dies)


def _killed_already(case: GoCase) -> bool:
    return _is_settled(case, case.opponent, _passed(case.position), dies)


def _alive_already(case: GoCase) -> bool:
    return _is_settled(case, case.mover, _passed(case.position), lives)


def _cannot_kill(case: GoCase) -> bool:
    return _is_settled(case, case.opponent, case.position, lives)


def _is_settled(case: GoCase, side: Side, position: GoPosition, is_shown: Callable[..., bool]) -> bool:
    """Whether a chain's fate is shown even if its enemy, or its friend, begins, and the move is beside it."""
    stone, index = _stone(case, 0), case.position.board.index
    region = region_of(case.position, stone) if _is_group(case, case.position, stone, side) else None
    if region is None or index[case.move] not in region.points or index.get(case.better) in region.points:
        return False
    return is_shown(position, stone, case.budget)


def _is_group(case: GoCase, position: GoPosition, stone: int, side: Side) -> bool:
    """Whether a stone is of a side's chain of ``n`` stones, which are enough to speak of."""
    if position.stones[stone] != side:
        return False
    return BIG <= case.claim.n == len(position.chains.at(stone).points)


def _stone(case: GoCase, number: int) -> int:
    """The index of a point of the line."""
    return case.position.board.index[case.claim.line[number]]


def _passed(position: GoPosition) -> GoPosition:
    """The position with the other side to move."""
    return position.play(PASS)


LIFE_CHECKS: Mapping[Kind, Callable[[GoCase], bool]] = {
    Kind.DIES: _dies,
    Kind.DIES_INSIDE: _dies_inside,
    Kind.MISSES_KILL: _misses_kill,
    Kind.LETS_LIVE: _lets_live,
    Kind.DEAD_ALREADY: _dead_already,
    Kind.KILLED_ALREADY: _killed_already,
    Kind.ALIVE_ALREADY: _alive_already,
    Kind.CANNOT_KILL: _cannot_kill,
}
LIFE_MERITS: Mapping[Kind, Callable[[GoCase], bool]] = {Kind.MISSES_KILL: _kills, Kind.DIES: _saves}
"""What those say that can be said of a good move, see `ai.claims.kinds.MERITS`."""
