"""The picture of a recap, as it is kept, and what fits."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from PIL import Image

from bot.drawing.base import Scene
from bot.drawing.recap import Fact, GameBar, RecapPicture, Tile, draw_recap
from bot.drawing.registry import DRAWINGS
from bot.drawing.themes import THEMES
from games import replay
from games.base import Move, Record

PERSON = RecapPicture(
    "dark",
    "Alice",
    "Somebody",
    "Recap · November 2026",
    (Tile("42", "matches"), Tile("27", "won"), Tile("6", "opponents"), Tile("5", "wins in a row")),
    (
        GameBar("Othello", (15, 1, 6), ("15 won", "1 drawn", "6 lost")),
        GameBar("Hare and Hounds", (10, 0, 2), ("10 won", "", "2 lost")),
    ),
    (
        Fact("Rivals", ("Bob · 8 won, 1 drawn, 5 lost", "민지 · 2 won")),
        Fact("Best win", ("Bob (1720)",)),
        Fact("Openings", ("Tiger · 8 matches",)),
    ),
    ("Turning point", "Bob: move 4, c5", "win chance 72%, then 21%"),
)
SERVER = replace(
    PERSON,
    title="보드게임 모임",
    subtitle="2026년 결산",
    tiles=(Tile("1,204", "대국"), Tile("37", "참가자"), Tile("5", "게임"), Tile("11", "최다 연승")),
    bars=(GameBar("오목", (620,), ("620판",)), GameBar("바둑", (274,), ("274판",))),
    facts=(
        Fact("가장 많이 둔 사람", ("민지 · 212판", "준호 · 188판")),
        Fact("라이벌", ("민지 – 준호 · 62판",)),
        Fact("최고의 승리", ("서연 – 준호 (1720)",)),
    ),
    caption=(),
)
MOVES = tuple(map(Move, ("d3", "c3", "c4", "c5")))


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png))


def board(theme: str) -> bytes:
    position = replay(Record("othello", "8x8", MOVES))
    return DRAWINGS["othello"].draw(Scene(position, last=MOVES[-1], theme=theme, hints=False))


@pytest.mark.parametrize("theme", THEMES)
def test_the_picture_of_a_person_is_as_kept(theme: str, as_kept: Callable[..., bool]) -> None:
    drawn = draw_recap(replace(PERSON, theme=theme), partial(board, theme))
    assert as_kept(f"recap-person-{theme}", opened(drawn))


def test_the_picture_of_a_server_is_as_kept(as_kept: Callable[..., bool]) -> None:
    assert as_kept("recap-server-light", opened(draw_recap(replace(SERVER, theme="light"))))


def test_long_words_and_names_without_letters_stay_within() -> None:
    long = Fact("Rivals", ("W" * 60,))
    picture = replace(
        PERSON, title="🙂🙂", bars=(GameBar("W" * 40, (1, 1, 1), ("1", "1", "1")),), facts=(long,)
    )
    drawn = Image.open(io.BytesIO(draw_recap(picture)))
    assert drawn.width == 960


def test_a_picture_of_a_few_numbers_is_drawn() -> None:
    small = replace(PERSON, tiles=(Tile("1", "matches"),), bars=(), facts=(), caption=())
    assert Image.open(io.BytesIO(draw_recap(small))).height < 400


def test_it_is_small() -> None:
    assert len(draw_recap(PERSON, partial(board, "dark"))) < 150_000
