"""Steps between strengths: their margins follow from those of the measured skills."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ai.human.scale import Rung, Scale
from bench import rungs, scale

MEASURED = Scale("classic", (Rung(0, 600), Rung(1, 800), Rung(2, 900)), 1300)
INDEPENDENT = np.diag([0.0, 100.0, 0.0, 400.0])


def test_a_step_within_a_measured_one_has_its_part_of_the_margin() -> None:
    whole, half = (
        rungs.margins(MEASURED, INDEPENDENT, strengths)[0] for strengths in ((600, 800), (700, 800))
    )
    assert whole == pytest.approx(1.96 * 10) and half == pytest.approx(whole / 2)


def test_a_step_across_a_measured_skill_has_parts_of_both() -> None:
    (margin,) = rungs.margins(MEASURED, INDEPENDENT, (780, 820))
    assert margin == pytest.approx(1.96 * 10 * abs(0.8 - 0.9))


def test_the_full_engine_is_the_last_of_the_scale() -> None:
    assert rungs.margins(MEASURED, INDEPENDENT, (900, 1300)) == pytest.approx([1.96 * 20])


def test_points_are_the_score_that_the_stronger_one_is_expected_to_make() -> None:
    assert rungs.expected(0) == 0.5 and rungs.expected(300) == pytest.approx(0.849, abs=0.001)


def test_tables_are_made_from_saved_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = ["hare_and_hounds", "--folder", str(tmp_path)]
    with pytest.raises(SystemExit):
        rungs.main(run)
    assert "has no games of hare_and_hounds" in capsys.readouterr().err
    assert scale.main([*run, "--openings", "1", "--full-openings", "1", "--at-most", "0.01"]) == 0
    capsys.readouterr()
    assert rungs.main(run) == 0
    table = capsys.readouterr().out
    assert "| 600 | 700 |" in table and "| level | 1 | 2 |" in table
