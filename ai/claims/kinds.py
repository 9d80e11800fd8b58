"""Kinds of claims by what they are about, and what follows for those that are made."""

from __future__ import annotations

import math

from ai.claims.claim import Claim
from ai.claims.kind import Kind
from games.base import Move

OF_MISSED = frozenset(
    {
        Kind.MISSES_FIVE,
        Kind.MISSES_OPEN_FOUR,
        Kind.MISSES_FOUR_THREE,
        Kind.MISSES_DOUBLE_THREE,
        Kind.MISSES_DOUBLE_FOUR,
        Kind.MISSES_WIN,
        Kind.MISSES_THREE,
        Kind.MISSES_CORNER,
        Kind.MISSES_PASS,
        Kind.ONLY_WIN,
        Kind.MISSES_LADDER,
        Kind.MISSES_CAPTURE,
        Kind.MISSES_DOUBLE_ATARI,
        Kind.MISSES_NET,
        Kind.MISSES_ATARI,
        Kind.MISSES_KILL,
        Kind.ONLY_TRAP,
        Kind.MISSES_TRAP,
        Kind.MISSES_PAST,
        Kind.ONLY_ESCAPE,
        Kind.MISSES_KING,
        Kind.MISSES_ENTRY,
        Kind.ONLY_SAVE,
        Kind.MISSES_VICTORY,
        Kind.MISSES_FORK,
        Kind.MISSES_PIECE,
        Kind.MISSES_EXCHANGE,
        Kind.MISSES_TAKING,
        Kind.MISSES_ATTACK,
    }
)
"""Kinds whose line begins with the move that was better."""

OF_SIGNS = frozenset(
    {
        Kind.MORE_THREATS,
        Kind.FEWER_THREATS,
        Kind.MISSES_THREE,
        Kind.ALLOWS_FOUR,
        Kind.LEAVES_KEY,
        Kind.OPENS_MOVES,
        Kind.LESS_ROOM,
        Kind.TURNS_MANY,
        Kind.FRONTIER,
        Kind.PARITY,
        Kind.LEAVES_SQUARE,
        Kind.OPENS_SQUARE,
        Kind.LEAVES_OPEN,
        Kind.LOSES_SQUARE,
        Kind.LEAVES_POINT,
        Kind.FEW_LIBERTIES,
        Kind.FREES,
        Kind.LESS_SPACE,
        Kind.UNANSWERED,
        Kind.UNANSWERED_BREAK,
        Kind.PASSES,
        Kind.INSIDE_OWN,
        Kind.INSIDE_OTHERS,
        Kind.EMPTY_CORNER,
        Kind.EMPTY_SIDE,
        Kind.FIRST_LINE,
        Kind.DEAD_ALREADY,
        Kind.KILLED_ALREADY,
        Kind.ALIVE_ALREADY,
        Kind.CANNOT_KILL,
        Kind.EMPTIES_HAND,
    }
)
"""Kinds that count moves or discs, or name a place: signs of what is lost, not the loss."""
OF_SQUARES = frozenset({Kind.LEAVES_SQUARE, Kind.OPENS_SQUARE, Kind.LEAVES_OPEN, Kind.LOSES_SQUARE})
"""Kinds of Othello that say which square the opponent's answer takes, and not why that is good."""
OF_CORNERS = frozenset({Kind.GIVES_CORNER, Kind.MISSES_CORNER})
"""Kinds of a corner that is given away or missed with the next move: a lesson however few discs it costs."""
_UNNAMED = frozenset(
    {
        Kind.MISSES_WIN,
        Kind.ALLOWS_FOUR,
        Kind.MISSES_TRAP,
        Kind.MISSES_VICTORY,
        Kind.MISSES_ATTACK,
        Kind.OPENS_SQUARE,
    }
    | {Kind.UNANSWERED, Kind.UNANSWERED_BREAK, Kind.INSIDE_OWN, Kind.INSIDE_OTHERS, Kind.FIRST_LINE}
    | {Kind.DEAD_ALREADY, Kind.KILLED_ALREADY, Kind.ALIVE_ALREADY, Kind.CANNOT_KILL}
)
"""Kinds of both whose words do not name the better move."""
NAMES_BETTER = (
    OF_MISSED | OF_SIGNS | {Kind.GIVES_OPPOSITION, Kind.LESS_SAFE, Kind.EASES, Kind.SHUT_IN, Kind.LETS_OUT}
) - _UNNAMED
"""Kinds whose words name the better move, which is not said to somebody who is looking for it."""
OF_RESULTS = frozenset(
    {
        Kind.WIN_TO_LOSS,
        Kind.WIN_TO_DRAW,
        Kind.DRAW_TO_LOSS,
        Kind.FEWER_DISCS,
        Kind.LETS_PAST,
        Kind.OUT_OF_TURNS,
        Kind.ONLY_TRAP,
        Kind.MISSES_TRAP,
        Kind.GIVES_OPPOSITION,
        Kind.TRAPPED,
        Kind.MISSES_PAST,
        Kind.ONLY_ESCAPE,
        Kind.LEAVES_KING,
        Kind.IGNORES_ATTACK,
        Kind.KING_WALKS_IN,
        Kind.ENTERS_TOO_SOON,
        Kind.LETS_ENTER,
        Kind.MISSES_KING,
        Kind.MISSES_ENTRY,
        Kind.ONLY_SAVE,
        Kind.LOSES_KING,
        Kind.KING_FALLS,
        Kind.KING_ENTERS,
        Kind.MISSES_VICTORY,
        Kind.REPEATS,
    }
)
"""Kinds that say what the move costs."""
OF_MOVES = frozenset({Kind.MISSES_TRAP, Kind.TRAPPED, Kind.LOSES_KING, Kind.MISSES_VICTORY})
"""Kinds that say who wins a solved game, and within how many moves, but not why."""
MERITS = OF_MISSED | {Kind.LEAVES_FIVE, Kind.LEAVES_THREE, Kind.LEAVES_ATARI, Kind.DIES}
"""Kinds that can be said of a good move itself: it does what they say was missed, or stops what was left.

The line begins with the move; of stones that are saved, one is the line's second point.
"""
OF_STONES = frozenset(
    {
        Kind.SELF_ATARI,
        Kind.LETS_SAVE,
        Kind.LEAVES_ATARI,
        Kind.SNAPBACK,
        Kind.LADDER,
        Kind.RUNS_IN_LADDER,
        Kind.LADDER_BREAKS,
        Kind.MISSES_LADDER,
        Kind.MISSES_CAPTURE,
        Kind.NET,
        Kind.MISSES_NET,
        Kind.ALLOWS_ATARI,
        Kind.MISSES_ATARI,
        Kind.DIES,
        Kind.DIES_INSIDE,
        Kind.MISSES_KILL,
        Kind.LETS_LIVE,
    }
)
"""Kinds of Go whose ``n`` stones are caught or in danger, with a point for each stone and for its place."""


