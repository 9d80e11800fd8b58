"""What the message of a match says: players, turn, last move, clocks, offers, result."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from typing import Any

import pytest

from ai.base import Choice
from bot.match.hints import Hint
from bot.presenters.registry import PRESENTERS
from bot.texts import LANGUAGES, Raw, texts
from bot.ui.board_words import alt_text
from bot.ui.clocks import ClockDisplay, clock_lines, flag_fall
from bot.ui.match_message import match_view
from data.model.match import Match, MatchState, Offer, OfferKind
from games import GAMES, replay
from games.base import PASS, Move, Outcome, Side
from games.clock import CONTROLS, Budget, Clock
from tests.bot.stories import EVERY_VARIANT, LONG_ID, VARIANTS, games_of, match_of, moments, random_game
from tests.bot.ui.shown import (
    shown,
    words,
)
from tests.bot.whole.openings import WHITE_PASSES

every_language = pytest.mark.parametrize("language", LANGUAGES)


def test_a_match_in_english() -> None:
    match = match_of("othello", "8x8", (Move("d3"),), id=7, first_id=1, second_id=None, level="3")
    assert words(shown(match, texts("en"))) == (
        "-# **Othello 8×8 #7**\n-# Black~**4**~<@1> · Computer~(lv.~3/8)~**1**\n"
        "⚪ The computer is thinking…\n-# Move 1: Black **d3**, flips 1"
    )


def test_the_players_line_has_no_image_beside_which_a_client_could_break_it() -> None:
    for slug, variant in VARIANTS:
        for match in moments(match_of(slug, variant, first_id=1, second_id=2), GAMES[slug].start(variant)):
            heading, players = words(shown(match, texts("en"))).splitlines()[:2]
            assert (heading.startswith("-# **") and " vs " in players) or " · " in players
            assert not any(icon in players for icon in PRESENTERS[slug].symbols.values())


def test_a_match_in_korean() -> None:
    match = match_of("othello", "8x8", (Move("d3"), Move("c3")), id=7, first_id=1, second_id=2)
    assert words(shown(match, texts("ko"))) == (
        "-# **오셀로 8×8 #7**\n-# 흑~**3**~<@1> · 백~**3**~<@2>\n⚫ 흑 <@1> 차례\n"
        "-# 2수: 백 **c3**, 1개 뒤집음"
    )


@pytest.mark.parametrize(("slug", "variant"), EVERY_VARIANT)
def test_the_last_move_is_always_named(slug: str, variant: str) -> None:
    """With clocks, captures, an offer or a hint, and in an opening; not only marked on the board."""
    reader, presenter = texts("en"), PRESENTERS[slug]
    for number, (going, position) in enumerate(games_of(slug, variant)):
        if not going.moves or not presenter.leaves_mark(going.moves[-1]):
            continue
        if presenter.instruction(position, reader) and keeps_turn(going):
            continue  # the first stones of Swap2
        played = presenter.move_text(going.moves[-1], reader)
        active = [match for match in moments(going, position) if match.is_active]
        for match in active[number % 3 :: 3]:
            assert f"**{played}**" in words(shown(match, reader))
        if position.legal_moves():
            hinted = replace(going, second_id=None, level="3")
            hint = Hint(Choice(position.legal_moves()[0], 0.5, 1, 1, ()))
            view = match_view(hinted, hinted.home, reader, None, hint=hint)
            assert f"**{played}**" in words(view)


def keeps_turn(match: Match) -> bool:
    """Whether the last move left the turn to who made it."""
    return replay(match.record).to_move is replay(match.record.before(match.ply - 1)).to_move


FIVE, BYO = Clock.of(CONTROLS["5+5"]), Clock.of(CONTROLS["byo-yomi"])
CLOCKS = [
    (FIVE.turn(Side.FIRST, 1000.0), "⚫ until <t:5300:T> (<t:5300:R>) · ⚪ 5:00"),
    (FIVE.turn(Side.SECOND, 1000.5), "⚫ 5:00 · ⚪ until <t:5300:T> (<t:5300:R>)"),
    (FIVE.turn(Side.FIRST, 0.0).stopped(61.5), "⚫ 3:58 · ⚪ 5:00"),
    (Clock.of(CONTROLS["3-days"]).turn(Side.SECOND, 0.0), "due <t:263200:R>"),
    (
        Clock.of(CONTROLS["3-days"]).turn(Side.FIRST, 0.0).stopped(86_400.0 * 2 + 60),
        "3 days per move",
    ),
    (
        BYO.turn(Side.FIRST, 1000.0),
        "⚫ until <t:5600:T> (<t:5600:R>) + 3 × 30 s · ⚪ 10:00 + 3 × 30 s",
    ),
    (
        replace(BYO, first=Budget(0.0, 2), second=Budget(0.0, 1)).turn(Side.FIRST, 1000.0),
        "⚫ 2 × 30 s, until <t:5060:T> (<t:5060:R>) · ⚪ 1 × 30 s",
    ),
]


@pytest.mark.parametrize(("clock", "text"), CLOCKS)
def test_clocks_are_shown(clock: Clock, text: str) -> None:
    """The side to move has Discord timestamps, which the reader's client counts down."""
    match = match_of("othello", "8x8", first_id=1, second_id=2, clock=clock)
    assert f"\n-# ⏱️ {text}" in words(shown(match, texts("en"), clocks=ClockDisplay(lambda _: 4000.0)))
    assert "⏱" not in words(shown(replace(match, clock=None), texts("en")))


