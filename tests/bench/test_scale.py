"""The scale: strengths are fitted together, a run continues where it ended, beginners obey the rules."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ai.human.scale import LEVEL_1, Rung, Scale
from bench import scale
from bench.first_timers import FIRST_TIMERS
from bench.ladder import Result
from games import GAMES
from games.base import Move

NAMES = ["0", "1", "2", "4"]


def results(strengths: dict[str, float], games: int) -> list[Result]:
    """Games of all pairs that score exactly as the strengths expect."""
    played, every = [], list(strengths)
    for at, first in enumerate(every):
        for second in every[at + 1 :]:
            score = 1 / (1 + 10 ** ((strengths[second] - strengths[first]) / 400))
            played += [Result(first, second, (Move(str(n)),), score, 9) for n in range(games)]
    return played


def test_the_fit_recovers_the_strengths_behind_the_scores() -> None:
    strengths = {"0": 0.0, "1": 100.0, "2": 200.0, "4": 400.0, scale.FULL: 650.0}
    fitted = scale.fitted(NAMES, "8x8", results(strengths, 400), 0)
    assert [rung.elo for rung in fitted.rungs] == pytest.approx([600, 700, 800, 1000], abs=6)
    assert fitted.full == pytest.approx(LEVEL_1 + 650, abs=10)
    assert [rung.skill for rung in fitted.rungs] == [0, 1, 2, 4]
    assert fitted.rungs[1].over_last == pytest.approx(0.64, abs=0.005)


def test_level_1_has_its_strength_and_weaker_skills_have_less() -> None:
    strengths = {"0": 0.0, "1": 100.0, "2": 200.0, "4": 400.0}
    fitted = scale.fitted(NAMES, "8x8", results(strengths, 400), 2)
    assert [rung.elo for rung in fitted.rungs] == pytest.approx([400, 500, 600, 800], abs=6)


def test_a_scale_is_measured_again_up_to_a_skill() -> None:
    known = Scale("8x8", (Rung(1, 480), Rung(2, LEVEL_1), Rung(4, 900)), 1500)
    measured = Scale("8x8", (Rung(0, 500), Rung(1, LEVEL_1), Rung(2, 820), Rung(4, 1000)), 0)
    joined = scale.joined(known, measured, 2)
    assert joined == Scale("8x8", (Rung(0, 500), Rung(1, LEVEL_1), Rung(2, 820), Rung(4, 1120)), 1720)


def test_more_games_make_the_steps_more_certain() -> None:
    strengths = {name: 100.0 * float(name) for name in NAMES} | {scale.FULL: 600.0}
    few, many = (scale.fitted(NAMES, "8x8", results(strengths, games), 0) for games in (5, 500))
    assert all(a.margin > 2 * b.margin for a, b in zip(few.rungs[1:], many.rungs[1:], strict=True))
    assert few.full_margin > 2 * many.full_margin > 0


def test_a_skill_that_seems_weaker_than_the_one_below_is_not() -> None:
    strengths = {"0": 0.0, "1": 300.0, "2": 100.0, "4": 400.0, scale.FULL: 600.0}
    elos = [rung.elo for rung in scale.fitted(NAMES, "8x8", results(strengths, 500), 0).rungs]
    assert elos == sorted(set(elos))


def test_neighbors_meet_from_both_sides() -> None:
    jobs = list(scale.schedule(NAMES, 2, 1))
    pairs = {(job.first, job.second) for job in jobs if job.opening == 0}
    assert {("0", "1"), ("1", "0"), ("2", "0"), ("4", scale.FULL), (scale.FULL, "2")} <= pairs
    assert ("0", "4") not in pairs
    assert ("0", "4") in {(job.first, job.second) for job in scale.schedule(NAMES, 1, 0, apart=3)}
    assert not any(scale.FULL in (job.first, job.second) for job in jobs if job.opening == 1)


@pytest.mark.parametrize("slug", GAMES)
def test_openings_are_legal_and_repeatable(slug: str) -> None:
    variant = GAMES[slug].variants[0]
    for number in range(2):
        moves, position = scale.opening(slug, variant, number), GAMES[slug].start(variant)
        assert moves == scale.opening(slug, variant, number)
        for move in moves:
            assert move in position.legal_moves()
            position = position.play(move)
        assert position.outcome() is None


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("name", FIRST_TIMERS)
def test_first_timers_play_legal_moves_to_the_end(slug: str, name: str) -> None:
    dice, position = random.Random(4), GAMES[slug].start(GAMES[slug].variants[0])
    for _ in range(4):
        if position.outcome() is not None:
            break
        move = FIRST_TIMERS[name](position, dice)
        assert move in position.legal_moves()
        position = position.play(move)


def test_a_run_continues_where_the_last_one_ended(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = ["hare_and_hounds", "--skills", "0", "3", "--full-openings", "1", "--folder", str(tmp_path)]
    assert scale.main([*run, "--openings", "1"]) == 0
    path = tmp_path / "hare_and_hounds-classic.jsonl"
    first = [line for line in path.read_text().splitlines() if line]
    assert scale.main([*run, "--openings", "2"]) == 0
    both = [line for line in path.read_text().splitlines() if line]
    assert both[: len(first)] == first and len(both) == len(first) + 2
    assert "| 3 |" in capsys.readouterr().out


def test_first_timers_have_a_table_of_their_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = ["hare_and_hounds", "--beginners", "--skills", "0", "--openings", "1", "--folder", str(tmp_path)]
    assert scale.main(run) == 0
    assert "| skill | casual | greedy | careful |" in capsys.readouterr().out
