"""The overview of a match: within Discord's limits, its lines, keys and alt text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ai import strengths
from ai.analysis import Label, Line, Verdict
from ai.claims.claim import Claim
from ai.claims.kind import Kind
from bot.match.report import Report
from bot.presenters.registry import PRESENTERS
from bot.texts import Texts, texts
from bot.ui.explorer import Exploration
from bot.ui.layout import NEXT_STEP
from bot.ui.overview import EXPLAIN, OVERVIEW, graph_in_words, opening_ply, overview_view
from bot.ui.panel import Panel
from bot.ui.phone import rows
from data.matches.opening_index import PLIES
from data.model.match import Match
from games import GAMES, replay, setup_of
from games.base import Move, Outcome, Side
from tests.bot.stories import EVERY_VARIANT_READ, HARE_ESCAPES, match_of, random_game
from tests.bot.ui.shown import check_limits, components_of, presses, words
from tests.bot.verdicts import fault, good, line, report_of

EN, KO = texts("en"), texts("ko")
READER = 999  # who did not play
LEAVES_THREE = Claim(Kind.LEAVES_THREE, (Move("f7"),))
MOVES = tuple(map(Move, ("d3", "c3", "c4", "c5", "b4", "d2")))
MATCH = match_of(
    "othello", "8x8", MOVES, id=7, state="over", outcome=Outcome(Side.SECOND, "outcome.resigned")
)

LONG_MATCH = match_of(
    "othello", "8x8", random_game("othello", "8x8", 1)[:20], id=8, state="over", outcome=MATCH.outcome
)


@pytest.mark.parametrize(("slug", "variant", "language"), EVERY_VARIANT_READ)
def test_every_overview_fits(slug: str, variant: str, language: str) -> None:
    moves = random_game(slug, variant, 1)
    outcome = replay(match_of(slug, variant, moves).record).outcome() or Outcome(None, "outcome.agreed")
    match = match_of(slug, variant, moves, state="over", outcome=outcome)
    for report in (
        report_of(match),
        report_of(match, range(0, match.ply, 2)),
        Report.of(match, {}, is_final=True),
    ):
        for explained in (False, True):
            check_limits(
                overview_view(report, None, texts(language), READER, explained=explained, timed=True)
            )


def in_discs(verdict: Verdict | None) -> Verdict | None:
    """A verdict of `tests.bot.verdicts.fault` with leads that differ by 3 discs."""
    if verdict is None or verdict.played is None:
        return verdict
    return replace(
        verdict, best=replace(verdict.best, margin=1.0), played=replace(verdict.played, margin=-2.0)
    )


def test_its_lines() -> None:
    report = report_of(MATCH, [2, 3])
    report = replace(report, verdicts=tuple(map(in_discs, report.verdicts)))
    text = words(overview_view(report, None, EN, READER)).split("\n")
    assert text[0] == "-# **Othello 8×8 #7** · Heath"
    assert text[1] == f"⚪ <@{MATCH.second_id}> wins: Black resigned."
    first, second = (fault.better for fault in report.faults)
    assert [line.replace("~", " ") for line in text[2:]] == [
        f"-# Turning points: **3. ⚫ c4?** · costs about 3 discs · Better: **{first.move}**",
        f"-# 4. ⚪ c5? · costs about 3 discs · Better: **{second.move}**",
    ]
    korean = words(overview_view(report, None, KO, READER)).split("\n")
    assert korean[2].startswith("-# 승부처: ")
    assert korean[3].replace("~", " ") == f"-# 4. ⚪ c5? · 약 3개 손해 · 더 좋은 수: **{second.move}**"


def test_the_level_that_people_play_like_is_said() -> None:
    report = report_of(LONG_MATCH)
    rungs = strengths.rungs("othello")
    curve = tuple(-2.0 * abs(number - 5) for number in range(len(rungs)))
    report = replace(
        report, verdicts=tuple(verdict and replace(verdict, likelihoods=curve) for verdict in report.verdicts)
    )
    lines = words(overview_view(report, None, EN, READER)).split("\n")
    level, strength = strengths.nearest_level("othello", f"{rungs[5]:.0f}"), f"{rungs[5] // 100:.0f}"
    assert lines[-1].startswith(f"-# Played like: Black level {level} ({strength}")
    assert f"· White level {level} ({strength}" in lines[-1]
    korean = words(overview_view(report, None, KO, READER)).split("\n")
    assert korean[-1].startswith(f"-# 수로 본 실력: 흑 {level}단계 ({strength}")
    alone = replace(report, match=replace(report.match, second_id=None, level="3"))
    assert "White level" not in words(overview_view(alone, None, EN, READER))
    assert "Played like" not in words(overview_view(report_of(LONG_MATCH), None, EN, READER))


def test_a_move_that_cost_nothing_countable_has_its_reason() -> None:
    match = match_of("hare_and_hounds", "classic", HARE_ESCAPES[:6], state="over", outcome=MATCH.outcome)
    report = report_of(match, [4], proven=True, plies=5)
    (line,) = words(overview_view(report, None, EN, READER)).split("\n")[2:]
    assert " · misses a win in 3 moves · Better: " in line


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        (Claim(Kind.GIVES_CORNER, (Move("a8"),)), "gives White the corner a8 · Better: "),
        (
            Claim(Kind.OPENS_MOVES, (), 13, Move("d6"), 10),
            "costs about 3 discs · gives White 13 moves; d6 gives 10",
        ),
        (Claim(Kind.OPENS_SQUARE, (Move("e2"),)), "costs about 3 discs · opens e2 to White · Better: "),
    ],
)
def test_of_the_costliest_move_it_is_said_what_is_lost_instead_of_how_much(claim: Claim, said: str) -> None:
    """Beside a sign of a loss, such as the number of moves that are left, it is said how much, too."""
    report = report_of(MATCH, [2])
    verdicts = tuple(verdict and replace(verdict, claim=claim) for verdict in map(in_discs, report.verdicts))
    text = words(overview_view(replace(report, verdicts=verdicts), None, EN, READER))
    assert f"c4? · {said}" in text


def claimed(report: Report, claims: dict[int, Claim]) -> Report:
    """A report in discs, with claims on the moves after so many moves."""
    verdicts = [known and replace(known, claim=claims.get(ply)) for ply, known in enumerate(report.verdicts)]
    return replace(report, verdicts=tuple(map(in_discs, verdicts)))


def test_each_move_of_othello_that_is_listed_has_its_cause_beside_the_discs() -> None:
    claims = {
        3: Claim(Kind.OPENS_MOVES, (), 13, Move("d6"), 10),
        4: Claim(Kind.GIVES_CORNER, (Move("a8"),), better=Move("d6")),
    }
    lines = words(overview_view(claimed(report_of(MATCH, [2, 3, 4]), claims), None, EN, READER)).split("\n")
    shown = [line.replace("~", " ") for line in lines]
    assert shown[2].startswith("-# Turning points: **3. ⚫ c4?** · costs about 3 discs · Better: ")
    assert shown[3:] == [
        "-# 4. ⚪ c5? −3 · gives Black 13 moves; d6 gives 10",
        "-# 5. ⚫ b4? −3 · gives White the corner a8",
    ]


def test_a_corner_that_is_given_away_in_a_lost_match_is_among_the_key_mistakes() -> None:
    report = claimed(report_of(MATCH, [2]), {})
    lost = fault(MATCH, 4)
    assert lost.played is not None
    best, played = (replace(line, score=-0.99, margin=-20.0) for line in (lost.best, lost.played))
    corner = Claim(Kind.GIVES_CORNER, (Move("a8"),), better=best.move)
    last = replace(lost, best=best, played=replace(played, margin=-21.5), claim=corner)
    report = replace(report, verdicts=(*report.verdicts[:4], last, *report.verdicts[5:]))
    lines = words(overview_view(report, None, EN, READER)).replace("~", " ").split("\n")
    assert lines[2].startswith("-# Key mistakes: **3. ⚫ c4?** · costs about 3 discs · Better: ")
    assert lines[3] == "-# 5. ⚫ b4?! −2 · gives White the corner a8"
    korean = words(overview_view(report, None, KO, READER)).replace("~", " ").split("\n")
    assert korean[3] == "-# 5. ⚫ b4?! −2개 · 백에게 귀 a8을 내줌"


def test_a_move_without_a_reason_says_what_it_cost_in_chances() -> None:
    match = match_of("hare_and_hounds", "classic", HARE_ESCAPES[:6], state="over", outcome=MATCH.outcome)
    text = words(overview_view(report_of(match, [4], loss=0.62), None, EN, READER))
    assert " · chance −31% · Better: " in text
    assert " · 승률 −31% · " in words(overview_view(report_of(match, [4], loss=0.62), None, KO, READER))


def test_moves_that_cost_most_come_first_and_those_of_a_side_that_stays_ahead_are_left_out() -> None:
    def verdict(ply: int, margin: float, score: float) -> Verdict:
        known = fault(MATCH, ply)
        assert known.played is not None
        best = replace(known.best, score=score, margin=margin)
        return replace(known, best=best, played=replace(known.played, score=score - 0.5, margin=0.0))

    verdicts = {1: verdict(1, 3.0, 0.2), 2: verdict(2, 9.0, 0.9), 3: verdict(3, 5.0, 0.2)}
    report = Report.of(MATCH, verdicts, is_final=True)
    assert [moment.ply for moment in report.moments] == [3, 1]
    lines = words(overview_view(report, None, EN, READER)).replace("~", " ").split("\n")
    assert [line.split(" · ")[0] for line in lines[2:4]] == [
        "-# Turning points: 2. ⚪ c3?",
        "-# **4. ⚪ c5?**",
    ]
    alone = Report.of(MATCH, {2: verdict(2, 9.0, 0.9)}, is_final=True)
    assert words(overview_view(alone, None, EN, READER)).endswith("\n-# No single move turned the match.")


def go_report(lost: dict[int, float], variant: str = "9x9-korean") -> Report:
    """A match of Go whose moves after so many moves have lost these points."""
    match = match_of(
        "go", variant, random_game("go", variant, 1)[:60], id=9, state="over", outcome=MATCH.outcome
    )
    verdicts = {}
    for ply, points in lost.items():
        verdict = fault(match, ply)
        assert verdict.played is not None
        others = [name for name in replay(match.record.before(ply)).legal_moves() if name != match.moves[ply]]
        better = line(others[ply], score=0.2, margin=points)
        verdicts[ply] = replace(verdict, best=better, played=replace(verdict.played, score=-0.4, margin=0.0))
    return Report.of(match, verdicts, is_final=True)


def test_many_turning_points_of_go_share_a_line_and_have_a_menu() -> None:
    report = go_report({2: 9.0, 5: 14.0, 8: 6.0})
    view = overview_view(report, None, EN, READER)
    lines = words(view).replace("~", " ").replace("\ufe0f", "").split("\n")
    names = [f"{ply + 1}. {'⚫' if ply % 2 == 0 else '⚪'} {report.match.moves[ply]}" for ply in (2, 5, 8)]
    assert lines[2] == f"-# Turning points: {names[0]}?? −9 · **{names[1]}??** −14 · {names[2]}?? −6"
    assert (
        lines[3].startswith(f"-# **6. {report.match.moves[5]}** · ")
        and f"Better: **{report.moments[0].better.move}**" in lines[3]
    )
    (menu,) = [part for part in components_of(view) if "options" in part]
    assert [option["value"] for option in menu["options"]] == ["6", "3", "9"], "the costliest first"
    labels = [part.get("label") for part in components_of(view)]
    assert [label for label in labels if label] == ["Graph", "Practice"]
    korean = words(overview_view(report, None, KO, READER)).replace("~", " ").replace("\ufe0f", "")
    assert f"승부처: {names[0]}?? −9집 · **{names[1]}??** −14집 · {names[2]}?? −6집" in korean


def test_the_menu_has_every_mistake_of_the_reader_before_the_opponents() -> None:
    report = go_report({2: 9.0, 3: 11.0, 4: 6.0, 5: 14.0, 6: 7.0, 8: 8.0, 10: 12.0})
    options = {}
    for user_id in (report.match.first_id, report.match.second_id, READER):
        view = overview_view(report.read_by(user_id or 0), None, EN, READER)
        (menu,) = [part for part in components_of(view) if "options" in part]
        options[user_id] = [int(option["value"]) - 1 for option in menu["options"]]
    assert options[report.match.first_id] == [10, 2, 8, 6, 4, 5, 3]
    assert options[report.match.second_id] == [5, 3, 10, 2, 8, 6, 4]
    assert options[READER] == [5, 10, 3, 2, 8, 6, 4]


@pytest.mark.parametrize(
    ("reader_id", "forms", "with_reason"),
    [
        (MATCH.first_id, (1, 0, True), {2, 3}),
        (MATCH.second_id, (1, 0, True), {2, 3}),
        (MATCH.first_id, (2, 0, True), {2}),
        (READER, (2, 0, True), {3}),
    ],
)
def test_the_moves_that_cost_less_lose_their_reason_first_whoever_reads_it(
    reader_id: int, forms: tuple[int, int, bool], with_reason: set[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a phone without room. The reader's own costliest move is on the board, and keeps its reason."""
    monkeypatch.setattr("bot.ui.overview_words._FORMS", (forms,))
    report = claimed(
        report_of(MATCH, [2, 3, 4]), dict.fromkeys((2, 3, 4), Claim(Kind.GIVES_CORNER, (Move("a8"),)))
    )
    lost = {2: -3.0, 3: -9.0, 4: -2.0}
    verdicts = [
        replace(verdict, played=replace(verdict.played, margin=lost[ply]))
        if verdict is not None and verdict.played is not None
        else verdict
        for ply, verdict in enumerate(report.verdicts)
    ]
    read = replace(report, verdicts=tuple(verdicts)).read_by(reader_id)
    lines = words(overview_view(read, None, EN, reader_id)).split("\n")[2:5]
    assert {ply for ply, said in enumerate(lines, 2) if "corner" in said} == with_reason


