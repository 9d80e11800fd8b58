"""The table of claims, on written moves."""

from __future__ import annotations

from pathlib import Path

import pytest

from ai.analysis import Label
from ai.claims.claim import Kind
from bench import claims
from bench.claims import Explained, Judged, judge_into, table


def test_the_table_counts_labels_and_kinds() -> None:
    corner = Kind.GIVES_CORNER
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


def test_a_long_run_goes_on_where_it_has_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    judged = list[tuple[str, int]]()

    def judge(slug: str, variant: str, number: int) -> Judged:
        judged.append((slug, number))
        return Judged(slug, variant, number, (("blunder", Kind.GIVES_CORNER, True, 0.1),))

    monkeypatch.setattr(claims, "_judged", judge)
    file, variants = tmp_path / "claims.jsonl", [("othello", "6x6"), ("go", "9x9-korean")]
    judge_into(file, variants, 1, 3)
    with file.open("a") as cut:
        cut.write('{"slug": "go", "vari')
    matches = judge_into(file, variants, 1, 4)
    assert judged == [("othello", 1), ("go", 1), ("othello", 2), ("go", 2)]
    moves = [move for match in matches for move in match.explained()]
    assert moves == [Explained(Label.BLUNDER, Kind.GIVES_CORNER, True, 0.1)] * 4
