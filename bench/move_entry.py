"""``python -m bench.move_entry --games DIR``: how many taps a move takes by different designs of buttons.

Each design is a function from a position and a selection to what is shown (`View`): the points and the
selections that have buttons, the points that are marked on the picture, the part that is enlarged. Recorded
games (`bench.game_records`) are replayed, and for each move the taps are counted that lead to its point::

    python -m bench.move_entry --games var/move_entry --selfplay 8
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from bench.game_records import Game, recorded, self_play
from bot.drawing.base import Window
from bot.presenters.go import GO_PRESENTER
from bot.presenters.keypad import BUTTONS_PER_ROW
from bot.presenters.point_keys import SMALL, Entry, Stage, entry_view
from bot.presenters.points import point_indices
from games.base import Position
from games.go import GoPosition
from games.gomoku import GomokuPosition

_RECORDS = 40
"""Records of each kind that are read; the moves come from all of them alike."""
_MENU = 2
"""Taps of a menu: one opens it, one chooses."""
_NEAR_MARKS, _OF_A_QUARTER = 8, 8
_LIMIT = 9
"""Taps for a point that no button leads to."""


@dataclass(frozen=True, slots=True)
class View:
    """What one view of a design shows. Points are indices from the top left along the rows."""

    points: Sequence[int] = ()
    selections: Mapping[str, int] = field(default_factory=dict)
    """What buttons and menus lead to, and in how many taps."""
    marks: Sequence[int] = ()
    """The points that are marked on the picture."""
    window: Window | None = None
    buttons: int = 0
    """How many buttons there are: points, selections, typing, and the way back."""
    has_controls: bool = True
    """Whether a row of controls is below the buttons."""


Design = Callable[[Entry, str], View]


def thirds(entry: Entry, selection: str) -> View:
    """Nine parts where they are on the board, each of nine parts again, until they are points."""
    size = entry.grid.size
    left, top, wide, high = 0, 0, size, size
    for digit in selection:
        row, column = divmod(int(digit), 3)
        (left, wide), (top, high) = _third(left, wide, column), _third(top, high, row)
    inside = [row * size + column for row in range(top, top + high) for column in range(left, left + wide)]
    window = Window.around(left + wide // 2, top + high // 2, size, max(wide, high, 5)) if selection else None
    if max(wide, high) <= 3:
        points = [point for point in inside if point in entry.legal]
        return View(points, window=window, buttons=9 + 1)
    return View(selections={f"{selection}{part}": 1 for part in range(9)}, window=window, buttons=9 + 3)


def _third(start: int, length: int, number: int) -> tuple[int, int]:
    """The start and the length of a third; the middle one is the longest."""
    outer = length // 3
    lengths = (outer, length - 2 * outer, outer)
    return start + sum(lengths[:number]), lengths[number]


def menus(entry: Entry, selection: str) -> View:
    """A menu of columns, then one of rows."""
    size = entry.grid.size
    if not selection:
        return View(selections={str(column): _MENU for column in range(size)}, buttons=2)
    column = int(selection.removeprefix("chosen-"))
    if not selection.startswith("chosen-"):
        return View(selections={f"chosen-{column}": _MENU - 1}, buttons=2)  # the second menu is opened
    return View([point for point in range(column, size * size, size) if point in entry.legal], buttons=2)


def recent(entry: Entry, selection: str) -> View:
    """The points nearest to the last moves, marked with numbers; four corners, which have their nearest ones.

    In a corner four buttons lead on to its quarters.
    """
    size = entry.grid.size
    left, top, span = 0, 0, size
    for digit in selection:
        row, column = divmod(int(digit), 2)
        half = -(-span // 2)
        left, top, span = left + column * (span - half), top + row * (span - half), half
    inside = [
        row * size + column
        for row in range(top, top + span)
        for column in range(left, left + span)
        if row * size + column in entry.legal
    ]
    centers = list(entry.recent[:2]) or [size * size // 2]
    nearest = sorted(inside, key=lambda point: min(_squared(point, center, size) for center in centers))
    marks = _OF_A_QUARTER if selection else _NEAR_MARKS
    window = Window(left, top, span) if selection else None
    if len(inside) <= marks + 3:
        return View(inside, marks=inside, window=window, buttons=len(inside) + 1)
    further = {f"{selection}{corner}": 1 for corner in range(4)}
    return View(nearest[:marks], further, nearest[:marks], window, marks + 4)


def _squared(point: int, other: int, size: int) -> int:
    (row, column), (other_row, other_column) = divmod(point, size), divmod(other, size)
    return (row - other_row) ** 2 + (column - other_column) ** 2


def sixteenths(entry: Entry, selection: str) -> View:
    """A map of four by four parts, then the points of one, in four rows above the controls."""
    size = entry.grid.size
    if not selection:
        return View(selections={str(part): 1 for part in range(16)}, buttons=16)
    row, column = divmod(int(selection[:2].strip(".")), 4)
    rows, columns = ([line for line in range(size) if line * 4 // size == part] for part in (row, column))
    points = [r * size + c for r in rows for c in columns if r * size + c in entry.legal]
    window = Window.around(columns[len(columns) // 2], rows[len(rows) // 2], size, 5)
    if len(points) <= 16:
        return View(points, window=window, buttons=16)
    if "." not in selection:
        return View(
            selections={f"{selection}.{c}": 1 for c in columns}, window=window, buttons=len(columns) + 1
        )
    line = int(selection.partition(".")[2])
    return View([point for point in points if point % size == line], window=window, buttons=len(rows) + 1)


def columns_and_blocks(entry: Entry, selection: str) -> View:
    """Columns, or on larger boards parts and then blocks of points: what the bot has."""
    view, letters, size = entry_view(entry, selection), entry.grid.letters, entry.grid.size
    if view.stage is Stage.BOARD and size > SMALL:
        near = [f"near-{number}" for number in range(1, 3) if number <= len(entry.recent)]
        parts = [f"part-{number}" for number in range(1, 10)]
        kept = near[:1] if _has_pass(entry) else near
        return View(selections=dict.fromkeys([*kept, *parts], 1), buttons=12)
    if view.stage is Stage.BOARD:
        leads = dict.fromkeys(letters[:size], 1)
    else:
        leads = {shift.selection: 1 for shift in view.shifts if shift.points}
    points = [point for point in view.points if point in entry.legal]
    buttons = len(view.points) + len(leads) + (3 if view.stage is Stage.BOARD else 1)
    return View(points, leads, window=view.window, buttons=buttons, has_controls=size < SMALL)


def _has_pass(entry: Entry) -> bool:
    """Whether a pass takes the button of the last move but one, as in Go, whose columns have no i."""
    return "i" not in entry.grid.letters


def open_part(entry: Entry, selection: str) -> View:
    """What the bot has where a part has stayed open: what is around the last move, below the whole board.

    Beside the part is what leads to the surroundings of the move before.
    """
    board = columns_and_blocks(entry, selection)
    if selection or entry.grid.size <= SMALL or not entry.recent:
        return board
    part, before = columns_and_blocks(entry, "near-1"), {"near-2": 1} if len(entry.recent) > 1 else {}
    return replace(part, selections={**board.selections, **part.selections, **before})


def private_pad(entry: Entry, selection: str) -> View:
    """What the bot has, on a message of the mover's own, which a first tap opens."""
    if not selection:
        return View(selections={"open": 1}, buttons=1)
    return columns_and_blocks(entry, "" if selection == "open" else selection)


