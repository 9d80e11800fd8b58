"""The puzzles that come with the bot, by game and by id; a person's next one, and a server's daily one."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from functools import cache
from pathlib import Path
from random import Random

from ai.puzzles.puzzle import THEMES, Puzzle, read
from data.model.glicko import Rating
from games import GAMES

FOLDER = Path(__file__).with_name("data")
EASY_SHARE = 5
"""The easiest fifth of a game's puzzles are at most as hard as a newcomer is thought strong, so that somebody
who does not know the patterns yet solves some of them. The deviation is Glicko-2's for anybody new, 350: ten
right answers lead a strong person 700 points up, a wrong one leads to another easy puzzle."""
NEAREST = 12
"""The next puzzle is one of so many that are the nearest in rating."""
LATE_SECONDS = 12 * 3600.0
"""How late a daily puzzle is still posted, for example after an outage; the day is skipped afterwards."""


@cache
def of_game(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, the easiest first; none if it has no file."""
    file = FOLDER / f"{game}.jsonl"
    lines = file.read_text().splitlines() if file.exists() else []
    return tuple(sorted(map(read, lines), key=lambda puzzle: (puzzle.rating, puzzle.id)))


def games_with_puzzles() -> list[str]:
    """The games that have puzzles, in the order of menus."""
    return [game for game in GAMES if (FOLDER / f"{game}.jsonl").exists()]


def themes_of(game: str) -> list[str]:
    """The themes that a game's puzzles have, in the order of menus."""
    themes = {theme for puzzle in of_game(game) for theme in puzzle.themes}
    return [theme for theme in THEMES[game] if theme in themes]


def with_id(wanted: str) -> Puzzle | None:
    """The puzzle with an id; None if there is none."""
    return _by_id().get(wanted)


def chosen(game: str | None, theme: str | None = None) -> Sequence[Puzzle]:
    """The puzzles of a game (None: of all) with a theme (None: with any)."""
    games = games_with_puzzles() if game is None else [game]
    return [puzzle for slug in games for puzzle in of_game(slug) if theme is None or theme in puzzle.themes]


@cache
def newcomer(game: str) -> Rating:
    """The rating at which somebody begins who has tried no puzzle of a game that has puzzles."""
    by_rating = of_game(game)
    return Rating(by_rating[len(by_rating) // EASY_SHARE].rating)


def next_puzzle(
    candidates: Sequence[Puzzle],
    tried: Collection[str],
    ratings: Mapping[str, float],
    dice: Random,
    last: Puzzle | None = None,
) -> Puzzle:
    """One of ``candidates`` that a person has not tried and that is about as hard as they are strong.

    ``tried`` are the ids of those that they have tried, ``ratings`` theirs by game, ``last`` is what they
    were asked before. If they have tried all, it is any other than ``last``, or ``last`` if it is alone.
    """
    others = [puzzle for puzzle in candidates if puzzle is not last] or candidates
    fresh = [puzzle for puzzle in others if puzzle.id not in tried]
    if not fresh:
        return dice.choice(others)

    def strength(game: str) -> float:
        return ratings[game] if game in ratings else newcomer(game).value

    nearest = sorted(fresh, key=lambda puzzle: abs(puzzle.rating - strength(puzzle.game)))
    return dice.choice(nearest[:NEAREST])


def puzzle_of_day(guild_id: int, day: str, games: Collection[str], used: Sequence[str]) -> Puzzle:
    """The puzzle of a day: the games take turns, and none returns before all of its game were there.

    It is one of middling difficulty. ``used`` are the ids of the server's earlier ones, the oldest first.
    """
    turns = [slug for slug in games_with_puzzles() if slug in games or not games]
    turns = turns or games_with_puzzles()
    game = turns[date.fromisoformat(day).toordinal() % len(turns)]
    middling = _middling(of_game(game))
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


@cache
def _by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for game in games_with_puzzles() for puzzle in of_game(game)}
