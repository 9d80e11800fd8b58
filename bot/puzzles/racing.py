"""Which puzzles a race or a storm asks."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import cycle
from random import Random

from ai.puzzles.likeness import are_alike
from ai.puzzles.puzzle import Puzzle
from bot import puzzles

SEEN_SECONDS = 30 * 86_400.0
"""How long a puzzle that a racer has tried is not asked again, as long as there are others."""
SHORT_MOVES = 2
"""A puzzle with so many own moves, or fewer, is short: a race begins with short ones."""
SHORT_FIRST = 3
"""How many short puzzles come before the others, as far as a race has any."""


def race_puzzles(
    games: Sequence[str],
    count: int,
    seen: Mapping[str, float],
    now: float,
    dice: Random,
    withdrawn: Collection[str] = (),
) -> list[Puzzle]:
    """So many puzzles, about as many of each of these games: short ones, then the others, the easiest first.

    ``seen`` is when one of the racers has last tried each puzzle, by id, in unix seconds. If not enough are
    left that nobody has seen in `SEEN_SECONDS`, those seen longest ago come back. Of Gomoku only puzzles are
    asked that are right by every rule: racers need not know which rules hold. None is ``withdrawn``, by id.
    """
    order = list(games)
    dice.shuffle(order)
    turns = [game for game, _ in zip(cycle(order), range(count), strict=False)]
    stocks = {
        game: [puzzle for puzzle in puzzles.of_game(game) if puzzle.id not in withdrawn] for game in order
    }
    chosen = [
        puzzle for game in order for puzzle in _of_stock(stocks[game], turns.count(game), seen, now, dice)
    ]
    chosen.sort(key=lambda puzzle: puzzle.rating)
    first = list(filter(_is_short, chosen))[:SHORT_FIRST]
    return [*first, *(puzzle for puzzle in chosen if puzzle not in first)]


def _of_stock(
    puzzles_of_game: Sequence[Puzzle], count: int, seen: Mapping[str, float], now: float, dice: Random
) -> list[Puzzle]:
    """So many puzzles of a game, or all if there are fewer, from easy to hard; the easier half are short."""
    stock = [puzzle for puzzle in puzzles_of_game if puzzle.is_right_by_all_rules]
    fresh = [puzzle for puzzle in stock if now - seen.get(puzzle.id, -SEEN_SECONDS) >= SEEN_SECONDS]
    if len(fresh) < count:
        again = sorted((puzzle for puzzle in stock if puzzle not in fresh), key=lambda p: seen[p.id])
        fresh += again[: count - len(fresh)]
        fresh.sort(key=lambda puzzle: (puzzle.rating, puzzle.id))
    chosen = list[Puzzle]()
    for band in range(count):
        of_band = fresh[band * len(fresh) // count : (band + 1) * len(fresh) // count]
        if of_band:
            chosen.append(_any_of(of_band, chosen, dice, prefers_short=band < count / 2))
    return chosen


def _is_short(puzzle: Puzzle) -> bool:
    return len(puzzle.questions) <= SHORT_MOVES


def _any_of(
    band: Sequence[Puzzle], before: Collection[Puzzle], dice: Random, *, prefers_short: bool
) -> Puzzle:
    """One of some puzzles that guesses seldom solve and that is no near copy of one ``before``."""
    mixed = dice.sample(band, len(band))
    if prefers_short:
        mixed.sort(key=_is_short, reverse=True)
    offered = filter(puzzles.is_offered, mixed)
    apart = (puzzle for puzzle in offered if not any(are_alike(puzzle, earlier) for earlier in before))
    return next(apart, mixed[0])
