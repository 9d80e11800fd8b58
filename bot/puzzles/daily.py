"""Which puzzle is a server's daily one, and how late it is posted."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date
from random import Random

from ai.puzzles.puzzle import Puzzle
from bot import puzzles

LATE_SECONDS = 12 * 3600.0
"""How late a puzzle is still posted, for example after an outage; the day is skipped afterwards."""


def puzzle_of_day(guild_id: int, day: str, games: Collection[str], used: Sequence[str]) -> Puzzle:
    """The puzzle of a day: the games take turns, and none returns before all of its game were there.

    It is one of middling difficulty. ``used`` are the ids of the server's earlier ones, the oldest first.
    """
    turns = [slug for slug in puzzles.games_with_puzzles() if slug in games or not games]
    turns = turns or puzzles.games_with_puzzles()
    game = turns[date.fromisoformat(day).toordinal() % len(turns)]
    middling = _middling(puzzles.of_game(game))
    unused = [puzzle for puzzle in middling if puzzle.id not in used]
    if not unused:
        unused = [min(middling, key=lambda puzzle: _last_use(puzzle.id, used))]
    return Random(f"{guild_id} {day}").choice(unused)


def _middling(by_rating: Sequence[Puzzle]) -> Sequence[Puzzle]:
    """The middle half of puzzles in the order of their ratings; all of them if there are fewer than four."""
    quarter = len(by_rating) // 4
    return by_rating[quarter : len(by_rating) - quarter]


def _last_use(puzzle_id: str, used: Sequence[str]) -> int:
    return max(index for index, used_id in enumerate(used) if used_id == puzzle_id)
