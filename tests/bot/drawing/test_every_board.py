"""What every game's drawing does: `CHECKS`, and drawings that fail them.

A mark is found by comparing two pictures, and its place by comparing with what a move changes on the board.
So no check knows a game's measures.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

from bot.drawing.base import Drawing, Scene, Window
from bot.drawing.palette import CORNER
from bot.drawing.registry import DRAWINGS
from bot.drawing.themes import THEMES
from games import GAMES
from games.base import PASS, Move, Position, Side

from .pictures import (
    WINDOW,
    bare,
    changed_by,
    difference,
    goal,
    has_selection,
    has_window,
    moves_of,
    opened,
    origin,
    random_scene,
)

LARGEST_MARK = 0.2  # of a picture
SIDE = 960  # pixels of a picture's longer side
NONSENSE = Move("z99")
Check = Callable[[Drawing], None]


def seen_by_everyone(slug: str, plies: int = 9, **shown: Any) -> list[Scene[Position]]:
    """A scene in both themes, as both sides see it."""
    scene = random_scene(slug, plies, **shown)
    return [replace(scene, theme=theme, viewer=side) for theme, side in product(THEMES, Side)]


def seen_by_both(slug: str, plies: int = 9, **shown: Any) -> list[Scene[Position]]:
    """A scene in one theme as one side sees it, and in the other theme as the other side does.

    For checks that draw many pictures of each scene: both themes and both sides are seen.
    """
    scene = random_scene(slug, plies, **shown)
    return [replace(scene, theme=theme, viewer=side) for theme, side in zip(THEMES, Side, strict=True)]


# --- Marks -------------------------------------------------------------------------------------------


def marks_the_last_move(drawing: Drawing) -> None:
    for scene in seen_by_everyone(drawing.slug, hints=False):
        mark = difference(drawing, scene, bare(scene))
        assert 0 < mark.mean() < LARGEST_MARK
        assert scene.previous is not None
        placed = difference(drawing, bare(scene), replace(bare(scene), position=scene.previous))
        assert (mark & placed).any(), "the mark is where the move was played"


def shows_hints(drawing: Drawing) -> None:
    for scene in seen_by_both(drawing.slug):
        hints = difference(drawing, scene, replace(scene, hints=False))
        assert all((changed_by(drawing, scene, move) & hints).any() for move in moves_of(scene))


def shows_labels(drawing: Drawing) -> None:
    for scene in seen_by_both(drawing.slug):
        seen = replace(scene, window=WINDOW if has_window(scene) else None)
        places = {move: changed_by(drawing, seen, move) for move in moves_of(scene, most=6)}
        visible = {move: place for move, place in places.items() if place.any()}
        assert visible
        for move, place in visible.items():
            shown = replace(seen, selected=origin(move))
            one, other = (replace(shown, labels={goal(move): text}) for text in ("1", "8"))
            label = difference(drawing, one, shown)
            assert (label & place).any(), "the label is where the move goes"
            assert difference(drawing, one, other).any()


def ignores_labels_beside_the_board(drawing: Drawing) -> None:
    for scene in seen_by_everyone(drawing.slug):
        assert drawing.draw(replace(scene, labels={"z99": "1", "": "2"})) == drawing.draw(scene)


def marks_a_suggestion(drawing: Drawing) -> None:
    for scene in seen_by_both(drawing.slug):
        marks = []
        for move in moves_of(scene, most=4):
            marks.append(difference(drawing, replace(scene, suggestion=move), scene))
            assert 0 < marks[-1].mean() < LARGEST_MARK
            assert (marks[-1] & changed_by(drawing, scene, move)).any(), "the mark is where the move goes"
        assert all((one != other).any() for one, other in combinations(marks, 2))


def ignores_an_illegal_suggestion(drawing: Drawing) -> None:
    for scene in seen_by_everyone(drawing.slug):
        illegal = {NONSENSE, PASS, scene.last} - {*scene.position.legal_moves()}
        pictures = [drawing.draw(replace(scene, suggestion=move)) for move in illegal]
        assert set(pictures) == {drawing.draw(scene)}


def marks_a_selection(drawing: Drawing) -> None:
    pairs = 0
    scenes = [
        *seen_by_both(drawing.slug, 8, hints=False),
        *seen_by_both(drawing.slug, 9, hints=False),
    ]
    for scene in scenes:
        moves = {origin(move): move for move in scene.position.legal_moves()}
        marks = []
        for selected, move in moves.items():
            marks.append(difference(drawing, replace(scene, selected=selected), scene))
            assert (marks[-1] & changed_by(drawing, scene, move)).any(), "the mark is where the piece is"
        for one, other in combinations(marks, 2):
            pairs += 1
            assert (one != other).any()
    assert pairs


def ignores_what_cannot_be_selected(drawing: Drawing) -> None:
    for scene in seen_by_everyone(drawing.slug):
        pictures = [drawing.draw(replace(scene, selected=selected)) for selected in ("", "z9", "K*")]
        assert set(pictures) == {drawing.draw(scene)}


def enlarges_a_window(drawing: Drawing) -> None:
    for scene in seen_by_everyone(drawing.slug):
        pictures = [
            opened(drawing.draw(replace(scene, window=window)))
            for window in (None, WINDOW, Window(WINDOW.column + 1, WINDOW.row))
        ]
        width, height = drawing.size(GAMES[drawing.slug].variants[0])
        assert {picture.width for picture in pictures} == {width}
        assert max(picture.height for picture in pictures) == height
        assert all(one != other for one, other in combinations(pictures, 2))


def refuses_a_window_beside_the_board(drawing: Drawing) -> None:
    for window in (Window(-1, 0), Window(0, 99)):
        with pytest.raises(ValueError, match=r"Window\(.* is not on a board"):
            drawing.draw(random_scene(drawing.slug, window=window))


def draws_the_whole_of_a_small_board(drawing: Drawing) -> None:
    scene = random_scene(drawing.slug)
    assert drawing.draw(replace(scene, window=WINDOW)) == drawing.draw(scene)


# --- The picture -------------------------------------------------------------------------------------


def has_the_size_it_says(drawing: Drawing) -> None:
    game = GAMES[drawing.slug]
    for variant in game.variants:
        for viewer in Side:
            picture = opened(drawing.draw(Scene(game.start(variant), viewer=viewer)))
            assert picture.size == drawing.size(variant)


def has_clear_corners_and_is_opaque_elsewhere(drawing: Drawing) -> None:
    window = WINDOW if has_window(random_scene(drawing.slug)) else None
    for scene in (*seen_by_everyone(drawing.slug), *seen_by_everyone(drawing.slug, window=window)):
        alpha = opened(drawing.draw(scene)).getchannel("A")
        right, bottom = alpha.width - 1, alpha.height - 1
        assert [alpha.getpixel(at) for at in product((0, right), (0, bottom))] == [0] * 4
        assert alpha.crop((0, CORNER, right + 1, bottom + 1 - CORNER)).getextrema() == (255, 255)
        assert alpha.crop((CORNER, 0, right + 1 - CORNER, bottom + 1)).getextrema() == (255, 255)


def turns_the_board_for_the_second_player(drawing: Drawing) -> None:
    """All that moves change is at the same distance from its place in the picture turned by 180 degrees."""
    scene = random_scene(drawing.slug)
    shifts: list[list[int]] = []
    for move in moves_of(scene):
        first, second = (changed_by(drawing, replace(scene, viewer=side), move) for side in Side)
        for mask, turned in ((first, second[::-1, ::-1]), (first.T, second.T[::-1, ::-1])):
            places = [np.flatnonzero(rows.any(axis=1)) for rows in (mask, turned)]
            shifts.append([int(places[0][edge]) - int(places[1][edge]) for edge in (0, -1)])
    for axis in (0, 1):
        along = [shift for pair in shifts[axis::2] for shift in pair]
        assert max(along) - min(along) <= 0.04 * SIDE


def leaves_out_coordinates(drawing: Drawing) -> None:
    """The points of Hare and Hounds have names of their own."""
    for scene in seen_by_everyone(drawing.slug):
        coordinates = difference(drawing, scene, replace(scene, coordinates=False))
        assert coordinates.any() == (drawing.slug != "hare_and_hounds")


def differs_by_theme_and_viewer(drawing: Drawing) -> None:
    pictures = {drawing.draw(scene) for scene in seen_by_everyone(drawing.slug)}
    assert len(pictures) == len(THEMES) * len(Side)


def repeats_itself_in_every_thread(drawing: Drawing) -> None:
    variants = GAMES[drawing.slug].variants
    scenes = [
        replace(scene, numbers=scene.viewer is Side.SECOND)
        for variant in variants[:: -(-len(variants) // 3)]
        for scene in seen_by_both(drawing.slug, 8, variant=variant)
    ]
    alone = [drawing.draw(scene) for scene in scenes]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(drawing.draw, scenes)) == alone


def refuses_another_game(drawing: Drawing) -> None:
    own = random_scene(drawing.slug)
    for slug in {*GAMES} - {drawing.slug}:
        other = random_scene(slug)
        for wrong in (other, replace(own, previous=other.position), replace(other, previous=own.previous)):
            with pytest.raises(TypeError):
                drawing.draw(wrong)
    with pytest.raises(TypeError):
        drawing.draw(Scene(None))  # type: ignore[arg-type]


def refuses_an_unknown_theme(drawing: Drawing) -> None:
    with pytest.raises(KeyError):
        drawing.draw(random_scene(drawing.slug, theme="sepia"))


ALWAYS: tuple[Check, ...] = (
    marks_the_last_move,
    shows_labels,
    ignores_labels_beside_the_board,
    marks_a_suggestion,
    ignores_an_illegal_suggestion,
    ignores_what_cannot_be_selected,
    has_the_size_it_says,
    has_clear_corners_and_is_opaque_elsewhere,
    turns_the_board_for_the_second_player,
    leaves_out_coordinates,
    differs_by_theme_and_viewer,
    repeats_itself_in_every_thread,
    refuses_another_game,
    refuses_an_unknown_theme,
)


def checks_of(slug: str) -> list[Check]:
    """The checks for a game: whether it has a selection or a window follows from its rules."""
    scene = random_scene(slug)
    selection = [marks_a_selection] if has_selection(scene) else []
    large = [enlarges_a_window, refuses_a_window_beside_the_board]
    small = [shows_hints, draws_the_whole_of_a_small_board]
    return [*ALWAYS, *selection, *(large if has_window(scene) else small)]


CHECKS = [
    pytest.param(slug, check, id=f"{slug}-{check.__name__}") for slug in DRAWINGS for check in checks_of(slug)
]


@pytest.mark.parametrize(("slug", "check"), CHECKS)
def test_every_drawing(slug: str, check: Check) -> None:
    check(DRAWINGS[slug])


def test_the_registry_has_a_drawing_for_every_game() -> None:
    assert set(DRAWINGS) == set(GAMES)
    assert all(drawing.slug == slug for slug, drawing in DRAWINGS.items())


# --- Drawings that fail ------------------------------------------------------------------------------


class Faulty:
    """A game's drawing with one fault."""

    def __init__(self, drawing: Drawing) -> None:
        self.drawing, self.slug = drawing, drawing.slug

    def size(self, variant: str) -> tuple[int, int]:
        return self.drawing.size(variant)

    def draw(self, scene: Scene[Position]) -> bytes:
        return self.drawing.draw(self.seen(scene))

    def seen(self, scene: Scene[Position]) -> Scene[Position]:
        return scene


