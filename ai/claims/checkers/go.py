"""Whether claims on Go's moves hold, by the rules, `go_chase` and `go_life` beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations

from ai.claims.checkers.budget import Budget
from ai.claims.checkers.case import Case
from ai.claims.checkers.go_chase import Chase
from ai.claims.checkers.go_groups import CHECKS, can_join, can_play, captured, in_atari_at
from ai.claims.checkers.go_life_claims import LIFE_CHECKS, LIFE_MERITS
from ai.claims.checkers.go_urgent import URGENT_CHECKS
from ai.claims.claim import Claim
from ai.claims.kind import Kind
from games.base import PASS, Move, RuleError
from games.go import GoPosition


@dataclass(frozen=True, slots=True)
class _Case(Case[GoPosition]):
    """A claim on a move in a position of this game."""

    @property
    def chase(self) -> Chase:
        return Chase(self.budget)

    def point(self, number: int) -> int:
        """The index of a point of the line."""
        return self.position.board.index[self.claim.line[number]]


def holds(position: GoPosition, move: Move, claim: Claim, budget: Budget) -> bool:
    """Whether a claim on a legal move is true; False also where its line does not fit.

    Raises `OutOfBudget` if that cannot be decided.
    """
    try:
        is_move = move == PASS or move in position.board.index
        return is_move and _CHECKS[claim.kind](_Case(position, move, claim, budget))
    except (RuleError, IndexError, KeyError):
        return False


def does(position: GoPosition, claim: Claim, budget: Budget) -> bool:
    """Whether the line's first move does what a claim of `MERITS` says. Raises as `holds`."""
    try:
        return _MERITS[claim.kind](_Case(position, claim.line[0], claim, budget))
    except (RuleError, IndexError, KeyError):
        return False


def _self_atari(case: _Case) -> bool:
    own = case.after.chains.at(case.position.board.index[case.move])
    taken = captured(case.after, case.first)
    is_quiet = captured(case.position, case.move) == 0
    return is_quiet and own.liberties == {case.point(0)} and taken == case.claim.n == len(own.points)


def _leaves_atari(case: _Case) -> bool:
    answer = case.first
    before = sum(len(chain.points) for chain in in_atari_at(case.position, case.point(0)))
    taken = captured(case.after, answer)
    return 0 < taken == case.claim.n == before and _is_saved_by_better(case)


def _is_saved_by_better(case: _Case) -> bool:
    """Whether stones in atari at the line's first point cannot be captured at once after the better move."""
    instead = case.instead
    chains = (instead.chains.at(chain.points[0]) for chain in in_atari_at(case.position, case.point(0)))
    return all(
        len(chain.liberties) > 1 or not can_play(instead, instead.board.names[min(chain.liberties)])
        for chain in chains
    )


def _snapback(case: _Case) -> bool:
    mine, theirs = captured(case.position, case.move), captured(case.after, case.first)
    own = case.after.chains.at(case.position.board.index[case.move])
    return own.liberties == {case.point(0)} and 0 < mine < theirs == case.claim.n


def _ladder(case: _Case) -> bool:
    caught = _catches(case, case.after, len(case.after.chains.at(case.point(1)).points))
    return caught and _is_safe_after_better(case, case.point(1))


def _is_safe_after_better(case: _Case, stone: int) -> bool:
    """Whether none of a chain's stones is caught after the better move. The move itself is not there then."""
    instead = case.instead
    points = (at for at in case.after.chains.at(stone).points if instead.stones[at] == case.mover)
    return not any(case.chase.is_caught(instead, at) for at in points)


def _runs_in_ladder(case: _Case) -> bool:
    stone = case.point(1)
    was_in_atari = len(case.position.chains.at(stone).liberties) == 1
    own = case.after.chains.at(case.position.board.index[case.move])
    return was_in_atari and stone in own.points and _catches(case, case.after, len(own.points))


def _catches(case: _Case, position: GoPosition, stones: int) -> bool:
    """Whether the line's first move catches the ``n`` stones of the other side on its second point."""
    stone, after = case.point(1), position.play(case.first)
    is_others = position.stones[stone] == position.to_move.other and after.stones[stone] != 0
    return is_others and stones == case.claim.n and case.chase.is_lost(after, stone)


