"""Whether claims on the moves of Twelve Janggi hold, by the rules and `twelve_janggi_force`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ai.claims.checkers.budget import Budget
from ai.claims.checkers.case import Case
from ai.claims.checkers.twelve_janggi_force import (
    Force,
    attackers,
    entries,
    king,
    loses_at_once,
    safe_moves,
    takes_king,
    wins_at_once,
    without_past,
)
from ai.claims.checkers.twelve_janggi_pieces import captures, origin_of, takes_for_nothing, to_of
from ai.claims.checkers.twelve_janggi_signs import SIGN_CHECKS, SIGN_MERITS
from ai.claims.claim import Claim
from ai.claims.kind import FEW, MANY, Kind
from games.base import Move, RuleError
from games.twelve_janggi import COLUMNS, GOALS, JanggiPosition, camp

_SCAN_NODES = 4
"""The nodes that it takes to look for captures."""


@dataclass(frozen=True, slots=True)
class _Case(Case[JanggiPosition]):
    """A claim on a move in a position of this game."""

    @property
    def force(self) -> Force:
        seen = frozenset((*self.position.history, self.position.key))
        return Force(self.claim.line, self.budget, seen)

    @property
    def is_kings_move(self) -> bool:
        """Whether the King moves."""
        return origin_of(self.move) == king(self.position, self.mover)


def holds(position: JanggiPosition, move: Move, claim: Claim, budget: Budget) -> bool:
    """Whether a claim on a legal move is true; False also where its line does not fit.

    Raises `OutOfBudget` if that cannot be decided.
    """
    try:
        return _CHECKS[claim.kind](_Case(position, move, claim, budget))
    except (RuleError, IndexError, KeyError):
        return False


def does(position: JanggiPosition, claim: Claim, budget: Budget) -> bool:
    """Whether the line's first move does what a claim of `MERITS` says. Raises as `holds`."""
    try:
        return _MERITS[claim.kind](_Case(position, claim.line[0], claim, budget))
    except (RuleError, IndexError, KeyError):
        return False


def _leaves_king(case: _Case) -> bool:
    is_taken = _takes_king(case.after, case.first)
    return is_taken and not takes_king(case.instead)


def _ignores_attack(case: _Case) -> bool:
    return case.position.is_check and not case.is_kings_move and _leaves_king(case)


def _king_walks_in(case: _Case) -> bool:
    return case.is_kings_move and _leaves_king(case)


def _enters_too_soon(case: _Case) -> bool:
    return _king_walks_in(case) and case.after.entered(case.mover)


def _lets_enter(case: _Case) -> bool:
    return case.first in entries(case.after) and case.first not in entries(case.instead)


def _misses_king(case: _Case) -> bool:
    return _wins_king(case) and not _takes_king(case.position, case.move)


def _wins_king(case: _Case) -> bool:
    return _takes_king(case.position, case.first)


def _misses_entry(case: _Case) -> bool:
    is_missed = case.move not in entries(case.position) and not _takes_king(case.position, case.move)
    return is_missed and _enters(case)


def _enters(case: _Case) -> bool:
    return case.first in entries(case.position)


def _only_save(case: _Case) -> bool:
    return case.move != case.first and _alone_saves(case)


def _alone_saves(case: _Case) -> bool:
    moves = case.position.legal_moves()
    others = [case.position.play(move) for move in moves if move != case.first]
    is_saved = not loses_at_once(case.position.play(case.first))
    return is_saved and bool(others) and all(map(loses_at_once, others))


def _loses(case: _Case) -> bool:
    return _shows(case, case.after, case.claim.n)


def _king_falls(case: _Case) -> bool:
    return _takes_king(_before_end(case), case.claim.line[-1]) and _loses(case)


def _king_enters(case: _Case) -> bool:
    return case.claim.line[-1] in entries(_before_end(case)) and _loses(case)


def _before_end(case: _Case) -> JanggiPosition:
    """The position before the line's last move, the winner's last. Raises `IndexError` for another line."""
    if len(case.claim.line) != 2 * case.claim.n - 1:
        raise IndexError("line")
    position = case.after
    for move in case.claim.line[:-1]:
        position = without_past(position.play(move))
    return position


def _misses_win(case: _Case) -> bool:
    return case.move != case.first and _wins(case)


