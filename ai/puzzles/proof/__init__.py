"""Proofs of puzzles by the rules in `games` alone: none of the engines' code. Start at `prove`.

There is a module for each game. It has

    prove(puzzle: Puzzle) -> None                         raises `Unproved`
    further(puzzle: Puzzle) -> Iterator[Sequence[Move]]   all that is right at each of the solver's moves of
                                                          the line after the first; raises `Unproved`
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import ModuleType

from ai.puzzles.puzzle import ANY, Puzzle
from games import GAMES
from games.base import Move, RuleError

MAX_FURTHER = 4
"""Moves of a line that are asked after the first."""
MAX_RIGHT, RIGHT_SHARE = 3, 10
"""With more moves that are right, and more than one of ten, a line is asked no further: guesses would do."""


class Unproved(Exception):
    """A puzzle has no right move, more than one, or none that the search can prove."""


def prove(puzzle: Puzzle) -> None:
    """Prove that the answer is right and that every other move is wrong. Raises `Unproved`."""
    if puzzle.game not in GAMES:
        raise Unproved(f"no game {puzzle.game}")
    _check_line(puzzle)
    _module(puzzle).prove(puzzle)


def with_further_questions(puzzle: Puzzle) -> Puzzle:
    """The puzzle with the further moves of its line that are asked, and what else is right there.

    A move without an alternative is not asked, and nothing from a position on in which nothing can be proved,
    all moves are right, or many are (`MAX_RIGHT`).
    """
    also: dict[int, tuple[Move, ...]] = {}
    try:
        for shown, right in enumerate(_further(puzzle), 1):
            move, legal = puzzle.line[2 * shown], puzzle.after(2 * shown).legal_moves()
            if len(legal) == 1:
                continue
            are_many = len(right) == len(legal) or len(right) > max(MAX_RIGHT, len(legal) // RIGHT_SHARE)
            if move not in right or are_many:
                break
            also[2 * shown] = tuple(other for other in right if other != move)
            if len(also) == MAX_FURTHER:
                break
    except Unproved:
        pass
    return replace(puzzle, also=also)


def fault_of(puzzle: Puzzle) -> str:
    """What of a puzzle and the further moves that it asks cannot be proved; empty if all of it is proved."""
    try:
        prove(puzzle)
    except (Unproved, RuleError) as problem:
        return str(problem)
    return "" if with_further_questions(puzzle) == puzzle else "further moves are right, or wrong"


def _further(puzzle: Puzzle) -> Iterator[Sequence[Move]]:
    further: Iterator[Sequence[Move]] = _module(puzzle).further(puzzle)
    return further


def _module(puzzle: Puzzle) -> ModuleType:
    return importlib.import_module(f"ai.puzzles.proof.{puzzle.game}")


def _check_line(puzzle: Puzzle) -> None:
    """The moves and the line are legal, and so is every reply to a wrong move."""
    position = puzzle.position
    for wrong, reply in puzzle.replies.items():
        if wrong != ANY and puzzle.refutation(Move(wrong)) is None:
            raise Unproved(f"{reply} is no reply to {wrong}")
    if len(puzzle.line) % 2 == 0:
        raise Unproved("the line ends with the opponent's move")
    for move in puzzle.line:
        position = position.play(move)  # raises RuleError
