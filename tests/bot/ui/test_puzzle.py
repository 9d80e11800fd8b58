"""Puzzles: the question, a wrong move and its refutation, the solution in steps."""

from __future__ import annotations

from dataclasses import replace

import pytest
from discord.ui import LayoutView

from ai.puzzles.puzzle import Puzzle
from bot import puzzles
from bot.icons import Icon
from bot.presenters.keypad import MAX_BUTTONS
from bot.presenters.registry import PRESENTERS
from bot.texts import LANGUAGES, Texts, texts
from bot.ui.claims import names_move
from bot.ui.layout import NEXT_STEP
from bot.ui.panel import Panel
from bot.ui.puzzle import (
    PuzzleQuestion,
    line_view,
    puzzle_modal,
    question_view,
    wrong_view,
)
from bot.ui.puzzle_scene import group, puzzle_scene, wrong_scene
from bot.ui.puzzle_words import (
    claim_on_wrong,
    daily_heading,
    others_line,
    reply_to,
    result_words,
    right_line,
    right_too,
    rules,
    task,
    why_wrong,
)
from bot.ui.races import MissedPuzzle
from games.base import PASS, Move, Side
from games.go.position import GoPosition
from tests.bot.stories import parts
from tests.bot.ui.shown import check_component, components_of, words

EN = texts("en")
PARTS = 4
"""Every fourth puzzle of a game is looked at, the others in `make soak`."""
PERSON = 7
EXAMPLES = [
    next(iter(puzzles.chosen(game, theme)))
    for game in puzzles.games_with_puzzles()
    for theme in puzzles.themes_of(game)
]


def pressed(view: LayoutView) -> list[PuzzleQuestion]:
    """What the keys of a view mean, in their order."""
    found = components_of(view)
    for one in found:
        check_component(one)
    panels = [Panel.read(one) for one in found if "custom_id" in one]
    read = [PuzzleQuestion.read(one.argument) for one in panels if one is not None and one.verb == "puzzle"]
    assert None not in read
    return [one for one in read if one is not None]


def green(view: LayoutView) -> list[str]:
    """The labels of the buttons that are the next step."""
    return [part["label"] for part in components_of(view) if part.get("style") == NEXT_STEP.value]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("puzzle", EXAMPLES, ids=lambda one: f"{one.game}-{one.themes[-1]}")
def test_every_key_is_read_again(puzzle: Puzzle, language: str) -> None:
    reader = texts(language)
    question = PuzzleQuestion(puzzle.id, any_game=True, theme=puzzle.themes[-1])
    keypad = PRESENTERS[puzzle.game].keypad(puzzle_scene(puzzle, is_playing=True).viewpoint(), reader)
    view = question_view(puzzle, question, keypad, reader)
    keys = pressed(view)
    assert [key.action for key in keys][-3:] == ["hint", "next", "line"]
    assert len(keys) <= MAX_BUTTONS + 4
    assert all(
        (one.puzzle_id, one.any_game, one.theme) == (question.puzzle_id, True, question.theme) for one in keys
    )
    assert task(puzzle, reader) in words(view)
    modal = puzzle_modal(puzzle, question, reader)
    panel = Panel.read({"custom_id": modal.custom_id})
    assert panel is not None
    assert PuzzleQuestion.read(panel.argument) == PuzzleQuestion(puzzle.id, True, question.theme, "typed")


@pytest.mark.parametrize("puzzle", EXAMPLES, ids=lambda one: f"{one.game}-{one.themes[-1]}")
def test_a_wrong_move_is_refuted(puzzle: Puzzle) -> None:
    question = PuzzleQuestion(puzzle.id)
    for move in [one for one in puzzle.position.legal_moves() if one != puzzle.answer][:4]:
        reply = reply_to(puzzle, 0, move)
        view = wrong_view(puzzle, question, move, reply, EN)
        assert "isn't it" in words(view)
        assert ("the reply is" in words(view)) is (reply is not None)
        assert [press.action for press in pressed(view)] == ["show", "line", "next", "easier", "harder"]
        assert green(view) == [EN.plain("button.next-puzzle")]
        assert task(puzzle, EN) in words(view), "the task is still there"


