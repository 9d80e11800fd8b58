"""A board that is read out: all of it and its parts, in both languages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.exceptions import Refusal
from bot.texts import texts
from bot.ui.board_grid import grid_of
from bot.ui.board_reading import place_of, reading_view
from bot.ui.clocks import SHARED_CLOCKS
from data.model.match import MatchState
from games import GAMES
from games.base import Move, Outcome, Side
from tests.bot.stories import EVERY_VARIANT_READ, match_of, random_game
from tests.bot.ui.shown import check_limits, words

EN, KO = texts("en"), texts("ko")
OTHELLO = match_of("othello", "8x8", (Move("d3"), Move("c3")), id=7, first_id=1, second_id=2)
CAPTURE = ("d4", "a1", "e5", "a2", "b2", "pass", "a3", "pass", "b1")


def lines_of(game: str, variant: str, moves: tuple[str, ...], where: str, language: str = "en") -> list[str]:
    """What is read below the title."""
    match = match_of(game, variant, tuple(map(Move, moves)), id=7, first_id=1, second_id=2)
    return words(reading_view(match, None, where, texts(language), SHARED_CLOCKS)).split("\n")[1:]


def test_a_whole_board_is_read_row_by_row_after_what_has_changed() -> None:
    lines = words(reading_view(OTHELLO, None, "", EN, SHARED_CLOCKS)).split("\n")
    assert lines == [
        "**Othello 8×8 #7**",
        "2\\. White c3, flips 1: d4.",
        "⚫ Black: <@1> to move",
        "Rows 1 to 2: empty.",
        "Row 3: White c3; Black d3.",
        "Row 4: White d4; Black e4.",
        "Row 5: Black d5; White e5.",
        "Rows 6 to 8: empty.",
        "Last moves: 1. Black d3, flips 1: d4. 2. White c3, flips 1: d4.",
        "4 legal moves: b3, c4, e6, f5.",
    ]
    assert "3행: 백 c3; 흑 d3." in words(reading_view(OTHELLO, None, "", KO, SHARED_CLOCKS))


def test_a_part_is_read_alone() -> None:
    assert lines_of("othello", "8x8", ("d3",), "3")[2:] == ["Row 3: Black d3."]
    assert lines_of("othello", "8x8", ("d3",), "d")[2] == "Rows 1 to 2: empty."
    assert lines_of("othello", "8x8", ("d3",), "d3-e4")[2:] == ["Row 3: Black d3.", "Row 4: Black d4 e4."]
    assert lines_of("othello", "8x8", ("d3",), "D 3")[2:] == ["d3: Black."]
    assert lines_of("othello", "8x8", (), "c4")[1:] == ["c4: empty.", "Black can play c4, flips 1."]
    assert lines_of("othello", "8x8", (), "a1")[2].startswith("a1 ")


def test_a_stone_of_go_is_read_with_its_chain_and_its_liberties() -> None:
    assert lines_of("go", "9x9-korean", CAPTURE, "b2")[2:] == [
        "b2: Black.",
        "Chain of 2 stones: b2 b1.",
        "5 liberties: b3 a2 c2 a1 c1.",
    ]
    whole = lines_of("go", "9x9-korean", CAPTURE, "")
    assert whole[0] == "9\\. Black b1, captures 2: a2 a1." and "Black captured 2, White 0." in whole


def test_pieces_are_read_with_where_they_can_go() -> None:
    assert lines_of("hare_and_hounds", "classic", (), "b1")[1:] == [
        "b1: Hound.",
        "Lines lead to a2 b2 c2.",
        "Can move to: b2.",
    ]
    assert lines_of("twelve_janggi", "classic", (), "b1", "ko")[1:] == [
        "b1: 초록 왕.",
        "갈 수 있는 곳: a2 c2.",
    ]
    assert "초록 포로: 없음." in lines_of("twelve_janggi", "classic", (), "", "ko")


def test_hangul_keys_and_swapped_points_name_places_too() -> None:
    grid = grid_of("othello", GAMES["othello"].start("8x8"))
    assert place_of(grid, "ㅊ2") == place_of(grid, "2c") == ["c2"]
    assert place_of(grid, "g7-e6") == ["e6", "f6", "g6", "e7", "f7", "g7"]


@pytest.mark.parametrize(
    ("game", "where", "refusal"),
    [
        ("othello", "m", "There is no column m on this board. Its columns are a b c d e f g h."),
        ("othello", "d9", "There is no row 9 on this board. Its rows are 1 2 3 4 5 6 7 8."),
        ("hare_and_hounds", "d", "There is no row d on this board. Its rows are a b c."),
        ("hare_and_hounds", "a1", "There is no point a1 on this board."),
        (
            "go",
            "the corner",
            "“the corner” is no place on a board. Type a point (d4), a row (4), a column (d) or an ",
        ),
        ("go", "-", "“-” is no place on a board. Type a point (d4), a row (4), a column (d) or an "),
    ],
)
def test_a_place_that_is_not_on_the_board_is_refused_in_words(game: str, where: str, refusal: str) -> None:
    grid = grid_of(game, GAMES[game].start(GAMES[game].variants[0]))
    with pytest.raises(Refusal) as refused:
        place_of(grid, where)
    assert EN(refused.value.key, **refused.value.arguments).startswith(refusal)


def test_a_match_that_is_over_is_read_with_its_result() -> None:
    over = replace(OTHELLO, state=MatchState.OVER, outcome=Outcome(Side.SECOND, "outcome.resigned"))
    text = words(reading_view(over, None, "", EN, SHARED_CLOCKS))
    assert "wins" in text and "to move" not in text and "legal" not in text


@pytest.mark.parametrize(("game", "variant", "language"), EVERY_VARIANT_READ)
def test_every_board_fits_a_message(game: str, variant: str, language: str) -> None:
    played = random_game(game, variant, 0)
    for length in (0, len(played) // 2, len(played)):
        match = match_of(game, variant, played[:length], first_id=1, second_id=2)
        check_limits(reading_view(match, None, "", texts(language), SHARED_CLOCKS))
