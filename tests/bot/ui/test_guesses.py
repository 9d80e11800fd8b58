"""What live boards say of guesses, the keypad of a guess, and the leaderboard of those who guess."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ai.analysis import Verdict
from bot.match.report import Report
from bot.presenters.board_scene import BoardScene
from bot.presenters.keypad import Action
from bot.presenters.registry import PRESENTERS
from bot.texts import Raw, texts
from bot.ui.guesses import (
    GuessPress,
    addition_of,
    guess_modal,
    guessers_view,
    has_next_move,
    keypad_view,
    review_note,
)
from bot.ui.layout import UNBROKEN
from bot.ui.panel import Panel
from data.matches.guesses import Guess, Guesser
from data.model.match import Match, MatchState, PauseReason, PositionId
from data.model.reasons import VOIDED
from games import GAMES
from games.base import PASS, Move, Outcome, Side
from tests.bot.service import ANA, BEN, CHO
from tests.bot.stories import EVERY_VARIANT_READ, match_of, random_game
from tests.bot.ui.shown import TEXT, check_limits, components_of, words
from tests.bot.verdicts import line

EN, KO = texts("en"), texts("ko")
DAN, EVE, FAY = 104, 105, 106
MOVES = tuple(map(Move, ("f5", "d6", "c3", "d3")))


def othello(moves: tuple[Move, ...] = MOVES, **changes: object) -> Match:
    return match_of("othello", "8x8", moves, first_id=ANA, second_id=BEN, **changes)


def over(match: Match) -> Match:
    return replace(match, state=MatchState.OVER, outcome=Outcome(Side.FIRST, "outcome.resigned"))


def guess(ply: int, move: str, user_id: int = CHO, *, is_best: bool | None = None) -> Guess:
    return Guess(1, user_id, ply, Move(move), 5.5, is_best)


def lines(match: Match, *guesses: Guess, user_id: int = CHO) -> list[str]:
    return [line.replace(UNBROKEN, " ") for line in addition_of(match, guesses, user_id, EN).lines]


def labels(match: Match, *guesses: Guess, user_id: int = CHO) -> list[str]:
    return [button.label for button in addition_of(match, guesses, user_id, EN).buttons]  # type: ignore[attr-defined]


# --- The live board ------------------------------------------------------------------------------------


def test_a_guess_is_said_until_its_move_is_played() -> None:
    assert lines(othello(), guess(4, "c5")) == ["Your guess: **c5**"]
    assert labels(othello()) == ["Guess move"]
    assert labels(othello(), guess(4, "c5")) == ["Change guess"]
    assert labels(othello(), guess(4, "c5", DAN)) == ["Guess move"]


def test_the_picture_marks_the_persons_own_guess_until_its_move_is_played() -> None:
    guesses = [guess(3, "d3"), guess(4, "c5"), guess(4, "b3", DAN)]
    assert [addition_of(othello(), guesses, user, EN).mark for user in (CHO, DAN, EVE)] == ["c5", "b3", None]
    assert addition_of(othello(), guesses[:1], CHO, EN).mark is None


def test_a_wrong_guess_has_a_dot_while_it_is_said_to_be_wrong() -> None:
    def dot(match: Match, *guesses: Guess) -> Move | None:
        return addition_of(match, guesses, CHO, EN).dot

    assert dot(othello(), guess(3, "c5")) == "c5" and dot(over(othello()), guess(3, "c5")) == "c5"
    assert dot(othello(), guess(3, "d3")) is None, "it was right"
    assert dot(othello(), guess(2, "d3")) is None, "a disc is there now"
    assert dot(othello(), guess(1, "c5")) is None, "that was two moves ago"
    assert dot(othello(), guess(4, "c5")) is None, "nobody has moved yet"
    slug = "hare_and_hounds"
    variant = GAMES[slug].variants[0]
    hounds = match_of(slug, variant, random_game(slug, variant, 1), first_id=ANA, second_id=BEN)
    assert dot(hounds, guess(hounds.ply - 1, "a1-b1")) is None, "the move of a piece is no point"


def test_then_whether_it_was_right() -> None:
    assert lines(othello(), guess(3, "d3")) == [
        f"✅ **d3** was right · 1 of 1 right · Best guesser: <@{CHO}> 1/1"
    ]
    assert lines(othello(), guess(3, "c5")) == ["❌ Not **c5**: **d3** was played · 0 of 1 right"]
    early = guess(1, "d6")
    assert lines(othello(), early)[0].startswith("1 of 1 right ·"), "two moves later it is only counted"
    passed = match_of("go", "9x9-korean", (Move("e5"), Move("c5"), Move("g5"), PASS))
    assert lines(passed, guess(1, "c5"))[0].startswith("✅"), "a pass is no move"


def test_right_guesses_in_a_row_are_counted() -> None:
    right = [guess(ply, MOVES[ply]) for ply in (1, 2, 3)]
    assert " · 3 of 3 right · 3 in a row · " in lines(othello(), *right)[0]
    assert " · 2 of 3 right · 2 in a row · " in lines(othello(), guess(0, "c4"), *right[1:])[0]
    assert " · 2 of 3 right · Best" in lines(othello(), *right[:2], guess(3, "c5"))[0]


def test_a_present_guess_is_beside_the_count_of_the_earlier_ones() -> None:
    assert lines(othello(), guess(3, "d3"), guess(4, "c5"))[0].startswith(
        "Your guess: **c5** · 1 of 1 right · "
    )


def test_the_best_three_are_named_to_everybody() -> None:
    people = [guess(3, "d3", DAN), guess(2, "c3", DAN), guess(3, "d3", EVE), guess(3, "c5", FAY)]
    more = [guess(2, "c4", number) for number in (ANA + 90, ANA + 91)]
    more += [guess(3, "d3", number) for number in (ANA + 90, ANA + 91)]
    (best,) = lines(othello(), *people, *more)
    assert f"<@{DAN}>{UNBROKEN}2/2" in addition_of(othello(), people, CHO, EN).lines[0], (
        "no line breaks there"
    )
    assert best == f"Best guessers: <@{DAN}> 2/2, <@{EVE}> 1/1, <@{ANA + 90}> 1/2"
    assert lines(othello(), *people, user_id=ANA)[0].startswith("Best guessers"), "also to a player"
    assert lines(othello(), guess(3, "c5", DAN)) == [], "nobody who was never right"


def test_players_see_no_guess_of_their_next_move() -> None:
    assert lines(othello(), guess(4, "c5", DAN), user_id=ANA) == []
    assert labels(othello(), user_id=ANA) == []


def test_at_the_end_the_best_is_named_alone_or_with_equals() -> None:
    people = [guess(3, "d3", DAN), guess(2, "c3", DAN), guess(3, "d3", EVE)]
    assert lines(over(othello()), *people) == [f"Best guesser: <@{DAN}> 2/2"]
    assert lines(over(othello()), *people[1:]) == [f"Best guessers: <@{DAN}> 1/1, <@{EVE}> 1/1"]
    assert labels(over(othello())) == []
    assert lines(over(othello()), guess(4, "c5")) == [], "the match ended before the move"


def test_a_voided_match_says_nothing_of_guesses() -> None:
    voided = replace(over(othello()), outcome=Outcome(None, VOIDED))
    assert lines(voided, guess(3, "d3")) == []


def test_nobody_is_named_where_the_match_is_in_two_servers() -> None:
    match = othello()
    home = match.home
    boards = (replace(home, side=Side.FIRST), replace(home, id=home.id + 1, side=Side.SECOND))
    assert lines(replace(match, boards=boards), guess(3, "d3", DAN), guess(3, "d3")) == [
        "✅ **d3** was right · 1 of 1 right"
    ]


def test_a_move_that_is_not_read_yet_is_not_told() -> None:
    assert lines(othello(MOVES[:3]), guess(4, "c5")) == []


def test_a_count_of_the_stones_is_not_guessed() -> None:
    match = match_of("go", "9x9-korean", (*random_game("go", "9x9-korean", 1)[:20], PASS, PASS))
    assert not has_next_move(match, CHO, EN)
    paused = replace(othello(), paused=PauseReason.ADJOURNED)
    assert not has_next_move(paused, CHO, EN) and has_next_move(othello(), CHO, EN)


# --- As good by the analysis ---------------------------------------------------------------------------


def test_the_final_board_says_how_many_were_as_good_by_the_analysis() -> None:
    guesses = [guess(0, "c4", is_best=True), guess(1, "d6", is_best=False), guess(2, "e6", is_best=True)]
    said = f"1 of 3 right · 2 as good by the analysis · 3 in a row · Best guesser: <@{CHO}> 3/3"
    assert lines(over(othello()), *guesses)[0].endswith(said)
    assert "1 of 3 right · 2 in a row" not in lines(over(othello()), *guesses)[0]
    korean = addition_of(over(othello()), guesses, CHO, KO).lines[0]
    assert "3번 중 1번 맞힘 · 분석 결과 못지않은 수 2번 · 연속 3번" in korean


def test_as_good_guesses_count_for_the_best_guesser() -> None:
    people = [guess(3, "d3", DAN), guess(2, "c4", DAN), guess(3, "c5", EVE, is_best=True)]
    people += [guess(2, "c4", EVE, is_best=True)]
    assert lines(over(othello()), *people) == [f"Best guesser: <@{EVE}> 2/2"]


def test_the_review_says_what_became_of_its_readers_guesses() -> None:
    match = over(othello())
    best = {2: Verdict(line("e6"), line("c3")), 3: Verdict(line("d3"))}
    report = Report.of(match, best, is_final=True)
    own = [guess(1, "c4"), guess(2, "e6"), guess(3, "d3"), guess(4, "c5")]
    others = [guess(2, "e6", DAN), guess(3, "c5", EVE)]
    note = "Guesses: 1 of 3 right + 1 as good"
    assert review_note(report, [*own, *others], CHO, EN) == note, "the store has no verdict yet"
    assert review_note(report, [*own, *others], EVE, EN) == "Guesses: 0 of 1 right"
    assert review_note(report, own, FAY, EN) == ""
    assert review_note(report, own, CHO, KO) == "내 예상: 3번 중 1번 맞힘 + 못지않은 수 1번"
    voided = replace(report, match=replace(match, outcome=Outcome(None, VOIDED)))
    assert review_note(voided, own, CHO, EN) == ""


# --- The keypad ----------------------------------------------------------------------------------------


def test_a_press_is_read_as_it_was_written() -> None:
    press = GuessPress(42, PositionId(7, 1), "try", "b1-b2")
    assert press.panel == Panel("guess", "42.7.1.try.b1-b2")
    assert GuessPress.read(press.panel.argument) == press
    assert GuessPress.read("42.7.1.show") == GuessPress(42, PositionId(7, 1))
    assert [GuessPress.read(text) for text in ("", "42", "42.7.show", "x.7.1.show")] == [None] * 4


@pytest.mark.parametrize(("slug", "variant", "language"), EVERY_VARIANT_READ)
def test_the_keypad_has_the_buttons_of_the_side_to_move(slug: str, variant: str, language: str) -> None:
    moves, reader = random_game(slug, variant, 1), texts(language)
    for match in (match_of(slug, variant, moves[:length]) for length in (0, len(moves) // 3)):
        scene = BoardScene.of(match)
        keypad = PRESENTERS[slug].keypad(scene.viewpoint(), reader)
        selections = [key.argument for key in keypad.buttons if key.action is Action.SELECT]
        for selection in ("", *selections):
            keypad = PRESENTERS[slug].keypad(scene.viewpoint(selection), reader)
            view = keypad_view(match, keypad, reader)
            check_limits(view)
            ids = [component.get("custom_id") for component in components_of(view)]
            can_type = f"p:guess:{match.id}.{match.ply}.{match.takebacks}.type" in ids
            for key in keypad.buttons:
                if key.action is Action.MOVE and not key.disabled and not (key.argument == PASS and can_type):
                    assert f"p:guess:{match.id}.{match.ply}.{match.takebacks}.try.{key.argument}" in ids


def test_the_keypad_leads_back_and_says_whose_move_it_is() -> None:
    match = othello()
    keypad = PRESENTERS["othello"].keypad(BoardScene.of(match).viewpoint(), EN)
    view = keypad_view(match, keypad, EN)
    assert f"p:watch:{match.id}.live" in [component.get("custom_id") for component in components_of(view)]
    assert "Black: what is the next move?" in words(view)


def test_the_form_means_the_move_of_this_position() -> None:
    match = othello()
    assert guess_modal(match, EN).custom_id == f"p:guess:{match.id}.4.{match.takebacks}.typed"


# --- The leaderboard -----------------------------------------------------------------------------------


def ranking(count: int, reader_id: int = 1) -> list[str]:
    view = guessers_view([Guesser(100 + n, 50 - n, 60) for n in range(count)], reader_id, EN)
    check_limits(view)
    text: str = next(part["content"] for part in components_of(view) if part["type"] == TEXT)
    return text.splitlines()


def test_the_ten_best_are_listed_and_the_reader_below_them() -> None:
    lines = ranking(12, reader_id=111)
    assert lines[0] == "### Leaderboard: Guess the move"
    assert lines[1] == "**1.** <@100> · **50** of 60"
    assert lines[-3:-1] == ["…", "**12.** <@111> · **39** of 60"]
    assert len(ranking(12)) == 12 and "90 days" in lines[-1]


def test_as_good_guesses_are_on_the_leaderboard() -> None:
    view = guessers_view([Guesser(DAN, 3, 6, as_good=2), Guesser(EVE, 4, 6)], 1, EN)
    assert f"**1.** <@{DAN}> · **3** of 6 (+2)\n**2.** <@{EVE}> · **4** of 6\n" in words(view)
    assert "the best by the analysis" in words(view)


def test_an_empty_one_names_the_command() -> None:
    view = guessers_view([], 1, EN, lambda path, _: Raw(f"</{path}:5>"))
    assert "</watch:5>" in words(view)
    options = [option for menu in components_of(view) for option in menu.get("options", ())]
    assert [option["value"] for option in options if option.get("default")] == ["guesses"]