@pytest.mark.parametrize("puzzle", EXAMPLES, ids=lambda one: f"{one.game}-{one.themes[-1]}")
def test_the_solution_is_stepped_through(puzzle: Puzzle) -> None:
    question = PuzzleQuestion(puzzle.id)
    for shown in range(1, len(puzzle.line) + 1):
        steps = [
            one.choice for one in pressed(line_view(puzzle, question, shown, EN)) if one.action == "line"
        ]
        next_puzzle = "Next puzzle" if steps else "Next"  # beside *Next move*
        assert green(line_view(puzzle, question, shown, EN)) == [next_puzzle]
        assert steps == ([str(shown - 1), str(shown + 1)] if len(puzzle.line) > 1 else [])
    assert "Right" in words(line_view(puzzle, question, 1, EN, right="Right!"))
    assert "Right" not in words(line_view(puzzle, question, 1, EN))


FOLLOWED = [
    puzzle for game in puzzles.games_with_puzzles() for puzzle in puzzles.of_game(game) if puzzle.also
]


@pytest.mark.parametrize("puzzle", FOLLOWED[::97], ids=lambda puzzle: f"{puzzle.game}-{puzzle.id}")
def test_a_question_of_a_later_step_shows_the_line_up_to_it(puzzle: Puzzle) -> None:
    step = max(puzzle.also)
    question = PuzzleQuestion(puzzle.id, step=step)
    scene = puzzle_scene(puzzle, puzzle.line[:step], is_playing=True)
    keypad = PRESENTERS[puzzle.game].keypad(scene.viewpoint(), EN)
    played = right_line(puzzle, 0, 2, EN)
    view = question_view(puzzle, question, keypad, EN, played=played)
    assert played.replace("\xa0", "~") in words(view) and "to move: find move " in words(view)
    buttons = pressed(view)
    assert {button.step for button in buttons} == {step}
    assert [button.choice for button in buttons if button.action == "line"] == [str(step + 1)]
    wrong = next(
        move
        for move in puzzle.after(step).legal_moves()
        if move not in (puzzle.line[step], *puzzle.also[step])
    )
    again = pressed(wrong_view(puzzle, question, wrong, None, EN))
    assert [(button.action, button.step) for button in again] == [
        ("show", step),
        ("line", step),
        ("next", step),
        ("easier", step),
        ("harder", step),
    ]
    solved = pressed(line_view(puzzle, question, step + 1, EN, right="Right!"))
    assert {button.step for button in solved} == {0}


def test_what_another_first_move_comes_to_in_othello_is_said_with_the_solution() -> None:
    puzzle = puzzles.with_id("f448a857d9")
    assert puzzle is not None
    line = f"Instead of {puzzle.line[0]}: a7 -18, g7 -18, f7 -20 discs".replace("-", "\N{MINUS SIGN}")
    assert others_line(puzzle, EN).replace("\xa0", " ") == line
    question = PuzzleQuestion(puzzle.id)
    assert "Instead of" in words(line_view(puzzle, question, 1, EN))
    assert "Instead of" in words(line_view(puzzle, question, 5, EN, right="Right!"))
    assert others_line(GOMOKU, EN) == ""


def wrong_of(puzzle: Puzzle, step: int = 0) -> list[Move]:
    right = {puzzle.line[step], *puzzle.also.get(step, ())}
    return [move for move in puzzle.after(step).legal_moves() if move not in right]


def test_a_wrong_move_in_hare_and_hounds_says_who_wins_and_in_how_many_moves() -> None:
    puzzle = puzzles.with_id("a01bef5308")
    assert puzzle is not None and task(puzzle, EN) == "only one move traps the hare"
    said = {move: why_wrong(puzzle, 0, move, puzzle.refutation(move), EN) for move in wrong_of(puzzle)}
    why = "b3 → a4 lets the hare pass 1 hound with b4 → b3"
    assert said[Move("b3-a4")].replace("\xa0", " ") == f"The hare gets away in 3 moves · {why}"
    assert said[Move("c2-c3")] == "The hounds can no longer trap the hare before turn 30 ends"
    hare = puzzles.with_id("64f48ad490")
    assert hare is not None and "the hare get away" in task(hare, EN)
    assert why_wrong(hare, 0, Move("b4-a4"), None, EN) == "The hounds trap the hare in 8 moves"


