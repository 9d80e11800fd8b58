"""What Go's and Gomoku's pictures share: the board of stones, its window, and the enlarged window."""

from __future__ import annotations

import io
import random
from dataclasses import replace
from functools import cache
from itertools import product

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.drawing import enlarged_window, stone_board
from bot.drawing.base import Scene, Window
from bot.drawing.enlarged_window import EnlargedWindow
from bot.drawing.go import GoDrawing
from bot.drawing.gomoku import GomokuDrawing
from bot.drawing.stone_scene import BoardLayout, move_numbers
from bot.drawing.themes import THEMES
from games.base import Move, Side
from games.go import GO
from games.gomoku import GOMOKU

GAMES = {"go": (GO, GoDrawing()), "gomoku": (GOMOKU, GomokuDrawing())}
SHOWN = [
    *(("go", f"{size}x{size}-korean") for size in (9, 13, 19)),
    *(("gomoku", variant) for variant in ("renju-15", "omok-19")),
]
every_size = pytest.mark.parametrize(("slug", "variant"), SHOWN)


@cache
def midgame(slug: str, variant: str, stones: int = 30, seed: int = 5) -> Scene:
    """A position of a random game, the same for the same seed."""
    chance, game = random.Random(seed), GAMES[slug][0]
    position = previous = game.start(variant)
    moves: list[Move] = []
    while len(moves) < stones:
        moves.append(chance.choice([move for move in position.legal_moves() if move != "pass"]))
        previous, position = position, position.play(moves[-1])
    return Scene(position, last=moves[-1], previous=previous, moves=tuple(moves))


def draw(slug: str, scene: Scene) -> bytes:
    return GAMES[slug][1].draw(scene)


def opened(png: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(png))
    assert (image.format, image.mode) == ("PNG", "P")
    return image.convert("RGBA")


# --- The whole board ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("theme", "seed"), list(product(THEMES, range(3))))
def test_a_picture_is_small(theme, seed) -> None:
    scene = replace(midgame("go", "19x19-korean", 250, seed), theme=theme)
    assert sum(map(bool, scene.position.stones)) >= 200
    assert len(draw("go", scene)) <= 100_000
    assert len(draw("go", replace(scene, numbers=True))) <= 140_000
    for column, row in product((0, 7, 14), repeat=2):
        assert len(draw("go", replace(scene, window=Window(column, row)))) <= 130_000


@every_size
def test_stones_are_where_the_position_has_them(slug, variant, changed) -> None:
    scene = midgame(slug, variant)
    grid = scene.position.board.grid
    cells = scene.position.stones if slug == "go" else scene.position.cells
    standing = {grid.name(point) for point, stone in enumerate(cells) if stone}
    for viewer in Side:
        bare = Scene(scene.position, hints=False, viewer=viewer)
        empty = Scene(GAMES[slug][0].start(variant), viewer=viewer)
        assert changed(draw(slug, bare), draw(slug, empty), grid, viewer) == standing


@every_size
def test_a_turned_board_is_turned_with_its_stars_and_names(slug, variant) -> None:
    position = GAMES[slug][0].start(variant)
    size = position.size
    first, second = (opened(draw(slug, Scene(position, viewer=side))).convert("L") for side in Side)
    lattice = stone_board.board_lattice(size, Side.FIRST)
    assert stone_board.board_lattice(size, Side.SECOND).at(0, 0) == lattice.at(size - 1, size - 1)
    low = round(lattice.left)
    lines = low - 4, low - 4, 960 - low + 4, 960 - low + 4
    names = 0, 0, 960, low - 20
    inside, beside = (ImageChops.difference(first.crop(box), second.crop(box)) for box in (lines, names))
    assert inside.getextrema()[1] <= 16, "lines and star points are symmetrical; two palettes are not"
    assert beside.getextrema()[1] >= 60


def test_star_points_are_where_handicap_stones_go() -> None:
    for size, handicap in ((9, 5), (13, 5), (19, 9)):
        points = GO.start(f"{size}x{size}-korean-h{handicap}").variant.handicap_points
        stars = BoardLayout.of(size, "").stars
        assert {row * size + column for column, row in stars} == set(points)
    assert set(BoardLayout.of(15, "").stars) == {(3, 3), (11, 3), (7, 7), (3, 11), (11, 11)}


def test_the_last_move_is_marked_and_nothing_else(changed) -> None:
    for slug, variant in (("go", "13x13-korean"), ("gomoku", "freestyle-15")):
        scene = replace(midgame(slug, variant, 12), previous=None)
        plain = draw(slug, replace(scene, last=None))
        assert changed(draw(slug, scene), plain, scene.position.board.grid) == {scene.last}


def test_numbers_are_written_on_the_stones_played(changed) -> None:
    for slug, variant in (("go", "13x13-korean-h4"), ("gomoku", "freestyle-15")):
        scene = replace(midgame(slug, variant, 12), previous=None, numbers=True)
        plain = draw(slug, replace(scene, numbers=False, last=None))
        assert changed(draw(slug, scene), plain, scene.position.board.grid) == set(scene.moves)


