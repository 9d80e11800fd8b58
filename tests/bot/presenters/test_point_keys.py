"""The bars of move entry on large boards: taps, a clean and neutral board, what buttons say.

`docs/experiments/move_entry.md` has the designs that were compared, and figures of more games.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
from collections import deque
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import cache
from itertools import islice, product
from typing import Any

import pytest

from bot import puzzles
from bot.drawing.base import Window
from bot.presenters.base import Viewpoint
from bot.presenters.go import GO_PRESENTER
from bot.presenters.gomoku import GOMOKU_PRESENTER
from bot.presenters.keypad import BLANK, BUTTON_ROWS, BUTTONS_PER_ROW, Action, Keypad, Tone
from bot.presenters.point_keys import BLOCK, WINDOW_COLUMNS, WINDOW_ROWS, Entry, distance, entry_view
from bot.presenters.points import FIGURE_SPACE, PointsPresenter
from bot.texts import LANGUAGES, texts
from games import GAMES
from games.base import PASS, Move
from games.go import GoPosition
from games.grid import Grid, shown_point

EN = texts("en")
VARIANTS = {
    "9x9-korean": 2,
    "13x13-chinese": 2,
    "19x19-korean": 3,
    "renju-15": 3,
    "freestyle-19": 3,
}
"""How many taps a point may take, but for those that are diagonally between the parts: one more."""
_SELECTIONS = 3
"""More are not needed for any point."""
BETWEEN = 0.15
"""At most this share of the points is."""
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


def taps(presenter: PointsPresenter[Any], seen: Viewpoint[Any], moves: Collection[Move]) -> dict[str, int]:
    """How many taps some moves take, and others that are reached before, by the buttons alone."""
    counted, steps, waiting = dict[str, int](), {"": 0}, deque([""])
    while waiting and not counted.keys() >= {*moves}:
        selection = waiting.popleft()
        for button in presenter.keypad(replace(seen, selection=selection), EN).buttons:
            if button.disabled:
                continue
            if button.action is Action.MOVE:
                counted.setdefault(button.argument, steps[selection] + 1)
            elif (
                button.action is Action.SELECT
                and button.argument not in steps
                and steps[selection] < _SELECTIONS
            ):
                steps[button.argument] = steps[selection] + 1
                waiting.append(button.argument)
    return counted


@cache
def counted_taps(variant: str) -> tuple[tuple[Viewpoint[Any], dict[str, int]], ...]:
    """How many taps each move of each moment takes."""
    presenter = presenter_of(variant)
    return tuple((seen, taps(presenter, seen, seen.position.legal_moves())) for seen in moments(variant))


def every_moment() -> Iterator[tuple[str, PointsPresenter[Any], Viewpoint[Any]]]:
    for variant in VARIANTS:
        yield from ((variant, presenter_of(variant), seen) for seen in moments(variant))


@cache
def keypads_of_moments(variant: str) -> tuple[tuple[Viewpoint[Any], str, Keypad], ...]:
    """Of each moment the keypads without a selection and after each of the first buttons."""
    return tuple(
        (seen, selection, keypad)
        for seen in moments(variant)
        for selection, keypad in keypads(presenter_of(variant), seen)
    )


def every_keypad() -> Iterator[tuple[str, PointsPresenter[Any], Viewpoint[Any], Keypad]]:
    """The keypads of all moments; what they are seen with has the selection."""
    for variant in VARIANTS:
        for seen, selection, keypad in keypads_of_moments(variant):
            yield variant, presenter_of(variant), replace(seen, selection=selection), keypad


def keypads(presenter: PointsPresenter[Any], seen: Viewpoint[Any]) -> Iterator[tuple[str, Keypad]]:
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
        between = [move for move, taken in counted.items() if taken > limit]
        assert all(counted[move] == limit + 1 for move in between)
        size = presenter_of(variant).points(seen.position).size
        assert len(between) <= (BETWEEN * size**2 if limit == 3 else 0)


@pytest.mark.parametrize("variant", VARIANTS)
def test_neighbors_of_the_last_moves_take_two_taps(variant: str) -> None:
    """Of the last two; in Go on 19 lines between people: beside a computer, *Hint* has the place of one ◎."""
    presenter = presenter_of(variant)
    for seen, counted in counted_taps(variant):
        grid = presenter.points(seen.position).grid
        last = [move for move in seen.moves[-2:] if move != PASS]
        near = {grid.name(point) for move in last for point in neighbors(grid, move)}
        assert all(counted[move] <= 2 for move in near & set(counted))


def test_nearly_all_captures_that_the_last_move_is_about_take_two_taps() -> None:
    """A last liberty can be too far from the last move for one block."""
    reached = list[bool]()
    for seed in range(4):
        dice, position = random.Random(seed), GAMES["go"].start("19x19-korean")
        moves: tuple[Move, ...] = (Move("k10"),)
        position = position.play(moves[0])
        for _ in range(120):
            assert isinstance(position, GoPosition)
            grid = GO_PRESENTER.points(position).grid
            about = {grid.index(moves[-1]), *neighbors(grid, moves[-1])}
            shown = GO_PRESENTER.keypad(Viewpoint(position, moves, selection="near-1"), EN)
            for chain in position.chains.every:
                if len(chain.liberties) == 1 and about & {*chain.points}:
                    move = grid.name(next(iter(chain.liberties)))
                    reached += [shown.plays(move)] if move in position.legal_moves() else []
            near = [
                move
                for move in position.legal_moves()
                if move != PASS and distance(grid.index(move), grid.index(moves[-1]), 19) <= 5
            ]
            moves = (*moves, dice.choice(near or [PASS]))
            if moves[-1] == PASS:
                break
            position = position.play(moves[-1])
    assert len(reached) > 20
    assert sum(reached) >= 0.9 * len(reached)


def neighbors(grid: Grid, move: Move) -> Iterator[int]:
    row, column = divmod(grid.index(move), grid.size)
    for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
        if 0 <= r < grid.size and 0 <= c < grid.size:
            yield r * grid.size + c


@pytest.mark.parametrize(("slug", "sizes"), [("go", {9}), ("gomoku", {15, 19})])
def test_most_moves_of_recorded_games_take_two_taps(slug: str, sizes: set[int]) -> None:
    """The games that the puzzles come from."""
    counted = list[int]()
    of_sizes = (puzzle for puzzle in puzzles.of_game(slug) if not puzzle.variant.startswith(("13x", "19x")))
    for puzzle in islice(of_sizes, 30):
        position, presenter = GAMES[slug].start(puzzle.variant), presenter_of(puzzle.variant)
        for ply, move in enumerate(puzzle.moves):
            if ply % 4 == 3 and move != PASS:
                assert presenter.points(position).size in sizes
                counted.append(taps(presenter, Viewpoint(position, puzzle.moves[:ply]), [move])[move])
            position = position.play(move)
    assert len(counted) > 80
    assert statistics.median(counted) <= 2
    assert sum(taken <= 3 for taken in counted) >= 0.97 * len(counted)


# --- A clean and neutral board -------------------------------------------------------------------------


def test_nothing_is_written_on_the_board() -> None:
    for _, presenter, seen, keypad in every_keypad():
        assert keypad.labels == {}
        assert presenter.view_state(seen).selected is None


def test_the_board_stays_whole_until_a_part_is_chosen() -> None:
    for variant, presenter, seen, _ in every_keypad():
        window = presenter.view_state(seen).window
        assert (window is not None) is (seen.selection != "" and VARIANTS[variant] == 3)


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
    for _, _, _, keypad in every_keypad():
        for button in keypad.buttons:
            if button.action is Action.MOVE and button.argument != PASS:
                assert button.label.replace(FIGURE_SPACE, "") == shown_point(button.argument)
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


def test_rows_of_a_board_change_their_number_only_where_the_picture_is_lower() -> None:
    """What they leave out of the controls, they have more of buttons: nothing below the board jumps."""
    for _, presenter, seen, keypad in every_keypad():
        window = presenter.view_state(seen).window
        assert len(keypad.rows) in ((BLOCK + 1,) if window else (BUTTON_ROWS, BUTTON_ROWS + 1))
        rows = keypad.rows[:-1] if window else keypad.rows
        assert all(1 <= len(row) <= BUTTONS_PER_ROW for row in rows)
        assert all(len(row) == 1 for row in keypad.rows if any(key.label == BLANK for key in row))


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
    """The rows of buttons in a part, after some moves; those that cannot be pressed are in brackets."""
    rows = keypad_of(selection, moves, variant).rows
    labels = [[(key.label.replace(FIGURE_SPACE, ""), key.disabled) for key in row] for row in rows]
    return [" ".join(f"({label})" if is_off else label for label, is_off in row) for row in labels]


BEGINNINGS = {
    "part-1": "c17 d17 e17 f17, c16 d16 e16 f16, c15 d15 e15 f15, c14 d14 e14 f14, ←a ↑19 ↓10 →k Back",
    "part-2": "j17 k17 L17 m17, j16 k16 L16 m16, j15 k15 L15 m15, j14 k14 L14 m14, ←e ↑19 ↓10 →q Back",
    "part-5": "j11 k11 L11 m11, j10 k10 L10 m10, j9 k9 L9 m9, j8 k8 L8 m8, ←e ↑15 ↓4 →q Back",
    "part-9": "o6 p6 q6 r6, o5 p5 q5 r5, o4 p4 q4 r4, o3 p3 q3 r3, ←k ↑10 ↓1 →t Back",
}


@pytest.mark.parametrize(("part", "rows"), BEGINNINGS.items())
def test_a_part_begins_with_the_same_block(part: str, rows: str) -> None:
    assert ", ".join(rows_of(part)) == rows
    stones = ", ".join(rows_of(part, "d4 e14 g3 d10"))
    assert stones.replace("(", "").replace(")", "") == rows


def test_the_labels_of_a_part_are_equally_long() -> None:
    """A phone has buttons as wide as their labels: those of rows 9 and 10 would not stand in columns."""
    for part, length in (("part-5", 3), ("part-9", 2)):
        assert {len(key.label) for row in keypad_of(part).rows[:BLOCK] for key in row} == {length}


@pytest.mark.parametrize("variant", ["19x19-korean", "freestyle-15", "freestyle-19"])
def test_the_middle_point_is_amid_the_block_of_the_middle(variant: str) -> None:
    grid = presenter_of(variant).points(played("", variant)[0]).grid
    middle = grid.name(grid.size**2 // 2)
    rows = [[key.argument for key in row] for row in keypad_of("part-5", "", variant).rows[:BLOCK]]
    assert middle in {name for row in rows[1:3] for name in row[1:3]}


def test_beside_a_part_is_what_leads_to_the_move_that_it_does_not_show() -> None:
    """The last one, or in the part around that the move before: the player's own."""
    moves = "d16 q4"
    for selection, label, argument in (
        ("near-1", "⌂d16", "near-2"),
        ("near-2", "◎q4", "near-1"),
        ("part-5", "◎q4", "near-1"),
        ("block-0-0", "◎q4", "near-1"),
    ):
        key = keypad_of(selection, moves).elsewhere
        assert key is not None and (key.label, key.argument, key.disabled) == (label, argument, False)
    assert keypad_of("", moves).elsewhere is None, "the whole board has such a button of its own"


