"""Collections held against sgfmill: what is equal, and what is not compared and why."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.records import check
from bot.records.reading import read

FILES = {
    "two.sgf": "(;SZ[9];B[ba];W[aa];B[ab];W[])(;GM[1]SZ[9]AB[cc][gg]AE[gg];W[ee];B[ef])",
    "free.sgf": "(;SZ[9]HA[2];B[cc];B[gg];W[ee])",
    "server.SGF": "(;SZ[9]HA[2];AB[cc][gg];W[ee])",
    "added.sgf": "(;SZ[9]HA[2];W[ee])",
    "illegal.sgf": "(;SZ[9];B[ee];W[ee])",
    "rules.sgf": "(;SZ[9]AB[ba][bb][ab];W[aa])",
    "othello.sgf": "(;GM[2];B[dc])",
    "notes.txt": "not a game",
    "nothing.gib": "nothing",
}


def test_games_are_counted_by_what_became_of_them(tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    counts, notes, different = check(tmp_path)
    assert different == []
    assert (notes["record.no-rules"], notes["record.handicap-moves"]) == (7, 1)
    assert counts == {
        "files": 8,
        "games": 9,
        "equal": 4,
        "note: record.handicap-added": 1,
        "both refuse: rule.occupied": 1,
        "problem: rule.suicide": 1,
        "read, without another reader": 1,
        "record.no-games": 1,
    }


def test_a_difference_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "game.sgf").write_text("(;SZ[9];B[ee])")
    monkeypatch.setattr("bench.records._own_boards", lambda _: [bytes(81)])
    counts, _, different = check(tmp_path)
    assert counts["different"] == 1 and different == [f"different: {tmp_path / 'game.sgf'}"]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("(;SZ[9]KM[7.5];B[ee])", "komi"),
        ("(;SZ[9]RE[W+R];B[ee])", "result"),
        ("(;SZ[9];W[];B[ee])", "who begins"),
    ],
)
def test_what_differs_besides_the_boards_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, what: str
) -> None:
    """As if the reader took another value and said nothing."""
    (tmp_path / "game.sgf").write_text(text)
    silent = read(b"(;SZ[9]RU[Korean]RE[B+R];B[ee])")
    monkeypatch.setattr("bench.records.read", lambda _: silent)
    counts, _, _ = check(tmp_path)
    assert counts[f"different: {what}"] == 1
