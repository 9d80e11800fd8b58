"""Boards in words: what has changed comes first, and nothing of it is cut."""

from __future__ import annotations

import pytest

from bot.presenters.board_scene import BoardScene
from bot.texts import texts
from bot.ui.board_words import before_in_words, board_in_words, last_changes, position_in_words
from games import GAMES, replay
from games.base import PASS, Move, Record
from games.go.position import AGREE
from tests.bot.stories import EVERY_VARIANT_READ, random_game
from tests.bot.whole.openings import WHITE_PASSES

EN, KO = texts("en"), texts("ko")
MAX_ALT = 1024  # characters of an alt text that Discord accepts
MAX_BUTTONS = 100  # for the sentence about numbered buttons
OTHELLO = Record("othello", "8x8", (Move("d3"), Move("c3")))


def test_the_last_move_comes_first_then_whose_turn_it_is() -> None:
    assert board_in_words(OTHELLO, EN).startswith(
        "2. White c3, flips 1: d4. Black to move. Othello board, 8 by 8. Black 3: "
    )
    assert board_in_words(OTHELLO, KO).startswith("2수: 백 c3, 1개 뒤집음: d4. 흑 차례입니다. 오셀로판")
    assert board_in_words(OTHELLO.before(0), EN).startswith("Black to move. Othello board")


def test_more_moves_can_be_told_and_those_of_puzzles_have_no_numbers() -> None:
    assert last_changes(OTHELLO, 5, EN) == ["1. Black d3, flips 1: d4.", "2. White c3, flips 1: d4."]
    assert last_changes(OTHELLO, 1, EN, is_numbered=False) == ["White c3, flips 1: d4."]


def test_a_forced_pass_is_told_with_the_move_before_it() -> None:
    played, last = WHITE_PASSES
    record = Record("othello", "8x8", (*played, last, PASS))
    move, passed = last_changes(record, 1, EN)
    assert move.partition(" ")[2].startswith("Black ") and passed == "White had no legal move and passed."


def test_nobody_is_to_move_in_a_match_that_is_over() -> None:
    assert "to move" not in board_in_words(OTHELLO, EN, is_over=True)
    escaped = "a2-a3", "b5-b4", "a3-a4", "b4-b3", "a4-b4", "b3-a2", "b4-b5", "a2-b2"
    over = Record("hare_and_hounds", "classic", tuple(map(Move, escaped)))
    assert ("to move" in board_in_words(over, EN)) is (replay(over).outcome() is None)


def test_a_mark_in_the_count_names_no_side_and_no_turn() -> None:
    record = Record("go", "9x9-korean", tuple(map(Move, ("d4", "pass", "pass", "dead d4"))))
    words = board_in_words(record, EN)
    assert "to move" not in words and not words.startswith(("4.", "Black", "White"))
    assert board_in_words(record.then(AGREE), EN).startswith("agree")


def test_a_picture_of_the_position_before_a_move_says_so() -> None:
    scene = BoardScene(OTHELLO.before(1), mistake=OTHELLO.moves[1])
    assert before_in_words(scene, OTHELLO.moves[1], EN).startswith(
        "The position before this move: 2. White c3, flips 1: d4. 1. Black d3, flips 1: d4. White to move. "
    )


def test_a_position_without_moves_has_its_turn_and_its_dangers() -> None:
    position = GAMES["twelve_janggi"].position("S . . .\nK z . .\n. . j k\nto move: first")
    assert position_in_words("twelve_janggi", position, EN).startswith("Green to move. ⚠️ Check!")


@pytest.mark.parametrize(("slug", "variant", "language"), EVERY_VARIANT_READ)
def test_nothing_is_cut(slug: str, variant: str, language: str) -> None:
    reader, record = texts(language), Record(slug, variant)
    for move in random_game(slug, variant, 0):
        record = record.then(move)
        if len(record.moves) % 7 == 0:
            assert len(board_in_words(record, reader, moves=2)) <= MAX_ALT - MAX_BUTTONS
