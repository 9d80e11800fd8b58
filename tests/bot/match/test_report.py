"""What a report says: scores from the first side's view, faults, phases, what is judged."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ai.analysis import Label, Verdict
from ai.base import analyse
from bot.match.report import Report, is_judged, phases, positions_to_judge
from data.model.match import MatchState
from games import replay
from games.base import PASS, Move, Outcome, Record, Side
from tests.bot.stories import HARE_ESCAPES, match_of, random_game
from tests.bot.verdicts import fault, good, line, report_of

MOVES = tuple(map(Move, ("d3", "e3", "f2", "c4")))
RESIGNED, ESCAPED = Outcome(Side.FIRST, "outcome.resigned"), Outcome(None, "outcome.escaped")
MATCH = match_of("othello", "8x8", MOVES, state=MatchState.OVER, outcome=RESIGNED)


def test_scores_are_those_of_the_first_side() -> None:
    verdicts = {0: good(MATCH, 0, 0.2), 1: good(MATCH, 1, 0.3), 3: good(MATCH, 3, 0.4, proven=True)}
    report = Report.of(MATCH, verdicts, is_final=False)
    assert report.scores == (0.2, -0.3, None, -0.4, -0.4)
    assert report.proven == (False, False, False, True, False)
    assert (report.done, report.total) == (3, 4)


def test_the_last_score_is_that_of_the_last_move_or_the_outcome() -> None:
    report = Report.of(MATCH, {3: fault(MATCH, 3, 1.0)}, is_final=True)
    assert report.scores[-1] == 0.5, "White's last move lost 1.0 of 0.5"
    over = match_of("hare_and_hounds", "classic", HARE_ESCAPES, state=MatchState.OVER, outcome=ESCAPED)
    assert report_of(over).scores[-1] == -1.0 and report_of(over).proven[-1]


def test_faults_are_mistakes_and_blunders() -> None:
    verdicts = {ply: fault(MATCH, ply, loss) for ply, loss in enumerate((0.05, 0.15, 0.25, 0.5))}
    report = Report.of(MATCH, verdicts, is_final=True)
    assert [(one.ply, one.label) for one in report.faults] == [(2, Label.MISTAKE), (3, Label.BLUNDER)]
    assert report.best(2) == report.faults[0].better and report.best(4) is None


def test_mistakes_are_practiced_in_the_order_of_the_match_whoever_reads() -> None:
    moves = random_game("othello", "8x8", 1)[:12]
    match = match_of("othello", "8x8", moves, state=MatchState.OVER, outcome=RESIGNED)
    losses = {0: 0.25, 2: 0.6, 4: 0.3, 6: 0.5, 8: 0.4}
    verdicts = {
        ply: fault(match, ply, losses[ply]) if ply in losses else good(match, ply) for ply in range(12)
    }
    report = Report.of(match, verdicts, is_final=True)
    for read in (report, replace(report, reader=Side.FIRST), replace(report, reader=Side.SECOND)):
        assert [mistake.ply for mistake in read.to_practice(match.first_id or 0)] == sorted(losses)


def test_a_players_own_moves_come_first_of_those_that_turned_the_match() -> None:
    moves = random_game("gomoku", "freestyle-15", 1)[:12]
    match = match_of("gomoku", "freestyle-15", moves, state=MatchState.OVER, outcome=RESIGNED)
    losses = {3: 1.5, 6: 0.9, 8: 1.2}
    verdicts = {
        ply: fault(match, ply, losses[ply]) if ply in losses else good(match, ply) for ply in range(12)
    }
    report = Report.of(match, verdicts, is_final=True)
    assert match.first_id and match.second_id
    for reader, plies in ((match.first_id, [8, 6, 3]), (match.second_id, [3, 8, 6]), (99, [3, 8, 6])):
        assert [moment.ply for moment in report.read_by(reader).moments] == plies


def test_a_player_whose_moves_are_not_among_the_worst_sees_and_practices_their_own() -> None:
    """On 19x19 weak moves lose a few points each by the rough analysis: none of them is called a mistake."""
    moves = random_game("go", "19x19-korean", 1)[:14]
    match = match_of("go", "19x19-korean", moves, state=MatchState.OVER, outcome=RESIGNED)
    lost = {1: 9.0, 3: 10.0, 5: 11.0, 2: 5.5, 4: 7.5, 6: 6.5, 8: 6.0}
    verdicts = {ply: good(match, ply) for ply in range(match.ply)}
    for ply, points in lost.items():
        better = line(f"a{ply + 1}", score=0.1, margin=points)
        verdicts[ply] = Verdict(better, line(match.moves[ply], score=-0.1, margin=0.0))
    report = Report.of(match, verdicts, is_final=True)
    assert match.first_id is not None
    assert {move.ply for move in report.turned} == {1, 3, 5}
    assert [move.ply for move in report.read_by(match.first_id).moments] == [5, 3, 4]
    assert [move.ply for move in report.read_by(99).moments] == [5, 3, 1]
    assert [move.ply for move in report.to_practice(match.first_id)] == [4, 6, 8]


def test_accuracy_needs_five_judged_moves_of_a_side() -> None:
    moves = random_game("othello", "8x8", 1)
    match = match_of("othello", "8x8", moves[:11], state=MatchState.OVER, outcome=RESIGNED)
    report = report_of(match, [1])
    assert report.accuracy(Side.FIRST) == 100 and 0 < (report.accuracy(Side.SECOND) or 0.0) < 100
    short = match_of("othello", "8x8", moves[:9], state=MatchState.OVER, outcome=RESIGNED)
    assert report_of(short).accuracy(Side.FIRST) and report_of(short).accuracy(Side.SECOND) is None
    assert Report.of(match, {}, is_final=True).accuracy(Side.FIRST) is None


@pytest.mark.parametrize(("variant", "has_accuracy"), [("9x9-korean", True), ("19x19-korean", False)])
def test_a_rough_analysis_gives_no_accuracy(variant: str, has_accuracy: bool) -> None:
    moves = random_game("go", variant, 1)[:12]
    match = match_of("go", variant, moves, state=MatchState.OVER, outcome=RESIGNED)
    assert (report_of(match).accuracy(Side.FIRST) is not None) is has_accuracy


def test_a_report_of_real_verdicts_finds_the_hounds_mistake() -> None:
    over = match_of("hare_and_hounds", "classic", HARE_ESCAPES, state=MatchState.OVER, outcome=ESCAPED)
    verdicts = {ply: analyse(over.record.before(ply), over.moves[ply]) for ply in positions_to_judge(over)}
    report = Report.of(over, verdicts, is_final=True)
    assert [one.ply for one in report.faults] == [2] and report.faults[0].proven
    assert report.total == len(HARE_ESCAPES) and all(report.proven)


def test_a_count_of_stones_is_not_judged() -> None:
    moves = tuple(map(Move, ("e5", "c3", PASS, PASS, "dead c3", "agree", "agree")))
    match = match_of(
        "go", "9x9-korean", moves[:6], state=MatchState.OVER, outcome=Outcome(None, "outcome.points")
    )
    assert list(positions_to_judge(match)) == [0, 1, 2, 3]
    assert Report.of(match, {}, is_final=True).total == 4


COUNTED = tuple(map(Move, ("e5", "c3", PASS, PASS, "agree", "agree")))
WHITE_WINS = match_of(
    "go", "9x9-korean", COUNTED, state=MatchState.OVER, outcome=Outcome(Side.SECOND, "outcome.points")
)
"""White's stone is agreed to be alive: without it, the board would be Black's."""


def test_positions_after_the_last_stone_are_scored_by_the_agreed_count() -> None:
    """The engine takes White's stone for dead; the players have agreed on 6.5 points for White."""
    verdicts = {
        0: good(WHITE_WINS, 0, 0.1, margin=1.0),
        1: good(WHITE_WINS, 1, -0.1, margin=-1.0),
        2: good(WHITE_WINS, 2, 0.9, margin=73.5),
        3: good(WHITE_WINS, 3, -0.9, margin=-73.5),
    }
    report = Report.of(WHITE_WINS, verdicts, is_final=True)
    assert report.scores == (0.1, 0.1, -1.0, -1.0, -1.0, -1.0, -1.0)
    assert report.proven == (False, False, True, True, True, True, True)
    leads = [best.margin if (best := report.best(ply)) else None for ply in range(6)]
    assert leads == [1.0, -1.0, -6.5, 6.5, -6.5, 6.5]
    assert report.other_estimate == 73.5
    agreeing = Report.of(WHITE_WINS, {2: good(WHITE_WINS, 2, -0.9, margin=-6.0)}, is_final=True)
    assert agreeing.other_estimate is None


