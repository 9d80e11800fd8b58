"""``python -m ai.puzzles.make.refutations FILE… [--further]``: what refutes the wrong moves of puzzles.

It is written beside each file (`ai.puzzles.refutations`). Puzzles that are known there are left out, so that
the program can be stopped, and run again after puzzles were added. With ``--further`` the questions after the
first are answered, too.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from ai.puzzles.make import go_refutations, gomoku_refutations
from ai.puzzles.puzzle import Puzzle, read
from ai.puzzles.refutations import Refutations, file_beside, stored, write
from games.base import Move

_FINDERS: dict[str, Callable[[Puzzle, int], Mapping[str, tuple[Move, ...]]]] = {
    "go": go_refutations.refutations,
    "gomoku": gomoku_refutations.refutations,
}


def refutations_of(puzzle: Puzzle, known: Refutations, *, further: bool = False) -> Refutations:
    """What refutes the wrong moves at the first question of a puzzle, or at all; what is known is kept."""
    finder = _FINDERS.get(puzzle.game)
    if finder is None:
        return known
    questions = puzzle.questions if further else (0,)
    every = dict(known)
    for step in questions:
        if step not in every and (by_move := finder(puzzle, step)):
            every[step] = by_move
    return every


def main(arguments: list[str]) -> None:
    """Write what is not known yet, each puzzle as soon as it is done."""
    parser = argparse.ArgumentParser(prog="python -m ai.puzzles.make.refutations", description=__doc__)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--further", action="store_true")
    options = parser.parse_args(arguments)
    for file in options.files:
        began, beside = time.monotonic(), file_beside(file)
        puzzles = [read(line) for line in file.read_text().splitlines()]
        known = stored(beside)
        for puzzle in puzzles:
            every = refutations_of(puzzle, known.get(puzzle.id, {}), further=options.further)
            if every != known.get(puzzle.id, {}):
                known[puzzle.id] = every
                with beside.open("a") as out:
                    out.write(
                        write(puzzle.id, every) + "\n"
                    )  # the last line about a puzzle is the one that is read
        rows = [write(each.id, known[each.id]) for each in puzzles if known.get(each.id)]
        if rows:
            beside.write_text("".join(f"{row}\n" for row in rows))
        sys.stderr.write(f"{beside}: {len(rows)} puzzles, {time.monotonic() - began:.0f} s\n")


if __name__ == "__main__":
    main(sys.argv[1:])
