"""Reads the games of an SGF file, each as far as its moves are legal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot.records.base import Ending, GameRecord, Problem, ReadGame, Result
from bot.records.dates import read_dates
from bot.records.following import Follower
from bot.records.sgf_games import (
    GAMES_BY_NUMBER,
    LETTERS,
    OTHER_MOVES,
    SETUP,
    SETUP_NOTES,
    SIZES_OF,
    USUAL_SIZES,
    grid_of,
    move_of,
    points_of,
    turns_of,
    variants_of,
)
from bot.records.sgf_nodes import Node, Tree, simple_text, trees
from games import diagram as diagrams
from games import game
from games.base import BadNotation, IllegalMove, Move, RuleError, Side
from games.go.variant import Variant as GoVariant
from games.gomoku.rules import GomokuPosition
from games.grid import Grid
from games.othello import OTHELLO
from games.setups import set_up

_RESULT = re.compile(
    r"\s*([bw])(?:lack|hite)?\s*\+\s*([a-z]*)\s*([0-9]{1,4}(?:\.[0-9]{1,4})?)?", re.IGNORECASE
)
_ENDINGS = {"r": Ending.RESIGNATION, "t": Ending.TIME, "f": Ending.FORFEIT}
_COLORS = {letter: side for side, letter in LETTERS.items()}
Stones = Mapping[Side, frozenset[Move]]
"""The stones at the start by color, without colors that have none."""


@dataclass(frozen=True, slots=True)
class _Start:
    """How a game of a file can start."""

    slug: str
    variant: str
    turn: Mapping[Move, Move]
    """Where its points are on our board."""
    setup: str | None = None


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
        stones = _setup(tree.root, grid)
        starts = _starts(tree, slug, grid, stones) or _setups(tree, slug, grid, stones)
    except RuleError as error:
        return ReadGame(line=tree.line, game=None, problem=Problem.of(tree.line, error))
    return max((_follow(tree, grid, start) for start in starts), key=_how_much)


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


def _handicap(root: Node, slug: str, stones: int) -> int:
    """The number of handicap stones: as many as there are black ones, or as HA says."""
    said = _text(root, "HA")
    if slug != "go":
        return 0
    return stones or (int(said) if re.fullmatch("[2-9]", said) else 0)


def _setup(root: Node, grid: Grid) -> Stones:
    """The stones at the start by color, without colors that have none. Raises `RuleError`."""
    stones: dict[Side, frozenset[Move]] = {}
    for side, name in SETUP.items():
        values = root[name].values if name in root else []
        points = frozenset[Move]().union(*(points_of(value, grid) for value in values if value.strip()))
        if points:
            stones[side] = points
    return stones


def _starts(tree: Tree, slug: str, grid: Grid, stones: Stones) -> list[_Start]:
    """The starts of variants that a file can mean; none if no variant starts with its stones."""
    root = tree.root
    if SETUP_NOTES in root:
        return []
    handicap = _handicap(root, slug, len(stones.get(Side.FIRST, ())))
    variants = variants_of(slug, grid.size, _text(root, "RU"), handicap)
    turns = ((one, _turn(slug, one, stones, grid, _text(root, "PL"))) for one in variants)
    return [_Start(slug, one, turn) for one, turn in turns if turn is not None]


def _setups(tree: Tree, slug: str, grid: Grid, stones: Stones) -> list[_Start]:
    """The starts from the position of a file, by the rules that it can mean. Raises `RuleError`."""
    root = tree.root
    variants = variants_of(slug, grid.size, _text(root, "RU"), _handicap(root, slug, 0))
    notes = [simple_text(one[:1_000]) for one in root[SETUP_NOTES].values] if SETUP_NOTES in root else []
    found, error = [], None
    for variant in variants:
        diagram = _diagram(grid, stones, _to_move(tree, variant, stones), notes)
        try:
            setup = set_up(game(slug), variant, diagram).diagram()
            found.append(_Start(slug, variant, turns_of(grid)[0], setup))
        except RuleError as refused:
            error = refused
    if error is not None and not found:
        raise error
    return found


def _to_move(tree: Tree, variant: str, stones: Stones) -> Side:
    """The color to move: that of PL, of the first move, or else the one whose turn it is by the stones."""
    named = _text(tree.root, "PL")[:1].upper()
    moved = (color for node in tree.nodes for name, color in _COLORS.items() if name in node)
    if (color := _COLORS.get(named) or next(moved, None)) is not None:
        return color
    black, white = (len(stones.get(side, ())) for side in Side)
    is_handicap = "-h" in variant
    return Side.SECOND if is_handicap or black > white else Side.FIRST


def _diagram(grid: Grid, stones: Stones, to_move: Side, notes: Sequence[str]) -> str:
    """A position as our diagrams have it; notes of the file come last, so that they decide."""
    symbols = "OX" if "black: second" in notes else "XO"
    colors = {point: symbols[side - 1] for side, points in stones.items() for point in points}
    drawn = [colors.get(grid.name(at), ".") for at in range(grid.size**2)]
    rows = [drawn[start : start + grid.size] for start in range(0, len(drawn), grid.size)]
    known = dict(one.split(": ", 1) for one in notes if ": " in one)
    return diagrams.write(rows, {"to move": diagrams.side_name(to_move)} | known)


def _turn(slug: str, variant: str, setup: Stones, grid: Grid, player: str) -> Mapping[Move, Move] | None:
    """How the board has to be turned so that a variant starts with these stones; None if it cannot.

    A file does not have to name the stones, or the ``player`` who moves first. Programs differ in the corners
    of handicap stones.
    """
    turns = turns_of(grid)
    if not setup:
        return turns[0]
    if _COLORS.get(player[:1].upper()) not in (None, _first_color(slug, variant)):
        return None
    start = _stones(slug, variant, grid)
    for turn in turns if slug == "go" else turns[:1]:
        if start == {side: frozenset(turn[point] for point in points) for side, points in setup.items()}:
            return turn
    return None


def _first_color(slug: str, variant: str) -> Side:
    named = GoVariant.named(variant) if slug == "go" else None
    return named.first_to_move if named is not None else Side.FIRST


def _stones(slug: str, variant: str, grid: Grid) -> Stones:
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


def _follow(tree: Tree, grid: Grid, start: _Start) -> ReadGame:
    """The game by the rules of a variant, on the turned board."""
    problem = tree.problem
    try:
        follower = Follower(start.slug, start.variant, start.setup)
    except RuleError as error:
        return ReadGame(line=tree.line, game=None, problem=Problem.of(tree.line, error))
    for node in tree.nodes:
        line = tree.line
        try:
            for name, property_ in node.items():
                line = property_.line
                _play(follower, name, property_.values, grid, start.turn, is_root=node is tree.root)
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
