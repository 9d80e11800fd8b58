"""Makes puzzles: plays matches, asks a maker for puzzles in them, proves and grades them.

A maker is a module beside this file: one for each game, and ``go_life`` for life and death. It has

    records(rng: Random) -> Iterator[Record]   matches move by move, mostly of `positions`
    find(record: Record) -> Puzzle | None      the puzzle at the end of a record, neither proved nor graded
    likeness(puzzle: Puzzle) -> bytes          if it has it: equal for puzzles of which one is enough
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator
from random import Random

from ai.base import Limit, choose, levels
from ai.puzzles.proof import Unproved, prove, with_further_questions
from ai.puzzles.puzzle import Puzzle
from games import replay
from games.base import Record

_PUZZLE_SECONDS = 0.2
"""How long a level may think about a puzzle."""
_MOVE_SECONDS = 0.03
"""How long a level may think about a move of a match."""
_PLIES_APART = 7
"""Plies after a puzzle in which its match is not searched: most puzzles there are the end of the same one."""
_RANDOM_MOVE = 0.08
"""How often a random move replaces a player's."""


def make(maker: str, rng: Random, known: Iterable[Puzzle] = ()) -> Iterator[Puzzle]:
    """Yield proved and graded puzzles of a game, without end where matches are played.

    ``maker`` is a module's name. No puzzle has the likeness of another, or of one that is ``known``.
    """
    module = importlib.import_module(f"ai.puzzles.make.{maker}")
    likeness = getattr(module, "likeness", _key)
    seen = {likeness(puzzle) for puzzle in known}
    last = Record(maker, "")  # where the last puzzle is; of no variant, so that no record continues it
    for record in module.records(rng):
        continues_last = bool(record.moves) and record.before(len(last.moves)) == last
        if continues_last and len(record.moves) < len(last.moves) + _PLIES_APART:
            continue
        candidate = module.find(record)
        if candidate is None or (like := likeness(candidate)) in seen:
            continue
        seen.add(like)
        last = record
        try:
            prove(candidate)
        except Unproved:
            continue
        yield grade(with_further_questions(candidate).named())


def _key(puzzle: Puzzle) -> bytes:
    return puzzle.key


def positions(slug: str, variants: tuple[str, ...], strengths: range, rng: Random) -> Iterator[Record]:
    """Yield the positions of matches without end, each between two of the numbered levels.

    A few random moves let more happen.
    """
    while True:
        record = Record(slug, rng.choice(variants))
        players = [str(rng.choice(strengths)) for _ in range(2)]
        while (position := replay(record)).outcome() is None:
            yield record
            if rng.random() < _RANDOM_MOVE:
                record = record.then(rng.choice(position.legal_moves()))
                continue
            level = players[len(record.moves) % 2]
            choice = choose(record, level, Limit(_MOVE_SECONDS, seed=rng.getrandbits(30)))
            record = record.then(choice.move)


def grade(puzzle: Puzzle) -> Puzzle:
    """The puzzle with the numbered levels that find its answer."""
    limit = Limit(_PUZZLE_SECONDS, seed=1)
    numbered = [level for level in levels(puzzle.game) if level.number]
    solved = [level for level in numbered if choose(puzzle.record, level, limit).move == puzzle.answer]
    return puzzle.graded(tuple(solved))
