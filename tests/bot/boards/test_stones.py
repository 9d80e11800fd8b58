"""What Go's and Gomoku's pictures share: the wooden board, whole and enlarged."""

from __future__ import annotations

import io
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import product

import pytest
from PIL import Image, ImageChops

from bot.boards import Scene, kaya, zoom
from bot.boards.base import Window, Zooming
from bot.boards.go import GoBoard
from bot.boards.gomoku import GomokuBoard
from bot.boards.othello import OthelloBoard
from bot.boards.stones import order_of_play, plan
from bot.boards.themes import THEMES
from games.base import Move, Side
from games.go import GO
from games.gomoku import GOMOKU

GAMES = {"go": (GO, GoBoard()), "gomoku": (GOMOKU, GomokuBoard())}
SHOWN = [
    *(("go", f"{size}x{size}-korean") for size in (9, 13, 19)),
    *(("gomoku", variant) for variant in ("renju-15", "omok-19")),
]
every_size = pytest.mark.parametrize(("slug", "variant"), SHOWN)


@cache
def midgame(slug: str, variant: str, stones: int = 30, seed: int = 5) -> Scene:
    """A position of a random game, which is the same every time."""
    chance, game = random.Random(seed), GAMES[slug][0]
    position = previous = game.start(variant)
    moves: list[Move] = []
    while len(moves) < stones:
        moves.append(chance.choice([move for move in position.legal_moves() if move != "pass"]))
        previous, position = position, position.play(moves[-1])
    return Scene(position, last=moves[-1], previous=previous, moves=tuple(moves))


def draw(slug: str, scene: Scene) -> bytes:
    return GAMES[slug][1].draw(scene)


def zoomed(slug: str, scene: Scene) -> bytes:
    return GAMES[slug][1].zoom(scene)


def opened(png: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(png))
    assert (image.format, image.mode) == ("PNG", "P")
    return image.convert("RGBA")


# --- The whole board ---------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", GOMOKU.variants)
def test_every_variant_of_gomoku_can_be_drawn(variant) -> None:
    board = GAMES["gomoku"][1]
    assert opened(board.draw(Scene(GOMOKU.start(variant)))).size == board.size(variant)


@pytest.mark.parametrize("variant", [v for v in GO.variants if "chinese" in v or v.endswith("-h9")])
def test_every_size_and_handicap_of_go_can_be_drawn(variant) -> None:
    board = GAMES["go"][1]
    assert opened(board.draw(Scene(GO.start(variant)))).size == board.size(variant)


@pytest.mark.parametrize("theme", THEMES)
def test_corners_are_clear_and_the_rest_is_solid(theme) -> None:
    scene = replace(midgame("go", "9x9-korean"), theme=theme, window=Window(0, 0))
    for png in (draw("go", scene), zoomed("go", scene)):
        alpha = opened(png).getchannel("A")
        far = alpha.width - 1
        assert [alpha.getpixel(at) for at in ((0, 0), (0, far), (far, 0), (far, far))] == [0] * 4
        assert alpha.crop((0, 22, far + 1, far - 21)).getextrema() == (255, 255)


@pytest.mark.parametrize(("theme", "seed"), list(product(THEMES, range(3))))
def test_bytes_are_few(theme, seed) -> None:
    scene = replace(midgame("go", "19x19-korean", 250, seed), theme=theme)
    assert sum(map(bool, scene.position.stones)) >= 200
    assert len(draw("go", scene)) <= 100_000
    assert len(draw("go", replace(scene, numbers=True))) <= 140_000
    for column, row in product((0, 7, 14), repeat=2):
        assert len(zoomed("go", replace(scene, window=Window(column, row)))) <= 40_000


@every_size
def test_same_scene_same_bytes_in_every_thread(slug, variant) -> None:
    scenes = [
        replace(midgame(slug, variant), theme=theme, viewer=viewer, numbers=viewer is Side.SECOND)
        for theme, viewer in product(THEMES, Side)
    ]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda scene: draw(slug, scene), scenes))
    assert together == [draw(slug, scene) for scene in scenes]
    assert len(set(together)) == len(scenes)


@every_size
def test_stones_lie_where_the_position_has_them(slug, variant, changed) -> None:
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
    lattice = kaya.board_lattice(size, Side.FIRST)
    assert kaya.board_lattice(size, Side.SECOND).at(0, 0) == lattice.at(size - 1, size - 1)
    low = round(lattice.left)
    lines = low - 4, low - 4, 960 - low + 4, 960 - low + 4
    names = 0, 0, 960, low - 20
    inside, beside = (ImageChops.difference(first.crop(box), second.crop(box)) for box in (lines, names))
    assert inside.getextrema()[1] <= 16, "lines and star points are symmetrical; two palettes are not"
    assert beside.getextrema()[1] >= 60


def test_star_points_are_where_handicap_stones_go() -> None:
    for size, handicap in ((9, 5), (13, 5), (19, 9)):
        points = GO.start(f"{size}x{size}-korean-h{handicap}").variant.handicap_points
        stars = plan(size, "").stars
        assert {row * size + column for column, row in stars} == set(points)
    assert set(plan(15, "").stars) == {(3, 3), (11, 3), (7, 7), (3, 11), (11, 11)}


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


def test_a_point_played_twice_has_the_later_number_and_a_taken_stone_none() -> None:
    moves = [Move(name) for name in ("a2", "pass", "b2", "a1", "a2")]
    points = {"a2": 0, "b2": 1, "a1": 2, "b1": 3}
    assert order_of_play(moves, points, bytes([1, 0, 2, 0])) == {0: 5, 2: 4}


