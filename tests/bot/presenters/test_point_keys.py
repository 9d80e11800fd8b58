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
from itertools import combinations, pairwise, product
from typing import Any

import pytest

from bot import puzzles
from bot.drawing.base import Window
from bot.presenters.base import BLANK, BUTTON_ROWS, BUTTONS_PER_ROW, Action, Keypad, Tone, Viewpoint
from bot.presenters.go import GO_PRESENTER
from bot.presenters.gomoku import GOMOKU_PRESENTER
from bot.presenters.point_keys import Entry, Stage, entry_view
from bot.presenters.point_rows import MAX_POINTS, band_rows, point_rows, whole_rows
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


@pytest.mark.parametrize(("size", "span"), [(15, 5), (19, 7)])
def test_the_parts_cover_the_board(size: int, span: int) -> None:
    entry = Entry(Grid(size), frozenset(range(size * size)))
    windows = [entry_view(entry, f"part-{number}").window for number in range(1, 10)]
    assert {window.span for window in windows if window} == {span}
    starts = sorted({window.column for window in windows if window})
    assert starts[0] == 0 and starts[-1] + span == size
    assert all(after <= start + span for start, after in pairwise(starts))
    assert windows[5] == Window(starts[2], starts[1], span)


def test_a_part_with_few_points_has_a_button_for_each() -> None:
    entry = Entry(Grid(19), frozenset(range(14)))
    view = entry_view(entry, "part-1")
    assert (view.stage, list(view.points), list(view.bands)) == (Stage.PART, list(range(7)), [])


# --- Which points of a part have buttons ------------------------------------------------------------------


def played(moves: str, variant: str) -> tuple[Any, tuple[Move, ...]]:
    """The position after some moves, and the moves."""
    position: Any = GAMES[presenter_of(variant).slug].start(variant)
    line = tuple(map(Move, moves.split()))
    for move in line:
        position = position.play(move)
    return position, line


def keypad_of(selection: str, moves: str = "", variant: str = "19x19-korean") -> Keypad:
    return presenter_of(variant).keypad(Viewpoint(*played(moves, variant), selection=selection), EN)


def rows_of(selection: str, moves: str = "", variant: str = "19x19-korean") -> list[str]:
    """The rows of buttons in a part, after some moves; those of stones are in brackets."""
    rows = keypad_of(selection, moves, variant).rows
    return [" ".join(f"({key.label})" if key.disabled else key.label for key in row) for row in rows]


START = {
    "part-1": ["c17 d17 e17", "c16 d16 e16", "c15 d15 e15"],
    "part-2": ["j17 k17 l17", "j16 k16 l16", "j15 k15 l15"],
    "part-5": ["j11 k11 l11", "j10 k10 l10", "j9 k9 l9"],
    "part-6": ["p11 q11 r11", "p10 q10 r10", "p9 q9 r9"],
    "part-7": ["c5 d5 e5", "c4 d4 e4", "c3 d3 e3"],
}


@pytest.mark.parametrize(("part", "rows"), START.items())
def test_a_part_without_stones_has_the_points_that_games_begin_with(part: str, rows: list[str]) -> None:
    assert rows_of(part)[:3] == rows


def test_the_middle_of_fifteen_lines_is_around_its_middle_point() -> None:
    rows = ["g9 h9 i9", "g8 h8 i8", "g7 h7 i7", "⇑ • ⇓ Back"]
    assert rows_of("part-5", "", "freestyle-15") == rows


def test_stones_elsewhere_change_nothing_in_a_part_without_stones() -> None:
    assert rows_of("part-3", "d4 c14 d17") == rows_of("part-3")


def test_around_a_move_the_buttons_stand_as_the_points_of_the_board_do() -> None:
    assert rows_of("near-1", "d4 c14") == [
        "b15 c15 d15 e15",
        "b14 (c14) d14 e14",
        "b13 c13 d13 e13",
        "⇑ • ⇓ Back",
    ]
    assert rows_of("near-2", "h8 g8", "freestyle-15")[1] == "(g8) (h8) i8 j8"
    assert rows_of("near-1", "d4 t19")[:3] == ["q19 r19 s19 (t19)", "q18 r18 s18 t18", "q17 r17 s17 t17"]


LADDER = "d4 d5 e4 e5 f4 f5 q16 d3 q4 e3 k16 f3 k10 c4"
"""White's c4 leaves the chain d4 e4 f4 one liberty, g4, three columns beyond what is around c4."""
NET = "d4 e4 q16 d5 q4 c4 k16"
"""Black's stone on d4 has one liberty, d3."""