class WithoutMarks(Faulty):
    def seen(self, scene: Scene[Position]) -> Scene[Position]:
        return replace(bare(scene), window=None)


class WithMarksElsewhere(Faulty):
    """Marks the first move of the list, whichever is asked for."""

    def seen(self, scene: Scene[Position]) -> Scene[Position]:
        first = moves_of(scene)[0] if scene.position.outcome() is None else None
        selected = origin(first) if first and scene.selected else None
        window = scene.window and WINDOW
        return replace(scene, suggestion=scene.suggestion and first, selected=selected, window=window)


class ForOneSide(Faulty):
    def seen(self, scene: Scene[Position]) -> Scene[Position]:
        return replace(scene, viewer=Side.FIRST)


class ForgetfulOfTheme(Faulty):
    def seen(self, scene: Scene[Position]) -> Scene[Position]:
        return replace(scene, theme="light")


class TooSmall(Faulty):
    def size(self, variant: str) -> tuple[int, int]:
        width, height = super().size(variant)
        return width - 1, height


class NeverTheSame(Faulty):
    count = 0

    def draw(self, scene: Scene[Position]) -> bytes:
        self.count += 1
        return super().draw(scene) + bytes(self.count)


class Careless(Faulty):
    """Draws another game's position as its own start."""

    def seen(self, scene: Scene[Position]) -> Scene[Position]:
        start = GAMES[self.slug].start(GAMES[self.slug].variants[0])
        own = all(isinstance(shown, type(start) | None) for shown in (scene.position, scene.previous))
        return scene if own and scene.position else Scene(start)


