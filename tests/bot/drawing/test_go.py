"""Go's picture: ko, captures, the count."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace

import pytest
from PIL import Image

from bot.drawing.base import Scene
from bot.drawing.go import GoDrawing, stone_scene
from bot.drawing.stone_scene import Mark
from bot.drawing.stone_view import StoneView
from bot.drawing.themes import THEMES
from games import replay
from games.base import PASS, Move, Record, Side
from games.go import GO, GoPosition
from games.go.scoring import Score

from .pictures import color_at

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


def marked(scene: Scene[GoPosition], *kinds: Mark) -> dict[Mark, set[str]]:
    """The names of the points with each kind of mark."""
    found: dict[Mark, set[str]] = {kind: set() for kind in kinds}
    for mark, point, _ in stone_scene(scene).marks:
        if mark in found:
            found[mark].add(scene.position.board.names[point])
    return found


def test_captured_stones_are_marked(changed: Callable[..., set[str]]) -> None:
    after = KO.play(Move("g2"))
    scene = Scene(after, last=Move("g2"), previous=KO)
    plain = DRAWING.draw(Scene(after))
    assert changed(DRAWING.draw(scene), plain, GRID) == {"g2", "e3", "f3", "g3"}
    assert marked(scene, Mark.CAPTURED) == {Mark.CAPTURED: {"e3", "f3", "g3"}}


@pytest.mark.parametrize("hints", [True, False])
def test_the_ko_is_marked(hints: bool, changed: Callable[..., set[str]]) -> None:
    after = KO.play(Move("d7"))
    assert after.ko is not None
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
def test_the_count_is_shown_until_the_end(agreed: int, changed: Callable[..., set[str]]) -> None:
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


def _bare(position: GoPosition) -> Score:
    return replace(position, dead=frozenset()).score()


def test_a_match_without_result_is_not_counted() -> None:
    position = replace(COUNTED, passes=0, dead=frozenset(), repeated=True)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.reason == "outcome.repetition"
    assert list(stone_scene(Scene(position)).marks) == []


def test_labels_are_put_on_the_stones_that_are_counted(changed: Callable[..., set[str]]) -> None:
    scene = Scene(COUNTED, hints=False)
    labels = {"d9": "1", "e9": "2", "b8": "3", "f6": "4"}  # a living group of each side, two dead stones
    assert changed(DRAWING.draw(replace(scene, labels=labels)), DRAWING.draw(scene), GRID) == set(labels)


def test_a_label_leaves_the_ends_of_a_dead_stones_cross_visible() -> None:
    scene = Scene(COUNTED, hints=False, labels={"b8": "3"})
    picture = Image.open(io.BytesIO(DRAWING.draw(scene))).convert("RGBA").convert("RGB")
    lattice = StoneView.of(9, Side.FIRST, None).lattice
    x, y = lattice.at(1, 1)
    reach = 0.35 * lattice.cell
    for at in (
        (x - reach, y - reach),
        (x + reach, y - reach),
        (x - reach, y + reach),
        (x + reach, y + reach),
    ):
        ink, pixel = THEMES["light"].on_white, color_at(picture, *at)
        assert max(abs(part - drawn) for part, drawn in zip(ink, pixel, strict=True)) < 40


@pytest.mark.parametrize("move", [PASS, Move("agree"), Move("dead b8"), Move("resume")])
def test_moves_without_a_stone_leave_no_mark(move: Move) -> None:
    assert DRAWING.draw(Scene(KO, last=move, previous=KO)) == DRAWING.draw(Scene(KO))


def test_a_handicap_stone_has_no_number(changed: Callable[..., set[str]]) -> None:
    position = GO.start("9x9-korean-h2")
    after = position.play(Move("e5"))
    scene = Scene(after, last=Move("e5"), moves=(Move("e5"),), numbers=True)
    assert changed(DRAWING.draw(scene), DRAWING.draw(Scene(after)), GRID) == {"e5"}


@pytest.mark.parametrize(
    ("moves", "wanted"),
    [
        ("e5 c3", True),
        ("e5 c3 pass pass", True),
        ("e5 c3 pass pass dead:c3", False),  # two marks on one stone would be unreadable
    ],
)
def test_the_last_move_is_marked_unless_its_stone_is_dead(moves: str, wanted: bool) -> None:
    position = GO.start("9x9-korean")
    for move in moves.split():
        position = position.play(Move(move.replace(":", " ")))
    assert (Mark.LAST in marked_kinds(Scene(position, last=Move("c3")))) is wanted


def marked_kinds(scene: Scene[GoPosition]) -> set[Mark]:
    return {mark for mark, _, _ in stone_scene(scene).marks}


def test_a_label_replaces_the_mark_of_the_last_move() -> None:
    position = GO.start("9x9-korean").play(Move("c3"))
    marked, unmarked = (
        DRAWING.draw(Scene(position, last=last, labels={"c3": "1"})) for last in (Move("c3"), None)
    )
    assert marked == unmarked


def test_expected_territory_is_marked_on_empty_points_and_on_lost_stones() -> None:
    """Not where it is unclear, on stones of the owner, or where a stone of the line is drawn."""
    moves = tuple(map(Move, ("e5", "c3", "g7")))
    position = replay(Record("go", "9x9-korean", moves))
    assert isinstance(position, GoPosition)
    index = position.board.index
    ownership = bytearray([128] * 81)
    levels = {"e5": 255, "c3": 230, "a1": 0, "j9": 200, "g7": 20, "d4": 255, "b8": 70}
    for name, level in levels.items():
        ownership[index[name]] = level
    scene = Scene(position, ownership=bytes(ownership), line=((Move("d4"), Side.SECOND),))
    owned = {(point, side) for mark, point, side in stone_scene(scene).marks if mark is Mark.TERRITORY}
    assert owned == {
        (index["c3"], Side.FIRST),
        (index["a1"], Side.SECOND),
        (index["j9"], Side.FIRST),
        (index["g7"], Side.SECOND),
    }
    assert not [mark for mark, _, _ in stone_scene(Scene(position)).marks if mark is Mark.TERRITORY]


def test_a_group_is_marked_but_not_its_captured_stones_nor_the_last_one() -> None:
    names = {name for name, point in KO.board.index.items() if KO.stones[point]}
    scene = Scene(KO, last=Move("e3"), group=frozenset({"e3", "f3", "g3", "a1"}))
    assert {"e3", "f3", "g3"} <= names and "a1" not in names
    assert marked(scene, Mark.GROUP, Mark.LAST) == {Mark.GROUP: {"f3", "g3"}, Mark.LAST: {"e3"}}


def test_neutral_areas_of_a_count_have_rings_of_their_own() -> None:
    playing = GO.start("9x9-korean").play(Move("c3"))
    for position, mark in ((playing, Mark.BUTTON), (playing.play(PASS).play(PASS), Mark.NEUTRAL)):
        shown = stone_scene(Scene(position, rings=frozenset({"e5"})))
        assert (mark, position.board.index["e5"], position.to_move) in shown.marks