@pytest.mark.parametrize(("moves", "urgent"), [(LADDER, "g4"), (NET, "d3"), (f"{NET} q10", "d3")])
def test_around_the_last_moves_an_atari_has_its_capture_and_its_escape(moves: str, urgent: str) -> None:
    counted = taps(GO_PRESENTER, Viewpoint(*played(moves, "19x19-korean")))
    assert counted[urgent] == 2
    if moves == LADDER:
        seen = Viewpoint(*played(moves, "19x19-korean"), selection="near-1")
        window = GO_PRESENTER.view_state(seen).window
        assert window is not None and GO_PRESENTER.keypad(seen, EN).plays(Move(urgent))
        assert {(2, 15), (6, 15)} <= {point for line in window.points() for point in line}


def test_around_a_move_among_stones_buttons_are_of_points_that_can_be_played() -> None:
    moves = "d4 d5 e4 e5 f4 f5 c5 c6 b6 q16 b4 c4"
    assert all(not key.disabled for key in keypad_of("near-1", moves).buttons)
    assert keypad_of("near-1", moves).plays(Move("c3"))


def test_a_stone_among_the_buttons_cannot_be_pressed() -> None:
    (stone,) = (key for key in keypad_of("near-1", "d4 c14").buttons if key.argument == "c14")
    assert stone.disabled and stone.tone is Tone.PLAIN


def test_a_part_has_the_neighbors_of_the_last_move_but_one_and_what_is_in_line() -> None:
    around = {key.argument for key in keypad_of("part-1", "d17 c14").buttons}
    assert {"d18", "c17", "e17", "d16"} <= around, "beside the last move but one"
    assert {"c15", "b14", "d14", "c13"} <= around, "beside the last one"


@pytest.mark.parametrize(
    ("part", "moves", "points"),
    [
        ("part-1", "e14 q4", "d16 c16 d17 c17"),
        ("part-3", "o14 d4", "q16 q17 r16 r17"),
        ("part-9", "o6 d4", "q4 q3 r4 r3"),
    ],
)
def test_a_part_of_go_with_stones_offers_its_corner_if_nobody_has_taken_it(
    part: str, moves: str, points: str
) -> None:
    assert {*points.split()} <= {key.argument for key in keypad_of(part, moves).buttons}


def test_corners_are_nothing_special_in_gomoku() -> None:
    around = {key.argument for key in keypad_of("part-1", "a14 h8", "freestyle-15").buttons}
    assert not {"c12", "c13", "d12", "d13"} <= around


def test_every_point_of_a_part_has_a_button_in_the_view_of_its_rows() -> None:
    for seed in range(40):
        dice = random.Random(seed)
        stones = dice.sample(range(361), seed * 3)
        entry = Entry(Grid(19), frozenset(range(361)) - {*stones}, stones[:4], stones=stones)
        for part in (*(f"part-{number}" for number in range(1, 10)), "near-1", "near-2"):
            view = entry_view(entry, part)
            if view.window is None:
                continue
            views = [entry_view(entry, f"{part}.{number}") for number, _ in enumerate(view.bands, 1)]
            reached = {*view.points, *(point for of_band in views for point in of_band.points)}
            inside = {row * 19 + column for line in view.window.points() for column, row in line}
            assert inside & entry.legal <= reached
            assert len(view.points) <= (MAX_POINTS if view.bands else MAX_POINTS + 2)
            for of_band in views:
                rows = band_rows(entry.grid, of_band.points)
                assert rows is not None and [point for row in rows for point in row] == list(of_band.points)


@pytest.mark.parametrize("top", [0, 3])
def test_rows_of_the_widest_names_are_short(top: int) -> None:
    """Every pattern of stones in the columns l and m of a part."""
    grid = Grid(19, top_row_first=False)
    for pattern in product(range(4), repeat=7):
        points = [
            (top + row) * 19 + column
            for row, sides in enumerate(pattern)
            for side, column in ((1, 11), (2, 12))
            if sides & side
        ]
        rows = point_rows(grid, points, with_back=True)
        assert rows is not None and [point for row in rows for point in row] == points
        assert all(len(row) < 4 for row in rows if sum(grid.name(point)[0] == "m" for point in row) > 2)


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


