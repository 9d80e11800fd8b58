"""The picture of a mistake: what was better, and what is claimed of the mistake."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ai.analysis import Judgement, Line
from ai.claims.claim import Claim
from ai.claims.kind import Kind
from bot.match.report import Report
from bot.presenters.board_scene import BoardScene
from bot.texts import texts
from bot.ui.fault_scene import fault_scene
from bot.ui.overview import opening_scene, overview_view
from bot.ui.practice import Practice, answer_scene, answer_view, attempt_scene, attempt_view
from bot.ui.review import step_scene, step_view
from games.base import Move, Outcome, Side
from tests.bot.stories import HARE_ESCAPES, match_of
from tests.bot.ui.shown import components_of
from tests.bot.verdicts import fault, line

EN, KO = texts("en"), texts("ko")


def judged(slug: str, variant: str, moves: str, best: Line, claim: Claim | None) -> tuple[Report, Judgement]:
    """The report of a match in which the move before the last was a mistake, and its judgement."""
    ended: dict[str, Any] = {"state": "over", "outcome": Outcome(Side.SECOND, "outcome.resigned"), "id": 7}
    match = match_of(slug, variant, tuple(map(Move, moves.split())), **ended)
    ply = match.ply - 2
    verdict = replace(fault(match, ply, proven=True, plies=9), best=best, claim=claim)
    report = Report.of(match, {ply: verdict}, is_final=True)
    judgement = report.judgements[ply]
    assert judgement is not None
    return report, judgement


ATARI = "a5 a6 j9 b5 j1 j2"
"""Black's j1 leaves a5 in atari: White can capture it with a4."""
SAVES = line("a4", "c5", "c4", score=1.0, proven=True, plies=9)
LEFT = Claim(Kind.LEAVES_ATARI, (Move("a4"),), 1, Move("a4"))


def drawn(scene: BoardScene) -> list[str]:
    return [f"{side.name} {move}" for move, side in scene.line]


def test_of_an_answer_the_answer_is_the_line_and_what_was_better_has_a_ring() -> None:
    report, judgement = judged("go", "9x9-korean", ATARI, SAVES, LEFT)
    scene = fault_scene(report, judgement, LEFT)
    assert drawn(scene) == ["SECOND a4"] and scene.suggestion == "a4" and scene.mistake == "j1"
    assert scene.group == {"a5"} and scene.record.moves == report.match.moves[:4]


@pytest.mark.parametrize(
    ("moves", "better", "shown"),
    [
        ("h8 i9 g9 i7 g8 i8 i10", "j8 i8 h6 f8", ["SECOND j8"]),
        ("h8 i7 i9 j8 h9 g7 h7 h6", "k9 j9 j10 h7 j7", ["FIRST k9", "SECOND j9", "FIRST j10"]),
    ],
)
def test_better_moves_end_before_the_point_of_the_mistake(moves: str, better: str, shown: list[str]) -> None:
    """Its cross would hide the number there."""
    best = line(*better.split(), score=1.0, proven=True, plies=9)
    report, judgement = judged("gomoku", "renju-15", moves, best, None)
    assert drawn(fault_scene(report, judgement, None)) == shown


def test_without_a_claim_the_better_moves_are_the_line() -> None:
    report, judgement = judged("go", "9x9-korean", ATARI, SAVES, None)
    scene = fault_scene(report, judgement, None)
    assert drawn(scene) == ["FIRST a4", "SECOND c5", "FIRST c4"]
    assert scene.suggestion == "a4" and not scene.group and not scene.dots


def test_beside_dots_only_the_better_move_is_drawn() -> None:
    best = line("e6", "d6", score=1.0, proven=True, plies=9)
    claim = Claim(Kind.X_SQUARE, (Move("h8"),), better=Move("e6"))
    report, judgement = judged("othello", "8x8", "d3 c3 c4 e3", best, claim)
    scene = fault_scene(report, judgement, claim)
    assert drawn(scene) == ["FIRST e6"] and scene.dots == {"h8"}
    assert len(fault_scene(report, judgement, None).line) == 2
    turned = Claim(Kind.TURNS_MANY, (), 4, Move("e6"), 1)
    assert drawn(fault_scene(report, judgement, turned)) == ["FIRST e6"]


