"""Whether claims on Gomoku's moves hold, by the rules and `ai.claims.checkers.gomoku_force`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ai.claims.checkers.budget import Budget
from ai.claims.checkers.case import Case
from ai.claims.checkers.gomoku_force import Force
from ai.claims.checkers.gomoku_threats import Threat, attack_points, five_points, threat, threat_points
from ai.claims.claim import Claim
from ai.claims.forbidden_rules import FORBIDDEN_RULES
from ai.claims.kind import MANY, Kind
from games.base import IllegalMove, Move, Side
from games.gomoku import GomokuPosition

DOUBLE_MOVES = 5
"""Own moves within which a double threat has to win, the one that makes it included."""


@dataclass(frozen=True, slots=True)
class _Case(Case[GomokuPosition]):
    """A claim on a move in a position of this game."""

    def force(self, side: Side) -> Force:
        return Force(side, self.claim.line, self.budget)


def holds(position: GomokuPosition, move: Move, claim: Claim, budget: Budget) -> bool:
    """Whether a claim on a legal move is true; False also where its line does not fit.

    Raises `OutOfBudget` if that cannot be decided.
    """
    try:
        case = _Case(position, move, claim, budget)
        return case.after.outcome() is None and _CHECKS[claim.kind](case)
    except (IllegalMove, IndexError, KeyError):
        return False


def does(position: GomokuPosition, claim: Claim, budget: Budget) -> bool:
    """Whether the line's first move does what a claim of `MERITS` says. Raises as `holds`."""
    try:
        return _MERITS[claim.kind](_Case(position, claim.line[0], claim, budget))
    except (IllegalMove, IndexError, KeyError):
        return False


def _overline(case: _Case) -> bool:
    return threat(case.position, case.mover, case.move).overline


def _misses_five(case: _Case) -> bool:
    return _wins(case.position, case.first)


def _leaves_five(case: _Case) -> bool:
    """The mover can take the point, and then the opponent has no other five."""
    stopped = case.position.play(case.first)
    return _wins(case.after, case.first) and not five_points(stopped, case.opponent)


def _stops_less(case: _Case) -> bool:
    return _leaves_five(case) and threat(case.position, case.opponent, case.move).fours > 0


def _misses_open_four(case: _Case) -> bool:
    return _makes_straight_four(case.position, case.first)


def _leaves_three(case: _Case) -> bool:
    """The opponent has the same answer if the mover passes, and a legal move takes it away."""
    if not _makes_straight_four(case.after, case.first):
        return False
    made = threat(case.position, case.opponent, case.first)
    return _is_straight(made) and any(_spoils(case, stop) for stop in (case.first, *made.fives))


def _spoils(case: _Case, stop: Move) -> bool:
    """Whether the mover can play on a point so that the opponent's answer makes no straight four."""
    try:
        stopped = case.position.play(stop)
        return stop == case.first or not _makes_straight_four(stopped, case.first)
    except IllegalMove:
        return False


def _misses_double(case: _Case) -> bool:
    return _double_wins(case, case.position, case.mover)


def _allows_double(case: _Case) -> bool:
    return _double_wins(case, case.after, case.opponent)


def _double_wins(case: _Case, position: GomokuPosition, side: Side) -> bool:
    """Whether the line's first move makes the two threats, and wins by force."""
    after = position.play(case.first)
    has_shape = _SHAPES[case.claim.kind](threat(position, side, case.first))
    return has_shape and case.force(side).wins_after(after, case.first, DOUBLE_MOVES - 1)


def _forbidden_stop(case: _Case) -> bool:
    """The opponent's four has a single stop, which the rule forbids, and the mover has no five."""
    answered = case.after.play(case.first)
    fives = five_points(answered, case.opponent)
    is_single = list(fives) == [case.claim.line[1]] and not five_points(answered, case.mover)
    rule = answered.forbidden.get(case.claim.line[1])
    return is_single and rule is not None and FORBIDDEN_RULES[case.claim.n] in {"", rule}


def _loses(case: _Case) -> bool:
    return case.force(case.opponent).wins(case.after, case.claim.n)


def _still_loses(case: _Case) -> bool:
    """Every straight four that the opponent threatened is stopped."""
    fours = _straight_fours(case.position, case.opponent)
    left = (point for point in fours if point != case.move)
    is_stopped = not any(_is_straight(threat(case.after, case.opponent, point)) for point in left)
    return bool(fours) and is_stopped and _loses(case)


def _stops_five(case: _Case) -> bool:
    is_threat = case.first in five_points(case.position, case.opponent)
    return is_threat and not five_points(case.after, case.opponent)


def _stops_three(case: _Case) -> bool:
    """The opponent threatened straight fours, and after the move neither one nor a five."""
    fours = _straight_fours(case.position, case.opponent)
    is_safe = not (five_points(case.after, case.opponent) or _straight_fours(case.after, case.opponent))
    return bool(fours) and is_safe


def _straight_fours(position: GomokuPosition, side: Side) -> Sequence[Move]:
    """Where a stone of a side makes a straight four."""
    points = attack_points(position, side)
    return [point for point in points if _is_straight(threat(position, side, point))]


def _misses_win(case: _Case) -> bool:
    after = case.position.play(case.first)
    if after.outcome() is not None:
        return after.winner is case.mover
    return case.force(case.mover).wins_after(after, case.first, case.claim.n - 1)


def _forces_four(case: _Case) -> bool:
    return threat(case.after, case.opponent, _only_stop(case)).fours > 0


def _forces_three(case: _Case) -> bool:
    return threat(case.after, case.opponent, _only_stop(case)).threes > 0


