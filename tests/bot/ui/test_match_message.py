"""Every message of a match: within Discord's limits, with the right buttons and texts."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import discord
import pytest
from discord.ui import LayoutView

from ai.base import Choice
from bot.match.hints import Hint
from bot.presenters.base import BLANK, Action
from bot.presenters.registry import PRESENTERS
from bot.texts import LANGUAGES, Raw, Texts, texts
from bot.ui.buttons import keypad_of
from bot.ui.clocks import ClockDisplay
from bot.ui.custom_ids import BUTTON, MODAL, SELECT, Press, Verb
from bot.ui.match_message import match_view
from bot.ui.message import message_view
from bot.ui.modals import COLUMN, FIELD, ROW, move_modal, submitted_move
from bot.ui.notices import confirm_leaving_view, moved_view, note_view
from bot.ui.review import review_view
from data.model import Match, Offer, OfferKind
from games import replay
from games.base import PASS, Move, Position, Side
from games.clock import CONTROLS, Budget, Clock
from games.go import GoPosition
from tests.bot.stories import EVERY_VARIANT, LONG_ID, games_of, match_of, moments, random_game
from tests.bot.whole.openings import WHITE_PASSES

Component = dict[str, Any]
VERBS = set(Verb) - {Verb.PICK, Verb.UNKNOWN}
ACTION_ROW, BUTTON_KIND, SELECT_KIND, TEXT, GALLERY = 1, 2, 3, 10, 12

every_variant = pytest.mark.parametrize(("slug", "variant"), EVERY_VARIANT)
every_language = pytest.mark.parametrize("language", LANGUAGES)


def components(payload: Any) -> Iterator[Component]:
    """Every component of a message at any depth."""
    if isinstance(payload, list):
        for one in payload:
            yield from components(one)
    elif isinstance(payload, dict):
        if "type" in payload:
            yield payload
        for field in ("components", "component", "accessory"):
            yield from components(payload.get(field))


def check_limits(view: LayoutView) -> list[Component]:
    """Discord's documented limits of a message of components."""
    found = list(components(view.to_components()))
    assert len(found) <= 40
    assert len(found) == view.total_children_count
    ids = [one["custom_id"] for one in found if "custom_id" in one]
    assert len(ids) == len(set(ids))
    assert all(1 <= len(one) <= 100 for one in ids)
    assert all(BUTTON.fullmatch(one) or SELECT.fullmatch(one) for one in ids)
    assert sum(len(one["content"]) for one in found if one["type"] == TEXT) <= 4000
    for one in found:
        check_component(one)
    assert view.is_finished(), "discord.py keeps a view that is not"
    return found


def check_component(one: Component) -> None:
    if one["type"] == ACTION_ROW:
        inner = one["components"]
        assert 1 <= len(inner) <= 5
        assert len({part["type"] for part in inner}) == 1
        assert inner[0]["type"] == BUTTON_KIND or len(inner) == 1
    elif one["type"] == BUTTON_KIND:
        assert one.get("emoji") or one["label"].strip()
        assert len(one.get("label") or "") <= 80
    elif one["type"] == SELECT_KIND:
        assert 1 <= len(one["options"]) <= 25
        assert len(one["placeholder"]) <= 150
        assert all(1 <= len(option[part]) <= 100 for option in one["options"] for part in ("label", "value"))
        assert len({option["value"] for option in one["options"]}) == len(one["options"])
    elif one["type"] == GALLERY:
        assert all(1 <= len(item["description"]) <= 1024 for item in one["items"])


def presses(found: list[Component]) -> list[Press]:
    """What can be pressed that is not disabled."""
    read = []
    for one in found:
        if "custom_id" in one and not one.get("disabled"):
            match = (BUTTON if one["type"] == BUTTON_KIND else SELECT).fullmatch(one["custom_id"])
            assert match is not None
            press = Press.read(match)
            values = [option["value"] for option in one.get("options", ())]
            read += [press.choosing(value) for value in values] or [press]
    return read


def moves_offered(found: list[Component]) -> list[str]:
    """The moves of buttons and menus."""
    return [press.argument for press in presses(found) if press.verb == "move"]