def test_a_winner_by_the_count_alone_is_not_blamed() -> None:
    verdicts = {1: fault(WHITE_WINS, 1, 0.6), 2: good(WHITE_WINS, 2, 0.9, margin=73.5)}
    report = Report.of(WHITE_WINS, verdicts, is_final=True)
    assert [move.ply for move in report.faults] == [1] and report.moments == ()


def test_passes_before_an_agreed_count_are_not_blamed() -> None:
    verdicts = {0: good(WHITE_WINS, 0), 2: fault(WHITE_WINS, 2, 0.6), 3: fault(WHITE_WINS, 3, 0.6)}
    report = Report.of(WHITE_WINS, verdicts, is_final=True)
    assert report.faults == () and report.judgements[2:] == (None,) * 4
    resigned = replace(WHITE_WINS, moves=COUNTED[:4], outcome=Outcome(Side.SECOND, "outcome.resigned"))
    assert [move.ply for move in Report.of(resigned, verdicts, is_final=True).faults] == [2, 3]


def test_a_game_that_was_not_counted_keeps_the_engines_scores() -> None:
    resigned = replace(WHITE_WINS, moves=COUNTED[:4], outcome=Outcome(Side.SECOND, "outcome.resigned"))
    report = Report.of(resigned, {3: good(resigned, 3, 0.5, margin=9.0)}, is_final=True)
    assert report.count is None and report.best(3) == report.verdicts[3].best  # type: ignore[union-attr]


def test_choices_of_an_opening_are_not_judged() -> None:
    assert not is_judged(replay(Record("gomoku", "swap2-15", ())))
    assert is_judged(replay(Record("gomoku", "freestyle-15", ())))
    over = replay(Record("hare_and_hounds", "classic", HARE_ESCAPES))
    assert not is_judged(over)


@pytest.mark.parametrize(
    ("slug", "variant", "moves", "expected"),
    [
        ("othello", "8x8", MOVES, []),
        ("hare_and_hounds", "classic", HARE_ESCAPES, []),
    ],
)
def test_games_without_phases(slug: str, variant: str, moves: tuple[Move, ...], expected: list[int]) -> None:
    assert list(phases(match_of(slug, variant, moves))) == expected


def test_phases_of_a_long_match() -> None:
    moves, position = list[Move](), replay(Record("othello", "8x8", ()))
    while position.outcome() is None:
        moves.append(position.legal_moves()[0])
        position = position.play(moves[-1])
    assert list(phases(match_of("othello", "8x8", tuple(moves)))) == [21, 43]


def test_a_verdict_on_another_move_counts_for_the_graph_only() -> None:
    other = Verdict(line("f5", score=0.4))
    report = Report.of(replace(MATCH), {0: other}, is_final=True)
    assert report.judgements[0] is None and report.scores[0] == 0.4