def test_a_point_played_twice_has_the_later_number_and_a_captured_stone_none() -> None:
    moves = [Move(name) for name in ("a2", "pass", "b2", "a1", "a2")]
    points = {"a2": 0, "b2": 1, "a1": 2, "b1": 3}
    assert move_numbers(moves, points, bytes([1, 0, 2, 0])) == {0: 5, 2: 4}


def test_a_suggestion_is_ringed_only_where_it_is_legal(changed) -> None:
    for slug, variant in (("go", "9x9-korean"), ("gomoku", "renju-15")):
        scene = midgame(slug, variant, 12)
        plain, legal = draw(slug, scene), next(m for m in scene.position.legal_moves() if m != "pass")
        ringed = draw(slug, replace(scene, suggestion=legal))
        difference = ImageChops.difference(opened(ringed).convert("RGB"), opened(plain).convert("RGB"))
        lattice = stone_board.board_lattice(scene.position.size, Side.FIRST)
        row, column = divmod(scene.position.board.grid.index(legal), scene.position.size)
        left, top, right, bottom = difference.getbbox()
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


@pytest.mark.parametrize("viewer", Side)
def test_the_window_is_outlined(viewer) -> None:
    scene = replace(midgame("go", "13x13-korean"), viewer=viewer)
    window = Window(3, 7)
    outlined, plain = (opened(draw("go", replace(scene, window=w))).convert("RGB") for w in (window, None))
    lattice = stone_board.board_lattice(13, viewer)
    (left, top), (right, bottom) = (lattice.at(*window.points(viewer)[at][at]) for at in (0, -1))
    inside = ImageChops.difference(
        *(picture.crop((left - 26, top - 26, right + 26, bottom + 26)) for picture in (outlined, plain))
    )
    assert inside.getbbox() is None, "13x13 is large enough to be read without names"
    box = ImageChops.difference(outlined, plain).getbbox()
    for edge, expected in zip(box, (left - 33, top - 33, right + 33, bottom + 33), strict=True):
        assert abs(edge - expected) <= 5


@pytest.mark.parametrize("slug", GAMES)
def test_a_window_must_be_on_the_board(slug) -> None:
    for variant in (variant for s, variant in SHOWN if s == slug):
        scene = midgame(slug, variant)
        for window in (Window(-1, 0), Window(0, scene.position.size - 4)):
            with pytest.raises(ValueError, match=r"Window\(.* is not on a board"):
                draw(slug, replace(scene, window=window))


# --- The enlarged window ----------------------------------------------------------------------------

LARGE = [shown for shown in SHOWN if shown[1][-2:] in {"15", "19"} or "19x19" in shown[1]]
CORNERS = (Window(0, 0), Window(0, 10), Window(10, 0), Window(10, 10), Window(4, 6), Window(2, 1))


def view(scene: Scene) -> EnlargedWindow:
    grid = scene.position.board.grid
    return EnlargedWindow(BoardLayout.of(grid.size, grid.letters), scene.viewer, scene.window)


def panel(slug: str, scene: Scene) -> Image.Image:
    """The panel below the board."""
    left, top = enlarged_window.MARGIN, enlarged_window.WIDTH + enlarged_window.HEAD
    width, height = view(scene).size
    return opened(draw(slug, scene)).convert("RGB").crop((left, top, left + width, top + height))


@every_size
def test_only_a_large_board_with_a_window_has_an_enlarged_window(slug, variant) -> None:
    scene = midgame(slug, variant)
    width, height = GAMES[slug][1].size(variant)
    for window in (None, Window(1, 2), Window(1, 2, span=4)):
        taller = enlarged_window.height(window.span) if window and (slug, variant) in LARGE else 0
        assert opened(draw(slug, replace(scene, window=window))).size == (width, height + taller)


@pytest.mark.parametrize("viewer", Side)
@pytest.mark.parametrize("size", [15, 19])
def test_a_panel_has_its_window_in_the_middle_or_ends_with_the_board(size, viewer) -> None:
    for column in range(size - 4):
        shown = EnlargedWindow(BoardLayout.of(size, ""), viewer, Window(column, 3))
        left, right = shown.window_edges
        xs = {x for x, _ in shown.points().values()}
        assert len(xs) == enlarged_window.COLUMNS
        assert len(shown.points()) == 5 * enlarged_window.COLUMNS
        inside = {point: x for point, (x, _) in shown.points().items() if left < x < right}
        assert set(inside) == {row * size + column + step for row in range(3, 8) for step in range(5)}
        before, after = left // enlarged_window.CELL, (shown.size[0] - right) // enlarged_window.CELL
        board_before = column if viewer is Side.FIRST else size - 5 - column
        assert before == max(min(3, board_before), 6 - (size - 5 - board_before))
        assert before + after == 6


