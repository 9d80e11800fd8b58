"""Claims in words, in the reader's language."""

from __future__ import annotations

from ai.claims.claim import OF_MISSED, Claim, Kind
from bot.presenters.registry import PRESENTERS
from bot.texts import Raw, Texts
from games import replay
from games.base import Record, Side
from games.othello import OthelloPosition


def claim_text(before: Record, claim: Claim, texts: Texts) -> Raw:
    """What is claimed of a move after a record, in a few words that can follow others."""
    presenter, position = PRESENTERS[before.game], replay(before)
    mover = position.to_move
    total = position.size**2 if isinstance(position, OthelloPosition) else 0
    first, second, *_ = (*(presenter.move_text(move, texts) for move in claim.line), "", "")
    return texts(
        f"claim.{claim.kind}",
        side=presenter.side_name_in(_side_named(mover, claim), position, texts),
        mover=presenter.side_name_in(mover, position, texts),
        first=Raw(first),
        second=Raw(second),
        n=claim.n,
        rest=total - claim.n,
        better=Raw(claim.better or ""),
        had=claim.had,
        had_rest=total - claim.had,
    )


def _side_named(mover: Side, claim: Claim) -> Side:
    """The side that a claim names: who wins or could have won, or in Othello who has to pass."""
    return mover if claim.kind in OF_MISSED and claim.kind is not Kind.MISSES_PASS else mover.other
