"""Boards in letters: their rows, what the letters mean, and that they fit the smallest phone."""

from __future__ import annotations

import pytest

from bot.presenters.keypad import Keypad
from bot.texts import LANGUAGES, texts
from bot.ui.pad import pad_view
from bot.ui.text_board import text_board, with_text_board
from games import GAMES, replay
from games.base import Move
from tests.bot.stories import EVERY_VARIANT, match_of
from tests.bot.ui.shown import GALLERY, TEXT, check_limits

EN, KO = texts("en"), texts("ko")
MAX_COLUMNS = 30
"""Letters of one width in a row of a message on a phone 360 dp wide."""


def test_a_board_has_its_names_and_a_legend() -> None:
    assert text_board("othello", GAMES["othello"].start("6x6").play(Move("c2")), EN) == (
        "```\n  a b c d e f\n1 . . . . . .\n2 . . X . . .\n3 . . X X . .\n4 . . X O . .\n5 . . . . . .\n"
        "6 . . . . . .\n```\n-# X Black, O White"
    )
    assert text_board("hare_and_hounds", GAMES["hare_and_hounds"].start("classic"), KO) == (
        "```\n  1 2 3 4 5\na   H . .\nb H . . . R\nc   H . .\n```\n-# H 사냥개, R 토끼"
    )


@pytest.mark.parametrize(("game", "variant"), EVERY_VARIANT)
def test_its_rows_fit_the_smallest_phone(game: str, variant: str) -> None:
    for language in LANGUAGES:
        _, rows, _ = text_board(game, GAMES[game].start(variant), texts(language)).split("```")
        assert max(map(len, rows.split("\n"))) <= MAX_COLUMNS


def test_it_stands_above_the_picture() -> None:
    match = match_of("go", "19x19-korean", (Move("d4"),), first_id=1, second_id=2)
    view = pad_view(match, match.home, Keypad(), EN)
    parts = check_limits(with_text_board(view, match.game, replay(match.record), EN))
    kinds = [part["type"] for part in parts if part["type"] in (TEXT, GALLERY)]
    assert kinds == [TEXT, TEXT, GALLERY]