def shown(match: Match, reader: Texts, **more: Any) -> LayoutView:
    """The match's message, in any state, with its keypad."""
    return message_view(match, reader, keypad_of(match, "", reader), **more)


def words(view: LayoutView) -> str:
    """The texts of a message; ~ is a space at which no line ends."""
    found = [one["content"] for one in components(view.to_components()) if one["type"] == TEXT]
    return "\n".join(text for text in found if BLANK not in text).replace("\N{NO-BREAK SPACE}", "~")


def check_match_view(match: Match, position: Position, reader: Texts) -> None:
    found = check_limits(shown(match, reader))
    offered, keypad = moves_offered(found), keypad_of(match, "", reader)
    enabled = [button for button in keypad.buttons if not button.disabled]
    answering = [] if match.offer is None else [keypad.action]
    assert sorted(offered) == sorted(
        button.argument for button in enabled if button.action is Action.MOVE and button not in answering
    )
    assert set(offered) <= set(position.legal_moves())
    for press in presses(found):
        assert press.verb in VERBS
        assert (press.match_id, press.position_id) == (match.id, match.position_id)
    assert {press.verb for press in presses(found)} - {"move", "look"} == controls(match, position)


def controls(match: Match, position: Position) -> set[str]:
    """The verbs below a match beside those of the keypad."""
    asked = match.offer.kind if match.offer else None
    if match.state == "over":
        return {"rematch"} | ({"review"} if match.moves else set())
    if match.paused is not None:
        resume = {"go-on"} if match.paused == "adjourned" else set()
        return resume | ({"go-on-no"} if asked else set())
    leave = {"resign" if match.ply >= 2 else "abort"}
    if asked:
        return leave | {f"{asked}-yes", f"{asked}-no"}
    persons_turn = match.user_of(position.to_move) is not None
    undo = {"undo"} if match.ply > (1 if match.computer_side is Side.FIRST else 0) else set()
    if isinstance(position, GoPosition) and position.scoring:
        return leave | undo | ({"show"} if match.tokens_only and match.level and not persons_turn else set())
    if match.level is None:
        return leave | undo | ({"draw"} if match.ply >= 2 else set())
    return leave | undo | ({"hint"} if persons_turn else {"show"} if match.tokens_only else set())


@every_language
@every_variant
def test_every_position_of_every_game_fits(slug: str, variant: str, language: str) -> None:
    for going, position in games_of(slug, variant):
        for match in moments(going, position):
            check_match_view(match, position, texts(language))


@every_language
@every_variant
def test_a_message_in_play_has_at_most_four_rows_of_four_buttons(
    slug: str, variant: str, language: str
) -> None:
    """More would push the board off a phone's screen."""
    for going, position in games_of(slug, variant):
        for match in moments(going, position):
            found = components(shown(match, texts(language)).to_components())
            rows = [one["components"] for one in found if one["type"] == ACTION_ROW]
            assert len(rows) <= 4 and all(len(row) <= 4 for row in rows)
            assert not any(all(button.get("label") == BLANK for button in row) for row in rows)


def test_an_empty_row_of_keys_is_space() -> None:
    """Nothing below or above moves when the fifth move gets a key."""
    for moves, rows in ((), 3), (("c4", "c3", "d3"), 3):
        match = match_of("othello", "8x8", tuple(map(Move, moves)))
        kinds = [one["type"] for one in shown(match, texts("ko")).to_components()[0]["components"]]
        assert len(kinds[2:]) == rows and set(kinds[2:]) <= {TEXT, ACTION_ROW}


@every_variant
def test_a_request_leaves_the_mover_every_key(slug: str, variant: str) -> None:
    match = match_of(slug, variant)
    for kind in ("undo", "draw", "adjourn"):
        asked = replace(match, offer=Offer(kind, Side.FIRST, 0))
        moves = moves_offered(check_limits(shown(match, texts("en"))))
        assert moves_offered(check_limits(shown(asked, texts("en")))) == moves


