r"""``python -m bench.move_entry --games DIR``: how many taps a move takes by different designs of the keys.

Replays recorded games (`bench.game_records`) and counts, for each design, the taps of every move::

    python -m bench.move_entry --games var/move_entry --selfplay 20

A message has four rows of at most four keys, so that phones show them as they are. Opening a select is a tap
and choosing from it another. A move without a key is typed: a tap opens the field and another submits it; its
keystrokes are counted apart.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ai.base import Level, Limit, engine
from bench.game_records import Game, recorded, self_play
from bench.move_entry_forced import forced
from bot.presenters import go_candidates, gomoku_candidates
from games.base import Move, Position
from games.go import GoPosition
from games.gomoku import GomokuPosition

_TYPED = 2
"""Taps of a typed move, once its key is in sight: one opens the field, one submits it."""
_SELECT = 25
"""Options of a select at most."""
_WINDOW, _PAN = 4, 3
_HINT_LEVEL, _HINT_NODES = "4", 200
_RECORDS = 60
"""Records of each kind that are read; the moves come from all of them alike."""


@dataclass(frozen=True, slots=True)
class Step:
    """A recorded move: its point, all legal points by rank, the last move's point, and the board's size."""

    group: str
    size: int
    point: int
    ranked: Sequence[int]
    last: int | None
    forced: frozenset[int]
    name: Move
    position: Position


@dataclass(frozen=True, slots=True)
class Cost:
    """Taps of a move, and its keystrokes if it is typed."""

    taps: int
    typed: int = 0


Design = Callable[[Step], Cost]


def zoomed(main: int, zoom: int, select: bool = False, deeper: int = 0) -> Design:
    """Candidates, and four corner keys that open a quarter with its most probable remaining points.

    ``select`` offers the next 25 points of the quarter, ``deeper`` zooms once more, to so many points.
    """

    def cost(step: Step) -> Cost:
        if step.point in step.ranked[:main]:
            return Cost(1)
        span = step.size // 2 + 2
        ranks = [_rank(step, area, main) for area in _quarters(step.size, step.point, span)]
        if min(ranks) < zoom:
            return Cost(2)
        if select and min(ranks) < zoom + _SELECT:
            return Cost(3)
        if deeper and _deeper_rank(step, main, zoom, span) < deeper:
            return Cost(3)
        return Cost(1 + _TYPED, len(step.name))

    return cost


def _rank(step: Step, area: frozenset[int], shown: int) -> int:
    """The point's rank among the points of an area, without those that have a key already."""
    return [point for point in step.ranked[shown:] if point in area].index(step.point)


def _deeper_rank(step: Step, main: int, zoom: int, span: int) -> int:
    """The best rank that the point has in a quarter of a quarter."""
    ranks = []
    for area in _quarters(step.size, step.point, span):
        shown = [point for point in step.ranked[main:] if point in area][:zoom]
        left = [point for point in step.ranked[main:] if point not in shown]
        half = span // 2 + 1
        top, side = divmod(min(area), step.size)
        for r in (top, top + span - half):
            for c in (side, side + span - half):
                part = {(r + y) * step.size + c + x for y in range(half) for x in range(half)}
                if step.point in part:
                    ranks.append([point for point in left if point in part].index(step.point))
    return min(ranks)


def _quarters(size: int, point: int, span: int) -> Iterator[frozenset[int]]:
    """The quarters, ``span`` points wide, in which a point is."""
    row, column = divmod(point, size)
    for top in (0, size - span):
        for left in (0, size - span):
            if top <= row < top + span and left <= column < left + span:
                yield frozenset(
                    r * size + c for r in range(top, top + span) for c in range(left, left + span)
                )


