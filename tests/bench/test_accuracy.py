"""The bench of accuracies: whose moves are judged, and what its table says."""

from __future__ import annotations

from pathlib import Path

import pytest

from ai.othello.levels import ACCURACY_MARGIN
from bench import accuracy
from bench.accuracy import PLAYERS, Job, Judged
from games.base import Side


def test_matches_are_from_both_sides() -> None:
    jobs = list(accuracy.schedule(2))
    assert len(jobs) == 2 * len(PLAYERS)
    assert {(job.player, job.side) for job in jobs} == {
        (player, side) for player in PLAYERS for side in (1, 2)
    }


def test_the_moves_of_the_player_alone_are_judged() -> None:
    moves = accuracy.judged("hare_and_hounds", "classic", Job(accuracy.RANDOM, int(Side.FIRST), 0))
    assert 0 < len(moves.scores) == len(moves.losses) == len(moves.margin_losses) <= 15
    assert set(moves.margin_losses) == {-1.0}
    assert 0 < (moves.accuracy("hare_and_hounds") or 0) <= 100


def test_a_table_has_the_mean_of_each_player() -> None:
    results = [
        Judged("1", 1, 0, (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)),
        Judged("1", 2, 1, (0.0, 0.0), (0.0, 0.0), (ACCURACY_MARGIN, ACCURACY_MARGIN)),
        Judged("8", 1, 0, (), (), ()),
    ]
    assert accuracy.markdown("othello", results).splitlines()[2:] == ["| 1 | 2 | 68 % | 37 % | 100 % |"]


def test_a_run_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played: list[Job] = []

    def judged(slug: str, variant: str, job: Job) -> Judged:
        played.append(job)
        return Judged(job.player, job.side, job.number, (0.0,), (0.0,), (0.0,))

    monkeypatch.setattr(accuracy, "judged", judged)
    monkeypatch.setattr(accuracy, "count_processor_time", lambda: None)
    for matches in ("1", "2"):
        assert accuracy.main(["othello", "--matches", matches, "--folder", str(tmp_path)]) == 0
    assert len(played) == len(set(played)) == 2 * len(PLAYERS)
    assert "| 8 | 2 | 100 % |" in capsys.readouterr().out
