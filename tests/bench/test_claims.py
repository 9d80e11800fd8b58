"""The table of claims, on written moves."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from ai.analysis import Label
from ai.claims.kind import Kind
from ai.interrupt import stop_at
from bench import claims
from bench.claims import (
    Explained,
    Judged,
    count_processor_time,
    judge_into,
    recorded_games,
    table,
    targets_of,
)
from games.base import Record


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
    judged = _judging(monkeypatch)
    file, targets = tmp_path / "claims.jsonl", {("othello", "6x6"): 2, ("go", "9x9-korean"): 1}
    judge_into(file, targets, 1)
    with file.open("a") as cut:
        cut.write('{"slug": "go", "vari')
    matches = judge_into(file, {**targets, ("go", "9x9-korean"): 2}, 1)
    assert judged == [("othello", 1, ""), ("go", 1, ""), ("othello", 2, ""), ("go", 2, "")]
    moves = [move for match in matches for move in match.explained()]
    assert moves == [Explained(Label.BLUNDER, Kind.GIVES_CORNER, True, 0.1)] * 4


def test_recorded_games_come_first_and_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    judged = _judging(monkeypatch)
    folder = tmp_path / "records"
    folder.mkdir()
    (folder / "a.sgf").write_text("(;GM[1]SZ[9];B[ee];W[cc])(;GM[1]SZ[9];B[dd];W[cc])")
    (folder / "b.txt").write_text("no game")
    for _ in range(2):
        judge_into(tmp_path / "claims.jsonl", {("othello", "6x6"): 1}, 1, recorded_games(folder))
    assert judged == [("go", 0, "a.sgf"), ("go", 1, "a.sgf"), ("othello", 1, "")]


def test_each_game_has_its_share() -> None:
    targets = targets_of({"othello": 3.0, "go": 1.0}, 100)
    assert targets == {("othello", "8x8"): 75, ("go", "9x9-korean"): 25}


def test_a_busy_machine_ends_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    for clock in ("perf_counter", "monotonic"):
        monkeypatch.setattr(time, clock, getattr(time, clock))
    monkeypatch.setattr(threading, "Timer", threading.Timer)
    count_processor_time()
    stopped = list[str]()
    with stop_at(time.perf_counter() + 0.05, lambda: stopped.append("asleep")):
        time.sleep(0.1)  # as while other programs run
    with stop_at(time.perf_counter() + 0.01, lambda: stopped.append("at work")):
        while not stopped:
            sum(range(10_000))
    assert stopped == ["at work"]


def _judging(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int, str]]:
    """Replace matches and judging: each game has one move with a mark. What is judged is in the list."""
    judged = list[tuple[str, int, str]]()

    def judge(record: Record, number: int, name: str) -> Judged:
        judged.append((record.game, number, name))
        moves = (("blunder", Kind.GIVES_CORNER, True, 0.1),)
        return Judged(record.game, record.variant, number, moves, name)

    monkeypatch.setattr(claims, "_judged", judge)
    monkeypatch.setattr(claims, "_match", lambda slug, variant, number: Record(slug, variant))
    return judged