def grouped(main: int, groups: int, each: int, more: bool = False) -> Design:
    """Candidates, and keys for groups of the next most probable points, each marked on the picture.

    ``more``: a key beside a group's points leads to the groups after those.
    """

    def cost(step: Step) -> Cost:
        rank, kept = step.ranked.index(step.point), groups * each
        for taps, shown in enumerate((main, main + kept, main + 2 * kept if more else 0), start=1):
            if rank < shown:
                return Cost(taps)
        return Cost(1 + _TYPED, len(step.name))

    return cost


def selected(step: Step) -> Cost:
    """Eight candidates and a select of the next 25 points."""
    rank = step.ranked.index(step.point)
    if rank < 8 + _SELECT:
        return Cost(1 if rank < 8 else 2)
    return Cost(_TYPED, len(step.name))


def window(step: Step) -> Cost:
    """A window of 4 × 4 points around the last move, where the ranks are best, and four keys that pan it."""
    appeal = {point: 1 / (rank + 1) for rank, point in enumerate(step.ranked)}
    last = divmod(step.last, step.size) if step.last is not None else (step.size // 2, step.size // 2)
    starts = [
        (r, c)
        for r in range(max(last[0] - _WINDOW + 1, 0), min(last[0], step.size - _WINDOW) + 1)
        for c in range(max(last[1] - _WINDOW + 1, 0), min(last[1], step.size - _WINDOW) + 1)
    ]

    def worth(start: tuple[int, int]) -> float:
        r, c = start
        return sum(
            appeal.get((r + y) * step.size + c + x, 0.0) for y in range(_WINDOW) for x in range(_WINDOW)
        )

    start = max(starts, key=worth)
    pans = 0
    for line, low in zip(divmod(step.point, step.size), start, strict=True):
        beyond = max(low - line, line - low - _WINDOW + 1, 0)
        pans += -(-beyond // _PAN)
    return Cost(1 + pans)


def by_lines(step: Step) -> Cost:
    """A select of columns and a select of rows."""
    del step
    return Cost(4)


def regions(step: Step) -> Cost:
    """Eight candidates and four quarter keys, which open regions of at most twelve points."""
    return Cost(1 if step.point in step.ranked[:8] else 3)


DESIGNS: dict[str, Design] = {
    **{f"A {main} + {zoom} of a quarter": zoomed(main, zoom) for main in (7, 8) for zoom in (10, 12)},
    "A 8 + 12 of a quarter + select": zoomed(8, 12, select=True),
    "A 8 + 8 of a quarter, deeper 12": zoomed(8, 8, deeper=12),
    "B 8 + select of 25": selected,
    "C window of 4 × 4": window,
    "D column, row": by_lines,
    "E regions": regions,
    **{f"F {main} + 4 groups of {each}": grouped(main, 4, each) for main in (7, 8) for each in (10, 11, 12)},
    **{f"F 6 + {groups} groups of 11": grouped(6, groups, 11) for groups in (5, 6)},
    "F 6 + 6 groups of 12": grouped(6, 6, 12),
    "F 8 + 4 groups of 11, then 4 more": grouped(8, 4, 11, more=True),
}


def steps(games: Sequence[Game], most: int) -> Iterator[Step]:
    """Read at most so many moves of each kind of game and players, as many from each record."""
    counted: dict[str, list[Game]] = {}
    for game in games:
        counted.setdefault(f"{_title(game)}, {game.players}", []).append(game)
    for group, listed in sorted(counted.items()):
        few = listed[:: max(1, len(listed) // _RECORDS)]
        every = max(1, sum(len(game.moves) for game in few) // most)
        for number, (position, before, move) in enumerate(step for game in few for step in game.steps()):
            step = _step(group, position, before, move) if number % every == 0 else None
            if step:
                yield step


def _title(game: Game) -> str:
    return f"{game.slug} {game.variant.split('-korean')[0]}"


def _step(group: str, position: Position, before: Sequence[Move], move: Move) -> Step | None:
    """A move on a point; None for any other."""
    point = _point(position, move)
    if point is None:
        return None
    if isinstance(position, GoPosition):
        ranked, last = (
            go_candidates.ranked_points(position, before),
            go_candidates.recent_points(position, before),
        )
    elif isinstance(position, GomokuPosition):
        ranked = gomoku_candidates.ranked_points(position, before)
        last = gomoku_candidates.recent_points(position.board, before)
    else:
        return None
    answers = forced(position, before)
    return Step(group, position.size, point, ranked, last[0], answers, move, position)


def _point(position: Position, move: Move) -> int | None:
    """The point of a move; None for a move that is none."""
    if isinstance(position, GoPosition):
        return None if position.scoring else position.board.index.get(move)
    if isinstance(position, GomokuPosition):
        return gomoku_candidates.points_of(position.board).get(move)
    return None


def table(name: str, costs: Sequence[Cost]) -> str:
    """A line of the table: median, shares of one, two and three taps at most, typed share, maximum."""
    taps = [cost.taps for cost in costs]
    shares = [sum(tap <= most for tap in taps) / len(taps) for most in (1, 2, 3)]
    typed = [cost.typed for cost in costs if cost.typed]
    keys = statistics.fmean(typed) if typed else 0.0
    numbers = [f"{share:.1%}" for share in shares]
    cells = [name, f"{statistics.median(taps):g}", *numbers, f"{len(typed) / len(taps):.1%} ({keys:.1f})"]
    return f"| {' | '.join(cells)} | {max(taps)} |"


def hinted(listed: Sequence[Step], count: int) -> str:
    """How often the move that level `_HINT_LEVEL` chooses has a key, in so many of the positions."""
    ranks = list[int]()
    for number, step in enumerate(listed[:: max(1, len(listed) // count)]):
        slug = "go" if isinstance(step.position, GoPosition) else "gomoku"
        chosen = engine(slug).choose(
            step.position, Level(_HINT_LEVEL), Limit(1.0, nodes=_HINT_NODES, seed=number)
        )
        point = _point(step.position, chosen.move)
        if point is not None:
            ranks.append(step.ranked.index(point))
    shares = ", ".join(f"{most}: {sum(rank < most for rank in ranks) / len(ranks):.1%}" for most in (6, 7, 8))
    return f"moves of level {_HINT_LEVEL} with a key, by the number of keys: {shares} of {len(ranks)}"


def main(words: Sequence[str]) -> int:
    """Print a table for each kind of game and players; return the exit status."""
    parser = argparse.ArgumentParser("python -m bench.move_entry", description=__doc__.splitlines()[0])
    parser.add_argument(
        "--games", type=Path, required=True, metavar="DIR", help="records (bench.game_records)"
    )
    parser.add_argument("--moves", type=int, default=2000, help="moves of each kind (2000)")
    parser.add_argument(
        "--selfplay", type=int, default=0, metavar="N", help="first let the engines play N games of each kind"
    )
    parser.add_argument(
        "--hints", type=int, default=0, metavar="N", help="ask the engine in N positions of each kind"
    )
    options = parser.parse_args(words)
    if options.selfplay:
        self_play(options.games, options.selfplay)
    found: dict[str, list[Step]] = {}
    for step in steps(list(recorded(options.games)), options.moves):
        found.setdefault(step.group, []).append(step)
    for group, listed in found.items():
        print(f"\n{group}: {len(listed)} moves\n")
        report(listed, options.hints)
    return 0


def report(listed: Sequence[Step], hints: int) -> None:
    """Print the designs' table, and how many forced answers and moves of the engine have a key."""
    for name, design in DESIGNS.items():
        print(table(name, [design(step) for step in listed]), flush=True)
    for keys in (6, 7, 8):
        answers = [point in step.ranked[:keys] for step in listed for point in step.forced]
        print(f"forced answers with one of {keys} keys: {sum(answers)} of {len(answers)}")
    if hints:
        print(hinted(listed, hints), flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
