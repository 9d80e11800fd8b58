"""Othello's picture: bytes, turning, marks, numbers, golden pictures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from PIL import Image, ImageChops

from bot.drawing.base import Scene, Window
from bot.drawing.othello import CELLS, OthelloDrawing, OthelloSprites, board_of
from bot.drawing.themes import THEMES
from games.base import PASS, Move, Side
from games.othello import OTHELLO, OthelloPosition

from .conftest import Opener, SceneMaker
from .pictures import gray

DRAWING = OthelloDrawing()
VARIANTS = OTHELLO.variants


def square(size: int, name: str, viewer: Side = Side.FIRST) -> tuple[int, int]:
    """The pixel at the center of a square."""
    row, column = divmod(OTHELLO.start(f"{size}x{size}").board.grid.index(name), size)
    x, y = board_of(size).lattice(viewer).at(column, row)
    return round(x), round(y)


def differs(one: Image.Image, other: Image.Image, at: tuple[int, int], reach: int = 40) -> bool:
    box = (at[0] - reach, at[1] - reach, at[0] + reach, at[1] + reach)
    return (
        ImageChops.difference(one.crop(box).convert("RGB"), other.crop(box).convert("RGB")).getbbox()
        is not None
    )


@pytest.mark.parametrize(("variant", "seed"), list(product(VARIANTS, range(4))))
def test_a_picture_is_small(variant: str, seed: int, midgame: SceneMaker) -> None:
    limit = 60_000 if variant != "10x10" else 72_000
    for plies in (20, 36, 60):
        assert len(DRAWING.draw(midgame(variant, plies, seed))) <= limit


def test_a_turned_board_shows_a1_at_the_other_corner(opened: Opener) -> None:
    position = OthelloPosition(8, black=1, white=2, to_move=Side.FIRST)  # Black a1, White b1
    for viewer, corner in ((Side.FIRST, (109, 109)), (Side.SECOND, (851, 851))):
        picture = opened(Scene(position, viewer=viewer)).convert("L")
        assert square(8, "a1", viewer) == corner
        assert gray(picture, *corner) < 70
        other = 960 - corner[0], 960 - corner[1]
        assert 70 < gray(picture, *other) < 130


@pytest.mark.parametrize("viewer", Side)
def test_every_legal_square_has_a_dot(viewer: Side, midgame: SceneMaker, opened: Opener) -> None:
    scene = midgame(viewer=viewer)
    shown, hidden = opened(scene), opened(replace(scene, hints=False))
    for index in range(64):
        name = scene.position.board.grid.name(index)
        assert differs(shown, hidden, square(8, name, viewer)) == (name in scene.position.legal_moves())


@pytest.mark.parametrize("viewer", Side)
def test_labels_replace_the_dots_of_their_squares(viewer: Side, midgame: SceneMaker, opened: Opener) -> None:
    scene = midgame(viewer=viewer)
    first, *others = scene.position.legal_moves()
    labels = {move: str(move) for move in others} | {"z9": "z9", str(scene.last): "no"}
    dotted, labelled = opened(scene), opened(replace(scene, labels=labels))
    for index in range(64):
        name = scene.position.board.grid.name(index)
        assert differs(dotted, labelled, square(8, name, viewer)) == (name in others), first


@pytest.mark.parametrize(("theme", "side", "cell"), list(product(THEMES, Side, CELLS.values())))
def test_a_label_is_legible_and_fits_its_square(theme: str, side: Side, cell: int) -> None:
    label = OthelloSprites(cell, THEMES[theme]).label(side, "d8")
    assert max(label.size) <= cell - 8
    assert label.height * 2 // 3 * 282 / 960 >= 8.5


def test_last_move_and_turned_discs_are_marked_and_nothing_else(midgame: SceneMaker, opened: Opener) -> None:
    scene = midgame(plies=31)
    marked, plain = opened(scene), opened(replace(scene, last=None, previous=None))
    before, now = scene.previous, scene.position
    assert before is not None
    assert scene.last is not None
    turned = (before.black ^ now.black) & (before.white ^ now.white)
    placed = 1 << now.board.grid.index(scene.last)
    for index in range(64):
        at = square(8, now.board.grid.name(index))
        assert differs(marked, plain, at) == bool((turned | placed) >> index & 1)


def test_a_suggestion_is_ringed_only_where_it_is_legal(midgame: SceneMaker, opened: Opener) -> None:
    scene = midgame()
    plain = opened(scene)
    legal = scene.position.legal_moves()[0]
    assert differs(plain, opened(replace(scene, suggestion=legal)), square(8, legal))
    for nothing in (PASS, scene.last, Move("h1")):
        assert DRAWING.draw(replace(scene, suggestion=nothing)) == DRAWING.draw(scene)


def test_numbers_are_written_on_the_discs_played(midgame: SceneMaker, opened: Opener) -> None:
    scene = midgame(numbers=True, plies=12)
    with_numbers = opened(scene)
    plain = opened(replace(scene, numbers=False, last=None, previous=None))
    for index in range(64):
        name = scene.position.board.grid.name(index)
        assert differs(with_numbers, plain, square(8, name)) == (name in scene.moves)


def test_a_pass_leaves_no_mark(opened: Opener) -> None:
    position = OTHELLO.start("8x8")
    assert opened(Scene(position, last=PASS, previous=position)) == opened(Scene(position))


KEPT: dict[str, dict[str, Any]] = {
    "start": {"plies": 0},
    "midgame": {"plies": 28},
    "midgame-dark-turned-suggestion": {
        "plies": 31,
        "theme": "dark",
        "viewer": Side.SECOND,
        "suggestion": Move("b1"),
    },
    "labels": {
        "plies": 27,
        "labels": {name: name for name in ("a4", "b1", "c5", "d1", "f4", "f5", "g7", "h2")},
    },
    "10x10-labels-dark": {
        "variant": "10x10",
        "plies": 40,
        "theme": "dark",
        "labels": {f"{letter}{row}": f"{letter}{row}" for letter in "abcdefghij" for row in range(1, 11)},
    },
    "6x6-dark": {"variant": "6x6", "plies": 14, "theme": "dark"},
    "10x10-numbers": {"variant": "10x10", "plies": 50, "numbers": True},
    "named-quarter": {"plies": 27, "hints": True, "chosen": Window(4, 4, 4, 4)},
    "full": {"plies": 60},
}


@pytest.mark.parametrize("name", KEPT)
def test_looks_as_it_did(
    name: str, midgame: SceneMaker, opened: Opener, as_kept: Callable[..., bool]
) -> None:
    assert as_kept(f"othello-{name}", opened(midgame(**KEPT[name])))


def test_a_missing_mark_would_be_noticed(
    midgame: SceneMaker, opened: Opener, as_kept: Callable[..., bool]
) -> None:
    assert not as_kept("othello-midgame", opened(Scene(midgame().position)), keep=False)
