"""Whether claims on Othello's moves hold, by the rules and `ai.claims.checkers.othello_ending`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from ai.claims.checkers.budget import Budget
from ai.claims.checkers.case import Case
from ai.claims.checkers.othello_ending import Ending
from ai.claims.claim import Claim
from ai.claims.kind import FEW, LATE, MANY, SAFE, Kind
from ai.claims.othello_squares import Squares, squares_of
from games.base import PASS, Move, RuleError, Side
from games.othello import OthelloPosition


@dataclass(frozen=True, slots=True)
class _Case(Case[OthelloPosition]):
    """A claim on a move in a position of this game."""

    @property
    def squares(self) -> Squares:
        return squares_of(self.position.size)

    @property
    def answered(self) -> OthelloPosition:
        """The position after the opponent's answer."""
        return self.after.play(self.first)


def holds(position: OthelloPosition, move: Move, claim: Claim, budget: Budget) -> bool:
    """Whether a claim on a legal move is true; False also where its line does not fit.

    Raises `OutOfBudget` if that cannot be decided.
    """
    try:
        return _CHECKS[claim.kind](_Case(position, move, claim, budget))
    except (RuleError, IndexError, KeyError):
        return False


def does(position: OthelloPosition, claim: Claim, budget: Budget) -> bool:
    """Whether the line's first move does what a claim of `MERITS` says. Raises as `holds`."""
    try:
        return _MERITS[claim.kind](_Case(position, claim.line[0], claim, budget))
    except (RuleError, IndexError, KeyError):
        return False


def _gives_corner(case: _Case) -> bool:
    is_corner = case.first in case.squares.corners
    return is_corner and _can_play(case.after, case.first) and not _can_play(case.instead, case.first)


def _misses_corner(case: _Case) -> bool:
    return case.move not in case.squares.corners and _takes_corner(case)


def _takes_corner(case: _Case) -> bool:
    return case.first in case.squares.corners and _can_play(case.position, case.first)


def _only_win(case: _Case) -> bool:
    return case.move != case.first and _alone_wins(case)


def _alone_wins(case: _Case) -> bool:
    ending, moves = _ending(case), case.position.legal_moves()
    if case.first not in moves:
        return False
    others = [case.position.play(move) for move in moves if move != case.first]
    is_won = not ending.is_at_least(case.position.play(case.first), 0)
    return is_won and all(ending.is_at_least(after, 0) for after in others)


def _results(case: _Case) -> tuple[int, int] | None:
    """The mover's leads at the end after the move and after the better one; None if the claim has others."""
    total, ending, claim = case.position.size**2, _ending(case), case.claim
    lead, had = 2 * claim.n - total, 2 * claim.had - total
    is_exact = ending.is_exactly(case.after, -lead) and ending.is_exactly(case.instead, -had)
    return (lead, had) if is_exact else None


def _win_to_loss(case: _Case) -> bool:
    results = _results(case)
    return results is not None and results[0] < 0 < results[1]


def _win_to_draw(case: _Case) -> bool:
    results = _results(case)
    return results is not None and results[0] == 0 < results[1]


def _draw_to_loss(case: _Case) -> bool:
    results = _results(case)
    return results is not None and results[0] < 0 == results[1]


def _fewer_discs(case: _Case) -> bool:
    results = _results(case)
    return results is not None and results[0] < results[1] and results[0] * results[1] > 0


def _is_new(case: _Case, is_so: Callable[[OthelloPosition], bool]) -> bool:
    """Whether something is so after the answer, and not if the answer can be played after the better move."""
    if not is_so(case.answered):
        return False
    instead = case.instead
    is_possible = case.first != PASS and _can_play(instead, case.first)
    return not is_possible or not is_so(instead.play(case.first))


def _wiped_out(case: _Case) -> bool:
    return _is_new(case, lambda answered: answered.count(case.mover) == 0)


def _skipped(case: _Case) -> bool:
    return case.first != PASS and _is_new(case, lambda answered: answered.must_pass)


def _runs_out(case: _Case) -> bool:
    return _is_new(case, lambda answered: _only_gives_corners(answered, case.squares.corners))


