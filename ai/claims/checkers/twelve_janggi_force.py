"""Wins by force in Twelve Janggi, proved by plain recursion over the rules.

The winner takes the King, or enters the enemy camp with its own where it cannot be taken. Its moves are tried
in turn, those of a line first, then attacks on the King and captures; the loser's are all. Positions of the
match are not entered: a third time they are a draw. A win needs no other position twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from ai.claims.checkers.budget import Budget
from games.base import Move, Side
from games.twelve_janggi import COLUMNS, GOALS, INDEX, SQUARES, JanggiPosition, camp


def without_past(position: JanggiPosition) -> JanggiPosition:
    """The position as if the match began with it."""
    return replace(position, history=())


def attackers(position: JanggiPosition, side: Side, square: int) -> list[int]:
    """The squares of the pieces of a side that could step to a square if another piece were on it."""
    return [
        origin
        for origin, piece in enumerate(position.board)
        if position.owns(origin, side) and square in GOALS[piece][origin]
    ]


def king(position: JanggiPosition, side: Side) -> int:
    """The square of a side's King; -1 if it is taken."""
    return position.board.find(position.symbol("K", side))


def takes_king(position: JanggiPosition) -> bool:
    """Whether the side to move can take the King."""
    square = king(position, position.to_move.other)
    return square >= 0 and bool(attackers(position, position.to_move, square))


def entries(position: JanggiPosition) -> Iterator[Move]:
    """The steps of the King of the side to move into the enemy camp, where it cannot be taken."""
    side = position.to_move
    origin = king(position, side)
    for to in position.reachable(origin):
        step = Move(f"{SQUARES[origin]}-{SQUARES[to]}")
        if to % COLUMNS == camp(side.other) != origin % COLUMNS and not takes_king(position.play(step)):
            yield step


def wins_at_once(position: JanggiPosition) -> bool:
    """Whether the side to move takes the King or enters the camp with its own, with this move."""
    if takes_king(position):
        return True
    enemy = king(position, position.to_move.other)
    has_entered = enemy % COLUMNS == camp(position.to_move)  # and wins if it is not taken now
    return not has_entered and next(entries(position), None) is not None


def loses_at_once(after: JanggiPosition) -> bool:
    """Whether the side that has just moved loses with the answer."""
    return after.outcome() is None and wins_at_once(after)


def safe_moves(position: JanggiPosition) -> int:
    """How many moves of the side to move do not lose at once."""
    return sum(not loses_at_once(position.play(move)) for move in position.legal_moves())


@dataclass(frozen=True, slots=True)
class Force:
    """A search for a win by force; ``seen`` are the keys of positions that count as no win."""

    line: Sequence[Move]
    budget: Budget
    seen: frozenset[str] = frozenset()
    _known: dict[tuple[str, int], bool] = field(default_factory=dict)

    def wins(self, position: JanggiPosition, moves: int) -> bool:
        """Whether the side to move, in a position `without_past`, wins with so many own moves at most."""
        if moves < 1:
            return False
        if wins_at_once(position):
            return True
        if moves == 1:
            return False
        known = self._known.get((position.key, moves))
        if known is None:
            known = any(self.wins_after(after, moves - 1) for after in self._tried(position))
            self._known[position.key, moves] = known
        return known

    def wins_after(self, position: JanggiPosition, moves: int) -> bool:
        """Whether the side that has just moved wins with so many further moves, whatever the answer is."""
        outcome, winner = position.outcome(), position.to_move.other
        if outcome is not None:
            return outcome.winner is winner
        if takes_king(position) or position.key in self.seen:
            return False
        return all(self._is_lost(position, reply, moves) for reply in self._answers(position))

    def _is_lost(self, position: JanggiPosition, reply: Move, moves: int) -> bool:
        after = self._played(position, reply)
        outcome = after.outcome()
        if outcome is not None:
            return outcome.winner is position.to_move.other
        return after.key not in self.seen and self.wins(after, moves)

    def _answers(self, position: JanggiPosition) -> Sequence[Move]:
        """Every move, those of the King first: they are what most often helps."""
        square = SQUARES[king(position, position.to_move)]
        return sorted(position.legal_moves(), key=lambda move: not move.startswith(f"{square}-"))

    def _tried(self, position: JanggiPosition) -> Iterator[JanggiPosition]:
        """The positions after the moves of the line, then after attacks on the King and captures."""
        moves = position.legal_moves()
        for move in sorted(moves, key=lambda move: move not in self.line):
            after = self._played(position, move)
            to = INDEX[move[-2:]]
            if move in self.line or after.is_check or position.board[to] != ".":
                yield after

    def _played(self, position: JanggiPosition, move: Move) -> JanggiPosition:
        self.budget.spend()
        return without_past(position.play(move))
