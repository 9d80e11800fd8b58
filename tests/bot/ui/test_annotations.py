"""What the analysis says in a file."""

from __future__ import annotations

from dataclasses import replace

from ai.analysis import Verdict
from bot.match.game_record import game_record
from bot.match.report import Report
from bot.records.base import GameRecord, Quality
from bot.records.reading import read
from bot.records.sgf_writer import write_sgf
from bot.texts import texts
from bot.ui.annotations import annotated
from data.model.match import Match
from games.base import Move, Outcome
from tests.bot.stories import match_of
from tests.bot.verdicts import line, report_of


def othello() -> Match:
    moves = tuple(map(Move, ["d3", "c3", "c4", "c5"]))
    return match_of("othello", "8x8", moves, state="over", outcome=Outcome(None, "outcome.resigned"))


def bad_reply(match: Match) -> Report:
    """White's first move loses twelve discs; of the other moves nothing is known."""
    best = line("c5", "b6", score=0.1, margin=4.0)
    return Report.of(match, {1: Verdict(best, line("c3", score=-0.6, margin=-8.0))}, is_final=True)


def said(report: Report, language: str = "en") -> GameRecord:
    return annotated(game_record(report.match, ("Ana", "Ben")), report, texts(language))


def test_a_blunder_has_a_comment_and_a_better_line() -> None:
    game = said(bad_reply(othello()))
    assert game.comments == {
        2: "Blunder: costs about 12 discs\nBetter: c5 (then b6)\nEvaluation for White: even → probably losing"
    }
    assert game.variations == {1: ("c5", "b6")} and game.qualities == {1: Quality.VERY_BAD}
    assert game.name(2) == "Ben", "what the record had stays"  # type: ignore[arg-type]


def test_comments_are_in_the_readers_language() -> None:
    (comment,) = said(bad_reply(othello()), "ko").comments.values()
    first, second, third = comment.split("\n")
    assert (
        first.startswith("큰 실수: ")
        and second == "더 좋은 수: c5 (이어서 b6)"
        and third.startswith("백 형세: ")
    )


def test_leads_are_those_of_black() -> None:
    match = othello()
    verdicts = {ply: Verdict(line(match.moves[ply], margin=margin)) for ply, margin in ((0, 2.0), (1, 3.0))}
    assert said(Report.of(match, verdicts, is_final=True)).leads == {0: 2.0, 1: -3.0}


def test_good_moves_have_nothing_to_say() -> None:
    game = said(report_of(othello()))
    assert not (game.comments or game.variations or game.qualities or game.leads)


def test_long_lines_are_cut_in_the_comment_only() -> None:
    match = othello()
    moves = ["c5", "b6", "a7", "c6", "e3", "e2", "e1", "f3", "g3"]
    best = replace(line(*moves, score=0.1), margin=None)
    game = said(Report.of(match, {1: Verdict(best, line("c3", score=-0.05))}, is_final=True))
    assert game.variations[1] == tuple(moves) and game.qualities == {1: Quality.DOUBTFUL}
    assert "e1, f3)\n" in game.comments[2] and "g3" not in game.comments[2]


def test_the_file_is_read_as_the_same_moves() -> None:
    match = othello()
    report = report_of(match, range(4), margin=1.5)
    verdicts = [
        verdict and replace(verdict, played=verdict.played and replace(verdict.played, margin=-7.5))
        for verdict in report.verdicts
    ]
    text = write_sgf([said(replace(report, verdicts=tuple(verdicts)))], "x")
    assert "BM[2]" in text and "C[Blunder" in text and "V[1.5]" in text
    (found,) = read(text.encode()).games
    assert found.game is not None and found.game.record == match.record
