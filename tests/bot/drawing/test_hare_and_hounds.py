"""Hare and Hounds' picture: its marks, heads, and golden pictures."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image, ImageChops

from bot.drawing import animal_pieces, orientation
from bot.drawing.base import Scene
from bot.drawing.hare_and_hounds import (
    NAME_DISTANCE,
    NAME_SIZE,
    RADIUS,
    HareAndHoundsDrawing,
    HareAndHoundsSprites,
    pixels,
)
from bot.drawing.themes import THEMES
from games.base import Move, Side
from games.hare_and_hounds import HARE_AND_HOUNDS, POINTS, HarePosition

from .contrasts import EYES, contrast
from .pictures import color_at

DRAWING = HareAndHoundsDrawing()
OPENING = ("a2-b2", "b5-b4", "b2-b3", "b4-c4")


def played(*moves: str, **shown: Any) -> Scene[HarePosition]:
    position = previous = HARE_AND_HOUNDS.start("classic")
    for move in moves:
        previous, position = position, position.play(Move(move))
    return Scene(position, Move(moves[-1]) if moves else None, previous, **shown)


def position(diagram: str) -> HarePosition:
    return HARE_AND_HOUNDS.position(diagram)


def opened(scene: Scene[HarePosition]) -> Image.Image:
    image = Image.open(io.BytesIO(DRAWING.draw(scene)))
    assert (image.format, image.mode) == ("PNG", "P")
    return image.convert("RGBA")


def changed(
    before: Scene[HarePosition], after: Scene[HarePosition], viewer: Side = Side.FIRST, reach: int = 14
) -> set[str]:
    """The points where two scenes look different."""
    difference = ImageChops.difference(opened(before).convert("RGB"), opened(after).convert("RGB"))
    places = pixels(viewer).items()
    return {
        name
        for name, (x, y) in places
        if difference.crop((x - reach, y - reach, x + reach, y + reach)).getbbox()
    }


def scenes(seed: int) -> list[Scene[HarePosition]]:
    """A random game with a selection, a suggestion or neither."""
    chance, scene = random.Random(seed), played()
    shown: list[Scene[HarePosition]] = []
    while scene.position.outcome() is None and len(shown) < 8:
        move = chance.choice(scene.position.legal_moves())
        theme, viewer = chance.choice(list(THEMES)), chance.choice(list(Side))
        extra = chance.choice(({}, {"selected": move[:2]}, {"suggestion": move}))
        shown.append(replace(scene, theme=theme, viewer=viewer, **extra))
        scene = Scene(scene.position.play(move), last=move, previous=scene.position)
    return [*shown, scene]


def test_after_a_hint_only_the_points_that_it_leaves_are_marked() -> None:
    scene = played()
    goals = {move[-2:] for move in scene.position.legal_moves()}
    left = frozenset(sorted(goals)[:2])
    assert changed(scene, replace(scene, dots=left)) == goals - left


def test_a_picture_is_small() -> None:
    assert max(len(DRAWING.draw(scene)) for seed in range(3) for scene in scenes(seed)) <= 60_000


def test_every_goal_has_a_small_piece() -> None:
    scene = played(*OPENING)
    assert changed(scene, replace(scene, hints=False)) == {"a2", "a3", "a4", "b2", "b4", "c3"}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("side", Side)
def test_a_goal_is_no_empty_point(side: Side, eye: str, theme: str) -> None:
    """White's discs are as pale as the points of the board: a dot in them is not."""
    hint = HareAndHoundsSprites(THEMES[theme], Side.FIRST).hint(side)
    middle = hint.width // 2
    dot, face = color_at(hint, middle, middle), color_at(hint, middle + 18, middle)
    assert contrast(dot, face, eye) >= 7


def test_pieces_leave_room_for_the_names_of_points() -> None:
    assert NAME_DISTANCE - NAME_SIZE / 2 - RADIUS >= 12


@pytest.mark.parametrize("hints", [True, False])
def test_a_selected_piece_shows_only_its_goals(hints: bool) -> None:
    bare = played(*OPENING, hints=False)
    assert changed(replace(bare, selected="b3", hints=hints), bare) == {"a3", "a4", "b4", "c3"}
    at = pixels(Side.FIRST)["b3"]
    ring = color_at(opened(replace(bare, selected="b3")), at[0] + RADIUS + 6, at[1])
    assert max(abs(a - b) for a, b in zip(ring, THEMES["light"].selection, strict=True)) < 30


def test_a_selected_goal_shows_the_hounds_that_can_go_there() -> None:
    bare = played(*OPENING, hints=False)
    shown = replace(bare, selected="c3")
    assert changed(shown, bare) == {"c3"}
    ringed = {
        name
        for name, (x, y) in pixels(Side.FIRST).items()
        if color_at(opened(shown), x + RADIUS + 6, y) != color_at(opened(bare), x + RADIUS + 6, y)
    }
    assert ringed == {"b3", "c2"}


@pytest.mark.parametrize("nothing", ["c4", "a2", "z9", "Z*", ""])
def test_what_cannot_be_selected_shows_the_plain_board(nothing: str) -> None:
    scene = played(*OPENING)
    assert DRAWING.draw(replace(scene, selected=nothing)) == DRAWING.draw(scene)


