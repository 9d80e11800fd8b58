"""The bars of move entry on large boards: taps, a clean and neutral board, what buttons say.

`docs/experiments/move_entry.md` has the designs that were compared, and figures of more games.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from bot import puzzles
from bot.drawing.base import Window
from bot.presenters.base import BLANK, BUTTON_ROWS, BUTTONS_PER_ROW, Action, Viewpoint
from bot.presenters.go import GO_PRESENTER
from bot.presenters.gomoku import GOMOKU_PRESENTER
from bot.presenters.point_keys import PART_SPAN, Entry, Stage, entry_view
from bot.presenters.points import PointsPresenter
from bot.texts import LANGUAGES, texts
from games import GAMES
from games.base import PASS, Move
from games.go import GoPosition
from games.grid import Grid

EN = texts("en")
VARIANTS = {
    "9x9-korean": 2,
    "13x13-chinese": 2,
    "19x19-korean": 3,
    "renju-15": 3,
    "freestyle-19": 3,
}
"""How many taps a point may take."""
Seen = tuple[PointsPresenter[Any], Viewpoint[Any]]


def presenter_of(variant: str) -> PointsPresenter[Any]:
    return GO_PRESENTER if variant[0].isdigit() else GOMOKU_PRESENTER


@cache
def moments(variant: str) -> tuple[Viewpoint[Any], ...]:
    """Positions of two random games, from an empty to a nearly full board."""
    presenter, shown = presenter_of(variant), list[Viewpoint[Any]]()
    for seed in range(2):
        dice, moves = random.Random(f"{variant} {seed}"), tuple[Move, ...]()
        position = GAMES[presenter.slug].start(variant)
        while position.outcome() is None and len(moves) < 200:
            if len(moves) % 23 < 2:
                shown.append(Viewpoint(position, moves))
            legal = [move for move in position.legal_moves() if move != PASS]
            close = [move for move in legal if moves and abs(ord(move[0]) - ord(moves[-1][0])) < 3]
            move = dice.choice(close or legal or [PASS])
            position, moves = position.play(move), (*moves, move)
    return tuple(shown)


def taps(presenter: PointsPresenter[Any], seen: Viewpoint[Any]) -> dict[str, int]:
    """How many taps each move takes, by the buttons alone."""
    counted, steps, waiting = dict[str, int](), {"": 0}, deque([""])
    while waiting:
        selection = waiting.popleft()
        for button in presenter.keypad(replace(seen, selection=selection), EN).buttons:
            if button.disabled:
                continue
            if button.action is Action.MOVE:
                counted.setdefault(button.argument, steps[selection] + 1)
            elif button.action is Action.SELECT and button.argument not in steps:
                steps[button.argument] = steps[selection] + 1
                waiting.append(button.argument)
    return counted


@cache
def counted_taps(variant: str) -> tuple[tuple[Viewpoint[Any], dict[str, int]], ...]:
    """How many taps each move of each moment takes."""
    return tuple((seen, taps(presenter_of(variant), seen)) for seen in moments(variant))


def every_moment() -> Iterator[tuple[str, PointsPresenter[Any], Viewpoint[Any]]]:
    for variant in VARIANTS:
        yield from ((variant, presenter_of(variant), seen) for seen in moments(variant))


def keypads(presenter: PointsPresenter[Any], seen: Viewpoint[Any]) -> Iterator[tuple[str, Any]]:
    """The keypads after no selection and after each of the first buttons, with the selection."""
    first = presenter.keypad(seen, EN)
    yield "", first
    for button in first.buttons:
        if button.action is Action.SELECT and not button.disabled:
            yield button.argument, presenter.keypad(replace(seen, selection=button.argument), EN)


# --- Taps --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("variant", "limit"), VARIANTS.items())
def test_every_point_that_can_be_played_is_reached(variant: str, limit: int) -> None:
    for seen, counted in counted_taps(variant):
        assert set(counted) == set(seen.position.legal_moves())
        assert max(counted.values()) <= limit


@pytest.mark.parametrize("variant", VARIANTS)
def test_captures_and_neighbors_of_the_last_two_moves_take_two_taps(variant: str) -> None:
    presenter = presenter_of(variant)
    for seen, counted in counted_taps(variant):
        grid = presenter.points(seen.position).grid
        near = {
            grid.name(point) for move in seen.moves[-2:] if move != PASS for point in neighbors(grid, move)
        }
        assert all(counted[move] <= 2 for move in near & set(counted))
        if isinstance(seen.position, GoPosition):
            last = {
                grid.name(next(iter(c.liberties)))
                for c in seen.position.chains.every
                if len(c.liberties) == 1
            }
            assert all(counted[move] <= 2 for move in last & set(counted))


def neighbors(grid: Grid, move: Move) -> Iterator[int]:
    row, column = divmod(grid.index(move), grid.size)
    for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
        if 0 <= r < grid.size and 0 <= c < grid.size:
            yield r * grid.size + c


@pytest.mark.parametrize(("slug", "sizes"), [("go", {9}), ("gomoku", {15, 19})])
def test_most_moves_of_recorded_games_take_two_taps(slug: str, sizes: set[int]) -> None:
    """The games that the puzzles come from."""
    counted = list[int]()
    for puzzle in puzzles.of_game(slug)[:30]:
        position, presenter = GAMES[slug].start(puzzle.variant), presenter_of(puzzle.variant)
        for ply, move in enumerate(puzzle.moves):
            if ply % 4 == 3 and move != PASS:
                assert presenter.points(position).size in sizes
                counted.append(taps(presenter, Viewpoint(position, puzzle.moves[:ply]))[move])
            position = position.play(move)
    assert len(counted) > 80
    assert statistics.median(counted) <= 2
    assert max(counted) <= 3


# --- A clean and neutral board -------------------------------------------------------------------------


def test_nothing_is_written_on_the_board() -> None:
    for _, presenter, seen in every_moment():
        for selection, keypad in keypads(presenter, seen):
            assert keypad.labels == {}
            assert presenter.view_state(replace(seen, selection=selection)).selected is None


def test_the_board_stays_whole_until_a_part_is_chosen() -> None:
    for variant, presenter, seen in every_moment():
        for selection, _ in keypads(presenter, seen):
            window = presenter.view_state(replace(seen, selection=selection)).window
            assert (window is not None) is (selection != "" and VARIANTS[variant] == 3)


@pytest.mark.parametrize("variant", ["freestyle-15", "freestyle-19"])
def test_buttons_are_the_same_for_the_other_side(variant: str) -> None:
    """Fours, threes and vital points of the one side are none of the other's."""
    size = int(variant[-2:])
    for seed in range(8):
        dice = random.Random(seed)
        rows = [" ".join(dice.choices("XO.", (1, 2, 6), k=size)) for _ in range(size)]
        seen: list[Viewpoint[Any]] = [
            Viewpoint(GAMES["gomoku"].position("\n".join([*board, f"variant: {variant}"])))
            for board in (rows, [row.translate(str.maketrans("XO", "OX")) for row in rows])
        ]
        first, second = (dict(keypads(GOMOKU_PRESENTER, viewpoint)) for viewpoint in seen)
        assert first == second


