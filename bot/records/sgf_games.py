"""How SGF names the games that it has: numbers, boards, rules and points.

A board is named by its size (SZ) and its rules (RU). The moves that SGF has none for, such as the marks of
dead stones and the choices of Swap2, are values of the private property XM, which other programs skip. XS has
the notes of a setup (`games.diagram`) that stones and the color to move do not say.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from games.base import PASS, Move, Side
from games.go.board import board as go_board
from games.go.variant import HANDICAPS, SIZES, Ruleset
from games.go.variant import Variant as GoVariant
from games.gomoku.boards import BOARDS as GOMOKU_BOARDS
from games.gomoku.boards import VARIANTS as GOMOKU_VARIANTS
from games.grid import Grid
from games.othello import BOARDS as OTHELLO_BOARDS

NUMBERS = {"go": 1, "othello": 2, "gomoku": 4}
"""The games by the value of GM."""
GAMES_BY_NUMBER = {number: slug for slug, number in NUMBERS.items()}
USUAL_SIZES = {"go": 19, "othello": 8, "gomoku": 15}
"""The size of a board whose file does not say it."""
SIZES_OF = {"go": tuple(SIZES), "othello": tuple(OTHELLO_BOARDS), "gomoku": tuple(GOMOKU_BOARDS)}

LETTERS = {Side.FIRST: "B", Side.SECOND: "W"}
"""The colors of moves."""
SETUP = {Side.FIRST: "AB", Side.SECOND: "AW"}
OTHER_MOVES = "XM"
SETUP_NOTES = "XS"

_LETTER_PAIR = re.compile("[a-z]{2}")
_LIKELY_GOMOKU_RULES = ("renju", "standard", "freestyle", "omok")
_OWN_NAMES = {
    Ruleset.KOREAN: ("korea", "한국", "韩国", "韓国", "韓國"),
    Ruleset.CHINESE: ("china", "chinese", "cn", "중국", "中国", "中國"),
}
_BY_AREA = ("aga", "nz", "new zealand", "ing", "goe", "tromp", "area", "응씨", "应氏", "應氏")
"""Names of other rules that count the area, as the Chinese do."""


def size_of(slug: str, variant: str) -> int:
    """The number of points along one edge."""
    size = re.search("(?:^|-)([0-9]+)", variant)
    return int(size[1]) if size else USUAL_SIZES[slug]


def grid_of(slug: str, size: int) -> Grid:
    """The names of the points of a board."""
    if slug == "go":
        return go_board(size).grid
    return (OTHELLO_BOARDS if slug == "othello" else GOMOKU_BOARDS)[size].grid


def point(move: Move, grid: Grid) -> str:
    """A point or a pass as SGF writes it: column and row as letters, from the top left; nothing for a pass.

    >>> point(Move("d3"), Grid(8))
    'dc'
    """
    if move == PASS:
        return ""
    row, column = divmod(grid.index(move), grid.size)
    return chr(ord("a") + column) + chr(ord("a") + row)


def move_of(value: str, grid: Grid) -> Move:
    """The move that SGF writes as ``value``, as other programs write it too. Raises `RuleError`.

    ``tt`` is a pass on boards without such a point, and so is Edax's ``pa`` on those of Othello; points such
    as ``h8`` are read by the game's notation.
    """
    value = value.strip().casefold()
    if value in ("", "tt", "pass", "--") or (value == "pa" and grid.size in OTHELLO_BOARDS):
        return PASS
    if not _LETTER_PAIR.fullmatch(value):
        return grid.parse(value)
    column, row = (ord(letter) - ord("a") for letter in value)
    if max(column, row) >= grid.size:
        return grid.parse(f"{value[0]}{row + 1}")  # raises the reason
    return grid.name(row * grid.size + column)


def points_of(value: str, grid: Grid) -> frozenset[Move]:
    """The points of a list's value, ``aa`` or the rectangle ``aa:cc``. Raises `RuleError`."""
    corner, _, opposite = value.partition(":")
    first, last = grid.index(move_of(corner, grid)), grid.index(move_of(opposite or corner, grid))
    rows, columns = zip(divmod(first, grid.size), divmod(last, grid.size), strict=True)
    return frozenset(
        grid.name(row * grid.size + column)
        for row in range(min(rows), max(rows) + 1)
        for column in range(min(columns), max(columns) + 1)
    )


def server_handicap(size: str, handicap: int) -> Sequence[str]:
    """The points of handicap stones as Tygem and WBaduk place them; of 0 or 1 there are none.

    They are the usual ones, but for the third of three, which is in the top left corner.
    """
    if handicap not in HANDICAPS[1:] or size not in map(str, SIZES):
        return []
    named = GoVariant(int(size), handicap=4 if handicap == 3 else handicap)
    points = list(named.handicap_points)
    if handicap == 3:
        del points[2]
    grid = grid_of("go", named.size)
    return [point(grid.name(at), grid) for at in points]


def rules_name(slug: str, variant: str) -> str:
    """The value of RU; empty where the size says everything."""
    if slug == "othello":
        return ""
    if slug == "go":
        return (GoVariant.named(variant) or GoVariant(19)).ruleset.capitalize()
    return variant.partition("-")[0].capitalize()


def is_named(ruleset: Ruleset, rules: str) -> bool:
    """Whether ``rules``, the value of RU, is a name of a ruleset, not of another that is read as it."""
    return rules.strip().casefold().startswith(_OWN_NAMES[ruleset])


def variants_of(slug: str, size: int, rules: str, handicap: int) -> Sequence[str]:
    """The variants that a file can mean, the likeliest first; the moves decide among several."""
    rules = rules.strip().casefold()
    if slug == "othello":
        return [f"{size}x{size}"]
    if slug == "go":
        is_area = rules.startswith((*_OWN_NAMES[Ruleset.CHINESE], *_BY_AREA))
        ruleset = Ruleset.CHINESE if is_area else Ruleset.KOREAN
        return [f"{size}x{size}-{ruleset}" + (f"-h{handicap}" if handicap >= 2 else "")]
    if rules.startswith("swap2"):  # without the choices it is a game by the same rules
        return [variant for variant in (f"swap2-{size}", f"standard-{size}") if variant in GOMOKU_VARIANTS]
    likely = [f"{name}-{size}" for name in _LIKELY_GOMOKU_RULES if f"{name}-{size}" in GOMOKU_VARIANTS]
    wanted = [variant for variant in likely if rules.startswith(variant.partition("-")[0])]
    return wanted or likely