def _misses_ladder(case: _Case) -> bool:
    """After the move the chain can still be saved, so it was not lost before."""
    return bool(case.after.stones[case.point(1)]) and _can_escape(case, case.after) and _makes_ladder(case)


def _makes_ladder(case: _Case) -> bool:
    """The chain could be saved before the line's first move."""
    chain = case.position.chains.at(case.point(1))
    return _can_escape(case, case.position.play(PASS)) and _catches(case, case.position, len(chain.points))


def _can_escape(case: _Case, position: GoPosition) -> bool:
    """Whether the chain on the line's second point, whose side is to move, can be saved."""
    stone = case.point(1)
    chain = position.chains.at(stone)
    if len(chain.liberties) == 1:
        return not case.chase.is_lost(position, stone)
    replies = (
        position.play(PASS),
        *(case.chase.played(position, point) for point in sorted(chain.liberties)),
    )
    return any(after is not None and not case.chase.is_caught(after, stone) for after in replies)


def _ladder_breaks(case: _Case) -> bool:
    stone, answer = case.point(1), case.first
    chain = case.after.chains.at(stone)
    is_others = case.position.stones[stone] == case.position.to_move.other
    is_new = len(case.position.chains.at(stone).liberties) > 1
    is_atari = len(chain.liberties) == 1 and len(chain.points) == case.claim.n > 1
    return is_others and is_new and is_atari and not case.chase.is_caught(case.after.play(answer), stone)


def _misses_capture(case: _Case) -> bool:
    return _captures(case) and captured(case.position, case.move) == 0


def _captures(case: _Case) -> bool:
    return 0 < captured(case.position, case.first) == case.claim.n


def _saves(case: _Case) -> bool:
    """The chain on the line's second point was in atari, and cannot be caught anymore."""
    stone = case.point(1)
    chain = case.position.chains.at(stone)
    is_own = case.position.stones[stone] == case.position.to_move
    is_left = is_own and len(chain.liberties) == 1 and len(chain.points) == case.claim.n
    return is_left and not case.chase.is_caught(case.after, stone)


def _double_atari(case: _Case) -> bool:
    answer = case.first
    is_new = not can_play(case.instead, answer) or not _puts_two_in_atari(case.instead, answer)
    return is_new and _puts_two_in_atari(case.after, answer)


def _misses_double_atari(case: _Case) -> bool:
    return _puts_two_in_atari(case.position, case.first)


def _net(case: _Case) -> bool:
    stone = case.point(1)
    if not _traps(case, case.after, len(case.after.chains.at(stone).points)):
        return False
    instead, answer = case.instead, case.first
    is_trapped = (
        instead.stones[stone] == case.mover
        and can_play(instead, answer)
        and case.chase.is_trapped(instead.play(answer), stone)
    )
    return not is_trapped and _is_safe_after_better(case, stone)


def _traps(case: _Case, position: GoPosition, stones: int) -> bool:
    """Whether the line's first move traps the ``n`` stones of the other side on its second point."""
    stone, after = case.point(1), position.play(case.first)
    is_others = position.stones[stone] == position.to_move.other and after.stones[stone] != 0
    return is_others and stones == case.claim.n and case.chase.is_trapped(after, stone)


def _misses_net(case: _Case) -> bool:
    stone = case.point(1)
    if not case.after.stones[stone] or not _makes_net(case):
        return False
    replies = (case.chase.played(case.after, point) for point in case.after.open_points)
    return any(after is not None and not case.chase.is_caught(after, stone) for after in replies)


def _makes_net(case: _Case) -> bool:
    return _traps(case, case.position, len(case.position.chains.at(case.point(1)).points))


def _cuts(case: _Case) -> bool:
    answered, instead = case.after.play(case.first), case.instead
    stones = _first_stones_beside(case.after, case.point(0))
    return any(
        instead.stones[one_side] == instead.stones[other_side] == case.mover
        and instead.chains.at(one_side) == instead.chains.at(other_side)
        and not can_join(answered, one_side, other_side)
        for one_side, other_side in combinations(stones, 2)
    )