def _only_gives_corners(position: OthelloPosition, corners: Collection[Move]) -> bool:
    """Whether there are moves, and each lets the other side take a corner and takes none itself."""
    moves = [move for move in position.legal_moves() if move != PASS]
    return bool(moves) and all(
        move not in corners and any(_can_play(position.play(move), corner) for corner in corners)
        for move in moves
    )


def _loses_corner(case: _Case) -> bool:
    turns = case.claim.n
    is_forced = _forces_corner_after(case, case.answered, turns - 1)
    return is_forced and not _forces_corner(case, case.instead, turns)


def _forces_corner(case: _Case, position: OthelloPosition, turns: int) -> bool:
    """Whether the opponent, to move, takes a corner within so many moves, whatever the mover plays."""
    if turns < 1:
        return False
    if any(_can_play(position, corner) for corner in case.squares.corners):
        return True
    return any(_forces_corner_after(case, position.play(move), turns - 1) for move in position.legal_moves())


def _forces_corner_after(case: _Case, position: OthelloPosition, turns: int) -> bool:
    """The same with the mover to move, who takes no corner."""
    case.budget.spend()
    moves = position.legal_moves()
    if turns < 1 or not moves or any(move in case.squares.corners for move in moves):
        return False
    return all(_forces_corner(case, position.play(move), turns) for move in moves)


