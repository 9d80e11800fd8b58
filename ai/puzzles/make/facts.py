"""``python -m ai.puzzles.make.facts FILE…``: find again what puzzles of files know beside the answer.

The engines say what wrong moves come to (`Puzzle.values`); the proof, which further rules of Gomoku a puzzle
is right by (`Puzzle.rules`), what stops its wrong moves that make no four (`Puzzle.stops`), and how a fight
of life and death in Go goes on (`Puzzle.then`). Start ratings are given anew
(`ai.puzzles.make.start_ratings`).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from ai.puzzles.make import hare_and_hounds, othello, twelve_janggi
from ai.puzzles.make.go_then import with_then
from ai.puzzles.make.start_ratings import with_start_ratings
from ai.puzzles.make.stops import with_stops
from ai.puzzles.proof import Unproved, prove, with_further_questions
from ai.puzzles.puzzle import GOMOKU_RULES, Puzzle, read, write
from games.base import Move, Position, RuleError
from games.hare_and_hounds import HarePosition
from games.othello import OthelloPosition
from games.twelve_janggi import JanggiPosition


def with_values(puzzle: Puzzle) -> Puzzle:
    """The puzzle with what wrong moves come to at each of its questions, where an engine knows it."""
    values = {step: _values(puzzle, step) for step in puzzle.questions}
    return replace(puzzle, values={step: known for step, known in values.items() if known})


def _values(puzzle: Puzzle, step: int) -> dict[str, int]:
    position = puzzle.after(step)
    right = {puzzle.line[step], *puzzle.also.get(step, ())}
    wrong = [move for move in position.legal_moves() if move not in right]
    return dict(_valued(position, wrong))


def _valued(position: Position, moves: Sequence[Move]) -> Iterator[tuple[str, int]]:
    if isinstance(position, OthelloPosition):
        for move in moves:
            yield move, -othello.value(position.play(move)) // 100
    elif isinstance(position, HarePosition):
        for move in moves:
            yield move, -hare_and_hounds.plies_to_end(position.play(move))
    elif isinstance(position, JanggiPosition):
        known = {branch.move: branch.value for branch in twelve_janggi.branches(position)}
        for move in moves:
            yield move, known[move] - (known[move] > 0) + (known[move] < 0)  # without the move itself


def with_rules(puzzle: Puzzle) -> Puzzle:
    """The puzzle of Gomoku with the further rules by which its answer, its line and all else are right.

    One that is right by all is played by the first of them, which forbid nothing.
    """
    right = [rules for rules in GOMOKU_RULES if rules == puzzle.variant or _is_right_by(rules, puzzle)]
    variant = right[0] if len(right) == len(GOMOKU_RULES) else puzzle.variant
    return replace(puzzle, variant=variant, rules=tuple(other for other in right if other != variant))


def _is_right_by(variant: str, puzzle: Puzzle) -> bool:
    played = replace(puzzle, variant=variant)
    try:
        prove(played)
    except (Unproved, RuleError):
        return False
    return with_further_questions(played).also == puzzle.also


def main(files: list[str]) -> None:
    """Write every puzzle of each file again."""
    for file in map(Path, files):
        began = time.monotonic()
        puzzles = [with_values(read(line)) for line in file.read_text().splitlines()]
        if puzzles and puzzles[0].game == "gomoku":
            puzzles = [with_stops(with_rules(puzzle)) for puzzle in puzzles]
        puzzles = [with_then(puzzle) for puzzle in puzzles]
        file.write_text("".join(f"{write(puzzle)}\n" for puzzle in with_start_ratings(puzzles)))
        sys.stderr.write(f"{file}: {time.monotonic() - began:.0f} s\n")


if __name__ == "__main__":
    main(sys.argv[1:])
