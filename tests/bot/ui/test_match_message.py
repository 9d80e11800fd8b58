"""Every message of a match: within Discord's limits and with the right buttons."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import cycle

import discord
import pytest

from ai.base import Choice
from ai.claims.claim import Claim
from ai.claims.kind import Kind
from bot.match.hints import Hint
from bot.match.level_steps import Step
from bot.match.report import Report
from bot.presenters.board_scene import BoardScene
from bot.presenters.keypad import BLANK, BUTTON_ROWS, Action, Keypad, Tone
from bot.presenters.registry import PRESENTERS
from bot.texts import LANGUAGES, Texts, texts
from bot.ui.buttons import keypad_of
from bot.ui.claim_marks import hinted_stones
from bot.ui.custom_ids import Press, Verb
from bot.ui.layout import UNBROKEN
from bot.ui.match_message import match_view, players_line
from bot.ui.message import message_view
from bot.ui.modals import match_move_modal
from bot.ui.notices import confirm_leaving_view, confirm_post_view, moved_view, note_view
from bot.ui.overview import overview_view
from bot.ui.review import step_view
from data.model.hand_and_brain import Pairs, Seat
from data.model.match import ABORTED, Match, MatchState, Offer, OfferKind, PauseReason
from data.model.teams import Member, TeamKind, Teams
from games import GAMES, replay
from games.base import PASS, Move, Outcome, Position, Side
from games.go import GoPosition
from tests.bot.stories import (
    EVERY_VARIANT,
    EVERY_VARIANT_READ,
    games_of,
    match_of,
    moments,
    random_game,
    reachable_keypads,
    teams_of,
)
from tests.bot.ui.shown import (
    ACTION_ROW,
    GALLERY,
    TEXT,
    Component,
    check_limits,
    components_of,
    moves_offered,
    presses,
    shown,
    words,
)

VERBS = set(Verb) - {Verb.PICK, Verb.UNKNOWN}

ROWS = 4
"""Rows below the board of a match in play: a keypad and its controls."""

every_variant = pytest.mark.parametrize(("slug", "variant"), EVERY_VARIANT)
every_variant_read = pytest.mark.parametrize(("slug", "variant", "language"), EVERY_VARIANT_READ)
every_language = pytest.mark.parametrize("language", LANGUAGES)


def check_match_view(match: Match, position: Position, reader: Texts) -> None:
    keypad = keypad_of(match, None, "", reader)
    found = check_limits(message_view(match, match.home, reader, keypad))
    offered = moves_offered(found)
    beside = controls(match, position)
    is_complete = len(keypad.rows) > BUTTON_ROWS and "show" not in beside and match.is_active
    buttons = (keypad if is_complete else replace(keypad, rows=keypad.rows[:BUTTON_ROWS])).buttons
    enabled = [button for button in buttons if not button.disabled]
    is_pass = keypad.action is not None and keypad.action.argument == PASS
    answering = [] if match.offer is None or is_pass else [keypad.action]
    assert sorted(offered) == sorted(
        button.argument for button in enabled if button.action is Action.MOVE and button not in answering
    )
    assert set(offered) <= set(position.legal_moves())
    for press in presses(found):
        assert press.verb in VERBS
        assert (press.match_id, press.position_id) == (match.id, match.position_id)
    if match.offer is not None and is_pass and not is_complete:
        beside -= {"resign", "abort", "leave", "relay"}  # a pass has that place
    others = {press.verb for press in presses(found)} - {"move", "look", "type", "name"}
    assert others == ({"more"} if is_complete else beside)
    check_rows([component["components"] for component in found if component["type"] == ACTION_ROW])
    if match.is_active:
        assert rows_below(found) == ROWS


def rows_below(components: list[Component]) -> int:
    """The rows below the picture of a board, empty ones among them."""
    text, picture, *rows = components[0]["components"]
    assert (text["type"], picture["type"]) == (TEXT, GALLERY)
    return len(rows)


def check_rows(rows: list[list[Component]]) -> None:
    """At most four rows of four buttons: more would push the board off a phone's screen."""
    assert len(rows) <= 4 and all(len(row) <= 4 for row in rows)
    assert not any(all(button.get("label") == BLANK for button in row) for row in rows)