def test_what_a_move_of_go_cost_is_said_once() -> None:
    report = go_report({2: 9.0, 5: 14.0, 8: 6.0})
    verdicts = list(report.verdicts)
    assert verdicts[5] is not None
    verdicts[5] = replace(verdicts[5], lost=(0.0, 0.0, 0.0, 0.0, 0.0, 14.0, 0.0, 0.0, 0.0))
    placed = replace(report, verdicts=tuple(verdicts))
    claim = Claim(Kind.LEAVES_POINT, (Move("a2"),), 0, Move("a2"))
    verdicts[5] = replace(verdicts[5], claim=claim)
    claimed = replace(report, verdicts=tuple(verdicts))
    for shown, said in ((placed, "mostly on the right"), (claimed, "leaves a2 to Black")):
        line = words(overview_view(shown, None, EN, READER)).replace("~", " ").split("\n")[3]
        assert line.startswith(f"-# **6. {report.match.moves[5]}** · {said} · Better: ")
    assert "costs about" not in words(overview_view(report, None, EN, READER))


def test_moves_that_lost_points_in_a_lost_match_of_go_are_called_the_costliest() -> None:
    report = behind(go_report({2: 9.0}), after=0)
    assert "Costliest moves: 3." in words(overview_view(report, None, EN, READER)).replace("~", " ")
    assert "손해가 큰 수: 3." in words(overview_view(report, None, KO, READER)).replace("~", " ")