def test_what_a_wrong_move_comes_to_in_twelve_janggi_is_counted_as_in_the_task() -> None:
    puzzle = puzzles.with_id("17be613f77")
    assert puzzle is not None and task(puzzle, EN) == "win within 4 moves"
    assert why_wrong(puzzle, 2, Move("Z*b3"), None, EN) == "It still wins, but not within 4 moves"
    assert why_wrong(puzzle, 0, Move("Z*a3"), None, EN).startswith("Red then wins with best play")


@pytest.mark.parametrize("part", parts(PARTS))
@pytest.mark.parametrize("game", ["gomoku", "go", "othello"])
def test_no_reply_but_a_forced_one_in_gomoku_shows_what_was_to_be_found(game: str, part: int) -> None:
    for puzzle in puzzles.of_game(game)[part::PARTS]:
        for step in puzzle.questions:
            for move in wrong_of(puzzle, step)[::40]:
                reply = reply_to(puzzle, step, move)
                after = puzzle.after(step).play(move)
                is_forced = game == "gomoku" and len(PRESENTERS[game].suggestions(after)) == 1
                assert is_forced or reply != puzzle.line[step], (puzzle.id, step, move)
                assert reply is None or reply in after.legal_moves()


def test_a_move_of_twelve_janggi_is_said_with_its_piece() -> None:
    puzzle = puzzles.with_id("491aa6e4fe")
    assert puzzle is not None and puzzle.answer == "b2-c3"
    view = wrong_view(puzzle, PuzzleQuestion(puzzle.id), Move("b2-a1"), Move("c4-b3"), EN)
    assert "**S~b2~→~a1** isn't it: the reply is **S~c4~→~b3**" in words(view)
    assert "**S~b2~→~c3**" in words(line_view(puzzle, PuzzleQuestion(puzzle.id), 1, EN))


def test_rules_of_gomoku_are_named_only_where_they_matter() -> None:
    by_rules = {rules(puzzle, EN) for puzzle in puzzles.of_game("gomoku")}
    assert "" in by_rules and "Rules: Freestyle, Renju" in by_rules
    assert "Rules: Standard — exactly five win" in by_rules
    for puzzle in puzzles.of_game("gomoku"):
        named = f"**Daily puzzle · Gomoku** · rating {puzzle.rating}"
        assert daily_heading(puzzle, EN).partition(" · Rules: ")[0] == f"-# {Icon.PUZZLE} {named}"
    assert "Othello 6×6" in daily_heading(puzzles.chosen("othello")[0], EN)


GOMOKU = next(puzzle for puzzle in puzzles.chosen("gomoku", "fours") if puzzle.id == "4a74fa3bd9")


@pytest.mark.parametrize(
    ("shift", "own", "said"),
    [
        (0, None, "rating {rating}"),
        (0, 1300, "rating {rating} (you 1300)"),
        (1, None, "rating {rating} (harder)"),
        (-2, 1300, "rating {rating} (you 1300)"),
    ],
)
def test_a_question_shows_how_hard_it_is_for_whom(shift: int, own: int | None, said: str) -> None:
    question = PuzzleQuestion(GOMOKU.id, shift=shift)
    keypad = PRESENTERS["gomoku"].keypad(puzzle_scene(GOMOKU, is_playing=True).viewpoint(), EN)
    said = said.format(rating=round(GOMOKU.rating))
    assert f"**Gomoku** · {said}\n" in words(question_view(GOMOKU, question, keypad, EN, own=own))


def test_what_followed_a_right_move_is_told() -> None:
    assert right_line(GOMOKU, 0, 2, EN).replace("\xa0", " ") == "✅ **g5** · White g8"