def test_buttons_need_no_engine() -> None:
    """The presenters give the buttons in a process that cannot import one."""
    said = subprocess.run(
        [sys.executable, "-c", _WITHOUT_ENGINES], capture_output=True, text=True, check=True
    ).stdout.split("\n")
    for slug, presenter, line in (("go", GO_PRESENTER, said[0]), ("gomoku", GOMOKU_PRESENTER, said[1])):
        variant = {"go": "19x19-korean", "gomoku": "renju-15"}[slug]
        position: Any = GAMES[slug].start(variant).play(Move("h8"))
        keypad = presenter.keypad(Viewpoint(position, (Move("h8"),), selection="near-1"), EN)
        assert line == " ".join(key.label for key in keypad.buttons)


_WITHOUT_ENGINES = """
import sys
sys.modules["ai"] = None
from bot.presenters.base import Viewpoint
from bot.presenters.go import GO_PRESENTER
from bot.presenters.gomoku import GOMOKU_PRESENTER
from bot.texts import texts
from games import GAMES
for slug, variant, presenter in (
    ("go", "19x19-korean", GO_PRESENTER), ("gomoku", "renju-15", GOMOKU_PRESENTER),
):
    position = GAMES[slug].start(variant).play("h8")
    keypad = presenter.keypad(Viewpoint(position, ("h8",), selection="near-1"), texts("en"))
    print(" ".join(key.label for key in keypad.buttons))
"""


# --- What buttons say and where they are ---------------------------------------------------------------


def test_buttons_say_coordinates_and_mean_the_same_in_every_view() -> None:
    for _, presenter, seen in every_moment():
        for _, keypad in keypads(presenter, seen):
            for button in keypad.buttons:
                if button.action is Action.MOVE and button.argument != PASS:
                    assert button.label == button.argument
                elif button.action is Action.SELECT:
                    assert not button.label.isdigit()


@pytest.mark.parametrize("language", LANGUAGES)
def test_typing_is_in_the_first_view_and_passing_apart_from_points(language: str) -> None:
    for _, presenter, seen in every_moment():
        rows = presenter.keypad(seen, texts(language)).rows
        assert [key.action for row in rows for key in row].count(Action.TYPE) == 1
        points = [key for row in rows for key in row if key.action is Action.MOVE]
        assert [key.argument for key in points] in ([], [PASS])
        assert not points or rows[-1][-1] == points[0]


def test_rows_of_a_board_never_change_their_number() -> None:
    """What they leave out of the controls, they have more of buttons: nothing below the board jumps."""
    for _, presenter, seen in every_moment():
        for _, keypad in keypads(presenter, seen):
            assert len(keypad.rows) in (BUTTON_ROWS, BUTTON_ROWS + 1)
            assert all(1 <= len(row) <= BUTTONS_PER_ROW for row in keypad.rows)
            assert all(len(row) == 1 for row in keypad.rows if any(key.label == BLANK for key in row))


