"""Whether claims on exchanges, on the King's room and on pieces in hand hold in Twelve Janggi."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ai.claims.checkers.case import Case
from ai.claims.checkers.twelve_janggi_force import loses_at_once
from ai.claims.checkers.twelve_janggi_pieces import captures, exchange_offered, exchanges, safe_steps
from ai.claims.kind import Kind
from games.twelve_janggi import JanggiPosition

JanggiCase = Case[JanggiPosition]
_SHUT, _WIDER = 1, 2
"""The most steps of a King that is shut in, and how many more make a difference."""


def _misses_exchange(case: JanggiCase) -> bool:
    return _offers_first(case) and exchange_offered(case.position, case.move) is None


def _offers_first(case: JanggiCase) -> bool:
    return _offers(case, case.position)


def _lets_exchange(case: JanggiCase) -> bool:
    return _offers(case, case.after) and exchange_offered(case.instead, case.first) is None


def _offers(case: JanggiCase, position: JanggiPosition) -> bool:
    """Whether the line's three moves are an exchange."""
    line = case.claim.line
    return exchanges(position, line[0], line[1], line[2])


def _shut_in(case: JanggiCase) -> bool:
    """The numbers are of the mover's King after both answers."""
    answered, instead = case.after.play(case.first), case.instead.play(case.claim.line[1])
    n, had = len(safe_steps(answered, case.mover)), len(safe_steps(instead, case.mover))
    return (n, had) == (case.claim.n, case.claim.had) and n <= _SHUT and had - n >= _WIDER


def _lets_out(case: JanggiCase) -> bool:
    """The numbers are of the opponent's King after both moves."""
    n, had = (len(safe_steps(position, case.opponent)) for position in (case.after, case.instead))
    return (n, had) == (case.claim.n, case.claim.had) and had <= _SHUT and n - had >= _WIDER


def _misses_taking(case: JanggiCase) -> bool:
    return not captures(case.position, case.move) and _takes(case)


def _takes(case: JanggiCase) -> bool:
    """Whether the line's first move takes a piece, no King, and does not lose at once."""
    after = case.position.play(case.first)
    return captures(case.position, case.first) and after.outcome() is None and not loses_at_once(after)


def _empties_hand(case: JanggiCase) -> bool:
    is_last = "*" in case.move and len(case.position.hand) == 1
    return is_last and "*" not in case.better and not loses_at_once(case.instead)


SIGN_CHECKS: Mapping[Kind, Callable[[JanggiCase], bool]] = {
    Kind.MISSES_EXCHANGE: _misses_exchange,
    Kind.LETS_EXCHANGE: _lets_exchange,
    Kind.SHUT_IN: _shut_in,
    Kind.LETS_OUT: _lets_out,
    Kind.MISSES_TAKING: _misses_taking,
    Kind.EMPTIES_HAND: _empties_hand,
}
SIGN_MERITS: Mapping[Kind, Callable[[JanggiCase], bool]] = {
    Kind.MISSES_EXCHANGE: _offers_first,
    Kind.MISSES_TAKING: _takes,
}