def test_another_right_move_stays_on_the_board_and_the_solution_is_told_apart_from_it() -> None:
    puzzle, step, also = next(
        (puzzle, step, moves[0])
        for puzzle in puzzles.of_game("gomoku")
        for step, moves in sorted(puzzle.also.items())
        if moves and puzzle.after(step).play(moves[0]).outcome() is None
    )
    right = right_too(puzzle, also, step, EN)
    assert right == f"✅ **{also}** also works: solved!"
    view = line_view(puzzle, PuzzleQuestion(puzzle.id, step=step), step + 1, EN, right=right, also=also)
    on_board = PRESENTERS["gomoku"].describe(puzzle.after(step).play(also), EN)
    (picture,) = (part["items"][0] for part in components_of(view) if part.get("items"))
    assert on_board in picture["description"]
    assert "Solution: " in words(view) and "of the solution:" not in words(view)
    steps = [asked.choice for asked in pressed(view) if asked.action == "line"]
    assert steps == [str(step), str(step + 1)], "on is the line's move in its place"


def test_the_solution_beside_another_right_move_begins_where_that_was_played() -> None:
    puzzle, step, also = next(
        (puzzle, step, moves[0])
        for puzzle in puzzles.of_game("gomoku")
        for step, moves in sorted(puzzle.also.items())
        if step and moves and puzzle.after(step).play(moves[0]).outcome() is None
    )
    view = line_view(puzzle, PuzzleQuestion(puzzle.id, step=step), step + 1, EN, right="✅", also=also)
    assert f"Solution: **{puzzle.line[step]}**" in words(view)


def test_another_move_that_wins_by_the_rules_is_simply_right() -> None:
    puzzle, step, winning = next(
        (puzzle, step, move)
        for puzzle in puzzles.of_game("twelve_janggi")
        for step, moves in puzzle.also.items()
        for move in moves
        if puzzle.after(step).play(move).outcome() is not None
    )
    assert right_too(puzzle, winning, step, EN) == "✅ Right! The King was captured."


@pytest.mark.parametrize("day", ["", "2026-11-28"])
def test_an_answered_puzzle_leads_to_easier_and_harder_ones(day: str) -> None:
    by_rating = puzzles.of_game("go")
    for puzzle, off in ((by_rating[0], ["Easier"]), (by_rating[200], []), (by_rating[-1], ["Harder"])):
        wrong = next(move for move in puzzle.position.legal_moves() if move != puzzle.answer)
        question = PuzzleQuestion(puzzle.id, day=day)
        for view in (
            wrong_view(puzzle, question, wrong, puzzle.refutation(wrong), EN),
            line_view(puzzle, question, 1, EN, right="Right!"),
        ):
            turns = [part for part in components_of(view) if part.get("label") in {"Easier", "Harder"}]
            assert [part["label"] for part in turns] == ([] if day else ["Easier", "Harder"])
            assert [part["label"] for part in turns if part.get("disabled")] == ([] if day else off)


@pytest.mark.parametrize(
    ("puzzle_id", "english"),
    [
        ("4a74fa3bd9", "Five in a row."),
        ("891212c93e", "It captures 4 stones."),
        ("3944cbf443", "Black wins by "),
        ("743aa4d183", "The King was captured."),
    ],
)
def test_the_end_says_what_the_line_comes_to(puzzle_id: str, english: str) -> None:
    puzzle = puzzles.with_id(puzzle_id)
    assert puzzle is not None and result_words(puzzle, EN).startswith(english)
    assert result_words(puzzle, EN) in words(
        line_view(puzzle, PuzzleQuestion(puzzle.id), len(puzzle.line), EN, right="Right!")
    )


def test_what_the_line_comes_to_is_not_said_beside_its_first_move() -> None:
    question, end = PuzzleQuestion(GOMOKU.id), len(GOMOKU.line)
    for right in ("", "Right!"):
        assert "Five in a row." not in words(line_view(GOMOKU, question, 1, EN, right=right))
    assert "Five in a row." in words(line_view(GOMOKU, question, end, EN))
    ending = next(iter(puzzles.chosen("othello", "ending")))
    solved = line_view(ending, PuzzleQuestion(ending.id), 1, EN, right="Right!")
    assert result_words(ending, EN) in words(solved), "it is proved of the position"


def test_a_later_question_says_which_move_is_asked() -> None:
    for found, step in enumerate(sorted(GOMOKU.also), 1):
        scene = puzzle_scene(GOMOKU, GOMOKU.line[:step], is_playing=True)
        keypad = PRESENTERS["gomoku"].keypad(scene.viewpoint(), EN)
        question = PuzzleQuestion(GOMOKU.id, step=step)
        said = words(question_view(GOMOKU, question, keypad, EN, played="✅"))
        assert f"Black to move: find move {found + 1} of 4\n-# ✅" in said