def controls(match: Match, position: Position) -> set[str]:
    """The verbs below a match beside those of the keypad."""
    asked = match.offer.kind if match.offer else None
    if match.state == "over":
        return {"rematch"} | ({"review", "replay"} if match.moves else set())
    if match.paused is not None:
        resume = {"go-on"} if match.paused == "adjourned" else set()
        return resume | ({"go-on-no"} if asked else set())
    of_teams = "relay" if match.is_relay else "leave"
    is_of_teams = match.teams is not None and not match.is_of_pairs
    leave = {of_teams if is_of_teams else "resign" if match.ply >= 2 else "abort"}
    if asked:
        return {f"{asked}-yes", f"{asked}-no"}
    persons_turn = match.user_of(position.to_move) is not None
    has_moved = match.ply > (1 if match.computer_side is Side.FIRST else 0)
    undo = {"undo"} if has_moved and match.rated is None else set()
    if isinstance(position, GoPosition) and position.scoring:
        return (
            leave
            | (undo if match.level is not None else set())
            | ({"show"} if match.home.tokens_only and match.level and not persons_turn else set())
        )
    if match.level is None:
        return leave | undo | ({"draw"} if match.ply >= 2 and match.game != "go" else set())
    hint = set[str]() if match.is_of_pairs else {"hint"}
    return leave | undo | (hint if persons_turn else {"show"} if match.home.tokens_only else set())


@every_variant
def test_every_position_of_every_game_fits(slug: str, variant: str) -> None:
    """Each position in every third of its moments, and each moment at every third of the positions.

    The languages take turns, so that each moment is seen in both.
    """
    readers = cycle(map(texts, LANGUAGES))
    for number, (going, position) in enumerate(games_of(slug, variant)):
        seen, reader = list(moments(going, position)), next(readers)
        for match in seen if position.outcome() else seen[number % 3 :: 3]:
            check_match_view(match, position, reader)


@every_variant
def test_nothing_below_a_board_jumps(slug: str, variant: str) -> None:
    """As many rows whatever is selected on the board; `check_match_view` counts those of each moment.

    An enlarged part has one more, and a picture that is lower.
    """
    for number, (going, _) in enumerate(games_of(slug, variant)):
        if number % 9 or not going.is_active:
            continue
        selections = {
            button.argument
            for keypad in reachable_keypads(PRESENTERS[slug], BoardScene.of(going).viewpoint())
            for button in keypad.buttons
            if button.action is Action.SELECT and not button.disabled
        }
        for selection in selections:
            keys = keypad_of(going, None, selection, texts("en"))
            selected = message_view(going, going.home, texts("en"), keys)
            window = PRESENTERS[slug].view_state(BoardScene.of(going).viewpoint(selection)).window
            assert rows_below(components_of(selected)) == ROWS + (window is not None), (
                going.moves,
                selection,
            )


def test_a_part_that_is_enlarged_in_place_leaves_out_the_line_of_the_players() -> None:
    """A desktop has no room for it."""
    match, reader = match_of("go", "19x19-korean", (Move("d4"), Move("q4"))), texts("en")
    whole, part = (
        words(message_view(match, match.home, reader, keypad_of(match, None, selection, reader))).split("\n")
        for selection in ("", "part-3")
    )
    assert [line for line in whole if line not in part] == [whole[1]]
    assert " vs " in whole[1]


