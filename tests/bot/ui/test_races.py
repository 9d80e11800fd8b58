"""The messages of puzzle races: who joins, the table, the end, and a racer's own board."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from discord.ui import LayoutView

from bot import puzzles
from bot.match.limits import RACERS
from bot.presenters.registry import PRESENTERS
from bot.texts import LANGUAGES, texts
from bot.ui.panel import Panel
from bot.ui.puzzle_scene import puzzle_scene
from bot.ui.races import (
    MissedPuzzle,
    RacePress,
    answer_note,
    belongs_to,
    board_view,
    done_view,
    left_view,
    missed_from,
    race_modal,
    race_view,
    waiting_view,
)
from data.model.race import Race, RaceAnswer, Racer, RaceState, StormBest
from data.model.server_race import RaceWeek
from games.base import Move
from tests.bot.ui.shown import check_limits, components_of, words

EN = texts("en")
PUZZLE = puzzles.of_game("go")[0]
IDS = tuple(puzzle.id for puzzle in puzzles.of_game("go")[:10])
WAITING = Race(5, 7, 70, 700, 1, "go", None, (), 1000.0, 1060.0, 1240.0, None, 1, 0)
BEGUN = replace(WAITING, puzzles=IDS)
OVER = replace(BEGUN, ended_at=1240.0)
STORM = replace(BEGUN, guild_id=None, channel_id=None, message_id=None)


def racer(user_id: int, *solved: bool) -> Racer:
    """A person who has answered a puzzle a second."""
    answers = [RaceAnswer(n, IDS[n], right, 1061.0 + n) for n, right in enumerate(solved)]
    return Racer(5, user_id, 1000.0, tuple(answers))


def state(race: Race, *racers: Racer) -> RaceState:
    return RaceState(race, racers or (racer(1), racer(2)))


def buttons(view: LayoutView) -> list[dict[str, Any]]:
    return [each for each in components_of(view) if "custom_id" in each]


def labels(view: LayoutView) -> list[str]:
    return [str(each["label"]) for each in buttons(view)]


PRESSES = [
    RacePress(5, "join"),
    RacePress(5, "try", 9, 2, "d4"),
    RacePress(5, "type", 1),
    RacePress(5, "review", 3),
]


@pytest.mark.parametrize("press", PRESSES)
def test_a_press_is_read_as_it_is_written(press: RacePress) -> None:
    assert RacePress.read(press.panel.argument) == press


@pytest.mark.parametrize("argument", ["", "5", "x.join", "5.jump", "5.1.try", "5.1.2.solve"])
def test_a_press_that_names_nothing_is_none(argument: str) -> None:
    assert RacePress.read(argument) is None


def test_a_message_belongs_to_the_race_of_its_buttons() -> None:
    assert belongs_to(5, RacePress(5, "join").panel)
    assert not belongs_to(6, RacePress(5, "join").panel)
    assert not belongs_to(5, Panel("puzzle", "5.join"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_fits_discords_limits(language: str) -> None:
    reader = texts(language)
    many = state(OVER, *(racer(2**62 + number, True, False) for number in range(RACERS)))
    for race in (WAITING, BEGUN, OVER, replace(WAITING, ended_at=1060.0)):
        check_limits(race_view(replace(many, race=race), reader, range(2**62 + 9, 2**62 + 40)))
    check_limits(waiting_view(WAITING, reader))
    check_limits(left_view(WAITING, reader))
    check_limits(
        done_view(state(STORM), racer(1), reader, now=0.0, bests=[StormBest("", 3, 1.0)], note="note")
    )
    keypad = PRESENTERS["go"].keypad(puzzle_scene(PUZZLE, is_playing=True).viewpoint(""), reader)
    check_limits(board_view(state(BEGUN), racer(1, True), PUZZLE, 0, keypad, reader, note="note"))
    race_modal(PUZZLE, RacePress(5, "type"), reader)


def test_a_race_that_waits_says_who_is_in_it_and_its_rules() -> None:
    said = words(race_view(state(WAITING), EN, [2, 3]))
    assert "<@1> starts a puzzle race. Start: <t:1060:R>" in said
    assert "Joined (2): <@1>, <@2>" in said and "Asked again: <@3>" in said
    assert "A wrong answer costs 10 seconds. Ratings don't change." in said


def test_a_race_whose_creator_is_erased_names_nobody() -> None:
    said = words(race_view(state(replace(WAITING, creator_id=None)), EN))
    assert "A puzzle race. Start: <t:1060:R>" in said


def test_the_table_of_a_race_that_goes_on_has_no_medals() -> None:
    said = words(race_view(state(BEGUN, racer(1, False), racer(2, True)), EN))
    assert "End: <t:1240:R>" in said
    assert said.index("**1.** <@2> · ✅ 1 ❌ 0") < said.index("**2.** <@1> · ✅ 0 ❌ 1")


def test_the_final_table_has_medals_and_times() -> None:
    first, second, nothing = racer(1, True, True), racer(2, False, True), racer(3, False)
    said = words(race_view(state(OVER, nothing, second, first), EN))
    assert "🥇 <@1> · ✅ 2 ❌ 0 · 0:02" in said and "🥈 <@2> · ✅ 1 ❌ 1 · 0:12" in said
    assert "**3.** <@3> · ✅ 0 ❌ 1" in said and "🥉" not in said


def test_equals_share_a_medal() -> None:
    said = words(race_view(state(OVER, racer(1, True), racer(2, True), racer(3)), EN))
    assert said.count("🥇") == 2 and "🥈" not in said and "**3.** <@3>" in said


def test_who_has_tried_nothing_is_below_who_has() -> None:
    said = words(race_view(state(BEGUN, racer(1), racer(2, False)), EN))
    assert said.index("**1.** <@2> · ✅ 0 ❌ 1") < said.index("**1.** <@1> · ✅ 0 ❌ 0")


def test_a_race_that_nobody_joined_is_called_off() -> None:
    called_off = state(replace(WAITING, ended_at=1060.0), racer(1))
    for view in (race_view(called_off, EN), done_view(called_off, racer(1), EN, now=0.0)):
        assert "Nobody else joined" in words(view) and "✅" not in words(view)
        assert labels(view) == ["Rematch", "Puzzle storm"]


def test_a_race_that_waits_says_that_it_needs_two_people() -> None:
    needs = "A race needs at least two people"
    alone, both = race_view(state(WAITING, racer(1)), EN), race_view(state(WAITING), EN)
    assert needs in words(alone) and labels(alone) == ["Join"]
    assert needs not in words(both) and labels(both) == ["Join", "Start now"]
    assert labels(waiting_view(WAITING, EN)) == ["Leave"] and labels(left_view(WAITING, EN)) == ["Join"]


def test_a_board_says_how_far_one_is_and_until_when() -> None:
    keypad = PRESENTERS["go"].keypad(puzzle_scene(PUZZLE, is_playing=True).viewpoint(""), EN)
    view = board_view(state(BEGUN), racer(1, True, False), PUZZLE, 0, keypad, EN, note="❌ so")
    assert "3/10 · ✅ 1 ❌ 1 · ⏱️ <t:1230:R>" in words(view), "ten seconds less"
    ids = [each["custom_id"] for each in components_of(view) if "custom_id" in each]
    assert all(each.startswith("p:race:5.2.0.") for each in ids)


def test_the_signs_of_twelve_janggi_are_explained_until_an_answer() -> None:
    puzzle = puzzles.of_game("twelve_janggi")[0]
    keypad = PRESENTERS["twelve_janggi"].keypad(puzzle_scene(puzzle, is_playing=True).viewpoint(""), EN)
    first, next_board = (
        words(board_view(state(BEGUN), racer(1), puzzle, 0, keypad, EN, note=note)) for note in ("", "❌ so")
    )
    assert "▲: moves" in first and "▲" not in next_board


@pytest.mark.parametrize("slug", puzzles.games_with_puzzles())
def test_a_storm_can_be_stopped(slug: str) -> None:
    for puzzle in puzzles.of_game(slug)[:20]:
        keypad = PRESENTERS[slug].keypad(puzzle_scene(puzzle, is_playing=True).viewpoint(""), EN)
        storm = board_view(state(STORM), racer(1), puzzle, 0, keypad, EN)
        assert [each["label"] for each in buttons(storm) if each["custom_id"] == "p:race:5.stop"] == ["Stop"]
        assert "5.stop" not in str(components_of(board_view(state(BEGUN), racer(1), puzzle, 0, keypad, EN)))


def test_an_answer_says_what_it_costs() -> None:
    move = PUZZLE.answer
    assert answer_note(PUZZLE, 0, move, EN, solved=True) == f"✅ **{move}** is right."
    short = answer_note(PUZZLE, 0, Move("a1"), EN, solved=False, is_short=True)
    assert short == f"❌ −10 s · right: **{move}**", "a storm goes on at once, and shows the answer here"
    assert answer_note(PUZZLE, 0, move, EN, solved=False) == f"❌ **{move}** is wrong: −10 seconds."


def test_a_storm_ends_with_the_score_and_the_best_ones() -> None:
    bests = [StormBest("", 3, 1.0), StormBest("go", 7, 1.0)]
    said = words(done_view(state(STORM), racer(1, True, False), EN, now=0.0, bests=bests))
    assert "You solved **1** puzzle. Ratings don't change." in said
    assert "Best · All games: 3" in said and "Best · Go: 7" in said


def test_who_has_missed_nothing_has_nothing_to_review() -> None:
    assert "review" not in str(components_of(done_view(state(BEGUN), racer(1, True), EN, now=0.0)))


def test_a_run_shows_no_answer_before_the_race_of_servers_is_over() -> None:
    week = RaceWeek.containing(1000.0)
    run = state(replace(STORM, guild_id=7, week=week.number), racer(1, True, False))
    open_view = done_view(run, run.racers[0], EN, now=week.last_start_at)
    closed_view = done_view(run, run.racers[0], EN, now=week.closes_at)
    assert "review" not in str(components_of(open_view)) and labels(closed_view) == ["Review mistakes (1)"]
    assert f"Answers: <t:{week.closes_at:.0f}:R>, with **My run** under the result" in words(open_view)
    assert "Answers:" not in words(closed_view) and "Next race" not in words(closed_view)


@pytest.mark.parametrize(("number", "expected"), [(0, (1, 3)), (2, (3, 0)), (4, None)])
def test_missed_puzzles_follow_each_other(number: int, expected: tuple[int, int] | None) -> None:
    missed = missed_from(racer(1, True, False, True, False, True), number)
    assert (missed and (missed.number, missed.then)) == expected


@pytest.mark.parametrize("text", ["", "1-2", "1-2-x", "1-2-3-4"])
def test_a_text_that_names_no_missed_puzzle_is_none(text: str) -> None:
    assert MissedPuzzle.read(text) is None