@pytest.mark.parametrize(
    ("puzzle_id", "move", "english", "korean"),
    [
        (
            "4a74fa3bd9",
            "a1",
            "White stops the win on g8 · Black has no winning four left",
            "백이 g8에서 막습니다 · 흑은 이제 4로 이길 수 없습니다",
        ),
        (
            "4a74fa3bd9",
            "g8",
            "White blocks the four on g5 · Black has no winning four left",
            "백이 g5에서 4를 막음 · 흑은 이제 4로 이길 수 없습니다",
        ),
        (
            "97fd45d836",
            "b8",
            " discs with best play · b8 gives Black the corner h1",
            "개 차 패배 · b8: 흑에게 귀 h1을 내줌",
        ),
        ("9fe60649f5", "a4", "the reply is **e1**\n-# White's stones escape", "**e1**\n-# 백돌이 달아납니다"),
        ("4967a66107", "a1", " · Black takes the key point first", " · 흑이 급소에 먼저 둡니다"),
        (
            "3561b124df",
            "a1",
            "Black wins with 5 fours: follow the numbers",
            "흑 쪽이 번호 순서대로 4를 5번 만들어",
        ),
    ],
)
def test_a_wrong_move_says_why(puzzle_id: str, move: str, english: str, korean: str) -> None:
    puzzle = puzzles.with_id(puzzle_id)
    assert puzzle is not None
    for reader, why in ((EN, english), (texts("ko"), korean)):
        view = wrong_view(
            puzzle, PuzzleQuestion(puzzle.id), Move(move), reply_to(puzzle, 0, Move(move)), reader
        )
        assert why in words(view)


@pytest.mark.parametrize(
    ("puzzle_id", "move", "english", "korean"),
    [
        (
            "95be668753",
            "S*b1",
            "S on b1 lets Red capture a piece with S a2 → b1",
            "b1에 상: 말이 잡힘: 빨강 상 a2 → b1",
        ),
        (
            "187a73f232",
            "b3-c4",
            "K b3 → c4 leaves J unprotected against Green's K a1 → b2",
            "왕 b3 → c4: 장을 지키지 않음: 초록 왕 a1 → b2",
        ),
    ],
)
def test_a_wrong_move_in_twelve_janggi_says_what_is_wrong_with_it(
    puzzle_id: str, move: str, english: str, korean: str
) -> None:
    puzzle = puzzles.with_id(puzzle_id)
    assert puzzle is not None
    for reader, why in ((EN, english), (texts("ko"), korean)):
        said = why_wrong(puzzle, 0, Move(move), puzzle.refutation(Move(move)), reader)
        assert said.partition(" · ")[2].replace("\xa0", " ") == why


@pytest.mark.parametrize("side", Side)
def test_in_twelve_janggi_the_solver_is_below_from_the_question_to_the_end(side: Side) -> None:
    puzzle = next(each for each in puzzles.of_game("twelve_janggi") if each.position.to_move is side)
    for then in ((), puzzle.line[:1], puzzle.line):
        assert puzzle_scene(puzzle, then).viewer is side
    assert puzzle_scene(GOMOKU).viewer is Side.FIRST


def test_a_wrong_move_that_loses_at_once_says_how() -> None:
    losing = [
        why
        for puzzle in puzzles.of_game("twelve_janggi")[:20]
        for move in puzzle.position.legal_moves()
        if move != puzzle.answer
        and " wins: " in (why := why_wrong(puzzle, 0, move, puzzle.refutation(move), EN))
    ]
    assert losing and all(" wins: the King was captured" in why for why in losing)


@pytest.mark.parametrize("part", parts(4 * PARTS))
@pytest.mark.parametrize("game", puzzles.games_with_puzzles())
def test_every_puzzle_says_why_a_move_is_wrong_and_keeps_the_answer(game: str, part: int) -> None:
    """Of any of its questions any wrong move, in one of the languages."""
    for number, puzzle in enumerate(puzzles.of_game(game)[part :: 4 * PARTS]):
        step = puzzle.questions[number % len(puzzle.questions)]
        wrong = wrong_of(puzzle, step)
        check_wrong(puzzle, step, wrong[31 * number % len(wrong)], texts(LANGUAGES[number % len(LANGUAGES)]))


