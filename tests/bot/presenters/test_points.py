"""The window of point keys that Go and Gomoku share: where it opens, what it holds, where it can go."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product

import pytest

from bot.drawing.base import Window
from bot.presenters.base import MOST_OPTIONS, Key, Menu, Pad, Sight
from bot.presenters.go import GO_FACE
from bot.presenters.gomoku import GOMOKU_FACE
from bot.presenters.points import NOW, SHUT, SPAN, STONES, Points, PointsFace, Windows, cursor_of, fight
from bot.texts import LANGUAGES, texts
from games.base import PASS, Game, Move
from games.go import GO
from games.gomoku import GOMOKU
from games.grid import Grid

EN = texts("en")
SIZES = (9, 13, 15, 19)
ARROWS = ["⬅️", "⬆️", "⬇️", "➡️"]
CONTROLS = 4  # typing, hint, undo, resigning

Story = tuple[PointsFace, Sight]
every_language = pytest.mark.parametrize("language", LANGUAGES)
every_board = pytest.mark.parametrize(
    ("size", "tiled"), [(size, tiled) for size in SIZES for tiled in (False, True)]
)


@cache
def stories() -> tuple[Story, ...]:
    """Moments of random games on boards of every size, by rules that refuse points and by others."""
    kinds: list[tuple[PointsFace, Game, str]] = [
        *((GOMOKU_FACE, GOMOKU, variant) for variant in GOMOKU.variants),
        *((GO_FACE, GO, variant) for variant in ("9x9-chinese", "13x13-korean", "19x19-korean-h9")),
    ]
    return tuple(
        (face, sight) for face, game, variant in kinds for sight in _moments(game, variant, plies=110)
    )


def _moments(game: Game, variant: str, plies: int) -> Iterator[Sight]:
    rng = random.Random(variant)
    position, moves = game.start(variant), tuple[Move, ...]()
    for ply in range(plies):
        if ply % 10 == 0:
            yield Sight(position, moves)
        points = [move for move in position.legal_moves() if move != PASS]
        # Most moves fall close to the last, so that there is something to fight about.
        close = [move for move in points if moves and abs(ord(move[0]) - ord(moves[-1][0])) < 3]
        move = rng.choice(close or points)
        after = position.play(move)
        if after.outcome() is None:
            position, moves = after, (*moves, move)


def counted(variant: str = "13x13-korean") -> Iterator[Sight]:
    """Moments of a scoring in which groups are marked one after another."""
    *_, sight = _moments(GO, variant, 60)
    position, moves = sight.position.play(PASS).play(PASS), (*sight.moves, PASS, PASS)
    rng = random.Random(variant)
    for _ in range(8):
        yield Sight(position, moves)
        move = rng.choice([move for move in position.legal_moves() if " " in move])
        position, moves = position.play(move), (*moves, move)


def everything() -> list[Story]:
    return [*stories(), *((GO_FACE, sight) for sight in counted())]


def keys_of(pad: Pad) -> list[Key]:
    assert not any(isinstance(row, Menu) for row in pad.rows)
    return [key for row in pad.rows if not isinstance(row, Menu) for key in row]


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
        # The move before is taken along where both fit, and is left where they do not.
        ("", "l8 h8", "h10 l6"),
        ("", "m8 h8", "f10 j6"),
        ("", "h8 pass", "f10 j6"),
        # Stones pull, but not past the points beside the last move.
        ("k7 k9", "h8", "g10 k6"),
        ("l7 l9", "h8", "f10 j6"),
        # Three black stones become four with both ends open by d8 or h8.
        ("e8 f8 g8", "e8", "d10 h6"),
        # Four of a colour, stopped at one end, become five at the other.
        ("-g8 h8 i8 j8 k8", "h8", "h10 l6"),
    ],
)
def test_where_gomoku_opens(stones: str, moves: str, opened: str) -> None:
    assert corners(_gomoku_window("freestyle-15", stones, moves), Grid(15, top_row_first=False)) == opened


def _gomoku_window(variant: str, stones: str, moves: str) -> Window:
    """The window with ``stones`` (black, ``-`` white) on the board and ``moves`` just played by Black."""
    size = int(variant[-2:])
    grid = Grid(size, top_row_first=False)
    cells = ["."] * (size * size)
    for stone in [*stones.split(), *moves.replace("pass", "").split()]:
        cells[grid.index(stone.removeprefix("-"))] = "O" if stone.startswith("-") else "X"
    rows = [" ".join(cells[row * size : (row + 1) * size]) for row in range(size)]
    position = GOMOKU.position("\n".join([*rows, f"variant: {variant}"]))
    return GOMOKU_FACE.window(Sight(position, tuple(map(Move, moves.split()))))


def test_a_point_that_makes_six_is_not_urgent_where_exactly_five_win() -> None:
    position, grid = GOMOKU.start("standard-15"), Grid(15, top_row_first=False)
    for move in ("c8", "a1", "d8", "a3", "e8", "a5", "f8", "a7", "h8", "a9"):
        position = position.play(Move(move))
    five, six = grid.index("b8"), grid.index("g8")
    assert GOMOKU_FACE.urgent(position, iter([five, six])) == {five: NOW, six: 0}
    freestyle = replace(position, variant="freestyle-15")
    assert GOMOKU_FACE.urgent(freestyle, iter([five, six])) == {five: NOW, six: NOW}


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
    # White's group has two liberties, e4 and f3; once Black is on e4 the last, f3, pulls the window.
    free = GO_FACE.window(Sight(GO.position(GO_ATARI), (Move("e2"),)))
    assert corners(free, grid) == "b5 f1"
    taken = GO_ATARI.replace("X X . . . . .\n. X O", "X X X . . . .\n. X O") + "to move: second\n"
    assert GO_FACE.urgent(GO.position(taken), iter([grid.index("d3")])) == {grid.index("f3"): 40}
    last = (Move("b3"),)
    assert corners(GO_FACE.window(Sight(GO.position(taken), last)), grid) == "b5 f1"
    assert corners(GO_FACE.window(Sight(GO.position(GO_ATARI), last)), grid) == "a5 e1"


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
    assert corners(GO_FACE.window(Sight(position)), position.board.grid) == opened


def test_the_last_move_is_always_in_sight() -> None:
    checked = 0
    for face, sight in everything():
        points = face.points(sight.position)
        recent = points.recent(sight.moves)
        if recent:
            row, column = divmod(recent[0], points.size)
            window = face.window(sight)
            assert any((column, row) in line for line in window.points())
            checked += 1
    assert checked > 80


def test_nothing_outweighs_the_last_move() -> None:
    points = Points(Grid(19), bytes([1]) * 361)
    everywhere = dict.fromkeys(range(361), 40)
    window = fight(points, [360, 0], everywhere, 180)
    assert window == Window(14, 14)


@pytest.mark.parametrize(
    "cursor",
    ["", ".", "x.y", "3", "3.", ".3", "-1.0", "0.-1", "11.0", "0.11", "1.5.2", "01.2", " 1.2", "1e0.2", "٣.٣",
     "9" * 60, "½.1", "h8"],
)  # fmt: skip
def test_a_cursor_that_is_none_shows_the_default(cursor: str) -> None:
    assert Windows(15).asked(cursor) is None
    face, sight = stories()[5]
    assert face.window(Sight(sight.position, sight.moves, cursor=cursor)) == face.window(sight)


def test_a_cursor_shows_its_window() -> None:
    for face, sight in stories():
        size = face.points(sight.position).size
        for column, row in ((0, 0), (size - SPAN, 0), (3, size - SPAN), (2, 4)):
            asked = Sight(sight.position, sight.moves, cursor=f"{column}.{row}")
            assert face.look(asked).window == Window(column, row) == face.window(asked)


# --- Where it can go ---------------------------------------------------------------------------------


@every_board
def test_every_point_is_reached_from_every_window(size: int, tiled: bool) -> None:
    windows = Windows(size, tiled)
    for start in {windows.at(column, row) for column in range(size) for row in range(size)}:
        seen, waiting = {start}, [start]
        while waiting:
            for key in windows.pans(waiting.pop()):
                there = None if key.disabled else windows.asked(key.argument)
                if there and there not in seen:
                    seen.add(there)
                    waiting.append(there)
        reached = {point for window in seen for line in window.points() for point in line}
        assert len(reached) == size * size


@pytest.mark.parametrize("size", SIZES)
def test_the_jumps_reach_every_corner_and_the_middle(size: int) -> None:
    far = size - SPAN
    asked = {Windows(size).asked(key.argument) for key in Windows(size).jumps(None, EN)}
    corner_windows = {Window(column, row) for column in (0, far) for row in (0, far)}
    assert corner_windows | {Window(far // 2, far // 2)} <= asked
    assert len(asked) == (5 if size == 9 else 9)


@every_board
def test_pans_move_by_a_window_and_stop_at_the_edge(size: int, tiled: bool) -> None:
    windows, far = Windows(size, tiled), size - SPAN
    for column, row in product(range(far + 1), repeat=2):
        window = windows.at(column, row)
        pans = windows.pans(window)
        assert [key.emoji for key in pans] == ARROWS
        assert len({key.argument for key in pans}) == len(pans) == 4
        edges = [window.column == 0, window.row == 0, window.row == far, window.column == far]
        assert [key.disabled for key in pans] == edges
        for key, (right, down) in zip(pans, ((-1, 0), (0, -1), (0, 1), (1, 0)), strict=True):
            there = windows.asked(key.argument)
            assert (there is None) is key.disabled
            if there:
                moved = (there.column - window.column, there.row - window.row)
                assert moved[0] * right >= 0 and moved[1] * down >= 0
                assert 1 <= abs(sum(moved)) <= SPAN and 0 in moved
                assert tiled or abs(sum(moved)) <= SPAN - 1, "a row or column stays in sight"


@every_board
@every_language
def test_jumps_are_all_different(size: int, tiled: bool, language: str) -> None:
    windows = Windows(size, tiled)
    for last in (None, *range(size * size)):
        jumps = windows.jumps(last, texts(language))
        assert len({key.argument for key in jumps}) == len(jumps)
        assert len({key.label for key in jumps}) == len(jumps)
        assert all(key.verb == "look" and not key.disabled for key in jumps)
        if last is not None:
            assert jumps[0].argument == cursor_of(windows.around(last))


def test_jumps_in_both_languages() -> None:
    assert [key.label for key in Windows(19).jumps(180, EN)] == [
        "Last move", "Top left", "Top", "Top right", "Left", "Right", "Bottom left", "Bottom", "Bottom right",
    ]  # fmt: skip
    assert [key.label for key in Windows(9).jumps(None, texts("ko"))] == [
        "좌상귀", "우상귀", "중앙", "좌하귀", "우하귀",
    ]  # fmt: skip


@pytest.mark.parametrize("size", SIZES)
def test_tiles_lie_side_by_side_and_stay_under_a_tap(size: int) -> None:
    windows = Windows(size, tiled=True)
    tiles = {windows.at(column, row) for column in range(size) for row in range(size)}
    assert len(tiles) == (-(-size // SPAN)) ** 2
    for tile in tiles:
        assert windows.asked(cursor_of(tile)) == tile
    for row, column in product(range(size), repeat=2):
        tapped = windows.around(row * size + column)
        assert tapped in tiles
        assert any((column, row) in line for line in tapped.points())
        # In every tile a tap leaves the window, but where the last one overlaps the one before it.
        assert tapped.column == min(column - column % SPAN, size - SPAN)
        assert tapped.row == min(row - row % SPAN, size - SPAN)


# --- What it holds -----------------------------------------------------------------------------------


@every_language
def test_the_keys_are_the_points_of_the_window(language: str) -> None:
    shut, stones = 0, 0
    for face, sight in stories():
        pad, points = face.pad(sight, texts(language)), face.points(sight.position)
        legal = set(sight.position.legal_moves())
        window = face.look(sight).window
        assert window is not None
        assert pad.steady and pad.last is None
        assert [len(row) for row in pad.rows if not isinstance(row, Menu)] == [SPAN] * SPAN
        places = [row * points.size + column for line in window.points() for column, row in line]
        for at, key in zip(places, keys_of(pad), strict=True):
            name, stone = points.grid.name(at), points.stones[at]
            assert (key.verb, key.argument) == ("move", name)
            assert key.disabled is (name not in legal)
            assert key.emoji == (STONES[stone] if stone else None)
            assert key.label == ("" if stone else name if name in legal else name + SHUT)
            assert len(key.label) <= 4
            shut += key.label.endswith(SHUT)
            stones += bool(stone)
    assert shut > 5 and stones > 100, "all kinds of keys were seen"


@every_language
def test_no_two_keys_say_the_same_and_the_menu_holds_them(language: str) -> None:
    for face, sight in everything():
        pad = face.pad(sight, texts(language))
        buttons = [*keys_of(pad), *pad.pans, *([pad.last] if pad.last else [])]
        menu = [*pad.deeds, *pad.jumps]
        assert len({(key.verb, key.argument) for key in buttons}) == len(buttons) == 29 + bool(pad.last)
        assert len({(key.verb, key.argument) for key in menu}) == len(menu) <= MOST_OPTIONS - CONTROLS
        assert all(key.label or key.emoji for key in buttons)
        assert all(1 <= len(key.label) <= 100 for key in menu)
        assert all(1 <= len(key.argument) <= 60 for key in (*buttons, *menu))


def test_every_legal_move_has_a_key_somewhere() -> None:
    for face, sight in everything():
        size = face.points(sight.position).size
        found: set[str] = set()
        for column, row in product(range(0, size, 4), repeat=2):
            start = Windows(size).at(column, row)
            asked = Sight(sight.position, sight.moves, cursor=cursor_of(start))
            pad = face.pad(asked, EN)
            keys = [*keys_of(pad), *pad.deeds, *([pad.last] if pad.last else [])]
            found |= {key.argument for key in keys if not key.disabled}
        assert found == set(sight.position.legal_moves())


def test_marking_leaves_the_window_where_it_is() -> None:
    """Two groups in one part of the board are marked by two taps on two places of one window."""
    kept = 0
    for sight in counted("19x19-korean"):
        pad = GO_FACE.pad(sight, EN)
        for key in keys_of(pad):
            if not key.disabled:
                move = Move(key.argument)
                after = Sight(sight.position.play(move), (*sight.moves, move))
                window, before = GO_FACE.window(after), GO_FACE.window(sight)
                assert window == before or before.column > 10 or before.row > 10
                kept += window == before
    assert kept > 10


@every_language
@pytest.mark.parametrize("pattern", ["X", "O", "XO", "XXO", "X.", "XO."])
def test_descriptions_of_crowded_boards_are_short_and_complete(pattern: str, language: str) -> None:
    reader = texts(language)
    for face, size in ((GOMOKU_FACE, 15), (GOMOKU_FACE, 19)):
        symbols = (pattern * 400)[: size * size]
        rows = [" ".join(symbols[row * size : (row + 1) * size]) for row in range(size)]
        position = GOMOKU.position("\n".join([*rows, f"variant: freestyle-{size}"]))
        told = face.describe(position, reader)
        assert len(told) <= 900
        names = [position.board.grid.name(at) for at, symbol in enumerate(symbols) if symbol != "."]
        listed = set(names) <= set(told.replace(".", " ").split())
        drawn = all(f"{size - row} {symbols[row * size : (row + 1) * size]}" in told for row in range(size))
        assert listed is not drawn, "every stone is told, in one way"


@every_language
def test_descriptions_are_short(language: str) -> None:
    for face, sight in everything():
        assert 0 < len(face.describe(sight.position, texts(language))) <= 900