def reveals(claim: Claim, move: Move) -> bool:
    """Whether a claim gives the better move away: its words name it, or the opponent would answer there."""
    is_silent = claim.kind in OF_MISSED & _UNNAMED
    return claim.kind in NAMES_BETTER or (move in claim.line and not is_silent)


OF_ATARI = frozenset({Kind.ALLOWS_ATARI, Kind.MISSES_ATARI})
"""Kinds of `OF_STONES` about an atari on other stones than the one that was played."""
_OF_OWN_MOVE = frozenset({Kind.SELF_ATARI, Kind.SNAPBACK, Kind.RUNS_IN_LADDER, Kind.LADDER_BREAKS})
"""Kinds of `OF_STONES` about the stone that was played."""


_UNSEEN = frozenset({Kind.GIVES_OPPOSITION, Kind.LEAVES_GAP, Kind.ONLY_TRAP, Kind.ONLY_ESCAPE})
"""Kinds of Hare and Hounds that are true by what follows much later, and show no way to follow."""
_TIE = 1.25
"""The weight of a move whose cause can be said, beside others that cost about as much."""
_SOON = 3
"""Moves of a trap that a person can follow on the board without being shown them."""


def weight(claim: Claim | None, *, is_counted: bool) -> float:
    """How much more than its cost a move with a claim counts where a few moves stand for a match.

    Where costs are counted in discs or points, a move whose cause can be said comes before others that cost
    about as much; else it comes before all others, of which a chance is all that can be said. In Hare and
    Hounds this holds for a cause that can be followed on the board; another only breaks ties. In Go, a filled
    eye and stones that are put in atari are mistakes that anybody understands.
    """
    if claim is None or claim.kind in OF_SIGNS:
        return 1.0
    if not is_counted:
        is_unseen = claim.kind in _UNSEEN or (claim.kind is Kind.MISSES_TRAP and claim.n > _SOON)
        return _TIE if is_unseen else math.inf
    is_waste = claim.kind is Kind.FILLS_EYE or (claim.kind is Kind.SELF_ATARI and claim.n > 1)
    return 3.0 if is_waste else _TIE


def is_partial(claim: Claim, move: Move, points: float) -> bool:
    """Whether the stones of a claim on a move of Go are worth less than half of the points that it has lost.

    Stones that stood before, and are captured because of the move, can hold much more together: they are a
    cause.
    """
    if claim.kind is Kind.SELF_ATARI and claim.n > 1:
        return False
    is_little = claim.kind in OF_ATARI | _OF_OWN_MOVE or claim.line[1:2] == (move,)
    return claim.kind in OF_STONES and is_little and 4 * claim.n < points
