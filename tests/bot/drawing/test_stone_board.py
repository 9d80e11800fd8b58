"""What Go's and Gomoku's pictures share: the board of stones, its labels, and its window."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import pytest
from PIL import Image, ImageChops

from bot.drawing import stone_view
from bot.drawing.base import Drawing, Scene, Window
from bot.drawing.go import GoDrawing
from bot.drawing.gomoku import GomokuDrawing
from bot.drawing.stone_scene import BoardLayout, move_numbers
from bot.drawing.stone_view import StoneView
from bot.drawing.stones import StoneSprites
from bot.drawing.themes import THEMES
from bot.presenters.point_keys import WINDOW_COLUMNS, WINDOW_ROWS
from games.base import Move, Side
from games.go import GO
from games.go.game import Go
from games.gomoku import GOMOKU
from games.gomoku.rules import Gomoku
from tests.variants import sample

from .pictures import color_at, darkest_and_lightest

GAMES: dict[str, tuple[Go | Gomoku, Drawing]] = {
    "go": (GO, GoDrawing()),
    "gomoku": (GOMOKU, GomokuDrawing()),
}
SHOWN = [
    *(("go", f"{size}x{size}-korean") for size in (9, 13, 19)),
    *(("gomoku", variant) for variant in ("renju-15", "omok-19")),
]
every_size = pytest.mark.parametrize(("slug", "variant"), SHOWN)


@cache
def midgame(slug: str, variant: str, stones: int = 30, seed: int = 5) -> Scene[Any]:
    """A position of a random game, the same for the same seed."""
    chance, game = random.Random(seed), GAMES[slug][0]
    position = previous = game.start(variant)
    moves: list[Move] = []
    while len(moves) < stones:
        moves.append(chance.choice([move for move in position.legal_moves() if move != "pass"]))
        previous, position = position, position.play(moves[-1])
    return Scene(position, last=moves[-1], previous=previous, moves=tuple(moves))


def draw(slug: str, scene: Scene[Any]) -> bytes:
    return GAMES[slug][1].draw(scene)


def opened(png: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(png))
    assert (image.format, image.mode) == ("PNG", "P")
    return image.convert("RGBA")


# --- The whole board ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("theme", "seed"), list(product(THEMES, range(3))))
def test_a_picture_is_small(theme: str, seed: int) -> None:
    scene = replace(midgame("go", "19x19-korean", 250, seed), theme=theme)
    assert sum(map(bool, scene.position.stones)) >= 200
    assert len(draw("go", scene)) <= 100_000
    assert len(draw("go", replace(scene, numbers=True))) <= 135_000
    for column, row in product((0, 5, 9), repeat=2):
        assert len(draw("go", replace(scene, window=Window(column, row, 10)))) <= 100_000


@every_size
def test_stones_are_where_the_position_has_them(
    slug: str, variant: str, changed: Callable[..., set[str]]
) -> None:
    scene = midgame(slug, variant)
    grid = scene.position.board.grid
    cells = scene.position.stones if slug == "go" else scene.position.cells
    standing = {grid.name(point) for point, stone in enumerate(cells) if stone}
    for viewer in Side:
        bare = Scene(scene.position, hints=False, viewer=viewer)
        empty = Scene(GAMES[slug][0].start(variant), viewer=viewer)
        assert changed(draw(slug, bare), draw(slug, empty), grid, viewer) == standing


@every_size
def test_a_turned_board_is_turned_with_its_stars_and_names(slug: str, variant: str) -> None:
    position = GAMES[slug][0].start(variant)
    size = position.size
    first, second = (opened(draw(slug, Scene(position, viewer=side))).convert("L") for side in Side)
    views = [StoneView.of(size, side, None) for side in Side]
    assert views[1].lattice.at(0, 0) == views[0].lattice.at(size - 1, size - 1)
    difference, view = ImageChops.difference(first, second), views[0]
    assert difference.crop((view.left, view.top, view.right, view.bottom)).getbbox() is None
    left, below = (0, view.top, view.left, view.bottom), (view.left, view.bottom, view.right, 960)
    right, above = (view.right, view.top, 960, view.bottom), (view.left, 0, view.right, view.top)
    for names in (left, below, *((right, above) if size >= stone_view.LARGE else ())):
        assert darkest_and_lightest(difference.crop(names))[1] >= 60


def test_the_coordinates_of_a_large_board_are_on_all_four_sides_and_cost_a_twentieth_of_it() -> None:
    for size, before in ((15, 58), (19, 46)):
        view = StoneView.of(size, Side.FIRST, None)
        assert view.top == 960 - view.right >= stone_view.AROUND
        assert view.left == 960 - view.bottom >= stone_view.AROUND
        assert view.cell >= before * 0.95
    assert not StoneView.of(13, Side.FIRST, None).is_named_around
    assert not StoneView.of(19, Side.FIRST, Window(0, 0, 11, 7)).is_named_around


def test_a_desktop_keeps_the_place_of_an_enlarged_part_while_it_loads() -> None:
    """It does not where a picture is wider than 11:7."""
    view = StoneView.of(19, Side.FIRST, Window(0, 0, WINDOW_COLUMNS, WINDOW_ROWS))
    assert 1.5 < stone_view.WIDTH / view.height <= 11 / 7


def test_star_points_are_where_handicap_stones_go() -> None:
    for size, handicap in ((9, 5), (13, 5), (19, 9)):
        points = GO.start(f"{size}x{size}-korean-h{handicap}").variant.handicap_points
        stars = BoardLayout.of(size, "").stars
        assert {row * size + column for column, row in stars} == set(points)
    assert set(BoardLayout.of(15, "").stars) == {(3, 3), (11, 3), (7, 7), (3, 11), (11, 11)}


def test_the_last_move_is_marked_and_nothing_else(changed: Callable[..., set[str]]) -> None:
    for slug, variant in (("go", "13x13-korean"), ("gomoku", "freestyle-15")):
        scene = replace(midgame(slug, variant, 12), previous=None)
        plain = draw(slug, replace(scene, last=None))
        assert changed(draw(slug, scene), plain, scene.position.board.grid) == {scene.last}


def test_numbers_are_written_on_the_stones_played(changed: Callable[..., set[str]]) -> None:
    for slug, variant in (("go", "13x13-korean-h4"), ("gomoku", "freestyle-15")):
        scene = replace(midgame(slug, variant, 12), previous=None, numbers=True)
        plain = draw(slug, replace(scene, numbers=False, last=None))
        assert changed(draw(slug, scene), plain, scene.position.board.grid) == set(scene.moves)


def test_a_point_played_twice_has_the_later_number_and_a_captured_stone_none() -> None:
    moves = [Move(name) for name in ("a2", "pass", "b2", "a1", "a2")]
    points = {"a2": 0, "b2": 1, "a1": 2, "b1": 3}
    assert move_numbers(moves, points, bytes([1, 0, 2, 0])) == {0: 5, 2: 4}


def test_a_suggestion_is_ringed_only_where_it_is_legal(changed: Callable[..., set[str]]) -> None:
    for slug, variant in (("go", "9x9-korean"), ("gomoku", "renju-15")):
        scene = midgame(slug, variant, 12)
        plain, legal = draw(slug, scene), next(m for m in scene.position.legal_moves() if m != "pass")
        ringed = draw(slug, replace(scene, suggestion=legal))
        difference = ImageChops.difference(opened(ringed).convert("RGB"), opened(plain).convert("RGB"))
        lattice = StoneView.of(scene.position.size, Side.FIRST, None).lattice
        row, column = divmod(scene.position.board.grid.index(legal), scene.position.size)
        box = difference.getbbox()
        assert box is not None
        left, top, right, bottom = box
        x, y = lattice.at(column, row)
        assert left < x < right and top < y < bottom
        assert max(right - left, bottom - top) < lattice.cell
        for nothing in (Move("pass"), scene.last, Move("z9")):
            assert draw(slug, replace(scene, suggestion=nothing)) == plain


# --- The window --------------------------------------------------------------------------------------


def test_a_window_keeps_to_the_board() -> None:
    assert Window.around(9, 9, 19) == Window(7, 7)
    assert Window.around(0, 18, 19) == Window(0, 14)
    assert Window.around(17, 1, 19) == Window(14, 0)
    assert Window.around(4, 4, 9, span=9) == Window(0, 0, 9)


def test_a_windows_points_are_in_reading_order_of_the_viewer() -> None:
    window = Window(2, 5, span=3)
    rows = window.points(Side.FIRST)
    assert rows[0] == ((2, 5), (3, 5), (4, 5))
    assert rows[-1] == ((2, 7), (3, 7), (4, 7))
    assert window.points(Side.SECOND) == tuple(row[::-1] for row in rows[::-1])


@pytest.mark.parametrize(("size", "span"), [(9, 5), (13, 7), (15, 8), (19, 6), (19, 10)])
@pytest.mark.parametrize("viewer", Side)
def test_a_window_fills_the_picture_with_its_points_as_the_viewer_sees_them(
    size: int, span: int, viewer: Side
) -> None:
    for column, row in product((0, 1, size - span), repeat=2):
        window = Window(column, row, span)
        view = StoneView.of(size, viewer, window)
        points = view.points()
        shown = [point[1] * size + point[0] for line in window.points(viewer) for point in line]
        assert sorted(points, key=lambda point: points[point][::-1]) == shown
        for x, y in points.values():
            assert view.left < x < stone_view.WIDTH
            assert 0 < y < view.bottom
        assert view.cell * span >= 0.92 * (stone_view.WIDTH - stone_view.BAND)


def test_lines_end_where_the_board_does_and_run_on_where_it_continues() -> None:
    for window, ends in (
        (Window(0, 0), (True, True, False, False)),
        (Window(14, 7), (False, False, True, False)),
        (Window(7, 14), (False, False, False, True)),
    ):
        for viewer in Side:
            view = StoneView.of(19, viewer, window)
            (left, right), (top, bottom) = view.ends()
            found = left > view.left, top > 0, right < stone_view.WIDTH, bottom < view.bottom
            assert found == (ends if viewer is Side.FIRST else ends[2:] + ends[:2])


@pytest.mark.parametrize(("shown", "viewer"), sample(SHOWN, [*Side]))
def test_a_window_shows_the_stones_of_its_points_and_no_others(shown: tuple[str, str], viewer: Side) -> None:
    slug, variant = shown
    scene = Scene(midgame(slug, variant, 40).position, hints=False, viewer=viewer)
    cells, size = scene.position.stones if slug == "go" else scene.position.cells, scene.position.size
    for window in (Window(0, 0), Window(size - 6, 1, 6), Window(size - 7, size - 7, 7)):
        seen = replace(scene, window=window)
        points = StoneView.of(size, viewer, window).points()
        standing = {point for point in points if cells[point]}
        empty = replace(seen, position=GAMES[slug][0].start(variant))
        assert changed_points(seen, empty, points) == standing != set()


def changed_points(before: Scene[Any], after: Scene[Any], points: dict[int, tuple[float, float]]) -> set[int]:
    slug = "go" if before.position.__class__.__name__ == "GoPosition" else "gomoku"
    pictures = (opened(draw(slug, scene)).convert("RGB") for scene in (before, after))
    difference, reach = ImageChops.difference(*pictures), 12
    boxes = {point: (x - reach, y - reach, x + reach, y + reach) for point, (x, y) in points.items()}
    return {point for point, box in boxes.items() if difference.crop(box).getbbox()}


@pytest.mark.parametrize("slug", GAMES)
def test_a_window_must_be_on_the_board(slug: str) -> None:
    for variant in (variant for s, variant in SHOWN if s == slug):
        scene = midgame(slug, variant)
        for window in (Window(-1, 0), Window(0, scene.position.size - 4)):
            with pytest.raises(ValueError, match=r"Window\(.* is not on a board"):
                draw(slug, replace(scene, window=window))


# --- Labels ------------------------------------------------------------------------------------------


@every_size
def test_labels_are_where_they_are_asked_for_and_nowhere_else(
    slug: str, variant: str, changed: Callable[..., set[str]]
) -> None:
    scene = midgame(slug, variant)
    free = [move for move in scene.position.legal_moves() if move != "pass"][::17]
    labels = {name: str(number) for number, name in enumerate(free, 1)}
    for viewer in Side:
        seen = replace(scene, viewer=viewer)
        drawn = draw(slug, replace(seen, labels=labels))
        assert changed(drawn, draw(slug, seen), scene.position.board.grid, viewer) == set(labels)


@pytest.mark.parametrize("span", [5, 6, 7, 8, 9, 10, 13, 15, 19])
@pytest.mark.parametrize("theme", THEMES)
def test_labels_of_neighbors_do_not_overlap(span: int, theme: str) -> None:
    sprites = StoneSprites(StoneView.of(19, Side.FIRST, Window(0, 0, span)).cell, THEMES[theme])
    for text in ("1", "8", "10"):
        assert max(sprites.label(text).size) < sprites.cell
        assert max(sprites.label_on(Side.FIRST, text).size) < 2 * sprites.radius


def test_a_suggested_label_is_inverted() -> None:
    sprites = StoneSprites(68, THEMES["light"])
    goban, inner = sprites.theme.goban, (12, 12)
    assert color_at(sprites.label("1"), *inner) == goban.label
    assert color_at(sprites.label("1", suggested=True), *inner) == goban.label_ink
    assert color_at(sprites.label("1", suggested=True), 2, 27) == goban.label
    assert color_at(sprites.label("A"), *inner) == goban.wood.middle
    assert color_at(sprites.label("A", suggested=True), 2, 27) == goban.label
    scene = Scene(GO.start("13x13-korean"), labels={"d4": "1", "k10": "2"})
    assert draw("go", replace(scene, suggestion=Move("d4"))) != draw("go", scene)