def test_moves_of_which_another_lost_more_are_not_called_the_costliest() -> None:
    report = behind(go_report({2: 6.0, 4: 12.0, 6: 13.0, 8: 14.0}), after=2)
    assert {moment.ply for moment in report.moments} == {2, 6, 8}, "the first turned the match"
    assert "Key mistakes: 3." in words(overview_view(report, None, EN, READER)).replace("~", " ")


def behind(report: Report, after: int) -> Report:
    """The report of a side that is behind before its moves after a ply, whatever it plays."""
    verdicts = tuple(
        verdict
        and replace(
            verdict,
            best=replace(verdict.best, score=-0.8 if ply > after else 0.4),
            played=verdict.played and replace(verdict.played, score=-0.9),
        )
        for ply, verdict in enumerate(report.verdicts)
    )
    return replace(report, verdicts=verdicts)


@pytest.mark.parametrize(
    ("variant", "points", "english", "korean"),
    [
        ("9x9-korean", 2.0, "Nothing costly. Inaccuracies: 3.", "큰 실수는 없습니다. 사소한 실수: 3."),
        (
            "19x19-korean",
            5.0,
            "Inaccuracies: 3.",
            "사소한 실수: 3.",
        ),  # a rough analysis can miss what was costly
    ],
)
def test_moves_of_go_that_are_inaccuracies_are_not_called_costly(
    variant: str, points: float, english: str, korean: str
) -> None:
    report = go_report({2: points}, variant)
    verdict = report.verdicts[2]
    assert verdict is not None and verdict.played is not None
    best, played = replace(verdict.best, score=0.05), replace(verdict.played, score=-0.07)
    verdicts = (*report.verdicts[:2], replace(verdict, best=best, played=played), *report.verdicts[3:])
    report = replace(report, verdicts=verdicts)
    assert [moment.label for moment in report.moments] == [Label.INACCURACY]
    for reader, said in ((EN, english), (KO, korean)):
        assert f"-# {said}" in words(overview_view(report, None, reader, READER)).replace("~", " ")


