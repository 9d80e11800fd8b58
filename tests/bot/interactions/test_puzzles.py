"""What ``/puzzle`` asks if no game is chosen, and what comes of moves in a puzzle of several moves."""

from __future__ import annotations

import pytest

from ai.puzzles.puzzle import Puzzle
from bot import puzzles
from bot.interactions.puzzles import show_puzzle
from bot.presenters.board_scene import BoardScene
from bot.ui.panel import Panel
from bot.ui.puzzle import PuzzleQuestion
from bot.ui.puzzle_scene import line_scene
from games.base import Move
from tests.bot.discord_fakes import FakeInteraction, Request
from tests.bot.harness import Harness
from tests.bot.interactions.panel_presses import direct, pressed
from tests.bot.service import ANA, BEN

FOURS = next(puzzle for puzzle in puzzles.of_game("gomoku") if puzzle.id == "4a74fa3bd9")
STEPS = (0, *FOURS.also)
STRANGER = 999


async def shown_game(interaction: FakeInteraction, theme: str | None = None) -> tuple[str, str]:
    """The game of the puzzle that the command without a game shows, and where the next one is from."""
    await show_puzzle(interaction.typed(), None, theme)
    assert interaction.response.answered is not None
    following = next(key for key in interaction.response.answered.custom_ids if key.endswith(".next"))
    puzzle_id, scope, _ = following.removeprefix("p:puzzle:").split(".")
    puzzle = puzzles.with_id(puzzle_id)
    assert puzzle is not None
    return puzzle.game, scope.partition("-")[0]


async def test_the_game_of_the_channel_is_asked(h: Harness) -> None:
    await h.match("go", moves=("e5",))
    assert await shown_game(h.interaction(STRANGER)) == ("go", "g")


async def test_elsewhere_it_is_the_game_that_the_person_played_last(h: Harness) -> None:
    await h.match("gomoku", moves=("h8",))
    assert await shown_game(direct(h, BEN)) == ("gomoku", "g")
    over = await h.match("hare_and_hounds")
    await h.match("go")
    assert (await shown_game(h.interaction(STRANGER)))[1] == "a", "the channel is for several games"
    await h.services.matches.resign(over.id, None, BEN)
    assert await shown_game(direct(h, BEN)) == ("go", "g")


async def test_who_has_played_nothing_is_asked_about_any_game(h: Harness) -> None:
    assert (await shown_game(direct(h, STRANGER)))[1] == "a"


async def test_a_theme_that_the_game_does_not_have_is_of_any_game(h: Harness) -> None:
    await h.match("go", moves=("e5",))
    assert await shown_game(h.interaction(ANA), "parity") == ("othello", "a")


async def tried(h: Harness, puzzle: Puzzle, step: int, move: Move) -> Request:
    return await pressed(h, f"p:puzzle:{puzzle.id}.g{step or ''}.try.{move}")


async def solved(h: Harness) -> list[bool]:
    return [attempt.solved for attempt in await h.store.puzzles.attempts(ANA)]


async def test_the_whole_line_is_asked(h: Harness) -> None:
    for step in STEPS:
        assert await solved(h) == [], "it counts at the end"
        said = await tried(h, FOURS, step, FOURS.line[step])
    assert len(STEPS) == 4 and "Right! Five in a row" in said.text and await solved(h) == [True]


async def test_a_wrong_move_on_the_way_does_not_solve_it(h: Harness) -> None:
    await tried(h, FOURS, 0, FOURS.line[0])
    said = await tried(h, FOURS, 2, Move("a1"))
    assert "a1" in said.text and "isn't it" in said.text and await solved(h) == [False]
    assert any(key.endswith(f"{FOURS.id}.g2.show") for key in said.custom_ids), "the same question again"


