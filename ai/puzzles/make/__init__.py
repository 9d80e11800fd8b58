"""Makes puzzles: plays matches, asks a maker for puzzles in them, proves and grades them.

A maker is a module beside this file: one for each game, and others (see `MAKERS`). It has

    records(rng: Random) -> Iterator[Record]     matches move by move, mostly of `positions`
    find(record: Record) -> Puzzle | None        the puzzle at the end of a record, neither proved nor graded

or, in place of both, ``candidates(rng: Random) -> Iterator[Puzzle]``, and if they are needed

    likeness(puzzle: Puzzle) -> bytes            equal for puzzles of which one is enough
    quota(puzzle: Puzzle) -> tuple[str, int]     the kind of a puzzle, and how many of it are made
    solved_by(puzzle: Puzzle) -> tuple[str, …]   the levels that find the answer
    KEEPS_APART: bool                            whether near copies are left out (`ai.puzzles.likeness`)
"""

from __future__ import annotations

import importlib
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from types import ModuleType

from ai.base import Limit, choose, levels
from ai.puzzles.likeness import are_alike
from ai.puzzles.proof import Unproved, prove, with_further_questions
from ai.puzzles.puzzle import Puzzle
from games import GAMES, replay
from games.base import Record

MAKERS = (*GAMES, "go_life", "go_large", "go_large_life")
"""The modules that make puzzles: of each game, and in Go of life and death and of large boards."""
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

    ``maker`` is a module's name. No puzzle has the likeness of another, or of one that is ``known``; if the
    maker keeps puzzles apart, none is a near copy either.
    """
    module = importlib.import_module(f"ai.puzzles.make.{maker}")
    likeness, quota = getattr(module, "likeness", _key), getattr(module, "quota", _of_one_kind)
    solved_by = getattr(module, "solved_by", solved_by_levels)
    keeps_apart: bool = getattr(module, "KEEPS_APART", False)
    known = list(known)
    seen, made = {likeness(puzzle) for puzzle in known}, Counter(quota(puzzle)[0] for puzzle in known)
    for candidate in module.candidates(rng) if hasattr(module, "candidates") else _in_matches(module, rng):
        kind, enough = quota(candidate)
        if made[kind] >= enough or (like := likeness(candidate)) in seen:
            continue
        seen.add(like)
        if keeps_apart and any(are_alike(candidate, other) for other in known):
            continue
        try:
            prove(candidate)
        except Unproved:
            continue
        made[kind] += 1
        known.append(candidate)
        yield with_further_questions(candidate).graded(solved_by(candidate)).named()


def _in_matches(module: ModuleType, rng: Random) -> Iterator[Puzzle]:
    """What a maker finds in its matches, some plies apart."""
    last: Record | None = None  # where the last puzzle is
    for record in module.records(rng):
        continues_last = last is not None and record.before(len(last.moves)) == last
        if last is not None and continues_last and len(record.moves) < len(last.moves) + _PLIES_APART:
            continue
        candidate = module.find(record)
        if candidate is not None:
            last = record
            yield candidate


def _of_one_kind(puzzle: Puzzle) -> tuple[str, int]:
    return puzzle.game, sys.maxsize


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


def solved_by_levels(puzzle: Puzzle) -> tuple[str, ...]:
    """The numbered levels that find a puzzle's answer."""
    limit = Limit(_PUZZLE_SECONDS, seed=1)
    numbered = [level for level in levels(puzzle.game) if level.number]
    return tuple(level for level in numbered if choose(puzzle.record, level, limit).move == puzzle.answer)
