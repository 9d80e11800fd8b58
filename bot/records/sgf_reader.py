"""Reads the games of an SGF file, each as far as its moves are legal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from bot.records.base import Ending, GameRecord, Problem, ReadGame, Result
from bot.records.dates import read_dates
from bot.records.following import Follower
from bot.records.sgf_games import (
    GAMES_BY_NUMBER,
    LETTERS,
    OTHER_MOVES,
    SETUP,
    SIZES_OF,
    USUAL_SIZES,
    grid_of,
    move_of,
    points_of,
    turns_of,
    variants_of,
)
from bot.records.sgf_nodes import Node, Tree, simple_text, trees
from games.base import BadNotation, IllegalMove, Move, RuleError, Side
from games.go.variant import Variant as GoVariant
from games.gomoku.rules import GomokuPosition
from games.grid import Grid
from games.othello import OTHELLO

_RESULT = re.compile(
    r"\s*([bw])(?:lack|hite)?\s*\+\s*([a-z]*)\s*([0-9]{1,4}(?:\.[0-9]{1,4})?)?", re.IGNORECASE
)
_ENDINGS = {"r": Ending.RESIGNATION, "t": Ending.TIME, "f": Ending.FORFEIT}
_COLORS = {letter: side for side, letter in LETTERS.items()}


def read_sgf(text: str) -> Iterator[ReadGame]:
    """The games of a file, in order. Its lines end in line feeds."""
    for tree in trees(text):
        yield _read(tree)


def result_of(text: str, colors: Mapping[Side, Side]) -> Result | None:
    """The result that RE names; None if it names none. ``colors`` is the color of each side."""
    sides = {color: side for side, color in colors.items()}
    won = _RESULT.match(text)
    if won is not None:
        winner = sides[_COLORS[won[1].upper()]]
        margin = float(won[3]) if won[3] else None
        return Result(winner, _ENDINGS.get(won[2][:1].casefold()), margin)
    plain = text.strip().casefold()
    if plain in ("0", "draw", "jigo"):
        return Result(None)
    return Result(None, Ending.VOID) if plain == "void" else None


def _read(tree: Tree) -> ReadGame:
    try:
        slug, size = _board(tree)
        grid = grid_of(slug, size)
        setup = _setup(tree.root, grid)
        variants = variants_of(slug, size, _text(tree.root, "RU"), _handicap(tree.root, slug, setup))
        starts = [(one, turn) for one in variants if (turn := _turn(slug, one, setup, grid)) is not None]
    except RuleError as error:
        return ReadGame(line=tree.line, game=None, problem=Problem.of(tree.line, error))
    if not starts:
        return ReadGame(
            line=tree.line, game=None, problem=Problem(tree.line, "record.unknown-start"), setup=setup
        )
    return max((_follow(tree, slug, one, grid, turn) for one, turn in starts), key=_how_much)


def _how_much(read: ReadGame) -> tuple[bool, int]:
    return read.problem is None, len(read.game.record.moves) if read.game else 0


# --- What is played ----------------------------------------------------------------------------------


def _text(node: Node, name: str) -> str:
    """The first value of a property; empty if there is none."""
    found = node.get(name)
    return simple_text(found.values[0][:1_000]) if found is not None and found.values else ""


def _board(tree: Tree) -> tuple[str, int]:
    """The game and the size of its board. Raises `RuleError` if we do not have them."""
    number = _text(tree.root, "GM") or "1"
    slug = GAMES_BY_NUMBER.get(int(number)) if re.fullmatch("[0-9]{1,3}", number) else None
    if slug is None:
        raise BadNotation("record.unknown-game", text=number[:40])
    text = _text(tree.root, "SZ") or str(USUAL_SIZES[slug])
    columns, _, rows = text.replace(" ", "").partition(":")
    if columns != (rows or columns) or columns not in map(str, SIZES_OF[slug]):
        raise BadNotation("record.unknown-size", text=text[:40])
    return slug, int(columns)


def _handicap(root: Node, slug: str, setup: Mapping[Side, frozenset[Move]]) -> int:
    """The number of handicap stones: those on the board, else the number that HA says."""
    if slug != "go":
        return 0
    said = _text(root, "HA")
    if setup:
        return len(setup.get(Side.FIRST, ()))
    return int(said) if re.fullmatch("[2-9]", said) else 0


def _setup(root: Node, grid: Grid) -> Mapping[Side, frozenset[Move]]:
    """The stones at the start by color, without colors that have none. Raises `RuleError`."""
    stones: dict[Side, frozenset[Move]] = {}
    for side, name in SETUP.items():
        values = root[name].values if name in root else []
        points = frozenset[Move]().union(*(points_of(value, grid) for value in values if value.strip()))
        if points:
            stones[side] = points
    return stones


def _turn(
    slug: str, variant: str, setup: Mapping[Side, frozenset[Move]], grid: Grid
) -> Mapping[Move, Move] | None:
    """How the board has to be turned so that a variant starts with these stones; None if it cannot.

    A file does not have to name the stones. Programs differ in the corners of handicap stones.
    """
    turns = turns_of(grid)
    if not setup:
        return turns[0]
    start = _stones(slug, variant, grid)
    for turn in turns if slug == "go" else turns[:1]:
        if start == {side: frozenset(turn[point] for point in points) for side, points in setup.items()}:
            return turn
    return None


def _stones(slug: str, variant: str, grid: Grid) -> Mapping[Side, frozenset[Move]]:
    """The stones that a variant starts with, by color."""
    if slug == "othello":
        start = OTHELLO.start(variant)
        masks = {Side.FIRST: start.black, Side.SECOND: start.white}
        points = range(grid.size**2)
        return {
            side: frozenset(grid.name(at) for at in points if mask >> at & 1) for side, mask in masks.items()
        }
    named = GoVariant.named(variant)
    return {Side.FIRST: frozenset(map(grid.name, named.handicap_points))} if named is not None else {}


# --- The moves ---------------------------------------------------------------------------------------


def _follow(tree: Tree, slug: str, variant: str, grid: Grid, turn: Mapping[Move, Move]) -> ReadGame:
    """The game by the rules of a variant, on the turned board."""
    problem = tree.problem
    try:
        follower = Follower(slug, variant)
    except RuleError as error:
        return ReadGame(line=tree.line, game=None, problem=Problem.of(tree.line, error))
    for node in tree.nodes:
        line = tree.line
        try:
            for name, property_ in node.items():
                line = property_.line
                _play(follower, name, property_.values, grid, turn, is_root=node is tree.root)
        except RuleError as error:
            problem = Problem.of(line, error)
            break
    return ReadGame(line=tree.line, game=_game(tree.root, follower), problem=problem)


def _play(
    follower: Follower,
    name: str,
    values: list[str],
    grid: Grid,
    turn: Mapping[Move, Move],
    *,
    is_root: bool,
) -> None:
    if name in _COLORS and values:
        move = move_of(simple_text(values[0][:100]), grid)
        follower.play(turn.get(move, move), _COLORS[name])
    elif name == OTHER_MOVES:
        follower.play_exactly(map(simple_text, values))
    elif name in ("AB", "AW", "AE") and not is_root and any(values):
        raise IllegalMove("record.late-setup")


def _game(root: Node, follower: Follower) -> GameRecord:
    position, record = follower.position, follower.record
    colors = {side: position.color(side) if isinstance(position, GomokuPosition) else side for side in Side}
    names = {Side.FIRST: _text(root, "PB"), Side.SECOND: _text(root, "PW")}
    dates = read_dates(_text(root, "DT"))
    return GameRecord(
        record=record,
        names=(names[colors[Side.FIRST]], names[colors[Side.SECOND]]),
        result=result_of(_text(root, "RE"), colors),
        begun=dates[0] if dates else None,
        ended=dates[-1] if dates else None,
        title=_text(root, "GN") or _text(root, "EV"),
    )
