"""What must be distinguished differs in lightness: for every eye, also at the width of a phone."""

from __future__ import annotations

import io
from dataclasses import replace
from itertools import product

import pytest
from PIL import Image

from bot.drawing.animation import materials
from bot.drawing.base import Scene
from bot.drawing.go import GoDrawing
from bot.drawing.othello import OthelloSprites, board_of
from bot.drawing.registry import DRAWINGS
from bot.drawing.stone_view import StoneView
from bot.drawing.themes import THEMES
from bot.drawing.twelve_janggi import TwelveJanggiSprites
from games.base import Move, Side
from games.go import GO
from games.othello import OTHELLO
from tests.variants import sample

from .conftest import Opener, SceneMaker
from .contrasts import DISCORD, EYES, contrast
from .pictures import bare, color_at, colors, goal, has_selection, has_window, moves_of, origin, random_scene

every_theme_and_eye = pytest.mark.parametrize(("theme", "eye"), list(product(THEMES, EYES)))


@every_theme_and_eye
def test_discs_stand_out_from_felt_and_from_each_other(theme: str, eye: str) -> None:
    colors = THEMES[theme]
    black, white, felt = colors.black.middle, colors.white.middle, colors.felt.middle
    assert contrast(black, white, eye) >= 10
    assert contrast(white, felt, eye) >= 3
    assert contrast(black, felt, eye) >= 2.5


@every_theme_and_eye
@pytest.mark.parametrize("slug", DRAWINGS)
def test_sides_differ_in_brightness_on_boards_and_in_graphs(slug: str, theme: str, eye: str) -> None:
    """A graph's curve is the line between their areas."""
    first, second = materials(slug, theme)
    assert contrast(first.middle, second.middle, eye) >= 4.5


@every_theme_and_eye
def test_coordinates_are_legible(theme: str, eye: str) -> None:
    assert contrast(THEMES[theme].ink, THEMES[theme].frame.middle, eye) >= 4.5


@every_theme_and_eye
def test_the_frame_stands_out_from_discord_or_its_felt_does(theme: str, eye: str) -> None:
    colors = THEMES[theme]
    for background in DISCORD[theme]:
        assert contrast(colors.frame.middle, background, eye) >= 1.3
        assert contrast(colors.felt.middle, background, eye) >= 1.5