def _first_stones_beside(position: GoPosition, point: int) -> list[int]:
    """A stone of each chain beside a point that is not of the side to move."""
    near = (at for at in position.board.neighbors[point] if position.stones[at] == position.to_move.other)
    return [chain.points[0] for chain in dict.fromkeys(map(position.chains.at, near))]


def _allows_atari(case: _Case) -> bool:
    stone, instead = case.point(1), case.instead
    if case.after.stones[stone] != case.mover or not _puts_in_atari(case, case.after):
        return False
    is_left = instead.stones[stone] == case.mover and can_play(instead, case.first)
    return not is_left or len(instead.play(case.first).chains.at(stone).liberties) > 1


def _misses_atari(case: _Case) -> bool:
    stone = case.point(1)
    return _makes_atari(case) and len(case.after.chains.at(stone).liberties) > 1


def _makes_atari(case: _Case) -> bool:
    return case.position.stones[case.point(1)] == case.opponent and _puts_in_atari(case, case.position)


def _puts_in_atari(case: _Case, position: GoPosition) -> bool:
    """Whether the line's first move puts the ``n`` stones on its second point in atari, and not itself."""
    stone, after = case.point(1), position.play(case.first)
    was_free = len(position.chains.at(stone).liberties) > 1
    is_atari = len(after.chains.at(stone).liberties) == 1 < len(after.chains.at(case.point(0)).liberties)
    return was_free and is_atari and len(after.chains.at(stone).points) == case.claim.n


def _leaves_point(case: _Case) -> bool:
    is_point = case.first in case.position.board.index
    return is_point and case.first == case.better and can_play(case.after, case.first)


def _fills_eye(case: _Case) -> bool:
    position, point = case.position, case.position.board.index[case.move]
    near = position.board.neighbors[point]
    is_surrounded = all(position.stones[beside] == position.to_move for beside in near)
    return is_surrounded and all(len(position.chains.at(beside).liberties) > 1 for beside in near)


def _puts_two_in_atari(position: GoPosition, move: Move) -> bool:
    """Whether a stone puts two chains beside it in atari that were in none, and has two liberties itself."""
    point, after = position.board.index[move], position.play(move)
    near = (beside for beside in position.board.neighbors[point] if after.stones[beside] == after.to_move)
    chains = {chain for chain in map(after.chains.at, near) if len(chain.liberties) == 1}
    were_free = all(len(position.chains.at(chain.points[0]).liberties) > 1 for chain in chains)
    return len(chains) > 1 and were_free and len(after.chains.at(point).liberties) > 1


_CHECKS: Mapping[Kind, Callable[[_Case], bool]] = {
    **CHECKS,
    **LIFE_CHECKS,
    **URGENT_CHECKS,
    Kind.SELF_ATARI: _self_atari,
    Kind.LEAVES_ATARI: _leaves_atari,
    Kind.SNAPBACK: _snapback,
    Kind.LADDER: _ladder,
    Kind.RUNS_IN_LADDER: _runs_in_ladder,
    Kind.LADDER_BREAKS: _ladder_breaks,
    Kind.MISSES_LADDER: _misses_ladder,
    Kind.MISSES_CAPTURE: _misses_capture,
    Kind.DOUBLE_ATARI: _double_atari,
    Kind.MISSES_DOUBLE_ATARI: _misses_double_atari,
    Kind.NET: _net,
    Kind.MISSES_NET: _misses_net,
    Kind.CUTS: _cuts,
    Kind.ALLOWS_ATARI: _allows_atari,
    Kind.MISSES_ATARI: _misses_atari,
    Kind.LEAVES_POINT: _leaves_point,
    Kind.FILLS_EYE: _fills_eye,
}
_MERITS: Mapping[Kind, Callable[[_Case], bool]] = {
    **LIFE_MERITS,
    Kind.MISSES_NET: _makes_net,
    Kind.MISSES_ATARI: _makes_atari,
    Kind.MISSES_CAPTURE: _captures,
    Kind.LEAVES_ATARI: _saves,
    Kind.MISSES_LADDER: _makes_ladder,
    Kind.MISSES_DOUBLE_ATARI: _misses_double_atari,
}
