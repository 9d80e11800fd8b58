"""What becomes of pieces in Twelve Janggi: which are captured, retaken or offered, by the rules."""

from __future__ import annotations

from ai.claims.checkers.twelve_janggi_force import attackers, king, loses_at_once, takes_king, wins_at_once
from games.base import Move, RuleError, Side
from games.twelve_janggi import INDEX, SQUARES, JanggiPosition


def captures(position: JanggiPosition, move: Move) -> bool:
    """Whether a legal move captures."""
    return position.board[to_of(move)] != "."


def origin_of(move: Move) -> int | None:
    """The square that a step leaves; None for a drop."""
    origin, dash, _ = move.partition("-")
    return INDEX[origin] if dash else None


def to_of(move: Move) -> int:
    """The square where a move goes."""
    return INDEX[move[-2:]]


def takes_for_nothing(position: JanggiPosition, move: Move) -> bool:
    """Whether a legal move takes a piece that is no King, and no answer retakes or wins."""
    if not captures(position, move):
        return False
    after = position.play(move)
    return (
        after.outcome() is None
        and not attackers(after, after.to_move, to_of(move))
        and not wins_at_once(after)
    )


def exchanges(position: JanggiPosition, offer: Move, capture: Move, retake: Move) -> bool:
    """Whether a move takes nothing and offers the piece that moves, for the one that captures it.

    The capture and the retake are legal moves, and none of the three loses at once.
    """
    if captures(position, offer) or origin_of(offer) == king(position, position.to_move):
        return False
    for move in (offer, capture, retake):
        if to_of(move) != to_of(offer):
            return False
        position = position.play(move)
        if position.outcome() is not None or loses_at_once(position):
            return False
    return True


def exchange_offered(position: JanggiPosition, offer: Move) -> tuple[Move, Move] | None:
    """A capture and a retake with which a move `exchanges`; None if it offers none, or is not legal."""
    try:
        offered = position.play(offer)
    except RuleError:
        return None
    answers = (
        (capture, retake)
        for capture in offered.legal_moves()
        if to_of(capture) == to_of(offer)
        for retake in offered.play(capture).legal_moves()
        if to_of(retake) == to_of(offer)
    )
    return next((answer for answer in answers if exchanges(position, offer, *answer)), None)


def safe_steps(position: JanggiPosition, side: Side) -> list[int]:
    """Where a side's King could step without being taken, if it were its turn; not to the other King."""
    own = without_turn(position, side)
    origin, other = king(own, side), king(own, side.other)
    steps = [to for to in own.reachable(origin) if to != other]
    return [to for to in steps if not takes_king(own.play(Move(f"{SQUARES[origin]}-{SQUARES[to]}")))]


def without_turn(position: JanggiPosition, side: Side) -> JanggiPosition:
    """The position as if it were a side's turn, and the match began with it."""
    return JanggiPosition(position.board, position.hands, side)