FAULTS = {
    WithoutMarks: {
        marks_the_last_move,
        shows_hints,
        shows_labels,
        marks_a_suggestion,
        marks_a_selection,
        enlarges_a_window,
    },
    WithMarksElsewhere: {marks_a_suggestion, marks_a_selection, enlarges_a_window},
    ForOneSide: {turns_the_board_for_the_second_player, differs_by_theme_and_viewer},
    ForgetfulOfTheme: {differs_by_theme_and_viewer, refuses_an_unknown_theme},
    TooSmall: {has_the_size_it_says},
    NeverTheSame: {repeats_itself_in_every_thread, ignores_an_illegal_suggestion},
    Careless: {refuses_another_game},
}


def _slugs_of(check: Check) -> list[str]:
    return [slug for slug in DRAWINGS if check in checks_of(slug)]


_FINDING = [
    (fault, check)
    for fault, checks in FAULTS.items()
    for check in sorted(checks, key=lambda check: check.__name__)
]
FAILING = [
    pytest.param(
        *(slug, fault, check),
        id=f"{slug}-{fault.__name__}-{check.__name__}",
        marks=[] if place == number % len(_slugs_of(check)) else [pytest.mark.soak],
    )
    for number, (fault, check) in enumerate(_FINDING)
    for place, slug in enumerate(_slugs_of(check))
]
"""Each fault with a check that finds it: of one game, of the others in `make soak`."""


@pytest.mark.parametrize(("slug", "fault", "check"), FAILING)
def test_a_faulty_drawing_fails(slug: str, fault: type[Faulty], check: Check) -> None:
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        check(fault(DRAWINGS[slug]))