@pytest.mark.parametrize(("moves", "label"), [("", "◎"), ("d4", "◎d4"), ("d4 c3", "⌂d4")])
def test_what_would_lead_to_the_part_that_is_shown_is_off_and_keeps_its_place(moves: str, label: str) -> None:
    key = keypad_of("near-1" if moves else "part-1", moves).elsewhere
    assert key is not None and (key.label, key.disabled) == (label, True)


@pytest.mark.parametrize("variant", ["19x19-korean", "freestyle-15", "freestyle-19"])
def test_the_first_block_of_a_part_has_its_star_point(variant: str) -> None:
    grid = presenter_of(variant).points(played("", variant)[0]).grid
    size = grid.size
    lines = (3, size // 2, size - 4)
    for number, (row, column) in enumerate(product(lines, lines), 1):
        assert keypad_of(f"part-{number}", "", variant).plays(grid.name(row * size + column))


def test_the_middle_of_a_board_of_gomoku_is_around_its_middle_point() -> None:
    rows = ["g9 h9 i9 j9", "g8 h8 i8 j8", "g7 h7 i7 j7", "g6 h6 i6 j6", "←c ↑13 ↓2 →n Back"]
    assert rows_of("part-5", "", "freestyle-15") == rows
    assert rows_of("part-5", "", "freestyle-19")[:2] == ["i11 j11 k11 L11", "i10 j10 k10 L10"]


def test_every_view_of_a_large_board_is_a_square_of_the_board_above_a_row_that_stays() -> None:
    for variant, presenter, seen, first in every_keypad():
        if seen.selection == "" or VARIANTS[variant] < 3:
            continue
        grid, legal = presenter.points(seen.position).grid, {*seen.position.legal_moves()}
        arrows = [key.argument for key in first.rows[-1][:-1] if not key.disabled]
        for keypad in (presenter.keypad(replace(seen, selection=arrow), EN) for arrow in arrows):
            *rows, last = keypad.rows
            points = [[divmod(grid.index(key.argument), grid.size) for key in row] for row in rows]
            top, left = points[0][0]
            assert points == [[(top + r, left + c) for c in range(BLOCK)] for r in range(BLOCK)]
            assert all(key.disabled is not (key.argument in legal) for row in rows for key in row)
            assert [key.action for key in last] == [Action.SELECT] * 5
            assert (last[-1].label, last[-1].argument) == ("Back", "")


def test_an_arrow_leads_to_the_block_beside_and_the_opposite_one_back() -> None:
    for name in (*(f"part-{number}" for number in range(1, 10)), "near-1", "near-2"):
        keypad = keypad_of(name, "d4 q16")
        for arrow, opposite in ((0, 3), (1, 2), (2, 1), (3, 0)):
            selection = keypad.rows[-1][arrow].argument
            back = keypad_of(keypad_of(selection, "d4 q16").rows[-1][opposite].argument, "d4 q16")
            is_at_edge = distance_moved(keypad, keypad_of(selection, "d4 q16")) < BLOCK
            assert is_at_edge or [row[0].label for row in back.rows[:-1]] == [
                row[0].label for row in keypad.rows[:-1]
            ]


def distance_moved(keypad: Keypad, moved: Keypad) -> int:
    """How many lines one block is from another."""
    grid = Grid(19, top_row_first=False)
    before, after = (divmod(grid.index(each.rows[0][0].argument), 19) for each in (keypad, moved))
    return abs(before[0] - after[0]) + abs(before[1] - after[1])


ARROWS = [
    ("block-0-0", "(←) (↑) ↓12 →h Back"),
    ("block-15-15", "←m ↑8 (↓) (→) Back"),
    ("block-2-2", "←a ↑19 ↓10 →k Back"),
    ("block-4-7", "←a ↑16 ↓5 →m Back"),
]


@pytest.mark.parametrize(("selection", "row"), ARROWS)
def test_arrows_say_to_which_line_they_lead(selection: str, row: str) -> None:
    assert rows_of(selection)[-1] == row


def test_selections_of_earlier_versions_lead_to_the_first_block_of_their_part() -> None:
    assert rows_of("part-1.2") == rows_of("part-1")
    assert rows_of("near-1.3", "d4") == rows_of("near-1", "d4")


def test_a_corner_that_alone_can_be_played_is_reached() -> None:
    """As where hand and brain leaves only some points of a region."""
    grid = Grid(19, top_row_first=False)
    for legal in (0, 1, 18, 19 * 18, 19 * 19 - 1):
        entry = Entry(grid, frozenset([legal]))
        column, row = legal % 19 // 7 + 1, legal // 19 // 7
        view = entry_view(entry, f"part-{3 * row + column}")
        assert legal in view.reach
        for _ in range(2):
            leading = [shift for shift in view.shifts if legal in shift.beyond]
            view = entry_view(entry, leading[0].selection) if leading else view
        assert legal in view.points


def test_a_selection_off_the_board_is_the_block_at_its_edge() -> None:
    assert rows_of("block-99-99") == rows_of("block-15-15")


def test_an_arrow_to_points_that_are_all_taken_cannot_be_pressed() -> None:
    grid = Grid(19, top_row_first=False)
    legal = frozenset(row * 19 + column for row in range(19) for column in range(4, 19))
    left, above, below, right = entry_view(Entry(grid, legal), "block-4-2").shifts
    assert legal.isdisjoint(left.points)
    assert not any(legal.isdisjoint(shift.points) for shift in (above, below, right))


@pytest.mark.parametrize("stone", ["k10", "d4", "t19", "a10", "q9"])
def test_what_is_beside_a_block_is_seen_and_has_an_arrow(stone: str) -> None:
    """On all sides where the board goes on, at least one line around the block."""
    grid = Grid(19, top_row_first=False)
    for number in (1, 2):
        selection, moves = f"near-{number}", f"{stone} {'c3' if stone != 'c3' else 'q4'}"
        view = GO_PRESENTER.view_state(Viewpoint(*played(moves, "19x19-korean"), selection=selection))
        assert view.window is not None and view.chosen is not None
        shown = {at for line in view.window.points() for at in line}
        first, *_ = keypad_of(selection, moves).rows[0]
        row, column = divmod(grid.index(first.argument), 19)
        around = {
            (c, r) for c in range(column - 1, column + BLOCK + 1) for r in range(row - 1, row + BLOCK + 1)
        }
        assert {(c, r) for c, r in around if 0 <= c < 19 and 0 <= r < 19} <= shown


@pytest.mark.parametrize("variant", ["19x19-korean", "freestyle-15"])
def test_a_block_is_enlarged_with_what_is_around_it(variant: str) -> None:
    for presenter, seen in ((presenter_of(variant), seen) for seen in moments_of(variant)):
        grid = presenter.points(seen.position).grid
        for part in (*(f"part-{number}" for number in range(1, 10)), "near-1", "near-2"):
            arrows = presenter.keypad(replace(seen, selection=part), EN).rows[-1][:-1]
            for selection in (part, *(key.argument for key in arrows if not key.disabled)):
                selected = replace(seen, selection=selection)
                window = presenter.view_state(selected).window
                if window is None:
                    continue
                assert (window.span, window.height) == (WINDOW_COLUMNS, WINDOW_ROWS)
                inside = {row * grid.size + column for line in window.points() for column, row in line}
                names = [key.argument for row in presenter.keypad(selected, EN).rows[:-1] for key in row]
                assert {grid.index(Move(name)) for name in names} <= inside


def moments_of(variant: str) -> tuple[Viewpoint[Any], ...]:
    """An empty board, and stones at every edge."""
    return tuple(
        Viewpoint(*played(moves, variant)) for moves in ("", "a1 h8", "a15 o1", "b14 n2 o15", "h8 g8")
    )


def test_around_a_move_the_buttons_stand_as_the_points_of_the_board_do() -> None:
    assert rows_of("near-1", "d4 c14")[:4] == [
        "b15 c15 d15 e15",
        "b14 (c14) d14 e14",
        "b13 c13 d13 e13",
        "b12 c12 d12 e12",
    ], "no part begins with rows 11 to 13"
    for corner, approaches in (("q16", "o17 r14"), ("d4", "f3 c6"), ("q4", "r6 o3")):
        keypad = keypad_of("near-1", corner)
        assert all(keypad.plays(Move(point)) for point in approaches.split())
    assert rows_of("near-2", "h8 g8", "freestyle-15")[:2] == ["f9 g9 h9 i9", "f8 (g8) (h8) i8"]
    assert rows_of("near-1", "d4 t19")[:2] == ["q19 r19 s19 (t19)", "q18 r18 s18 t18"]


@pytest.mark.parametrize("size", [15, 19])
def test_the_first_block_around_a_move_holds_its_neighbors(size: int) -> None:
    grid = Grid(size, top_row_first=False)
    for move in range(size * size):
        points = entry_view(
            Entry(grid, frozenset(range(size * size)), [move], stones=[move]), "near-1"
        ).points
        assert {move, *neighbors(grid, grid.name(move))} <= {*points}


NET = "d4 e4 q16 d5 q4 c4 k16"
"""Black's stone on d4 has one liberty, d3."""


def test_around_a_move_are_the_points_of_the_fight_and_no_bare_edge() -> None:
    """Black's capturing race in the corner needs c1; of the first line g1 is beside no stone."""
    keypad = keypad_of("near-1", "d4 d3 c3 c2 d2 e3")
    assert all(keypad.plays(Move(point)) for point in ("c1", "d1", "e2", "f2", "e4", "f3"))
    assert not keypad.plays(Move("g1"))


@pytest.mark.parametrize("moves", ["d4 e4 q16 d5 q4 c4", f"{NET} d17 c3"])
def test_around_the_last_move_an_atari_has_its_capture_and_its_escape(moves: str) -> None:
    assert keypad_of("near-1", moves).plays(Move("d3"))


def test_a_stone_among_the_buttons_cannot_be_pressed() -> None:
    (stone,) = (key for key in keypad_of("near-1", "d4 c14").buttons if key.argument == "c14")
    assert stone.disabled and stone.tone is Tone.PLAIN


# --- The picture of a part ------------------------------------------------------------------------------


def test_the_points_with_buttons_have_rings_in_a_part_alone() -> None:
    for variant, presenter, seen, keypad in every_keypad():
        points = presenter.points(seen.position)
        buttons = {key.argument for key in keypad.buttons if key.action is Action.MOVE and not key.disabled}
        is_part = seen.selection != "" and VARIANTS[variant] == 3
        assert keypad.rings == (buttons if is_part else set())
        assert not any(points.stones[points.grid.index(name)] for name in keypad.rings)
        assert keypad.disabled().rings == set(), "nothing is marked while the opponent moves"


def test_the_column_that_is_chosen_or_the_block_is_marked() -> None:
    large, small = (played("", variant)[0] for variant in ("19x19-korean", "13x13-chinese"))
    for position, selection, chosen in (
        (small, "", None),
        (small, "d", Window(3, 0, 1, 13)),
        (large, "", None),
        (large, "block-0-2", Window(0, 2, 4)),
        (large, "part-5", Window(8, 8, 4)),
    ):
        assert GO_PRESENTER.view_state(Viewpoint(position, selection=selection)).chosen == chosen