LEFT = [
    (FIVE.turn(Side.FIRST, 1000.0), "Time left when this turn began: Black 5:00, White 5:00."),
    (FIVE.turn(Side.FIRST, 0.0).stopped(61.5), "Time left: Black 3:58, White 5:00."),
    (BYO.turn(Side.FIRST, 0.0).stopped(600.0), "Time left: Black 3 × 30 s, White 10:00 + 3 × 30 s."),
    (Clock.of(CONTROLS["3-days"]).turn(Side.SECOND, 0.0), "Time left when this turn began: White 3 d 0 h."),
    (Clock.of(CONTROLS["3-days"]).turn(Side.FIRST, 0.0).stopped(60.0), ""),
]


@pytest.mark.parametrize(("clock", "text"), LEFT)
def test_the_time_left_is_said_in_an_alt_text(clock: Clock, text: str) -> None:
    """Nothing counts down there: it is the time with which the turn began."""
    match = match_of("othello", "8x8", (Move("d3"),), first_id=1, second_id=2, clock=clock)
    start = "1. Black d3, flips 1: d4. "
    assert alt_text(match, None, texts("en")).startswith(f"{start}{text} White to move." if text else start)
    assert "Time left" not in alt_text(replace(match, clock=None), None, texts("en"))
    over = replace(match, state=MatchState.OVER, outcome=Outcome(Side.FIRST, "outcome.resigned"))
    assert "Time left" not in alt_text(over, None, texts("en"))


def test_against_the_computer_the_time_left_is_the_person_s() -> None:
    clock = FIVE.turn(Side.FIRST, 1000.0)
    match = match_of("othello", "8x8", first_id=1, second_id=None, level="3", clock=clock)
    assert "이 차례가 시작될 때 남은 시간: 흑 5:00. " in alt_text(match, None, texts("ko"))


FIRST_MOVES = [
    ("10+10", 7, (), "⚫ first move by <t:5120:T> · ⚪ 10:00"),
    ("10+10", 7, ("c4",), "⚫ first move by <t:5120:T> · ⚪ 10:00"),
    ("10+10", 7, ("c4", "c3"), "⚫ until <t:5600:T> (<t:5600:R>) · ⚪ 10:00"),
    ("10+10", None, (), "⚫ until <t:5600:T> (<t:5600:R>) · ⚪ 10:00"),
    ("3-days", 7, (), "due <t:264200:R>"),
]


@pytest.mark.parametrize(("control", "tournament_id", "moves", "text"), FIRST_MOVES)
def test_the_clock_of_a_live_tournament_is_the_limit_of_the_first_move(
    control: str, tournament_id: int | None, moves: tuple[str, ...], text: str
) -> None:
    clock = Clock.of(CONTROLS[control]).turn(Side.FIRST, 1000.0)
    match = match_of("othello", "8x8", first_id=1, second_id=2, clock=clock)
    match = replace(match, tournament_id=tournament_id, moves=tuple(map(Move, moves)))
    display, reader = ClockDisplay(lambda _: 4000.0), texts("en")
    lines = clock_lines(match, replay(match.record), PRESENTERS["othello"], reader, display)
    assert [*lines] == [f"⏱️ {text}"]
    end = 5120 if "first" in text else int(text.partition("<t:")[2].partition(":")[0])
    assert flag_fall(match, reader, display) == f"<t:{end}:R>"


