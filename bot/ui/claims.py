"""Claims in words, in the reader's language."""

from __future__ import annotations

from ai.claims.claim import OF_MISSED, Claim, Kind
from bot.presenters.registry import PRESENTERS
from bot.texts import Raw, Texts
from games import replay
from games.base import Move, Record, Side
from games.othello import OthelloPosition


def claim_text(before: Record, move: Move, claim: Claim, texts: Texts) -> Raw:
    """What is claimed of a move after a record, in a few words that can follow others."""
    presenter, position = PRESENTERS[before.game], replay(before)
    mover = position.to_move
    total = position.size**2 if isinstance(position, OthelloPosition) else 0
    names = [Raw(presenter.move_text(played, texts)) for played in claim.line[:2]]
    first, second = (*names, Raw(""), Raw(""))[:2]
    return texts(
        f"claim.{claim.kind}",
        side=presenter.side_name_in(_side_named(mover, claim), position, texts),
        mover=presenter.side_name_in(mover, position, texts),
        first=first,
        second=second,
        n=claim.n,
        rest=total - claim.n,
        better=Raw(claim.better or ""),
        had=claim.had,
        had_rest=total - claim.had,
    )


def _side_named(mover: Side, claim: Claim) -> Side:
    """The side that a claim names: who wins or could have won, or in Othello who has to pass."""
    return mover if claim.kind in OF_MISSED and claim.kind is not Kind.MISSES_PASS else mover.other