@every_variant
def test_typing_is_in_the_first_view(slug: str, variant: str) -> None:
    """With an example of what to type, which is a move."""
    reader = texts("en")
    for match, position in games_of(slug, variant):
        if not position.legal_moves() or keypad_of(match, None, "", reader).action is not None:
            continue  # it is over, or the stones of Go are counted
        offered = [press.verb for press in presses(components_of(shown(match, reader)))]
        assert offered.count(Verb.TYPE) == 1 or (variant == "swap2-15" and Verb.MOVE in offered)
        example = match_move_modal(match, reader).to_dict()["components"][0]["component"]["placeholder"]
        move = GAMES[slug].parse(example.removeprefix("For example "), position)
        assert move in position.legal_moves()


@every_variant
def test_a_request_leaves_the_mover_every_key(slug: str, variant: str) -> None:
    match = match_of(slug, variant)
    for kind in (OfferKind.TAKEBACK, OfferKind.DRAW, OfferKind.ADJOURN):
        asked = replace(match, offer=Offer(kind, Side.FIRST, 0))
        moves = moves_offered(check_limits(shown(match, texts("en"))))
        assert moves_offered(check_limits(shown(asked, texts("en")))) == moves
        assert selections(asked) == selections(match)


def selections(match: Match) -> list[str]:
    """What the buttons of a board select: pieces, columns and parts of the board."""
    found = presses(components_of(shown(match, texts("en"))))
    return [press.argument for press in found if press.verb is Verb.SELECT]


@every_variant_read
def test_spectators_see_everything_and_press_nothing(slug: str, variant: str, language: str) -> None:
    match = match_of(slug, variant)
    for moment in moments(match, replay(match.record)):
        watched, played = (
            match_view(moment, moment.home, texts(language), None),
            shown(moment, texts(language)),
        )
        assert presses(check_limits(watched)) == []
        where = f" · **{texts(language)('match.answer-behind-more')}**"  # of a button that only players have
        assert words(watched) == words(played).replace(where, "")


@every_language
def test_every_other_message_fits(language: str) -> None:
    reader = texts(language)
    match = match_of("othello", "10x10")
    challenge = replace(match, state=MatchState.CHALLENGE, expires_at=1e9)
    found = check_limits(shown(challenge, reader))
    assert [press.verb for press in presses(found)] == ["accept", "decline"]
    found = check_limits(shown(replace(challenge, second_id=None), reader))
    assert [press.verb for press in presses(found)] == ["accept", "cancel"]
    found = check_limits(confirm_leaving_view(match, 1, reader))
    assert [press.verb for press in presses(found)] == ["abort-yes", "resign-no"]
    found = check_limits(confirm_leaving_view(replace(match, moves=(Move("d3"), Move("c3"))), 1, reader))
    assert [press.verb for press in presses(found)] == ["resign-yes", "resign-no"]
    check_limits(moved_view(match, "https://discord.com/channels/1/2/3", reader))
    check_limits(note_view(reader("resign.done")))
    for reason in ("declined", "cancelled", "expired"):
        ended = replace(match, state=MatchState.OVER, outcome=Outcome(None, f"challenge.{reason}"))
        found = check_limits(shown(ended, reader))
        assert presses(found) == []
        assert reader(f"challenge.{reason}") in words(shown(ended, reader))
        assert reader(f"challenge.{reason}") in words(shown(replace(ended, second_id=None), reader))


@every_variant_read
def test_green_buttons_lead_to_the_move_of_a_hint(slug: str, variant: str, language: str) -> None:
    reader = texts(language)
    for two, position in games_of(slug, variant):
        match = replace(two, second_id=None, level="3")
        if match.user_of(position.to_move) is None:
            continue
        for move in position.legal_moves()[:1]:
            hint, selection = Hint(Choice(move, 0.25, 1, 1, (move,))), ""
            if isinstance(position, GoPosition) and position.scoring:
                continue
            for _ in range(3):
                keypad = keypad_of(match, None, selection, reader, hinted=move)
                view = message_view(match, match.home, reader, keypad, hint=hint)
                check_limits(view)
                if keypad.plays(move):
                    break
                green = [button for row in keypad.rows for button in row if button.tone is Tone.NEXT_STEP]
                assert green and not keypad.suggests
                selection = green[0].argument
            pressed = [press for press in presses(check_limits(view)) if press.argument == move]
            assert pressed == [Press(Verb.MOVE, match.id, match.position_id, move)]
            assert PRESENTERS[slug].move_text(move, reader) in next(
                line for line in words(view).splitlines() if "💡" in line
            )