@pytest.mark.parametrize("size", [15, 19])
def test_the_parts_cover_the_board_and_overlap(size: int) -> None:
    entry = Entry(Grid(size), frozenset(range(size * size)))
    windows = [entry_view(entry, f"part-{number}").window for number in range(1, 10)]
    spans = {window.span for window in windows if window}
    assert spans == {PART_SPAN}
    starts = sorted({window.column for window in windows if window})
    assert starts[0] == 0 and starts[-1] + PART_SPAN == size
    assert all(after < start + PART_SPAN for start, after in pairwise(starts))
    assert windows[5] == Window(starts[2], starts[1], PART_SPAN)


def test_a_part_with_few_points_has_a_button_for_each() -> None:
    entry = Entry(Grid(19), frozenset(range(14)))
    view = entry_view(entry, "part-1")
    assert (view.stage, list(view.points), list(view.columns)) == (Stage.PART, list(range(7)), [])


# --- Which points of a part have buttons ------------------------------------------------------------------


def buttons_of(selection: str, moves: str = "", variant: str = "19x19-korean") -> list[str]:
    """The points that have buttons in a part, after some moves."""
    presenter, played = presenter_of(variant), tuple(map(Move, moves.split()))
    position: Any = GAMES[presenter.slug].start(variant)
    for move in played:
        position = position.play(move)
    keypad = presenter.keypad(Viewpoint(position, played, selection=selection), EN)
    return [button.label for button in keypad.buttons if button.action is Action.MOVE]


@pytest.mark.parametrize(
    ("variant", "part", "points"),
    [
        ("19x19-korean", "part-1", "c17 d17 e17 c16 d16 e16 c15 d15"),
        ("19x19-korean", "part-3", "p17 q17 r17 p16 q16 r16 q15 r15"),
        ("19x19-korean", "part-7", "c5 d5 c4 d4 e4 c3 d3 e3"),
        ("19x19-korean", "part-2", "h17 j17 k17 l17 m17 j16 k16 l16"),
        ("19x19-korean", "part-6", "r12 q11 r11 q10 r10 q9 r9 r8"),
        ("19x19-korean", "part-5", "k11 j10 k10 l10 k9"),
        ("freestyle-15", "part-5", "h9 g8 h8 i8 h7"),
        ("freestyle-15", "part-3", "k13 l13 m13 k12 l12 m12 l11 m11"),
    ],
)
def test_a_part_without_stones_has_the_points_that_games_begin_with(
    variant: str, part: str, points: str
) -> None:
    assert buttons_of(part, "", variant) == points.split()


def test_stones_elsewhere_change_nothing_in_a_part_without_stones() -> None:
    assert buttons_of("part-3", "d4 c14 d17") == buttons_of("part-3")


def test_around_a_move_all_eight_neighbors_have_buttons() -> None:
    assert buttons_of("near-1", "d4 c14") == ["b15", "c15", "d15", "b14", "d14", "b13", "c13", "d13"]
    assert buttons_of("near-2", "h8 h7", "freestyle-15") == ["g9", "h9", "i9", "g8", "i8", "g7", "i7", "h6"]


def test_a_part_has_the_neighbors_of_every_recent_stone_in_it() -> None:
    around = buttons_of("part-1", "d17 c14")
    assert set(around) == {"d18", "c17", "e17", "d16", "c15", "b14", "d14", "c13"}


def test_the_first_line_comes_after_inner_points_that_are_as_near() -> None:
    points = buttons_of("near-1", "q16 c14 q4 b14")
    assert "a14" in points, "a neighbor"
    assert not {"a16", "a12"} & set(points)
    handicap = Entry(Grid(19), frozenset(range(361)) - {2 * 19 + 2}, stones=[2 * 19 + 2])
    view = entry_view(handicap, "part-1")
    assert all(point % 19 and point >= 19 for point in view.points)


def test_points_have_rows_of_their_own_in_the_order_of_the_board() -> None:
    for variant, presenter, seen in every_moment():
        grid = presenter.points(seen.position).grid
        for selection, keypad in keypads(presenter, seen):
            actions = [{key.action for key in row if key.label not in ("Back", BLANK)} for row in keypad.rows]
            if selection:
                assert all(len(kinds) <= 1 for kinds in actions), (variant, selection)
                assert keypad.rows[-1][-1].label == "Back"
                points = [grid.index(key.argument) for key in keypad.buttons if key.action is Action.MOVE]
                assert points == sorted(points)


def test_a_part_keeps_its_columns_and_the_way_back_in_place_when_a_column_is_chosen() -> None:
    position: Any = GAMES["go"].start("19x19-korean")
    part, column = (
        GO_PRESENTER.keypad(Viewpoint(position, selection=chosen), EN).rows
        for chosen in ("part-1", "part-1.d")
    )
    assert [[key.label for key in row] for row in part[2:]] == [["a", "b", "c", "d"], ["e", "f", "g", "Back"]]
    assert [[key.label for key in row] for row in column[2:]] == [
        [key.label for key in row] for row in part[2:]
    ]