@pytest.mark.parametrize(
    ("clock", "countdown", "time"),
    [
        (
            Clock.of(CONTROLS["10+10"]).turn(Side.FIRST, 1000.0),
            "⚫ ends <t:5600:R> · ⚪ 10:00",
            "⚫ ends at <t:5600:T> · ⚪ 10:00",
        ),
        (
            Clock.of(CONTROLS["3-days"]).turn(Side.FIRST, 1000.0),
            "due <t:264200:R>",
            "due on <t:264200:f>",
        ),
        (
            BYO.turn(Side.FIRST, 1000.0),
            "⚫ <t:5600:R> + 3 × 30 s · ⚪ 10:00 + 3 × 30 s",
            "⚫ at <t:5600:T> + 3 × 30 s · ⚪ 10:00 + 3 × 30 s",
        ),
        (
            replace(BYO, first=Budget(0.0, 2), second=Budget(0.0, 1)).turn(Side.FIRST, 1000.0),
            "⚫ 2 × 30 s, ends <t:5060:R> · ⚪ 1 × 30 s",
            "⚫ 2 × 30 s, ends at <t:5060:T> · ⚪ 1 × 30 s",
        ),
    ],
)
def test_clocks_are_shown_as_their_reader_wants(clock: Clock, countdown: str, time: str) -> None:
    match = match_of("othello", "8x8", first_id=1, second_id=2, clock=clock)
    for style, text in (("countdown", countdown), ("time", time)):
        view = shown(match, texts("en"), clocks=ClockDisplay(lambda _: 4000.0, style))
        assert f"\n-# ⏱️ {text}" in words(view)


_RENDERED = {"T": {"en": "12:36:32 PM", "ko": "오후 12:36:32"}, "R": {"en": "in 10 minutes", "ko": "10분 후"}}
"""The longest that a client writes for a timestamp within the hour."""
_PHONE = 38
"""Characters of small print in a line of a phone 360 dp wide; Hangul and emoji count twice."""


@every_language
@pytest.mark.parametrize("control", ["5+5", "10+10", "byo-yomi"])
@pytest.mark.parametrize("side", Side)
def test_a_live_clock_is_two_lines_of_a_phone_at_most(control: str, side: Side, language: str) -> None:
    clock = Clock.of(CONTROLS[control]).turn(side, 0.0)
    match = match_of("go", "9x9-korean", first_id=1, second_id=2, clock=clock)
    (line,) = (one for one in words(shown(match, texts(language))).splitlines() if "⏱" in one)
    line = re.sub(r"<t:\d+:(\w)>", lambda found: _RENDERED[found[1]][language], line.removeprefix("-# "))
    assert sum(2 if unicodedata.east_asian_width(one) in "WF" else 1 for one in line) <= 2 * _PHONE


@pytest.mark.parametrize(
    ("slug", "variant", "moves", "text"),
    [
        ("go", "9x9-korean", (PASS, PASS), "Buttons mark dead stones"),
        ("gomoku", "swap2-15", (), "Place three stones"),
        ("gomoku", "swap2-15", ("h8", "i9", "a1"), "Take a color"),
    ],
)
def test_what_is_to_be_done_stands_beside_a_clock(slug: str, variant: str, moves: Any, text: str) -> None:
    for control, is_shown in (("3-days", False), ("5+5", True)):
        clock = Clock.of(CONTROLS[control]).turn(Side.FIRST, 0.0)
        match = match_of(slug, variant, moves, first_id=1, second_id=2, clock=clock)
        said = words(shown(match, texts("en")))
        assert text in said and ("⏱" in said) is is_shown