async def test_another_right_move_solves_the_puzzle_and_its_stone_stays(
    h: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = list[BoardScene]()

    def scene(puzzle: Puzzle, shown: int, also: Move | None) -> BoardScene:
        drawn.append(line_scene(puzzle, shown, also))
        return drawn[-1]

    monkeypatch.setattr("bot.interactions.puzzles.line_scene", scene)
    puzzle, step, also = next(
        (puzzle, step, moves[0])
        for puzzle in puzzles.of_game("gomoku")
        for step, moves in sorted(puzzle.also.items())
        if moves and puzzle.next_asked(step + 1) and puzzle.after(step).play(moves[0]).outcome() is None
    )
    said = await tried(h, puzzle, step, also)
    assert "also works: solved!" in said.text and await solved(h) == [True]
    assert [shown.record for shown in drawn] == [puzzle.record_after(step).then(also)]
    assert not any(".try." in key for key in said.custom_ids), "nothing more is asked"


async def test_ones_own_rating_is_beside_the_question_and_below_each_answer_once_it_has_settled(
    h: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = await tried(h, FOURS, 0, Move("a1"))
    again = await tried(h, FOURS, 0, Move("a1"))
    assert all("Your rating: after about" in said.text for said in (wrong, again))
    assert "(you " not in (await pressed(h, f"p:puzzle:{FOURS.id}.g.show")).text
    monkeypatch.setattr("data.puzzles.attempts.SETTLED_DEVIATION", 1000.0)
    rating = round((await h.store.puzzles.standings(ANA))["gomoku"].rating.value)
    assert f"(you {rating})" in (await pressed(h, f"p:puzzle:{FOURS.id}.g.show")).text
    assert f"Your rating: **{rating}**" in (await tried(h, FOURS, 0, Move("a1"))).text
    following = next(puzzle for puzzle in puzzles.of_game("gomoku") if puzzle is not FOURS)
    legal = following.position.legal_moves()
    first = await tried(h, following, 0, next(move for move in legal if move != following.answer))
    assert "Your rating: **" in first.text and "** (-" in first.text, "with the change"


async def shown_after(h: Harness, key: str) -> tuple[Puzzle, PuzzleQuestion]:
    said = await pressed(h, key)
    panels = [Panel.read({"custom_id": shown}) for shown in said.custom_ids]
    questions = [PuzzleQuestion.read(panel.argument) for panel in panels if panel is not None]
    question = next(question for question in questions if question is not None)
    puzzle = puzzles.with_id(question.puzzle_id)
    assert puzzle is not None
    return puzzle, question


async def test_harder_and_easier_ones_are_of_the_game_and_later_ones_keep_to_it(
    h: Harness,
) -> None:
    first = puzzles.of_game("go")[0]
    harder, question = await shown_after(h, f"p:puzzle:{first.id}.a.harder")
    assert harder.game == "go" and harder.rating > first.rating and question.shift == 1
    assert not question.any_game, "who finds a game too easy asks about that game"
    following, question = await shown_after(h, f"p:puzzle:{harder.id}.gh1.next")
    assert question.shift == 1 and following is not harder
    easier, question = await shown_after(h, f"p:puzzle:{harder.id}.gh1.easier")
    assert easier.rating < harder.rating and question.shift == 0


async def test_a_difficulty_can_be_chosen_with_the_command(h: Harness) -> None:
    shown = set[int]()
    for difficulty in ("easiest", "hardest"):
        interaction = h.interaction(STRANGER)
        await show_puzzle(interaction.typed(), "go", None, difficulty)
        assert interaction.response.answered is not None
        key = next(key for key in interaction.response.answered.custom_ids if key.endswith(".next"))
        puzzle = puzzles.with_id(key.removeprefix("p:puzzle:").partition(".")[0])
        assert puzzle is not None
        shown.add(puzzle.rating)
    assert min(shown) == puzzles.of_game("go")[0].rating and max(shown) > min(shown) + 300


async def test_a_step_that_is_no_question_is_no_button(h: Harness) -> None:
    said = await tried(h, FOURS, 1, FOURS.line[1])
    assert "isn't it" not in said.text and await solved(h) == []


async def test_gomoku_is_asked_by_the_rules_that_the_person_played_last(h: Harness) -> None:
    match = await h.match("gomoku", variant="omok-15", moves=("h8",))
    for person, rules in ((ANA, "omok-15"), (STRANGER, "renju-15")):
        for _ in range(8):
            interaction = direct(h, person)
            await show_puzzle(interaction.typed(), "gomoku", None)
            assert interaction.response.answered is not None
            key = next(key for key in interaction.response.answered.custom_ids if key.endswith(".next"))
            puzzle = puzzles.with_id(key.removeprefix("p:puzzle:").partition(".")[0])
            assert puzzle is not None and puzzle.is_right_by(rules), match.variant


async def test_hints_come_by_and_by_and_the_first_counts_as_an_attempt(h: Harness) -> None:
    puzzle = puzzles.with_id("491aa6e4fe")
    assert puzzle is not None
    key = f"p:puzzle:{puzzle.id}.g"
    said = await pressed(h, f"{key}i1.hint")
    assert "It attacks Red's King" in said.text and await solved(h) == [False]
    following = next(shown for shown in said.custom_ids if shown.endswith(".hint"))
    assert following == f"{key}i2.hint"
    assert "Move S from b2" in (await pressed(h, following)).text


async def test_what_was_said_of_a_refused_move_is_deleted_with_the_next_press(h: Harness) -> None:
    settled = list[tuple[int, int]]()
    h.services.private_notes.settle = lambda *note: settled.append(note)  # type: ignore[method-assign]
    await tried(h, FOURS, 0, Move("z9"))
    assert settled == []
    await tried(h, FOURS, 0, FOURS.line[0])
    assert settled == [(ANA, 0)]


async def test_a_puzzle_that_is_skipped_in_the_middle_counts_as_not_solved(h: Harness) -> None:
    await pressed(h, f"p:puzzle:{FOURS.id}.g.next")
    assert await solved(h) == [], "nothing was found yet"
    following = await pressed(h, f"p:puzzle:{FOURS.id}.g{STEPS[1]}.next")
    assert await solved(h) == [False]
    assert "Skipped: the last puzzle counts as not solved" in following.text


async def test_a_hint_that_names_a_piece_selects_it(h: Harness) -> None:
    named = await pressed(h, "p:puzzle:491aa6e4fe.gi2.hint")
    moves = [key for key in named.custom_ids if ".try." in key]
    assert moves and all(".try.b2-" in key for key in moves)
