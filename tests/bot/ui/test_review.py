"""The review of a match, move by move: within Discord's limits, with the right buttons and texts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ai.analysis import Line
from bot.match.report import Report
from bot.presenters.board_scene import DRAWN_MOVES, line_from
from bot.presenters.keypad import Keypad
from bot.presenters.registry import PRESENTERS
from bot.texts import texts
from bot.ui.custom_ids import Press, Verb
from bot.ui.match_message import match_view
from bot.ui.overview import END, OVERVIEW, START, opening_scene
from bot.ui.review import NUMBERED, step_scene, step_view
from data.model.match import Match
from games import GAMES, replay
from games.base import PASS, Move, Outcome, Record, Side
from tests.bot.stories import EVERY_VARIANT_READ, HARE_ESCAPES, match_of, random_game
from tests.bot.ui.shown import ACTION_ROW, check_limits, components_of, presses, words
from tests.bot.verdicts import fault, good, line, report_of

EN, KO = texts("en"), texts("ko")
MOVES = tuple(map(Move, ("a2-b2", "b5-c4", "b1-a2", "c4-b5")))


def over(moves: tuple[Move, ...] = MOVES, slug: str = "hare_and_hounds", **changes: object) -> Match:
    variant = GAMES[slug].variants[0]
    ended = {"state": "over", "outcome": Outcome(Side.SECOND, "outcome.resigned"), "id": 7, **changes}
    return match_of(slug, variant, moves, **ended)


def unknown(match: Match) -> Report:
    return Report.of(match, {}, is_final=False)


@pytest.mark.parametrize(("slug", "variant", "language"), EVERY_VARIANT_READ)
def test_every_ply_of_every_game_fits(slug: str, variant: str, language: str) -> None:
    """Also if every other move is a mistake, and with advice."""
    moves = random_game(slug, variant, 1)
    outcome = replay(match_of(slug, variant, moves).record).outcome() or Outcome(None, "outcome.agreed")
    match = match_of(slug, variant, moves, state="over", outcome=outcome)
    judged = report_of(match, range(0, match.ply, 2), proven=True, plies=999)
    for ply in {0, 1, len(moves) // 2, len(moves) - 1, len(moves)}:
        for report in (judged, unknown(match)):
            for advice in (None, *([judged.best(ply)] if judged.best(ply) else [])):
                found = check_limits(step_view(report, None, ply, texts(language), advice))
                rows = [one["components"] for one in found if one["type"] == ACTION_ROW]
                assert max(map(len, rows)) <= 4, "more keys do not fit a phone"


def buttons(report: Report, ply: int, advice: Line | None = None) -> list[str]:
    found = presses(check_limits(step_view(report, None, ply, EN, advice)))
    match = report.match
    assert all((one.match_id, one.position_id) == (match.id, match.position_id) for one in found)
    return [f"{one.verb} {one.argument}" for one in found]


def test_its_buttons_lead_back_and_forth() -> None:
    report = unknown(over())
    assert buttons(report, 0) == ["review 1", f"review {END}", f"review {OVERVIEW}", "advise 0", "share 0"]
    assert buttons(report, 2) == [
        f"review {START}",
        "review 1",
        "review 3",
        f"review {END}",
        f"review {OVERVIEW}",
        "advise 2",
        "share 2",
    ]
    last = [f"review {START}", "review 3", f"review {OVERVIEW}", "advise 4", "share 4"]
    assert buttons(report, 4) == last


def test_advice_that_is_shown_or_unknown_is_not_offered() -> None:
    assert "advise 2" not in buttons(unknown(over()), 2, line("b2-b3"))
    ended = over(HARE_ESCAPES, outcome=Outcome(None, "outcome.hare-escaped"))
    assert not any(one.startswith("advise") for one in buttons(unknown(ended), 12))
    swap = unknown(
        match_of("gomoku", "swap2-15", (Move("h8"),), state="over", outcome=Outcome(None, "outcome.resigned"))
    )
    assert not any(one.startswith("advise") for one in buttons(swap, 1)), "an opening's stones are not judged"


def test_a_menu_leads_to_the_mistakes() -> None:
    report = report_of(over(), [2, 3])
    assert buttons(report, 0)[-2:] == ["review 3", "review 4"]
    (menu,) = [one for one in components_of(step_view(report, None, 0, KO)) if one["type"] == 3]
    assert menu["placeholder"] == "실수를 골라서 보기"
    assert [(one["emoji"]["name"], one["label"], one["description"]) for one in menu["options"]] == [
        ("🐕", "3. b1 → a2??", "큰 실수"),
        ("🐇", "4. c4 → b5??", "큰 실수"),
    ]


def test_of_many_mistakes_the_nearest_are_offered() -> None:
    moves = random_game("othello", "8x8", 3)
    report = report_of(over(moves, "othello", outcome=Outcome(None, "outcome.agreed")), range(len(moves)))
    chosen = [one for one in presses(check_limits(step_view(report, None, 40, EN))) if one.verb == "review"]
    plies = [int(one.argument) for one in chosen[6:]]
    assert len(plies) == 24 and plies == sorted(plies)
    assert abs((plies[0] + plies[-1]) / 2 - 40) <= 4
    own = replace(report, reader=Side.FIRST)
    chosen = [
        press for press in presses(check_limits(step_view(own, None, 40, EN))) if press.verb == "review"
    ]
    mine = {fault.ply + 1 for fault in report.faults if fault.side is Side.FIRST}
    assert mine >= {int(press.argument) for press in chosen[6:]}, "the opponent's are left out first"


def test_a_fault_says_how_bad_it_is_what_was_better_and_why() -> None:
    moves = tuple(map(Move, ("d3", "c3", "c4")))
    report = report_of(over(moves, "othello"), [2])
    better = report.faults[0].better
    text = words(step_view(report, None, 3, EN)).split("\n")
    assert text[:2] == ["-# **Othello 8×8 #7**", "Move 3 of 3: ⚫ Black **c4**"]
    assert text[2] == f"-# ❗ **blunder** · Better: **{better.move}** (then White~{better.moves[1]})"
    assert (
        words(step_view(report, None, 3, KO)).split("\n")[2].startswith("-# ❗ **큰 실수** · 더 좋은 수: **")
    )


def test_the_cost_stands_before_the_better_move() -> None:
    moves = tuple(map(Move, ("d3", "c3", "c4")))
    verdict = fault(over(moves, "othello"), 2)
    assert verdict.played is not None
    verdict = replace(
        verdict, best=replace(verdict.best, margin=2.0), played=replace(verdict.played, margin=-1.0)
    )
    report = Report.of(over((*moves, Move("c5")), "othello"), {2: verdict}, is_final=True)
    text = words(step_view(report, None, 3, EN))
    assert "**mistake** · costs about 3 discs · Better: **" in text


def test_a_better_line_is_drawn_on_the_position_before_the_mistake() -> None:
    report = report_of(over(), [2])
    scene = step_scene(report, 3)
    assert scene.record.moves == MOVES[:2] and scene.mistake == MOVES[2]
    assert [side for _, side in scene.line] == [Side.FIRST, Side.SECOND][: len(scene.line)]
    assert scene.line[0][0] == report.faults[0].better.move and len(scene.line) <= DRAWN_MOVES
    for good_step in (step_scene(report, 2), step_scene(unknown(over()), 2)):
        assert good_step.line == () and good_step.mistake is None and good_step.record.moves == MOVES[:2]


def test_an_overview_without_turning_points_shows_the_end() -> None:
    match = over()
    ahead = replace(fault(match, 3), best=line("c4-b3", score=0.9), played=line(MOVES[3], score=0.4))
    report = Report.of(match, {3: ahead}, is_final=True)
    assert report.faults and not report.moments
    assert opening_scene(report).record.moves == MOVES and opening_scene(report).mistake is None
    assert opening_scene(report_of(match, [2])).mistake == MOVES[2]


def test_a_picture_is_described_as_it_is_drawn() -> None:
    report = report_of(over(), [2])
    for numbered, shown in ((False, 2), (True, 3)):
        parts = components_of(step_view(report, None, 3, EN, numbered=numbered))
        (picture,) = [part["items"][0] for part in parts if "items" in part]
        position = replay(report.match.record.before(shown))
        assert picture["description"].endswith(PRESENTERS["hare_and_hounds"].describe(position, EN))


def test_a_move_that_was_good_has_the_evaluation() -> None:
    verdicts = {1: good(over(), 1, -1.0, proven=True, plies=24)}
    report = Report.of(over(), verdicts, is_final=True)
    assert words(step_view(report, None, 1, EN)) == (
        "-# **Hare and Hounds · 30 turns #7**\nMove 1 of 4: 🐕 Hounds **a2 → b2**\n"
        "-# 🐇 Hare to move · **Hare: loses in 12**"
    )
    assert words(step_view(report, None, 1, KO)).endswith(
        "\n-# 🐇 토끼 차례 · **토끼: 상대가 12번 두면 패배**"
    )
    assert len(words(step_view(report, None, 2, EN)).split("\n")) == 2, "nothing is known of that position"


def test_advice_after_a_mistake_is_the_best_reply_to_it() -> None:
    report = report_of(over(), [2])
    labels = {
        ply: [part["label"] for part in components_of(step_view(report, None, ply, EN)) if "label" in part]
        for ply in (2, 3)
    }
    assert "Best move" in labels[2] and "Best reply" not in labels[2]
    assert "Best reply" in labels[3] and "Best move" not in labels[3]
    fault = words(step_view(report, None, 3, EN)).split("\n")[2].partition(" (then")[0]
    advice = line("c4-b3", "a2-a3", score=1.0, proven=True, plies=5)
    assert words(step_view(report, None, 3, EN, advice)) == (
        "-# **Hare and Hounds · 30 turns #7**\nMove 3 of 4: 🐕 Hounds **b1 → a2**\n"
        f"{fault}\n💡 **c4~→~b3** (then Hounds~a2~→~a3) · Hare: winning in 3"
    )


@pytest.mark.parametrize(
    ("slug", "margin", "proven", "english", "korean"),
    [
        ("othello", 6.4, False, "White about +6 discs", "백 약 6개 앞섬"),
        ("othello", -1.2, False, "Black about +1 disc", "흑 약 1개 앞섬"),
        ("othello", 6.0, True, "White +6 discs", "백 6개 앞섬"),
        ("othello", 0.3, False, "White: slightly better", "백: 조금 우세"),
        ("go", 3.0, False, "White about +3 points", "백 약 3집 앞섬"),
        ("go", -12.6, False, "Black about +13 points", "흑 약 13집 앞섬"),
        ("gomoku", 3.0, False, "White: slightly better", "백: 조금 우세"),
    ],
)
def test_the_side_that_is_ahead_is_named_with_what_the_game_counts(
    slug: str, margin: float, proven: bool, english: str, korean: str
) -> None:
    variant = GAMES[slug].variants[0]
    match = match_of(
        slug,
        variant,
        random_game(slug, variant, 1)[:2],
        state="over",
        outcome=Outcome(None, "outcome.agreed"),
    )
    verdict = good(match, 1, 1.0 if proven else 0.3, margin=margin, proven=proven)
    report = Report.of(match, {1: verdict}, is_final=True)
    assert words(step_view(report, None, 1, EN)).endswith(f" · **{english}**")
    assert words(step_view(report, None, 1, KO, report.best(1))).endswith(f" · {korean}")


def test_the_start_and_the_end() -> None:
    match = over()
    report = report_of(match)
    assert words(step_view(report, None, 0, EN)).split("\n")[1] == "**Starting position** · 4 moves"
    text = words(step_view(report, None, 4, EN, line("a2-a3", score=-1.0, proven=True, plies=56))).split("\n")
    assert text[2] == "💡 **a2~→~a3** · Hounds: loses in 28"
    assert text[3] == f"-# 🐇 <@{match.second_id}> wins: Hounds resigned."


def test_the_order_of_play_stays_while_one_steps() -> None:
    report = unknown(over(tuple(map(Move, ("d3", "c3"))), "othello"))
    for numbered, keys in (
        (False, ["start", "0", "2", "end", OVERVIEW, "1.n"]),
        (True, ["start.n", "0.n", "2.n", "end.n", OVERVIEW, "1.p"]),
    ):
        view = check_limits(step_view(report, None, 1, EN, numbered=numbered))
        assert [one.argument for one in presses(view) if one.verb == "review"] == keys
        assert [one.argument for one in presses(view) if one.verb == "share"] == ["1.n" if numbered else "1"]
    hare = check_limits(step_view(unknown(over()), None, 1, EN))
    assert not [one for one in presses(hare) if one.argument.endswith(NUMBERED)], "its pieces move"


def test_a_match_without_moves_is_not_reviewed() -> None:
    verbs = {one.verb for one in presses(check_limits(match_view(over(()), over().home, EN, Keypad())))}
    assert verbs == {"rematch"}
    assert Press(Verb.REVIEW, 7, over().position_id) in presses(
        check_limits(match_view(over(), over().home, EN, Keypad()))
    )


def test_a_pass_in_a_better_line_is_not_drawn_and_has_no_number() -> None:
    moves = random_game("othello", "6x6", 3)
    at = moves.index(PASS) - 2
    drawn = line_from(Record("othello", "6x6", moves[:at]), moves[at:])
    assert [move for move, _ in drawn] == [*moves[at : at + 2], *moves[at + 3 : at + 6]]
    assert len(drawn) == DRAWN_MOVES and drawn[1][1] == drawn[2][1] != drawn[0][1]