@every_language
@every_variant
def test_spectators_see_everything_and_press_nothing(slug: str, variant: str, language: str) -> None:
    match = match_of(slug, variant)
    for moment in moments(match, replay(match.record)):
        watched, played = match_view(moment, texts(language), None), shown(moment, texts(language))
        assert presses(check_limits(watched)) == []
        assert words(watched) == words(played)


@every_language
def test_every_other_message_fits(language: str) -> None:
    reader = texts(language)
    match = match_of("othello", "10x10")
    challenge = replace(match, state="challenge", expires_at=1e9)
    found = check_limits(shown(challenge, reader))
    assert [press.verb for press in presses(found)] == ["accept", "decline", "cancel"]
    found = check_limits(shown(replace(challenge, second_id=None), reader))
    assert [press.verb for press in presses(found)] == ["accept", "cancel"]
    found = check_limits(confirm_leaving_view(match, reader))
    assert [press.verb for press in presses(found)] == ["abort-yes", "resign-no"]
    found = check_limits(confirm_leaving_view(replace(match, moves=(Move("d3"), Move("c3"))), reader))
    assert [press.verb for press in presses(found)] == ["resign-yes", "resign-no"]
    check_limits(moved_view(match, "https://discord.com/channels/1/2/3", reader))
    check_limits(note_view(reader("resign.done")))
    for reason in ("declined", "cancelled", "expired"):
        ended = replace(match, state="over", reason=f"challenge.{reason}")
        found = check_limits(shown(ended, reader))
        assert presses(found) == []
        assert reader(f"challenge.{reason}") in words(shown(ended, reader))
        assert reader(f"challenge.{reason}") in words(shown(replace(ended, second_id=None), reader))


@every_language
@every_variant
def test_a_hint_has_one_key_that_plays_it(slug: str, variant: str, language: str) -> None:
    reader = texts(language)
    for two, position in games_of(slug, variant):
        match = replace(two, second_id=None, level="3")
        if match.user_of(position.to_move) is None:
            continue
        for move in position.legal_moves()[:1]:
            hint = Hint(Choice(move, 0.25, 1, 1, (move,)))
            if isinstance(position, GoPosition) and position.scoring:
                continue  # resuming play has the hint's place
            view = message_view(match, reader, keypad_of(match, "", reader), hint=hint)
            pressed = [one for one in presses(check_limits(view)) if one.argument == move]
            assert pressed == [Press(Verb.MOVE, match.id, match.position_id, move)]
            assert PRESENTERS[slug].move_text(move, reader) in next(
                line for line in words(view).splitlines() if "💡" in line
            )


def test_while_a_hint_is_found_none_can_be_asked_for() -> None:
    match, reader = match_of("othello", "8x8", second_id=None, level="3"), texts("en")
    view = message_view(match, reader, keypad_of(match, "", reader), hint=Hint())
    (key,) = [one for one in components(view.to_components()) if one.get("label") == "Hint…"]
    assert key["disabled"] and "💡" not in words(view)


def test_every_verb_has_its_button() -> None:
    reader, counted = texts("en"), Counter[str]()
    moves = ("d3", "c3")
    match = match_of("othello", "8x8", moves, second_id=None, level="3")
    views = [shown(one, reader) for one in moments(match, replay(match.record))]
    views += [shown(one, reader) for one in moments(match_of("othello", "8x8", moves), replay(match.record))]
    views += [shown(replace(match, state="challenge"), reader), confirm_leaving_view(match, reader)]
    young = replace(match, moves=())
    views += [shown(young, reader), confirm_leaving_view(young, reader)]
    views.append(review_view(replace(match, state="over", reason="outcome.agreed"), 1, (None,) * 3, reader))
    for view in views:
        counted.update(press.verb for press in presses(list(components(view.to_components()))))
    assert set(counted) == VERBS - {"look", "type", "adjourn", "retry"}, (
        "which only other games' keypads have"
    )


# --- Texts -------------------------------------------------------------------------------------------