def test_a_hint_says_what_its_move_does() -> None:
    """Where that was checked; else who is ahead."""
    match = match_of("othello", "6x6", tuple(map(Move, ["e4", "e3", "b2", "e5"])), level="3", second_id=None)
    choice = Choice(Move("f6"), 0.25, 1, 1, (Move("f6"),))
    for language, claim, said in (
        ("en", Claim(Kind.MISSES_CORNER, (Move("f6"),)), "💡 Hint: **f6** takes the corner"),
        ("ko", Claim(Kind.MISSES_CORNER, (Move("f6"),)), "💡 힌트: **f6** · 귀를 차지함"),
        ("en", None, "💡 Hint: **f6** (Black: slightly better)"),
    ):
        keypad = keypad_of(match, None, "", texts(language))
        view = message_view(match, match.home, texts(language), keypad, hint=Hint(choice, claim))
        assert said in words(view)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "4. **e5**, flips 1 · 💡 Hint: **f6** (even)"),
        ("ko", "4수 **e5**, 1개 뒤집음 · 💡 힌트: **f6** (팽팽)"),
    ],
)
def test_the_last_move_stands_before_a_hint_and_an_even_game_is_nobodys(language: str, said: str) -> None:
    """After the hint it would read like a second one."""
    match = match_of("othello", "6x6", tuple(map(Move, ["e4", "e3", "b2", "e5"])), level="3", second_id=None)
    hint, keypad = (
        Hint(Choice(Move("f6"), 0.0, 1, 1, (Move("f6"),))),
        keypad_of(match, None, "", texts(language)),
    )
    assert said in words(message_view(match, match.home, texts(language), keypad, hint=hint))


@pytest.mark.parametrize(
    ("language", "said"), [("en", "💡 Best move: **i9** ("), ("ko", "💡 최선의 수: **i9** (")]
)
def test_a_hint_for_a_side_that_is_behind_does_not_read_like_a_bad_move(language: str, said: str) -> None:
    match = match_of("gomoku", "renju-15", (Move("h8"),), level="3", first_id=None)
    keypad = keypad_of(match, None, "", texts(language))
    for score, is_behind in ((-0.4, True), (0.0, False)):
        hint = Hint(Choice(Move("i9"), score, 1, 1, (Move("i9"),)))
        assert (
            said in words(message_view(match, match.home, texts(language), keypad, hint=hint))
        ) is is_behind


def test_the_stones_that_a_hint_saves_are_described() -> None:
    moves = tuple(map(Move, ["a5", "a6", "j9", "b5"]))
    match = match_of("go", "9x9-korean", moves, level="3", second_id=None)
    claim = Claim(Kind.LEAVES_ATARI, (Move("a4"), Move("a5")), 1)
    hint, position = Hint(Choice(Move("a4"), 0.25, 1, 1, (Move("a4"),)), claim), replay(match.record)
    assert hinted_stones(position, hint) == {"a5"}
    view = message_view(match, match.home, texts("en"), keypad_of(match, None, "", texts("en")), hint=hint)
    (picture,) = [part["items"][0] for part in components_of(view) if "items" in part]
    assert picture["description"].endswith(" Ringed: a5.")


def test_a_hint_leaves_every_control_in_its_place() -> None:
    """A second tap on *Hint* plays nothing, nor does a tap where *Resign* was."""
    match = match_of("twelve_janggi", "classic", level="3", second_id=None)
    move = replay(match.record).legal_moves()[0]
    keypad = keypad_of(match, None, "", texts("en"), hinted=move)
    hint = Hint(Choice(move, 0.25, 1, 1, (move,)))
    view = message_view(match, match.home, texts("en"), keypad, hint=hint)
    *_, row = [part for part in components_of(view) if part["type"] == ACTION_ROW]
    assert [button["label"] for button in row["components"]] == ["Undo", "Hint", "Abort"]
    assert row["components"][1]["disabled"]