def test_the_arrows_stay_in_place_where_there_is_room() -> None:
    part, chosen = (keypad_of(selection).rows[-1] for selection in ("part-1", "part-1.2"))
    assert [key.label for key in part] == [key.label for key in chosen] == ["⇑", "•", "⇓", "Back"]
    assert [(key.tone, key.disabled) for key in chosen[:2]] == [(Tone.PLAIN, False), (Tone.SELECTED, True)]


def test_an_arrow_leads_to_all_points_of_its_rows_in_rows_of_the_board() -> None:
    assert rows_of("part-3.1") == ["n19 o19 p19 q19", "r19 s19 t19", "n18 o18 p18 q18", "r18 s18 t18 Back"]
    below = ["e7 f7 g7", "h7 i7", "e6 f6 g6", "h6 i6 Back"]
    assert rows_of("near-1.3", "h8 g8", "freestyle-15") == below


def test_rows_without_room_for_all_have_those_that_had_no_button() -> None:
    assert rows_of("part-3.2") == ["n17 o17 s17 t17", "n16 o16 s16 t16", "n15 o15 s15 t15", "⇑ (•) ⇓ Back"]


@pytest.mark.parametrize("variant", ["19x19-korean", "renju-15", "freestyle-19"])
def test_rows_of_buttons_behind_an_arrow_rarely_mix_rows_of_the_board(variant: str) -> None:
    presenter, views, mixed = presenter_of(variant), 0, 0
    for seen in moments(variant):
        grid = presenter.points(seen.position).grid
        for part in (*(f"part-{number}" for number in range(1, 10)), "near-1", "near-2"):
            for band in range(1, 4):
                keypad = presenter.keypad(replace(seen, selection=f"{part}.{band}"), EN)
                rows = [
                    {grid.index(key.argument) // grid.size for key in row if key.action is Action.MOVE}
                    for row in keypad.rows
                ]
                views += 1
                mixed += any(len(of_board) > 1 for of_board in rows)
    assert mixed / views < 1 / 9


def test_most_rows_of_buttons_divide_no_row_of_the_board() -> None:
    """A row of the board is in two rows of buttons in fewer than one view of seven."""
    views = divided = 0
    for variant, presenter, seen in every_moment():
        grid = presenter.points(seen.position).grid
        for selection, keypad in keypads(presenter, seen) if VARIANTS[variant] == 3 else ():
            rows = [
                {grid.index(key.argument) // grid.size for key in row if key.action is Action.MOVE}
                for row in keypad.rows
            ]
            views += selection != ""
            divided += any(row & other for row, other in combinations(rows, 2))
    assert divided / views < 1 / 7


def test_rows_of_the_board_have_rows_of_buttons_or_share_one() -> None:
    grid = Grid(19)
    assert whole_rows(grid, [0, 1, 19, 38, 39, 40]) == [[0, 1], [19], [38, 39, 40]]
    assert whole_rows(grid, [0, 1, 19, 20, 38, 57, 58, 76]) == [[0, 1, 19, 20], [38, 57, 58, 76], []]
    assert whole_rows(grid, [*range(5), 19]) is None, "five are too wide for a phone"
    columns = [row * 19 + column for row in range(7) for column in range(2)]
    assert whole_rows(grid, columns) is None
    assert [len(row) for row in whole_rows(grid, columns, with_back=True) or ()] == [4, 4, 4, 2]


# --- The picture of a part ------------------------------------------------------------------------------


def test_the_points_with_buttons_have_rings_in_a_part_alone() -> None:
    for variant, presenter, seen in every_moment():
        stones = presenter.points(seen.position).stones
        grid = presenter.points(seen.position).grid
        for selection, keypad in keypads(presenter, seen):
            buttons = {
                key.argument for key in keypad.buttons if key.action is Action.MOVE and not key.disabled
            }
            is_part = selection != "" and VARIANTS[variant] == 3
            assert keypad.rings == (buttons if is_part else set())
            assert not any(stones[grid.index(name)] for name in keypad.rings)
            assert keypad.disabled().rings == set(), "nothing is marked while the opponent moves"


def test_the_column_of_a_small_board_that_is_chosen_is_marked() -> None:
    large, small = (played("", variant)[0] for variant in ("19x19-korean", "13x13-chinese"))
    for position, selection, columns in (
        (small, "", range(0)),
        (small, "d", range(3, 4)),
        (large, "part-1.2", range(0)),
    ):
        assert GO_PRESENTER.view_state(Viewpoint(position, selection=selection)).columns == columns