def test_lines_end_where_the_board_does() -> None:
    size = 19
    for window, ends in (
        (Window(0, 0), (True, True, False, False)),
        (Window(14, 7), (False, False, True, False)),
        (Window(7, 14), (False, False, False, True)),
    ):
        for viewer in Side:
            shown = EnlargedWindow(BoardLayout.of(size, ""), viewer, window)
            seen = ends if viewer is Side.FIRST else ends[2:] + ends[:2]
            (left, right), (top, bottom) = shown.line_ends(0), shown.line_ends(1)
            assert (left > 0, top > 0, right < shown.size[0], bottom < shown.size[1]) == seen


def changed_points(shown: EnlargedWindow, one: Image.Image, other: Image.Image) -> set[str]:
    difference, reach = ImageChops.difference(one, other), enlarged_window.CELL // 5
    return {
        shown.layout.name(point)
        for point, (x, y) in shown.points().items()
        if difference.crop(tuple(map(round, (x - reach, y - reach, x + reach, y + reach)))).getbbox()
    }


@pytest.mark.parametrize(("slug", "variant", "viewer"), [(*shown, side) for shown in LARGE for side in Side])
def test_legal_points_of_the_window_are_named_and_no_others(slug, variant, viewer) -> None:
    for window in CORNERS:
        scene = replace(midgame(slug, variant, 40), window=window, viewer=viewer)
        grid = scene.position.board.grid
        inside = {grid.name(row * grid.size + column) for line in window.points() for column, row in line}
        named = inside & {*scene.position.legal_moves()}
        crossed = {*map(grid.name, view(scene).points())} & {*getattr(scene.position, "forbidden", ())}
        hinted = changed_points(view(scene), panel(slug, scene), panel(slug, replace(scene, hints=False)))
        assert hinted == named | crossed
        assert named


def test_legal_points_of_a_small_boards_window_are_named(changed) -> None:
    scene = replace(midgame("go", "9x9-korean"), window=Window(2, 1))
    grid = scene.position.board.grid
    inside = {grid.name(row * 9 + column) for line in scene.window.points() for column, row in line}
    named = changed(draw("go", scene), draw("go", replace(scene, hints=False)), grid)
    assert named == inside & {*scene.position.legal_moves()} != set()


@pytest.mark.parametrize(("slug", "variant", "viewer"), [(*shown, side) for shown in LARGE for side in Side])
def test_a_panel_shows_the_stones_of_its_points_as_the_viewer_sees_them(slug, variant, viewer) -> None:
    for window in CORNERS:
        scene = Scene(midgame(slug, variant, 60).position, hints=False, viewer=viewer, window=window)
        empty = replace(scene, position=GAMES[slug][0].start(variant))
        cells = scene.position.stones if slug == "go" else scene.position.cells
        shown = view(scene)
        standing = {shown.layout.name(point) for point in shown.points() if cells[point]}
        assert changed_points(shown, panel(slug, scene), panel(slug, empty)) == standing != set()


def test_a_turned_panel_is_turned() -> None:
    position = GOMOKU.start("freestyle-15").play(Move("a15"))  # Black in the window's outer corner
    for viewer, (x, y) in ((Side.FIRST, (40, 40)), (Side.SECOND, (840, 360))):
        scene = Scene(position, window=Window(0, 0), viewer=viewer, hints=False)
        shown = panel("gomoku", scene).convert("L")
        assert shown.getpixel((x + 20, y + 20)) < 60
        assert shown.getpixel((shown.width - x + 20, shown.height - y + 20)) > 60


@pytest.mark.parametrize("theme", THEMES)
def test_what_is_beside_the_window_is_shaded(theme) -> None:
    scene = Scene(GO.start("19x19-korean"), hints=False, theme=theme)
    for viewer, window in product(Side, CORNERS):
        seen = replace(scene, viewer=viewer, window=window)
        shown, (left, right) = panel("go", seen).convert("L"), view(seen).window_edges
        light = ImageStat.Stat(shown.crop((left + 10, 10, right - 10, 390))).mean[0]
        for beside in ((10, left - 10), (right + 10, shown.width - 10)):
            if beside[0] < beside[1]:
                dark = ImageStat.Stat(shown.crop((beside[0], 10, beside[1], 390))).mean[0]
                assert 0.6 * light < dark < 0.85 * light


@pytest.mark.parametrize("theme", THEMES)
def test_board_and_panel_outline_the_window_alike(theme) -> None:
    scene = replace(midgame("go", "19x19-korean"), theme=theme)
    for viewer, window in product(Side, CORNERS):
        seen = replace(scene, viewer=viewer, window=window)
        picture, lattice = opened(draw("go", seen)).convert("RGB"), stone_board.board_lattice(19, viewer)
        column, row = window.points(viewer)[0][0]
        x, y = lattice.at(column, row)
        left, _ = view(seen).window_edges
        marks = (
            (x + 12, y - 23),
            (x - 23, y + 12),
            (enlarged_window.MARGIN + left + 22, enlarged_window.WIDTH + enlarged_window.HEAD - 3),
        )
        for at in marks:
            found = picture.getpixel(tuple(map(round, at)))
            wanted = THEMES[theme].goban.window
            assert max(abs(one - other) for one, other in zip(found, wanted, strict=True)) < 12
