"""Go's picture: ko, captures, the count."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from bot.drawing.base import Scene, Window
from bot.drawing.go import GoDrawing, stone_scene
from bot.drawing.stone_board import board_lattice
from bot.drawing.stone_scene import Mark
from bot.drawing.themes import THEMES
from games.base import PASS, Move, Side
from games.go import GO

DRAWING = GoDrawing()
GRID = GO.start("9x9-korean").board.grid
KO = GO.position("""
. . . . . . . . .
. . X O . . . . .
. X O . O . . . .
. . X O . . . . .
. . . . . . . . .
. . . . X X X . .
. . . X O O O X .
. . . . X X . . .
. . . . . . . . .
""")
COUNTED = GO.position("""
. . . X O . . . O
. O . X O . O O .
O . X X O . . . .
. . X O O X . O .
X X X O . O O O O
O O X X O O X X O
. O X . X X . X X
O X X O . X . . .
. X . . X . X . .
passes: 2
dead: b8 a7 f6 d2
""")
OF_BLACK = "a9 b9 c9 a8 c8 b7 a6 b6 d3 g3 e2 g2 h2 j2 c1 d1 f1 h1 j1"
OF_WHITE = "f9 g9 h9 f8 j8 f7 g7 h7 j7 g6 j6 e5"
DEAD = "b8 a7 f6 d2"


def marked(scene: Scene, *kinds: Mark) -> dict[Mark, set[str]]:
    """The names of the points with each kind of mark."""
    found: dict[Mark, set[str]] = {kind: set() for kind in kinds}
    for mark, point, _ in stone_scene(scene).marks:
        if mark in found:
            found[mark].add(scene.position.board.names[point])
    return found


def test_captured_stones_are_marked(changed) -> None:
    after = KO.play(Move("g2"))
    scene = Scene(after, last=Move("g2"), previous=KO)
    plain = DRAWING.draw(Scene(after))
    assert changed(DRAWING.draw(scene), plain, GRID) == {"g2", "e3", "f3", "g3"}
    assert marked(scene, Mark.CAPTURED) == {Mark.CAPTURED: {"e3", "f3", "g3"}}


@pytest.mark.parametrize("hints", [True, False])
def test_the_ko_is_marked(hints, changed) -> None:
    after = KO.play(Move("d7"))
    assert after.board.names[after.ko] == "c7"
    scene = Scene(after, hints=hints)
    without = DRAWING.draw(replace(scene, position=replace(after, ko=None)))
    assert changed(DRAWING.draw(scene), without, GRID) == {"c7"}


def test_a_longer_repetition_is_marked_where_chinese_rules_forbid_it() -> None:
    text = KO.diagram().replace("9x9-korean", "9x9-chinese") + "\nsuperko: a1 j9"
    scene = Scene(GO.position(text))
    assert marked(scene, Mark.REPETITION) == {Mark.REPETITION: {"a1", "j9"}}
    assert marked(replace(scene, hints=False), Mark.REPETITION) == {Mark.REPETITION: set()}


def test_suicide_is_no_repetition() -> None:
    eye = """
    . X . . .
    X . . . .
    . . . . .
    . . . . .
    . . . . .
    variant: 5x5-chinese
    to move: second
    """
    position = GO.position(eye)
    assert "a5" not in position.legal_moves()
    assert marked(Scene(position), Mark.REPETITION) == {Mark.REPETITION: set()}


@pytest.mark.parametrize("agreed", [0, 1, 2])
def test_the_count_is_shown_until_the_end(agreed, changed) -> None:
    position = COUNTED
    for _ in range(agreed):
        position = position.play(Move("agree"))
    scene = Scene(position, last=Move("agree") if agreed else None)
    in_play = Scene(replace(COUNTED, passes=0, dead=frozenset()))
    shown = changed(DRAWING.draw(scene), DRAWING.draw(in_play), GRID)
    assert shown == set(f"{OF_BLACK} {OF_WHITE} {DEAD}".split())
    marks = {(mark, position.board.names[point], side) for mark, point, side in stone_scene(scene).marks}
    wanted = {(Mark.TERRITORY, name, Side.FIRST) for name in OF_BLACK.split()}
    wanted |= {(Mark.TERRITORY, name, Side.SECOND) for name in OF_WHITE.split()}
    wanted |= {(Mark.DEAD, name, Side(position.stones[GRID.index(name)])) for name in DEAD.split()}
    assert marks == wanted


def test_a_match_that_ends_by_its_move_limit_is_counted_with_every_stone_alive() -> None:
    position = replace(COUNTED, ply=COUNTED.variant.most_plies)
    shown = stone_scene(Scene(position))
    assert shown.dead == frozenset()
    assert marked(Scene(position), Mark.DEAD, Mark.TERRITORY) == {
        Mark.DEAD: set(),
        Mark.TERRITORY: {position.board.names[p] for side in Side for p in _bare(position).territory(side)},
    }


def _bare(position):
    return replace(position, dead=frozenset()).score()


def test_a_match_without_result_is_not_counted() -> None:
    position = replace(COUNTED, passes=0, dead=frozenset(), repeated=True)
    assert position.outcome().reason == "outcome.repetition"
    assert list(stone_scene(Scene(position)).marks) == []


def test_stones_are_playable_while_the_dead_are_marked() -> None:
    names = COUNTED.board.names
    stones = {names[point] for point, stone in enumerate(COUNTED.stones) if stone}
    assert {names[point] for point in stone_scene(Scene(COUNTED)).playable} == stones
    over = COUNTED.play(Move("agree")).play(Move("agree"))
    for scene in (Scene(over), Scene(COUNTED, hints=False)):
        assert stone_scene(scene).playable == frozenset()


def test_a_name_does_not_cover_the_mark_of_a_dead_stone() -> None:
    scene = Scene(COUNTED, window=Window(0, 0))
    picture = Image.open(io.BytesIO(DRAWING.draw(scene))).convert("RGBA").convert("RGB")
    lattice = board_lattice(9, Side.FIRST)
    x, y = lattice.at(1, 1)  # b8
    wanted, found = THEMES["light"].on_white, picture.getpixel((round(x), round(y - 0.2 * lattice.cell)))
    assert max(abs(one - other) for one, other in zip(wanted, found, strict=True)) < 40


def test_the_name_of_a_dead_stone_stays_inside_the_window() -> None:
    marked, window = COUNTED.play(Move("dead d5")), Window(0, 0)
    named, bare = (
        Image.open(io.BytesIO(DRAWING.draw(Scene(marked, window=window, hints=hints)))).convert("RGBA")
        for hints in (True, False)
    )
    lattice = board_lattice(9, Side.FIRST)
    edge = round(lattice.at(0, 4)[1] + 0.49 * lattice.cell)
    below = (0, edge, named.width, named.height)
    assert (
        ImageChops.difference(named.crop(below).convert("RGB"), bare.crop(below).convert("RGB")).getbbox()
        is None
    )


@pytest.mark.parametrize("move", [PASS, Move("agree"), Move("dead b8"), Move("resume")])
def test_moves_without_a_stone_leave_no_mark(move) -> None:
    assert DRAWING.draw(Scene(KO, last=move, previous=KO)) == DRAWING.draw(Scene(KO))


def test_a_handicap_stone_has_no_number(changed) -> None:
    position = GO.start("9x9-korean-h2")
    after = position.play(Move("e5"))
    scene = Scene(after, last=Move("e5"), moves=(Move("e5"),), numbers=True)
    assert changed(DRAWING.draw(scene), DRAWING.draw(Scene(after)), GRID) == {"e5"}


@pytest.mark.parametrize(
    ("moves", "hints", "wanted"),
    [
        ("e5 c3", True, True),
        ("e5 c3 pass pass", True, False),  # stones can be marked dead: their names are on them
        ("e5 c3 pass pass", False, True),
        ("e5 c3 pass pass dead:c3", False, False),  # two marks on one stone would be unreadable
    ],
)
def test_the_last_move_is_marked_where_nothing_else_is_on_its_stone(moves, hints, wanted) -> None:
    position = GO.start("9x9-korean")
    for move in moves.split():
        position = position.play(Move(move.replace(":", " ")))
    marks = {mark for mark, _, _ in stone_scene(Scene(position=position, last=Move("c3"), hints=hints)).marks}
    assert (Mark.LAST in marks) is wanted