def test_a_count_with_another_winner_than_expected_is_told() -> None:
    moves = tuple(map(Move, ("e5", "c3", "pass", "pass", "agree", "agree")))
    outcome = Outcome(Side.SECOND, "outcome.points")
    match = match_of("go", "9x9-korean", moves, state="over", outcome=outcome)
    report = Report.of(match, {2: good(match, 2, 0.9, margin=73.5)}, is_final=True)
    english, korean = (words(overview_view(report, None, reader, READER)) for reader in (EN, KO))
    assert english.endswith("agreed count. Before it the computer expected: Black about +74 points.")
    assert korean.endswith("그 전의 컴퓨터 추정: 흑 약 74집 앞섬.")


def test_a_rough_analysis_does_not_claim_that_there_were_no_mistakes() -> None:
    outcome = Outcome(Side.SECOND, "outcome.resigned")
    match = match_of("go", "19x19-korean", (Move("d4"), Move("q16")), state="over", outcome=outcome)
    text = words(overview_view(report_of(match), None, EN, READER))
    assert text.endswith("\n-# The analysis is rough on this size of board.") and "no mistakes" not in text
    report = go_report({2: 3.4, 5: 1.2}, "19x19-korean")
    for reader, said in (
        (EN, "No move lost more than 4 points by this analysis."),
        (KO, "이 분석에서 4집 넘게 손해 본 수는 없습니다."),
    ):
        lines = words(overview_view(report, None, reader, READER)).split("\n")
        assert f"-# {said}" in lines and f"-# {reader('overview.rough')}" in lines


