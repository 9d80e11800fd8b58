"""The window of point buttons that Go and Gomoku share: where it opens, what it shows, where it can go."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import pytest

from bot.drawing.base import Window
from bot.presenters.base import MAX_MENU_OPTIONS, Keypad, KeypadButton, Menu, Viewpoint
from bot.presenters.go import GO_PRESENTER
from bot.presenters.gomoku import GOMOKU_PRESENTER
from bot.presenters.points import (
    ILLEGAL,
    SPAN,
    STONES,
    URGENT,
    Points,
    PointsPresenter,
    Windows,
    busiest_window,
    selection_of,
)
from bot.texts import LANGUAGES, texts
from games.base import PASS, Game, Move
from games.go import GO
from games.gomoku import GOMOKU
from games.grid import Grid

EN = texts("en")
SIZES = (9, 13, 15, 19)
ARROWS = ["⬅️", "⬆️", "⬇️", "➡️"]
CONTROLS = 4  # typing, hint, undo, resigning

Story = tuple[PointsPresenter[Any], Viewpoint[Any]]
every_language = pytest.mark.parametrize("language", LANGUAGES)
every_board = pytest.mark.parametrize(
    ("size", "tiled"), [(size, tiled) for size in SIZES for tiled in (False, True)]
)


@cache
def stories() -> tuple[Story, ...]:
    """Moments of random games on boards of every size, with and without forbidden points."""
    kinds: list[tuple[PointsPresenter[Any], Game, str]] = [
        *((GOMOKU_PRESENTER, GOMOKU, variant) for variant in GOMOKU.variants),
        *((GO_PRESENTER, GO, variant) for variant in ("9x9-chinese", "13x13-korean", "19x19-korean-h9")),
    ]
    return tuple(
        (presenter, seen) for presenter, game, variant in kinds for seen in _moments(game, variant, plies=110)
    )


def _moments(game: Game, variant: str, plies: int) -> Iterator[Viewpoint[Any]]:
    rng = random.Random(variant)
    position, moves = game.start(variant), tuple[Move, ...]()
    for ply in range(plies):
        if ply % 10 == 0:
            yield Viewpoint(position, moves)
        points = [move for move in position.legal_moves() if move != PASS]
        # Most moves are close to the last one, so that groups touch.
        close = [move for move in points if moves and abs(ord(move[0]) - ord(moves[-1][0])) < 3]
        move = rng.choice(close or points)
        after = position.play(move)
        if after.outcome() is None:
            position, moves = after, (*moves, move)


def counted(variant: str = "13x13-korean") -> Iterator[Viewpoint[Any]]:
    """Moments of a scoring in which one group after another is marked."""
    *_, seen = _moments(GO, variant, 60)
    position, moves = seen.position.play(PASS).play(PASS), (*seen.moves, PASS, PASS)
    rng = random.Random(variant)
    for _ in range(8):
        yield Viewpoint(position, moves)
        move = rng.choice([move for move in position.legal_moves() if " " in move])
        position, moves = position.play(move), (*moves, move)


def everything() -> list[Story]:
    return [*stories(), *((GO_PRESENTER, seen) for seen in counted())]


def buttons_of(keypad: Keypad) -> list[KeypadButton]:
    assert not any(isinstance(row, Menu) for row in keypad.rows)
    return [button for row in keypad.rows if not isinstance(row, Menu) for button in row]


def corners(window: Window, grid: Grid) -> str:
    """The points in the upper left and the lower right corner of a window."""
    far = window.span - 1
    at = ((window.row, window.column), (window.row + far, window.column + far))
    return " ".join(grid.name(row * grid.size + column) for row, column in at)


# --- Where it opens ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stones", "moves", "opened"),
    [
        ("", "", "f10 j6"),
        ("", "h8", "f10 j6"),
        ("", "a1", "a5 e1"),
        ("", "o15", "k15 o11"),
        ("", "b8", "a10 e6"),
        # The move before is shown too if both fit.
        ("", "l8 h8", "h10 l6"),
        ("", "m8 h8", "f10 j6"),
        ("", "h8 pass", "f10 j6"),
        # Stones attract the window, but less than the points beside the last move.
        ("k7 k9", "h8", "g10 k6"),
        ("l7 l9", "h8", "f10 j6"),
        # d8 or h8 makes an open four out of three black stones.
        ("e8 f8 g8", "e8", "d10 h6"),
        # Four of a color, blocked at one end, become five at the other.
        ("-g8 h8 i8 j8 k8", "h8", "h10 l6"),
    ],
)
def test_where_gomoku_opens(stones: str, moves: str, opened: str) -> None:
    assert corners(_gomoku_window("freestyle-15", stones, moves), Grid(15, top_row_first=False)) == opened


def _gomoku_window(variant: str, stones: str, moves: str) -> Window:
    """The window with ``stones`` (black; ``-`` white) on the board after Black played ``moves``."""
    size = int(variant[-2:])
    grid = Grid(size, top_row_first=False)
    cells = ["."] * (size * size)
    for stone in [*stones.split(), *moves.replace("pass", "").split()]:
        cells[grid.index(stone.removeprefix("-"))] = "O" if stone.startswith("-") else "X"
    rows = [" ".join(cells[row * size : (row + 1) * size]) for row in range(size)]
    position = GOMOKU.position("\n".join([*rows, f"variant: {variant}"]))
    return GOMOKU_PRESENTER.window(Viewpoint(position, tuple(map(Move, moves.split()))))


def test_a_point_that_makes_six_is_not_urgent_where_exactly_five_win() -> None:
    position, grid = GOMOKU.start("standard-15"), Grid(15, top_row_first=False)
    for move in ("c8", "a1", "d8", "a3", "e8", "a5", "f8", "a7", "h8", "a9"):
        position = position.play(Move(move))
    five, six = grid.index("b8"), grid.index("g8")
    assert GOMOKU_PRESENTER.urgent(position, iter([five, six])) == {five: URGENT, six: 0}
    freestyle = replace(position, variant="freestyle-15")
    assert GOMOKU_PRESENTER.urgent(freestyle, iter([five, six])) == {five: URGENT, six: URGENT}


GO_ATARI = """
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . X X . . . . .
. X O O O . . . .
. . X X X . . . .
. . . . . . . . .
variant: 9x9-korean
"""


def test_where_go_opens() -> None:
    grid = GO.position(GO_ATARI).board.grid
    # White's group has two liberties, e4 and f3. With Black on e4, its last one, f3, attracts the window.
    free = GO_PRESENTER.window(Viewpoint(GO.position(GO_ATARI), (Move("e2"),)))
    assert corners(free, grid) == "b5 f1"
    taken = GO_ATARI.replace("X X . . . . .\n. X O", "X X X . . . .\n. X O") + "to move: second\n"
    assert GO_PRESENTER.urgent(GO.position(taken), iter([grid.index("d3")])) == {grid.index("f3"): 40}
    last = (Move("b3"),)
    assert corners(GO_PRESENTER.window(Viewpoint(GO.position(taken), last)), grid) == "b5 f1"
    assert corners(GO_PRESENTER.window(Viewpoint(GO.position(GO_ATARI), last)), grid) == "a5 e1"


@pytest.mark.parametrize(
    ("variant", "opened"),
    [
        ("9x9-korean", "e9 j5"),
        ("13x13-korean", "h12 m8"),
        ("19x19-korean", "o18 s14"),
        ("19x19-korean-h2", "o18 s14"),
    ],
)
def test_an_empty_board_of_go_opens_at_a_star_in_a_corner(variant: str, opened: str) -> None:
    position = GO.start(variant)
    assert corners(GO_PRESENTER.window(Viewpoint(position)), position.board.grid) == opened


def test_the_last_move_is_always_visible() -> None:
    checked = 0
    for presenter, seen in everything():
        points = presenter.points(seen.position)
        recent = points.recent(seen.moves)
        if recent:
            row, column = divmod(recent[0], points.size)
            window = presenter.window(seen)
            assert any((column, row) in line for line in window.points())
            checked += 1
    assert checked > 80


def test_nothing_outweighs_the_last_move() -> None:
    points = Points(Grid(19), bytes([1]) * 361)
    everywhere = dict.fromkeys(range(361), 40)
    window = busiest_window(points, [360, 0], everywhere, 180)
    assert window == Window(14, 14)


@pytest.mark.parametrize(
    "selection",
    [
        "",
        ".",
        "x.y",
        "3",
        "3.",
        ".3",
        "-1.0",
        "0.-1",
        "11.0",
        "0.11",
        "1.5.2",
        "01.2",
        " 1.2",
        "1e0.2",
        "٣.٣",
        "9" * 60,
        "½.1",
        "h8",
    ],
)
def test_a_selection_that_is_no_window_shows_the_default(selection: str) -> None:
    assert Windows(15).selected(selection) is None
    presenter, seen = stories()[5]
    assert presenter.window(Viewpoint(seen.position, seen.moves, selection=selection)) == presenter.window(
        seen
    )


def test_a_selection_shows_its_window() -> None:
    for presenter, seen in stories():
        size = presenter.points(seen.position).size
        for column, row in ((0, 0), (size - SPAN, 0), (3, size - SPAN), (2, 4)):
            asked = Viewpoint(seen.position, seen.moves, selection=f"{column}.{row}")
            assert presenter.view_state(asked).window == Window(column, row) == presenter.window(asked)


# --- Where it can go ---------------------------------------------------------------------------------


@every_board
def test_every_point_is_reached_from_every_window(size: int, tiled: bool) -> None:
    windows = Windows(size, tiled)
    for start in {windows.at(column, row) for column in range(size) for row in range(size)}:
        seen, waiting = {start}, [start]
        while waiting:
            for button in windows.pans(waiting.pop()):
                there = None if button.disabled else windows.selected(button.argument)
                if there and there not in seen:
                    seen.add(there)
                    waiting.append(there)
        reached = {point for window in seen for line in window.points() for point in line}
        assert len(reached) == size * size


@pytest.mark.parametrize("size", SIZES)
def test_the_shortcuts_reach_every_corner_and_the_center(size: int) -> None:
    far = size - SPAN
    asked = {Windows(size).selected(button.argument) for button in Windows(size).shortcuts(None, EN)}
    corner_windows = {Window(column, row) for column in (0, far) for row in (0, far)}
    assert corner_windows | {Window(far // 2, far // 2)} <= asked
    assert len(asked) == (5 if size == 9 else 9)


@every_board
def test_pans_move_by_a_window_and_stop_at_the_edge(size: int, tiled: bool) -> None:
    windows, far = Windows(size, tiled), size - SPAN
    for column, row in product(range(far + 1), repeat=2):
        window = windows.at(column, row)
        pans = windows.pans(window)
        assert [button.emoji for button in pans] == ARROWS
        assert len({button.argument for button in pans}) == len(pans) == 4
        edges = [window.column == 0, window.row == 0, window.row == far, window.column == far]
        assert [button.disabled for button in pans] == edges
        for button, (right, down) in zip(pans, ((-1, 0), (0, -1), (0, 1), (1, 0)), strict=True):
            there = windows.selected(button.argument)
            assert (there is None) is button.disabled
            if there:
                moved = (there.column - window.column, there.row - window.row)
                assert moved[0] * right >= 0 and moved[1] * down >= 0
                assert 1 <= abs(sum(moved)) <= SPAN and 0 in moved
                assert tiled or abs(sum(moved)) <= SPAN - 1, "a row or column stays visible"


@every_board
@every_language
def test_shortcuts_are_all_different(size: int, tiled: bool, language: str) -> None:
    windows = Windows(size, tiled)
    for last in (None, *range(size * size)):
        shortcuts = windows.shortcuts(last, texts(language))
        assert len({button.argument for button in shortcuts}) == len(shortcuts)
        assert len({button.label for button in shortcuts}) == len(shortcuts)
        assert all(button.selects and not button.disabled for button in shortcuts)
        if last is not None:
            assert shortcuts[0].argument == selection_of(windows.around(last))


def test_shortcuts_in_both_languages() -> None:
    assert [button.label for button in Windows(19).shortcuts(180, EN)] == [
        "Last move",
        "Top left",
        "Top",
        "Top right",
        "Left",
        "Right",
        "Bottom left",
        "Bottom",
        "Bottom right",
    ]
    assert [button.label for button in Windows(9).shortcuts(None, texts("ko"))] == [
        "좌상귀",
        "우상귀",
        "중앙",
        "좌하귀",
        "우하귀",
    ]


@pytest.mark.parametrize("size", SIZES)
def test_tiles_lie_side_by_side_and_a_tap_leaves_them(size: int) -> None:
    windows = Windows(size, tiled=True)
    tiles = {windows.at(column, row) for column in range(size) for row in range(size)}
    assert len(tiles) == (-(-size // SPAN)) ** 2
    for tile in tiles:
        assert windows.selected(selection_of(tile)) == tile
    for row, column in product(range(size), repeat=2):
        tapped = windows.around(row * size + column)
        assert tapped in tiles
        assert any((column, row) in line for line in tapped.points())
        # A tap leaves the window in place, except where the last tile overlaps the one before it.
        assert tapped.column == min(column - column % SPAN, size - SPAN)
        assert tapped.row == min(row - row % SPAN, size - SPAN)


# --- What it shows -----------------------------------------------------------------------------------


@every_language
def test_the_buttons_are_the_points_of_the_window(language: str) -> None:
    illegal, stones = 0, 0
    for presenter, seen in stories():
        keypad, points = presenter.keypad(seen, texts(language)), presenter.points(seen.position)
        legal = set(seen.position.legal_moves())
        window = presenter.view_state(seen).window
        assert window is not None
        assert keypad.steady and keypad.confirm is None
        assert [len(row) for row in keypad.rows if not isinstance(row, Menu)] == [SPAN] * SPAN
        places = [row * points.size + column for line in window.points() for column, row in line]
        for at, button in zip(places, buttons_of(keypad), strict=True):
            name, stone = points.grid.name(at), points.stones[at]
            assert (button.selects, button.argument) == (False, name)
            assert button.disabled is (name not in legal)
            assert button.emoji == (STONES[stone] if stone else None)
            assert button.label == ("" if stone else name if name in legal else name + ILLEGAL)
            assert len(button.label) <= 4
            illegal += button.label.endswith(ILLEGAL)
            stones += bool(stone)
    assert illegal > 5 and stones > 100, "all kinds of buttons occurred"


@every_language
def test_no_two_buttons_do_the_same_and_the_menu_has_room(language: str) -> None:
    for presenter, seen in everything():
        keypad = presenter.keypad(seen, texts(language))
        buttons = [*buttons_of(keypad), *keypad.pans, *([keypad.confirm] if keypad.confirm else [])]
        menu = [*keypad.actions, *keypad.shortcuts]
        assert (
            len({(button.selects, button.argument) for button in buttons})
            == len(buttons)
            == 29 + bool(keypad.confirm)
        )
        assert (
            len({(button.selects, button.argument) for button in menu})
            == len(menu)
            <= MAX_MENU_OPTIONS - CONTROLS
        )
        assert all(button.label or button.emoji for button in buttons)
        assert all(1 <= len(button.label) <= 100 for button in menu)
        assert all(1 <= len(button.argument) <= 60 for button in (*buttons, *menu))


def test_every_legal_move_has_a_button_in_some_window() -> None:
    for presenter, seen in everything():
        size = presenter.points(seen.position).size
        found: set[str] = set()
        for column, row in product(range(0, size, 4), repeat=2):
            start = Windows(size).at(column, row)
            asked = Viewpoint(seen.position, seen.moves, selection=selection_of(start))
            keypad = presenter.keypad(asked, EN)
            buttons = [*buttons_of(keypad), *keypad.actions, *([keypad.confirm] if keypad.confirm else [])]
            found |= {button.argument for button in buttons if not button.disabled}
        assert found == set(seen.position.legal_moves())


def test_marking_leaves_the_window_where_it_is() -> None:
    """Two groups in one area are marked with two taps in one window."""
    kept = 0
    for seen in counted("19x19-korean"):
        keypad = GO_PRESENTER.keypad(seen, EN)
        for button in buttons_of(keypad):
            if not button.disabled:
                move = Move(button.argument)
                after = Viewpoint(seen.position.play(move), (*seen.moves, move))
                window, before = GO_PRESENTER.window(after), GO_PRESENTER.window(seen)
                assert window == before or before.column > 10 or before.row > 10
                kept += window == before
    assert kept > 10


@every_language
@pytest.mark.parametrize("pattern", ["X", "O", "XO", "XXO", "X.", "XO."])
def test_descriptions_of_crowded_boards_are_short_and_complete(pattern: str, language: str) -> None:
    reader = texts(language)
    for presenter, size in ((GOMOKU_PRESENTER, 15), (GOMOKU_PRESENTER, 19)):
        symbols = (pattern * 400)[: size * size]
        rows = [" ".join(symbols[row * size : (row + 1) * size]) for row in range(size)]
        position = GOMOKU.position("\n".join([*rows, f"variant: freestyle-{size}"]))
        text = presenter.describe(position, reader)
        assert len(text) <= 900
        names = [position.board.grid.name(at) for at, symbol in enumerate(symbols) if symbol != "."]
        listed = set(names) <= set(text.replace(".", " ").split())
        drawn = all(f"{size - row} {symbols[row * size : (row + 1) * size]}" in text for row in range(size))
        assert listed is not drawn, "every stone is named, in one way"


@every_language
def test_descriptions_are_short(language: str) -> None:
    for presenter, seen in everything():
        assert 0 < len(presenter.describe(seen.position, texts(language))) <= 900