def _less_room(case: _Case) -> bool:
    instead = case.instead.play(case.claim.line[1])
    n, had = (position.mobility.bit_count() for position in (case.answered, instead))
    return (n, had) == (case.claim.n, case.claim.had) and had - n >= max(MANY, had // 4)


def _turns_many(case: _Case) -> bool:
    counts = [_discs(position, case.mover).bit_count() for position in (case.after, case.instead)]
    before = _discs(case.position, case.mover).bit_count() + 1
    empties = case.position.size**2 - _occupied(case.position).bit_count()
    return empties > case.position.size**2 // 3 and _are_many_more(case, [count - before for count in counts])


def _few_moves(case: _Case) -> bool:
    n, had = (position.mobility.bit_count() for position in (case.answered, case.position))
    is_few = n == case.claim.n and 0 < n <= FEW and had - n >= MANY
    return is_few and _is_new(case, lambda answered: answered.mobility.bit_count() <= n)


def _misses_pass(case: _Case) -> bool:
    return _forces_pass(case) and not case.after.must_pass and bool(case.after.mobility)


def _forces_pass(case: _Case) -> bool:
    return case.position.play(case.first).must_pass


def _secures(case: _Case) -> bool:
    before, safe = _safe(case, case.after), _safe(case, case.answered)
    if safe != case.claim.n or safe - before < SAFE:
        return False
    return _is_new(case, lambda answered: _safe(case, answered) >= safe)


def _safe(case: _Case, position: OthelloPosition) -> int:
    """How many discs on edges the opponent cannot lose, see `Kind.SECURES`."""
    return case.squares.safe(_discs(position, case.opponent)).bit_count()


def _wedges(case: _Case) -> bool:
    return _is_wedge(case, case.after) and not _is_wedge(case, case.instead)


def _is_wedge(case: _Case, position: OthelloPosition) -> bool:
    """Whether the answer is possible and has the mover's discs on both sides along an edge."""
    beside = case.squares.beside_on_edge(case.first)
    mine = _discs(position, case.mover)
    return len(beside) == 2 and all(mine >> index & 1 for index in beside) and _can_play(position, case.first)


def _x_square(case: _Case) -> bool:
    return _is_beside_empty_corner(case, case.squares.x_squares)


def _c_square(case: _Case) -> bool:
    return _is_beside_empty_corner(case, case.squares.c_squares)


def _is_beside_empty_corner(case: _Case, corner_of: Mapping[Move, Move]) -> bool:
    corner = case.first
    is_empty = not _occupied(case.position) >> case.position.board.grid.index(corner) & 1
    return is_empty and corner_of.get(case.move) == corner and case.better not in corner_of


def _opens_moves(case: _Case) -> bool:
    counts = (position.mobility.bit_count() for position in (case.after, case.instead))
    return _are_many_more(case, counts)


def _frontier(case: _Case) -> bool:
    counts = (_frontier_of(case, position) for position in (case.after, case.instead))
    return _are_many_more(case, counts)


def _frontier_of(case: _Case, position: OthelloPosition) -> int:
    beside = case.squares.around(position.board.full & ~_occupied(position))
    return (_discs(position, case.mover) & beside).bit_count()


def _are_many_more(case: _Case, counts: Iterable[int]) -> bool:
    n, had = counts
    return (n, had) == (case.claim.n, case.claim.had) and n - had >= max(MANY, n // 4)


def _parity(case: _Case) -> bool:
    empty = case.position.board.full & ~_occupied(case.position)
    sizes = [
        case.squares.region(empty, case.position.board.grid.index(move)).bit_count()
        for move in (case.move, case.better)
    ]
    is_late = empty.bit_count() <= LATE
    return is_late and sizes == [case.claim.n, case.claim.had] and sizes[0] % 2 == 0 and sizes[1] % 2 == 1


def _leaves_square(case: _Case) -> bool:
    return case.first == case.better and _can_play(case.after, case.first)


def _opens_square(case: _Case) -> bool:
    return _is_closed_by_better(case) and not _opponent_could_play(case)


def _leaves_open(case: _Case) -> bool:
    return _is_closed_by_better(case) and _opponent_could_play(case)


def _is_closed_by_better(case: _Case) -> bool:
    """Whether the answer is possible after the move, and not after the better one, which is elsewhere."""
    is_elsewhere = case.first != case.better and _can_play(case.after, case.first)
    return is_elsewhere and not _can_play(case.instead, case.first)


def _opponent_could_play(case: _Case) -> bool:
    """Whether the answer would have been possible before the move, had it been the opponent's turn."""
    position = case.position
    mobility = position.board.mobility(position.other, position.own)
    return bool(mobility >> position.board.grid.index(case.first) & 1)


def _loses_square(case: _Case) -> bool:
    is_elsewhere = case.first not in {case.better, PASS} and _can_play(case.position, case.better)
    return is_elsewhere and not _can_play(case.answered, case.better)


def _ending(case: _Case) -> Ending:
    return Ending(case.position.board, case.budget)


def _can_play(position: OthelloPosition, move: Move) -> bool:
    return bool(position.mobility >> position.board.grid.index(move) & 1)


def _discs(position: OthelloPosition, side: Side) -> int:
    return position.black if side is Side.FIRST else position.white


def _occupied(position: OthelloPosition) -> int:
    return position.black | position.white


_CHECKS: Mapping[Kind, Callable[[_Case], bool]] = {
    Kind.GIVES_CORNER: _gives_corner,
    Kind.MISSES_CORNER: _misses_corner,
    Kind.ONLY_WIN: _only_win,
    Kind.WIN_TO_LOSS: _win_to_loss,
    Kind.WIN_TO_DRAW: _win_to_draw,
    Kind.DRAW_TO_LOSS: _draw_to_loss,
    Kind.FEWER_DISCS: _fewer_discs,
    Kind.WIPED_OUT: _wiped_out,
    Kind.SKIPPED: _skipped,
    Kind.RUNS_OUT: _runs_out,
    Kind.LOSES_CORNER: _loses_corner,
    Kind.FEW_MOVES: _few_moves,
    Kind.LESS_ROOM: _less_room,
    Kind.TURNS_MANY: _turns_many,
    Kind.MISSES_PASS: _misses_pass,
    Kind.SECURES: _secures,
    Kind.WEDGES: _wedges,
    Kind.X_SQUARE: _x_square,
    Kind.C_SQUARE: _c_square,
    Kind.OPENS_MOVES: _opens_moves,
    Kind.FRONTIER: _frontier,
    Kind.PARITY: _parity,
    Kind.LEAVES_SQUARE: _leaves_square,
    Kind.OPENS_SQUARE: _opens_square,
    Kind.LEAVES_OPEN: _leaves_open,
    Kind.LOSES_SQUARE: _loses_square,
}
_MERITS: Mapping[Kind, Callable[[_Case], bool]] = {
    Kind.MISSES_CORNER: _takes_corner,
    Kind.MISSES_PASS: _forces_pass,
    Kind.ONLY_WIN: _alone_wins,
}
