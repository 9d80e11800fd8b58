"""A position of every game as an introduction shows it: one picture a game, and one of all of them."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import cache

from PIL import Image

from bot.drawing.base import Scene
from bot.drawing.registry import DRAWINGS
from games import replay
from games.base import Move, Record

WIDTH, HEIGHT, GAP = 1100, 550, 22
"""Pixels, of the picture of all games. Discord shows it 520 x 260 on a desktop and 282 x 141 on a phone."""

ROWS = (("othello", "gomoku", "go"), ("hare_and_hounds", "twelve_janggi"))
"""The games in the picture of all, in the order in which lists name them."""

_COLORS = 255  # of the picture of all games

_GAMES = {
    "othello": ("8x8", "f5 d6 c4 g5 f6 f4 f3 c3 e6 g3 g4 e3 d3 f7 c6 h4 c2 c5 e2 f2 g6 h5"),
    "gomoku": ("freestyle-15", "h8 g8 f9 g9 g7 f6 h10 f7 h9 h11 g10 f10 i8 j7 i9 i10 h6 h7 j8"),
    "go": (
        "9x9-korean",
        "d5 e6 e5 d6 c5 f5 f4 g5 g4 h4 h3 h5 c6 g3 f3 g2 h2 f2 e2 c7 b7 b8 c8 d7 a8 d8 b9 c3 f1 e3",
    ),
    "hare_and_hounds": ("classic", "c2-b3 b5-a4 a2-a3 a4-b4 a3-a4 b4-b5"),
    "twelve_janggi": ("classic", "b2-b3 c4-b3 a1-b2 b4-c4 Z*a3 a4-b4 b1-a1"),
}
"""Variant and moves by slug; level 6 of the computer played them against itself."""


def record(slug: str) -> Record:
    """The moves that lead to a game's position."""
    variant, moves = _GAMES[slug]
    return Record(slug, variant, tuple(map(Move, moves.split())))


@cache
def game_picture(slug: str, theme: str = "light", style: str = "hanja") -> bytes:
    """A game's position as a PNG, made once; ``style`` is that of `Scene`.

    Takes milliseconds of CPU: call it in another process.
    """
    moves = record(slug)
    before = replay(moves.before(len(moves.moves) - 1))
    last = moves.moves[-1]
    scene = Scene(replay(moves), last=last, previous=before, hints=False, theme=theme, style=style)
    return DRAWINGS[slug].draw(scene)


@cache
def all_games_picture(theme: str = "light", style: str = "hanja") -> bytes:
    """The positions of all games as a PNG, made once: two rows of boards of one height, each in the middle.

    Call it in another process.
    """
    pictures = {slug: io.BytesIO(game_picture(slug, theme, style)) for slug in _GAMES}
    boards = {slug: Image.open(png).convert("RGBA") for slug, png in pictures.items()}
    whole, height = Image.new("RGBA", (WIDTH, HEIGHT)), (HEIGHT - GAP * (len(ROWS) - 1)) // len(ROWS)
    for number, slugs in enumerate(ROWS):
        shapes = sum(boards[slug].width / boards[slug].height for slug in slugs)
        width = round(height * shapes) + GAP * (len(slugs) - 1)
        row = side_by_side([boards[slug] for slug in slugs], width, GAP)
        whole.paste(row, ((WIDTH - width) // 2, number * (height + GAP)))
    stored = io.BytesIO()
    whole.quantize(_COLORS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(stored, "PNG")
    return stored.getvalue()


def side_by_side(boards: Sequence[Image.Image], width: int, gap: int) -> Image.Image:
    """Boards of one height side by side, ``width`` pixels wide, ``gap`` pixels apart."""
    room = width - gap * (len(boards) - 1)
    height = round(room / sum(image.width / image.height for image in boards))
    whole, left = Image.new("RGBA", (width, height)), 0
    for board in boards:
        small = board.resize((round(board.width * height / board.height), height), Image.Resampling.LANCZOS)
        whole.paste(small, (left, 0))
        left += small.width + gap
    return whole
