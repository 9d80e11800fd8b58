"""Reads the games of an SGF file, each as far as its moves are legal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.records.base import GameRecord, Problem, ReadGame
from bot.records.dates import read_dates
from bot.records.following import Follower, colors_of
from bot.records.results import is_unknown, result_of
from bot.records.sgf_beginning import COLORS, Beginning, Event
from bot.records.sgf_games import OTHER_MOVES, SETUP, grid_of, move_of, points_of, size_of
from bot.records.sgf_nodes import Tree, simple_text, trees
from bot.records.sgf_starts import Start, starts
from games.base import PASS, IllegalMove, RuleError, Side
from games.gomoku.rules import GomokuPosition
from games.grid import Grid


def read_sgf(text: str) -> Iterator[ReadGame]:
    """The games of a file, in order. Its lines end in line feeds."""
    for tree in trees(text):
        yield read_tree(tree)


def read_tree(tree: Tree) -> ReadGame:
    """The game that the main line of a tree is, by the likeliest rules in which the most moves are legal."""
    beginning = Beginning.of(tree)
    try:
        slug, size = beginning.board()
        grid = grid_of(slug, size)
        possible = starts(beginning, slug, grid, tree.line)
    except RuleError as error:
        return ReadGame(line=tree.line, game=None, problem=Problem.of(tree.line, error))
    best: ReadGame | None = None
    longest = -1
    for start in possible:
        read, played = _follow(tree, beginning, grid, start)
        if read.problem is None:
            return read
        if played > longest:
            best, longest = read, played
    assert best is not None  # there is at least one start
    return best


def _follow(tree: Tree, beginning: Beginning, grid: Grid, start: Start) -> tuple[ReadGame, int]:
    """The game by the rules of a variant, and how many events were played."""
    try:
        follower = Follower(start.slug, start.variant, start.setup)
    except RuleError as error:
        return ReadGame(line=tree.line, game=None, problem=Problem.of(tree.line, error)), 0
    problem, added = tree.problem, None
    notes = [*tree.notes, *beginning.notes, *beginning.unreadable(tree.line), *start.notes]
    notes += _guesses(beginning, start, tree.line)
    played = 0
    for event in start.events:
        try:
            _play(follower, event, grid)
        except RuleError as error:
            problem = Problem.of(event.line, error)
            break
        played += 1
        if follower.added_passes and added is None:
            added = Problem(event.line, "record.added-passes")
    if added is not None:
        notes.append(replace(added, arguments={"n": follower.added_passes}))
    game = _game(beginning, follower)
    if game.result is None and not is_unknown(said := beginning.text("RE")):
        at = beginning.line("RE", tree.line)
        notes.append(Problem(at, "record.unreadable-result", {"text": said[:40]}))
    return ReadGame(line=tree.line, game=game, problem=problem, notes=notes), played


def _guesses(beginning: Beginning, start: Start, line: int) -> Iterator[Problem]:
    """Notes on the size and the rules of a game whose file does not say them, or says others than we know."""
    rules, title = beginning.text("RU"), {"game": start.slug, "variant": start.variant}
    if not beginning.text("SZ"):
        yield Problem(line, "record.no-size", {"n": size_of(start.slug, start.variant)})
    if start.slug == "othello":
        return
    if not rules:
        yield Problem(line, "record.no-rules", title)
    elif start.slug == "gomoku" and not rules.casefold().startswith(start.variant.partition("-")[0]):
        yield Problem(beginning.line("RU", line), "record.other-rules", {"rules": rules[:40]} | title)


def _play(follower: Follower, event: Event, grid: Grid) -> None:
    if event.name in COLORS:
        follower.play(move_of(simple_text(event.value[:100]), grid), COLORS[event.name])
    elif event.name == OTHER_MOVES:
        follower.play_exactly([simple_text(event.value)])
    elif _changes(follower, event, grid):
        raise IllegalMove("record.late-setup")


def _changes(follower: Follower, event: Event, grid: Grid) -> bool:
    """Whether stones that are put down or taken off in the middle of a game change its board."""
    wanted = {SETUP[side]: side for side in Side}.get(event.name, 0)
    colors = colors_of(follower.position)
    return any(colors[grid.index(point)] != wanted for point in points_of(event.value, grid) if point != PASS)


def _game(beginning: Beginning, follower: Follower) -> GameRecord:
    position, text = follower.position, beginning.text
    colors = {side: position.color(side) if isinstance(position, GomokuPosition) else side for side in Side}
    names = {Side.FIRST: text("PB"), Side.SECOND: text("PW")}
    dates = read_dates(text("DT", "RD"))
    return GameRecord(
        record=follower.record,
        names=(names[colors[Side.FIRST]], names[colors[Side.SECOND]]),
        result=result_of(text("RE"), colors),
        begun=dates[0] if dates else None,
        ended=dates[-1] if dates else None,
        title=text("GN") or text("EV", "TE"),
    )
