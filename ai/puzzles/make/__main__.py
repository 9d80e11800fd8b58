"""``python -m ai.puzzles.make MAKER FILE --count N --seed S``: add puzzles to a file until it has N.

The maker is a game, or another of `ai.puzzles.make.MAKERS`.

Lines that are there stay, and nothing is written twice; with another seed, other matches are played.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from random import Random

from ai.puzzles.make import MAKERS, make
from ai.puzzles.puzzle import read, write


def main(arguments: list[str]) -> None:
    """Make puzzles and append each one as soon as it is proved."""
    parser = argparse.ArgumentParser(prog="python -m ai.puzzles.make", description=__doc__)
    parser.add_argument("maker", choices=sorted(MAKERS))
    parser.add_argument("file", type=Path)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    stored = [read(line) for line in _lines(options.file)]
    known = {earlier.id for earlier in stored}
    began = time.monotonic()
    if len(known) >= options.count:  # else the first puzzle would be one too many
        return
    for puzzle in make(options.maker, Random(options.seed), stored):
        if puzzle.id not in known:
            known.add(puzzle.id)
            with options.file.open("a") as file:
                file.write(write(puzzle) + "\n")
            sys.stderr.write(f"{len(known)} {' '.join(puzzle.themes)} {time.monotonic() - began:.0f} s\n")
        if len(known) >= options.count:
            break


def _lines(file: Path) -> list[str]:
    return file.read_text().splitlines() if file.exists() else []


if __name__ == "__main__":
    main(sys.argv[1:])
