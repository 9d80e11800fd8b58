"""Claims in words, in the reader's language."""

from __future__ import annotations

from ai.claims.claim import OF_MISSED, Claim
from bot.presenters.registry import PRESENTERS
from bot.texts import Raw, Texts
from games import replay
from games.base import Move, Record


def claim_text(before: Record, move: Move, claim: Claim, texts: Texts) -> Raw:
    """What is claimed of a move after a record, in a few words that can follow others."""
    presenter, position = PRESENTERS[before.game], replay(before)
    mover = position.to_move
    names = [Raw(presenter.move_text(played, texts)) for played in claim.line[:2]]
    first, second = (*names, Raw(""), Raw(""))[:2]
    return texts(
        f"claim.{claim.kind}",
        side=presenter.side_name_in(mover if claim.kind in OF_MISSED else mover.other, position, texts),
        first=first,
        second=second,
        n=claim.n,
    )
