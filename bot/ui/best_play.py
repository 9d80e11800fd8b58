"""An engine's best play in words: its moves as a line, not as alternatives, and who is ahead after it."""

from __future__ import annotations

from collections.abc import Sequence

from ai.analysis import Line
from bot.presenters.registry import PRESENTERS
from bot.texts import Raw, Texts
from bot.ui.evaluation import evaluation_label, is_even
from bot.ui.layout import UNBROKEN
from games import replay
from games.base import Move, Record

WRITTEN_MOVES = 2
"""Moves of a line that are written, which fit a phone; more are drawn."""
_LEADS = {
    "othello": ("lead.discs", "lead.discs-estimated"),
    "go": ("lead.points", "lead.points-estimated"),
}
"""What a lead is counted in: where it is exact, and where it is estimated."""


def written_line(record: Record, moves: Sequence[Move], texts: Texts) -> Raw:
    """The first moves of a line after a record: the move to play, bold, and who plays what after it."""
    presenter, position = PRESENTERS[record.game], replay(record)
    names = list[str]()
    for move in moves[:WRITTEN_MOVES]:
        side, name = (
            presenter.side_name_in(position.to_move, position, texts),
            presenter.move_in_words(position, move, texts),
        )
        names.append((f"{side} {name}" if names else f"**{name}**").replace(" ", UNBROKEN))
        position = position.play(move)
    first, following = names[0], ", ".join(names[1:])
    return texts("line.then", move=Raw(first), moves=Raw(following)) if following else Raw(first)


def standing(record: Record, line: Line, texts: Texts) -> Raw:
    """How the sides stand with best play after a record.

    Where the game counts discs or points, the side that is ahead and by how many; else the side to move and
    its prospects.
    """
    presenter, position = PRESENTERS[record.game], replay(record)
    mover, margin = position.to_move, line.margin or 0.0
    lead = round(margin)
    if not (margin if line.proven else lead) or record.game not in _LEADS:
        if is_even(line):
            return texts("evaluation.even")
        side = presenter.side_name_in(mover, position, texts)
        return texts("evaluation.of-side", side=side, evaluation=evaluation_label(line, texts))
    exact, estimated = _LEADS[record.game]
    leader = presenter.side_name_in(mover if margin > 0 else mover.other, position, texts)
    key, shown = (exact, abs(margin)) if line.proven else (estimated, abs(lead))
    return texts(key, side=leader, n=abs(lead), lead=f"{shown:g}")
