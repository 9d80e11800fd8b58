"""Othello in words."""

from __future__ import annotations

import pytest

from bot.presenters.base import Viewpoint
from bot.presenters.registry import PRESENTERS
from bot.texts import LANGUAGES, texts
from games import GAMES
from games.base import PASS, Move, Outcome, Side
from games.othello import BOARDS, OthelloPosition

PRESENTER = PRESENTERS["othello"]
LONGEST = 900

START = """
. . . . . .
. . . . . .
. . O X . .
. . X O . .
. . . . . .
. . . . . .
variant: 6x6
"""


def test_the_picture_has_no_letters_and_a_button_for_each_square() -> None:
    position = GAMES["othello"].position(START)
    keypad = PRESENTER.keypad(Viewpoint(position), texts("en"))
    assert not keypad.labels
    assert {button.label for button in keypad.buttons} == {"c2", "b3", "e4", "d5", "Type"}


def test_no_row_is_empty_between_the_board_and_typing() -> None:
    position = GAMES["othello"].position(START)
    rows = PRESENTER.keypad(Viewpoint(position), texts("en")).rows
    assert [[button.label for button in row] for row in rows] == [["b3", "c2"], ["d5", "e4"], ["Type"]]


def test_a_side_without_discs_is_described_without_squares() -> None:
    position = OthelloPosition(6, BOARDS[6].full, 0, Side.FIRST)
    assert PRESENTER.describe(position, texts("ko")).endswith("백 0개.")
    assert PRESENTER.describe(position, texts("en")).endswith("White 0.")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", BOARDS)
def test_full_boards_are_described_within_the_limit(size: int, language: str) -> None:
    full = BOARDS[size].full
    half = sum(1 << square for square in range(0, size * size, 2))
    for black in (full, 0, half, full & ~half, full & ~1):
        for side in Side:
            position = OthelloPosition(size, black, full & ~black, side)
            text = PRESENTER.describe(position, texts(language))
            assert len(text) <= LONGEST
            words = text.replace(".", " ").split()
            assert set(BOARDS[size].names) <= set(words)


def test_a_description_in_both_languages() -> None:
    position = GAMES["othello"].position(START)
    assert PRESENTER.describe(position, texts("en")) == (
        "Othello board, 6 by 6. Black 2: d3 c4. White 2: c3 d4. Black can play c2 b3 e4 d5."
    )
    assert PRESENTER.describe(position, texts("ko")) == (
        "오셀로판, 가로세로 6칸. 흑 2개: d3 c4. 백 2개: c3 d4. 흑이 둘 수 있는 곳: c2 b3 e4 d5."
    )


def full_board(black: int, white: int, size: int = 6) -> OthelloPosition:
    """This many discs of each side, from the top left."""
    blacks = (1 << black) - 1
    return OthelloPosition(size, blacks, (1 << black + white) - 1 & ~blacks, Side.FIRST)


@pytest.mark.parametrize(
    ("black", "white", "en", "ko"),
    [
        (20, 16, "**20–16**", "**20 : 16**"),
        (18, 18, "**18–18**", "**18 : 18**"),
        (30, 0, "**36–0** (30–0 on the board)", "**36 : 0** (판 위의 돌 30 : 0)"),
        (0, 5, "**0–36** (0–5 on the board)", "**0 : 36** (판 위의 돌 0 : 5)"),
    ],
)
def test_results(black: int, white: int, en: str, ko: str) -> None:
    position = full_board(black, white)
    outcome = position.outcome()
    assert outcome is not None
    assert PRESENTER.result(position, outcome, texts("en")) == en.replace("–", "–\N{WORD JOINER}")
    korean = PRESENTER.result(position, outcome, texts("ko"))
    assert korean.replace("\N{NO-BREAK SPACE}", " ") == ko


def test_a_resignation_has_no_score() -> None:
    outcome = Outcome(Side.FIRST, "outcome.resigned")
    assert PRESENTER.result(GAMES["othello"].position(START), outcome, texts("en")) == ""


def test_words() -> None:
    en, ko = texts("en"), texts("ko")
    position = GAMES["othello"].position(START)
    assert [PRESENTER.side_name(side, en) for side in Side] == ["Black", "White"]
    assert [PRESENTER.side_name(side, ko) for side in Side] == ["흑", "백"]
    assert PRESENTER.scores(position, en) == {Side.FIRST: "2", Side.SECOND: "2"}
    assert (PRESENTER.move_text(PASS, en), PRESENTER.move_text(PASS, ko)) == ("pass", "패스")
    assert PRESENTER.variant_name("10x10", en) == "10×10"
    assert len(set(PRESENTER.symbols.values())) == 2


def test_passes_are_not_counted() -> None:
    moves = [Move("d3"), PASS, Move("c3"), Move("c4")]
    assert [PRESENTER.move_number(moves, ply) for ply in range(4)] == [1, 1, 2, 3]


def test_the_first_board_says_how_to_play_and_to_win() -> None:
    position = GAMES["othello"].start("8x8")
    assert list(PRESENTER.introduction(position, texts("en"))) == [texts("en")("othello.how-to-win")]
    assert not PRESENTER.introduction(position.play(position.legal_moves()[0]), texts("en"))


def test_a_move_says_which_discs_it_turned() -> None:
    start, reader = GAMES["othello"].position(START), texts("en")
    assert list(PRESENTER.effects(start, Move("c2"), reader)) == ["flips 1: c3"]
    assert list(PRESENTER.effects(start, Move("c2"), reader, is_short=True)) == ["flips 1"]
    assert list(PRESENTER.effects(start, PASS, reader)) == []
