"""The table of claims, on written moves."""

from __future__ import annotations

from ai.analysis import Label
from ai.claims.claim import Claim, Kind
from bench.claims import Explained, table


def test_the_table_counts_labels_and_kinds() -> None:
    corner = Claim(Kind.GIVES_CORNER)
    moves = [
        Explained(Label.BLUNDER, corner, holds_again=True, seconds=0.2),
        Explained(Label.BLUNDER, None, holds_again=True, seconds=0.1),
        Explained(Label.MISTAKE, corner, holds_again=False, seconds=0.3),
    ]
    said = table(moves)
    assert "| blunder | 2 | 1 | 50% |" in said
    assert "| inaccuracy | 0 | 0 | – |" in said
    assert "| gives-corner | 2 |" in said
    assert "1 of 2 claims hold when they are checked again." in said
    assert "0.30 s" in said