DESIGNS: Mapping[str, Design] = {
    "A thirds of thirds": thirds,
    "B menus of columns and rows": menus,
    "C recent points, corners": recent,
    "D map of 4 × 4": sixteenths,
    "F columns, or blocks": columns_and_blocks,
    "F where a part stays open": open_part,
    "F on a private pad": private_pad,
}


def taps(design: Design, entry: Entry) -> dict[int, int]:
    """How many taps lead to each point."""
    counted, steps, waiting = dict[int, int](), {"": 0}, deque([""])
    while waiting:
        selection = waiting.popleft()
        view = design(entry, selection)
        for point in view.points:
            counted[point] = min(counted.get(point, _LIMIT), steps[selection] + 1)
        for further, cost in view.selections.items():
            if further not in steps:
                steps[further] = steps[selection] + cost
                waiting.append(further)
    return counted


@dataclass(slots=True)
class Tally:
    """What is counted of one design and one kind of games."""

    moves: list[int] = field(default_factory=list)
    """Taps of the moves that were played."""
    points: list[int] = field(default_factory=list)
    """Taps of all points that could be played, in some of the positions."""
    pressing: list[int] = field(default_factory=list)
    """Of those the last liberties of chains, and the neighbors of the last two moves."""
    marks: list[int] = field(default_factory=list)
    liberties: list[int] = field(default_factory=list)
    """Marks of the first view, and those of them that are beside a stone."""
    rows: set[int] = field(default_factory=set)
    """How many rows a view has, with the controls."""

    def line(self, name: str) -> str:
        """A row of the table."""
        shares = [sum(taken <= limit for taken in self.moves) / len(self.moves) for limit in (1, 2, 3)]
        cells = [
            name,
            f"{statistics.median(self.moves):g}",
            *(f"{share:.0%}" for share in shares),
            str(sorted(self.moves)[len(self.moves) * 9 // 10]),
            f"{max(self.points)}",
            f"{max(self.pressing, default=0)}",
            f"{statistics.fmean(self.marks):.0f} ({statistics.fmean(self.liberties):.1f})",
            "–".join(map(str, sorted({min(self.rows), max(self.rows)}))),
        ]
        return f"| {' | '.join(cells)} |"


HEAD = "| design | median | 1 tap | 2 | 3 | 90 % | any point | pressing | marks (beside stones) | rows |"


def entry_of(position: Position, before: Sequence[str]) -> tuple[Entry, bytes] | None:
    """What the buttons of a position depend on, and its stones; None where no point is played."""
    is_go = isinstance(position, GoPosition)
    if isinstance(position, GoPosition) and not position.scoring:
        stones, urgent = position.stones, GO_PRESENTER.urgent_points(position)
    elif isinstance(position, GomokuPosition) and not (position.stage and position.stage.choices):
        stones, urgent = position.colors, {}
    else:
        return None
    index = point_indices(position.board.grid)
    legal = frozenset(index[move] for move in position.legal_moves() if move in index)
    played = [index[move] for move in reversed(before) if move in index][:4]
    occupied = [point for point, stone in enumerate(stones) if stone]
    return Entry(position.board.grid, legal, played, urgent, occupied, opens_in_corners=is_go), stones


def beside(point: int, size: int) -> Iterator[int]:
    """The neighbors of a point."""
    row, column = divmod(point, size)
    for near, is_on in (
        (point - size, row > 0),
        (point + size, row < size - 1),
        (point - 1, column > 0),
        (point + 1, column < size - 1),
    ):
        if is_on:
            yield near


def measure(games: Sequence[Game], moves: int) -> dict[str, Tally]:
    """Replay games and count for each design, at some ``moves`` moves."""
    tallies = {name: Tally() for name in DESIGNS}
    every = max(1, sum(len(game.moves) for game in games) // moves)
    for number, (position, before, move) in enumerate(step for game in games for step in game.steps()):
        read = entry_of(position, before) if number % every == 0 else None
        if read is None or move not in point_indices(read[0].grid):
            continue
        entry, stones = read
        point, size = point_indices(entry.grid)[move], entry.grid.size
        pressing = {near for played in entry.recent[:2] for near in beside(played, size)} | {*entry.urgent}
        for name, design in DESIGNS.items():
            tally, counted, first = tallies[name], taps(design, entry), design(entry, "")
            tally.moves.append(counted.get(point, _LIMIT))
            tally.points.append(max(counted.get(legal, _LIMIT) for legal in entry.legal))
            tally.pressing += [counted.get(near, _LIMIT) for near in pressing & entry.legal]
            tally.marks.append(len(first.marks))
            tally.liberties.append(sum(any(stones[near] for near in beside(m, size)) for m in first.marks))
            tally.rows.add(rows_of(first))
    return tallies


def rows_of(view: View) -> int:
    """Rows below the picture."""
    return -(-view.buttons // BUTTONS_PER_ROW) + view.has_controls


def main(words: Sequence[str]) -> int:
    """Print a table for each kind of games; return the exit status."""
    parser = argparse.ArgumentParser("python -m bench.move_entry", description=__doc__.splitlines()[0])
    parser.add_argument(
        "--games", type=Path, required=True, metavar="DIR", help="records (bench.game_records)"
    )
    parser.add_argument("--moves", type=int, default=400, help="moves of each kind (400)")
    parser.add_argument(
        "--selfplay", type=int, default=0, metavar="N", help="first let the engines play N games of each kind"
    )
    options = parser.parse_args(words)
    if options.selfplay:
        self_play(options.games, options.selfplay)
    kinds: dict[str, list[Game]] = {}
    for game in recorded(options.games):
        kinds.setdefault(f"{game.slug} {game.variant.removesuffix('-korean')} {game.players}", []).append(
            game
        )
    for kind, games in sorted(kinds.items()):
        few = games[:: max(1, len(games) // _RECORDS)]
        tallies = measure(few, options.moves)
        count = len(next(iter(tallies.values())).moves)
        print(f"\n{kind}: {count} moves of {len(few)} games\n\n{HEAD}\n|{' --- |' * 10}")
        for name, tally in tallies.items():
            print(tally.line(name), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
