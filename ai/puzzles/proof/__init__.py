"""Proofs of puzzles by the rules in `games` alone: none of the engines' code. Start at `prove`."""

from __future__ import annotations

import importlib

from ai.puzzles.puzzle import ANY, Puzzle
from games import GAMES
from games.base import Move


class Unproved(Exception):
    """A puzzle has no right move, more than one, or none that the search can prove."""


def prove(puzzle: Puzzle) -> None:
    """Prove that the answer is right and that every other move is wrong. Raises `Unproved`."""
    if puzzle.game not in GAMES:
        raise Unproved(f"no game {puzzle.game}")
    _check_line(puzzle)
    importlib.import_module(f"ai.puzzles.proof.{puzzle.game}").prove(puzzle)


def _check_line(puzzle: Puzzle) -> None:
    """The moves and the line are legal, and so is every reply to a wrong move."""
    position = puzzle.position
    for wrong, reply in puzzle.replies.items():
        if wrong != ANY and puzzle.reply(Move(wrong)) is None:
            raise Unproved(f"{reply} is no reply to {wrong}")
    if len(puzzle.line) % 2 == 0:
        raise Unproved("the line ends with the opponent's move")
    for move in puzzle.line:
        position = position.play(move)  # raises RuleError