def test_while_a_hint_is_found_none_can_be_asked_for() -> None:
    match, reader = match_of("othello", "8x8", second_id=None, level="3"), texts("en")
    view = message_view(match, match.home, reader, keypad_of(match, None, "", reader), hint=Hint())
    (key,) = [one for one in components_of(view) if one.get("label") == "Hint…"]
    assert key["disabled"] and "💡" not in words(view)


@pytest.mark.parametrize(
    ("language", "said"), [("en", "option `size` of `/play go`"), ("ko", "`/대국 바둑`의 `크기`")]
)
def test_a_match_of_go_that_is_called_off_says_how_to_get_another_size(language: str, said: str) -> None:
    for slug, variant, is_said in (("go", "9x9-korean", True), ("othello", "8x8", False)):
        over = replace(match_of(slug, variant), state=MatchState.OVER, outcome=Outcome(None, ABORTED))
        assert (said in words(shown(over, texts(language)))) is is_said


def test_the_line_about_green_buttons_says_how_to_turn_them_off() -> None:
    moves = tuple(map(Move, ["h8", "a1", "h9", "a3", "h10", "a5", "h11", "a7"]))
    match = match_of("gomoku", "freestyle-15", moves, second_id=None, level="3")
    keypad = keypad_of(match, None, "", texts("en"), suggests=True)
    view = message_view(match, match.home, texts("en"), keypad, explains=True)
    assert "Green: wins, or must block a five · off: `/me`" in words(view)


def test_every_verb_has_its_button() -> None:
    reader, counted = texts("en"), Counter[str]()
    moves = (Move("d3"), Move("c3"))
    match = match_of("othello", "8x8", moves, second_id=None, level="3")
    views = [shown(one, reader) for one in moments(match, replay(match.record))]
    views += [shown(one, reader) for one in moments(match_of("othello", "8x8", moves), replay(match.record))]
    views += [
        shown(replace(match, state=MatchState.CHALLENGE), reader),
        confirm_leaving_view(match, 1, reader),
    ]
    young = replace(match, moves=())
    views += [shown(young, reader), confirm_leaving_view(young, 1, reader)]
    team = replace(match, teams=teams_of(match))
    small = Teams(TeamKind.RENGO, (Member(1),), (Member(2),))
    views += [shown(replace(team, state=MatchState.CHALLENGE, teams=small), reader)]
    lobby = Teams(TeamKind.HAND_AND_BRAIN, (Member(1, seat=Seat.BRAIN),), pairs=Pairs("8"))
    views += [shown(replace(team, state=MatchState.CHALLENGE, teams=lobby), reader)]
    views += [confirm_leaving_view(team, match.first_id or 0, reader)]
    over = replace(match, state=MatchState.OVER, outcome=Outcome(None, "outcome.agreed"))
    views += [shown(over, reader, step=step) for step in Step]
    report = Report.of(over, {}, is_final=True)
    views += [overview_view(report, None, reader, 999), step_view(report, None, 1, reader)]
    views += [shown(replace(match, paused=PauseReason.VACATION), reader)]
    for verb in (Verb.POST_REPLAY, Verb.POST_POSITION):
        views += [confirm_post_view(Press(verb, 7, match.position_id, "1"), "share.sure", reader)]
    for view in views:
        counted.update(press.verb for press in presses(components_of(view)))
    assert set(counted) == VERBS - {"look", "more", "adjourn", "retry"}, (
        "which only other games' keypads have"
    )