def test_the_computer_has_no_clock_to_show() -> None:
    match = match_of("othello", "8x8", first_id=1, second_id=None, level="3", clock=FIVE.turn(None, 5.0))
    assert "-# ⏱️ ⚫ 5:00" in words(shown(match, texts("en")))


def test_while_the_computer_thinks_no_days_are_counted() -> None:
    """The next turn has all its days again, however much the last one used."""
    days = Clock.of(CONTROLS["3-days"]).turn(Side.FIRST, 0.0).played(86_400.0).turn(None, 86_400.0)
    match = match_of("othello", "8x8", (Move("d3"),), first_id=1, second_id=None, level="3", clock=days)
    assert "**d3**, flips 1 · ⏱️ 3 days per move" in words(shown(match, texts("en")))


def test_an_adjourned_match() -> None:
    match = match_of("othello", "8x8", first_id=1, second_id=2, paused="adjourned")
    assert "⏸️ Adjourned; **Resume** goes on" in words(shown(match, texts("en")))
    asked = replace(match, offer=Offer(OfferKind.RESUME, Side.SECOND, 0))
    assert "<@2> offered to resume the match. The clock starts when <@1> accepts." in words(
        shown(asked, texts("en"))
    )


def test_a_challenge_shows_its_clock() -> None:
    match = match_of("othello", "8x8", state="challenge", expires_at=1e9, clock=FIVE)
    assert "⏱️ 5 min + 5 s per move" in words(shown(match, texts("en")))


def test_a_challenge_to_a_rematch_says_so() -> None:
    match = match_of("othello", "8x8", state="challenge", first_id=1, second_id=2, challenger_id=1)
    assert "<@2>, <@1> has challenged you to a match!" in words(shown(match, texts("en")))
    assert "<@2>, <@1> wants a rematch!" in words(shown(replace(match, rematch_of=7), texts("en")))


def test_an_open_challenge_says_that_anyone_can_accept() -> None:
    match = match_of("othello", "8x8", state="challenge", first_id=1, second_id=None, challenger_id=1)
    assert "<@1> is looking for an opponent. The first to accept" in words(shown(match, texts("en")))


def test_a_start_has_no_last_move() -> None:
    assert "Move" not in words(shown(match_of("othello", "8x8"), texts("en")))


def test_a_forced_pass_is_shown() -> None:
    moves = next(
        moves[: ply + 1]
        for seed in range(100)
        for moves in [random_game("othello", "6x6", seed)]
        for ply, move in enumerate(moves)
        if move == PASS
    )
    match = match_of("othello", "6x6", moves)
    passed = replay(match.record.before(len(moves) - 1)).to_move
    text = words(shown(match, texts("en")))
    assert f"{'Black' if passed is Side.FIRST else 'White'} had to pass" in text
    assert moves[-2] in text


def test_a_pass_before_the_last_move_is_shown() -> None:
    match = match_of("othello", "8x8", (*WHITE_PASSES[0], WHITE_PASSES[1], PASS))
    passed, last, after = "White had to pass", "11. **e1**", " · 12. **"
    text = words(shown(match, texts("en")))
    assert text.index(last) < text.index(passed)
    match = played_on(match)
    text = words(shown(match, texts("en")))
    assert text.index(passed) < text.index(after), "in the order of play"
    assert last not in text
    text = words(shown(played_on(match), texts("en")))
    assert passed not in text and "Move 13: White **" in text


def test_marks_of_the_count_are_not_the_last_move() -> None:
    moves = ("e5", "c3", PASS, PASS, "dead c3")
    text = words(shown(match_of("go", "9x9-korean", tuple(map(Move, moves))), texts("en")))
    assert "Move 5" not in text
    played_out = match_of(
        "go", "9x9-korean", tuple(map(Move, moves)), state="over", outcome=Outcome(None, "outcome.agreed")
    )
    assert "Move 4: White **pass**" in words(shown(played_out, texts("en")))


@pytest.mark.parametrize("marked", [0, 2])
def test_agreeing_to_the_count_is_not_the_last_move(marked: int) -> None:
    moves = ("e5", "c3", PASS, PASS, *("dead c3", "alive c3")[:marked], "agree", "agree")
    outcome = Outcome(Side.FIRST, "outcome.points")
    match = match_of("go", "9x9-korean", tuple(map(Move, moves)), state="over", outcome=outcome)
    text = words(shown(match, texts("ko")))
    assert text.splitlines()[-1] == "-# 4수: 백 **패스**"


