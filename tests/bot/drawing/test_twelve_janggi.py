"""Twelve Janggi's picture: tiles, trays, marks, turning, and golden pictures."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.drawing import janggi_tiles, orientation
from bot.drawing.base import Scene
from bot.drawing.themes import THEMES
from bot.drawing.twelve_janggi import (
    BOTTOM,
    LEFT,
    RIGHT,
    TOP,
    TwelveJanggiDrawing,
    TwelveJanggiSprites,
    pixels,
    tray,
)
from games.base import Move, Side
from games.twelve_janggi import SQUARES, TWELVE_JANGGI, WAYS, JanggiPosition

from .pictures import color_at, darkest_and_lightest

DRAWING = TwelveJanggiDrawing()
OPENING = ("b2-b3", "b4-b3", "b1-a2", "Z*c2")
LIGHT = TwelveJanggiSprites(THEMES["light"], Side.FIRST)


def played(*moves: str, **shown: Any) -> Scene[JanggiPosition]:
    position = previous = TWELVE_JANGGI.start("classic")
    for move in moves:
        previous, position = position, position.play(Move(move))
    return Scene(position, Move(moves[-1]) if moves else None, previous, **shown)


def position(diagram: str) -> JanggiPosition:
    return TWELVE_JANGGI.position(diagram)


ENTERED = position("S . . K\n. h . k\n. . s .\nhands: Z / jj\nto move: second")
SPARE = position("S k . .\n. . Z .\nJ . K j\nhands: SZ / -")


def opened(scene: Scene[JanggiPosition]) -> Image.Image:
    image = Image.open(io.BytesIO(DRAWING.draw(scene)))
    assert (image.format, image.mode) == ("PNG", "P")
    return image.convert("RGBA")


def changed(before: Scene[JanggiPosition], after: Scene[JanggiPosition]) -> set[str]:
    """The squares and places in trays where two scenes look different."""
    difference = ImageChops.difference(opened(before).convert("RGB"), opened(after).convert("RGB"))

    def differs(name: str, x: float, y: float) -> bool:
        reach = 60 if "*" in name else 106
        return difference.crop((x - reach, y - reach, x + reach, y + reach)).getbbox() is not None

    return {name for name, (x, y) in pixels(before.viewer).items() if differs(name, x, y)}


def scenes(seed: int) -> list[Scene[JanggiPosition]]:
    """A random game with a selection, a suggestion or neither."""
    chance, scene = random.Random(seed), played()
    shown: list[Scene[JanggiPosition]] = []
    while scene.position.outcome() is None and len(shown) < 8:
        move = chance.choice(scene.position.legal_moves())
        theme, viewer = chance.choice(list(THEMES)), chance.choice(list(Side))
        extra = chance.choice(({}, {"selected": move[:2]}, {"suggestion": move}))
        shown.append(replace(scene, theme=theme, viewer=viewer, **extra))
        scene = Scene(scene.position.play(move), last=move, previous=scene.position)
    return [*shown, scene]


def test_a_picture_is_small() -> None:
    assert max(len(DRAWING.draw(scene)) for seed in range(3) for scene in scenes(seed)) <= 60_000


@pytest.mark.parametrize("viewer", Side)
def test_rows_of_buttons_match_the_picture(viewer: Side) -> None:
    rows, at = orientation.twelve_janggi(viewer), pixels(viewer)
    drawn = sorted(SQUARES, key=lambda name: (at[name][1], at[name][0]))
    assert [name for row in rows for name in row] == drawn
    assert [len(row) for row in rows] == [3, 3, 3, 3]


def test_each_side_sits_below_its_camp() -> None:
    assert orientation.twelve_janggi(Side.FIRST)[-1] == ("a1", "b1", "c1")
    assert orientation.twelve_janggi(Side.SECOND)[-1] == ("c4", "b4", "a4")
    kept, turned = pixels(Side.FIRST), pixels(Side.SECOND)
    assert all(turned[one] == kept[other] for one, other in zip(SQUARES, SQUARES[::-1], strict=True))


@pytest.mark.parametrize("viewer", Side)
def test_a_tray_is_at_its_owners_right_and_beside_the_board(viewer: Side) -> None:
    left, _, right, bottom = tray(viewer, viewer)
    assert left > RIGHT
    assert bottom == BOTTOM
    left, top, right, _ = tray(viewer.other, viewer)
    assert right < LEFT
    assert top == TOP
    at = pixels(viewer)
    own = [at[name][1] for name in ("J*", "S*", "Z*")]
    assert (own == sorted(own)) == (viewer is Side.FIRST)


def test_pieces_that_can_move_are_framed() -> None:
    scene = replace(played(), position=SPARE)
    assert changed(scene, replace(scene, hints=False)) == {"a1", "c1", "b3", "c3", "S*", "Z*"}


@pytest.mark.parametrize("hints", [True, False])
@pytest.mark.parametrize(
    ("selected", "shown"),
    [
        ("Z*", {"Z*", "a3", "b2", "b1", "c3"}),
        ("a2", {"a2", "a3", "b3", "b2", "b1"}),
        ("c1", {"c1", "c2", "b1"}),
    ],
)
def test_the_selection_and_its_goals_are_marked_and_nothing_else(
    selected: str, shown: set[str], hints: bool
) -> None:
    bare = played(*OPENING, hints=False)
    assert changed(replace(bare, selected=selected, hints=hints), bare) == shown


@pytest.mark.parametrize("nothing", ["b3", "S*", "z*", "c2", "z9", ""])
def test_what_cannot_be_selected_shows_the_plain_board(nothing: str) -> None:
    scene = played(*OPENING)
    assert DRAWING.draw(replace(scene, selected=nothing)) == DRAWING.draw(scene)


@pytest.mark.parametrize(
    ("moves", "marked"), [(OPENING, {"c2"}), (OPENING[:3], {"b1", "a2"}), (OPENING[:2], {"b4", "b3"})]
)
def test_both_squares_of_the_last_move_are_marked(moves: tuple[str, ...], marked: set[str]) -> None:
    scene = played(*moves, hints=False)
    assert changed(scene, replace(scene, last=None)) == marked


@pytest.mark.parametrize(
    ("move", "marked"), [("Z*b2", {"Z*", "b2"}), ("a2-b3", {"a2", "b3"}), ("c1-c2", {"c1", "c2"})]
)
def test_a_suggestion_is_marked(move: str, marked: set[str]) -> None:
    scene = played(*OPENING, hints=False)
    assert changed(replace(scene, suggestion=Move(move)), scene) >= marked


@pytest.mark.parametrize("move", ["Z*a4", "b3-b2", "S*b2", "pass"])
def test_an_illegal_suggestion_is_not(move: str) -> None:
    scene = played(*OPENING)
    assert DRAWING.draw(replace(scene, suggestion=Move(move))) == DRAWING.draw(scene)


def test_hands_are_in_their_trays_and_pairs_are_counted() -> None:
    scene = Scene(ENTERED, hints=False)
    empty = Scene(replace(ENTERED, hands=("", "")), hints=False)
    assert changed(scene, empty) == {"Z*", "j*"}
    single = Scene(replace(ENTERED, hands=("Z", "J")), hints=False)
    assert changed(scene, single) == {"j*"}


def test_a_king_in_the_opponents_camp_has_a_warning() -> None:
    x, y = pixels(Side.FIRST)["a4"]
    danger = THEMES["light"].danger
    for shown, warned in ((ENTERED, True), (position("S . K .\n. h . k\n. . s ."), False)):
        picture = opened(Scene(shown, hints=False)).convert("RGB")
        beside = color_at(picture, x - 99, y)
        assert (max(abs(a - b) for a, b in zip(beside, danger, strict=True)) < 30) == warned


@pytest.mark.parametrize("kind", WAYS)
def test_a_tile_has_an_arrowhead_for_each_way(kind: str) -> None:
    """Compared with a King's tile, exactly the arrowheads of the other ways are missing."""
    size, box = 150, 186
    shown = janggi_tiles._arrowheads(kind, box, size, turned=False, head=0.062)
    for way in WAYS["K"]:
        x, y = (box / 2 + size * 0.96 * part for part in janggi_tiles._edge(way[0], -way[1]))
        spot = shown.crop((round(x - 6), round(y - 6), round(x + 6), round(y + 6)))
        assert (spot.getextrema()[1] == 255) == (way in WAYS[kind]), way


