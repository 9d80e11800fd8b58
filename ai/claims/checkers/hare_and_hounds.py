"""Whether claims on the moves of Hare and Hounds hold, by `ai.claims.checkers.hare_and_hounds_force`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ai.claims.checkers.budget import Budget
from ai.claims.checkers.case import Case
from ai.claims.checkers.hare_and_hounds_force import Hunt, Placement, turns_left
from ai.claims.claim import Claim
from ai.claims.kind import Kind
from games.base import Move, RuleError, Side
from games.hare_and_hounds import COLUMN, PLY_LIMIT, POINTS, HarePosition

_FAR = 2
"""The columns from the last hound to the first that are a gap."""


@dataclass(frozen=True, slots=True)
class _Case(Case[HarePosition]):
    """A claim on a move in a position of this game."""

    @property
    def hunt(self) -> Hunt:
        """What is forced; positions that have been in the match count as no trap."""
        seen = () if self.position.variant == "classic" else (*self.position.history, self.position.key)
        return Hunt(self.budget, frozenset(seen))

    @property
    def turns(self) -> int:
        """The moves that the hounds have after the move. Raises `KeyError` where they are not counted."""
        left = turns_left(self.after)
        if left is None:
            raise KeyError("turns")
        return left

    def within(self, moves: int) -> int:
        """So many moves of the hounds, or as many as they have."""
        left = turns_left(self.after)
        return moves if left is None else min(moves, left)


def holds(position: HarePosition, move: Move, claim: Claim, budget: Budget) -> bool:
    """Whether a claim on a legal move is true; False also where its line does not fit.

    Raises `OutOfBudget` if that cannot be decided.
    """
    try:
        is_short = claim.n <= PLY_LIMIT // 2  # what is forced takes no longer, and recursion goes as deep
        return is_short and _CHECKS[claim.kind](_Case(position, move, claim, budget))
    except (RuleError, IndexError, KeyError):
        return False


def does(position: HarePosition, claim: Claim, budget: Budget) -> bool:
    """Whether the line's first move does what a claim of `MERITS` says. Raises as `holds`."""
    try:
        return _MERITS[claim.kind](_Case(position, claim.line[0], claim, budget))
    except (RuleError, IndexError, KeyError):
        return False


def _lets_past(case: _Case) -> bool:
    hunt, n, placement = case.hunt, case.claim.n, Placement.of(case.after)
    left = (PLY_LIMIT - case.position.ply) // 2
    is_in_time = case.position.variant != "classic" or n <= left
    is_soonest = hunt.passes(placement, n) and not hunt.passes(placement, n - 1)
    is_better = not hunt.passes(Placement.of(case.instead), n)
    shows = is_in_time and is_soonest and is_better
    return shows and _is_whole(case) and _shows(case.after, case.claim.line, n, hunt.passes)


def _misses_past(case: _Case) -> bool:
    return not case.hunt.passes(Placement.of(case.after), case.claim.n - 1) and _gets_past(case)


def _gets_past(case: _Case) -> bool:
    return _is_whole(case) and _shows(case.position, case.claim.line, case.claim.n, case.hunt.passes)


def _is_whole(case: _Case) -> bool:
    """Whether the line goes on until the hare's last move that is counted, with which it is past."""
    return len(case.claim.line) == 2 * case.claim.n - 1


def _trapped(case: _Case) -> bool:
    hunt, n, placement = case.hunt, case.claim.n, Placement.of(case.after)
    is_soonest = hunt.traps(placement, case.within(n)) and not hunt.traps(placement, n - 1)
    is_better = not hunt.traps(Placement.of(case.instead), n)
    return is_soonest and is_better and _shows(case.after, case.claim.line, n, hunt.traps)


def _misses_trap(case: _Case) -> bool:
    is_slower = not case.hunt.traps(Placement.of(case.after), case.within(case.claim.n - 1))
    return is_slower and _traps(case)


def _traps(case: _Case) -> bool:
    hunt, n, better = case.hunt, case.claim.n, Placement.of(case.position.play(case.first))
    return hunt.traps(better, case.within(n - 1)) and not hunt.traps(better, n - 2)


def _shows(
    position: HarePosition, line: tuple[Move, ...], n: int, forces: Callable[[Placement, int], bool]
) -> bool:
    """Whether each own move of a line keeps what its side, to move, forces with ``n`` moves."""
    side = position.to_move
    for move in line:
        own = position.to_move is side
        position, n = position.play(move), n - own
        if own and not forces(Placement.of(position), n):
            return False
    return bool(line)