def _wins(case: _Case) -> bool:
    return _shows(case, case.position, case.claim.n)


def _shows(case: _Case, position: JanggiPosition, moves: int) -> bool:
    """Whether each own move of the line wins by force, with so many moves altogether."""
    force, winner, position = case.force, position.to_move, without_past(position)
    for move in case.claim.line:
        is_own = position.to_move is winner
        position, moves = without_past(position.play(move)), moves - is_own
        if is_own and not force.wins_after(position, moves):
            return False
    return bool(case.claim.line)


def _repeats(case: _Case) -> bool:
    outcome = case.after.outcome()
    return outcome is not None and outcome.winner is None and case.instead.outcome() is None


def _piece_walks_in(case: _Case) -> bool:
    return "-" in case.move and not case.is_kings_move and _loses_what_moved(case)


def _drops_in(case: _Case) -> bool:
    return "*" in case.move and _loses_what_moved(case)


def _loses_what_moved(case: _Case) -> bool:
    is_same = to_of(case.first) == to_of(case.move) and not captures(case.position, case.move)
    return is_same and takes_for_nothing(case.after, case.first)


def _leaves_piece(case: _Case) -> bool:
    square = to_of(case.first)
    is_left = square != to_of(case.move) and not captures(case.position, case.move)
    return (
        is_left
        and takes_for_nothing(case.after, case.first)
        and not any(
            to_of(reply) == square and takes_for_nothing(case.instead, reply)
            for reply in case.instead.legal_moves()
        )
    )


def _allows_fork(case: _Case) -> bool:
    is_new = case.first not in case.instead.legal_moves() or not _forks(case, case.instead, case.first)
    return _forks(case, case.after, case.first) and is_new


def _misses_fork(case: _Case) -> bool:
    return _makes_fork(case) and not _forks(case, case.position, case.move)


def _makes_fork(case: _Case) -> bool:
    return _forks(case, case.position, case.first)


def _forks(case: _Case, position: JanggiPosition, move: Move) -> bool:
    """Whether what moves attacks the King and another piece, and one of them is lost."""
    after, square = position.play(move), to_of(move)
    goals = {to for to in GOALS[after.board[square]][square] if after.owns(to, after.to_move)}
    return king(after, after.to_move) in goals and len(goals) > 1 and _wins_piece(case, after, square)


def _loses_piece(case: _Case) -> bool:
    instead = case.instead
    is_new = case.first not in instead.legal_moves() or not _wins_piece(case, instead.play(case.first))
    return is_new and _wins_piece(case, case.after.play(case.first))


def _wins_piece(case: _Case, position: JanggiPosition, square: int | None = None) -> bool:
    """Whether every move lets the opponent win at once or take a piece for nothing, from a square if given.

    A move that takes a piece itself is an exchange.
    """
    if position.outcome() is not None or wins_at_once(position):
        return False
    return all(
        not (captures(position, move) and not wins_at_once(after)) and _costs_a_piece(case, after, square)
        for move in position.legal_moves()
        for after in [position.play(move)]
    )


def _costs_a_piece(case: _Case, position: JanggiPosition, square: int | None) -> bool:
    """Whether the side to move wins at once, or takes a piece for nothing."""
    case.budget.spend(_SCAN_NODES)
    if position.outcome() is not None:
        return False
    takes = (move for move in position.legal_moves() if square is None or origin_of(move) == square)
    return wins_at_once(position) or any(takes_for_nothing(position, move) for move in takes)


def _misses_piece(case: _Case) -> bool:
    return not captures(case.position, case.move) and _wins_a_piece(case)


def _wins_a_piece(case: _Case) -> bool:
    return takes_for_nothing(case.position, case.first)


def _allows_promotion(case: _Case) -> bool:
    instead = case.instead
    return _promotes(case.after, case.first) and not any(
        _promotes(instead, reply) for reply in instead.legal_moves()
    )


def _promotes(position: JanggiPosition, move: Move) -> bool:
    """Whether a Man becomes a Marquis that cannot be taken, and the answer does not win."""
    origin, to, after = origin_of(move), to_of(move), position.play(move)
    is_man = origin is not None and position.board[origin] in "Zz" and after.outcome() is None
    is_in_camp = to % COLUMNS == camp(position.to_move.other)
    return is_man and is_in_camp and not attackers(after, after.to_move, to) and not wins_at_once(after)


