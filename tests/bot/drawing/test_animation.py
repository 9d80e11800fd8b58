"""Animations: as many frames as said, for as long as said, and each of them what was drawn."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops

from bot.drawing.animation import BAR, LAST, LONGEST, SHORTEST, STRIP, WHOLE, Format, Frame, animate, seconds
from bot.drawing.base import Scene
from bot.drawing.lettering import font
from bot.drawing.registry import DRAWINGS
from bot.drawing.themes import THEMES
from games import replay
from games.base import Move, Record

from .pictures import darkest_and_lightest, gray

MOVES = tuple(map(Move, ("f5", "d6", "c3")))
SCORES = (0.0, 1.0, None, -1.0)


def boards() -> list[bytes]:
    record = Record("othello", "8x8", MOVES)
    positions = [replay(record.before(ply)) for ply in range(len(MOVES) + 1)]
    return [DRAWINGS["othello"].draw(Scene(position, hints=False)) for position in positions]


def made(written: Format, theme: str = "light") -> Image.Image:
    frames = [
        Frame(board, f"{ply} / 3", score=score)
        for ply, (board, score) in enumerate(zip(boards(), SCORES, strict=True))
    ]
    return Image.open(io.BytesIO(animate(frames, len(frames), "othello", theme, written)))


def shown(animation: Image.Image) -> list[Image.Image]:
    """Each frame as a viewer sees it."""
    images = []
    for number in range(animation.n_frames):  # type: ignore[attr-defined]
        animation.seek(number)
        images.append(animation.convert("RGB"))
    return images


@pytest.mark.parametrize("written", Format)
@pytest.mark.parametrize("theme", THEMES)
def test_every_frame_has_its_board(written: Format, theme: str) -> None:
    animation = made(written, theme)
    assert (animation.format or "").lower() == written
    assert animation.size == (480, 480 + STRIP)
    images = shown(animation)
    assert len(images) == len(MOVES) + 1
    for image, board in zip(images, boards(), strict=True):
        inside = (30, 30, 450, 450)
        wanted = Image.open(io.BytesIO(board)).convert("RGBA").convert("RGB").reduce(2).crop(inside)
        difference = ImageChops.difference(image.crop(inside), wanted).convert("L")
        mean = sum(level * count for level, count in enumerate(difference.histogram())) / (420 * 420)
        assert mean < 6, "of 255"


@pytest.mark.parametrize("written", Format)
def test_how_long_frames_are_shown(written: Format) -> None:
    animation = made(written)
    durations = []
    for number in range(len(MOVES) + 1):
        animation.seek(number)
        animation.load()
        durations.append(animation.info["duration"])
    assert durations == [1000 * each for each in seconds(len(MOVES) + 1)]
    assert animation.info["loop"] == 0, "for ever"


@pytest.mark.parametrize(
    ("count", "each"), [(2, LONGEST), (61, LONGEST), (121, WHOLE / 121), (251, SHORTEST), (400, SHORTEST)]
)
def test_long_matches_are_faster(count: int, each: float) -> None:
    assert seconds(count) == pytest.approx([each] * (count - 1) + [LAST])


def test_the_bar_is_divided_as_the_evaluation_is() -> None:
    even, first_wins, unknown, second_wins = (
        image.crop((0, 480, 480, 480 + BAR)).convert("L").reduce((8, BAR))
        for image in shown(made(Format.GIF))
    )
    black = [[gray(image, x, 0) < 100 for x in range(60)] for image in (even, first_wins, second_wins)]
    assert black[0][:28] == [True] * 28 and black[0][32:] == [False] * 28
    assert sum(black[1]) >= 58 and sum(black[2]) <= 1
    assert darkest_and_lightest(unknown)[0] > 200, "no bar"


@pytest.mark.parametrize("character", "0123456789:×/")
def test_the_font_has_what_the_strip_says(character: str) -> None:
    assert font("sans", 20).getmask(character).getbbox() is not None