ACCEPTING = {
    OfferKind.TAKEBACK: ("Accept undo", "무르기 수락"),
    OfferKind.DRAW: ("Accept draw", "무승부 수락"),
    OfferKind.ADJOURN: ("Accept pause", "쉬기 수락"),
}


@pytest.mark.parametrize("kind", ACCEPTING)
def test_the_button_that_accepts_an_offer_is_green_and_says_what_it_accepts(kind: OfferKind) -> None:
    match = match_of("othello", "8x8", (Move("d3"), Move("c3")), offer=Offer(kind, Side.FIRST, 2))
    for language, label in zip(("en", "ko"), ACCEPTING[kind], strict=True):
        answers = [part for part in components_of(shown(match, texts(language))) if "custom_id" in part][-2:]
        if kind is OfferKind.DRAW:
            answers.reverse()  # accepting has the place of offering it
        assert [discord.ButtonStyle(part["style"]).name for part in answers] == ["success", "secondary"]
        assert answers[0]["label"] == label


def test_a_board_with_an_offer_to_answer_has_an_accent_of_its_own() -> None:
    match = match_of("othello", "8x8", (Move("d3"), Move("c3")))
    offered = replace(match, offer=Offer(OfferKind.DRAW, Side.FIRST, 2))
    accents = {check_limits(shown(each, texts("en")))[0].get("accent_color") for each in (match, offered)}
    assert len(accents) == 2


@pytest.mark.parametrize("variant", ["9x9-korean", "19x19-chinese"])
@pytest.mark.parametrize("level", [None, "3"])
def test_a_pass_is_apart_from_points(variant: str, level: str | None) -> None:
    """In the row of controls; the control in whose place it is stands in the last row with room."""
    match = match_of("go", variant, random_game("go", variant, 1)[:6], level=level)
    if level is not None:
        match = replace(match, second_id=None)
    rows = [
        [press.verb for press in presses(row["components"])]
        for row in check_limits(shown(match, texts("en")))
        if row["type"] == ACTION_ROW
    ]
    assert rows[-1] == ["undo", "move", "resign"]
    assert all("move" not in row for row in rows[:-1])
    beside = "hint" if level else "look" if variant.startswith("19") else "type"
    assert rows[-3 if variant.startswith("19") else -2][-1] == beside, (
        "of two people, what is around the move before"
    )
    assert "type" in rows[-2]


def test_only_who_has_the_button_of_the_tournament_is_told_of_it() -> None:
    """Spectators of a board have none."""
    over = replace(
        match_of("othello", "8x8"), state=MatchState.OVER, outcome=Outcome(Side.FIRST, "outcome.resigned")
    )
    match = replace(over, tournament_id=4)
    reader = texts("en")
    assert "what comes next" in words(match_view(match, match.home, reader, Keypad()))
    assert "what comes next" not in words(match_view(match, match.home, reader, None))


def test_who_resigns_one_of_several_matches_reads_how_to_choose() -> None:
    match, reader = match_of("othello", "8x8"), texts("en")
    user = match.first_id or 0
    several = words(confirm_leaving_view(match, user, reader, others=2))
    assert "2 more matches going on: `/resign match:`" in several
    assert "more match" not in words(confirm_leaving_view(match, user, reader))


def test_a_match_that_is_over_names_the_computers_side_too() -> None:
    """In play a phone has no room for it beside the person's side, which says it."""
    match = match_of("gomoku", "renju-15", tuple(map(Move, ("h8", "h7", "g8"))), level="1", first_id=None)
    position, presenter = replay(match.record), PRESENTERS["gomoku"]
    over = replace(match, state=MatchState.OVER, outcome=Outcome(Side.FIRST, "outcome.resigned"))
    in_play = players_line(match, None, position, presenter, texts("en")).replace(UNBROKEN, " ")
    assert in_play.startswith("Computer (lv. 1/8) vs White ")
    said = players_line(over, None, position, presenter, texts("en")).replace(UNBROKEN, " ")
    assert said.startswith("Black Computer (lv. 1/8) vs White ")