def _few_saves(case: _Case) -> bool:
    return 0 < case.claim.n <= FEW and _has_less_left(case)


def _less_safe(case: _Case) -> bool:
    return case.claim.n > FEW and _has_less_left(case)


def _has_less_left(case: _Case) -> bool:
    answered, instead = case.after.play(case.first), case.instead.play(case.claim.line[1])
    n, had = case.claim.n, case.claim.had
    is_less = had - n >= max(MANY, had // 4)
    return is_less and safe_moves(answered) == n and safe_moves(instead) == had


def _eases(case: _Case) -> bool:
    n, had = case.claim.n, case.claim.had
    is_more = n - had >= max(MANY, n // 4)
    return is_more and safe_moves(case.after) == n and safe_moves(case.instead) == had


def _lets_take(case: _Case) -> bool:
    """A King that is taken is another matter; so is what the move takes itself."""
    square = to_of(case.first)
    is_piece = captures(case.after, case.first) and square != king(case.after, case.mover)
    replies = (reply for reply in case.instead.legal_moves() if to_of(reply) == square)
    is_new = not any(captures(case.instead, reply) for reply in replies)
    return is_piece and is_new and not captures(case.position, case.move)


def _lets_attack(case: _Case) -> bool:
    instead = case.instead
    is_same = case.first in instead.legal_moves() and instead.play(case.first).is_check
    return not is_same and case.after.play(case.first).is_check


def _lets_go(case: _Case) -> bool:
    is_kings = origin_of(case.first) == king(case.after, case.opponent)
    is_bare = is_kings and case.after.is_check and not captures(case.after, case.first)
    return is_bare and not takes_king(case.after.play(case.first))


def _misses_attack(case: _Case) -> bool:
    return not case.after.is_check and _attacks(case)


def _attacks(case: _Case) -> bool:
    after = case.position.play(case.first)
    return after.is_check and not wins_at_once(after)


def _takes_king(position: JanggiPosition, move: Move) -> bool:
    """Whether a legal move takes the King."""
    position.play(move)
    return to_of(move) == king(position, position.to_move.other)


_CHECKS: Mapping[Kind, Callable[[_Case], bool]] = {
    **SIGN_CHECKS,
    Kind.LEAVES_KING: _leaves_king,
    Kind.IGNORES_ATTACK: _ignores_attack,
    Kind.KING_WALKS_IN: _king_walks_in,
    Kind.ENTERS_TOO_SOON: _enters_too_soon,
    Kind.LETS_ENTER: _lets_enter,
    Kind.MISSES_KING: _misses_king,
    Kind.MISSES_ENTRY: _misses_entry,
    Kind.ONLY_SAVE: _only_save,
    Kind.LOSES_KING: _loses,
    Kind.KING_FALLS: _king_falls,
    Kind.KING_ENTERS: _king_enters,
    Kind.MISSES_VICTORY: _misses_win,
    Kind.REPEATS: _repeats,
    Kind.PIECE_WALKS_IN: _piece_walks_in,
    Kind.DROPS_IN: _drops_in,
    Kind.LEAVES_PIECE: _leaves_piece,
    Kind.ALLOWS_FORK: _allows_fork,
    Kind.LOSES_PIECE: _loses_piece,
    Kind.MISSES_FORK: _misses_fork,
    Kind.MISSES_PIECE: _misses_piece,
    Kind.ALLOWS_PROMOTION: _allows_promotion,
    Kind.FEW_SAVES: _few_saves,
    Kind.LESS_SAFE: _less_safe,
    Kind.EASES: _eases,
    Kind.LETS_TAKE: _lets_take,
    Kind.LETS_ATTACK: _lets_attack,
    Kind.LETS_GO: _lets_go,
    Kind.MISSES_ATTACK: _misses_attack,
}
_MERITS: Mapping[Kind, Callable[[_Case], bool]] = {
    **SIGN_MERITS,
    Kind.MISSES_KING: _wins_king,
    Kind.MISSES_ENTRY: _enters,
    Kind.ONLY_SAVE: _alone_saves,
    Kind.MISSES_VICTORY: _wins,
    Kind.MISSES_FORK: _makes_fork,
    Kind.MISSES_PIECE: _wins_a_piece,
    Kind.MISSES_ATTACK: _attacks,
}
