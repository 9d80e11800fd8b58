"""Which moves of a match the overview lists: those that turned it, and what a teacher would point out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ai.analysis import MARKED, Judgement, is_turning_point, last_swing
from ai.claims.claim import Claim
from ai.claims.kinds import OF_CORNERS, OF_SQUARES

LISTED = 3
"""The moves of a match without moments by its length (`ai.analysis.decisive`)."""
_ALIKE = 0.75
"""The part of the discs of a move that another costs if it is as good a lesson."""


def with_lessons(
    turned: Sequence[Judgement], judged: Iterable[Judgement | None], claims: Mapping[int, Claim]
) -> tuple[Judgement, ...]:
    """The moves that a match of Othello lists, from those that `turned` it most, the costliest first.

    Of moves of like cost, one with a cause takes the place of one without: ``claims`` has what can be said
    of them, by the number of moves before them. Corners given away or missed are listed, too, after the
    costliest move that turned the match, even if few discs were lost, or the match before.
    """
    known = [candidate for candidate in judged if candidate is not None and candidate.label in MARKED]
    swing = last_swing(filter(is_turning_point, known))
    chosen = list(turned)
    others = [candidate for candidate in known if is_turning_point(candidate) and candidate not in chosen]
    # From the cheapest on, so that the best lessons take the place of the moves that cost least.
    for place, move in reversed(list(enumerate(chosen))):
        alike = [
            other for other in others if _lost(other) >= _ALIKE * _lost(move) and _has_cause(other, claims)
        ]
        if alike and not _has_cause(move, claims) and move is not swing:
            chosen[place] = max(alike, key=_lost)
            others.remove(chosen[place])
    chosen.sort(key=_lost, reverse=True)
    corners = [
        candidate
        for candidate in known
        if candidate.ply in claims and claims[candidate.ply].kind in OF_CORNERS
    ]
    for move in sorted(corners, key=_lost, reverse=True):
        # A corner takes the place of the cheapest move that may go.
        replaced = [other for other in chosen[1:] if other not in corners and other is not swing]
        if move in chosen or (len(chosen) >= LISTED and not replaced):
            continue
        if len(chosen) >= LISTED:
            chosen.remove(replaced[-1])
        chosen.append(move)
    return tuple(chosen)


def _lost(move: Judgement) -> float:
    return move.margin_loss or 0.0


def _has_cause(move: Judgement, claims: Mapping[int, Claim]) -> bool:
    """Whether more can be said of a move than which square it leaves to whom.

    Signs are lessons, too, unlike in `ai.claims.kinds.weight`, by which `decisive` has chosen before.
    """
    return move.ply in claims and claims[move.ply].kind not in OF_SQUARES