@every_theme_and_eye
def test_a_suggestion_and_dots_stand_out_from_felt(theme: str, eye: str) -> None:
    sprites = OthelloSprites(108, THEMES[theme])
    assert contrast(sprites.theme.suggestion, sprites.theme.felt.middle, eye) >= 2.5
    for side in Side:
        dot = sprites.hint(side)
        middle = color_at(dot, dot.width // 2, dot.height // 2)
        assert contrast(middle, sprites.theme.felt.middle, eye) >= 1.7


@pytest.mark.parametrize(("theme", "eye", "width"), list(product(THEMES, EYES, (960, 360))))
def test_the_last_move_is_seen_on_both_discs(
    theme: str, eye: str, width: int, midgame: SceneMaker, opened: Opener
) -> None:
    for plies, side in ((27, Side.FIRST), (28, Side.SECOND)):
        scene = midgame(plies=plies, theme=theme)
        assert scene.last is not None
        row, column = divmod(OTHELLO.start("8x8").board.grid.index(scene.last), 8)
        x, y = board_of(8).lattice(Side.FIRST).at(column, row)
        picture = opened(scene).convert("RGB").resize((width, width), Image.Resampling.LANCZOS)
        scale = width / 960
        mark = color_at(picture, x * scale, y * scale)
        face = color_at(picture, (x + 28) * scale, y * scale)
        assert scene.position.to_move is side.other
        assert contrast(mark, face, eye) >= 4.5


@every_theme_and_eye
def test_pieces_and_names_stand_out_from_the_panel(theme: str, eye: str) -> None:
    colors = THEMES[theme]
    panel = colors.panel.middle
    assert contrast(colors.inlay, panel, eye) >= 4.5
    assert contrast(colors.white.middle, panel, eye) >= 3
    assert contrast(colors.black.middle, panel, eye) >= 2
    assert contrast(colors.black.middle, colors.white.middle, eye) >= 10
    for mark in (colors.selection, colors.suggestion, colors.last_move):
        assert contrast(mark, panel, eye) >= 2.3


@every_theme_and_eye
def test_tiles_stand_out_from_squares_and_from_each_other(theme: str, eye: str) -> None:
    colors = THEMES[theme]
    green, ivory = colors.green.middle, colors.ivory.middle
    assert contrast(green, ivory, eye) >= 8
    assert contrast(green, colors.on_green, eye) >= 8
    assert contrast(ivory, colors.on_ivory, eye) >= 4.5
    stained = [TwelveJanggiSprites(colors, Side.FIRST).stained(side) for side in Side]
    for wood in (colors.panel.middle, *stained):
        assert contrast(ivory, wood, eye) >= 3.5
        # A dark tile's pale line runs around its face.
        assert contrast(green, wood, eye) >= 1.5
        assert contrast(colors.on_green, wood, eye) >= 3.5


@every_theme_and_eye
def test_stones_lines_and_names_stand_out_from_wood(theme: str, eye: str) -> None:
    colors, goban = THEMES[theme], THEMES[theme].goban
    wood = goban.wood.middle
    assert contrast(colors.black.middle, wood, eye) >= 2.5
    # A white stone on pale wood also has a rim and a shadow, as on a real board.
    assert contrast(colors.white.middle, wood, eye) >= 1.7
    assert contrast(goban.line, wood, eye) >= 2.5
    assert contrast(goban.ink, wood, eye) >= 4.5
    for background in DISCORD[theme]:
        assert contrast(wood, background, eye) >= 1.5


@every_theme_and_eye
def test_marks_stand_out_from_wood(theme: str, eye: str) -> None:
    goban = THEMES[theme].goban
    assert contrast(goban.forbidden, goban.wood.middle, eye) >= 2.5
    assert contrast(goban.suggestion, goban.wood.middle, eye) >= 2.5


@every_theme_and_eye
def test_labels_are_legible_and_stand_out_from_wood_and_stones(theme: str, eye: str) -> None:
    colors, goban = THEMES[theme], THEMES[theme].goban
    assert contrast(goban.label, goban.label_ink, eye) >= 7
    assert contrast(colors.black.light, colors.white.middle, eye) >= 4.5
    assert contrast(colors.white.dark, colors.black.middle, eye) >= 4.5
    for side, ink in ((Side.FIRST, colors.white.middle), (Side.SECOND, colors.black.middle)):
        label = OthelloSprites(108, colors).label(side, "d8")
        assert contrast(color_at(label, label.width // 2, 3), ink, eye) >= 7
    for plate in (goban.label, goban.label_ink):
        assert contrast(plate, goban.wood.middle, eye) >= 2


@pytest.mark.parametrize(("theme", "eye", "width"), list(product(THEMES, EYES, (960, 360))))
def test_the_last_move_is_seen_on_both_stones(theme: str, eye: str, width: int) -> None:
    position = GO.start("19x19-korean")
    lattice = StoneView.of(19, Side.FIRST, None).lattice
    for move in (Move("k10"), Move("q4")):
        position = position.play(move)
        png = GoDrawing().draw(Scene(position, last=move, theme=theme))
        picture = Image.open(io.BytesIO(png)).convert("RGBA").convert("RGB")
        picture = picture.resize((width, width), Image.Resampling.LANCZOS)
        row, column = divmod(position.board.index[move], 19)
        x, y = lattice.at(column, row)
        mark, face = (color_at(picture, at * width / 960, y * width / 960) for at in (x, x + 16))
        assert contrast(mark, face, eye) >= 4.5


@pytest.mark.parametrize(("slug", "theme"), sample([*DRAWINGS], [*THEMES]))
def test_every_mark_stands_out_from_what_it_covers(slug: str, theme: str) -> None:
    """A spot of 300 pixels of 960 x 960 is one of 6 x 7 at a phone's width."""
    drawing = DRAWINGS[slug]
    for viewer, plies in zip(Side, (8, 9), strict=True):
        scene = random_scene(slug, plies, theme=theme, viewer=viewer)
        plain, moves = bare(scene), moves_of(scene)
        move, under = moves[0], colors(drawing.draw(plain))
        marked = {
            "last move": replace(plain, last=scene.last),
            "suggestion": replace(plain, suggestion=move),
            "labels": replace(
                plain,
                labels={goal(move): "8" for move in moves},
                selected=origin(move) if slug == "twelve_janggi" else None,
            ),
        }
        if not has_window(scene):
            marked["hints"] = replace(plain, hints=True)
        if has_selection(scene):
            marked["selection"] = replace(plain, selected=origin(move))
        for name, shown in marked.items():
            over = colors(drawing.draw(shown))
            spot = (over != under).any(axis=2)
            for eye in EYES:
                assert (contrast(over[spot], under[spot], eye) >= 2).sum() >= 300, (name, viewer, eye)


def test_the_measure_itself() -> None:
    assert contrast((0, 0, 0), (255, 255, 255), "all cones") == pytest.approx(21, abs=0.1)
    red, green = (170, 0, 0), (0, 87, 0)
    assert contrast(red, green, "protanopia") != pytest.approx(contrast(red, green, "all cones"), rel=0.1)