def test_while_it_is_judged_a_bar_moves() -> None:
    def line(done: int) -> str:
        report = Report.of(MATCH, {ply: fault(MATCH, ply) for ply in range(done)}, is_final=False)
        return words(overview_view(report, None, EN, READER)).split("\n")[2]

    assert line(0) == "-# Analyzing ▱▱▱▱▱▱▱▱▱▱ 0%"
    assert line(3) == "-# Analyzing ▰▰▰▰▰▱▱▱▱▱ 50%"
    half = Report.of(MATCH, {2: fault(MATCH, 2)}, is_final=False)
    assert "Turning points" not in words(overview_view(half, None, EN, READER))


def test_a_flawless_match_and_one_that_cannot_be_judged() -> None:
    assert words(overview_view(report_of(MATCH), None, EN, READER)).endswith(
        "\n-# The analysis found no mistakes."
    )
    small = Report.of(MATCH, {2: fault(MATCH, 2, 0.1), 3: fault(MATCH, 3, 0.15)}, is_final=True)
    assert words(overview_view(small, None, EN, READER)).endswith("found no mistakes, but 2 inaccuracies.")
    assert words(overview_view(small, None, KO, READER)).endswith("사소한 실수가 2개 있었습니다.")
    none = Report.of(MATCH, {}, is_final=True)
    assert words(overview_view(none, None, EN, READER)).endswith(
        "\n-# The moves of this match couldn't be analyzed."
    )