def _passes_hound(case: _Case) -> bool:
    passed = _passed(case.after, case.first)
    others = (_passed(case.instead, reply) for reply in case.instead.legal_moves())
    return passed == case.claim.n > 0 and all(count < passed for count in others)


def _passed(position: HarePosition, step: Move) -> int:
    """How many hounds a step of the hare passes."""
    before, after = COLUMN[position.hare], COLUMN[position.play(step).hare]
    return sum(after < column <= before for column in _columns(position))


def _out_of_turns(case: _Case) -> bool:
    hunt, n, placement = case.hunt, case.claim.n, Placement.of(case.after)
    is_slow = case.turns == case.claim.had < n
    is_trap = hunt.traps(placement, n) and not hunt.traps(placement, n - 1)
    return is_slow and is_trap and hunt.traps(Placement.of(case.instead), case.turns)


def _only_trap(case: _Case) -> bool:
    return case.move != case.first and _alone_traps(case)


def _alone_traps(case: _Case) -> bool:
    return case.mover is Side.FIRST and _is_only(case, traps=True)


def _only_escape(case: _Case) -> bool:
    return case.move != case.first and _alone_escapes(case)


def _alone_escapes(case: _Case) -> bool:
    return case.mover is Side.SECOND and _is_only(case, traps=False)


def _is_only(case: _Case, *, traps: bool) -> bool:
    """Whether the line's first move is the only one after which the hare is, or is not, trapped in time."""
    hunt, turns = case.hunt, case.turns
    right = [
        move
        for move in case.position.legal_moves()
        if hunt.traps(Placement.of(case.position.play(move)), turns) is traps
    ]
    return right == [case.first]


def _gives_opposition(case: _Case) -> bool:
    """After the better move, whoever is to move would rather not be; after the move, the mover has lost."""
    hunt, turns, instead = case.hunt, case.turns, Placement.of(case.instead)
    hares, hounds = (instead, instead.passed) if instead.is_hares_turn else (instead.passed, instead)
    is_mutual = hunt.traps(hares, turns) and not hunt.traps(hounds, turns)
    return is_mutual and hunt.traps(Placement.of(case.after), turns) is (case.mover is Side.SECOND)


def _few_ways(case: _Case) -> bool:
    """The opponent's answer leaves the hare a single step, the line's second move."""
    ways = case.after.play(case.first).legal_moves()
    others = (case.instead.play(reply) for reply in case.instead.legal_moves())
    is_few = case.mover is Side.SECOND and ways == [case.claim.line[1]]
    return is_few and all(len(reply.legal_moves()) > 1 for reply in others)


def _leaves_gap(case: _Case) -> bool:
    spreads = [max(columns) - min(columns) for columns in (_columns(case.after), _columns(case.instead))]
    is_gap = case.mover is Side.FIRST and spreads[0] >= _FAR and spreads[0] > spreads[1]
    return is_gap and spreads == [case.claim.n, case.claim.had]


def _columns(position: HarePosition) -> list[int]:
    """The columns of the hounds."""
    return [COLUMN[at] for at in range(len(POINTS)) if position.hounds >> at & 1]


_CHECKS: Mapping[Kind, Callable[[_Case], bool]] = {
    Kind.LETS_PAST: _lets_past,
    Kind.MISSES_PAST: _misses_past,
    Kind.TRAPPED: _trapped,
    Kind.MISSES_TRAP: _misses_trap,
    Kind.PASSES_HOUND: _passes_hound,
    Kind.OUT_OF_TURNS: _out_of_turns,
    Kind.ONLY_TRAP: _only_trap,
    Kind.ONLY_ESCAPE: _only_escape,
    Kind.GIVES_OPPOSITION: _gives_opposition,
    Kind.FEW_WAYS: _few_ways,
    Kind.LEAVES_GAP: _leaves_gap,
}
_MERITS: Mapping[Kind, Callable[[_Case], bool]] = {
    Kind.MISSES_TRAP: _traps,
    Kind.MISSES_PAST: _gets_past,
    Kind.ONLY_TRAP: _alone_traps,
    Kind.ONLY_ESCAPE: _alone_escapes,
}