def played_on(match: Match) -> Match:
    """The match after the first legal move."""
    return replace(match, moves=(*match.moves, replay(match.record).legal_moves()[0]))


@every_language
def test_a_request_is_shown(language: str) -> None:
    match = match_of("othello", "8x8", (Move("d3"),), offer=Offer(OfferKind.TAKEBACK, Side.FIRST, 1))
    request = texts(language)("match.undo-asked", player=Raw(f"<@{LONG_ID}>"))
    assert request in words(shown(match, texts(language)))


def test_a_challenge_says_the_rule_of_a_variant_that_its_name_does_not_say() -> None:
    challenged: dict[str, Any] = {"state": "challenge", "challenger_id": 1, "first_id": 1, "second_id": 2}
    match = match_of("gomoku", "freestyle-15", **challenged)
    assert "-# Rule: five or more win, nothing is forbidden." in words(shown(match, texts("en")))
    assert "Rule" not in words(shown(match_of("othello", "8x8", **challenged), texts("en")))


def test_an_offered_draw_stands_where_the_turn_was_with_the_turn_below() -> None:
    match = match_of(
        "othello", "8x8", (Move("d3"),), first_id=1, second_id=2, offer=Offer(OfferKind.DRAW, Side.FIRST, 1)
    )
    text = words(shown(match, texts("en"))).splitlines()
    assert text[-2:] == ["**🤝 <@1> offers a draw**", "-# ⚪ White: <@2> to move · 1. **d3**, flips 1"]


def test_an_offer_that_was_not_accepted_is_shown_until_the_next_move() -> None:
    asked = frozenset({(OfferKind.DRAW, Side.FIRST)})
    match = match_of("othello", "8x8", (Move("d3"),), first_id=1, second_id=2, offers_made=asked)
    for language, text in (
        ("en", "🤝 <@1>: draw declined or canceled · 1. **d3**, flips 1"),
        ("ko", "🤝 <@1> 님의 무승부 제안: 거절 또는 취소 · 1수 **d3**, 1개 뒤집음"),
    ):
        assert words(shown(match, texts(language))).splitlines()[-1] == f"-# {text}"
    open_again = replace(match, offer=Offer(OfferKind.TAKEBACK, Side.SECOND, 1))
    assert "declined or canceled" not in words(shown(open_again, texts("en")))


@pytest.mark.parametrize(
    ("winner", "reason", "text"),
    [
        (Side.SECOND, "outcome.resigned", "### ⚪ <@2> wins: Black resigned."),
        (Side.FIRST, "outcome.resigned", "### ⚫ <@1> wins: White resigned."),
        (None, "outcome.aborted", "The match was aborted."),
        (None, "outcome.no-result", "### A position to analyze."),
        (None, "outcome.agreed", "### Draw: both players agreed."),
        (None, "outcome.equal-discs", "### Draw: equal discs. **32–32** (2–2 on the board)"),
    ],
)
def test_a_result_is_shown(winner: Side | None, reason: str, text: str) -> None:
    match = match_of("othello", "8x8", state="over", outcome=Outcome(winner, reason), first_id=1, second_id=2)
    assert text in words(shown(match, texts("en"))).replace("\N{WORD JOINER}", "").splitlines()


def test_a_score_is_said_once() -> None:
    over = {"state": "over", "first_id": 1, "second_id": 2}
    counted = tuple(map(Move, ("e5", PASS, PASS, "agree", "agree")))
    won = match_of("go", "9x9-korean", counted, **over, outcome=Outcome(Side.FIRST, "outcome.points"))
    _, players, result = words(shown(won, texts("en"))).splitlines()[:3]
    assert players == "-# Black~<@1> vs White~<@2>"
    assert "**80–\N{WORD JOINER}6.5**" in result
    resigned = match_of(
        "othello", "8x8", (Move("d3"),), **over, outcome=Outcome(Side.FIRST, "outcome.resigned")
    )
    _, players, result = words(shown(resigned, texts("en"))).splitlines()[:3]
    assert "**4**" in players and "**1**" in players and "4" not in result