def test_the_last_move_is_an_arrow_from_where_it_began() -> None:
    scene = played(*OPENING, hints=False)
    plain = replace(scene, last=None)
    assert changed(scene, plain, reach=28) == {"b4"}
    (x, start), (_, end) = (pixels(Side.FIRST)[name] for name in ("b4", "c4"))
    halfway = color_at(opened(scene), x, (start + end - RADIUS) // 2)
    assert max(abs(a - b) for a, b in zip(halfway, THEMES["light"].last_move, strict=True)) < 30


def test_a_suggestion_is_shown_only_where_it_is_legal() -> None:
    scene = played(*OPENING, hints=False)
    assert changed(replace(scene, suggestion=Move("b3-c3")), scene, reach=40) >= {"c3"}
    for nothing in ("b3-b2", "c4-c3", "pass"):
        assert DRAWING.draw(replace(scene, suggestion=Move(nothing))) == DRAWING.draw(scene)


def test_second_sees_the_board_turned_by_180_degrees() -> None:
    kept, turned = pixels(Side.FIRST), pixels(Side.SECOND)
    width, height = DRAWING.size("classic")
    assert set(kept) == set(turned) == set(POINTS)
    assert all(turned[name] == (width - x, height - y) for name, (x, y) in kept.items())
    scene = played(viewer=Side.SECOND, hints=False)
    moved = position("  . . .  \nH H . . R\n  H . .  ")
    assert changed(scene, replace(scene, position=moved), Side.SECOND) == {"a2", "b2"}


def test_rows_of_buttons_match_the_picture() -> None:
    for viewer in Side:
        rows = orientation.hare_and_hounds(viewer)
        at = pixels(viewer)
        drawn = sorted(at, key=lambda name: (at[name][1], at[name][0]))
        assert [name for row in rows for name in row if name] == drawn
        assert [row.index(None) if None in row else -1 for row in rows] == [0, -1, 0]
        assert {len(row) for row in rows} == {5}
    assert orientation.hare_and_hounds(Side.FIRST)[1] == ("b1", "b2", "b3", "b4", "b5")
    assert orientation.hare_and_hounds(Side.SECOND)[1] == ("b5", "b4", "b3", "b2", "b1")


def test_the_empty_den_is_a_pale_point_in_the_green() -> None:
    scene = Scene(position("  . . .  \n. H H . .\n  H . R  "), hints=False)
    picture = opened(scene)
    x, y = pixels(Side.FIRST)["b1"]
    red, green, blue = color_at(picture, x - 62, y)
    assert green > red + 30
    assert green > blue + 20
    assert min(color_at(picture, x, y)) > 150


def top_of(head: Image.Image) -> int:
    """The first row with ink."""
    box = head.getbbox()
    assert box is not None
    return box[1]


def test_heads_differ_in_shape_and_look_where_they_go() -> None:
    hound, hare = (animal_pieces.head(animal, 160, 64) for animal in ("hound", "hare"))
    either = ImageChops.lighter(hound, hare).histogram()[255]
    both = ImageChops.darker(hound, hare).histogram()[255]
    assert both / either < 0.6
    assert top_of(hare) < top_of(hound) - 14, "ears stand up"
    before, behind = (116, 60, 160, 95), (0, 60, 44, 110)
    assert hound.crop(before).getbbox()
    assert not hare.crop(before).getbbox()
    assert not hound.crop(behind).getbbox()
    seen = [HareAndHoundsSprites(THEMES["light"], viewer) for viewer in Side]
    assert all(seen[0].piece(side).tobytes() != seen[1].piece(side).tobytes() for side in Side)


def test_the_picture_is_as_large_as_discord_shows_it() -> None:
    width, height = DRAWING.size("classic")
    assert 1.4 <= width / height <= 11 / 7


def test_goals_have_their_labels_instead_of_dots() -> None:
    scene = played(*OPENING)
    labels = {name: name for name in ("a3", "c3", "b1")}  # no piece can go to b1
    for selected, shown in ((None, {"a3", "c3"}), ("b3", {"a3", "c3"}), ("c2", {"c3"})):
        seen = replace(scene, selected=selected)
        assert changed(replace(seen, labels=labels), seen) == shown


KEPT = {
    "start": played(),
    "labels": played(*OPENING, selected="b3", labels={name: name for name in ("a3", "a4", "b4", "c3")}),
    "labels-turned-dark": played(
        *OPENING[:3], viewer=Side.SECOND, theme="dark", labels={name: name for name in ("a4", "c4")}
    ),
    "suggestion": played(*OPENING, suggestion=Move("b3-c3")),
    "selected-dark": played(*OPENING, selected="b3", theme="dark"),
    "hare-turned-dark": played(*OPENING, "b1-b2", viewer=Side.SECOND, theme="dark"),
    "hare-home": Scene(position("  . . .  \nR . H . .\n  H . H  "), last=Move("b2-b1")),
}


@pytest.mark.parametrize("name", KEPT)
def test_looks_as_it_did(name: str, as_kept: Callable[..., bool]) -> None:
    assert as_kept(f"hare_and_hounds-{name}", opened(KEPT[name]))


def test_a_missing_mark_would_be_noticed(as_kept: Callable[..., bool]) -> None:
    unmarked = replace(KEPT["suggestion"], suggestion=None)
    assert not as_kept("hare_and_hounds-suggestion", opened(unmarked), keep=False)