def test_the_turning_points_come_before_the_accuracy_and_the_blunders_of_both_sides() -> None:
    report = report_of(LONG_MATCH, [2, 3])
    *_, moment, last = words(overview_view(report, None, EN, READER)).split("\n")
    assert "?? · chance " in moment
    assert last.startswith("-# Accuracy: Black ") and "% (1 blunder) · White " in last
    assert words(overview_view(report, None, KO, READER)).split("\n")[-1].startswith("-# 정확도: 흑 ")


@pytest.mark.parametrize(("variant", "is_rough"), [("9x9-korean", False), ("19x19-korean", True)])
def test_on_a_large_board_of_go_it_is_rough_and_has_no_accuracy(variant: str, is_rough: bool) -> None:
    match = match_of("go", variant, random_game("go", variant, 1)[:12], state="over", outcome=MATCH.outcome)
    for reader in (EN, KO):
        for report in (report_of(match), report_of(match, [1])):
            text = words(overview_view(report, None, reader, READER))
            assert (reader("overview.rough") in text) is is_rough
            assert (reader("overview.accuracy", each="") in text) is not is_rough


def test_the_words_under_a_graph_are_about_what_it_shows() -> None:
    calm, wild = report_of(LONG_MATCH), report_of(LONG_MATCH, [2, 3])
    exact = replace(calm, verdicts=(good(LONG_MATCH, 0, proven=True), *calm.verdicts[1:]))
    for report, is_wild, is_exact in ((calm, False, False), (wild, True, False), (exact, False, True)):
        text = words(overview_view(report, None, EN, READER, explained=True))
        assert (EN("overview.explain-faults") in text) is is_wild
        assert (EN("overview.explain-exact") in text) is is_exact
        assert EN("overview.explain-phases") not in text, "the middle game begins after 20 moves"
    moves = random_game("othello", "8x8", 1)[:40]
    longer = match_of("othello", "8x8", moves, state="over", outcome=MATCH.outcome)
    assert EN("overview.explain-phases") in words(
        overview_view(report_of(longer), None, EN, READER, explained=True)
    )


@pytest.mark.parametrize("reader", [EN, KO])
def test_a_note_stands_below_the_result_if_a_phone_has_room_for_it(reader: Texts) -> None:
    for match in (MATCH, LONG_MATCH):
        for report in (report_of(match), report_of(match, range(0, match.ply, 2))):
            alone = words(overview_view(report, None, reader, READER))
            noted = words(overview_view(report, None, reader, READER, note="Seen."))
            lines = noted.splitlines()
            assert noted == alone or lines[2] == "-# Seen."
            assert sum(map(rows, lines)) <= max(8, sum(map(rows, alone.splitlines())))
    assert "-# Seen." in words(overview_view(report_of(MATCH), None, reader, READER, note="Seen."))


def arguments(report: Report, reader_id: int = READER, *, explained: bool = False) -> list[str]:
    """What its keys mean: the arguments of presses, and the whole custom_ids of panels."""
    components = check_limits(overview_view(report, None, EN, reader_id, explained=explained))
    panels = [key["custom_id"] for key in components if key.get("custom_id", "").startswith("p:")]
    others = [key for key in components if key.get("custom_id") not in panels]
    panels = [panel for panel in panels if not panel.startswith("p:explore")]
    return [*(press.argument for press in presses(others)), *panels]


def test_its_keys_lead_to_the_moments_and_through_the_match() -> None:
    report = report_of(MATCH, [2, 3])
    practice = "p:practice:m7.2.show"
    assert arguments(report) == ["4.m", EXPLAIN, "2", "4", practice]
    assert arguments(replace(report, is_final=False)) == [EXPLAIN, "5"]
    assert arguments(report_of(MATCH)) == [EXPLAIN, "5"]
    assert arguments(report, explained=True) == ["end", OVERVIEW]
    labels = [one.get("label") for one in components_of(overview_view(report, None, EN, READER))]
    assert [label for label in labels if label] == ["4. c5", "Graph", "Prev", "Next", "Practice"]