def _allows_three(case: _Case) -> bool:
    made = threat(case.after, case.opponent, case.first)
    is_played = case.after.play(case.first).outcome() is None
    return is_played and made.threes > 0 and not _makes_three(case.instead, case.opponent, case.first)


def _makes_three(position: GomokuPosition, side: Side, move: Move) -> bool:
    """Whether a side's stone makes an open three on a point, if that is empty."""
    is_empty = not position.points[position.board.points[move]]
    return is_empty and threat(position, side, move).threes > 0


def _misses_three(case: _Case) -> bool:
    made = threat(case.position, case.mover, case.move)
    return not made.fours and not made.threes and _opens_three(case)


def _opens_three(case: _Case) -> bool:
    """Whether the line's first move makes an open three, and the opponent has no five."""
    made, after = threat(case.position, case.mover, case.first), case.position.play(case.first)
    return made.threes > 0 and after.outcome() is None and not five_points(after, case.opponent)


def _allows_four(case: _Case) -> bool:
    made = threat(case.after, case.opponent, case.first)
    is_played = case.after.play(case.first).outcome() is None
    point = case.instead.points[case.instead.board.points[case.first]]
    is_same = not point and threat(case.instead, case.opponent, case.first).fours > 0
    return is_played and made.fours > 0 and not is_same


def _leaves_key(case: _Case) -> bool:
    case.after.play(case.first)
    return case.first == case.better


def _more_threats(case: _Case) -> bool:
    return _counted(case, case.opponent) and _is_many(case.claim.had, case.claim.n)


def _fewer_threats(case: _Case) -> bool:
    return _counted(case, case.mover) and _is_many(case.claim.n, case.claim.had)


def _counted(case: _Case, side: Side) -> bool:
    """Whether the claim's numbers are those of the side's points after both moves."""
    counts = [len(threat_points(position, side)) for position in (case.after, case.instead)]
    return counts == [case.claim.n, case.claim.had]


def _is_many(few: int, many: int) -> bool:
    return many - few >= max(MANY, many / 4)


def _only_stop(case: _Case) -> Move:
    """The only point that stops the mover's four. Raises `IllegalMove` if it is not the line's first move."""
    fives = threat(case.after, case.mover, case.move).fives
    if fives != (case.first,) or five_points(case.after, case.opponent):
        raise IllegalMove("rule.occupied", move=case.first)
    case.after.play(case.first)
    return case.first


def _wins(position: GomokuPosition, move: Move) -> bool:
    """Whether a move makes a five."""
    return position.play(move).winner is position.to_move


def _makes_straight_four(position: GomokuPosition, move: Move) -> bool:
    """Whether a move makes a straight four, of which the other side, which has no five, stops one end."""
    side, after = position.to_move, position.play(move)
    is_free = after.outcome() is None and not five_points(after, side.other)
    return is_free and _is_straight(threat(after, side, move))


def _is_straight(made: Threat) -> bool:
    return made.fours == 1 and len(made.fives) > 1


_SHAPES: Mapping[Kind, Callable[[Threat], bool]] = {
    Kind.MISSES_FOUR_THREE: lambda made: made.fours == 1 and made.threes > 0,
    Kind.ALLOWS_FOUR_THREE: lambda made: made.fours == 1 and made.threes > 0,
    Kind.MISSES_DOUBLE_THREE: lambda made: not made.fours and made.threes > 1,
    Kind.ALLOWS_DOUBLE_THREE: lambda made: not made.fours and made.threes > 1,
    Kind.MISSES_DOUBLE_FOUR: lambda made: made.fours > 1,
    Kind.ALLOWS_DOUBLE_FOUR: lambda made: made.fours > 1,
}
_CHECKS: Mapping[Kind, Callable[[_Case], bool]] = {
    Kind.OVERLINE: _overline,
    Kind.MISSES_FIVE: _misses_five,
    Kind.LEAVES_FIVE: _leaves_five,
    Kind.STOPS_LESS: _stops_less,
    Kind.MISSES_OPEN_FOUR: _misses_open_four,
    Kind.LEAVES_THREE: _leaves_three,
    Kind.MISSES_FOUR_THREE: _misses_double,
    Kind.MISSES_DOUBLE_THREE: _misses_double,
    Kind.MISSES_DOUBLE_FOUR: _misses_double,
    Kind.ALLOWS_FOUR_THREE: _allows_double,
    Kind.ALLOWS_DOUBLE_THREE: _allows_double,
    Kind.ALLOWS_DOUBLE_FOUR: _allows_double,
    Kind.FORBIDDEN_STOP: _forbidden_stop,
    Kind.LOSES: _loses,
    Kind.STILL_LOSES: _still_loses,
    Kind.MISSES_WIN: _misses_win,
    Kind.FORCES_FOUR: _forces_four,
    Kind.FORCES_THREE: _forces_three,
    Kind.ALLOWS_THREE: _allows_three,
    Kind.MISSES_THREE: _misses_three,
    Kind.ALLOWS_FOUR: _allows_four,
    Kind.MORE_THREATS: _more_threats,
    Kind.FEWER_THREATS: _fewer_threats,
    Kind.LEAVES_KEY: _leaves_key,
}
_MERITS: Mapping[Kind, Callable[[_Case], bool]] = {
    Kind.MISSES_FIVE: _misses_five,
    Kind.LEAVES_FIVE: _stops_five,
    Kind.MISSES_OPEN_FOUR: _misses_open_four,
    Kind.LEAVES_THREE: _stops_three,
    Kind.MISSES_FOUR_THREE: _misses_double,
    Kind.MISSES_DOUBLE_THREE: _misses_double,
    Kind.MISSES_DOUBLE_FOUR: _misses_double,
    Kind.MISSES_WIN: _misses_win,
    Kind.MISSES_THREE: _opens_three,
}