def test_where_pieces_move_a_line_that_was_missed_is_drawn_as_it_is_written() -> None:
    best = line(*HARE_ESCAPES[1:6], score=1.0, proven=True, plies=9)
    moves = " ".join([HARE_ESCAPES[0], "b5-a4", HARE_ESCAPES[2]])
    claim = Claim(Kind.MISSES_PAST, best.moves, 3)
    report, judgement = judged("hare_and_hounds", "classic", moves, best, claim)
    assert len(fault_scene(report, judgement, claim).line) == 5
    assert len(fault_scene(report, judgement, None).line) == 1


JANGGI = "b1-c2 b4-a3 b2-b3 c4-b3"
FALLS_IN = "a3-a2 a1-b2 c4-b3 c2-c3 Z*c4 Z*c2 c4-c3"
FALLS = Claim(Kind.KING_FALLS, tuple(map(Move, FALLS_IN.split())), 4)


def test_where_pieces_move_an_answer_is_drawn_on_the_board_after_the_mistake() -> None:
    best = line("c2-c3", score=1.0, proven=True, plies=9)
    report, judgement = judged("twelve_janggi", "classic", JANGGI, best, FALLS)
    scene = fault_scene(report, judgement, FALLS)
    assert scene.record.moves == report.match.moves[:3] and scene.mistake is None
    assert drawn(scene) == ["SECOND a3-a2", "FIRST a1-b2", "SECOND c4-b3"]
    words = description(overview_view(report, None, EN, 1))
    assert words.startswith("Moves drawn: 1 Red a3 → a2, 2 Green a1 → b2, 3 Red c4 → b3. 3. Green ")
    answer = answer_scene(report, judgement.ply)
    assert answer.record.moves == report.match.moves[:2] and drawn(answer) == ["FIRST c2-c3"]


def test_a_review_and_its_overview_mark_what_they_say() -> None:
    report, _ = judged("go", "9x9-korean", ATARI, SAVES, LEFT)
    assert step_scene(report, 5).group == {"a5"}
    assert opening_scene(report) == step_scene(report, 5)
    last = replace(report, match=replace(report.match, moves=report.match.moves[:5]))
    assert step_scene(last, 5).group == frozenset(), "of the last move the result is said"


def description(view: Any) -> str:
    (picture,) = [part["items"][0] for part in components_of(view) if "items" in part]
    return str(picture["description"])


def test_what_is_drawn_is_described() -> None:
    report, _ = judged("go", "9x9-korean", ATARI, SAVES, LEFT)
    words = description(step_view(report, None, 5, EN))
    assert words.startswith("The position before this move: 5. Black j1.")
    assert "Moves drawn: 1 White a4. Ringed: a5." in words
    assert "표시된 수: 1 백 a4. 고리 표시: a5." in description(step_view(report, None, 5, KO))
    assert "Ringed: a5." in description(answer_view(report.match, Practice(7, 4), report, EN, ""))
    overview = description(overview_view(report, None, EN, 1))
    assert "Moves drawn: 1 White a4. Ringed: a5." in overview


def test_a_move_that_was_tried_shows_what_it_allows_without_the_better_move() -> None:
    report, _ = judged("go", "9x9-korean", ATARI, SAVES, LEFT)
    tried = replace(report, match=replace(report.match, moves=report.match.moves[:5]))
    scene = attempt_scene(tried, 4)
    assert drawn(scene) == [] and scene.group == frozenset(), "the opponent would answer on the better point"
    verdicts = [verdict and replace(verdict, best=line("g7", score=0.9)) for verdict in tried.verdicts]
    tried = replace(tried, verdicts=tuple(verdicts))
    scene = attempt_scene(tried, 4)
    assert drawn(scene) == ["SECOND a4"] and scene.group == {"a5"} and scene.suggestion is None
    assert scene.record.moves[-1] == "j1" and scene.mistake is None
    words = description(attempt_view(report.match, Practice(7, 4), tried, EN, ""))
    assert words.startswith("Moves drawn: 1 White a4. Ringed: a5. 5. Black j1.")