def test_sides_differ_in_lightness_and_turn_their_points_to_each_other() -> None:
    own, enemy = LIGHT.piece("J", Side.FIRST), LIGHT.piece("J", Side.SECOND)
    middle, off = own.width // 2, 52
    green, ivory = (sum(color_at(tile, middle - off, middle + 30)) for tile in (own, enemy))
    assert ivory - green > 400
    top = slice(0, own.width // 4)
    widest = [
        max(
            sum(level > 250 for level in tile.getchannel("A").crop((0, y, tile.width, y + 1)).tobytes())
            for y in range(top.start, top.stop)
        )
        for tile in (own, enemy)
    ]
    assert widest[0] < widest[1]


def test_the_opponents_character_is_upside_down_and_the_letter_is_not() -> None:
    colors, box = LIGHT.colors(Side.FIRST), 186
    upright, turned = (janggi_tiles.tile("J", colors, 150, turned) for turned in (False, True))
    back = turned.transpose(Image.Transpose.ROTATE_180).convert("L")
    difference = ImageChops.difference(upright.convert("L"), back)
    inner = difference.crop((box // 2 - 34, box // 2 - 28, box // 2 + 34, box // 2 + 34))
    letter = difference.crop((box // 2 + 16, box // 2 + 40, box // 2 + 46, box // 2 + 68))
    assert darkest_and_lightest(inner)[1] < 120
    assert darkest_and_lightest(letter)[1] > 150


@pytest.mark.parametrize("style", ["hangul", "symbols"])
def test_other_styles_keep_their_characters_upright(style: str) -> None:
    colors, box = LIGHT.colors(Side.FIRST), 186
    upright, turned = (janggi_tiles.tile("J", colors, 150, turned, style) for turned in (False, True))
    back = turned.transpose(Image.Transpose.ROTATE_180)
    middle, drop = (box // 2 - 30, box // 2 - 30, box // 2 + 30, box // 2 + 30), round(2 * 0.03 * 150)
    raised = middle[0], middle[1] - drop, middle[2], middle[3] - drop
    seen, same, other = (
        tile.convert("L").crop(crop) for tile, crop in ((upright, middle), (turned, raised), (back, middle))
    )
    differences = [ImageStat.Stat(ImageChops.difference(seen, tile)).mean[0] for tile in (same, other)]
    assert differences[0] < differences[1] / 2


def test_styles_differ_for_every_kind() -> None:
    colors = LIGHT.colors(Side.FIRST)
    for kind in WAYS:
        tiles = [janggi_tiles.tile(kind, colors, 150, False, style) for style in janggi_tiles.STYLES]
        assert len({tile.tobytes() for tile in tiles}) == len(janggi_tiles.STYLES) == 3
    with pytest.raises(KeyError):
        DRAWING.draw(replace(played(), style="runes"))


def test_labels_are_where_the_selected_piece_can_go() -> None:
    scene = played(*OPENING, selected="a2", hints=False)
    labels = {name: name for name in ("a3", "b3", "c3")}
    assert changed(replace(scene, labels=labels), scene) == {"a3", "b3"}


KEPT = {
    "start": played(),
    "hangul-labels-dark": played(
        *OPENING,
        selected="Z*",
        style="hangul",
        theme="dark",
        labels={name: name for name in ("a3", "b2", "b1", "c3")},
    ),
    "symbols-labels": played(
        *OPENING, selected="a2", style="symbols", labels={name: name for name in ("a3", "b3", "b2", "b1")}
    ),
    "drop-suggested": played(*OPENING, suggestion=Move("Z*b2")),
    "selected-turned-dark": played(*OPENING[:3], selected="b3", viewer=Side.SECOND, theme="dark"),
    "hand-selected": played(*OPENING, selected="Z*"),
    "step-suggested-dark": Scene(SPARE, suggestion=Move("b3-b4"), theme="dark"),
    "king-entered-turned": Scene(ENTERED, viewer=Side.SECOND),
}


@pytest.mark.parametrize("name", KEPT)
def test_looks_as_it_did(name: str, as_kept: Callable[..., bool]) -> None:
    assert as_kept(f"twelve_janggi-{name}", opened(KEPT[name]))


def test_a_missing_mark_would_be_noticed(as_kept: Callable[..., bool]) -> None:
    unmarked = replace(KEPT["drop-suggested"], last=None)
    assert not as_kept("twelve_janggi-drop-suggested", opened(unmarked), keep=False)


def test_a_king_that_can_be_captured_next_has_a_red_frame() -> None:
    safe, check = (
        Scene(position(f"S . . .\nK {piece} . .\n. . j k\nto move: first")) for piece in (".", "z")
    )
    assert changed(safe, check) == {"b1", "b2"}
