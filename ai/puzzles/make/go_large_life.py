"""Puzzles of life and death on 13x13 and 19x19, in the matches of `ai.puzzles.make.go_large`.

As in `ai.puzzles.make.go_life`, but no level has to find the answer among all moves of the board: the picture
shows the window around the group, and the levels are asked for a move in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ai.puzzles.make.go_large import matches, solved_by
from ai.puzzles.make.go_life import MIN_STONES, puzzle_of_region, regions, state_of, thinned
from ai.puzzles.make.go_life_search import TooMany
from ai.puzzles.make.local import outline_of
from ai.puzzles.proof import Unproved
from ai.puzzles.proof.go_life import Region, region_of
from ai.puzzles.puzzle import Puzzle
from ai.puzzles.window import window_of
from games import replay
from games.base import Move, Record, RuleError
from games.go.position import GoPosition

__all__ = ["candidates", "likeness", "quota", "solved_by"]

KEEPS_APART = True
_PLIES = {13: (40, 130), 19: (90, 260)}
"""As `ai.puzzles.make.go_large.PLIES`: groups are enclosed later than chains are captured."""
_SURENESS = (1.3, 2.0)
"""As there: with fewer mistakes, a board that is filling up looks like that of a match."""
_STEP = 7
"""Plies between two positions that are looked at: an odd number, so that the sides take turns."""
_MAX_EMPTY = 8
"""The most points of a region that are empty or hold the attacker's stones: more take seconds to prove."""
_NODES = 500
"""Positions that the search visits about one side: half the time of 3,000, which found 11 puzzles where this
finds 10."""
_MOST = 60
"""The most puzzles of one board that ask one side, and have one length."""


def candidates(rng: Random) -> Iterator[Puzzle]:
    """Puzzles about the enclosed groups of matches, or about such groups with a stone less.

    Of each fight of a match that is the one with the longest line.
    """
    for match in matches(rng, _PLIES, _SURENESS):
        seen, fought = set[object](), set[int]()
        first, _ = _PLIES[_size(match)]
        for ply in range(first, len(match.moves), _STEP):
            record = match.before(ply)
            for region, state in regions(_position(record)):
                key = (*state, region.points)
                if key in seen or not fought.isdisjoint(region.points):
                    continue
                seen.add(key)
                if _is_small(_position(record), region):
                    puzzles = [_puzzle(each, region.target) for each in (record, *thinned(record, region))]
                    if known := [puzzle for puzzle in puzzles if puzzle is not None]:
                        fought |= region.points
                        yield max(known, key=lambda puzzle: len(puzzle.line))


def _size(record: Record) -> int:
    return int(record.variant.partition("x")[0])


def _position(record: Record) -> GoPosition:
    position = replay(record)
    assert isinstance(position, GoPosition)
    return position


def _is_small(position: GoPosition, region: Region) -> bool:
    return sum(position.stones[at] != region.defender for at in region.points) <= _MAX_EMPTY


def _puzzle(record: Record, target: int) -> Puzzle | None:
    """The puzzle at the end of a record about the group of a stone, if there is one."""
    try:
        position = _position(record)
        region = None if position.outcome() is not None else region_of(position, target)
        if region is None or not _is_small(position, region):
            return None
        if len(position.chains.at(target).points) < MIN_STONES:
            return None  # the task names a chain: with a stone less, one or two stones stand for a group
        puzzle = puzzle_of_region(record, position, region, state_of(position, region), _NODES)
    except (RuleError, TooMany, Unproved):
        return None
    return puzzle if puzzle is not None and window_of(puzzle) is not None else None


def likeness(puzzle: Puzzle) -> bytes:
    """Equal for puzzles that ask one side about regions of one outline, wherever on a board."""
    position = puzzle.position
    word, _, name = puzzle.goal.partition(" ")
    region = (
        region_of(position, position.board.index[Move(name)]) if isinstance(position, GoPosition) else None
    )
    if region is None or not isinstance(position, GoPosition):
        return puzzle.key
    return word.encode() + outline_of(position, region.points)


def quota(puzzle: Puzzle) -> tuple[str, int]:
    """A puzzle's board, task and length, and how many of that are enough."""
    return f"{puzzle.variant} {puzzle.themes[-1]} {len(puzzle.line)}", _MOST