@pytest.mark.parametrize(
    ("puzzle_id", "step", "move"),
    [
        ("6a571cd55b", 0, "r17"),  # the stones escape at the answer
        ("d8ff248764", 0, "h4"),  # a ladder that begins there
        ("0e1a9670c4", 0, "b1"),  # the corner that it gives away
        ("47257bd7ea", 2, "f5"),  # an open three that is made there
    ],
)
def test_what_is_wrong_with_a_move_does_not_say_what_is_right(puzzle_id: str, step: int, move: str) -> None:
    puzzle = puzzles.with_id(puzzle_id)
    assert puzzle is not None
    for language in LANGUAGES:
        check_wrong(puzzle, step, Move(move), texts(language))


def test_a_win_by_fours_that_refutes_a_move_is_numbered_on_the_board() -> None:
    puzzle = puzzles.with_id("3561b124df")
    assert puzzle is not None
    move = Move("a1")
    line = puzzle.refuting_line(0, move)
    scene = wrong_scene(puzzle, 0, move, reply_to(puzzle, 0, move), None)
    assert [drawn for drawn, _ in scene.line] == [*line[1 : 1 + len(scene.line)]] and len(scene.line) > 3


def check_wrong(puzzle: Puzzle, step: int, move: Move, reader: Texts) -> None:
    """A wrong move has a reason, and neither the words nor the picture show a right one."""
    reply, right = reply_to(puzzle, step, move), puzzle.right_after(step)
    if reply in right:  # a four that has to be stopped there
        return
    why = why_wrong(puzzle, step, move, reply, reader)
    assert why and not any(names_move(why, answer, puzzle.game, reader) for answer in right), (puzzle.id, why)
    scene = wrong_scene(puzzle, step, move, reply, claim_on_wrong(puzzle, step, move, reply, reader))
    if puzzle.themes[0] != "defense":  # a win by fours is shown whole
        assert not {drawn for drawn, _ in scene.line} & {*right}, (puzzle.id, step, move)
    assert len(scene.dots) != 1 or not scene.dots & {*right}, (puzzle.id, step, move)


@pytest.mark.parametrize("part", parts(PARTS))
@pytest.mark.parametrize("game", puzzles.games_with_puzzles())
def test_every_puzzle_says_what_it_comes_to(game: str, part: int) -> None:
    of_part = puzzles.of_game(game)[part::PARTS]
    assert [puzzle.id for puzzle in of_part if not result_words(puzzle, EN)] == []


def test_a_king_that_enters_is_in_the_camp_at_the_end_of_the_line() -> None:
    entering = [
        puzzle
        for puzzle in puzzles.of_game("twelve_janggi")
        if puzzle.after(len(puzzle.line)).outcome() is None
    ]
    assert len(entering) > 20
    for puzzle in entering:
        assert result_words(puzzle, EN) == EN("puzzle.result.entered")
        end = puzzle.after(len(puzzle.line))
        wins = [after.outcome() for after in map(end.play, end.legal_moves())]
        assert all(outcome and outcome.reason == "outcome.king-entered" for outcome in wins)


def test_the_stones_of_a_capture_are_marked_until_they_are_captured() -> None:
    puzzle = puzzles.with_id("891212c93e")
    assert puzzle is not None and puzzle.goal == "capture g9"
    assert group(puzzle, puzzle.record) == {"g9", "h9", "h8"}
    assert puzzle_scene(puzzle).group == group(puzzle, puzzle.record)
    assert group(puzzle, puzzle.line_record) == frozenset()
    assert puzzle_scene(GOMOKU).group == frozenset()


@pytest.mark.parametrize("part", parts(PARTS))
def test_the_stones_that_every_puzzle_of_go_rings_are_the_chain_of_its_task(part: int) -> None:
    """At each question: the words name one point, and rings on a second chain would ask for that one, too."""
    for puzzle in puzzles.of_game("go")[part::PARTS]:
        for step in puzzle.questions:
            record, position = puzzle.record_after(step), puzzle.after(step)
            assert isinstance(position, GoPosition)
            chain = position.chains.at(position.board.index[Move(puzzle.goal.split()[1])])
            assert group(puzzle, record) == {position.board.names[at] for at in chain.points}, puzzle.id