def test_a_suggestion_is_ringed_only_where_it_is_legal(changed) -> None:
    for slug, variant in (("go", "9x9-korean"), ("gomoku", "renju-15")):
        scene = midgame(slug, variant, 12)
        plain, legal = draw(slug, scene), next(m for m in scene.position.legal_moves() if m != "pass")
        ringed = draw(slug, replace(scene, suggestion=legal))
        difference = ImageChops.difference(opened(ringed).convert("RGB"), opened(plain).convert("RGB"))
        lattice = kaya.board_lattice(scene.position.size, Side.FIRST)
        row, column = divmod(scene.position.board.grid.index(legal), scene.position.size)
        left, top, right, bottom = difference.getbbox()
        x, y = lattice.at(column, row)
        assert left < x < right and top < y < bottom
        assert max(right - left, bottom - top) < lattice.cell
        for nothing in (Move("pass"), scene.last, Move("z9")):
            assert draw(slug, replace(scene, suggestion=nothing)) == plain


@pytest.mark.parametrize("slug", GAMES)
def test_another_game_or_an_unknown_theme_is_refused(slug) -> None:
    board, (other, _) = GAMES[slug][1], GAMES["go" if slug == "gomoku" else "gomoku"]
    wrong, right = (Scene(game.start(game.variants[0])) for game in (other, GAMES[slug][0]))
    for show in (board.draw, board.zoom):
        with pytest.raises(TypeError):
            show(replace(wrong, window=Window(0, 0)))
        with pytest.raises(KeyError):
            show(replace(right, window=Window(0, 0), theme="sepia"))


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
    scene = replace(midgame("go", "19x19-korean"), viewer=viewer)
    window = Window(3, 11)
    outlined, plain = (opened(draw("go", replace(scene, window=w))).convert("RGB") for w in (window, None))
    lattice = kaya.board_lattice(19, viewer)
    (left, top), (right, bottom) = (lattice.at(*window.points(viewer)[at][at]) for at in (0, -1))
    inside = ImageChops.difference(
        *(picture.crop((left - 17, top - 17, right + 17, bottom + 17)) for picture in (outlined, plain))
    )
    assert inside.getbbox() is None
    box = ImageChops.difference(outlined, plain).getbbox()
    for edge, expected in zip(box, (left - 23, top - 23, right + 23, bottom + 23), strict=True):
        assert abs(edge - expected) <= 5


def test_boards_that_can_zoom_say_so() -> None:
    assert all(isinstance(board, Zooming) for _, board in GAMES.values())
    assert not isinstance(OthelloBoard(), Zooming)


@pytest.mark.parametrize("slug", GAMES)
def test_a_window_must_be_on_the_board(slug) -> None:
    scene = midgame(slug, *(variant for s, variant in SHOWN[2:4] if s == slug))
    for window in (None, Window(-1, 0), Window(0, scene.position.size - 4)):
        with pytest.raises(ValueError, match=r"(?i)window"):
            zoomed(slug, replace(scene, window=window))


def tapped(slug: str, scene: Scene) -> set[str]:
    """The points of the window that hints change: those with a name on them."""
    shown, bare = (opened(zoomed(slug, s)).convert("RGB") for s in (scene, replace(scene, hints=False)))
    difference, grid = ImageChops.difference(shown, bare), scene.position.board.grid
    view = zoom.View(plan(grid.size, grid.letters), scene.window.points(scene.viewer))
    reach = view.cell // 5
    return {
        grid.name(point)
        for point, (x, y) in view.points().items()
        if difference.crop((x - reach, y - reach, x + reach, y + reach)).getbbox()
    }


@pytest.mark.parametrize(("slug", "variant", "viewer"), [(*shown, side) for shown in SHOWN for side in Side])
def test_legal_points_of_the_window_are_named(slug, variant, viewer) -> None:
    scene = replace(midgame(slug, variant, 40), window=Window(2, 1), viewer=viewer)
    grid = scene.position.board.grid
    inside = {grid.name(row * grid.size + column) for line in scene.window.points() for column, row in line}
    assert 0 < len(inside & {*scene.position.legal_moves()}) < 25
    assert tapped(slug, scene) == inside & {*scene.position.legal_moves()}


def test_lines_end_where_the_board_does() -> None:
    size = 19
    for window, ends in (
        (Window(0, 0), (True, True, False, False)),
        (Window(14, 7), (False, False, True, False)),
        (Window(7, 14), (False, False, False, True)),
    ):
        for viewer in Side:
            view = zoom.View(plan(size, ""), window.points(viewer))
            seen = ends if viewer is Side.FIRST else ends[2:] + ends[:2]
            (left, right), (top, bottom) = view.reach(0, 0), view.reach(1, 0)
            assert (left > 0, top > 0, right < zoom.WIDTH, bottom < zoom.WIDTH) == seen


def test_a_window_shows_its_stones_as_the_viewer_sees_them() -> None:
    position = GOMOKU.start("freestyle-15").play(Move("a15"))  # Black in the window's outer corner
    for viewer, step in ((Side.FIRST, 0), (Side.SECOND, 4)):
        picture = opened(
            zoomed("gomoku", Scene(position, window=Window(0, 0), viewer=viewer, hints=False))
        ).convert("L")
        at = zoom.View(plan(15, ""), Window(0, 0).points(viewer)).line(step)
        other = zoom.View(plan(15, ""), Window(0, 0).points(viewer)).line(4 - step)
        assert picture.getpixel((at + 20, at + 20)) < 60
        assert picture.getpixel((other + 20, other + 20)) > 90