def test_a_match_in_english() -> None:
    match = match_of("othello", "8x8", ("d3",), id=7, first_id=1, second_id=None, level="3")
    assert words(shown(match, texts("en"))) == (
        "-# **Othello 8×8 #7** · ⚫~<@1> **4~:~1** ⚪~Computer~(level~3)\n"
        "⚪ The computer is thinking…\n-# Move 1: ⚫ Black **d3**"
    )


def test_a_match_in_korean() -> None:
    match = match_of("othello", "8x8", ("d3", "c3"), id=7, first_id=1, second_id=2)
    assert words(shown(match, texts("ko"))) == (
        "-# **오셀로 8×8 #7** · ⚫~<@1> **3~:~3** ⚪~<@2>\n⚫ 흑 <@1> 차례\n-# 2수: ⚪ 백 **c3**"
    )


FIVE, BYO = Clock.of(CONTROLS["5+5"]), Clock.of(CONTROLS["byo-yomi"])
CLOCKS = [
    (FIVE.turn(Side.FIRST, 1000.0), "⚫ until <t:5300:T> (<t:5300:R>) · ⚪ 5:00"),
    (FIVE.turn(Side.SECOND, 1000.5), "⚫ 5:00 · ⚪ until <t:5300:T> (<t:5300:R>)"),
    (FIVE.turn(Side.FIRST, 0.0).stopped(61.5), "⚫ 3:58 · ⚪ 5:00"),
    (Clock.of(CONTROLS["3-days"]).turn(Side.SECOND, 0.0), "⚪ time runs out <t:263200:R>"),
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
    assert f"\n-# ⏱️ {text}" in words(shown(match, texts("en"), clocks=ClockDisplay(4000.0)))
    assert "⏱" not in words(shown(replace(match, clock=None), texts("en")))


@pytest.mark.parametrize(
    ("clock", "countdown", "time"),
    [
        (
            Clock.of(CONTROLS["10+10"]).turn(Side.FIRST, 1000.0),
            "⚫ time runs out <t:5600:R> · ⚪ 10:00",
            "⚫ time runs out at <t:5600:T> · ⚪ 10:00",
        ),
        (
            Clock.of(CONTROLS["3-days"]).turn(Side.FIRST, 1000.0),
            "⚫ time runs out <t:264200:R>",
            "⚫ time runs out on <t:264200:f>",
        ),
        (
            BYO.turn(Side.FIRST, 1000.0),
            "⚫ <t:5600:R> + 3 × 30 s · ⚪ 10:00 + 3 × 30 s",
            "⚫ at <t:5600:T> + 3 × 30 s · ⚪ 10:00 + 3 × 30 s",
        ),
        (
            replace(BYO, first=Budget(0.0, 2), second=Budget(0.0, 1)).turn(Side.FIRST, 1000.0),
            "⚫ 2 × 30 s, time runs out <t:5060:R> · ⚪ 1 × 30 s",
            "⚫ 2 × 30 s, time runs out at <t:5060:T> · ⚪ 1 × 30 s",
        ),
    ],
)
def test_clocks_are_shown_as_their_reader_wants(clock: Clock, countdown: str, time: str) -> None:
    match = match_of("othello", "8x8", first_id=1, second_id=2, clock=clock)
    for style, text in (("countdown", countdown), ("time", time)):
        view = shown(match, texts("en"), clocks=ClockDisplay(4000.0, style))
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
        ("go", "9x9-korean", (PASS, PASS), "Mark dead groups"),
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
    match = match_of("othello", "8x8", ("d3",), first_id=1, second_id=None, level="3", clock=days)
    assert "\n-# ⏱️ 3 days per move" in words(shown(match, texts("en")))


def test_an_adjourned_match() -> None:
    match = match_of("othello", "8x8", first_id=1, second_id=2, paused="adjourned")
    assert "⏸️ Adjourned; ▶️ resumes it" in words(shown(match, texts("en")))
    asked = replace(match, offer=Offer("resume", Side.SECOND, 0))
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
    assert (
        f"Move {len(moves)}: {'Black' if passed is Side.FIRST else 'White'} had no legal move and passed."
        in text
    )
    assert f"Move {len(moves) - 1}: " in text
    assert moves[-2] in text


def test_a_pass_before_the_last_move_is_shown() -> None:
    match = match_of("othello", "8x8", (*WHITE_PASSES[0], WHITE_PASSES[1], PASS))
    passed = "Move 12: White had no legal move and passed."
    last, after = "Move 11: ⚫ Black **e1**", "Move 13: ⚫ Black **"
    text = words(shown(match, texts("en")))
    assert text.index(last) < text.index(passed)
    match = played_on(match)
    text = words(shown(match, texts("en")))
    assert passed in text and after in text
    assert last not in text
    text = words(shown(played_on(match), texts("en")))
    assert passed not in text and "Move 14: ⚪ White **" in text


def test_marks_of_the_count_are_not_the_last_move() -> None:
    moves = ("e5", "c3", PASS, PASS, "dead c3")
    text = words(shown(match_of("go", "9x9-korean", tuple(map(Move, moves))), texts("en")))
    assert "Move 5" not in text
    played_out = match_of("go", "9x9-korean", tuple(map(Move, moves)), state="over", reason="outcome.agreed")
    assert "Move 4: ⚪ White **pass**" in words(shown(played_out, texts("en")))


@pytest.mark.parametrize("marked", [0, 2])
def test_agreeing_to_the_count_is_not_the_last_move(marked: int) -> None:
    moves = ("e5", "c3", PASS, PASS, *("dead c3", "alive c3")[:marked], "agree", "agree")
    match = match_of("go", "9x9-korean", tuple(map(Move, moves)), state="over", reason="outcome.points")
    text = words(shown(replace(match, winner=Side.FIRST), texts("ko")))
    assert text.splitlines()[-1] == "-# 4수: ⚪ 백 **패스**"


def played_on(match: Match) -> Match:
    """The match after the first legal move."""
    return replace(match, moves=(*match.moves, replay(match.record).legal_moves()[0]))


@every_language
def test_a_request_is_shown(language: str) -> None:
    match = match_of("othello", "8x8", ("d3",), offer=Offer("undo", Side.FIRST, 1))
    asker, opponent = Raw(f"<@{LONG_ID}>"), Raw(f"<@{LONG_ID - 1}>")
    asked = texts(language)("match.undo-asked", player=asker, opponent=opponent)
    assert asked in words(shown(match, texts(language)))


def test_an_offered_draw_is_shown_with_the_turn() -> None:
    match = match_of("othello", "8x8", ("d3",), first_id=1, second_id=2, offer=Offer("draw", Side.FIRST, 1))
    text = words(shown(match, texts("en"))).splitlines()
    assert text[-2:] == ["⚪ White: <@2> to move", "-# **🤝 <@1> offers a draw.**"]


def test_an_offer_that_was_not_accepted_is_shown_until_the_next_move() -> None:
    asked = frozenset({(OfferKind.DRAW, Side.FIRST)})
    match = match_of("othello", "8x8", ("d3",), first_id=1, second_id=2, asked=asked)
    for language, text in (("en", "🤝 Draw not accepted."), ("ko", "🤝 무승부 제안 무산")):
        assert words(shown(match, texts(language))).splitlines()[-1] == f"-# {text}"
    open_again = replace(match, offer=Offer(OfferKind.TAKEBACK, Side.SECOND, 1))
    assert "not accepted" not in words(shown(open_again, texts("en")))


@every_language
def test_the_key_that_accepts_an_offer_is_green(language: str) -> None:
    match = match_of("othello", "8x8", ("d3", "c3"), offer=Offer(OfferKind.DRAW, Side.FIRST, 2))
    keys = [one for one in components(shown(match, texts(language)).to_components()) if "custom_id" in one]
    assert [discord.ButtonStyle(one["style"]).name for one in keys[-3:]] == ["success", *["secondary"] * 2]
    assert keys[-3]["label"] == texts(language).plain("button.draw-yes")


@pytest.mark.parametrize(
    ("winner", "reason", "text"),
    [
        (Side.SECOND, "outcome.resigned", "### ⚪ <@2> wins: the opponent resigned."),
        (Side.FIRST, "outcome.resigned", "### ⚫ <@1> wins: the opponent resigned."),
        (None, "outcome.aborted", "### The match was aborted."),
        (None, "outcome.agreed", "### Draw: both players agreed."),
        (None, "outcome.equal-discs", "### Draw: equal discs. **32–32** (2–2 on the board)"),
    ],
)
def test_a_result_is_shown(winner: Side | None, reason: str, text: str) -> None:
    match = match_of("othello", "8x8", state="over", winner=winner, reason=reason, first_id=1, second_id=2)
    assert words(shown(match, texts("en"))).splitlines()[1].replace("\N{WORD JOINER}", "") == text


def test_a_score_is_said_once() -> None:
    over = {"state": "over", "winner": Side.FIRST, "first_id": 1, "second_id": 2}
    counted = tuple(map(Move, ("e5", PASS, PASS, "agree", "agree")))
    won = match_of("go", "9x9-korean", counted, **over, reason="outcome.points")
    players, result = words(shown(won, texts("en"))).splitlines()[:2]
    assert players.endswith("⚫~<@1> vs ⚪~<@2>") and "**80–\N{WORD JOINER}6.5**" in result
    resigned = match_of("othello", "8x8", ("d3",), **over, reason="outcome.resigned")
    players, result = words(shown(resigned, texts("en"))).splitlines()[:2]
    assert "**4~:~1**" in players and "4" not in result


# --- The modal ---------------------------------------------------------------------------------------


@every_language
@every_variant
def test_the_modal_fits(slug: str, variant: str, language: str) -> None:
    match = match_of(slug, variant, id=10**15 - 1)
    position = replay(match.record)
    payload = move_modal(match, position, texts(language)).to_dict()
    assert 1 <= len(payload["title"]) <= 45
    assert len(payload["custom_id"]) <= 100
    found = MODAL.fullmatch(payload["custom_id"])
    assert found is not None
    assert Press.read(found) == Press(Verb.MOVE, match.id, match.position_id)
    labels: Any = payload["components"]
    assert all(1 <= len(label["label"]) <= 45 for label in labels)
    axes = PRESENTERS[slug].axes(position)
    assert len(labels) == (1 if axes is None else 3)
    for label, names in zip(labels[1:], axes or (), strict=True):
        assert [option["value"] for option in label["component"]["options"]] == list(names)
        assert label["component"]["required"] is False
    field = labels[0]["component"]
    assert field["required"] is (axes is None)
    assert field["custom_id"] == FIELD
    assert 1 <= len(field["placeholder"]) <= 100
    assert PRESENTERS[slug].move_text(position.legal_moves()[0], texts(language)) in field["placeholder"]


CHOSEN = [
    {"type": 18, "component": {"type": 4, "custom_id": FIELD, "value": ""}},
    {"type": 18, "component": {"type": 3, "custom_id": COLUMN, "values": ["k"]}},
    {"type": 18, "component": {"type": 3, "custom_id": ROW, "values": ["10"]}},
]


@pytest.mark.parametrize(
    ("components", "text"),
    [
        ([{"type": 18, "component": {"type": 4, "custom_id": FIELD, "value": "d3"}}], "d3"),
        ([{"type": 1, "components": [{"type": 4, "custom_id": FIELD, "value": "d3"}]}], "d3"),
        (CHOSEN, "k10"),
        ([{"type": 18, "component": {"type": 4, "custom_id": FIELD, "value": "d3"}}, *CHOSEN[1:]], "d3"),
        ([{"type": 18, "component": {"type": 4, "custom_id": "other", "value": "d3"}}], ""),
        ([{"type": 10, "content": "words"}], ""),
        ([], ""),
    ],
)
def test_the_submitted_move_is_found(components: list[Any], text: str) -> None:
    class Submitted:
        data = {"custom_id": "m:move:1:0.0", "components": components}

    submitted: Any = Submitted()
    assert submitted_move(submitted) == text
    submitted.data = None
    assert submitted_move(submitted) == ""