@pytest.mark.parametrize(("faults", "labels"), [((2, 3), ["Practice"]), ((), [])])
def test_its_next_step_is_green(faults: tuple[int, ...], labels: list[str]) -> None:
    parts = components_of(overview_view(report_of(MATCH, faults), None, EN, READER))
    assert [part["label"] for part in parts if part.get("style") == NEXT_STEP.value] == labels


@pytest.mark.parametrize(("faults", "ply", "shown"), [((2, 3), 3, 2), ((), len(MOVES), len(MOVES))])
def test_it_opens_with_the_board_before_the_costliest_move_or_after_the_last(
    faults: tuple[int, ...], ply: int, shown: int
) -> None:
    report = report_of(MATCH, faults)
    assert opening_ply(report) == ply
    (picture,) = [part for part in components_of(overview_view(report, None, EN, READER)) if "items" in part]
    position = replay(MATCH.record.before(shown))
    assert picture["items"][0]["description"].endswith(PRESENTERS["othello"].describe(position, EN))
    assert opening_ply(replace(report, is_final=False)) == len(MOVES)


def explorer_keys(report: Report) -> list[str]:
    components = check_limits(overview_view(report, None, EN, READER, explained=True))
    return [button["custom_id"] for button in components if (button.get("emoji") or {}).get("name") == "🧭"]


def test_a_key_leads_to_the_opening() -> None:
    (key,) = explorer_keys(report_of(MATCH, [2, 3]))
    panel = Panel.read({"custom_id": key})
    assert panel is not None and Exploration.read(panel.argument).moves == MOVES
    long = replace(MATCH, moves=random_game("othello", "8x8", 1))
    (key,) = explorer_keys(report_of(long))
    panel = Panel.read({"custom_id": key})
    assert panel is not None and Exploration.read(panel.argument).moves == long.moves[: PLIES - 1]
    set_up = replace(MATCH, setup=setup_of(MATCH.record.before(4)), moves=MOVES[4:])
    assert not explorer_keys(report_of(set_up)), "the explorer knows no such start"


def test_a_players_own_mistakes_are_practiced() -> None:
    report = report_of(MATCH, [2, 3])
    assert arguments(report, MATCH.first_id or 0)[-1] == "p:practice:m7.2.show"
    assert arguments(report, MATCH.second_id or 0)[-1] == "p:practice:m7.3.show"
    assert not arguments(report_of(MATCH, [2]), MATCH.second_id or 0)[-1].startswith("p:")


def test_explained_it_says_what_its_parts_mean() -> None:
    report = report_of(MATCH, [2])
    text = words(overview_view(report, None, EN, READER, explained=True))
    assert "Below: Black, above: White" in text and "100%" in text and "Bars" not in text
    assert "◇ blunder" in text, "the mark is drawn around the color of its side"
    assert "Black up, White down" in words(
        overview_view(report, None, EN, READER, explained=True, timed=True)
    )
    assert arguments(report, explained=True)[-1] == OVERVIEW


def test_its_picture_in_words() -> None:
    verdicts = {0: good(MATCH, 0, 0.4), 1: good(MATCH, 1, -0.4), 2: fault(MATCH, 2), 3: good(MATCH, 3, 0.3)}
    report = Report.of(MATCH, verdicts, is_final=True)
    assert graph_in_words(report, EN) == (
        "Evaluation over 6 moves. Black was ahead in 75% of the positions, "
        "White was ahead in 25% of the positions. Mistakes: 3. ⚫ c4 (blunder)."
    )
    assert graph_in_words(report, KO).startswith("6수 동안의 형세 그래프. 흑 우세 75%, 백 우세 25%.")
    assert graph_in_words(report_of(MATCH), EN).endswith("No mistakes found.")
    assert "nothing is analyzed" in graph_in_words(Report.of(MATCH, {}, is_final=False), EN)