def test_gomokus_puzzles_ring_nothing() -> None:
    assert not any(puzzle_scene(puzzle).group for puzzle in puzzles.of_game("gomoku"))


def test_nothing_is_marked_that_was_captured_before_the_puzzle() -> None:
    puzzle = puzzles.of_game("go")[0]
    assert not puzzle_scene(puzzle).shows_change
    assert puzzle_scene(puzzle, puzzle.line[:1]).shows_change


def test_a_wrong_move_that_was_answered_is_crossed_out() -> None:
    puzzle = puzzles.with_id("891212c93e")
    assert puzzle is not None
    wrong = wrong_of(puzzle)[0]
    reply = next(move for move in puzzle.position.play(wrong).legal_moves() if move != PASS)
    scene = wrong_scene(puzzle, 0, wrong, reply, None)
    assert scene.mistake == wrong and scene.record.moves[-2:] == (wrong, reply)
    assert wrong_scene(puzzle, 0, wrong, None, None).mistake is None, "it is the last move"
    hare = next(iter(puzzles.of_game("hare_and_hounds")))
    scene = wrong_scene(hare, 0, hare.line[0], hare.line[1], None)
    assert scene.mistake is None, "the piece has moved"


@pytest.mark.parametrize(
    "argument",
    ["", "0123456789", "0123456789.x.show", "x.g.show", "0123456789.g-Ä.show", "0123456789.r-1-2.show"],
)
def test_what_names_no_puzzle_is_not_read(argument: str) -> None:
    assert PuzzleQuestion.read(argument) is None


def test_a_step_is_read_again() -> None:
    for question in (
        PuzzleQuestion("0123456789", step=12, theme="fours"),
        PuzzleQuestion("0123456789", step=4, day="2026-11-28"),
        PuzzleQuestion("0123456789", any_game=True, theme="win-1", shift=-2),
        PuzzleQuestion("0123456789", step=2, shift=1),
        PuzzleQuestion("0123456789", step=2, shift=-1, hints=2, theme="fours"),
        PuzzleQuestion("0123456789", hints=1, day="2026-11-28"),
        PuzzleQuestion("0123456789", step=2, hints=1, missed=MissedPuzzle(1234567890, 12, 14)),
    ):
        assert PuzzleQuestion.read(question.panel.argument) == question


def test_the_picture_of_a_puzzle_is_its_own() -> None:
    first, last = EXAMPLES[0], EXAMPLES[-1]
    assert puzzle_scene(first) != puzzle_scene(last)
    assert puzzle_scene(first) != puzzle_scene(first, is_playing=True)
    answered = puzzle_scene(first, (Move(first.answer),))
    assert answered.record.moves == first.moves + first.line[:1]


@pytest.mark.parametrize(
    ("theme", "english", "korean"),
    [
        ("win-1", "win with one move", "한 수로 이기세요"),
        ("win-3", "win within 3 moves", "내 수 3번 안에 이기세요"),
    ],
)
def test_a_win_is_counted_in_the_moves_of_the_side_that_wins(theme: str, english: str, korean: str) -> None:
    puzzle = replace(EXAMPLES[0], themes=(theme,), goal="")
    assert (task(puzzle, EN), task(puzzle, texts("ko"))) == (english, korean)


def test_the_signs_of_twelve_janggi_are_explained_beside_its_name_until_the_rating_has_settled() -> None:
    puzzle = puzzles.with_id("17be613f77")
    assert puzzle is not None
    keypad = PRESENTERS[puzzle.game].keypad(puzzle_scene(puzzle, is_playing=True).viewpoint(), EN)
    new, settled = (
        words(question_view(puzzle, PuzzleQuestion(puzzle.id), keypad, EN, own=own)) for own in (None, 1234)
    )
    assert "**Twelve Janggi** · ▲: moves · +: drop\n" in new
    assert "**Twelve Janggi** · rating" in settled and "▲" not in settled