def test_a_match_of_nobody() -> None:
    """An imported match has sides, but no players."""
    imported: Match = replace(MATCH, imported_by=5, first_id=0, second_id=0)
    assert (
        words(overview_view(report_of(imported), None, EN, READER)).split("\n")[1].startswith("⚪ White wins")
    )


def test_games_of_the_registry_have_sides_in_words() -> None:
    for slug in GAMES:
        match = match_of(
            slug, GAMES[slug].variants[0], random_game(slug, GAMES[slug].variants[0], 1)[:4], state="over"
        )
        assert graph_in_words(report_of(match), EN)


def test_a_lost_side_that_leaves_an_open_three_is_told_so_before_what_is_only_a_number() -> None:
    """White is lost by force since move 6, and 8. m5 leaves a three; against the open four nothing helps."""
    moves = tuple(map(Move, ["h8", "i9", "g7", "i8", "i7", "j9", "h7", "m5", "j7", "m9", "k7"]))
    outcome = Outcome(Side.FIRST, "outcome.five")
    match = match_of("gomoku", "renju-15", moves, state="over", outcome=outcome)

    def lost(move: str, plies: int) -> Line:
        return line(move, score=-1.0, proven=True, plies=plies)

    turned = Verdict(line("g9", score=-0.1), lost("j9", 16))
    left = Verdict(lost("f7", 14), lost("m5", 4), claim=LEAVES_THREE)
    late = Verdict(lost("m9", 2))
    report = Report.of(match, {5: turned, 7: left, 9: late}, is_final=True)
    assert [moment.ply for moment in report.moments] == [7, 5]
    text = words(overview_view(report, None, EN, READER)).replace("~", " ")
    assert " m5?** · leaves a three open: Black makes an open four at f7 · Better: **f7**" in text
    assert "no mistakes" not in text and "−0%" not in text
    assert [fault.ply for fault in report.to_practice(match.second_id or 0)] == [5, 7]
    unexplained = replace(report, verdicts=tuple(v and replace(v, claim=None) for v in report.verdicts))
    assert "−0%" not in words(overview_view(unexplained, None, EN, READER))


def test_below_the_first_move_a_reason_is_said_also_where_its_point_is_the_better_move() -> None:
    """The third of h6, i7 and j8 is stopped at k9, where White makes the open four after 9. c3."""
    moves = tuple(map(Move, ["h8", "i7", "i9", "j8", "h9", "g7", "h7", "h6", "c3", "g5", "c4", "f4"]))
    match = match_of("gomoku", "renju-15", moves, state="over", outcome=MATCH.outcome)
    allows = Claim(Kind.ALLOWS_THREE, (Move("h6"),), better=Move("k9"))
    leaves = Claim(Kind.LEAVES_THREE, (Move("k9"),))
    lost = line("c3", score=-1.0, proven=True, plies=4)
    turned = Verdict(line("k9", score=0.7), line("h7", score=-0.4), claim=allows)
    left = Verdict(line("k9", score=-0.6), lost, claim=leaves)
    text = words(overview_view(Report.of(match, {6: turned, 8: left}, is_final=True), None, EN, READER))
    assert "lets White make an open three at h6" in text
    assert "leaves a three open: White makes an open four at k9" in text and "chance" not in text


def test_each_of_many_moves_has_its_idea_if_a_phone_has_room() -> None:
    """A place and a number say nothing to learn from: whoever reads it wants to know what was wrong."""
    report = go_report({2: 12.0, 4: 9.0, 6: 11.0})
    claim = Claim(Kind.FIRST_LINE, better=Move("e5"))
    verdicts = tuple(
        replace(verdict, claim=claim) if verdict is not None and ply in (4, 6) else verdict
        for ply, verdict in enumerate(report.verdicts)
    )
    lines = words(overview_view(replace(report, verdicts=verdicts), None, EN, READER)).split("\n")
    said = [line for line in lines if "first line" in line]
    assert [line.replace("~", " ")[:6] for line in said] == ["-# 7. "], "the costlier; both do not fit"
